// Reductions: when a plan is made, a routine that asks for one is called to hear of what; then the
// driver makes it before the routine is called, and a call gives what it has come to.

#include <array>
#include <complex>
#include <cstdarg>
#include <cstdlib>
#include <map>
#include <string>
#include <tuple>
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

/// By variable, whether of an analysis, and part. Set when the thorns are declared.
std::map<std::tuple<int, bool, int>, int>& numbers() {
  static std::map<std::tuple<int, bool, int>, int> all;
  return all;
}

/// What items ask for; written where the parameters' lock is held alone.
std::map<const Item*, std::set<int>>& asked() {
  static std::map<const Item*, std::set<int>> all;
  return all;
}

bool is_complex(int variable) {
  return library.variables[static_cast<std::size_t>(variable)].is_complex;
}

double value_of(int variable, Operator what, int part) {
  const isthmus_mesh_patch* patch = current_call->patch;
  const int number = reduction_of(variable, current_call->item->bin == Bin::analysis, part);
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

bool is_norm(Operator what) {
  return what == Operator::norm1 || what == Operator::norm2 || what == Operator::norm_inf;
}

/// What an operator makes of a variable. Complex numbers have a sum, but no order; norms are those
/// of their absolute values.
std::complex<double> result_of(int variable, Operator what) {
  if (!is_complex(variable)) return value_of(variable, what, 0);
  if (is_norm(what)) return value_of(variable, what, absolute_part);
  const double real = value_of(variable, what, 0);
  return what == Operator::count ? real : std::complex{real, value_of(variable, what, 1)};
}

/// Where the result goes, as the type that is asked for.
void put_result(const std::complex<double>& value, int type, void* to) {
  static_cast<double*>(to)[0] = value.real();
  if (type == CCTK_VARIABLE_COMPLEX) static_cast<double*>(to)[1] = value.imag();
}

/// Sums of what is complex are complex; norms and counts may be asked for as real numbers.
bool is_type_of(int variable, Operator what, int type) {
  if (type == CCTK_VARIABLE_COMPLEX) return is_complex(variable);
  const bool is_sum = what == Operator::sum || what == Operator::average;
  return type == CCTK_VARIABLE_REAL && !(is_complex(variable) && is_sum);
}

/// -1 where there is no such operator, -2 where the variable or the type is none for it.
int reduce(int handle, int variable, int type, void* to) {
  if (handle < 1 || static_cast<std::size_t>(handle) > operators.size()) return -1;
  const NamedOperator& asked_for = operators[static_cast<std::size_t>(handle) - 1];
  if (!is_reducible(variable) || !is_type_of(variable, asked_for.what, type)) return -2;
  const Item& item = *current_call->item;
  if (is_complex(variable) &&
      (asked_for.what == Operator::minimum || asked_for.what == Operator::maximum)) {
    fail_call(std::string(item.where) + ": " + item.name + " asks for the " + asked_for.name +
              " of " + CCTK_VarName(variable) +
              ", which is complex and has no order (expected sum, average, count, norm1, norm2 or "
              "norm_inf)");
  }
  if (recording != nullptr) {
    if (item.bin == Bin::settle) {
      fail_call(std::string(item.where) + ": " + item.name + " reduces " + CCTK_VarName(variable) +
                " before there is a grid");
    }
    recording->reduced.insert(variable);
    put_result(0, type, to);
    return 0;
  }
  if (current_call->is_in_vain) {
    put_result(0, type, to);
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
  put_result(result_of(variable, asked_for.what), type, to);
  return 0;
}

}  // namespace

void set_reduction(int variable, bool is_of_analysis, int part, int number_in_job) {
  numbers()[{variable, is_of_analysis, part}] = number_in_job;
}
int reduction_of(int variable, bool is_of_analysis, int part) {
  return numbers().at({variable, is_of_analysis, part});
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
  const int step = type == CCTK_VARIABLE_COMPLEX ? 2 : 1;
  for (int i = 0; i < in_count && status == 0; ++i) {
    status = reduce(handle, va_arg(variables, int), type, static_cast<double*>(out) + i * step);
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
