// md/cross_map.hpp: an energy by two angles, given at points and smooth between them; plain data.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace md {

/// What a parameter file says of a cross-term (CMAP; MacKerell, Feig and Brooks 2004): the energy
/// at points x points pairs of angles, from -180 degrees on; the second one's go first.
struct CrossType {
  int points = 0;
  std::vector<double> energies;
};

/// A bicubic function through the points, of angles that go round. Slopes at the points are those
/// of periodic cubic splines.
class CrossMap {
 public:
  CrossMap() = default;
  explicit CrossMap(const CrossType& type);

  struct Value {
    double energy = 0;
    std::array<double, 2> slopes = {0, 0};  ///< By each angle, in radians.
  };
  /// Of two angles from -pi to pi.
  Value at(double one, double other) const;

  void serialize(auto& archive) { archive(points_, corners_); }

 private:
  /// Energy, its slopes by the first and the second angle, and that by both; angles in points.
  using Corner = std::array<double, 4>;

  const Corner& corner(int one, int other) const {
    return corners_[static_cast<std::size_t>(one % points_ * points_ + other % points_)];
  }

  int points_ = 0;
  std::vector<Corner> corners_;
};

}  // namespace md
