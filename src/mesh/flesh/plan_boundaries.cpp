#include "mesh/flesh/plan_boundaries.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "mesh/flesh/words.hpp"

namespace isthmus::mesh {

namespace {

const char* const dimension_names[] = {"x", "y", "z"};

/// Fields whose boundaries a field has at some faces.
std::vector<std::int32_t> boundary_sources(const Plan& plan, std::int32_t field) {
  std::vector<std::int32_t> sources;
  for (std::size_t face = 0; face < 2 * dimension_count; ++face) {
    const auto source = boundary_source(plan, static_cast<std::size_t>(field), face / 2, face % 2);
    if (source >= 0 && std::ranges::find(sources, source) == sources.end()) {
      sources.push_back(source);
    }
  }
  return sources;
}

class Setter {
 public:
  Setter(Plan& plan, const MeshFile& file, const FunctionTable& functions, PlanFields& fields,
         std::vector<Error>& mistakes)
      : plan_(plan), file_(file), functions_(functions), fields_(fields), mistakes_(mistakes) {}

  void set() {
    for (const BoundarySetting& setting : sorted_settings()) {
      apply(with_function(setting));
      if (!setting.boundary.is_half_beyond || !file_.refinement.is_on()) continue;
      // Half a spacing is another place on each level.
      note("a mirror has 'half_beyond', and the file has [refinement]", "one without it",
           file_.where(setting.line));
    }
    fields_.set_boundaries_of_temporaries();
    std::set<std::int32_t> synchronized;
    for (const auto* list : {&plan_.initial, &plan_.step, &plan_.analysis}) {
      for (const Operation& operation : *list) {
        if (operation.kind != Operation::Kind::synchronize) continue;
        synchronized.insert(operation.fields.begin(), operation.fields.end());
      }
    }
    for (std::size_t d = 0; d < dimension_count; ++d) make_periodic_alike(d, synchronized);
    check_sources();
    if (!is_sound_) return;
    for (auto* list : {&plan_.initial, &plan_.step, &plan_.analysis}) {
      for (Operation& operation : *list) {
        if (operation.kind == Operation::Kind::synchronize) {
          put_sources_first(plan_, operation.fields);
        }
      }
    }
  }

 private:
  void note(std::string what, std::string expected, std::string where = {}) {
    mistakes_.push_back(
        {ErrorCode::bad_input, std::move(what), std::move(where), std::move(expected)});
  }

  std::vector<std::int32_t> sources_of(std::int32_t field) const {
    return boundary_sources(plan_, field);
  }

  /// Of functions alone: what is kept beside them has theirs.
  void check_sources() {
    for (std::size_t i = 0; i < plan_.fields.size(); ++i) {
      if (plan_.fields[i].id.function >= functions_.count()) continue;
      for (const auto& sides : plan_.boundaries[i]) {
        for (const Boundary& boundary : sides) check_source(plan_.fields[i], boundary);
      }
    }
    for (std::size_t i = 0; is_sound_ && i < plan_.fields.size(); ++i) {
      if (plan_.fields[i].id.function >= functions_.count()) continue;
      std::set<std::int32_t> found{static_cast<std::int32_t>(i)};
      std::vector<std::int32_t> next = sources_of(static_cast<std::int32_t>(i));
      while (!next.empty()) {
        const std::int32_t source = next.back();
        next.pop_back();
        if (source == static_cast<std::int32_t>(i)) {
          is_sound_ = false;
          note(plan_.fields[i].name + " has its own boundary, by way of those of others",
               "a function that has none of another");
          break;
        }
        if (!found.insert(source).second) continue;
        for (const std::int32_t one : sources_of(source)) next.push_back(one);
      }
    }
  }
  void check_source(const Field& field, const Boundary& boundary) {
    if (boundary.kind != BoundaryKind::another || boundary.of.function < 0) {
      is_sound_ = is_sound_ && boundary.kind != BoundaryKind::another;
      return;
    }
    if (plan_.first_fields[static_cast<std::size_t>(boundary.of.function)] >= 0) return;
    is_sound_ = false;
    note(field.name + " has the boundary of " + functions_.name({boundary.of.function, 0}) +
             ", whose thorn is not active",
         "it in 'thorns'");
  }
  /// What is said of all first, of one function last.
  std::vector<BoundarySetting> sorted_settings() const {
    const auto rank = [](const BoundarySetting& setting) {
      const int of = setting.of.empty() ? 0 : setting.of.find("::") == std::string::npos ? 1 : 2;
      return of * 3 + (setting.dimension ? 1 : 0) + (setting.side ? 1 : 0);
    };
    std::vector<BoundarySetting> settings = file_.boundaries;
    std::ranges::stable_sort(settings, {}, rank);
    return settings;
  }

