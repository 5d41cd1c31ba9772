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

class Setter {
 public:
  Setter(Plan& plan, const MeshFile& file, const FunctionTable& functions,
         std::vector<Error>& mistakes)
      : plan_(plan), file_(file), functions_(functions), mistakes_(mistakes) {}

  void set() {
    for (const BoundarySetting& setting : sorted_settings()) {
      apply(setting);
      if (!setting.boundary.is_half_beyond || !file_.refinement.is_on()) continue;
      // Half a spacing is another place on each level.
      note("a mirror has 'half_beyond', and the file has [refinement]", "one without it",
           file_.where(setting.line));
    }
    std::set<std::int32_t> synchronized;
    for (const auto* list : {&plan_.initial, &plan_.step, &plan_.analysis}) {
      for (const Operation& operation : *list) {
        if (operation.kind != Operation::Kind::synchronize) continue;
        synchronized.insert(operation.fields.begin(), operation.fields.end());
      }
    }
    for (std::size_t d = 0; d < dimension_count; ++d) make_periodic_alike(d, synchronized);
  }

 private:
  void note(std::string what, std::string expected, std::string where = {}) {
    mistakes_.push_back(
        {ErrorCode::bad_input, std::move(what), std::move(where), std::move(expected)});
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
  std::vector<Error>& mistakes_;
};

}  // namespace

void set_boundaries(Plan& plan, const MeshFile& file, const FunctionTable& functions,
                    std::vector<Error>& mistakes) {
  Setter(plan, file, functions, mistakes).set();
}

}  // namespace isthmus::mesh
