#include "mesh/flesh/plan_fields.hpp"

#include <algorithm>
#include <utility>

namespace isthmus::mesh {

PlanFields::PlanFields(const FunctionTable& functions, Plan& plan)
    : functions_(functions), plan_(plan) {
  add_functions();
  add_complexes();
  add_reductions();
}

std::int32_t PlanFields::add(Field field, const Boundary& boundary) {
  plan_.fields.push_back(std::move(field));
  Boundaries boundaries;
  for (auto& sides : boundaries) sides = {boundary, boundary};
  plan_.boundaries.push_back(boundaries);
  return static_cast<std::int32_t>(plan_.fields.size()) - 1;
}

void PlanFields::add_functions() {
  for (std::int32_t function = 0; function < functions_.count(); ++function) {
    const auto& [thorn, declaration, is_active] = functions_[function];
    plan_.first_fields.push_back(is_active ? static_cast<std::int32_t>(plan_.fields.size()) : -1);
    if (!is_active) continue;
    const FunctionOptions& options = declaration->options;
    for (std::int32_t level = 0; level < options.time_levels; ++level) {
      const GridFunctionId id{function, level};
      add({functions_.name(id), id, options.parity, options.is_staggered}, options.boundary);
    }
    if (declaration->derivative) {
      evolved_.push_back({{function, 0}, *declaration->derivative, {}, {}});
    }
  }
}

void PlanFields::add_complexes() {
  for (const auto& [thorn, declaration, is_active] : functions_.complexes()) {
    if (!is_active) continue;
    const auto levels = [&](GridFunctionId id) {
      return functions_[id.function].declaration->options.time_levels;
    };
    std::string name = thorn->name() + "::" + declaration->name;
    const std::int32_t count = std::min(levels(declaration->re), levels(declaration->im));
    for (std::int32_t level = 0; level < count; ++level, name += "_p") {
      plan_.complex_fields.push_back(
          {name, of(declaration->re.previous(level)), of(declaration->im.previous(level))});
    }
  }
}

void PlanFields::add_reductions() {
  for (std::int32_t number = 0; number < functions_.reduction_count(); ++number) {
    const auto& entry = functions_[ReductionId{number}];
    const GridFunctionId function = entry.declaration->function;
    const bool is_there = entry.is_active && functions_[function.function].is_active;
    // The left side of an equation gets its field where that is solved.
    if (entry.declaration->equation) {
      plan_.reductions.push_back({entry.name(), -1});
      continue;
    }
    const GridFunctionId imaginary = entry.declaration->imaginary;
    plan_.reductions.push_back({entry.name(), is_there ? of(function) : -1,
                                entry.declaration->is_interpolation, entry.declaration->probes,
                                is_there && imaginary.function >= 0 ? of(imaginary) : -1});
  }
}

GridFunctionId PlanFields::add_temporary(GridFunctionId function, const std::string& what) {
  const GridFunctionId id{static_cast<std::int32_t>(plan_.first_fields.size()), 0};
  Field field = plan_.fields[static_cast<std::size_t>(of(function))];
  field.name += "@" + what;
  field.id = id;
  const Boundary boundary = functions_[function.function].declaration->options.boundary;
  const std::int32_t number = add(std::move(field), boundary);
  plan_.first_fields.push_back(number);
  temporaries_.emplace_back(number, function);
  return id;
}

void PlanFields::set_boundaries_of_temporaries() {
  for (const auto& [field, function] : temporaries_) {
    plan_.boundaries[static_cast<std::size_t>(field)] =
        plan_.boundaries[static_cast<std::size_t>(of(function))];
  }
}

bool PlanFields::begins_beyond(std::int32_t field) const {
  const std::int32_t function = plan_.fields[static_cast<std::size_t>(field)].id.function;
  return function < functions_.count() && functions_[function].declaration->options.begins_beyond;
}

}  // namespace isthmus::mesh
