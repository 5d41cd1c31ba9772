#include "mesh/cctk/elliptic.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <utility>

namespace isthmus::cctk {
namespace {

struct Keys {
  std::map<std::string, double> numbers;
  std::map<std::string, std::string> texts;
};

/// Of the routine that is called to settle; what it sets when it is called on the grid is the same.
Keys& keys() {
  static thread_local Keys the;
  return the;
}

/// By variable and part.
std::map<std::pair<int, int>, int>& equation_numbers() {
  static std::map<std::pair<int, int>, int> all;
  return all;
}

/// Written where the parameters' lock is held alone.
std::map<const Item*, Solve>& solved() {
  static std::map<const Item*, Solve> all;
  return all;
}

std::string lowered(const char* key) {
  std::string small = key;
  std::ranges::transform(small, small.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return small;
}

double number_at(const char* key, double otherwise) {
  const auto found = keys().numbers.find(lowered(key));
  return found == keys().numbers.end() ? otherwise : found->second;
}

bool is_on(const char* key) {
  const auto found = keys().texts.find(lowered(key));
  return found != keys().texts.end() && is_same_word(found->second, "yes");
}

bool is_function(int variable) {
  return variable >= 0 && variable < CCTK_NumVars() &&
         !library.variables[static_cast<std::size_t>(variable)].is_coordinate &&
         library.variables[static_cast<std::size_t>(variable)].elements == 0;
}
bool is_complex_function(int variable) {
  return is_function(variable) && library.variables[static_cast<std::size_t>(variable)].is_complex;
}

[[noreturn]] void refuse(const std::string& what) {
  const Item& item = *current_call->item;
  fail_call(std::string(item.where) + ": " + item.name + " " + what);
}

/// As often as conjugate gradients may go on: thorns have no word for it.
constexpr int gradients_max = 10'000;

void hear(int variable, int coefficient, int source, const double* tolerance,
          const double* relative, bool is_by_gradients) {
  const Item& item = *current_call->item;
  if (item.bin != Bin::initial) {
    refuse("solves an equation (expected routines of INITIAL and the like alone to do so)");
  }
  if (item.again == nullptr) {
    refuse("solves an equation, which its text does not show (expected it in its thorn's sources)");
  }
  if (recording->solve) refuse("solves two equations (expected one in each routine)");
  if (!is_function(variable)) refuse("solves an equation of what is no grid function");
  if (is_complex_function(coefficient)) {
    refuse("solves an equation whose coefficient is complex (expected a real one)");
  }
  if (is_complex_function(source) && !is_complex_function(variable)) {
    refuse("solves an equation of real numbers whose source is complex (expected a real one)");
  }
  if (relative != nullptr && relative[0] > 0) {
    refuse("has a relative tolerance, which is not provided (expected AbsTol)");
  }
  if (is_on("EllLinFlat::Bnd::Const")) {
    refuse("has a boundary 'Const' (expected Robin, or the first guess at the boundary)");
  }
  recording->solve = Solve{
      .variable = variable,
      .coefficient = is_function(coefficient) ? coefficient : -1,
      .source = is_function(source) ? source : -1,
      .tolerance = tolerance[0],
      .sweeps = is_by_gradients ? gradients_max : static_cast<int>(number_at("Ell::SORmaxit", 100)),
      .is_by_gradients = is_by_gradients,
      .has_robin = is_on("EllLinFlat::Bnd::Robin"),
      .value = number_at("EllLinFlat::Bnd::Robin::inf", 0),
      .falloff = static_cast<int>(number_at("EllLinFlat::Bnd::Robin::falloff", 1))};
}

}  // namespace

void set_equation(int variable, int part, int number_in_job) {
  equation_numbers()[{variable, part}] = number_in_job;
}
int equation_of(int variable, int part) { return equation_numbers().at({variable, part}); }
void set_solved_by(const Item& item, const Solve& solve) { solved()[&item] = solve; }

extern "C" {

int Ell_SetRealKey(CCTK_REAL value, const char* key) {
  keys().numbers[lowered(key)] = value;
  return 0;
}
int Ell_SetIntKey(CCTK_INT value, const char* key) { return Ell_SetRealKey(value, key); }
int Ell_SetStrKey(const char* value, const char* key) {
  keys().texts[lowered(key)] = value;
  return 0;
}

int Ell_LinFlatSolver(const cGH*, int variable, int coefficient, int source,
                      const CCTK_REAL* abs_tolerance, const CCTK_REAL* relative_tolerance,
                      const char* solver) {
  // PETSc's methods are those of Krylov, too.
  const bool is_by_gradients = is_same_word(solver, "petsc") || is_same_word(solver, "cg");
  if (!is_by_gradients && !is_same_word(solver, "sor")) return ELL_NOSOLVER;
  if (recording != nullptr) {
    hear(variable, coefficient, source, abs_tolerance, relative_tolerance, is_by_gradients);
    keys() = {};
    return ELL_SUCCESS;
  }
  if (current_call->is_in_vain) return ELL_SUCCESS;
  const auto known = solved().find(current_call->item);
  if (known == solved().end() || known->second.variable != variable) {
    refuse("solves an equation at times (expected it each time, whatever grid functions have)");
  }
  if (!current_call->is_behind_solve) {
    current_call->keep();
    return ELL_SUCCESS;
  }
  current_call->restore(variable);
  // The mean of absolute values is at most that of both parts together.
  double left = 0;
  for (int part = 0; part < parts_of(variable); ++part) {
    left +=
        isthmus_mesh_reduced(current_call->patch, equation_of(variable, part), ISTHMUS_MESH_NORM_1);
  }
  return left <= known->second.tolerance ? ELL_SUCCESS : ELL_NOCONVERGENCE;
}

int CCTK_OutputVarAsByMethod(const cGH*, const char*, const char*, const char*) { return -1; }
int CCTK_OutputVarAs(const cGH*, const char*, const char*) { return -1; }
int CCTK_OutputVar(const cGH*, const char*) { return -1; }
int CCTK_OutputVarByMethod(const cGH*, const char*, const char*) { return -1; }

}  // extern "C"

}  // namespace isthmus::cctk
