// mesh/driver/course.hpp: a plan and its windows, as all blocks of a process share them.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/ghosts/ghost_plan.hpp"
#include "mesh/plan.hpp"

namespace isthmus::mesh {

/// From an event to the next, at a plane where neighbours exchange `left` events later.
struct Segment {
  std::vector<Window::Transfer> transfers;  ///< what is needed there of ghosts
  std::vector<std::int32_t> field_layers;   ///< the same by field
  std::vector<std::int32_t> layers;         ///< what the operations behind the event compute

  std::int32_t layers_of(std::size_t operation_behind) const {
    return operation_behind < layers.size() ? layers[operation_behind] : 0;
  }
};

/// What is done to begin, in a step, or for what is put out. Begins, but for a step, with an event
/// of its own, from which ghosts are good for all that comes up to the next one.
enum class Phase : std::uint8_t { initial, start, step, analysis };

/// A plan as it is carried out. Immutable but for windows, which are computed when they are first
/// asked for, and found without a lock from then on; any thread.
class Course {
 public:
  explicit Course(Plan plan);
  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;

  const Plan& plan() const { return plan_; }
  /// With an event at the end of a step that has none, so that something ever is exchanged.
  const std::vector<Operation>& operations(Phase phase) const { return of(phase).operations; }
  /// Events of a step.
  int events() const { return of(Phase::step).ghosts->events(); }
  /// That behind the event of this number in the phase, with `left` >= 1; valid as long as this.
  const Segment& segment(Phase phase, std::int64_t event, int left) const;
  /// Of windows of steps, as in GhostPlan.
  int length(std::int64_t event, int depth) const;
  int into(std::int64_t event, int depth) const;
  /// So many layers of ghosts a block has memory for at a plane of the depth.
  std::int32_t storage_layers(int depth) const;
  /// And for what is left there of a window of steps, `left` >= 1 events from the event on.
  std::int32_t storage_layers_of_rest(std::int64_t event, int left) const;
  /// The same at the faces of the whole grid.
  std::int32_t boundary_width() const { return boundary_width_; }
  /// Of a step, for a point.
  double flops() const;

 private:
  /// Segments of windows that end later than that are looked up under the lock each time.
  static constexpr int found_left_max = 16;

  struct Part {
    std::vector<Operation> operations;
    std::unique_ptr<GhostPlan> ghosts;
    // By event and what is left: null where nobody has asked yet. All blocks ask at each event.
    mutable std::vector<std::atomic<const Segment*>> found = {};
  };
  const Part& of(Phase phase) const { return parts_[static_cast<std::size_t>(phase)]; }
  const Segment& find_or_make(Phase phase, std::int64_t event, int left) const;

  Plan plan_;
  std::int32_t boundary_width_;
  std::array<Part, 4> parts_;
  mutable std::mutex lock_;
  mutable std::map<std::tuple<Phase, std::int64_t, int>, Segment> segments_;  // under the lock
};

/// Makes the plan of a job from a description, which is sent to all processes: the text of a
/// parameter file, say.
using PlanMaker = std::function<Expected<Plan>(const std::string& description)>;

/// Functions do not travel, so every process makes the plan itself. To be called in every process
/// before isthmus::run, once.
void set_plan_maker(PlanMaker maker);

/// The course of that description, made where it is asked for the first time in the process, and
/// shared. Throws std::runtime_error where it cannot be made, which ends the job with that line.
/// Any thread.
std::shared_ptr<const Course> course_of(const std::string& description);

}  // namespace isthmus::mesh
