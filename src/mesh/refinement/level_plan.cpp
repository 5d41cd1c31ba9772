#include "mesh/refinement/level_plan.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "mesh/driver/boundaries.hpp"
#include "mesh/flesh/plan_boundaries.hpp"
#include "mesh/flesh/plan_check.hpp"

namespace isthmus::mesh {
namespace {

bool is_event(const Operation& operation) { return operation.kind == Operation::Kind::synchronize; }

/// Layers of each field that are right while initial data are made. Memory begins as zeros, which
/// is what all points of a field have that nobody writes.
class Spread {
 public:
  Spread(std::size_t fields, std::int32_t layers) : layers_(layers), right_(fields, layers) {}

  const std::vector<std::int32_t>& right() const { return right_; }
  /// Returns how many layers it computes.
  std::int32_t compute(const Operation& operation) {
    if (operation.holds_ghosts) return 0;
    std::int32_t computed = layers_;
    for (const auto& [field, layers] : operation.reads) {
      computed = std::min(computed, right_[static_cast<std::size_t>(field)] - layers);
    }
    computed = std::max(computed, 0);
    for (const std::int32_t field : operation.writes) {
      right_[static_cast<std::size_t>(field)] = computed;
    }
    return computed;
  }
  void rotate(const std::vector<std::int32_t>& fields) {
    std::vector<std::int32_t> behind = right_;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      behind[static_cast<std::size_t>(fields[(i + 1) % fields.size()])] =
          right_[static_cast<std::size_t>(fields[i])];
    }
    right_ = std::move(behind);
  }

 private:
  std::int32_t layers_;
  std::vector<std::int32_t> right_;
};

std::vector<Segment> segments_at_begin(const Course& course, std::int32_t layers,
                                       std::vector<std::int32_t>* at_end) {
  Spread spread(course.plan().fields.size(), layers);
  std::vector<Segment> segments;
  for (const Operation& operation : course.operations(Phase::initial)) {
    if (is_event(operation)) {
      segments.push_back({.transfers = {}, .field_layers = spread.right(), .layers = {}});
      continue;
    }
    const bool computes = operation.kind == Operation::Kind::compute;
    segments.back().layers.push_back(computes ? spread.compute(operation) : 0);
    if (!computes) spread.rotate(operation.fields);
  }
  if (at_end != nullptr) *at_end = spread.right();
  return segments;
}

std::unexpected<Error> wrong(std::string what, std::string expected) {
  return fail(ErrorCode::bad_input, std::move(what), "refinement", std::move(expected));
}

std::int32_t level_count(const Plan& plan, std::int32_t function) {
  return static_cast<std::int32_t>(std::ranges::count_if(
      plan.fields, [&](const Field& field) { return field.id.function == function; }));
}

/// Fields that a level has to have in its ghosts: for two steps, for an analysis, or since their
/// boundaries ask for what was.
std::set<std::int32_t> state_of(const Course& course) {
  std::set<std::int32_t> state;
  for (const Phase phase : {Phase::step, Phase::analysis}) {
    const std::vector<Segment> segments = open_segments(course, phase, 0);
    for (const auto& transfer : segments.front().transfers) state.insert(transfer.field);
  }
  const Plan& plan = course.plan();
  // Also what is carried on point by point: a finer level that is new has to get it from somewhere.
  for (const std::int32_t field : read_from_before(plan)) state.insert(field);
  std::set<std::int32_t> synchronized;
  for (const Operation& operation : plan.step) {
    if (is_event(operation)) synchronized.insert(operation.fields.begin(), operation.fields.end());
  }
  for (const std::int32_t field : synchronized) {
    for (std::size_t d = 0; d < dimension_count; ++d) {
      for (const std::size_t side : {0U, 1U}) {
        if (needs_past(plan, field, {d, side})) state.insert(field);
      }
    }
  }
  return state;
}

}  // namespace

std::vector<std::int32_t> inherited_fields(const Plan& plan) {
  std::vector<std::int32_t> fields;
  for (const Operation& operation : plan.initial) {
    if (!operation.inherits) continue;
    const std::int32_t field = operation.reads.front().field;
    if (std::ranges::find(fields, field) == fields.end()) fields.push_back(field);
  }
  return fields;
}

Plan with_event_at_begin(Plan plan) {
  Operation event;
  event.kind = Operation::Kind::synchronize;
  event.name = "levels";
  plan.step.insert(plan.step.begin(), std::move(event));
  return plan;
}

std::vector<Segment> open_segments(const Course& course, Phase phase, std::int32_t layers) {
  if (phase == Phase::initial) return segments_at_begin(course, layers, nullptr);
  const auto in_phase =
      static_cast<std::int32_t>(std::ranges::count_if(course.operations(phase), is_event));
  // At the start nothing is done behind the one event that counts.
  const std::int32_t events =
      phase == Phase::step ? substeps * in_phase : (phase == Phase::start ? 1 : in_phase);
  std::vector<Segment> segments;
  for (std::int32_t event = 0; event < events; ++event) {
    segments.push_back(course.segment(phase, event, events - event));
  }
  return segments;
}

std::vector<std::int32_t> layers_at_begin(const Course& course, std::int32_t layers) {
  std::vector<std::int32_t> at_end;
  segments_at_begin(course, layers, &at_end);
  return at_end;
}

Expected<LevelPlan> level_plan_of(const Course& course) {
  const Plan& plan = course.plan();
  LevelPlan result;
  for (const Phase phase : {Phase::step, Phase::analysis}) {
    for (const Segment& segment : open_segments(course, phase, 0)) {
      for (const auto& transfer : segment.transfers) {
        result.layers = std::max(result.layers, transfer.layers);
      }
      for (const std::int32_t layers : segment.layers) {
        result.layers = std::max(result.layers, layers);
      }
    }
  }
  // Their differences have neighbours.
  if (!inherited_fields(plan).empty()) result.layers = std::max(result.layers, 1);
  const std::vector<std::int32_t> at_begin = layers_at_begin(course, result.layers);
  for (const std::int32_t number : state_of(course)) {
    const Field& field = plan.fields[static_cast<std::size_t>(number)];
    if (field.is_staggered) {
      return wrong(field.name + " is at the centres of cells", "fields at points");
    }
    const std::int32_t first = plan.first_fields[static_cast<std::size_t>(field.id.function)];
    const bool lacks = at_begin[static_cast<std::size_t>(number)] < result.layers;
    ProlongedField prolonged{number, time_sources(first, field.id.level), lacks};
    const std::int32_t levels = level_count(plan, field.id.function);
    if (prolonged.sources.back().field - first >= levels) {
      return wrong(field.name + " is interpolated in time, from " + std::to_string(levels) +
                       " levels of its function",
                   "a function of " + std::to_string(prolonged.sources.back().field - first + 1) +
                       " time levels");
    }
    if (lacks && field.id.level > 0) {
      return wrong("the initial data of " + field.name + " are computed from neighbours",
                   "point by point, or a function of one time level");
    }
    result.prolonged.push_back(std::move(prolonged));
    if (field.id.level == 0) result.restricted.push_back(number);
  }
  // Behind them boundaries are made anew, in this order.
  put_sources_first(plan, result.restricted);
  return result;
}

}  // namespace isthmus::mesh
