// mesh/ghosts/ghost_plan.hpp: what is sent and computed redundantly where neighbours exchange at
// every g-th event alone.
//
// An event is a `synchronize` operation; events are counted over the whole run, so that g, the
// depth, may be smaller or larger than the number of events in a step. From an event where a plane
// exchanges to the next such event is a window. Each plane between blocks has windows of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "mesh/plan.hpp"

namespace isthmus::mesh {

/// What happens at one plane between two of its exchanges.
struct Window {
  /// So many layers of the field's ghosts are filled by the neighbour.
  struct Transfer {
    std::int32_t field;
    std::int32_t layers;
    bool operator==(const Transfer&) const = default;
  };
  /// At the event that begins the window, in the order of fields; by their names at that moment.
  /// These are also fields that the `synchronize` does not name, where they are needed later. They
  /// trust in nothing that the ghosts held before, so this window may follow any other.
  std::vector<Transfer> transfers;
  /// Instead of these, and as far-sighted: what is sent is enough for as long as the field is not
  /// written again, also for later windows of this depth, which may then send `next_transfers`.
  std::vector<Transfer> lasting_transfers;
  /// Instead of these, where the plane's window before was one of the same depth that sent
  /// `lasting_transfers` or `next_transfers`: without what the ghosts still hold.
  std::vector<Transfer> next_transfers;
  /// [e][o]: how many layers beyond the block the o-th operation behind the window's e-th event
  /// computes. Operations up to the next event are counted, be it over the step's end, and all
  /// kinds of them: a rotation has 0.
  std::vector<std::vector<std::int32_t>> layers;

  /// The most layers that are sent or computed: of a field that comes of nothing, none are sent.
  std::int32_t width() const;
};

/// Where a `synchronize` asks for what a field was at boundaries of the whole grid. Ghosts beside
/// them need that, too, though their points inside may have been written since.
struct BoundaryPast {
  bool is_in_memory = false;      ///< what is there stays: no operation but the first writes it
  bool is_of_step_begin = false;  ///< what the field of this name was when the step began

  bool operator==(const BoundaryPast&) const = default;
};

/// The windows of a step's operations. What comes before the first event of a run computes no
/// layers, which is enough where neighbours are read of nothing but what has been synchronized.
///
/// Windows are computed when they are first asked for. One owner, no thread safety.
class GhostPlan {
 public:
  /// Copies what it needs. `pasts` by field; none where they are left out. An exchange brings what
  /// fields were when its step began, so that windows have to see to it for later steps alone.
  GhostPlan(const std::vector<Operation>& step, std::size_t field_count,
            std::vector<BoundaryPast> pasts = {});

  /// How many events a step has; without any there are no windows.
  int events() const { return static_cast<int>(segments_.size()); }
  /// Which operations come behind an event, up to the next one: numbers in the step's list, in the
  /// order of `Window::layers`.
  const std::vector<std::size_t>& behind(std::int64_t event) const {
    return numbers_[static_cast<std::size_t>(event) % numbers_.size()];
  }
  /// The widest stencil of an operation of the step.
  std::int32_t reach(std::size_t operation) const { return reaches_[operation]; }
  /// That of the event of this number in the run (0, 1, ...; also in the step, as they recur), if
  /// the plane exchanges again `depth` events later. depth >= 1. Valid as long as this object.
  const Window& window(std::int64_t first_event, int depth) const;
  /// The greatest of any window of the depth: for so many layers a block needs memory.
  int width(int depth) const;

 private:
  // Operations between two events.
  struct Segment {
    std::vector<std::int32_t> synchronized;  // by the event before them
    bool is_at_begin = false;                // that event is a step's first operation
    std::vector<Operation> operations;
  };

  // Of fields as they are named at a moment.
  using Layers = std::vector<std::int32_t>;
  // A window as far as it can be known without those beside it.
  struct Core {
    Layers needed;  // at its begin
    std::vector<std::vector<std::int32_t>> computed;
  };

  const Segment& segment(std::size_t event) const { return segments_[event % segments_.size()]; }
  const Core& core(std::size_t first_event, int depth) const;
  std::int32_t needed_for_life(std::int32_t field, std::size_t first_event, int depth) const;
  std::optional<std::int32_t> left_by(std::size_t first_event, int depth, std::int32_t field) const;

  std::size_t field_count_;
  std::vector<BoundaryPast> pasts_;
  std::vector<Segment> segments_;                  // by the event before them
  std::vector<std::vector<std::size_t>> numbers_;  // of their operations, in the step
  std::vector<std::int32_t> reaches_;              // by operation of the step
  mutable std::map<std::pair<std::size_t, int>, Core> cores_;
  mutable std::map<std::pair<std::size_t, int>, Window> windows_;
};

}  // namespace isthmus::mesh
