#include "meshgen/polygon.hpp"

#include <algorithm>

namespace meshgen {

namespace {

// Any triangulation of a simple polygon whose corners are not all on one line: ears, the one with
// the largest least angle first. False where there is none.
bool cut_ears(std::span<const Point> rim, std::vector<std::array<int, 3>>& found) {
  const auto at = [&](int place) -> const Point& { return rim[place]; };
  std::vector<int> left;
  for (int i = 0; i < std::ssize(rim); ++i) left.push_back(i);
  while (left.size() > 2) {
    const int count = static_cast<int>(left.size());
    int best = -1;
    double best_angle = -1;
    for (int i = 0; i < count; ++i) {
      const std::array<int, 3> ear{left[(i + count - 1) % count], left[i], left[(i + 1) % count]};
      if (orientation(at(ear[0]), at(ear[1]), at(ear[2])) <= 0) continue;
      const bool is_free = std::ranges::none_of(left, [&](int other) {
        if (std::ranges::find(ear, other) != ear.end()) return false;
        return orientation(at(ear[0]), at(ear[1]), at(other)) >= 0 &&
               orientation(at(ear[1]), at(ear[2]), at(other)) >= 0 &&
               orientation(at(ear[2]), at(ear[0]), at(other)) >= 0;
      });
      const double angle = is_free ? least_angle_deg(at(ear[0]), at(ear[1]), at(ear[2])) : -1;
      if (angle > best_angle) {
        best = i;
        best_angle = angle;
      }
    }
    if (best < 0) return false;
    found.push_back({left[(best + count - 1) % count], left[best], left[(best + 1) % count]});
    left.erase(left.begin() + best);
  }
  return true;
}

// Lawson's flips (1977), of the few edges inside the hole.
void flip_to_delaunay(std::span<const Point> rim, std::vector<std::array<int, 3>>& found) {
  const auto at = [&](int place) -> const Point& { return rim[place]; };
  const auto flip_one = [&] {
    for (auto& one : found) {
      for (auto& other : found) {
        if (&one == &other) continue;
        for (int i = 0; i < 3; ++i) {
          const int from = one[(i + 1) % 3];
          const int to = one[(i + 2) % 3];
          for (int k = 0; k < 3; ++k) {
            if (other[(k + 1) % 3] != to || other[(k + 2) % 3] != from) continue;
            const int apex = one[i];
            const int far = other[k];
            if (in_circle(at(one[0]), at(one[1]), at(one[2]), at(far)) <= 0) continue;
            one = {apex, from, far};
            other = {apex, far, to};
            return true;
          }
        }
      }
    }
    return false;
  };
  while (flip_one()) {
  }
}

}  // namespace

std::optional<std::vector<std::array<int, 3>>> triangulate_polygon(std::span<const Point> rim) {
  std::vector<std::array<int, 3>> found;
  if (rim.size() < 3 || !cut_ears(rim, found)) return std::nullopt;
  flip_to_delaunay(rim, found);
  return found;
}

}  // namespace meshgen
