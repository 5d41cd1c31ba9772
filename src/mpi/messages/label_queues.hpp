// mpi/messages/label_queues.hpp: numbers that wait in lines, one line for each label.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mpi/messages/label.hpp"

namespace isthmus::engine::mpi {

/// Entries in the order in which they came, in a line for each label and in one of all. Entries and
/// lines lie in two arrays that grow and never shrink, so one that comes and goes takes no memory
/// from the heap, and lines are found by a hash. Serializable; one thread.
class LabelQueues {
  static constexpr std::uint32_t none = UINT32_MAX;

 public:
  struct Entry {
    Label label = {};
    std::uint64_t order = 0;  ///< whatever the owner numbers them by
    std::uint64_t value = 0;
    std::uint32_t before = none, after = none;  ///< of the line of its label
    std::uint32_t older = none, younger = none;
  };

  void push(const Label& label, std::uint64_t order, std::uint64_t value);
  /// The first in the label's line; null where there is no such line.
  const Entry* front(const Label& label) const;
  /// The oldest of all, and the next younger one; null behind the youngest.
  const Entry* oldest() const { return oldest_ == none ? nullptr : &entries_[oldest_]; }
  const Entry* younger(const Entry& than) const {
    return than.younger == none ? nullptr : &entries_[than.younger];
  }
  /// One in the label's line that has the value, or null.
  const Entry* find(const Label& label, std::uint64_t value) const;
  /// It must be one of these.
  void remove(const Entry& entry);
  std::size_t size() const { return count_; }

  void serialize(auto& archive) {
    archive(entries_, lines_, line_count_, count_, free_, oldest_, youngest_);
  }

 private:
  struct Line {
    Label label = {};
    std::uint32_t first = none, last = none;  ///< first == none: nobody's
  };

  /// Where the label's line is, or would be.
  std::size_t place_of(const Label& label) const;
  void grow();
  void remove_line(std::size_t place);

  std::vector<Entry> entries_ = {};
  std::vector<Line> lines_ = {};  ///< a power of two of them, at most half in use
  std::uint64_t line_count_ = 0;
  std::uint64_t count_ = 0;
  std::uint32_t free_ = none;  ///< the first of a list by `after`
  std::uint32_t oldest_ = none, youngest_ = none;
};

}  // namespace isthmus::engine::mpi
