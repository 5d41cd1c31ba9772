// Reductions: when a plan is made, a routine that asks for one is called to hear of what; then the
// driver makes it before the routine is called, and a call gives what it has come to.

#include <array>
#include <cstdarg>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include "mesh/cctk/reductions.hpp"

namespace isthmus::cctk {
namespace {

enum class Operator { minimum, maximum, sum, average, count, norm1, norm2, norm_inf };

struct NamedOperator {
  const char* name;
  Operator what;
};
constexpr std::array operators{
    NamedOperator{"minimum", Operator::minimum},
    NamedOperator{"maximum", Operator::maximum},
    NamedOperator{"sum", Operator::sum},
    NamedOperator{"average", Operator::average},
    NamedOperator{"mean", Operator::average},
    NamedOperator{"count", Operator::count},
    NamedOperator{"norm1", Operator::norm1},
    NamedOperator{"norm2", Operator::norm2},
    NamedOperator{"norm_inf", Operator::norm_inf},
    NamedOperator{"norm_infinity", Operator::norm_inf},
};

/// By variable, and whether of an analysis. Set when the thorns are declared.
std::map<std::pair<int, bool>, int>& numbers() {
  static std::map<std::pair<int, bool>, int> all;
  return all;
}

/// What items ask for; written where the parameters' lock is held alone.
std::map<const Item*, std::set<int>>& asked() {
  static std::map<const Item*, std::set<int>> all;
  return all;
}

double value_of(int variable, Operator what) {
  const isthmus_mesh_patch* patch = current_call->patch;
  const int number = reduction_of(variable, current_call->item->bin == Bin::analysis);
  const auto reduced = [&](isthmus_mesh_reduced_value value) {
    return isthmus_mesh_reduced(patch, number, value);
  };
  const double points = double{1} * patch->whole[0] * patch->whole[1] * patch->whole[2];
  switch (what) {
    case Operator::minimum:
      return reduced(ISTHMUS_MESH_LEAST);
    case Operator::maximum:
      return reduced(ISTHMUS_MESH_GREATEST);
    case Operator::sum:
      return reduced(ISTHMUS_MESH_SUM);
    case Operator::average:
      return reduced(ISTHMUS_MESH_SUM) / points;
    case Operator::count:
      return points;
    case Operator::norm1:
      return reduced(ISTHMUS_MESH_NORM_1);
    case Operator::norm2:
      return reduced(ISTHMUS_MESH_NORM_2);
    case Operator::norm_inf:
      return reduced(ISTHMUS_MESH_NORM_MAX);
  }
  return 0;
}

bool is_reducible(int variable) {
  return variable >= 0 && variable < CCTK_NumVars() &&
         !library.variables[static_cast<std::size_t>(variable)].is_coordinate &&
         library.variables[static_cast<std::size_t>(variable)].elements == 0;
}

/// -1 where there is no such operator, -2 where the variable or the type is none for it.
int reduce(int handle, int variable, int type, void* to) {
  if (handle < 1 || static_cast<std::size_t>(handle) > operators.size()) return -1;
  if (!is_reducible(variable) || type != CCTK_VARIABLE_REAL) return -2;
  double& result = *static_cast<double*>(to);
  const Item& item = *current_call->item;
  if (recording != nullptr) {
    if (item.bin == Bin::settle) {
      fail_call(std::string(item.where) + ": " + item.name + " reduces " + CCTK_VarName(variable) +
                " before there is a grid");
    }
    recording->reduced.insert(variable);
    result = 0;
    return 0;
  }
  if (current_call->is_in_vain) {
    result = 0;
    return 0;
  }
  const auto known = asked().find(&item);
  if (known == asked().end() || !known->second.contains(variable)) {
    fail_call(std::string(item.where) + ": " + item.name + " reduces " + CCTK_VarName(variable) +
              " at times (expected it each time, whatever grid functions have)");
  }
  if (current_call->has_changed && current_call->has_changed(variable)) {
    fail_call(std::string(item.where) + ": " + item.name + " reduces " + CCTK_VarName(variable) +
              ", which it has changed (expected another routine behind it)");
  }
  result = value_of(variable, operators[static_cast<std::size_t>(handle) - 1].what);
  return 0;
}

}  // namespace

void set_reduction(int variable, bool is_of_analysis, int number_in_job) {
  numbers()[{variable, is_of_analysis}] = number_in_job;
}
int reduction_of(int variable, bool is_of_analysis) {
  return numbers().at({variable, is_of_analysis});
}
void set_reduced_by(const Item& item, const std::set<int>& variables) {
  asked()[&item] = variables;
}

extern "C" {

int CCTK_ReductionHandle(const char* name) {
  for (std::size_t i = 0; i < operators.size(); ++i) {
    if (is_same_word(operators[i].name, name)) return static_cast<int>(i) + 1;
  }
  return -1;
}
int CCTK_ReductionArrayHandle(const char* name) { return CCTK_ReductionHandle(name); }
int CCTK_LocalArrayReductionHandle(const char* name) { return CCTK_ReductionHandle(name); }

int CCTK_Reduce(const cGH*, int, int handle, int out_count, int type, void* out, int in_count,
                ...) {
  if (out_count < in_count) return -2;
  std::va_list variables;
  va_start(variables, in_count);
  int status = 0;
  for (int i = 0; i < in_count && status == 0; ++i) {
    status = reduce(handle, va_arg(variables, int), type, static_cast<double*>(out) + i);
  }
  va_end(variables);
  return status;
}

int CCTK_ReduceGridArrays(const cGH*, int, int handle, int, int in_count, const CCTK_INT* variables,
                          int out_count, const CCTK_INT* types, void* const* out) {
  if (out_count < in_count) return -2;
  for (int i = 0; i < in_count; ++i) {
    const int status = reduce(handle, variables[i], types[i], out[i]);
    if (status != 0) return status;
  }
  return 0;
}

}  // extern "C"

}  // namespace isthmus::cctk
