// mpi/communicators/attributes.hpp: what programs keep at objects of MPI (MPI 5.0, 7.7).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "mpi/handles.hpp"

namespace isthmus::engine::mpi {

/// A key of attributes, with the functions that are called when an object of its kind is duplicated
/// or freed.
struct AttributeKey {
  Kind of = Kind::communicator;
  std::uint64_t copy = 0;
  std::uint64_t remove = 0;
  std::uint64_t extra_state = 0;
  bool is_freed = false;  ///< and lasts as long as there are attributes
};

/// The attributes of one object, in the order in which they were set: they are removed in the
/// opposite one. Plain data.
class Attributes {
 public:
  struct Entry {
    std::int32_t key = 0;
    std::uint64_t value = 0;
  };

  std::optional<std::uint64_t> find(std::int32_t key) const {
    const auto found = std::ranges::find(entries_, key, &Entry::key);
    return found == entries_.end() ? std::nullopt : std::optional(found->value);
  }
  void set(std::int32_t key, std::uint64_t value) {
    remove(key);
    entries_.push_back({key, value});
  }
  void remove(std::int32_t key) {
    std::erase_if(entries_, [&](const Entry& entry) { return entry.key == key; });
  }
  const std::vector<Entry>& entries() const { return entries_; }

  void serialize(auto& archive) { archive(entries_); }

 private:
  std::vector<Entry> entries_;
};

/// What becomes of an attribute once the program's function for it has agreed.
struct AttributeStep {
  enum class Then : std::uint8_t {
    nothing,
    set,   ///< another value
    free,  ///< the object
  };

  std::uint64_t object = 0;  ///< a handle, as those below
  std::int32_t key = 0;
  std::uint64_t value = 0;
  std::uint64_t copy = 0;  ///< the new object, of a step that copies
  Then then = Then::nothing;
  std::uint64_t new_value = 0;
  std::uint64_t handle_at = 0;  ///< where the program has the handle of what is freed or made
  std::uint64_t request = 0;    ///< that gets the error, if there is one; 0: the present call
};

}  // namespace isthmus::engine::mpi
