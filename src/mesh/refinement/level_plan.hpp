// mesh/refinement/level_plan.hpp: what levels of a refined grid exchange, from the plan of a step.
//
// A finer level gets ghosts from the coarser one where both are at the same time, at every second
// step of its own, and so many layers that what is computed in both steps is right without any more
// (tapered grids: Lehner, Liebling and Reula 2006; buffer zones: Schnetter, Hawley and Hawke 2004).
// So methods of lines need not know of levels, and nothing is interpolated in time but fields that
// are themselves of an earlier time.
#pragma once

#include <cstdint>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/course.hpp"
#include "mesh/refinement/interpolation.hpp"

namespace isthmus::mesh {

/// Steps of a level in one of the next coarser.
constexpr std::int32_t substeps = 2;

/// The plan with an event at the begin of each step, where a finer level's ghosts are new.
Plan with_event_at_begin(Plan plan);

/// A field whose ghosts come from the coarser level.
struct ProlongedField {
  std::int32_t field = 0;
  std::vector<TimeSource> sources;
  /// Also before the first step. Others have what the initial data have there.
  bool at_begin = false;
};

/// Pure data.
struct LevelPlan {
  std::int32_t layers = 0;  ///< of ghosts beyond a face where a finer level ends
  std::vector<ProlongedField> prolonged;
  std::vector<std::int32_t> restricted;  ///< fields that the coarser level gets back
};

/// Of a course whose plan has an event at the begin of each step. ErrorCode::bad_input where
/// something cannot be interpolated: fields at the centres of cells, levels in time of which there
/// are too few.
Expected<LevelPlan> level_plan_of(const Course& course);

/// Fields of which a finer level's initial data take ghosts from the coarser one, whose are done:
/// see Operation::inherits. Each once.
std::vector<std::int32_t> inherited_fields(const Plan& plan);

/// From each event to the next of a phase, at a face where a finer level ends: of two steps, of the
/// initial data, where every operation computes as many of `layers` as it can, or of an analysis.
/// By event.
std::vector<Segment> open_segments(const Course& course, Phase phase, std::int32_t layers);

/// How many layers of each field are right behind the initial data, of `layers` in memory.
std::vector<std::int32_t> layers_at_begin(const Course& course, std::int32_t layers);

}  // namespace isthmus::mesh
