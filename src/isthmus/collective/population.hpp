// isthmus/collective/population.hpp: how many elements take part in each reduction.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace isthmus::engine::collective {

/// A count of elements as a function of the reduction's sequence number: elements are born into one
/// reduction and die before another. Pure data. Takes memory, and time, by the reductions that the
/// elements stand before, and not by how often they come and go.
class Population {
 public:
  /// From reduction `sequence` on there are `delta` more.
  void add(std::uint32_t sequence, std::int64_t delta) {
    if (sequence <= folded_) {
      base_ += delta;
      return;
    }
    const auto at = std::ranges::find(changes_, sequence, &Change::sequence);
    if (at == changes_.end()) {
      changes_.push_back({sequence, delta});
    } else if ((at->delta += delta) == 0) {
      *at = changes_.back();
      changes_.pop_back();
    }
  }
  std::int64_t at(std::uint32_t sequence) const {
    std::int64_t count = base_;
    for (const Change& change : changes_) {
      if (change.sequence <= sequence) count += change.delta;
    }
    return count;
  }
  /// Whether nobody takes part in any reduction before this one, of those not folded.
  bool is_empty_before(std::uint32_t sequence) const {
    return base_ == 0 && std::ranges::none_of(changes_, [&](const Change& change) {
             return change.sequence < sequence;
           });
  }
  /// Nobody will ask about reductions before `sequence` any more.
  void fold(std::uint32_t sequence) {
    folded_ = sequence;
    std::erase_if(changes_, [&](const Change& change) {
      if (change.sequence > sequence) return false;
      base_ += change.delta;
      return true;
    });
  }
  /// Reductions from which on another number takes part, of those not folded.
  std::size_t changes() const { return changes_.size(); }

 private:
  struct Change {
    std::uint32_t sequence;
    std::int64_t delta;
  };

  std::int64_t base_ = 0;
  std::uint32_t folded_ = 0;
  std::vector<Change> changes_;
};

}  // namespace isthmus::engine::collective
