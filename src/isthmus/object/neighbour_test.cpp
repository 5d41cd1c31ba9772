#include "isthmus/object/neighbour.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace isthmus::engine {
namespace {

TEST(Face, IsNumberedByDimensionTheSmallerSideFirst) {
  EXPECT_EQ(Face{}, (Face{0, -1})) << "the first of all";
  std::size_t expected = 0;
  for (const int dimension : {0, 1, 2, 3}) {
    for (const int direction : {-1, 1}) {
      const Face face{static_cast<std::int8_t>(dimension), static_cast<std::int8_t>(direction)};
      EXPECT_EQ(face.number(), expected++);
      EXPECT_EQ(face.opposite().dimension, face.dimension);
      EXPECT_EQ(face.opposite().direction, -face.direction);
      EXPECT_EQ(face.opposite().opposite(), face);
    }
  }
}

TEST(Neighbours, ShareAFaceAndComeByItsNumber) {
  const Extent extent = Extent::of(Index3{3, 3, 3});
  const auto neighbours = neighbours_of(Index3{1, 1, 1}, extent);
  ASSERT_EQ(neighbours.size(), 6u);
  const std::array<Index3, 6> expected = {Index3{0, 1, 1}, Index3{2, 1, 1}, Index3{1, 0, 1},
                                          Index3{1, 2, 1}, Index3{1, 1, 0}, Index3{1, 1, 2}};
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(neighbours[i].index, expected[i]);
    EXPECT_EQ(neighbours[i].face.number(), i);
  }
}

TEST(Neighbours, EndAtTheBordersOfTheExtent) {
  const Extent extent = Extent::of(Index2{4, 2});
  const auto at_origin = neighbours_of(Index2{0, 0}, extent);
  ASSERT_EQ(at_origin.size(), 2u);
  EXPECT_EQ(at_origin[0].index, (Index2{1, 0}));
  EXPECT_EQ(at_origin[0].face, (Face{0, 1}));
  EXPECT_EQ(at_origin[1].index, (Index2{0, 1}));
  const auto at_end = neighbours_of(Index2{3, 1}, extent);
  ASSERT_EQ(at_end.size(), 2u);
  EXPECT_EQ(at_end[0].index, (Index2{2, 1}));
  EXPECT_EQ(at_end[1].index, (Index2{3, 0}));
  EXPECT_TRUE(neighbours_of(Index2{0, 0}, Extent::of(Index2{1, 1})).empty());
}

TEST(Neighbours, SeeEachOtherThroughOppositeFaces) {
  const Extent extent = Extent::of(Index2{3, 4});
  for_each_index<Index2>(extent, [&](const Index2& index) {
    for (const auto& there : neighbours_of(index, extent)) {
      int times = 0;
      for (const auto& back : neighbours_of(there.index, extent)) {
        if (back.index != index) continue;
        ++times;
        EXPECT_EQ(back.face, there.face.opposite());
      }
      EXPECT_EQ(times, 1);
    }
  });
}

TEST(Neighbours, OfOneDimensionAreNumbers) {
  const auto both = neighbours_of(Index1{5}, Extent::of(Index1{7}));
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0].index, 4);
  EXPECT_EQ(both[1].index, 6);
  EXPECT_EQ(neighbours_of(Index1{6}, Extent::of(Index1{7})).size(), 1u);
}

}  // namespace
}  // namespace isthmus::engine
