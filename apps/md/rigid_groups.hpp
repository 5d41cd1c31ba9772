// md/rigid_groups.hpp: which atoms of a system keep their distances.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/error.hpp"
#include "md/constraints.hpp"
#include "md/topology.hpp"

namespace md {

struct System;

/// All rigid groups of a system; an atom is in one of them at most.
class RigidGroups {
 public:
  RigidGroups() = default;
  explicit RigidGroups(std::vector<RigidGroup> groups);

  const std::vector<RigidGroup>& groups() const { return groups_; }
  bool empty() const { return groups_.empty(); }
  /// The group whose leader an atom is, or none.
  const RigidGroup* led_by(std::int64_t atom) const;
  /// Lengths that stay, of all groups.
  std::int64_t length_count() const;
  /// The longest way from a leader to another atom of its group.
  double reach() const;
  /// Whether all that a term could change stays as it is.
  bool hold(const Term& term) const;

  void serialize(auto& archive) { archive(groups_); }

 private:
  std::vector<RigidGroup> groups_;  // by the leaders' ids
};

/// "hydrogens": all bonds with atoms of a mass below 1.5, and molecules of water as a whole;
/// "water": these alone; "none". bad_input where an atom has more than three such bonds, or a
/// hydrogen more than one.
isthmus::Expected<RigidGroups> rigid_groups_of(const System& system, const std::string& which);

/// Moves atoms so that all lengths are right, each group's to one image, and takes out of the
/// velocities what would change them. bad_input where atoms are too far off.
isthmus::Expected<void> make_rigid(System& system);

/// Takes out of the velocities what would change lengths, which are right.
void hold_velocities(System& system);

}  // namespace md
