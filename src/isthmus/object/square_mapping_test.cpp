// The mappings that lay elements out in near-square pieces.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/object/mapping.hpp"
#include "isthmus/object/test_mappings.hpp"

namespace isthmus::engine {
namespace {

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

TEST(SquareMapping, LaysOutNearSquares) {
  // 8 columns of 16 a site, on 4 PEs: 2 x 2 of 8 x 4.
  expect_figure(mapping::square, 4, [](int row, int column) {
    return (column < 8 ? 0 : 4) + (column % 8 < 4 ? 0 : 2) + (row < 8 ? 0 : 1);
  });
}

TEST(SquareMapping, KeepsMoreWithinPesThanBlockAndGivesTheBorderToFewer) {
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

TEST(SquareMapping, CutsPiecesOfEqualSize) {
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

TEST(SquareMapping, CutsPiecesInProportionToSpeed) {
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

TEST(SquareMapping, TakesTheShapeWithMoreColumnsOfTwoThatAreEquallyNear) {
  // 8 x 8 on 2 PEs: 8 x 4 either way.
  const topology::Topology topology = uniform(1, 2);
  const topology::Members members(topology);
  const MapContext context(members, Extent::of(Index2{8, 8}));
  for (int row = 0; row < 8; ++row) {
    EXPECT_EQ(mapping::square(Index2{row, 3}, context), PeId(0));
    EXPECT_EQ(mapping::square(Index2{row, 4}, context), PeId(1));
  }
}

TEST(SquareMapping, LaysOutWhatIsWideInColumnsAndWhatIsHighInRows) {
  const topology::Topology topology = uniform(1, 4);
  const topology::Members members(topology);
  const MapContext wide(members, Extent::of(Index2{2, 32}));
  const MapContext high(members, Extent::of(Index2{32, 2}));
  for (int i = 0; i < 32; ++i) {
    for (int j = 0; j < 2; ++j) {
      EXPECT_EQ(mapping::square(Index2{j, i}, wide), PeId(i / 8));
      EXPECT_EQ(mapping::square(Index2{i, j}, high), PeId(i / 8));
    }
  }
}

TEST(SquareMapping, TakesAllDimensionsButTheLastForOne) {
  const topology::Topology topology = uniform(2, 4);
  const topology::Members members(topology);
  const MapContext flat(members, Extent::of(Index2{16, 16}));
  const MapContext deep(members, Extent::of(Index3{4, 4, 16}));
  for_each_index<Index3>(deep.extent(), [&](const Index3& index) {
    const Index2 flattened{4 * index[0] + index[1], index[2]};
    EXPECT_EQ(mapping::square(index, deep), mapping::square(flattened, flat));
    EXPECT_EQ(mapping::modified_square(index, deep), mapping::modified_square(flattened, flat));
  });
}

TEST(ModifiedSquareMapping, SpreadsEachBorderColumnRowByRowOverThePesOfItsSite) {
  const topology::Topology topology = uniform(3, 4);
  const topology::Members members(topology);
  const MapContext context(members, Extent::of(Index2{16, 24}));
  // The middle site has columns 8 to 15, the first and last of which lie at borders.
  std::vector<int> first(12);
  std::vector<int> last(12);
  std::vector<int> inner(12);
  for (int row = 0; row < 16; ++row) {
    ++first.at(mapping::modified_square(Index2{row, 8}, context).value);
    ++last.at(mapping::modified_square(Index2{row, 15}, context).value);
    for (int column = 9; column < 15; ++column) {
      ++inner.at(mapping::modified_square(Index2{row, column}, context).value);
    }
  }
  const std::vector<int> even = {0, 0, 0, 0, 4, 4, 4, 4, 0, 0, 0, 0};
  EXPECT_EQ(first, even);
  EXPECT_EQ(last, even);
  EXPECT_EQ(inner, (std::vector<int>{0, 0, 0, 0, 24, 24, 24, 24, 0, 0, 0, 0}));
}

TEST(ModifiedSquareMapping, CountsBothBorderColumnsOfARowBeforeThoseOfTheNext) {
  const topology::Topology topology = uniform(3, 3);
  const topology::Members members(topology);
  const MapContext context(members, Extent::of(Index2{16, 24}));
  // Of 32 places, two a row, each PE has a third: the first ends within row 5, the next within 10.
  const auto rows_of = [&](int column) {
    std::vector<int> rows(9);
    for (int row = 0; row < 16; ++row) {
      ++rows.at(mapping::modified_square(Index2{row, column}, context).value);
    }
    return rows;
  };
  EXPECT_EQ(rows_of(8), (std::vector<int>{0, 0, 0, 6, 5, 5, 0, 0, 0}));
  EXPECT_EQ(rows_of(15), (std::vector<int>{0, 0, 0, 5, 5, 6, 0, 0, 0}));
}

TEST(ModifiedSquareMapping, IsSquareWhereThereIsOneSite) {
  const topology::Topology topology = uniform(1, 6);
  const topology::Members members(topology);
  const MapContext context(members, Extent::of(Index2{13, 17}));
  for_each_index<Index2>(context.extent(), [&](const Index2& index) {
    EXPECT_EQ(mapping::modified_square(index, context), mapping::square(index, context));
  });
}

}  // namespace
}  // namespace isthmus::engine
