// isthmus/base/object_id.hpp: the name of an object, wherever it lives.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

#include "isthmus/base/ids.hpp"

namespace isthmus::engine {

/// An array, a group, or the set of all single chares. Unique in a job: the creating PE in the
/// upper half, a serial number of that PE in the lower; the highest bit where its elements get
/// messages in order, so that every sender knows.
using CollectionId = Id<struct CollectionTag, std::uint64_t>;

inline constexpr std::uint64_t ordered_bit = std::uint64_t{1} << 63;
constexpr bool is_ordered(CollectionId id) { return (id.value & ordered_bit) != 0; }

/// An index packed into 128 bits; what the bits mean is known to the index type alone.
struct Key {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  constexpr auto operator<=>(const Key&) const = default;
};

/// An object of a job.
struct ObjectId {
  CollectionId collection;
  Key key;

  constexpr auto operator<=>(const ObjectId&) const = default;
};

/// A hash that scatters into its upper bits, the same in every build: three odd multipliers, so
/// that neighbours along any coordinate differ (Knuth, vol. 3, 6.4).
constexpr std::uint64_t hash_of(const ObjectId& id) {
  const std::uint64_t hash = id.key.low * 0x9e3779b97f4a7c15ull +
                             id.key.high * 0xbf58476d1ce4e5b9ull +
                             id.collection.value * 0x94d049bb133111ebull;
  return hash ^ (hash >> 32);
}

/// The same for unordered containers.
struct ObjectIdHash {
  std::size_t operator()(const ObjectId& id) const { return hash_of(id); }
};

}  // namespace isthmus::engine

namespace isthmus {

using engine::CollectionId;
using engine::Key;
using engine::ObjectId;

}  // namespace isthmus
