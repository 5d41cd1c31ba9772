// isthmus/location/route_cache.hpp: where the last messages to far objects went.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "isthmus/base/ids.hpp"
#include "isthmus/base/object_id.hpp"
#include "isthmus/base/prefetch_lines.hpp"

namespace isthmus::engine::location {

/// Remembers the PE that home and directory named for an object, so that a program that talks to
/// the same neighbours again and again asks them once. An object gives way to the next one of its
/// place, of 256. What it says is as good as the directory's word was: the holder forgets an object
/// when it learns better. For one thread.
///
/// As most PEs talk to few objects, and a simulation has thousands of PEs, the first few stand in a
/// short list, in two or four cache lines; with one more all go to a table of all places, 8 KiB.
class RouteCache {
 public:
  /// None if the object is not remembered.
  PeId find(const ObjectId& object) const { return find(object, hash_of(object)); }
  /// The same where the caller has hash_of(object) already.
  PeId find(const ObjectId& object, std::uint64_t hash) const {
    if (entries_.size() == places) {
      const Entry& entry = entries_[place_of(hash)];
      return entry.object == object ? entry.pe : PeId::none();
    }
    for (const Entry& entry : entries_) {
      if (entry.object == object) return entry.pe;
    }
    return PeId::none();
  }
  void remember(const ObjectId& object, PeId pe) {
    const std::uint64_t hash = hash_of(object);
    if (Entry* const entry = entry_for(hash)) {
      *entry = {object, pe};
      return;
    }
    if (entries_.size() == listed_max) return spread({object, pe});
    if (entries_.empty()) entries_.reserve(listed_max / 2);
    entries_.push_back({object, pe});
  }
  void forget(const ObjectId& object) {
    Entry* const entry = entry_for(hash_of(object));
    if (entry == nullptr || entry->object != object) return;
    if (entries_.size() == places) {
      *entry = Entry();
    } else {
      *entry = entries_.back();
      entries_.pop_back();
    }
  }
  /// A message to some object will be sent soon: a hint that makes it quicker.
  void expect_find() const {
    prefetch_lines(entries_.data(), std::min(entries_.size(), listed_max) * sizeof(Entry));
  }

 private:
  static constexpr std::size_t places = 256;    // a power of two
  static constexpr std::size_t listed_max = 8;  // less than places

  struct Entry {
    ObjectId object;
    PeId pe;
  };

  static std::size_t place_of(std::uint64_t hash) { return hash & (places - 1); }

  /// Of the place that belongs to the hash; null where the list has none.
  Entry* entry_for(std::uint64_t hash) {
    if (entries_.size() == places) return &entries_[place_of(hash)];
    for (Entry& entry : entries_) {
      if (place_of(hash_of(entry.object)) == place_of(hash)) return &entry;
    }
    return nullptr;
  }
  void spread(const Entry& one_more) {
    std::vector<Entry> table(places);
    for (const Entry& entry : entries_) table[place_of(hash_of(entry.object))] = entry;
    table[place_of(hash_of(one_more.object))] = one_more;
    entries_ = std::move(table);
  }

  std::vector<Entry> entries_;  // a list without two of one place, or by place
};

}  // namespace isthmus::engine::location
