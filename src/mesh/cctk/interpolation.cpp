// Interpolations: as reductions, a routine is called when a plan is made to hear where it asks for
// what; then the driver makes it before the routine is called, and a call gives what has come of
// it.
#include "mesh/cctk/interpolation.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mesh/lagrange.hpp"

namespace isthmus::cctk {
namespace {

constexpr const char* names[] = {"Lagrange polynomial interpolation",
                                 "Lagrange polynomial interpolation (tensor product)",
                                 "uniform cartesian"};
constexpr int name_count = 3;

using Key = std::pair<int, bool>;  // a variable, and whether of an analysis
// Coordinates, the order, and how often it is differentiated in each dimension.
using Spot = std::array<double, 2 * dimension_count + 1>;

constexpr std::size_t order_at = dimension_count;

struct Places {
  std::map<std::pair<Key, int>, int> numbers;  // by part as well; set when the thorns are declared
  // Where each is made of, by places, in their order; written where the parameters' lock is held
  // alone.
  std::map<Key, std::map<Spot, int>> spots;
  std::map<const Item*, std::set<int>> asked;
};

Places& places() {
  static Places all;
  return all;
}

/// 0 where there is no such order.
int order_of(int table) {
  const double order = option(table, "order", 1);
  return order >= 1 && order <= mesh::lagrange_order_max ? static_cast<int>(order) : 0;
}

/// The derivative that a table asks for as its output of that number, as "operation_codes" has it:
/// a digit for each time, 1 to 3 for the dimension. Less than 0 where it is none.
int code_of(int table, int output) {
  const std::vector<double> codes = options(table, "operation_codes");
  if (static_cast<std::size_t>(output) >= codes.size()) return 0;
  const int code = static_cast<int>(codes[static_cast<std::size_t>(output)]);
  const auto is_digit = [](int digit) { return digit >= 1 && digit <= dimension_count; };
  const bool is_right = code == 0 || is_digit(code) || (is_digit(code / 10) && is_digit(code % 10));
  return is_right ? code : -1;
}
/// Which of the inputs it is made of, as "operand_indices" has it.
int operand_of(int table, int output, int in_count) {
  const std::vector<double> operands = options(table, "operand_indices");
  const auto at = static_cast<std::size_t>(output);
  const int operand = at < operands.size() ? static_cast<int>(operands[at]) : output;
  return operand >= 0 && operand < in_count ? operand : -1;
}

void differentiate(Spot& spot, int code) {
  for (; code > 0; code /= 10) spot[order_at + static_cast<std::size_t>(code % 10)] += 1;
}

Spot spot_of(int dimensions, const void* const* coordinates, int point, int order) {
  Spot spot{};
  for (int d = 0; d < dimensions; ++d) {
    spot[static_cast<std::size_t>(d)] = static_cast<const double*>(coordinates[d])[point];
  }
  spot[order_at] = order;
  return spot;
}

/// Of a place that has no value: why.
int error_of(const Spot& spot, const isthmus_mesh_patch* patch) {
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (std::isnan(spot[d])) return CCTK_ERROR_INTERP_COORD_NAN;
    const mesh::AxisStencil axis =
        mesh::axis_stencil((spot[d] - patch->origin[d]) / patch->spacing[d],
                           static_cast<int>(spot[order_at]), 0, patch->whole[d], false);
    if (axis.is_too_small) return CCTK_ERROR_INTERP_GRID_TOO_SMALL;
    if (!axis.is_inside) return CCTK_ERROR_INTERP_POINT_OUTSIDE;
  }
  return 0;
}

bool is_interpolable(int variable) {
  return variable >= 0 && variable < CCTK_NumVars() &&
         !library.variables[static_cast<std::size_t>(variable)].is_coordinate &&
         library.variables[static_cast<std::size_t>(variable)].elements == 0;
}

int type_of(int variable) {
  return library.variables[static_cast<std::size_t>(variable)].is_complex ? CCTK_VARIABLE_COMPLEX
                                                                          : CCTK_VARIABLE_REAL;
}

void hear(const Item& item, int variable, const Spot& spot) {
  if (item.bin == Bin::settle) {
    fail_call(std::string(item.where) + ": " + item.name + " interpolates " +
              CCTK_VarName(variable) + " before there is a grid");
  }
  recording->interpolated.insert(variable);
  const bool is_of_analysis = item.bin == Bin::analysis;
  auto& known = places().spots[{variable, is_of_analysis}];
  if (std::isnan(spot[0]) || std::isnan(spot[1]) || std::isnan(spot[2])) return;
  if (!known.try_emplace(spot, static_cast<int>(known.size())).second) return;
  const char* thorn = library.variables[static_cast<std::size_t>(variable)].thorn;
  if (auto* active = isthmus_mesh_active_thorn(recording->settled, thorn)) {
    int derivative[dimension_count];
    for (std::size_t d = 0; d < dimension_count; ++d) {
      derivative[d] = static_cast<int>(spot[order_at + 1 + d]);
    }
    for (int part = 0; part < parts_of(variable); ++part) {
      isthmus_mesh_add_place(active, interpolation_of(variable, is_of_analysis, part), spot.data(),
                             static_cast<int>(spot[order_at]), derivative);
    }
  }
}

/// Of one variable at one place, as many numbers as it has parts; the status is less than 0 where
/// there is no value.
int value_at(const Item& item, int variable, const Spot& spot, double* values) {
  if (std::isnan(spot[0]) || std::isnan(spot[1]) || std::isnan(spot[2])) {
    return CCTK_ERROR_INTERP_COORD_NAN;
  }
  const bool is_of_analysis = item.bin == Bin::analysis;
  const auto asked = places().asked.find(&item);
  const auto known = places().spots.find({variable, is_of_analysis});
  const bool is_asked = asked != places().asked.end() && asked->second.contains(variable) &&
                        known != places().spots.end() && known->second.contains(spot);
  if (!is_asked) {
    fail_call(std::string(item.where) + ": " + item.name + " interpolates " +
              CCTK_VarName(variable) +
              " at other places at times (expected the same each time, whatever grid functions "
              "have)");
  }
  const isthmus_mesh_patch* patch = current_call->patch;
  const int place = known->second.at(spot);
  int error = 0;
  for (int part = 0; part < parts_of(variable); ++part) {
    const double found =
        isthmus_mesh_interpolated(patch, interpolation_of(variable, is_of_analysis, part))[place];
    if (std::isnan(found)) error = error_of(spot, patch);
    values[part] = error == 0 ? found : 0;
  }
  return error;
}

/// 0, or what is wrong with what is asked for.
int check(int dimensions, int handle, int table, int count, int type, int in_count, int out_count) {
  if (handle < 0 || handle >= name_count) return UTIL_ERROR_BAD_HANDLE;
  const bool is_right = dimensions >= 1 && dimensions <= dimension_count && count >= 0 &&
                        type == CCTK_VARIABLE_REAL && in_count >= 0 && out_count >= 0 &&
                        order_of(table) > 0;
  for (int i = 0; i < out_count; ++i) {
    if (operand_of(table, i, in_count) < 0 || code_of(table, i) < 0) return UTIL_ERROR_BAD_INPUT;
  }
  return is_right ? 0 : UTIL_ERROR_BAD_INPUT;
}

/// Of a place among points of a grid; 0, or why it has no value.
int stencils_of(const Spot& spot, int dimensions, const CCTK_REAL* origin, const CCTK_REAL* delta,
                const CCTK_INT* sizes, std::array<mesh::AxisStencil, dimension_count>& axes) {
  int error = 0;
  for (int d = 0; d < dimensions; ++d) {
    const auto at = static_cast<std::size_t>(d);
    const int derivative = static_cast<int>(spot[order_at + 1 + at]);
    if (std::isnan(spot[at])) error = CCTK_ERROR_INTERP_COORD_NAN;
    axes[at] = mesh::axis_stencil((spot[at] - origin[d]) / delta[d],
                                  static_cast<int>(spot[order_at]), 0, sizes[d], false, derivative);
    for (double& weight : axes[at].weights) {
      for (int n = 0; n < derivative; ++n) weight /= delta[d];
    }
    if (axes[at].is_inside || error != 0) continue;
    error =
        axes[at].is_too_small ? CCTK_ERROR_INTERP_GRID_TOO_SMALL : CCTK_ERROR_INTERP_POINT_OUTSIDE;
  }
  return error;
}

}  // namespace

