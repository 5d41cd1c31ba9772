// Names and numbers of variables, groups, thorns and parameters.

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include "mesh/cctk/parameters.hpp"
#include "mesh/cctk/state.hpp"

namespace isthmus::cctk {

bool is_same_word(std::string_view one, std::string_view other) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::ranges::equal(one, other, [&](char a, char b) { return lower(a) == lower(b); });
}

std::vector<int> variables_of_group(int group) {
  std::vector<int> all;
  if (group < 0 || group >= CCTK_NumGroups()) return all;
  const Group& entry = library.groups[static_cast<std::size_t>(group)];
  for (int i = 0; i < entry.count; ++i) all.push_back(entry.first + i);
  return all;
}

void fail_call(const std::string& what) { throw std::runtime_error(what); }

namespace {

/// "wavetoy::phi" in its parts; a thorn's name stands for what it implements.
struct Parts {
  std::string_view implementation;
  std::string_view name;
};

Parts parts_of(const char* name) {
  const std::string_view text = name == nullptr ? "" : name;
  const auto colons = text.find("::");
  if (colons == std::string_view::npos) return {"", text};
  Parts parts{text.substr(0, colons), text.substr(colons + 2)};
  for (const Thorn& thorn : library.thorns) {
    if (is_same_word(thorn.name, parts.implementation)) parts.implementation = thorn.implementation;
  }
  return parts;
}

const Group& group_of(int variable) {
  return library.groups[static_cast<std::size_t>(
      library.variables[static_cast<std::size_t>(variable)].group)];
}

bool is_variable(int variable) {
  return variable >= 0 && variable < static_cast<int>(library.variables.size());
}
bool is_group(int group) { return group >= 0 && group < static_cast<int>(library.groups.size()); }

char* copy_of(const std::string& text) {
  char* copy = static_cast<char*>(std::malloc(text.size() + 1));
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

int find_parameter(const char* name, const char* thorn) {
  for (std::size_t i = 0; i < library.parameters.size(); ++i) {
    const Parameter& parameter = library.parameters[i];
    if (is_same_word(parameter.name, name) &&
        (is_same_word(parameter.thorn, thorn) || is_same_word(parameter.implementation, thorn))) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

}  // namespace

extern "C" {

int CCTK_Equals(const char* one, const char* other) {
  return one != nullptr && other != nullptr && is_same_word(one, other) ? 1 : 0;
}

int CCTK_IsThornActive(const char* thorn) { return is_active(thorn) ? 1 : 0; }

int CCTK_IsImplementationActive(const char* implementation) {
  return std::ranges::any_of(library.thorns,
                             [&](const Thorn& thorn) {
                               return is_same_word(thorn.implementation, implementation) &&
                                      is_active(thorn.name);
                             })
             ? 1
             : 0;
}

int CCTK_IsFunctionAliased(const char* function) {
  return std::ranges::any_of(library.functions,
                             [&](const char* known) { return is_same_word(known, function); })
             ? 1
             : 0;
}

// Blocks may go from PE to PE, so a routine has no say in where it is.
int CCTK_MyProc(const cGH*) { return current_call != nullptr && current_call->tells ? 0 : 1; }
int CCTK_nProcs(const cGH*) { return 1; }

int CCTK_NumVars(void) { return static_cast<int>(library.variables.size()); }
int CCTK_NumGroups(void) { return static_cast<int>(library.groups.size()); }

int CCTK_VarIndex(const char* name) {
  const Parts parts = parts_of(name);
  for (int i = 0; i < CCTK_NumVars(); ++i) {
    if (is_same_word(library.variables[static_cast<std::size_t>(i)].name, parts.name) &&
        is_same_word(group_of(i).implementation, parts.implementation)) {
      return i;
    }
  }
  return -1;
}

int CCTK_GroupIndex(const char* name) {
  const Parts parts = parts_of(name);
  for (int i = 0; i < CCTK_NumGroups(); ++i) {
    const Group& group = library.groups[static_cast<std::size_t>(i)];
    if (is_same_word(group.name, parts.name) &&
        is_same_word(group.implementation, parts.implementation)) {
      return i;
    }
  }
  return -1;
}

int CCTK_GroupIndexFromVarI(int variable) {
  return is_variable(variable) ? library.variables[static_cast<std::size_t>(variable)].group : -1;
}
int CCTK_GroupIndexFromVar(const char* name) {
  return CCTK_GroupIndexFromVarI(CCTK_VarIndex(name));
}
int CCTK_FirstVarIndexI(int group) {
  return is_group(group) ? library.groups[static_cast<std::size_t>(group)].first : -1;
}
int CCTK_FirstVarIndex(const char* group) { return CCTK_FirstVarIndexI(CCTK_GroupIndex(group)); }
int CCTK_NumVarsInGroupI(int group) {
  return is_group(group) ? library.groups[static_cast<std::size_t>(group)].count : -1;
}
int CCTK_NumVarsInGroup(const char* group) { return CCTK_NumVarsInGroupI(CCTK_GroupIndex(group)); }
int CCTK_GroupDimI(int group) {
  return is_group(group) ? library.groups[static_cast<std::size_t>(group)].dimension : -1;
}
int CCTK_GroupTypeI(int group) {
  if (!is_group(group)) return -1;
  const Group& entry = library.groups[static_cast<std::size_t>(group)];
  const int elements = library.variables[static_cast<std::size_t>(entry.first)].elements;
  if (elements == 0) return CCTK_GF;
  return entry.dimension == 0 ? CCTK_SCALAR : CCTK_ARRAY;
}
int CCTK_VarTypeI(int variable) {
  if (!is_variable(variable)) return -1;
  const Variable& entry = library.variables[static_cast<std::size_t>(variable)];
  if (entry.is_complex) return CCTK_VARIABLE_COMPLEX;
  return entry.is_integer ? CCTK_VARIABLE_INT : CCTK_VARIABLE_REAL;
}
int CCTK_NumTimeLevelsI(int variable) {
  return is_variable(variable) ? library.variables[static_cast<std::size_t>(variable)].levels : -1;
}
int CCTK_NumTimeLevelsFromVarI(int variable) { return CCTK_NumTimeLevelsI(variable); }
int CCTK_ActiveTimeLevelsVI(const cGH*, int variable) { return CCTK_NumTimeLevelsI(variable); }
int CCTK_ActiveTimeLevelsGI(const cGH*, int group) {
  return CCTK_NumTimeLevelsI(CCTK_FirstVarIndexI(group));
}

const char* CCTK_VarName(int variable) {
  return is_variable(variable) ? library.variables[static_cast<std::size_t>(variable)].name
                               : nullptr;
}
const char* CCTK_ImpFromVarI(int variable) {
  return is_variable(variable) ? group_of(variable).implementation : nullptr;
}
char* CCTK_FullName(int variable) {
  if (!is_variable(variable)) return nullptr;
  return copy_of(std::string(CCTK_ImpFromVarI(variable)) + "::" + CCTK_VarName(variable));
}
char* CCTK_GroupName(int group) {
  if (!is_group(group)) return nullptr;
  const Group& entry = library.groups[static_cast<std::size_t>(group)];
  return copy_of(std::string(entry.implementation) + "::" + entry.name);
}

void* CCTK_VarDataPtrI(const cGH* gh, int level, int variable) {
  if (!is_variable(variable) || level < 0 || level >= CCTK_NumTimeLevelsI(variable)) {
    return nullptr;
  }
  return gh->data[variable][level];
}
void* CCTK_VarDataPtr(const cGH* gh, int level, const char* name) {
  return CCTK_VarDataPtrI(gh, level, CCTK_VarIndex(name));
}

int CCTK_QueryGroupStorageI(const cGH*, int group) { return is_group(group) ? 1 : -1; }
int CCTK_QueryGroupStorage(const cGH* gh, const char* group) {
  return CCTK_QueryGroupStorageI(gh, CCTK_GroupIndex(group));
}

const void* CCTK_ParameterGet(const char* name, const char* thorn, int* type) {
  const int found = find_parameter(name, thorn);
  if (found < 0) return nullptr;
  const Library::Value& value = parameter_value(found);
  static thread_local CCTK_INT integer;
  switch (library.parameters[static_cast<std::size_t>(found)].type) {
    case ParameterType::real:
      if (type != nullptr) *type = CCTK_VARIABLE_REAL;
      return &value.real;
    case ParameterType::integer:
    case ParameterType::boolean:
      if (type != nullptr) *type = CCTK_VARIABLE_INT;
      integer = static_cast<CCTK_INT>(value.integer);
      return &integer;
    case ParameterType::keyword:
    case ParameterType::text:
      if (type != nullptr) *type = CCTK_VARIABLE_STRING;
      return &value.text;
  }
  return nullptr;
}

char* CCTK_ParameterValString(const char* name, const char* thorn) {
  const int found = find_parameter(name, thorn);
  if (found < 0) return nullptr;
  const Library::Value& value = parameter_value(found);
  char text[64];
  switch (library.parameters[static_cast<std::size_t>(found)].type) {
    case ParameterType::real:
      std::snprintf(text, sizeof text, "%.17g", value.real);
      return copy_of(text);
    case ParameterType::integer:
      return copy_of(std::to_string(value.integer));
    case ParameterType::boolean:
      return copy_of(value.integer != 0 ? "yes" : "no");
    case ParameterType::keyword:
    case ParameterType::text:
      return copy_of(value.text);
  }
  return nullptr;
}

int Util_StrCmpi(const char* one, const char* other) {
  return is_same_word(one, other) ? 0 : std::strcmp(one, other) < 0 ? -1 : 1;
}

}  // extern "C"

}  // namespace isthmus::cctk
