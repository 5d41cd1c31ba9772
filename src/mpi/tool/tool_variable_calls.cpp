// Variables of the tool interface (MPI 5.0, 15.3.6 and 15.3.7): how the job was started, which
// nobody changes, and what happens to the rank.
#include <algorithm>
#include <string_view>

#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/tool/tool_variables.hpp"

namespace isthmus::engine::mpi {

namespace {

bool is_begun(Rank& rank) { return rank.state().tool.initialized > 0; }

template <class Variable>
const Variable* at(std::span<const Variable> all, int index) {
  return index < 0 || std::cmp_greater_equal(index, all.size())
             ? nullptr
             : &all[static_cast<std::size_t>(index)];
}

// --- control variables ---------------------------------------------------------------------------

int control_count(Rank& rank, int* count) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  *count = static_cast<int>(control_variables().size());
  return MPI_SUCCESS;
}
int control_info(Rank& rank, int index, char* name, int* name_length, int* verbosity,
                 MPI_Datatype* type, MPI_T_enum* enumeration, char* description,
                 int* description_length, int* bind, int* scope) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  const ControlVariable* const variable = at(control_variables(), index);
  if (variable == nullptr) return MPI_T_ERR_INVALID_INDEX;
  put_tool_text(name, name_length, variable->name);
  put_tool_text(description, description_length, variable->description);
  put_if(verbosity, MPI_T_VERBOSITY_USER_BASIC);
  put_if(type, MPI_UINT64_T);
  put_if(enumeration, MPI_T_ENUM_NULL);
  put_if(bind, MPI_T_BIND_NO_OBJECT);
  put_if(scope, MPI_T_SCOPE_CONSTANT);
  return MPI_SUCCESS;
}
int control_index(Rank& rank, const char* name, int* index) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  const auto all = control_variables();
  const auto found = std::ranges::find(all, std::string_view(name), &ControlVariable::name);
  if (found == all.end()) return MPI_T_ERR_INVALID_NAME;
  *index = static_cast<int>(found - all.begin());
  return MPI_SUCCESS;
}
int allocate_control(Rank& rank, int index, void*, MPI_T_cvar_handle* handle, int* count) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  if (at(control_variables(), index) == nullptr) return MPI_T_ERR_INVALID_INDEX;
  *handle = handle_of<MPI_T_cvar_handle>(rank.state().tool.controls.add({index}));
  *count = 1;
  return MPI_SUCCESS;
}
int free_control(Rank& rank, MPI_T_cvar_handle* handle) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  if (rank.state().tool.controls.find(number_of(*handle)) == nullptr) {
    return MPI_T_ERR_INVALID_HANDLE;
  }
  rank.state().tool.controls.remove(number_of(*handle));
  *handle = MPI_T_CVAR_HANDLE_NULL;
  return MPI_SUCCESS;
}
int read_control(Rank& rank, MPI_T_cvar_handle handle, void* value) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  const ControlHandle* const found = rank.state().tool.controls.find(number_of(handle));
  if (found == nullptr) return MPI_T_ERR_INVALID_HANDLE;
  if (value == nullptr) return MPI_T_ERR_INVALID;
  *static_cast<std::uint64_t*>(value) = at(control_variables(), found->variable)->value(rank);
  return MPI_SUCCESS;
}
int write_control(Rank& rank, MPI_T_cvar_handle handle, const void*) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  return rank.state().tool.controls.find(number_of(handle)) == nullptr ? MPI_T_ERR_INVALID_HANDLE
                                                                       : MPI_T_ERR_CVAR_SET_NEVER;
}

// --- performance variables -----------------------------------------------------------------------

int performance_count(Rank& rank, int* count) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  *count = static_cast<int>(performance_variables().size());
  return MPI_SUCCESS;
}
int performance_info(Rank& rank, int index, char* name, int* name_length, int* verbosity,
                     int* variable_class, MPI_Datatype* type, MPI_T_enum* enumeration,
                     char* description, int* description_length, int* bind, int* is_read_only,
                     int* is_continuous, int* is_atomic) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  const PerformanceVariable* const variable = at(performance_variables(), index);
  if (variable == nullptr) return MPI_T_ERR_INVALID_INDEX;
  put_tool_text(name, name_length, variable->name);
  put_tool_text(description, description_length, variable->description);
  put_if(verbosity, MPI_T_VERBOSITY_USER_BASIC);
  put_if(variable_class, variable->variable_class);
  put_if(type, MPI_UINT64_T);
  put_if(enumeration, MPI_T_ENUM_NULL);
  put_if(bind, MPI_T_BIND_NO_OBJECT);
  put_if(is_read_only, variable->is_counter() ? 0 : 1);
  put_if(is_continuous, variable->is_counter() ? 0 : 1);
  put_if(is_atomic, 0);
  return MPI_SUCCESS;
}
int performance_index(Rank& rank, const char* name, int variable_class, int* index) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  const auto all = performance_variables();
  const auto found = std::ranges::find_if(all, [&](const PerformanceVariable& variable) {
    return variable.name == name && variable.variable_class == variable_class;
  });
  if (found == all.end()) return MPI_T_ERR_INVALID_NAME;
  *index = static_cast<int>(found - all.begin());
  return MPI_SUCCESS;
}

