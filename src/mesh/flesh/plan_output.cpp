#include "mesh/flesh/plan_output.hpp"

#include <algorithm>
#include <array>

#include "mesh/flesh/words.hpp"

namespace isthmus::mesh {
namespace {

/// Of one that has norms and may be put out, as something makes it.
bool is_reduction(const Plan& plan, const std::string& name) {
  const auto found = std::ranges::find(plan.reductions, name, &Reduction::name);
  if (found == plan.reductions.end() || found->is_interpolation) return false;
  const auto number = static_cast<std::int32_t>(found - plan.reductions.begin());
  return std::ranges::any_of(
      std::array{&plan.initial, &plan.step, &plan.analysis}, [&](const auto* list) {
        return std::ranges::any_of(*list, [&](const Operation& one) {
          return one.kind == Operation::Kind::reduce &&
                 std::ranges::find(one.reductions, number) != one.reductions.end();
        });
      });
}

}  // namespace

void note_function(const std::string& what, const NamedAt& name, const Plan& plan,
                   const MeshFile& file, const FunctionTable& functions,
                   std::vector<Error>& mistakes) {
  std::vector<std::string> names;
  for (const Field& field : plan.fields) {
    if (field.id.function < functions.count()) names.push_back(field.name);
  }
  mistakes.push_back({ErrorCode::bad_input,
                      what + in_quotes(name.name) + ", which is no function of an active thorn",
                      file.where(name.line), names.empty() ? "" : one_of(names, name.name)});
}

void check_output(const Plan& plan, const MeshFile& file, const FunctionTable& functions,
                  std::vector<Error>& mistakes) {
  const auto check = [&](const std::string& name, int line) {
    const bool is_known = std::ranges::any_of(plan.fields, [&](const Field& field) {
      return field.name == name && field.id.function < functions.count();
    });
    if (name.empty() || is_known) return;
    note_function("output of ", {name, line}, plan, file, functions, mistakes);
  };
  for (const NamedAt& function : file.output.functions) check(function.name, function.line);
  for (const NamedAt& norm : file.output.norms) {
    if (!is_reduction(plan, norm.name)) check(norm.name, norm.line);
  }
  for (const SliceSettings& slice : file.output.slices) check(slice.function, slice.line);
  for (const PointSettings& point : file.output.points) check(point.function, point.line);
}

}  // namespace isthmus::mesh
