#include "meshgen/geometry.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace meshgen {
namespace {

TEST(Orientation, SeesTheTurnOfPointsThatRoundingPutsOnOneLine) {
  const Point a{0, 0};
  const Point b{1, 1};
  // On the diagonal but for the last bit: products of doubles cannot tell.
  const Point above{0.1, std::nextafter(0.1, 1.0)};
  const Point below{std::nextafter(0.1, 1.0), 0.1};
  EXPECT_GT(orientation(a, b, above), 0);
  EXPECT_LT(orientation(a, b, below), 0);
  EXPECT_EQ(orientation(a, b, {0.1, 0.1}), 0);
}

TEST(InCircle, TellsTheCirclesInsideFromItsRimToTheLastBit) {
  const Point a{1, 0};
  const Point b{0, 1};
  const Point c{-1, 0};
  EXPECT_EQ(in_circle(a, b, c, {0, -1}), 0);
  EXPECT_GT(in_circle(a, b, c, {0, std::nextafter(-1.0, 0.0)}), 0);
  EXPECT_LT(in_circle(a, b, c, {0, std::nextafter(-1.0, -2.0)}), 0);
}

TEST(SplitPoint, IsTheMidpointBetweenEndsOfOneKind) {
  EXPECT_EQ(split_point({0, 0}, {3, 1}, false, false), (Point{1.5, 0.5}));
  EXPECT_EQ(split_point({0, 0}, {3, 1}, true, true), (Point{1.5, 0.5}));
}

TEST(SplitPoint, LiesAtAPowerOfTwoFromAnAcuteEnd) {
  for (const double length : {0.3, 0.75, 1.0, 1.49, 1.5, 2.0, 3.0, 1000.0, 1e-9}) {
    const Point from_beginning = split_point({0, 0}, {length, 0}, true, false);
    const Point from_end = split_point({0, 0}, {length, 0}, false, true);
    EXPECT_NEAR(length - from_end.x, from_beginning.x, 1e-15 * length);
    int exponent = 0;
    EXPECT_NEAR(std::frexp(from_beginning.x * (1 + 1e-15), &exponent), 0.5, 1e-12);
    EXPECT_GE(from_beginning.x, length / 3 * (1 - 1e-12));
    EXPECT_LE(from_beginning.x, length * 2 / 3 * (1 + 1e-12));
  }
}

TEST(SplitPoint, SplitsSidesOfUnlikeLengthsAtEqualDistancesFromTheirCorner) {
  const Point corner{2, 1};
  const Point one = split_point(corner, {4.9, 1}, true, false);
  const Point other = split_point({2 + 2.1, 1 + 1.6}, corner, false, true);
  EXPECT_NEAR(squared_distance(corner, one), squared_distance(corner, other), 1e-14);
}

TEST(Circumcenter, IsAsFarFromAllCorners) {
  const Point a{0.3, 0.1};
  const Point b{2.5, -0.4};
  const Point c{1.1, 1.9};
  const Point center = circumcenter(a, b, c);
  EXPECT_NEAR(squared_distance(center, a), squared_distance(center, b), 1e-14);
  EXPECT_NEAR(squared_distance(center, a), squared_distance(center, c), 1e-14);
}

TEST(LeastAngle, IsThatOfTheSharpestCorner) {
  EXPECT_NEAR(least_angle_deg({0, 0}, {1, 0}, {0, 1}), 45, 1e-12);
  EXPECT_NEAR(least_angle_deg({0, 0}, {1, 0}, {0.5, std::sqrt(0.75)}), 60, 1e-12);
  EXPECT_NEAR(least_angle_deg({0, 0}, {10, 0}, {10, 1}), std::atan(0.1) * 180 / M_PI, 1e-12);
}

}  // namespace
}  // namespace meshgen