int create_session(Rank& rank, MPI_T_pvar_session* session) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  *session = handle_of<MPI_T_pvar_session>(rank.state().tool.sessions.add({}));
  return MPI_SUCCESS;
}
/// Its handles are gone with it.
int free_session(Rank& rank, MPI_T_pvar_session* session) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  Tool& tool = rank.state().tool;
  const std::uint64_t number = number_of(*session);
  if (tool.sessions.find(number) == nullptr) return MPI_T_ERR_INVALID_SESSION;
  std::vector<std::uint64_t> own;
  tool.variables.for_each([&](std::uint64_t handle, const PerformanceHandle& variable) {
    if (variable.session == number) own.push_back(handle);
  });
  for (const std::uint64_t handle : own) tool.variables.remove(handle);
  tool.sessions.remove(number);
  *session = MPI_T_PVAR_SESSION_NULL;
  return MPI_SUCCESS;
}

const PerformanceVariable& variable_of(const PerformanceHandle& handle) {
  return performance_variables()[static_cast<std::size_t>(handle.variable)];
}
int allocate_performance(Rank& rank, MPI_T_pvar_session session, int index, void*,
                         MPI_T_pvar_handle* handle, int* count) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  Tool& tool = rank.state().tool;
  if (tool.sessions.find(number_of(session)) == nullptr) return MPI_T_ERR_INVALID_SESSION;
  const PerformanceVariable* const variable = at(performance_variables(), index);
  if (variable == nullptr) return MPI_T_ERR_INVALID_INDEX;
  PerformanceHandle made{.session = number_of(session), .variable = index};
  made.base = made.stopped_at = variable->value(rank);
  *handle = handle_of<MPI_T_pvar_handle>(tool.variables.add(made));
  *count = 1;
  return MPI_SUCCESS;
}

/// The handle, or null and why.
PerformanceHandle* find(Rank& rank, MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                        int& error) {
  Tool& tool = rank.state().tool;
  error = MPI_SUCCESS;
  if (tool.initialized <= 0) {
    error = MPI_T_ERR_NOT_INITIALIZED;
  } else if (tool.sessions.find(number_of(session)) == nullptr) {
    error = MPI_T_ERR_INVALID_SESSION;
  }
  if (error != MPI_SUCCESS) return nullptr;
  PerformanceHandle* const found = tool.variables.find(number_of(handle));
  if (found == nullptr || found->session != number_of(session)) error = MPI_T_ERR_INVALID_HANDLE;
  return error == MPI_SUCCESS ? found : nullptr;
}

int free_performance(Rank& rank, MPI_T_pvar_session session, MPI_T_pvar_handle* handle) {
  int error = MPI_SUCCESS;
  if (find(rank, session, *handle, error) == nullptr) return error;
  rank.state().tool.variables.remove(number_of(*handle));
  *handle = MPI_T_PVAR_HANDLE_NULL;
  return MPI_SUCCESS;
}

int start_one(Rank& rank, PerformanceHandle& handle) {
  const PerformanceVariable& variable = variable_of(handle);
  if (!variable.is_counter()) return MPI_T_ERR_PVAR_NO_STARTSTOP;
  // What has been counted so far stays.
  if (!handle.is_started) handle.base += variable.value(rank) - handle.stopped_at;
  handle.is_started = true;
  return MPI_SUCCESS;
}
int stop_one(Rank& rank, PerformanceHandle& handle) {
  const PerformanceVariable& variable = variable_of(handle);
  if (!variable.is_counter()) return MPI_T_ERR_PVAR_NO_STARTSTOP;
  if (handle.is_started) handle.stopped_at = variable.value(rank);
  handle.is_started = false;
  return MPI_SUCCESS;
}
int reset_one(Rank& rank, PerformanceHandle& handle) {
  const PerformanceVariable& variable = variable_of(handle);
  if (!variable.is_counter()) return MPI_T_ERR_PVAR_NO_WRITE;
  handle.base = handle.is_started ? variable.value(rank) : handle.stopped_at;
  return MPI_SUCCESS;
}
std::uint64_t value_of(Rank& rank, const PerformanceHandle& handle) {
  const PerformanceVariable& variable = variable_of(handle);
  if (!variable.is_counter()) return variable.value(rank);
  return (handle.is_started ? variable.value(rank) : handle.stopped_at) - handle.base;
}

