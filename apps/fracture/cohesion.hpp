// fracture/cohesion.hpp: what holds the two sides of a crack together, and what keeps them apart.
#pragma once

#include <array>
#include <cstdint>

#include "fracture/tensor.hpp"

namespace fracture {

/// Units are SI.
struct Cohesion {
  bool breaks = true;      ///< Else nothing does.
  double strength = 3e6;   ///< Pa; where the traction on a side is more, the side comes apart.
  double toughness = 100;  ///< J/m^2 that it takes to open a crack.
  double shear = 1;        ///< Weight of sliding beside opening (beta of Camacho and Ortiz).
  double scatter = 0;      ///< Sides' strengths differ by up to this share, up and down.
  std::uint64_t seed = 1;  ///< Of the scatter.
  double penalty = 1;      ///< Of overlapping: Young's modulus over the side's size, times this.
  double friction = 0;     ///< Coulomb's coefficient of sides that overlap.
};

/// The effective traction: that of opening and, by 1 / beta, of sliding (Camacho and Ortiz 1996,
/// 3); without friction where the sides are pressed together.
double effective_traction(const Cohesion& cohesion, const Vec& traction, const Vec& normal);

/// From 1 - scatter to 1 + scatter, by the side's first element and its side there.
double strength_factor(const Cohesion& cohesion, std::int32_t element, std::int32_t side);

/// One of three points of a side that has come apart, each of which stands for a third of it.
struct CohesivePoint {
  double worst = 0;   ///< The greatest opening so far, m.
  double work = 0;    ///< Done on it so far, J/m^2: what was spent and what it holds.
  double heat = 0;    ///< Of that work, what friction took.
  Vec opening = {};   ///< The last, m.
  Vec traction = {};  ///< The last, Pa.
  Vec slipped = {};   ///< How far the sides have slipped on each other, m.
  Vec rubbing = {};   ///< The last traction of friction, Pa.
};

/// A side that has come apart. The traction falls in proportion to the greatest opening, from what
/// it was at first to nothing where the work is the toughness; it goes back to nothing in a
/// straight line when the crack closes (Camacho and Ortiz 1996). Where the sides overlap, a penalty
/// presses them apart, and friction resists sliding: as stiff as the penalty up to its coefficient
/// times the pressure, where the sides slip (Coulomb's law made regular; Wriggers 2006, 5.2).
struct CohesiveSide {
  double peak = 0;       ///< The effective traction at first, Pa; 0: a notch, nothing holds.
  Vec first = {};        ///< The traction at first.
  double stiffness = 0;  ///< Of overlapping, Pa/m.
  std::array<CohesivePoint, 3> points = {};

  double last_opening(const Cohesion& cohesion) const {
    return peak > 0 ? 2 * cohesion.toughness / peak : 0;
  }
  /// From 0 to 1, which is a crack; of its points the mean.
  double damage(const Cohesion& cohesion) const;
};

/// What the node k of a side counts for its cohesive point p. Of three nodes each has a point of
/// its own; of six, the points lie inside, at 2/3 of the way to each corner, where the rule of
/// degree 2 is (at the corners themselves those would count for nothing).
constexpr double cohesive_share(std::size_t nodes, std::size_t p, std::size_t k) {
  if (nodes == 3) return p == k ? 1 : 0;
  if (k < 3) return p == k ? 2.0 / 9 : -1.0 / 9;
  return p == k - 3 || p == (k - 2) % 3 ? 4.0 / 9 : 1.0 / 9;
}

/// Adds what comes of a value at node k to the values at a side's points.
inline void add_shares(std::size_t nodes, std::size_t k, const Vec& value,
                       std::array<Vec, 3>& points) {
  for (std::size_t p = 0; p < 3; ++p) {
    const double share = cohesive_share(nodes, p, k);
    if (share != 0) points[p] += share * value;
  }
}
/// What comes of the values at a side's points for node k.
inline Vec sum_of_shares(std::size_t nodes, std::size_t k, const std::array<Vec, 3>& points) {
  Vec sum = {};
  for (std::size_t p = 0; p < 3; ++p) {
    const double share = cohesive_share(nodes, p, k);
    if (share != 0) sum += share * points[p];
  }
  return sum;
}

/// The traction at a point, on the first side, from there on to `opening`, which is how far the
/// second side is from it. Counts the work.
Vec pull(const Cohesion& cohesion, const CohesiveSide& side, CohesivePoint& point,
         const Vec& opening, const Vec& normal);

}  // namespace fracture
