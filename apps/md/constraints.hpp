// md/constraints.hpp: lengths that stay, in a group of up to four atoms.
#pragma once

#include <array>
#include <cstdint>

#include "md/vec.hpp"

namespace md {

/// A rigid group: a leader and up to three others, and up to three distances that stay. Atoms are
/// named by their place in the group.
struct RigidGroup {
  struct Length {
    std::int32_t one = 0;
    std::int32_t other = 0;
    double length = 0;
  };
  std::int32_t atom_count = 0;
  std::int32_t length_count = 0;
  std::array<std::int64_t, 4> atoms = {0, 0, 0, 0};  ///< Ids, the leader's first.
  std::array<Length, 3> lengths;
};

/// The atoms of a group as they move; all vectors by place in the group.
struct GroupState {
  std::array<Vec, 4> positions = {};
  std::array<Vec, 4> velocities = {};
  std::array<Vec, 4> accelerations = {};
  std::array<double, 4> inverse_masses = {};
};

/// How nearly the square of a length comes back, relative to it.
constexpr double length_tolerance = 1e-13;

/// Changes velocities, along the present bonds, so that all lengths are right after `timestep`
/// (SHAKE: Ryckaert, Ciccotti and Berendsen 1977; all lengths of the group at once, by Newton's
/// method). False where that does not come to an end.
bool hold_lengths(const RigidGroup& group, double timestep, GroupState& state);

/// Takes out of the velocities what would change lengths (RATTLE: Andersen 1983).
void hold_velocities(const RigidGroup& group, GroupState& state);

/// The virial of the forces that keep the lengths, by mass: of the state's own accelerations.
double constraint_virial(const RigidGroup& group, const GroupState& state);

}  // namespace md