/// One, or all of a session for which that can be done.
template <auto one>
int change(Rank& rank, MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  int error = MPI_SUCCESS;
  if (handle != MPI_T_PVAR_ALL_HANDLES) {
    PerformanceHandle* const found = find(rank, session, handle, error);
    return found == nullptr ? error : one(rank, *found);
  }
  find(rank, session, MPI_T_PVAR_HANDLE_NULL, error);
  if (error != MPI_T_ERR_INVALID_HANDLE) return error;
  rank.state().tool.variables.for_each([&](std::uint64_t, PerformanceHandle& variable) {
    if (variable.session == number_of(session)) one(rank, variable);
  });
  return MPI_SUCCESS;
}
int read_performance(Rank& rank, MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                     void* value) {
  int error = MPI_SUCCESS;
  const PerformanceHandle* const found = find(rank, session, handle, error);
  if (found == nullptr) return error;
  if (value == nullptr) return MPI_T_ERR_INVALID;
  *static_cast<std::uint64_t*>(value) = value_of(rank, *found);
  return MPI_SUCCESS;
}
int read_and_reset(Rank& rank, MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* value) {
  int error = MPI_SUCCESS;
  PerformanceHandle* const found = find(rank, session, handle, error);
  if (found == nullptr) return error;
  if (!variable_of(*found).is_counter()) return MPI_T_ERR_PVAR_NO_WRITE;
  error = read_performance(rank, session, handle, value);
  return error == MPI_SUCCESS ? reset_one(rank, *found) : error;
}
int write_performance(Rank& rank, MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                      const void* value) {
  int error = MPI_SUCCESS;
  PerformanceHandle* const found = find(rank, session, handle, error);
  if (found == nullptr) return error;
  if (!variable_of(*found).is_counter()) return MPI_T_ERR_PVAR_NO_WRITE;
  if (value == nullptr) return MPI_T_ERR_INVALID;
  reset_one(rank, *found);
  found->base -= *static_cast<const std::uint64_t*>(value);
  return MPI_SUCCESS;
}

constexpr Call tool_variable_rows[] = {
    call<decltype(MPI_T_cvar_get_num), control_count>("MPI_T_cvar_get_num"),
    call<decltype(MPI_T_cvar_get_info), control_info>("MPI_T_cvar_get_info"),
    call<decltype(MPI_T_cvar_get_index), control_index>("MPI_T_cvar_get_index"),
    call<decltype(MPI_T_cvar_handle_alloc), allocate_control>("MPI_T_cvar_handle_alloc"),
    call<decltype(MPI_T_cvar_handle_free), free_control>("MPI_T_cvar_handle_free"),
    call<decltype(MPI_T_cvar_read), read_control>("MPI_T_cvar_read"),
    call<decltype(MPI_T_cvar_write), write_control>("MPI_T_cvar_write"),
    call<decltype(MPI_T_pvar_get_num), performance_count>("MPI_T_pvar_get_num"),
    call<decltype(MPI_T_pvar_get_info), performance_info>("MPI_T_pvar_get_info"),
    call<decltype(MPI_T_pvar_get_index), performance_index>("MPI_T_pvar_get_index"),
    call<decltype(MPI_T_pvar_session_create), create_session>("MPI_T_pvar_session_create"),
    call<decltype(MPI_T_pvar_session_free), free_session>("MPI_T_pvar_session_free"),
    call<decltype(MPI_T_pvar_handle_alloc), allocate_performance>("MPI_T_pvar_handle_alloc"),
    call<decltype(MPI_T_pvar_handle_free), free_performance>("MPI_T_pvar_handle_free"),
    call<decltype(MPI_T_pvar_start), change<start_one>>("MPI_T_pvar_start"),
    call<decltype(MPI_T_pvar_stop), change<stop_one>>("MPI_T_pvar_stop"),
    call<decltype(MPI_T_pvar_reset), change<reset_one>>("MPI_T_pvar_reset"),
    call<decltype(MPI_T_pvar_read), read_performance>("MPI_T_pvar_read"),
    call<decltype(MPI_T_pvar_readreset), read_and_reset>("MPI_T_pvar_readreset"),
    call<decltype(MPI_T_pvar_write), write_performance>("MPI_T_pvar_write"),
};

}  // namespace

std::span<const Call> tool_variable_calls() { return tool_variable_rows; }

}  // namespace isthmus::engine::mpi
