#include "md/rigid_groups.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "md/system.hpp"
#include "md/vec.hpp"

namespace md {

namespace {

using isthmus::ErrorCode;
using isthmus::fail;

constexpr double hydrogen_mass_below = 1.5;

struct HeldBond {
  std::int64_t hydrogen;
  double length;
};

// What is bonded to each atom that leads hydrogens.
struct Bonds {
  std::map<std::int64_t, std::vector<HeldBond>> hydrogens;  // by the leader
  std::map<std::int64_t, int> all;                          // bonds of each atom
};

std::size_t place_of(const System& system, std::int64_t id) {
  const auto found = std::ranges::lower_bound(system.atoms, id, {}, &Atom::id);
  return static_cast<std::size_t>(found - system.atoms.begin());
}

double mass_of(const System& system, std::size_t atom) {
  return system.masses[static_cast<std::size_t>(system.atoms[atom].type)];
}

// Of two hydrogens the first one leads.
Bonds bonds_of(const System& system) {
  Bonds bonds;
  const auto is_hydrogen = [&](std::int64_t id) {
    return mass_of(system, place_of(system, id)) < hydrogen_mass_below;
  };
  for (const Term& term : system.topology.terms()) {
    if (term.kind != TermKind::bond) continue;
    auto [one, other] = std::pair(term.atoms[0], term.atoms[1]);
    ++bonds.all[one];
    ++bonds.all[other];
    if (is_hydrogen(one) && (!is_hydrogen(other) || one > other)) std::swap(one, other);
    if (!is_hydrogen(other)) continue;
    const BondType& type = system.topology.bonds[static_cast<std::size_t>(term.type)];
    bonds.hydrogens[one].push_back({other, type.length});
  }
  return bonds;
}

// The distance of two hydrogens whose angle has a type, by the law of cosines.
void close_water(const System& system, RigidGroup& group) {
  for (std::size_t i = 1; i <= 2; ++i) {
    for (const Term& term : system.topology.terms_of(group.atoms[i])) {
      if (term.kind != TermKind::angle || term.atoms[1] != group.atoms[0]) continue;
      if (term.atoms[2] != group.atoms[3 - i]) continue;
      const double angle = system.topology.angles[static_cast<std::size_t>(term.type)].angle;
      const double a = group.lengths[0].length;
      const double b = group.lengths[1].length;
      const double cosine = std::cos(angle * std::numbers::pi / 180);
      group.lengths[2] = {1, 2, std::sqrt(a * a + b * b - 2 * a * b * cosine)};
      group.length_count = 3;
      return;
    }
  }
}

GroupState state_of(const System& system, const RigidGroup& group) {
  GroupState state;
  for (std::size_t i = 0; i < static_cast<std::size_t>(group.atom_count); ++i) {
    const std::size_t atom = place_of(system, group.atoms[i]);
    state.positions[i] = system.atoms[atom].position;
    state.velocities[i] = system.atoms[atom].velocity;
    state.inverse_masses[i] = 1 / mass_of(system, atom);
  }
  return state;
}

// Into the image that is nearest to the leader.
void bring_near(const Atom& leader, Atom& atom, const Box& box) {
  for (std::size_t d = 0; d < 3; ++d) {
    if (!box.periodic[d]) continue;
    const double length = box.length(static_cast<int>(d));
    const double turns = std::round((atom.position[d] - leader.position[d]) / length);
    atom.position[d] -= turns * length;
    atom.image[d] += static_cast<std::int32_t>(turns);
  }
}

}  // namespace

RigidGroups::RigidGroups(std::vector<RigidGroup> groups) : groups_(std::move(groups)) {
  std::ranges::sort(groups_, {}, [](const RigidGroup& group) { return group.atoms[0]; });
}

const RigidGroup* RigidGroups::led_by(std::int64_t atom) const {
  const auto found = std::ranges::lower_bound(
      groups_, atom, {}, [](const RigidGroup& group) { return group.atoms[0]; });
  return found == groups_.end() || found->atoms[0] != atom ? nullptr : &*found;
}

std::int64_t RigidGroups::length_count() const {
  std::int64_t count = 0;
  for (const RigidGroup& group : groups_) count += group.length_count;
  return count;
}

double RigidGroups::reach() const {
  double reach = 0;
  for (const RigidGroup& group : groups_) {
    for (std::size_t k = 0; k + 1 < static_cast<std::size_t>(group.atom_count); ++k) {
      reach = std::max(reach, group.lengths[k].length);
    }
  }
  return reach;
}

bool RigidGroups::hold(const Term& term) const {
  const std::size_t count = atoms_of(term.kind);
  if (count > 3) return false;
  for (std::size_t leader = 0; leader < count; ++leader) {
    const RigidGroup* const group = led_by(term.atoms[leader]);
    if (group == nullptr) continue;
    const auto end = group->atoms.begin() + group->atom_count;
    const bool has_all = std::ranges::all_of(
        std::span(term.atoms).first(count),
        [&](std::int64_t id) { return std::find(group->atoms.begin(), end, id) != end; });
    if (has_all) return count == 2 || group->length_count == group->atom_count;
  }
  return false;
}

isthmus::Expected<RigidGroups> rigid_groups_of(const System& system, const std::string& which) {
  if (which == "none") return RigidGroups();
  const Bonds bonds = bonds_of(system);
  std::vector<RigidGroup> groups;
  std::set<std::int64_t> held;
  for (const auto& [leader, hydrogens] : bonds.hydrogens) {
    const bool may_be_water = hydrogens.size() == 2 && bonds.all.at(leader) == 2;
    if (which == "water" && !may_be_water) continue;
    const std::string name = "atom " + std::to_string(leader);
    if (hydrogens.size() > 3) {
      return fail(ErrorCode::bad_input, name + " has more than three hydrogens", "--rigid",
                  "three at most");
    }
    RigidGroup group;
    group.atoms[0] = leader;
    for (const HeldBond& bond : hydrogens) {
      if (!held.insert(bond.hydrogen).second) {
        return fail(ErrorCode::bad_input,
                    "atom " + std::to_string(bond.hydrogen) + ", a hydrogen, has two bonds",
                    "--rigid", "one at most");
      }
      const auto at = static_cast<std::size_t>(++group.atom_count);
      group.atoms[at] = bond.hydrogen;
      group.lengths[at - 1] = {0, group.atom_count, bond.length};
    }
    group.length_count = group.atom_count++;
    if (may_be_water) close_water(system, group);
    if (which == "hydrogens" || group.length_count == group.atom_count) groups.push_back(group);
  }
  for (const RigidGroup& group : groups) {
    if (!held.contains(group.atoms[0])) continue;
    return fail(ErrorCode::bad_input,
                "atom " + std::to_string(group.atoms[0]) + ", a hydrogen, has two bonds", "--rigid",
                "one at most");
  }
  return RigidGroups(std::move(groups));
}

isthmus::Expected<void> make_rigid(System& system) {
  for (const RigidGroup& group : system.rigid.groups()) {
    const auto count = static_cast<std::size_t>(group.atom_count);
    const Atom& leader = system.atoms[place_of(system, group.atoms[0])];
    for (std::size_t i = 1; i < count; ++i) {
      bring_near(leader, system.atoms[place_of(system, group.atoms[i])], system.box);
    }
    GroupState state = state_of(system, group);
    state.velocities = {};
    if (!hold_lengths(group, 1, state)) {
      return fail(ErrorCode::bad_input,
                  "the bonds of atom " + std::to_string(leader.id) + " are far from their lengths",
                  "--rigid", "atoms nearer to where they should be");
    }
    for (std::size_t i = 0; i < count; ++i) {
      add_to(system.atoms[place_of(system, group.atoms[i])].position, state.velocities[i]);
    }
  }
  hold_velocities(system);
  return {};
}

void hold_velocities(System& system) {
  for (const RigidGroup& group : system.rigid.groups()) {
    GroupState state = state_of(system, group);
    hold_velocities(group, state);
    for (std::size_t i = 0; i < static_cast<std::size_t>(group.atom_count); ++i) {
      system.atoms[place_of(system, group.atoms[i])].velocity = state.velocities[i];
    }
  }
}

}  // namespace md
