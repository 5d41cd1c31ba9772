// isthmus/object/object_table.hpp: the objects of one PE by id.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "isthmus/base/object_id.hpp"
#include "isthmus/object/object.hpp"

namespace isthmus {

/// Open addressing with linear probing; 16 bytes a slot, at most half full. For one thread. The key
/// is the object's own id, so an entry costs no copy of it.
class ObjectTable {
 public:
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
    if ((count_ + 1) * 2 > slots_.size()) grow();
    place({hash_of(object.id()), &object});
    ++count_;
  }

  /// The object is in the table.
  void erase(const Object& object);

  std::size_t size() const { return count_; }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    Object* object = nullptr;
  };

  void place(Slot filled) {
    std::size_t at = filled.hash & mask_;
    while (slots_[at].object != nullptr) at = (at + 1) & mask_;
    slots_[at] = filled;
  }
  void grow();

  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  std::size_t count_ = 0;
};

}  // namespace isthmus
