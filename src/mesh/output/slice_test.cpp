#include "mesh/output/slice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace isthmus::mesh {
namespace {

using ::testing::ElementsAre;
using Lines = std::vector<std::vector<double>>;

const Geometry geometry{
    .whole = {{0, 0, 0}, {4, 3, 2}}, .origin = {10, 20, 30}, .spacing = {1, 0.5, 0.25}};

BlockValues piece_of(const Slice& slice, const Box& block) {
  BlockValues piece{slice.part_of(block), {}};
  for (std::int32_t k = piece.box.low[2]; k < piece.box.high[2]; ++k) {
    for (std::int32_t j = piece.box.low[1]; j < piece.box.high[1]; ++j) {
      for (std::int32_t i = piece.box.low[0]; i < piece.box.high[0]; ++i) {
        piece.values.push_back(100 * k + 10 * j + i);
      }
    }
  }
  return piece;
}

TEST(Slice, APlaneIsWholeWhenEveryBlockThatItCutsHasGivenItsPiece) {
  const Slice slice{{"wave::phi", false}, {{{}, 1, {}}}};
  EXPECT_EQ(slice.file_name(), "wave_phi_y1.csv");
  EXPECT_THAT(slice.columns(), ElementsAre("x", "z", "wave::phi"));
  EXPECT_TRUE(slice.part_of({{0, 2, 0}, {4, 3, 2}}).is_empty());
  SliceGatherer gatherer(slice, geometry);
  const Box left{{0, 0, 0}, {2, 3, 2}};
  const Box right{{2, 0, 0}, {4, 3, 2}};
  EXPECT_FALSE(gatherer.add(5, piece_of(slice, right)));
  EXPECT_FALSE(gatherer.add(6, piece_of(slice, right)));
  const auto lines = gatherer.add(5, piece_of(slice, left));
  ASSERT_TRUE(lines);
  EXPECT_EQ(*lines, (Lines{{10, 30, 10},
                           {11, 30, 11},
                           {12, 30, 12},
                           {13, 30, 13},
                           {10, 30.25, 110},
                           {11, 30.25, 111},
                           {12, 30.25, 112},
                           {13, 30.25, 113}}));
  EXPECT_TRUE(gatherer.add(6, piece_of(slice, left)));
}

TEST(Slice, ALineHasOneCoordinateAndStaggeredPointsAreHalfASpacingUp) {
  const Slice slice{{"wave::flux", true}, {{2, {}, 0}}};
  EXPECT_EQ(slice.file_name(), "wave_flux_x2_z0.csv");
  SliceGatherer gatherer(slice, geometry);
  const auto lines = gatherer.add(1, piece_of(slice, geometry.whole));
  ASSERT_TRUE(lines);
  EXPECT_EQ(*lines, (Lines{{20.25, 2}, {20.75, 12}, {21.25, 22}}));
}

TEST(Slice, ACoordinateIsThatOfTheNearestPoint) {
  EXPECT_EQ(index_at(geometry, 0, 11.4, false).value(), 1);
  EXPECT_EQ(index_at(geometry, 0, 13.4, false).value(), 3);
  EXPECT_EQ(index_at(geometry, 1, 20.25, true).value(), 0);
  const auto outside = index_at(geometry, 2, 31, false);
  ASSERT_FALSE(outside);
  EXPECT_EQ(outside.error().text(), "z = 31 is outside of the grid (expected 30 to 30.25)");
}

}  // namespace
}  // namespace isthmus::mesh
