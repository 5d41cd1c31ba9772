// mesh/cctk/state.hpp: what functions of CCTK know of the call that they are made in.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mesh/cctk/tables.hpp"

namespace isthmus::cctk {

constexpr int dimension_count = 3;

/// A call of a routine; of its thread, and for its duration.
struct Call {
  const Item* item = nullptr;
  bool tells = false;  ///< whether it is the piece that tells what all pieces have to tell
  bool is_settling = false;
  const isthmus_mesh_patch* patch = nullptr;  ///< null while a plan is made
  /// Whether the routine has changed a variable by now; for pieces of the grid.
  std::function<bool(int variable)> has_changed = {};
  bool is_behind_solve = false;  ///< it has been called before, for the equation that it solves
  /// Keeps what the routine has made up to the equation; what it does behind counts for nothing.
  std::function<void()> keep = {};
  bool is_in_vain = false;  ///< that is where it is
  /// Gives a variable in its arrays what it has on the grid.
  std::function<void(int variable)> restore = {};
};
extern thread_local Call* current_call;

/// An elliptic equation that a routine asks to be solved; variables less than 0 are none.
struct Solve {
  int variable = -1;
  int coefficient = -1;
  int source = -1;
  double tolerance = 0;
  int sweeps = 0;
  bool is_by_gradients = false;
  bool has_robin = false;
  double value = 0;
  int falloff = 1;
};

/// What routines say while a plan is made; of its thread.
struct Recording {
  struct Choice {
    isthmus_mesh_boundary kind = ISTHMUS_MESH_FIXED;
    double value = 0;
    double speed = 1;  ///< of Robin's, the power by which it falls off
    int from = -1;     ///< the variable whose boundary it is, of ISTHMUS_MESH_ANOTHER
  };
  isthmus_mesh_settled* settled = nullptr;
  std::map<int, Choice> boundaries;  ///< by variable
  std::map<int, std::array<int, dimension_count>> signs;
  std::vector<std::pair<int, int>> evolved;  ///< and the derivative
  std::set<int> bounded;   ///< whose initial data have boundaries applied, or are made inside alone
  std::set<int> selected;  ///< by the present item
  std::set<int> synchronized;  ///< by the present item
  std::set<int> reduced;       ///< by the present item
  std::set<int> interpolated;  ///< by the present item
  std::optional<Solve> solve;  ///< likewise
};
extern thread_local Recording* recording;

bool is_same_word(std::string_view one, std::string_view other);
inline int parts_of(int variable) {
  return library.variables[static_cast<std::size_t>(variable)].parts();
}
/// The numbers of a variable's group, say; empty where there is no such name.
std::vector<int> variables_of_group(int group);
bool is_active(const char* thorn);
/// Ends the call with an error in one line.
[[noreturn]] void fail_call(const std::string& what);
/// The value of a key in a table of options; `otherwise` where it has none.
double option(int table, const char* key, double otherwise);
/// Of a text; empty where there is none.
std::string text_option(int table, const char* key);
/// Of an array of numbers; empty where there is none.
std::vector<double> options(int table, const char* key);
/// Whether there is such a system of coordinates.
bool has_system(int handle);

/// The present values of parameters; the library's lock is held.
const Library::Value& parameter_value(int parameter);

}  // namespace isthmus::cctk