void set_interpolation(int variable, bool is_of_analysis, int part, int number_in_job) {
  places().numbers[{{variable, is_of_analysis}, part}] = number_in_job;
}
int interpolation_of(int variable, bool is_of_analysis, int part) {
  return places().numbers.at({{variable, is_of_analysis}, part});
}
void forget_places() { places().spots.clear(); }
void set_interpolated_by(const Item& item, const std::set<int>& variables) {
  places().asked[&item] = variables;
}

extern "C" {

int CCTK_InterpHandle(const char* name) {
  for (int i = 0; i < name_count; ++i) {
    if (is_same_word(names[i], name)) return i;
  }
  return -1;
}

int CCTK_InterpGridArrays(const cGH*, int dimensions, int handle, int table, int system, int count,
                          int type, const void* const* coordinates, int in_count,
                          const CCTK_INT* variables, int out_count, const CCTK_INT* types,
                          void* const* out) {
  int status = check(dimensions, handle, table, count, type, in_count, out_count);
  if (status != 0) return status;
  if (!has_system(system)) return UTIL_ERROR_BAD_HANDLE;
  const Item& item = *current_call->item;
  for (int i = 0; i < out_count; ++i) {
    const int variable = variables[operand_of(table, i, in_count)];
    if (!is_interpolable(variable) || types[i] != type_of(variable)) return UTIL_ERROR_BAD_INPUT;
    if (recording == nullptr && !current_call->is_in_vain && current_call->has_changed &&
        current_call->has_changed(variable)) {
      fail_call(std::string(item.where) + ": " + item.name + " interpolates " +
                CCTK_VarName(variable) +
                ", which it has changed (expected another routine behind it)");
    }
    for (int point = 0; point < count; ++point) {
      Spot spot = spot_of(dimensions, coordinates, point, order_of(table));
      differentiate(spot, code_of(table, i));
      const auto parts = static_cast<std::size_t>(parts_of(variable));
      std::array<double, 2> value{};
      if (recording != nullptr) {
        hear(item, variable, spot);
      } else if (current_call->is_in_vain) {
        // Whatever it is.
      } else if (const int error = value_at(item, variable, spot, value.data()); error != 0) {
        status = error;
      }
      if (out == nullptr || out[i] == nullptr) continue;
      std::copy_n(value.begin(), parts,
                  static_cast<double*>(out[i]) + parts * static_cast<std::size_t>(point));
    }
  }
  return status;
}

int CCTK_InterpLocalUniform(int dimensions, int handle, int table, const CCTK_REAL* origin,
                            const CCTK_REAL* delta, int count, int type,
                            const void* const* coordinates, int in_count, const CCTK_INT* sizes,
                            const CCTK_INT* in_types, const void* const* in, int out_count,
                            const CCTK_INT* out_types, void* const* out) {
  int status = check(dimensions, handle, table, count, type, in_count, out_count);
  if (status != 0) return status;
  for (int d = 0; d < dimensions; ++d) {
    if (delta[d] == 0) return CCTK_ERROR_INTERP_DELTA_X_ZERO;
  }
  for (int i = 0; i < out_count; ++i) {
    const bool is_number =
        out_types[i] == CCTK_VARIABLE_REAL || out_types[i] == CCTK_VARIABLE_COMPLEX;
    if (!is_number || in_types[operand_of(table, i, in_count)] != out_types[i]) {
      return UTIL_ERROR_BAD_INPUT;
    }
  }
  const std::ptrdiff_t row = sizes[0];
  const std::ptrdiff_t plane = row * (dimensions > 1 ? sizes[1] : 1);
  for (int point = 0; point < count; ++point) {
    for (int i = 0; i < out_count; ++i) {
      Spot spot = spot_of(dimensions, coordinates, point, order_of(table));
      differentiate(spot, code_of(table, i));
      std::array<mesh::AxisStencil, dimension_count> axes;
      const int error = stencils_of(spot, dimensions, origin, delta, sizes, axes);
      if (error != 0) status = error;
      const auto* from = static_cast<const double*>(in[operand_of(table, i, in_count)]);
      if (error != 0 || from == nullptr || out[i] == nullptr) continue;
      const std::ptrdiff_t parts = out_types[i] == CCTK_VARIABLE_COMPLEX ? 2 : 1;
      for (std::ptrdiff_t part = 0; part < parts; ++part) {
        static_cast<double*>(out[i])[parts * point + part] =
            mesh::interpolate(axes, [&](std::int32_t x, std::int32_t y, std::int32_t z) {
              return from[parts * (axes[0].index(x) + row * axes[1].index(y) +
                                   plane * axes[2].index(z)) +
                          part];
            });
      }
    }
  }
  return status;
}

}  // extern "C"

}  // namespace isthmus::cctk
