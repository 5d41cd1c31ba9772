// isthmus/location/directory.hpp: what one PE believes about the whereabouts of objects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "isthmus/base/ids.hpp"
#include "isthmus/base/object_id.hpp"

namespace isthmus::location {

/// Where an object was at some time. Each move of the object raises the epoch by one, so that of
/// two records the one with the higher epoch is the newer.
struct Record {
  PeId pe;
  std::uint32_t epoch = 0;

  bool operator==(const Record&) const = default;
};

/// Two sets of records: those this PE must keep because it is the object's home, and a bounded
/// cache of others. Pure data; for one thread.
class Directory {
 public:
  explicit Directory(std::size_t cache_capacity = 65536) : cache_capacity_(cache_capacity) {}

  /// The newest record known here.
  std::optional<Record> find(const ObjectId& object) const;
  /// Takes a record unless a newer one is known; returns whether it was taken. `home` says that
  /// this PE is the object's home and must not forget it.
  bool update(const ObjectId& object, Record record, bool home);
  void erase(const ObjectId& object);

  bool empty() const { return homed_.empty() && cached_.empty(); }
  std::size_t cached_count() const { return cached_.size(); }
  std::size_t homed_count() const { return homed_.size(); }

 private:
  struct Hash {
    std::size_t operator()(const ObjectId& id) const { return hash_of(id); }
  };
  using Records = std::unordered_map<ObjectId, Record, Hash>;

  std::size_t cache_capacity_;
  Records homed_;
  Records cached_;
};

}  // namespace isthmus::location
