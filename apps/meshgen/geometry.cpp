#include "meshgen/geometry.hpp"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace meshgen {

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

Kernel::Point_2 of(const Point& p) { return {p.x, p.y}; }

}  // namespace

int orientation(const Point& a, const Point& b, const Point& c) {
  return CGAL::orientation(of(a), of(b), of(c));
}

int in_circle(const Point& a, const Point& b, const Point& c, const Point& d) {
  return CGAL::side_of_oriented_circle(of(a), of(b), of(c), of(d));
}

Point circumcenter(const Point& a, const Point& b, const Point& c) {
  const double bx = b.x - a.x;
  const double by = b.y - a.y;
  const double cx = c.x - a.x;
  const double cy = c.y - a.y;
  const double b2 = bx * bx + by * by;
  const double c2 = cx * cx + cy * cy;
  const double scale = 0.5 / (bx * cy - by * cx);
  return {a.x + (cy * b2 - by * c2) * scale, a.y + (bx * c2 - cx * b2) * scale};
}

Point split_point(const Point& from, const Point& to, bool from_acute, bool to_acute) {
  if (from_acute == to_acute) return {0.5 * (from.x + to.x), 0.5 * (from.y + to.y)};
  const Point& corner = from_acute ? from : to;
  const Point& other = from_acute ? to : from;
  // Between one and two thirds of the length.
  const double length = std::sqrt(squared_distance(from, to));
  int exponent = 0;
  std::frexp(length, &exponent);
  double distance = std::ldexp(0.5, exponent);
  while (length < 1.5 * distance) distance *= 0.5;
  const double share = distance / length;
  return {corner.x + share * (other.x - corner.x), corner.y + share * (other.y - corner.y)};
}

double least_angle_deg(const Point& a, const Point& b, const Point& c) {
  const std::array<Point, 3> corner = {a, b, c};
  double least = 180;
  for (int i = 0; i < 3; ++i) {
    const Point& p = corner[i];
    const Point& q = corner[(i + 1) % 3];
    const Point& r = corner[(i + 2) % 3];
    const double dot = (q.x - p.x) * (r.x - p.x) + (q.y - p.y) * (r.y - p.y);
    const double cross = 2 * area(p, q, r);
    least = std::min(least, std::atan2(cross, dot) * 180 / std::numbers::pi);
  }
  return least;
}

}  // namespace meshgen