  /// With the number of the function whose boundary it is.
  BoundarySetting with_function(BoundarySetting setting) {
    if (setting.boundary.kind != BoundaryKind::another) return setting;
    std::vector<std::string> names;
    for (const Field& field : plan_.fields) {
      if (field.id.level != 0 || field.id.function >= functions_.count()) continue;
      names.push_back(field.name);
      if (field.name == setting.function) setting.boundary.of = field.id;
    }
    if (setting.boundary.of.function < 0) {
      note("a boundary is that of " + in_quotes(setting.function) +
               ", which is no function of an active thorn",
           one_of(names, setting.function), file_.where(setting.line));
    }
    return setting;
  }

  void apply(const BoundarySetting& setting) {
    bool is_known = setting.of.empty();
    for (std::size_t i = 0; i < plan_.fields.size(); ++i) {
      const GridFunctionId id = plan_.fields[i].id;
      if (id.function >= functions_.count()) continue;
      const std::string& thorn = functions_[id.function].thorn->name();
      const std::string name = functions_.name({id.function, 0});
      if (!setting.of.empty() && setting.of != thorn && setting.of != name) continue;
      is_known = true;
      for (std::size_t d = 0; d < dimension_count; ++d) {
        if (setting.dimension && *setting.dimension != d) continue;
        for (std::size_t side = 0; side < 2; ++side) {
          if (setting.side && *setting.side != side) continue;
          // What is said of all functions says nothing of the one whose boundary they have.
          if (setting.boundary.kind == BoundaryKind::another &&
              setting.boundary.of.function == id.function && setting.of != name) {
            continue;
          }
          plan_.boundaries[i][d][side] = setting.boundary;
        }
      }
    }
    if (is_known) return;
    note("boundaries of " + in_quotes(setting.of) + ", which is no active thorn or function",
         one_of(active_names(), setting.of), file_.where(setting.line));
  }
  std::vector<std::string> active_names() const {
    std::vector<std::string> names;
    for (const NamedAt& thorn : file_.thorns) names.push_back(thorn.name);
    for (const Field& field : plan_.fields) {
      if (field.id.level == 0 && field.id.function < functions_.count()) {
        names.push_back(field.name);
      }
    }
    return names;
  }

  /// A dimension is periodic for all fields or for none. Those that nobody synchronizes have no
  /// say.
  void make_periodic_alike(std::size_t d, const std::set<std::int32_t>& synchronized) {
    const auto is_periodic = [&](std::int32_t field, std::size_t side) {
      return plan_.boundaries[static_cast<std::size_t>(field)][d][side].kind ==
             BoundaryKind::periodic;
    };
    std::optional<std::int32_t> with;
    std::optional<std::int32_t> without;
    for (const std::int32_t field : synchronized) {
      if (is_periodic(field, 0) != is_periodic(field, 1)) {
        note(plan_.fields[static_cast<std::size_t>(field)].name + " is periodic at one end of " +
                 dimension_names[d] + " alone",
             "both ends, or none");
        return;
      }
      (is_periodic(field, 0) ? with : without) = field;
    }
    if (with && without) {
      note(std::string(dimension_names[d]) + " is periodic for " +
               plan_.fields[static_cast<std::size_t>(*with)].name + " and not for " +
               plan_.fields[static_cast<std::size_t>(*without)].name,
           "the same for all, as [boundaries] can say");
      return;
    }
    const bool is_all = !without.has_value() && (with.has_value() || is_any_periodic(d));
    for (Boundaries& boundaries : plan_.boundaries) {
      for (Boundary& boundary : boundaries[d]) {
        if (is_all) {
          boundary = {};
        } else if (boundary.kind == BoundaryKind::periodic) {
          boundary.kind = BoundaryKind::copied;
        }
      }
    }
  }
  bool is_any_periodic(std::size_t d) const {
    return std::ranges::any_of(plan_.boundaries, [&](const Boundaries& boundaries) {
      return boundaries[d][0].kind == BoundaryKind::periodic;
    });
  }

  Plan& plan_;
  const MeshFile& file_;
  const FunctionTable& functions_;
  PlanFields& fields_;
  std::vector<Error>& mistakes_;
  bool is_sound_ = true;  // all other functions whose boundaries are wanted are there
};

}  // namespace

void put_sources_first(const Plan& plan, std::vector<std::int32_t>& fields) {
  std::vector<std::int32_t> ordered;
  const auto add = [&](auto&& self, std::int32_t field) -> void {
    if (std::ranges::find(ordered, field) != ordered.end()) return;
    for (const std::int32_t source : boundary_sources(plan, field)) self(self, source);
    if (std::ranges::find(fields, field) != fields.end()) ordered.push_back(field);
  };
  for (const std::int32_t field : fields) add(add, field);
  fields = std::move(ordered);
}

void set_boundaries(Plan& plan, const MeshFile& file, const FunctionTable& functions,
                    PlanFields& fields, std::vector<Error>& mistakes) {
  Setter(plan, file, functions, fields, mistakes).set();
}

}  // namespace isthmus::mesh
