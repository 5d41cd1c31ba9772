#include "isthmus/object/object_table.hpp"

#include <algorithm>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine {

namespace {

constexpr std::size_t least_many = 16;

}  // namespace

void ObjectTable::erase(const Object& object) {
  std::size_t at = hash_of(object.id()) & mask_;
  while (slots_[at].object != &object) {
    ISTHMUS_ASSERT(slots_[at].object != nullptr);
    at = (at + 1) & mask_;
  }
  // Close the gap: an entry behind it moves up unless that would put it before its own place
  // (Knuth, vol. 3, 6.4, algorithm R).
  std::size_t gap = at;
  for (std::size_t next = (gap + 1) & mask_; slots_[next].object != nullptr;
       next = (next + 1) & mask_) {
    const std::size_t home = slots_[next].hash & mask_;
    if (((next - home) & mask_) >= ((next - gap) & mask_)) {
      slots_[gap] = slots_[next];
      gap = next;
    }
  }
  slots_[gap] = Slot();
  --count_;
}

void ObjectTable::grow() {
  const std::vector<Slot> old(slots_, slots_ + mask_ + 1);
  mask_ = std::max(old.size() * 2, least_many) - 1;
  few_ = {};
  many_.assign(mask_ + 1, Slot());
  slots_ = many_.data();
  for (const Slot& slot : old) {
    if (slot.object != nullptr) place(slot);
  }
}

}  // namespace isthmus::engine
