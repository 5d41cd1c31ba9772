// mesh/ghosts/strip.hpp: a periodic row of cells, cut into blocks, that judges windows in tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mesh/ghosts/ghost_plan.hpp"
#include "mesh/plan.hpp"

namespace isthmus::mesh {

/// Cells of all fields. A value is a hash of all that it was computed from, so one that comes of a
/// wrong or an old neighbour is another one.
class Row {
 public:
  using Value = std::uint64_t;

  /// From `first` on; each value is one of its own.
  Row(std::int32_t first, std::int32_t size, std::size_t fields, std::uint64_t seed);

  Value& at(std::size_t field, std::int32_t cell) {
    return values_[field][static_cast<std::size_t>(cell - first_)];
  }
  /// Cells begin <= cell < end. Where `is_periodic`, neighbours are found beyond the row's ends.
  /// At another time the same operation on the same values gives other values.
  void compute(const Operation& operation, std::uint64_t time, std::int32_t begin, std::int32_t end,
               bool is_periodic);
  void rotate(const std::vector<std::int32_t>& fields);
  std::int32_t size() const { return static_cast<std::int32_t>(values_.front().size()); }
  std::size_t fields() const { return values_.size(); }

 private:
  std::int32_t first_;
  std::vector<std::vector<Value>> values_;  // by field, then by cell
};

/// The whole row and the blocks that it is cut into, side by side. `step` and `plan` must outlive
/// it.
class Strip {
 public:
  /// As many blocks as depths; each entry has those of the plane in front of the block, one for
  /// each of its windows, over and over. Windows are as long as the plan says.
  Strip(const std::vector<Operation>& step, std::size_t fields, const GhostPlan& plan,
        const std::vector<std::vector<int>>& depths);

  /// Runs for some events, and counts the values in blocks that are not those of the whole row,
  /// behind each operation.
  std::int64_t differences(int events);

 private:
  struct Plane {
    std::vector<int> depths;
    std::size_t window = 0;  // how many there were before this one
    std::int64_t begun = 0;  // the event that this one began with
    int length = 0;
  };
  struct Block {
    std::int32_t begin;
    std::int32_t end;
    Row values;  // with ghosts
  };

  void begin_blocks();
  void pass_event(std::int64_t event);
  void exchange(std::size_t plane);
  void carry_out(const Operation& operation, std::int64_t event, std::size_t behind);
  std::int64_t count_differences();

  const std::vector<Operation>& step_;
  const GhostPlan& plan_;
  std::uint64_t time_ = 0;     // operations that were carried out
  std::vector<Plane> planes_;  // in front of the block of the same number
  std::int32_t ghosts_;
  Row whole_;
  std::vector<Block> blocks_;
};

/// The values that are wrong where one block, whose ghosts are wrong but for what the window
/// transfers, goes through the window.
std::int64_t window_differences(const std::vector<Operation>& step, std::size_t fields,
                                int first_event, const Window& window);

}  // namespace isthmus::mesh
