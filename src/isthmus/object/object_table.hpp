// isthmus/object/object_table.hpp: the objects of one PE by id.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "isthmus/base/object_id.hpp"
#include "isthmus/base/prefetch_lines.hpp"
#include "isthmus/object/object.hpp"

namespace isthmus::engine {

/// Open addressing with linear probing; 16 bytes a slot, at most half full. For one thread. The key
/// is the object's own id, so an entry costs no copy of it. The slots of two objects are in the
/// table itself: of thousands of simulated PEs each is looked at when it is in no cache.
class ObjectTable {
 public:
  ObjectTable() = default;
  ObjectTable(const ObjectTable&) = delete;
  ObjectTable& operator=(const ObjectTable&) = delete;

  /// Null if there is none.
  Object* find(const ObjectId& id) const { return find(id, hash_of(id)); }
  /// The same where the caller has hash_of(id) already.
  Object* find(const ObjectId& id, std::uint64_t hash) const {
    if (count_ == 0) return nullptr;
    for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.object == nullptr) return nullptr;
      if (slot.hash == hash && slot.object->id() == id) return slot.object;
    }
  }

  /// The id is not in the table.
  void insert(Object& object) {
    if ((count_ + 1) * 2 > mask_ + 1) grow();
    place({hash_of(object.id()), &object});
    ++count_;
  }

  /// The object is in the table.
  void erase(const Object& object);

  std::size_t size() const { return count_; }

  /// Fetches the objects where there are no more than two. Only a hint.
  void expect_find() const {
    for (const Slot& slot : few_) prefetch_lines(slot.object, 2 * cache_line_bytes);
  }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    Object* object = nullptr;
  };

  static constexpr std::size_t few = 4;

  void place(Slot filled) {
    std::size_t at = filled.hash & mask_;
    while (slots_[at].object != nullptr) at = (at + 1) & mask_;
    slots_[at] = filled;
  }
  void grow();

  std::size_t count_ = 0;
  std::size_t mask_ = few - 1;
  Slot* slots_ = few_.data();
  std::array<Slot, few> few_{};
  std::vector<Slot> many_;  // empty while the few are enough
};

}  // namespace isthmus::engine
