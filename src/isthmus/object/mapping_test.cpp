#include "isthmus/object/mapping.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "isthmus/object/test_mappings.hpp"

namespace isthmus::engine {
namespace {

TEST(Mapping, LeavesOutPesThatHoldNoObjects) {
  topology::Grid grid = topology::uniform_grid(2, 3, 3);
  grid.gateways = grid.gateways_reserved = true;
  const auto topology = topology::Topology::from_grid(grid).value();
  const topology::Members members(topology);
  const MapContext context(members, Extent::of(Index2{8, 8}));
  const std::vector even = {0, 16, 16, 0, 16, 16};
  EXPECT_EQ((shares<mapping::Naive, Index2>(mapping::naive, context)), even);
  EXPECT_EQ((shares<mapping::RoundRobin, Index2>(mapping::round_robin, context)), even);
  EXPECT_EQ((shares<mapping::Block, Index2>(mapping::block, context)), even);
  const auto hashed = shares<mapping::Hashed, Index2>(mapping::hashed, context);
  EXPECT_EQ(hashed[0] + hashed[3], 0);
  EXPECT_GT(std::min(hashed[1], hashed[4]), 4);
  EXPECT_EQ(mapping::naive(Index2{1, 0}, context), PeId(2)) << "as if they were not there";
}

TEST(Mapping, NaiveIsKoenigsFigure51OnEightPes) {
  expect_figure(mapping::naive, 4, [](int row, int) { return row % 8; });
}

TEST(Mapping, NaiveIsKoenigsFigure52OnSixteenPes) {
  expect_figure(mapping::naive, 8, [](int row, int) { return row; });
}

TEST(Mapping, BlockIsKoenigsFigure53) {
  expect_figure(mapping::block, 8,
                [](int row, int column) { return (column < 8 ? 0 : 8) + row / 2; });
}

TEST(Mapping, NaiveDealsTheFirstCoordinateFastest) {
  const topology::Topology topology = uniform(1, 5);
  const topology::Members members(topology);
  const MapContext context(members, Extent::of(Index3{2, 3, 4}));
  std::uint32_t next = 0;
  for (int c = 0; c < 4; ++c) {
    for (int b = 0; b < 3; ++b) {
      for (int a = 0; a < 2; ++a) {
        EXPECT_EQ(mapping::naive(Index3{a, b, c}, context), PeId(next++ % 5));
      }
    }
  }
}

TEST(Mapping, RoundRobinDealsTheLastCoordinateFastest) {
  const topology::Topology topology = uniform(2, 3);
  const topology::Members members(topology);
  const MapContext context(members, Extent::of(Index4{2, 3, 2, 5}));
  std::uint32_t next = 0;
  for_each_index<Index4>(context.extent(), [&](const Index4& index) {
    EXPECT_EQ(mapping::round_robin(index, context), PeId(next++ % 6));
  });
}

template <class IndexType>
void expect_even_blocks(const IndexType& sizes, int sites, int pes) {
  const topology::Topology topology = uniform(sites, pes);
  const topology::Members members(topology);
  const MapContext context(members, Extent::of(sizes));
  const std::vector<int> counts = shares<mapping::Block, IndexType>(mapping::block, context);
  const auto each = static_cast<int>(context.extent().count() / context.pe_count());
  EXPECT_EQ(counts, std::vector<int>(counts.size(), each));
}

TEST(Mapping, BlockGivesEveryPeTheSameShareInAnyDimension) {
  expect_even_blocks(Index1{24}, 3, 4);
  expect_even_blocks(Index2{8, 12}, 3, 4);
  expect_even_blocks(Index3{2, 6, 6}, 3, 4);
  expect_even_blocks(Index4{2, 2, 3, 9}, 3, 4);
}

TEST(Mapping, BlockCutsTheLastDimensionIntoOneSlabASite) {
  const topology::Topology topology = uniform(3, 2);
  const topology::Members members(topology);
  const MapContext context(members, Extent::of(Index3{4, 4, 9}));
  for_each_index<Index3>(context.extent(), [&](const Index3& index) {
    const SiteId site = topology.site_of(mapping::block(index, context));
    EXPECT_EQ(site, SiteId(index[2] / 3));
  });
}

TEST(Mapping, BlockGivesEveryPeItsShareOfTheBorder) {
  const topology::Topology topology = uniform(2, 8);
  const topology::Members members(topology);
  const MapContext context(members, Extent::of(Index2{32, 32}));
  std::vector<int> border(16);
  for (int row = 0; row < 32; ++row) {
    ++border.at(mapping::block(Index2{row, 15}, context).value);
    ++border.at(mapping::block(Index2{row, 16}, context).value);
  }
  EXPECT_EQ(border, std::vector<int>(16, 4));
}

TEST(Mapping, BlockSharesInProportionToSpeed) {
  const topology::Topology topology = grid_of({{1, 3}, {4}, {2, 2, 4}}, 2);
  const topology::Members members(topology);
  const MapContext context(members, Extent::of(Index2{48, 64}));
  const std::vector<int> counts = shares<mapping::Block, Index2>(mapping::block, context);
  double total_speed = 0;
  for (int pe = 0; pe < topology.pe_count(); ++pe) total_speed += topology.speed_of(PeId(pe));
  for (int pe = 0; pe < topology.pe_count(); ++pe) {
    const double due = 48.0 * 64 * topology.speed_of(PeId(pe)) / total_speed;
    EXPECT_NEAR(counts[static_cast<std::size_t>(pe)], due, 0.05 * due + 1) << "PE " << pe;
  }
}

template <class Mapping>
void expect_all_served(const Mapping& mapping) {
  for (int sites = 1; sites <= 4; ++sites) {
    for (int pes = 1; pes <= 5; ++pes) {
      const topology::Topology topology = uniform(sites, pes);
      const topology::Members members(topology);
      for (int side = 1; side <= 9; ++side) {
        const MapContext context(members, Extent::of(Index2{side, side}));
        const std::vector<int> counts = shares<Mapping, Index2>(mapping, context);
        const int most = std::ranges::max(counts);
        const int used =
            static_cast<int>(std::ranges::count_if(counts, [](int n) { return n > 0; }));
        SCOPED_TRACE(std::to_string(sites) + " sites, " + std::to_string(pes) + " PEs, side " +
                     std::to_string(side));
        // Slabs are as wide as the last dimension allows, so some PEs may get one column more.
        const int fair = (side * side + sites * pes - 1) / (sites * pes);
        EXPECT_LE(most, fair + side);
        EXPECT_GE(used, std::min(side, sites * pes));
      }
    }
  }
}

TEST(Mapping, PutsEveryElementSomewhereWithMorePesThanElements) {
  expect_all_served(mapping::naive);
  expect_all_served(mapping::round_robin);
  expect_all_served(mapping::block);
}

TEST(Mapping, HashedTakesAnyIndexAndSpreadsIt) {
  const topology::Topology topology = uniform(2, 4);
  const topology::Members members(topology);
  const MapContext context(members, Extent{});
  std::vector<int> counts(8);
  for (int i = -4000; i < 4000; ++i) ++counts.at(mapping::hashed(Index2{i, 7}, context).value);
  // 8,000 indices over 8 PEs; a binomial deviation is sqrt(8,000 * 1/8 * 7/8) = 30.
  for (const int count : counts) EXPECT_NEAR(count, 1000, 150);
}

TEST(Mapping, DealsPiecesByWeightWithinARange) {
  const topology::Topology topology = grid_of({{1}, {3}}, 1);
  const topology::Members members(topology);
  const MapContext context(members, Extent{});
  int first = 0;
  for (int i = 0; i < 100; ++i) {
    first += context.pe_by_weight(i, 100, {PeId(0), 2}) == PeId(0);
    EXPECT_EQ(context.pe_by_weight(i, 100, {PeId(1), 1}), PeId(1));
  }
  EXPECT_EQ(first, 25);
}

}  // namespace
}  // namespace isthmus::engine
