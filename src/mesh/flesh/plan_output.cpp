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

const ComplexField* complex_of(const Plan& plan, const std::string& name) {
  const auto found = std::ranges::find(plan.complex_fields, name, &ComplexField::name);
  return found == plan.complex_fields.end() ? nullptr : &*found;
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
  const auto check_real = [&](const std::string& name, int line) {
    const ComplexField* const complex = complex_of(plan, name);
    if (complex == nullptr) return check(name, line);
    const auto part = [&](std::int32_t field) {
      return in_quotes(plan.fields[static_cast<std::size_t>(field)].name);
    };
    mistakes.push_back({ErrorCode::bad_input,
                        "tables have real numbers, and " + in_quotes(name) + " is complex",
                        file.where(line), part(complex->re) + " or " + part(complex->im)});
  };
  for (const NamedAt& function : file.output.functions) {
    if (complex_of(plan, function.name) == nullptr) check(function.name, function.line);
  }
  for (const NamedAt& norm : file.output.norms) {
    const bool is_there = is_reduction(plan, norm.name) || complex_of(plan, norm.name) != nullptr;
    if (!is_there) check(norm.name, norm.line);
  }
  for (const SliceSettings& slice : file.output.slices) check_real(slice.function, slice.line);
  for (const PointSettings& point : file.output.points) check_real(point.function, point.line);
}

}  // namespace isthmus::mesh
