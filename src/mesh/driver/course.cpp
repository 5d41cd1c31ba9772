#include "mesh/driver/course.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>
#include <tuple>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/boundaries.hpp"
#include "mesh/driver/serial_mesh.hpp"

namespace isthmus::mesh {
namespace {

Operation event_of_all() {
  Operation event;
  event.kind = Operation::Kind::synchronize;
  event.name = "ghosts";
  return event;
}

bool is_event(const Operation& operation) { return operation.kind == Operation::Kind::synchronize; }

std::vector<Operation> behind_an_event(const std::vector<Operation>& operations) {
  std::vector<Operation> all{event_of_all()};
  std::ranges::copy(operations, std::back_inserter(all));
  return all;
}

/// A step up to its first event.
std::vector<Operation> begin_of(const std::vector<Operation>& step) {
  const auto first = std::ranges::find_if(step, is_event);
  return behind_an_event({step.begin(), first});
}

}  // namespace

Course::Course(Plan plan) : plan_(std::move(plan)), boundary_width_(mesh::boundary_width(plan_)) {
  std::vector<Operation> step = plan_.step;
  if (std::ranges::none_of(step, is_event)) step.push_back(event_of_all());
  const auto set = [&](Phase phase, std::vector<Operation> operations) {
    Part& part = parts_[static_cast<std::size_t>(phase)];
    part.operations = std::move(operations);
    part.ghosts = std::make_unique<GhostPlan>(part.operations, plan_.fields.size(),
                                              pasts_of(plan_, phase == Phase::step));
    const auto events = static_cast<std::size_t>(part.ghosts->events());
    part.found = std::vector<std::atomic<const Segment*>>(events * found_left_max);
  };
  set(Phase::initial, behind_an_event(plan_.initial));
  set(Phase::start, begin_of(step));
  set(Phase::analysis, behind_an_event(plan_.analysis));
  set(Phase::step, std::move(step));
}

const Segment& Course::segment(Phase phase, std::int64_t event, int left) const {
  if (left > found_left_max) return find_or_make(phase, event, left);
  const Part& part = of(phase);
  const auto in_phase = static_cast<std::size_t>(event % part.ghosts->events());
  std::atomic<const Segment*>& found =
      part.found[in_phase * found_left_max + static_cast<std::size_t>(left - 1)];
  const Segment* segment = found.load(std::memory_order_acquire);
  if (segment == nullptr) {
    segment = &find_or_make(phase, event, left);
    found.store(segment, std::memory_order_release);
  }
  return *segment;
}

const Segment& Course::find_or_make(Phase phase, std::int64_t event, int left) const {
  const std::scoped_lock guard(lock_);
  const Part& part = of(phase);
  const std::int64_t in_phase = event % part.ghosts->events();
  const auto [found, is_new] = segments_.try_emplace({phase, in_phase, left});
  Segment& segment = found->second;
  if (is_new) {
    const Window& window = part.ghosts->window(in_phase, left);
    segment.transfers = window.transfers;
    segment.field_layers.assign(plan_.fields.size(), 0);
    for (const auto& transfer : window.transfers) {
      segment.field_layers[static_cast<std::size_t>(transfer.field)] = transfer.layers;
    }
    segment.layers = window.layers.front();
  }
  return segment;
}

int Course::length(std::int64_t event, int depth) const {
  // Such a window is never cut short, and blocks ask for it at each event.
  if (depth == 1) return 1;
  const std::scoped_lock guard(lock_);
  return of(Phase::step).ghosts->length(event, depth);
}

int Course::into(std::int64_t event, int depth) const {
  const std::scoped_lock guard(lock_);
  return of(Phase::step).ghosts->into(event, depth);
}

std::int32_t Course::storage_layers(int depth) const {
  const std::scoped_lock guard(lock_);
  std::int32_t most = of(Phase::step).ghosts->width(depth);
  for (const Phase phase : {Phase::initial, Phase::start, Phase::analysis}) {
    most = std::max(most, of(phase).ghosts->width(1));
  }
  return most;
}

std::int32_t Course::storage_layers_of_rest(std::int64_t event, int left) const {
  const std::scoped_lock guard(lock_);
  return of(Phase::step).ghosts->width_of_rest(event, left);
}

double Course::flops() const {
  double flops = 0;
  for (const Operation& operation : operations(Phase::step)) flops += operation.flops;
  return flops;
}

namespace {

/// Of the process.
struct Courses {
  std::mutex lock;
  PlanMaker maker;
  std::map<std::string, std::shared_ptr<const Course>> made;
};

Courses& courses() {
  static Courses all;
  return all;
}

}  // namespace

void set_plan_maker(PlanMaker maker) {
  Courses& all = courses();
  const std::scoped_lock guard(all.lock);
  all.maker = std::move(maker);
  all.made.clear();
}

std::shared_ptr<const Course> course_of(const std::string& description) {
  Courses& all = courses();
  const std::scoped_lock guard(all.lock);
  std::shared_ptr<const Course>& course = all.made[description];
  if (course == nullptr) {
    ISTHMUS_ASSERT(all.maker != nullptr);
    Expected<Plan> plan = all.maker(description);
    if (!plan) throw std::runtime_error(plan.error().text());
    course = std::make_shared<Course>(std::move(*plan));
  }
  return course;
}

}  // namespace isthmus::mesh
