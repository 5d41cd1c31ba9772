#include "mesh/program/file_levels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mesh/flesh/words.hpp"

namespace isthmus::mesh {

Expected<FileLevels> levels_of(const MeshFile& file, const Course& course) {
  const std::string where = file.where(file.refinement.line);
  if (file.compression.line > 0) {
    return fail(ErrorCode::bad_input, "ghosts of levels are not compressed",
                file.where(file.compression.line), "no [compression] beside [refinement]");
  }
  if (!file.start.from.empty()) {
    return fail(ErrorCode::bad_input, "levels do not begin with files", file.where(file.start.line),
                "no [start] beside [refinement]");
  }
  const auto check_function = [&](const std::string& name, int line) -> Expected<void> {
    std::vector<std::string> names;
    for (const Field& field : course.plan().fields) names.push_back(field.name);
    if (std::ranges::find(names, name) != names.end()) return {};
    return fail(ErrorCode::bad_input, in_quotes(name) + " is no function of an active thorn",
                file.where(line), one_of(names, name));
  };
  for (const LevelBox& box : file.refinement.boxes) {
    if (box.follows.empty()) continue;
    if (auto known = check_function(box.follows, box.line); !known) return forward_error(known);
  }
  if (file.refinement.criterion) {
    const CriterionSettings& criterion = *file.refinement.criterion;
    if (auto known = check_function(criterion.function, criterion.line); !known) {
      return forward_error(known);
    }
  }
  if (file.driver.depth || file.driver.wide_depth) {
    return fail(ErrorCode::bad_input, "blocks of levels exchange at every event",
                file.where(file.driver.line), "no 'depth' where there are levels");
  }
  auto plan = level_plan_of(course);
  if (!plan) {
    plan.error().where = where;
    return forward_error(plan);
  }
  FileLevels levels{std::move(*plan), {}, {}};
  levels.frame = level_frame_of(file, course, levels.plan);
  auto regions = make_regions(file, levels.frame);
  if (!regions) return forward_error(regions);
  levels.regions = std::move(*regions);
  return levels;
}

std::string text_of(const FileLevels& levels, double step_size) {
  std::string text = "levels: polynomials of order " + std::to_string(levels.frame.order) + ", " +
                     std::to_string(levels.plan.layers) + " layers of ghosts between them\n";
  for (std::size_t i = 0; i < levels.regions.size(); ++i) {
    const Region& region = levels.regions[i];
    const Geometry geometry = levels.frame.geometry_at(region.level);
    text += "  region " + std::to_string(i) + ": level " + std::to_string(region.level);
    for (std::size_t d = 0; d < dimension_count; ++d) {
      text += (d == 0 ? ", " : " x ") + std::to_string(region.box.extent(d));
    }
    text += " points, from (";
    for (std::size_t d = 0; d < dimension_count; ++d) {
      text += (d == 0 ? "" : ", ") + shortest(geometry.coordinate(d, region.box.low[d]));
    }
    text += ") to (";
    for (std::size_t d = 0; d < dimension_count; ++d) {
      text += (d == 0 ? "" : ", ") + shortest(geometry.coordinate(d, region.box.high[d] - 1));
    }
    text += "), steps of " + shortest(std::ldexp(step_size, -region.level)) + "\n";
  }
  return text;
}

}  // namespace isthmus::mesh
