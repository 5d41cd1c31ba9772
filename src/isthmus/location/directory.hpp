// isthmus/location/directory.hpp: what one PE believes about where objects are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "isthmus/base/ids.hpp"
#include "isthmus/base/object_id.hpp"

namespace isthmus::engine::location {

/// Where an object was at some time. Each move of the object raises the epoch by one, so that of
/// two records the one with the higher epoch is the newer.
struct Record {
  PeId pe;
  std::uint32_t epoch = 0;

  bool operator==(const Record&) const = default;
};

/// Sets of records: of objects whose home this PE is; of objects that have left this PE, by
/// which messages that come after them are forwarded; and a bounded cache of others. A PE may
/// forget where an object went only once the object's home knows that it has left: then a message
/// that comes here all the same is sent to the home, which knows better, so that nothing circles.
/// Pure data; for one thread.
class Directory {
 public:
  static constexpr std::size_t default_cache_capacity = 65536;

  explicit Directory(std::size_t cache_capacity = default_cache_capacity)
      : cache_capacity_(cache_capacity) {}

  /// The newest record known here.
  std::optional<Record> find(const ObjectId& object) const;
  /// Takes a record unless a newer one is known; returns whether it was taken. `home` says that
  /// this PE is the object's home and must not forget it.
  bool update(const ObjectId& object, Record record, bool home);
  /// The object has left this PE, which is not its home, for `to`. With `home_knows`, that is the
  /// home itself, and the record may be forgotten at once.
  void leave(const ObjectId& object, Record to, bool home_knows = false);
  /// The object's home knows of its move number `epoch`: what this PE knows of moves up to that
  /// may be forgotten.
  void confirm(const ObjectId& object, std::uint32_t epoch);
  void erase(const ObjectId& object);

  /// A place where an object of a collection is or was, for those who know nothing of it.
  struct Known {
    Key key;
    Record record;
  };
  /// All that is known of a collection's objects, by key.
  std::vector<Known> known(CollectionId collection) const;
  std::size_t known_count() const { return homed_.size() + left_.size() + cached_.size(); }
  /// Takes hearsay: from a PE that does not have the object, and which may overtake it. It is good
  /// for a first guess where nothing newer is known, and not for `find`: a message that went astray
  /// must not be sent by it, or it circles until the object has come. Bounded like the cache, and
  /// emptied like it.
  void suppose(const ObjectId& object, Record record);
  std::optional<Record> supposed(const ObjectId& object) const;

  std::size_t cache_capacity() const { return cache_capacity_; }
  bool is_empty() const { return homed_.empty() && left_.empty() && cached_.empty(); }
  std::size_t cached_count() const { return cached_.size(); }
  std::size_t homed_count() const { return homed_.size(); }
  std::size_t left_count() const { return left_.size(); }

 private:
  struct Departure {
    Record record;
    std::uint32_t epoch;  // of the move away from here; the record may have become newer
  };

  void cache(const ObjectId& object, Record record);

  std::size_t cache_capacity_;
  std::unordered_map<ObjectId, Record, ObjectIdHash> homed_;
  std::unordered_map<ObjectId, Departure, ObjectIdHash> left_;
  std::unordered_map<ObjectId, Record, ObjectIdHash> cached_;
  std::unordered_map<ObjectId, Record, ObjectIdHash> supposed_;
};

}  // namespace isthmus::engine::location
