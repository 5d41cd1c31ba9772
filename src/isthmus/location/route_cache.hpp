// isthmus/location/route_cache.hpp: where the last messages to far objects went.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "isthmus/base/ids.hpp"
#include "isthmus/base/object_id.hpp"

namespace isthmus::location {

/// Remembers the PE that home and directory named for an object, so that a program that talks to
/// the same neighbours again and again asks them once. Direct-mapped: an entry gives way to the
/// next object of its place. What it says is as good as the directory's word was: the holder
/// forgets an object when it learns better. For one thread.
class RouteCache {
 public:
  /// None if the object is not remembered.
  PeId find(const ObjectId& object) const { return find(object, hash_of(object)); }
  /// The same where the caller has hash_of(object) already.
  PeId find(const ObjectId& object, std::uint64_t hash) const {
    const Entry& entry = entries_[hash & (size - 1)];
    return entry.object == object ? entry.pe : PeId::none();
  }
  void remember(const ObjectId& object, PeId pe) { entries_[place_of(object)] = {object, pe}; }
  void forget(const ObjectId& object) {
    Entry& entry = entries_[place_of(object)];
    if (entry.object == object) entry = Entry();
  }

 private:
  static constexpr std::size_t size = 256;  // a power of two; 8 KiB

  struct Entry {
    ObjectId object;
    PeId pe;
  };

  static std::size_t place_of(const ObjectId& object) { return hash_of(object) & (size - 1); }

  std::vector<Entry> entries_ = std::vector<Entry>(size);
};

}  // namespace isthmus::location
