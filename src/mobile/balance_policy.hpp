// mobile/balance_policy.hpp: which PE is asked for work, and which objects go where; on plain data.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mobile/pointer.hpp"

namespace isthmus::mobile {

/// A mobile object with units of work that wait. Plain data.
struct ObjectLoad {
  Pointer pointer;
  double load = 0;  ///< Sum of the hints of its units of work.
};

/// What a PE knows of another one. Plain data.
struct PeLoad {
  PeId pe;
  double load = 0;
};

/// An object and the PE that it is to move to.
struct Transfer {
  Pointer pointer;
  PeId to;

  bool operator==(const Transfer&) const = default;
};

/// PEs that a PE stays in touch with: those at powers of two before and behind it, in a circle. So
/// each has few, and every other PE is few steps away.
std::vector<PeId> neighbours_of(PeId self, int pe_count);

namespace work_stealing {

/// The PEs that one with nothing to do asks for work, in this order: at random, the nearer ones
/// first; those of one node before those of its site before the others, a few of each distance.
std::vector<PeId> victims(const topology::Topology& topology, PeId self, Random& random);

/// The PEs where one that was refused by all leaves word that it takes work: those at powers of two
/// behind it, in a circle (the lifelines of Saraswat et al., PPoPP 2011). Whoever gets work thus
/// reaches all that have none.
std::vector<PeId> lifelines(PeId self, int pe_count);

/// What a PE gives to each of the PEs that have nothing: an equal share of its load for each, as
/// far as objects allow, and an object at least as long as it has more than one. Objects without
/// load stay, and one object with load does.
std::vector<Transfer> gifts(std::span<const ObjectLoad> objects, std::span<const PeId> takers);

}  // namespace work_stealing

namespace diffusion {

/// What a PE shifts to neighbours that have less (Cybenko 1989): to each a part of the difference,
/// 1 / (number of neighbours + 1); but an object at least if that makes the larger of the two loads
/// smaller.
std::vector<Transfer> shifts(std::span<const ObjectLoad> objects,
                             std::span<const PeLoad> neighbours);

/// The load has changed so much since neighbours were told of it that they should know.
bool is_news(double told, double now);

}  // namespace diffusion

}  // namespace isthmus::mobile
