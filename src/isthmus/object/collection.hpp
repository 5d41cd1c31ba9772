// isthmus/object/collection.hpp: an array or group, as a whole and as one PE has it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "isthmus/base/object_id.hpp"
#include "isthmus/location/policy.hpp"
#include "isthmus/object/creation_image.hpp"
#include "isthmus/object/index.hpp"
#include "isthmus/object/object.hpp"

namespace isthmus::engine {

/// What every PE knows of a collection; made from its creation message.
struct Collection {
  CollectionId id;
  const ObjectType* type = nullptr;  ///< Null for the collection of single chares.
  Extent extent;                     ///< Of a dense array; not bounded for others.
  /// Where an element starts. Pure.
  std::function<PeId(const Key&)> origin;
  /// The PE that always learns where an element is, if the location policy tells it. Pure.
  std::function<PeId(const Key&)> home;
  /// How elements that move are kept track of.
  const location::Policy* policy = nullptr;
  bool is_group = false;  ///< An element on each PE, which stays there.
  /// Whether an element of this index may exist; for errors that name it at once.
  std::function<bool(const Key&)> contains;
};

/// The part of a collection that lives on one PE. Used by its thread alone; lives as long as it.
struct LocalCollection {
  Collection shared;
  Objects* host = nullptr;
  std::uint32_t number = 0;  ///< Consecutive on this PE; for side tables of the rooms above.
  std::vector<Object*> elements;
  /// How to make it again; null but on the first PE of each process.
  std::unique_ptr<CreationImage> creation;
  bool adapts = false;           ///< Its location policy is chosen here, see adaptation.hpp.
  std::uint32_t broadcasts = 0;  ///< The last one that was handed out here, see broadcasts.hpp.
  std::uint64_t departures = 0;  ///< Elements that have left this PE for another one.

  /// "Block[3,4]" for an index of this collection.
  std::string text_of(const Key& key) const;
  /// "Block #3": its class, and its number among those that the job's first PE has made, or "Block
  /// #3 of PE 5".
  std::string text() const;
};

inline Objects& Object::host() const { return *collection().host; }

}  // namespace isthmus::engine
