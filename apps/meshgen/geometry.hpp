// meshgen/geometry.hpp: points and exact predicates over them.
#pragma once

#include <array>

namespace meshgen {

struct Point {
  double x = 0;
  double y = 0;

  bool operator==(const Point&) const = default;
};

/// Above 0 when a, b, c turn left, below 0 when they turn right, 0 on one line. Never wrong,
/// however near to a line they are.
int orientation(const Point& a, const Point& b, const Point& c);

/// Above 0 when d is inside the circle through a, b, c (counter-clockwise), 0 on it. Never wrong.
int in_circle(const Point& a, const Point& b, const Point& c, const Point& d);

inline double squared_distance(const Point& a, const Point& b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/// Positive for counter-clockwise corners; rounded.
inline double area(const Point& a, const Point& b, const Point& c) {
  return 0.5 * ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}

/// Whether p lies inside the circle of which the segment from a to b is a diameter; rounded.
inline bool encroaches(const Point& p, const Point& a, const Point& b) {
  return (a.x - p.x) * (b.x - p.x) + (a.y - p.y) * (b.y - p.y) < 0;
}

/// Rounded; without meaning for corners that lie on one line.
Point circumcenter(const Point& a, const Point& b, const Point& c);

/// Where a segment is to be split. An acute end is one where two segments meet at less than 60
/// degrees: beside it the split is at a power of two from that end, so that such segments are split
/// at equal distances from their corner and their parts do not encroach upon each other (Ruppert
/// 1995, concentric shells). Else the midpoint. Equal arguments give equal bits everywhere.
Point split_point(const Point& from, const Point& to, bool from_acute, bool to_acute);

/// The least angle of a triangle, in degrees; rounded.
double least_angle_deg(const Point& a, const Point& b, const Point& c);

}  // namespace meshgen
