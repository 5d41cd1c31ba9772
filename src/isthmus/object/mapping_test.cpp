#include "isthmus/object/mapping.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace isthmus::engine {
namespace {

topology::Topology grid_of(const std::vector<std::vector<double>>& node_speeds, int pes_per_node) {
  topology::Grid grid;
  for (std::size_t s = 0; s < node_speeds.size(); ++s) {
    topology::Site site{.name = "site" + std::to_string(s)};
    for (std::size_t n = 0; n < node_speeds[s].size(); ++n) {
      site.nodes.push_back({.name = "node" + std::to_string(s) + "." + std::to_string(n),
                            .pes = pes_per_node,
                            .speed = node_speeds[s][n]});
    }
    grid.sites.push_back(site);
  }
  return topology::Topology::from_grid(grid).value();
}

topology::Topology uniform(int sites, int pes) {
  return topology::Topology::from_grid(topology::uniform_grid(sites, pes)).value();
}

template <class Mapping, class IndexType>
std::vector<int> shares(const Mapping& mapping, const MapContext& context) {
  std::vector<int> counts(static_cast<std::size_t>(context.pe_count()));
  for_each_index<IndexType>(context.extent(), [&](const IndexType& index) {
    ++counts.at(PeId(mapping(index, context)).value);
  });
  return counts;
}

// Row r, column c of the figures is Index2{r, c}.
template <class Mapping, class Expected>
void expect_figure(const Mapping& mapping, int pes_per_site, const Expected& expected) {
  const topology::Topology topology = uniform(2, pes_per_site);
  const topology::Members members(topology);
  const MapContext context(members, Extent::of(Index2{16, 16}));
  for (int row = 0; row < 16; ++row) {
    for (int column = 0; column < 16; ++column) {
      EXPECT_EQ(mapping(Index2{row, column}, context), PeId(expected(row, column)))
          << row << "," << column;
    }
  }
}

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

/// Of the pairs of neighbours, those on two PEs of one site; and on how many PEs elements have a
/// neighbour at another site.
template <class Mapping>
std::pair<int, std::size_t> crossings(const Mapping& mapping, const MapContext& context) {
  const auto [rows, columns] = std::pair(context.extent().size[0], context.extent().size[1]);
  int local = 0;
  std::set<std::uint32_t> border;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const PeId here = mapping(Index2{row, column}, context);
      const auto meet = [&](const Index2& other) {
        if (other[0] >= rows || other[1] >= columns) return;
        const PeId there = mapping(other, context);
        const topology::Topology& topology = context.topology();
        if (topology.site_of(here) != topology.site_of(there)) {
          border.insert({here.value, there.value});
        } else if (here != there) {
          ++local;
        }
      };
      meet({row + 1, column});
      meet({row, column + 1});
    }
  }
  return {local, border.size()};
}

TEST(Mapping, SquareLaysOutNearSquares) {
  // 8 columns of 16 a site, on 4 PEs: 2 x 2 of 8 x 4.
  expect_figure(mapping::square, 4, [](int row, int column) {
    return (column < 8 ? 0 : 4) + (column % 8 < 4 ? 0 : 2) + (row < 8 ? 0 : 1);
  });
}

TEST(Mapping, SquareKeepsMoreWithinPesThanBlockAndGivesTheBorderToFewer) {
  const topology::Topology topology = uniform(2, 16);
  const topology::Members members(topology);
  const MapContext context(members, Extent::of(Index2{64, 64}));
  const auto [block, on_block] = crossings(mapping::block, context);
  const auto [square, on_square] = crossings(mapping::square, context);
  const auto [modified, on_modified] = crossings(mapping::modified_square, context);
  EXPECT_LT(square, modified);
  EXPECT_LT(modified, block);
  EXPECT_LT(on_square, 16U);
  EXPECT_EQ(on_block, 32U);
  EXPECT_EQ(on_modified, 32U);
}

TEST(Mapping, SquaresAreOfEqualSize) {
  for (const auto& [sites, pes, rows, columns] : {std::array{2, 4, 32, 32},
                                                  {2, 8, 16, 16},
                                                  {3, 5, 30, 31},
                                                  {1, 7, 20, 21},
                                                  {2, 6, 7, 1},
                                                  {4, 2, 3, 4},
                                                  {2, 32, 64, 64}}) {
    const topology::Topology topology = uniform(sites, pes);
    const topology::Members members(topology);
    const MapContext context(members, Extent::of(Index2{rows, columns}));
    for (int site = 0; site < sites; ++site) {
      const auto first = static_cast<std::ptrdiff_t>(site * pes);
      const auto spread = [&](const std::vector<int>& of_pes) {
        const auto [least, most] =
            std::minmax_element(of_pes.begin() + first, of_pes.begin() + first + pes);
        return *most - *least;
      };
      SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns) + " on " +
                   std::to_string(sites) + " x " + std::to_string(pes));
      // Rounded once for the column of PEs, and once in it; the border by itself.
      EXPECT_LE(spread(shares<mapping::Square, Index2>(mapping::square, context)), 2);
      EXPECT_LE(spread(shares<mapping::ModifiedSquare, Index2>(mapping::modified_square, context)),
                4);
    }
  }
}

TEST(Mapping, SquaresAreInProportionToSpeed) {
  const topology::Topology topology = grid_of({{1, 1, 2, 2}, {3}}, 1);
  const topology::Members members(topology);
  const MapContext context(members, Extent::of(Index2{90, 90}));
  for (const auto& of_pes :
       {shares<mapping::Square, Index2>(mapping::square, context),
        shares<mapping::ModifiedSquare, Index2>(mapping::modified_square, context)}) {
    EXPECT_NEAR(of_pes[0], 900, 12);
    EXPECT_NEAR(of_pes[1], 900, 12);
    EXPECT_NEAR(of_pes[2], 1800, 12);
    EXPECT_NEAR(of_pes[3], 1800, 12);
    EXPECT_EQ(of_pes[4], 2700);
  }
}

}  // namespace
}  // namespace isthmus::engine
