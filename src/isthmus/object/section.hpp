// isthmus/object/section.hpp: the name of a section, which its messages and members carry.
#pragma once

#include <cstdint>

#include "isthmus/base/ids.hpp"
#include "isthmus/base/object_id.hpp"
#include "isthmus/topology/members.hpp"

namespace isthmus::engine {

/// A section as everybody knows it. Its keeper alone knows who its members are: the PE that has
/// made it, which is in the id as in that of every collection, or who stands in for that. Plain
/// data.
struct SectionName {
  CollectionId id;
  std::uint32_t members = 0;  ///< So many it has; that never changes.

  bool operator==(const SectionName&) const = default;
};

/// Where the messages to a section begin and its reductions end.
inline PeId keeper_of(CollectionId section, const topology::Members& members) {
  return members.stand_in(PeId(static_cast<std::uint32_t>((section.value & ~ordered_bit) >> 32)));
}

/// An element that takes part in a section's reductions keeps this of it.
struct Membership {
  SectionName section;
  std::uint32_t contributions = 0;  ///< Reductions of the section that it took part in.
};

}  // namespace isthmus::engine
