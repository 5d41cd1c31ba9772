#include "mesh/output/slice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

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
  const Slice slice{{"wave::phi", false}, {{{}, SliceAt{1}, {}}}};
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

TEST(Slice, APlaneIsAPictureWithItsGreatestCoordinateOnTop) {
  const Slice slice{{"wave::phi", false}, {{{}, SliceAt{1, {1.0}, 0.25}, {}}}};
  EXPECT_EQ(slice.title(), "wave::phi, y = 0.25");
  SliceGatherer gatherer(slice, geometry);
  const auto lines = gatherer.add(1, piece_of(slice, geometry.whole));
  ASSERT_TRUE(lines);
  const auto plane = plane_of(*lines);
  ASSERT_TRUE(plane);
  const auto columns = static_cast<std::size_t>(geometry.whole.extent(0));
  EXPECT_EQ(plane->columns, columns);
  ASSERT_EQ(plane->values.size(), lines->size());
  // The table's first line is that of the least coordinates.
  EXPECT_EQ(plane->values[lines->size() - columns], lines->front().back());
  EXPECT_EQ(plane->values[columns - 1], lines->back().back());
  EXPECT_FALSE(plane_of({{0, 1.0}, {1, 2.0}}));
  EXPECT_FALSE(plane_of(std::vector<std::vector<double>>{}));
}

TEST(Slice, ABoxOfOnePointsThicknessIsAPlane) {
  const auto plane = plane_of(Box{{0, 3, 0}, {2, 4, 3}}, {1, 2, 3, 4, 5, 6});
  ASSERT_TRUE(plane);
  EXPECT_EQ(plane->columns, 2U);
  EXPECT_THAT(plane->values, ElementsAre(5, 6, 3, 4, 1, 2));
  EXPECT_FALSE(plane_of(Box{{0, 0, 0}, {2, 2, 2}}, std::vector<double>(8)));
  EXPECT_FALSE(plane_of(Box{{0, 0, 0}, {4, 1, 1}}, std::vector<double>(4)));
}

TEST(Slice, ALineHasOneCoordinateAndStaggeredPointsAreHalfASpacingUp) {
  const Slice slice{{"wave::flux", true}, {{SliceAt{2}, {}, SliceAt{0}}}};
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

const Geometry wide{
    .whole = {{0, 0, 0}, {8, 7, 1}}, .origin = {-1, 2, 0.5}, .spacing = {0.5, 0.25, 1}};

double cubic(double x, double y) {
  return 1 + x * (2 - x * (0.5 - x)) + y * y * (1 - 0.25 * y) * x;
}

BlockValues cubic_piece(const Slice& slice, const Box& block) {
  BlockValues piece{slice.part_of(block), {}};
  for (std::int32_t j = piece.box.low[1]; j < piece.box.high[1]; ++j) {
    for (std::int32_t i = piece.box.low[0]; i < piece.box.high[0]; ++i) {
      piece.values.push_back(cubic(wide.coordinate(0, i), wide.coordinate(1, j)));
    }
  }
  return piece;
}

TEST(Slice, APointHasWhatPolynomialsOfItsOrderHaveThereFromAnyBlocks) {
  for (const double x : {-0.9, 0.3, 1.1, 2.45}) {
    Slice slice{{"wave::phi", false}, {}};
    const std::array at{x, 2.7, 0.5};
    for (std::size_t d = 0; d < dimension_count; ++d) {
      slice.at[d] = place_at(wide, d, at[d], false, 3).value();
    }
    EXPECT_THAT(slice.columns(), ElementsAre("wave::phi"));
    SliceGatherer whole(slice, wide);
    const auto lines = whole.add(1, cubic_piece(slice, wide.whole));
    ASSERT_TRUE(lines);
    ASSERT_EQ(lines->size(), 1u);
    ASSERT_EQ(lines->front().size(), 1u);
    EXPECT_NEAR(lines->front().front(), cubic(x, 2.7), 1e-12) << x;
    SliceGatherer cut(slice, wide);
    auto left = cubic_piece(slice, {{0, 0, 0}, {4, 7, 1}});
    auto right = cubic_piece(slice, {{4, 0, 0}, {8, 7, 1}});
    auto last = left.box.is_empty() ? right : left;
    if (!left.box.is_empty() && !right.box.is_empty()) {
      EXPECT_FALSE(cut.add(1, right));
    }
    EXPECT_EQ(cut.add(1, last), lines) << x;
  }
}

TEST(Slice, APlaneBetweenPointsIsNamedByItsCoordinate) {
  const Slice slice{{"wave::phi", false}, {place_at(wide, 0, 0.25, false, 2).value(), {}, {}}};
  EXPECT_EQ(slice.file_name(), "wave_phi_x0.25.csv");
  EXPECT_THAT(slice.columns(), ElementsAre("y", "z", "wave::phi"));
  EXPECT_EQ(slice.part_of(wide.whole), (Box{{1, 0, 0}, {4, 7, 1}}));
  EXPECT_TRUE(slice.part_of({{4, 0, 0}, {8, 7, 1}}).is_empty());
  SliceGatherer gatherer(slice, wide);
  const auto lines = gatherer.add(1, cubic_piece(slice, wide.whole));
  ASSERT_TRUE(lines);
  ASSERT_EQ(lines->size(), 7u);
  EXPECT_EQ(lines->back()[0], 3.5);
}

TEST(Slice, APlaceBetweenPointsTakesTheNearestInsideAndALowerOrderWhereThereAreFew) {
  EXPECT_EQ(place_at(wide, 0, -1, false, 3)->first, 0);
  EXPECT_EQ(place_at(wide, 0, -1, false, 3)->weights, (std::vector<double>{1, 0, 0, 0}));
  EXPECT_EQ(place_at(wide, 0, 2.5, false, 5)->first, 2);
  EXPECT_EQ(place_at(geometry, 2, 30.125, false, 5)->weights, (std::vector{0.5, 0.5}));
  EXPECT_EQ(place_at(wide, 2, 0.5, false, 5)->weights.size(), 1u);
  EXPECT_EQ(place_at(wide, 0, 0.3, false, 0)->weights.size(), 1u);
  EXPECT_EQ(place_at(wide, 0, 0.3, false, 0)->coordinate, 0.5);
  EXPECT_FALSE(place_at(wide, 0, 2.9, false, 3));
}

}  // namespace
}  // namespace isthmus::mesh
