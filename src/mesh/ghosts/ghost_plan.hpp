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
  bool is_in_memory = false;          ///< what is there stays: no operation but the first writes it
  bool is_of_step_begin = false;      ///< what the field of this name was when the step began
  std::vector<std::int32_t> of = {};  ///< other fields, whose boundaries it has at some faces

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
  /// How long a window is that begins at the event, at a plane of the depth: as long as that, or
  /// shorter so that those behind it begin where least has to be sent. Of a method of lines that is
  /// behind a step's last substep.
  int length(std::int64_t event, int depth) const;
  /// How many events after the begin of its window an event is, where all windows are as long as
  /// their plane is deep; such as begin where `length` has them begin.
  int into(std::int64_t event, int depth) const;
  /// The most layers that any window of the depth sends or computes, as `length` has them follow
  /// each other: for so many a block needs memory.
  std::int32_t width(int depth) const;
  /// The same of what is left of a window at the event, `left` >= 1 events before its end.
  std::int32_t width_of_rest(std::int64_t event, int left) const;

 private:
  // Operations between two events.
  struct Segment {
    std::vector<std::int32_t> synchronized;  // by the event before them
    bool is_at_begin = false;                // that event is a step's first operation
    std::vector<Operation> operations;
  };

  const Segment& segment(std::size_t event) const { return segments_[event % segments_.size()]; }
  Window make_window(std::size_t first_event, int depth) const;
  /// The first event of a step at which windows of the depth begin, once they have settled.
  int first_begin(int depth) const;

  std::size_t field_count_;
  std::vector<BoundaryPast> pasts_;
  std::vector<Segment> segments_;                  // by the event before them
  std::vector<std::vector<std::size_t>> numbers_;  // of their operations, in the step
  std::vector<std::int32_t> reaches_;              // by operation of the step
  mutable std::map<std::pair<std::size_t, int>, Window> windows_;
  mutable std::map<int, int> first_begins_;  // by depth
};

}  // namespace isthmus::mesh
