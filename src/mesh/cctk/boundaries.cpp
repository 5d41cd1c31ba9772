// Boundaries, symmetries, what a method of lines evolves, and synchronization: they are said when a
// plan is made, and carried out by drivers.

#include <algorithm>
#include <string>

#include "mesh/cctk/infrastructure.hpp"
#include "mesh/cctk/state.hpp"

namespace isthmus::cctk {
namespace {

int choose(int variable, const Recording::Choice& choice) {
  if (variable < 0 || variable >= CCTK_NumVars()) return -1;
  if (recording == nullptr) return 0;
  if (choice.from >= 0 && CCTK_VarTypeI(variable) != CCTK_VarTypeI(choice.from) &&
      (CCTK_VarTypeI(variable) == CCTK_VARIABLE_COMPLEX ||
       CCTK_VarTypeI(choice.from) == CCTK_VARIABLE_COMPLEX)) {
    fail_call("the boundary of '" + std::string(CCTK_VarName(variable)) + "' is to be that of '" +
              CCTK_VarName(choice.from) + "' (expected both complex, or both real)");
  }
  recording->boundaries[variable] = choice;
  recording->selected.insert(variable);
  return 0;
}

int choose_all(const std::vector<int>& variables, const Recording::Choice& choice) {
  if (variables.empty()) return -1;
  for (const int variable : variables) choose(variable, choice);
  return 0;
}

int sign(int variable, const int* signs) {
  if (variable < 0 || variable >= CCTK_NumVars()) return -1;
  if (recording != nullptr) {
    // What is not said is even; some write -41 for that.
    for (int d = 0; d < dimension_count; ++d) {
      recording->signs[variable][static_cast<std::size_t>(d)] = signs[d] == -1 ? -1 : 1;
    }
  }
  return 0;
}

Recording::Choice robin(double value, int falloff) {
  return {ISTHMUS_MESH_ROBIN, value, static_cast<double>(falloff)};
}

/// The boundary of a variable, of now; ends the call where there is none.
Recording::Choice shared_with(int from, const std::string& name) {
  if (from < 0 || from >= CCTK_NumVars()) {
    fail_call("a boundary is to be that of '" + name + "', which is no variable of these thorns");
  }
  if (library.variables[static_cast<std::size_t>(from)].is_coordinate) {
    fail_call("a boundary is to be that of '" + name + "', which is kept nowhere");
  }
  return {ISTHMUS_MESH_ANOTHER, 0, 1, from};
}
Recording::Choice shared_with(const std::string& name) {
  return shared_with(CCTK_VarIndex(name.c_str()), name);
}

std::string name_of(int variable) {
  const bool is_one = variable >= 0 && variable < CCTK_NumVars();
  return is_one ? library.variables[static_cast<std::size_t>(variable)].name : "";
}

/// Of the variables of a group those of another, one by one.
int share_all(int to, int from) {
  const std::vector<int> variables = variables_of_group(to);
  const std::vector<int> sources = variables_of_group(from);
  if (variables.empty() || variables.size() != sources.size()) return -1;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    choose(variables[i], shared_with(sources[i], name_of(sources[i])));
  }
  return 0;
}

/// The kinds of boundary that thorns know by name.
Recording::Choice choice_of(const char* kind, int table) {
  const auto is = [&](const char* word) { return is_same_word(kind, word); };
  if (is("flat")) return {ISTHMUS_MESH_COPIED, 0, 1};
  if (is("scalar")) return {ISTHMUS_MESH_VALUE, option(table, "SCALAR", 0), 1};
  if (is("static") || is("none")) return {ISTHMUS_MESH_FIXED, 0, 1};
  if (is("radiation") || is("radiative")) {
    return {ISTHMUS_MESH_RADIATIVE, option(table, "LIMIT", 0), option(table, "SPEED", 1)};
  }
  if (is("robin")) {
    return robin(option(table, "FINF", 0), static_cast<int>(option(table, "DECAY_POWER", 1)));
  }
  if (is("copy")) {
    const std::string from = text_option(table, "COPY_FROM");
    if (from.empty()) fail_call("a boundary 'Copy' without COPY_FROM in its table");
    return shared_with(from);
  }
  fail_call("a boundary '" + std::string(kind) +
            "', which is not provided (expected none, static, flat, scalar, radiation, robin or "
            "copy)");
}

/// Faces alone have no boundary of their own here.
void expect_all(CCTK_INT faces) {
  if (faces == CCTK_ALL_FACES) return;
  fail_call("a boundary of some faces, which is not provided (expected CCTK_ALL_FACES)");
}

constexpr Recording::Choice flat{ISTHMUS_MESH_COPIED, 0, 1};
constexpr Recording::Choice unchanged{ISTHMUS_MESH_FIXED, 0, 1};
Recording::Choice scalar(double value) { return {ISTHMUS_MESH_VALUE, value, 1}; }
Recording::Choice radiative(double value, double speed) {
  return {ISTHMUS_MESH_RADIATIVE, value, speed};
}

int evolve(int variable, int derivative) {
  const auto is_there = [](int one) { return one >= 0 && one < CCTK_NumVars(); };
  if (!is_there(variable) || !is_there(derivative)) return -1;
  if (CCTK_VarTypeI(variable) != CCTK_VarTypeI(derivative)) return -1;
  if (recording != nullptr) recording->evolved.emplace_back(variable, derivative);
  return 0;
}

}  // namespace

