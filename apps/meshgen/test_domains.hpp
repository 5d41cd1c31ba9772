// meshgen/test_domains.hpp: domains for tests.
#pragma once

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

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

}  // namespace meshgen
