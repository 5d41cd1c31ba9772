// mesh/flesh/plan_gradients.hpp: elliptic equations as operations of a plan, solved by conjugate
// gradients (Hestenes and Stiefel 1952).
//
// With A = -(laplacian + coefficient), r the left side of the equation where f stands, p = r at
// first, and sums over the grid's points, in which points on a mirror count half for each mirror:
//
//   a = r.r / p.Ap,  f' = f + a p,  r' = r - a Ap,  p' = r' + (r'.r' / r.r) p
//
// Sums are exact before they are rounded, so all is the same bits for every cut. The function's own
// boundaries are in the first r alone; p has 0 beyond where these are held.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "mesh/flesh/plan_fields.hpp"
#include "mesh/plan.hpp"
#include "mesh/thorn.hpp"

namespace isthmus::mesh {

/// An equation that is solved so, and the fields that this takes.
class Gradients {
 public:
  /// Adds its fields and sums to the plan; `reduction` is the equation's own, of what is left.
  Gradients(const Equation& equation, ReductionId reduction, PlanFields& fields, Plan& plan);

  /// From the first guess, which the function has, to the solution, which it has then.
  std::vector<Operation> operations() const;
  /// Once the plan has all boundaries: sets those of the equation's own fields. Notes where these
  /// make it one that conjugate gradients do not solve.
  void finish(Plan& plan, std::vector<Error>& mistakes);

 private:
  /// Of the whole grid's faces, [dimension][side]: mirrors through the outermost points.
  using Mirrors = std::array<std::array<bool, 2>, dimension_count>;

  void go_on(const Patch& patch) const;
  void turn(const Patch& patch) const;

  std::string name_;
  Equation equation_;
  ReductionId reduction_;
  GridFunctionId now_, direction_, image_, left_side_, product_, square_, square_before_;
  ReductionId of_product_, of_square_;
  std::vector<Operation::Read> around_direction_;
  std::vector<Operation::Read> around_now_;
  std::vector<std::int32_t> fields_;  // of the functions above, in their order
  std::int32_t function_field_;       // of the equation's function
  std::shared_ptr<Mirrors> mirrors_;  // shared with routines, which come before them
};

}  // namespace isthmus::mesh