extern "C" {

int SetCartSymVI(const cGH*, const int* signs, int variable) { return sign(variable, signs); }
int SetCartSymVN(const cGH*, const int* signs, const char* variable) {
  return sign(CCTK_VarIndex(variable), signs);
}
int SetCartSymGI(const cGH*, const int* signs, int group) {
  for (const int variable : variables_of_group(group)) sign(variable, signs);
  return CCTK_NumVarsInGroupI(group) > 0 ? 0 : -1;
}
int SetCartSymGN(const cGH* gh, const int* signs, const char* group) {
  return SetCartSymGI(gh, signs, CCTK_GroupIndex(group));
}
int CartSymVI(const cGH*, int) { return 0; }
int CartSymVN(const cGH*, const char*) { return 0; }
int CartSymGI(const cGH*, int) { return 0; }
int CartSymGN(const cGH*, const char*) { return 0; }

int BndScalarVI(const cGH*, const int*, CCTK_REAL value, int variable) {
  return choose(variable, scalar(value));
}
int BndScalarVN(const cGH*, const int*, CCTK_REAL value, const char* variable) {
  return choose(CCTK_VarIndex(variable), scalar(value));
}
int BndScalarGI(const cGH*, const int*, CCTK_REAL value, int group) {
  return choose_all(variables_of_group(group), scalar(value));
}
int BndScalarGN(const cGH*, const int*, CCTK_REAL value, const char* group) {
  return choose_all(variables_of_group(CCTK_GroupIndex(group)), scalar(value));
}
int BndFlatVI(const cGH*, const int*, int variable) { return choose(variable, flat); }
int BndFlatVN(const cGH*, const int*, const char* variable) {
  return choose(CCTK_VarIndex(variable), flat);
}
int BndFlatGI(const cGH*, const int*, int group) {
  return choose_all(variables_of_group(group), flat);
}
int BndFlatGN(const cGH*, const int*, const char* group) {
  return choose_all(variables_of_group(CCTK_GroupIndex(group)), flat);
}
int BndStaticVI(const cGH*, const int*, int variable) { return choose(variable, unchanged); }
int BndStaticVN(const cGH*, const int*, const char* variable) {
  return choose(CCTK_VarIndex(variable), unchanged);
}
int BndStaticGI(const cGH*, const int*, int group) {
  return choose_all(variables_of_group(group), unchanged);
}
int BndStaticGN(const cGH*, const int*, const char* group) {
  return choose_all(variables_of_group(CCTK_GroupIndex(group)), unchanged);
}
int BndRadiativeVI(const cGH*, const int*, CCTK_REAL value, CCTK_REAL speed, int variable, int) {
  return choose(variable, radiative(value, speed));
}
int BndRadiativeVN(const cGH*, const int*, CCTK_REAL value, CCTK_REAL speed, const char* variable,
                   const char*) {
  return choose(CCTK_VarIndex(variable), radiative(value, speed));
}
int BndRadiativeGI(const cGH*, const int*, CCTK_REAL value, CCTK_REAL speed, int group, int) {
  return choose_all(variables_of_group(group), radiative(value, speed));
}
int BndRadiativeGN(const cGH*, const int*, CCTK_REAL value, CCTK_REAL speed, const char* group,
                   const char*) {
  return choose_all(variables_of_group(CCTK_GroupIndex(group)), radiative(value, speed));
}

int BndCopyVI(const cGH*, const int*, int to, int from) {
  return choose(to, shared_with(from, "number " + std::to_string(from)));
}
int BndCopyVN(const cGH*, const int*, const char* to, const char* from) {
  return choose(CCTK_VarIndex(to), shared_with(from));
}
int BndCopyGI(const cGH*, const int*, int to, int from) { return share_all(to, from); }
int BndCopyGN(const cGH*, const int*, const char* to, const char* from) {
  return share_all(CCTK_GroupIndex(to), CCTK_GroupIndex(from));
}

int BndRobinVI(const cGH*, const int*, CCTK_REAL value, int falloff, int variable) {
  return choose(variable, robin(value, falloff));
}
int BndRobinVN(const cGH*, const int*, CCTK_REAL value, int falloff, const char* variable) {
  return choose(CCTK_VarIndex(variable), robin(value, falloff));
}
int BndRobinGI(const cGH*, const int*, CCTK_REAL value, int falloff, int group) {
  return choose_all(variables_of_group(group), robin(value, falloff));
}
int BndRobinGN(const cGH*, const int*, CCTK_REAL value, int falloff, const char* group) {
  return choose_all(variables_of_group(CCTK_GroupIndex(group)), robin(value, falloff));
}

CCTK_INT Boundary_SelectVarForBC(const void*, CCTK_INT faces, CCTK_INT, CCTK_INT table,
                                 const char* variable, const char* kind) {
  expect_all(faces);
  return choose(CCTK_VarIndex(variable), choice_of(kind, table));
}
CCTK_INT Boundary_SelectVarForBCI(const void*, CCTK_INT faces, CCTK_INT, CCTK_INT table,
                                  CCTK_INT variable, const char* kind) {
  expect_all(faces);
  return choose(variable, choice_of(kind, table));
}
CCTK_INT Boundary_SelectGroupForBC(const void*, CCTK_INT faces, CCTK_INT, CCTK_INT table,
                                   const char* group, const char* kind) {
  expect_all(faces);
  return choose_all(variables_of_group(CCTK_GroupIndex(group)), choice_of(kind, table));
}
CCTK_INT Boundary_SelectGroupForBCI(const void*, CCTK_INT faces, CCTK_INT, CCTK_INT table,
                                    CCTK_INT group, const char* kind) {
  expect_all(faces);
  return choose_all(variables_of_group(group), choice_of(kind, table));
}

int CCTK_SyncGroupI(const cGH*, int group) {
  const std::vector<int> variables = variables_of_group(group);
  if (recording != nullptr) recording->synchronized.insert(variables.begin(), variables.end());
  return variables.empty() ? -1 : 0;
}
int CCTK_SyncGroup(const cGH* gh, const char* group) {
  return CCTK_SyncGroupI(gh, CCTK_GroupIndex(group));
}

CCTK_INT MoLRegisterEvolved(CCTK_INT variable, CCTK_INT derivative) {
  return evolve(variable, derivative);
}
CCTK_INT MoLRegisterEvolvedGroup(CCTK_INT group, CCTK_INT derivatives) {
  const std::vector<int> variables = variables_of_group(group);
  const std::vector<int> others = variables_of_group(derivatives);
  if (variables.empty() || variables.size() != others.size()) return -1;
  for (std::size_t i = 0; i < variables.size(); ++i) evolve(variables[i], others[i]);
  return 0;
}
// What follows from the evolved ones is written by routines of MoL_PostStep, as all else is.
CCTK_INT MoLRegisterConstrained(CCTK_INT variable) { return variable < 0 ? -1 : 0; }
CCTK_INT MoLRegisterConstrainedGroup(CCTK_INT group) { return group < 0 ? -1 : 0; }
CCTK_INT MoLRegisterSaveAndRestore(CCTK_INT variable) { return variable < 0 ? -1 : 0; }
CCTK_INT MoLRegisterSaveAndRestoreGroup(CCTK_INT group) { return group < 0 ? -1 : 0; }

}  // extern "C"

}  // namespace isthmus::cctk
