#include "mesh/program/start.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mesh/flesh/plan_check.hpp"

namespace isthmus::mesh {

namespace {

/// The initial data of one field.
struct StartField {
  std::string name;
  GridFunctionId id;
  Boundaries boundaries;
};

/// Whether a point beyond the grid is beyond a face where waves run out.
bool runs_out(const Boundaries& boundaries, const Box& whole, const Point& point) {
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (point[d] >= whole.low[d] && point[d] < whole.high[d]) continue;
    const std::size_t side = point[d] < whole.low[d] ? 0 : 1;
    if (boundaries[d][side].kind == BoundaryKind::radiative) return true;
  }
  return false;
}

/// The nearest points of the grid.
Box clamped(Box box, const Box& whole) {
  for (std::size_t d = 0; d < dimension_count; ++d) {
    box.low[d] = std::clamp(box.low[d], whole.low[d], whole.high[d] - 1);
    box.high[d] = std::clamp(box.high[d], whole.low[d] + 1, whole.high[d]);
  }
  return box;
}

/// Waits for the disk, as a job that begins has nothing else to do. A job whose files are damaged
/// ends by what it throws.
void read_field(const SeriesReader& start, const StartField& field, const Patch& patch) {
  const Box& whole = patch.geometry().whole;
  const Box inside = clamped(patch.box(), whole);
  std::vector<double> values(static_cast<std::size_t>(inside.point_count()));
  if (auto read = start.read(field.name, inside, values.data()); !read) {
    throw BadInput(read.error());
  }
  const View from(values.data(), inside);
  const View to = patch(field.id);
  const Box& box = patch.box();
  Point at{};
  for (at[2] = box.low[2]; at[2] < box.high[2]; ++at[2]) {
    for (at[1] = box.low[1]; at[1] < box.high[1]; ++at[1]) {
      for (at[0] = box.low[0]; at[0] < box.high[0]; ++at[0]) {
        if (!whole.holds(at) && !runs_out(field.boundaries, whole, at)) continue;
        const Point nearest = clamped({at, at}, whole).low;
        to(at[0], at[1], at[2]) = from(nearest[0], nearest[1], nearest[2]);
      }
    }
  }
}

bool is_same_grid(const Geometry& one, const Geometry& other) {
  return one.whole == other.whole && one.origin == other.origin && one.spacing == other.spacing;
}

/// Behind the last routine of the initial data that writes any of the fields.
std::size_t place_in(const std::vector<Operation>& initial,
                     const std::vector<std::int32_t>& fields) {
  std::size_t place = 0;
  for (std::size_t i = 0; i < initial.size(); ++i) {
    const bool writes = std::ranges::any_of(initial[i].writes, [&](std::int32_t field) {
      return std::ranges::find(fields, field) != fields.end();
    });
    if (writes || initial[i].kind == Operation::Kind::rotate) place = i + 1;
  }
  return place;
}

/// Reductions that are made of the initial data alone, and told or used by an analysis: files do
/// not have them, and those of what a job starts with would be others.
std::optional<std::string> reduction_of_begin(const MeshFile& file, const Plan& plan) {
  std::set<std::int32_t> made;
  for (const Operation& one : plan.initial) {
    if (one.kind == Operation::Kind::reduce)
      made.insert(one.reductions.begin(), one.reductions.end());
  }
  for (const Operation& one : plan.step) {
    if (one.kind != Operation::Kind::reduce) continue;
    for (const std::int32_t reduction : one.reductions) made.erase(reduction);
  }
  const auto name = [&](std::int32_t number) {
    return plan.reductions[static_cast<std::size_t>(number)].name;
  };
  for (const Operation& one : plan.analysis) {
    for (const std::int32_t reduction : one.reductions) {
      if (one.kind == Operation::Kind::reduce) {
        made.erase(reduction);
      } else if (made.contains(reduction)) {
        return one.name + " uses " + name(reduction);
      }
    }
  }
  for (const NamedAt& norm : file.output.norms) {
    const auto is_it = [&](std::int32_t number) { return name(number) == norm.name; };
    if (std::ranges::any_of(made, is_it)) return "'norms' in [output] have " + norm.name;
  }
  return {};
}

}  // namespace

Expected<std::shared_ptr<const SeriesReader>> start_of(const MeshFile& file) {
  if (file.start.from.empty()) return nullptr;
  auto opened = SeriesReader::open(file.start.from);
  if (!opened) return forward_error(opened);
  return std::make_shared<const SeriesReader>(std::move(*opened));
}

Expected<void> begin_with(const std::shared_ptr<const SeriesReader>& start, const MeshFile& file,
                          Plan& plan) {
  const std::string where = file.where(file.start.line);
  if (!is_same_grid(start->geometry(), frame_of(file, plan).geometry)) {
    return fail(ErrorCode::bad_input, start->path() + " is of another grid", where,
                "the same points at the same places");
  }
  std::string missing;
  for (const std::int32_t field : state_of(plan)) {
    const std::string& name = plan.fields[static_cast<std::size_t>(field)].name;
    if (!start->has(name)) missing += (missing.empty() ? "" : ", ") + name;
  }
  if (!missing.empty()) {
    return fail(ErrorCode::bad_input, start->path() + " does not have " + missing, where,
                "everything that a step begins with");
  }
  if (const auto used = reductions_from_before(plan); !used.empty()) {
    return fail(ErrorCode::bad_input,
                "a step begins with " + used.front() + ", a reduction that was made before it",
                where, "a step that makes it before it is used; files have functions alone");
  }
  if (const auto lost = reduction_of_begin(file, plan)) {
    return fail(ErrorCode::bad_input, *lost + ", a reduction of the initial data alone", where,
                "a step that makes it, too; files have functions alone");
  }
  Operation operation;
  operation.name = "start";
  std::vector<StartField> fields;
  for (std::size_t i = 0; i < plan.fields.size(); ++i) {
    const Field& field = plan.fields[i];
    if (!start->has(field.name)) continue;
    operation.writes.push_back(static_cast<std::int32_t>(i));
    fields.push_back({field.name, field.id, plan.boundaries[i]});
  }
  operation.routine = [start, fields = std::move(fields)](const Patch& patch) {
    for (const StartField& field : fields) read_field(*start, field, patch);
  };
  const auto place = static_cast<std::ptrdiff_t>(place_in(plan.initial, operation.writes));
  // What was reduced of other data before that is reduced anew.
  std::vector<Operation> anew{std::move(operation)};
  std::copy_if(plan.initial.begin(), plan.initial.begin() + place, std::back_inserter(anew),
               [](const Operation& one) { return one.kind == Operation::Kind::reduce; });
  plan.initial.insert(plan.initial.begin() + place, anew.begin(), anew.end());
  return {};
}

}  // namespace isthmus::mesh
