// mesh/flesh/plan_fields.hpp: the fields of a plan: functions at their time levels, and what
// methods of lines and solutions of equations keep beside them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mesh/flesh/function_table.hpp"
#include "mesh/flesh/lines.hpp"
#include "mesh/plan.hpp"

namespace isthmus::mesh {

/// Adds them to a plan, with the boundaries that thorns have declared, and the reductions of them.
/// For the time that the plan is made in; one owner.
class PlanFields {
 public:
  /// Of all active functions. Both outlive it.
  PlanFields(const FunctionTable& functions, Plan& plan);

  /// Of a function whose thorn is active.
  std::int32_t of(GridFunctionId id) const {
    return plan_.first_fields[static_cast<std::size_t>(id.function)] + id.level;
  }
  /// A field beside the function that it belongs to: "wave::phi@begin".
  GridFunctionId add_temporary(GridFunctionId function, const std::string& what);
  /// They have those of their functions, once these are known.
  void set_boundaries_of_temporaries();
  /// Whether its initial data are made beyond the grid's faces.
  bool begins_beyond(std::int32_t field) const;
  /// What a method of lines integrates; without its temporary fields, unless somebody has set them.
  std::vector<Evolved>& evolved() { return evolved_; }

 private:
  std::int32_t add(Field field, const Boundary& boundary);
  void add_functions();
  void add_complexes();
  void add_reductions();

  const FunctionTable& functions_;
  Plan& plan_;
  std::vector<Evolved> evolved_;
  std::vector<std::pair<std::int32_t, GridFunctionId>> temporaries_;  // and whose they are
};

}  // namespace isthmus::mesh
