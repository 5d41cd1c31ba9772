// meshgen/test_domains.hpp: domains for tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "isthmus/base/random.hpp"
#include "meshgen/geometry.hpp"
#include "meshgen/poly.hpp"

namespace meshgen {

/// Side i is said to stand in line i + 1.
inline Domain domain_of(std::vector<Point> points, const std::vector<std::pair<int, int>>& sides,
                        const std::vector<Point>& holes = {}) {
  Domain domain;
  domain.file = "test.poly";
  domain.points = std::move(points);
  for (const auto& [from, to] : sides) {
    domain.sides.push_back({from, to, static_cast<int>(domain.sides.size()) + 1});
  }
  for (const Point& hole : holes) domain.holes.push_back({hole, 0});
  return domain;
}

inline Domain unit_square() {
  return domain_of({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
}

/// 4 x 4 with a hole of 2 x 2.
inline Domain framed_square() {
  return domain_of({{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {3, 1}, {3, 3}, {1, 3}},
                   {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 7}, {7, 4}}, {{2, 2}});
}

/// A triangle with an angle of so many degrees at the origin, and sides of unlike lengths there.
inline Domain wedge(double angle_deg) {
  const double angle = angle_deg * std::numbers::pi / 180;
  return domain_of({{0, 0}, {1, 0}, {1.37 * std::cos(angle), 1.37 * std::sin(angle)}},
                   {{0, 1}, {1, 2}, {2, 0}});
}

/// A square with a fan of segments inside that end in the middle of nowhere, and one that meets a
/// side in the middle of it.
inline Domain fan() {
  return domain_of(
      {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {2, 2}, {3, 2}, {3, 2.4}, {1, 2}, {2, 0}, {2, 1}},
      {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {4, 6}, {4, 7}, {8, 9}});
}

/// A square with segments inside of it that do not cross, of which many meet at small angles.
inline Domain random_domain(std::uint64_t seed) {
  isthmus::Random random(seed);
  std::vector<Point> points = {{0, 0}, {1000, 0}, {1000, 1000}, {0, 1000}};
  std::vector<std::pair<int, int>> sides = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  const auto vertex = [&] {
    if (random.below(2) == 0) return static_cast<int>(random.below(points.size()));
    points.push_back({1.0 + static_cast<double>(random.below(999)),
                      1.0 + static_cast<double>(random.below(999))});
    return static_cast<int>(points.size() - 1);
  };
  const auto meets = [&](int a, int b, const std::pair<int, int>& side) {
    const auto [c, d] = side;
    if (a == c || a == d || b == c || b == d) {
      const int shared = a == c || a == d ? a : b;
      const int one = shared == a ? b : a;
      const int other = shared == c ? d : c;
      return one == other || orientation(points[shared], points[one], points[other]) == 0;
    }
    return orientation(points[a], points[b], points[c]) *
                   orientation(points[a], points[b], points[d]) <=
               0 &&
           orientation(points[c], points[d], points[a]) *
                   orientation(points[c], points[d], points[b]) <=
               0;
  };
  for (int i = 0; i < 20; ++i) {
    const std::size_t before = points.size();
    const int a = vertex();
    const int b = vertex();
    const bool fits = a != b && std::ranges::none_of(sides, [&](const std::pair<int, int>& side) {
                        return meets(a, b, side);
                      });
    if (fits) {
      sides.emplace_back(a, b);
    } else {
      points.resize(before);
    }
  }
  return domain_of(std::move(points), sides);
}

}  // namespace meshgen
