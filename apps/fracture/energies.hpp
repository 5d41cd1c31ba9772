// fracture/energies.hpp: where the work on the solid went.
#pragma once

#include <array>

#include "fracture/sum.hpp"

namespace fracture {

/// In J. Sums of parts, of all parts together those of the whole solid, in the same bits.
struct Energies {
  Sum kinetic = {};
  Sum strain = {};
  Sum cohesive = {};  ///< Work on sides that have come apart: spent on cracks, or held by them.
  Sum friction = {};  ///< Heat of sides that overlapped and slid.
  Sum external = {};  ///< Work of the grips since the start.
  Sum cracked = {};   ///< m^2 of cracks: area by damage, without the notch.
  Sum apart = {};     ///< Sides that have come apart, without the notch.

  friend Energies operator+(const Energies& a, const Energies& b) {
    return {a.kinetic + b.kinetic,   a.strain + b.strain,     a.cohesive + b.cohesive,
            a.friction + b.friction, a.external + b.external, a.cracked + b.cracked,
            a.apart + b.apart};
  }
  bool operator==(const Energies&) const = default;
  bool is_finite() const {
    return kinetic.is_finite && strain.is_finite && cohesive.is_finite && friction.is_finite &&
           external.is_finite;
  }

  /// What is there less what there was at the start and what came from outside; J.
  double error(const Energies& start) const {
    return kinetic.value() + strain.value() + cohesive.value() + friction.value() -
           external.value() - start.kinetic.value() - start.strain.value();
  }
};

}  // namespace fracture
