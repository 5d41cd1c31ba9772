// The tool interface (MPI 5.0, chapter 15): its beginning and end, categories, and events and
// enumerations, of which there are none. Its functions answer codes of their own and call no error
// handler; they may be called before MPI_Init and after MPI_Finalize.
#include <algorithm>
#include <bit>
#include <iterator>
#include <string_view>

#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/tool/tool_variables.hpp"

namespace isthmus::engine::mpi {

namespace {

bool is_begun(Rank& rank) { return rank.state().tool.initialized > 0; }

int begin(Rank& rank, int required, int* provided) {
  ++rank.state().tool.initialized;
  *provided = std::min(required, rank.most_of_threads());
  return MPI_SUCCESS;
}
int end(Rank& rank) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  --rank.state().tool.initialized;
  return MPI_SUCCESS;
}

// --- categories ----------------------------------------------------------------------------------

int category_count(Rank& rank, int* count) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  *count = static_cast<int>(tool_categories().size());
  return MPI_SUCCESS;
}
bool is_category(int index) { return index >= 0 && std::cmp_less(index, tool_categories().size()); }
int category_info(Rank& rank, int index, char* name, int* name_length, char* description,
                  int* description_length, int* controls, int* variables, int* categories) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  if (!is_category(index)) return MPI_T_ERR_INVALID_INDEX;
  const ToolCategory& category = tool_categories()[static_cast<std::size_t>(index)];
  put_tool_text(name, name_length, category.name);
  put_tool_text(description, description_length, category.description);
  put_if(controls, category.control_count);
  put_if(variables, category.performance_count);
  put_if(categories, 0);
  return MPI_SUCCESS;
}
int category_index(Rank& rank, const char* name, int* index) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  const auto all = tool_categories();
  const auto found = std::ranges::find(all, std::string_view(name), &ToolCategory::name);
  if (found == all.end()) return MPI_T_ERR_INVALID_NAME;
  *index = static_cast<int>(found - all.begin());
  return MPI_SUCCESS;
}
int category_changed(Rank& rank, int* update) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  *update = 0;
  return MPI_SUCCESS;
}

void put_indices(int first, int count, int room, int* indices) {
  for (int i = 0; i < std::min(count, room); ++i) indices[i] = first + i;
}
int category_controls(Rank& rank, int index, int room, int* indices) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  if (!is_category(index)) return MPI_T_ERR_INVALID_INDEX;
  const ToolCategory& category = tool_categories()[static_cast<std::size_t>(index)];
  put_indices(category.first_control, category.control_count, room, indices);
  return MPI_SUCCESS;
}
int category_variables(Rank& rank, int index, int room, int* indices) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  if (!is_category(index)) return MPI_T_ERR_INVALID_INDEX;
  const ToolCategory& category = tool_categories()[static_cast<std::size_t>(index)];
  put_indices(category.first_performance, category.performance_count, room, indices);
  return MPI_SUCCESS;
}
/// There are neither categories nor events in any.
int category_nothing(Rank& rank, int index, int, int*) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  return is_category(index) ? MPI_SUCCESS : MPI_T_ERR_INVALID_INDEX;
}
int category_events(Rank& rank, int index, int* count) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  if (!is_category(index)) return MPI_T_ERR_INVALID_INDEX;
  *count = 0;
  return MPI_SUCCESS;
}

// --- what there is none of -----------------------------------------------------------------------

int none_at_all(Rank& rank, int* count) {
  if (!is_begun(rank)) return MPI_T_ERR_NOT_INITIALIZED;
  *count = 0;
  return MPI_SUCCESS;
}
int no_name(Rank& rank, const char*, int*) {
  return is_begun(rank) ? MPI_T_ERR_INVALID_NAME : MPI_T_ERR_NOT_INITIALIZED;
}
template <class... Arguments>
int no_index(Rank& rank, Arguments...) {
  return is_begun(rank) ? MPI_T_ERR_INVALID_INDEX : MPI_T_ERR_NOT_INITIALIZED;
}
template <class... Arguments>
int no_handle(Rank& rank, Arguments...) {
  return is_begun(rank) ? MPI_T_ERR_INVALID_HANDLE : MPI_T_ERR_NOT_INITIALIZED;
}
/// A call whose arguments name something that is not there.
template <class Prototype>
struct Nothing;
template <class... Arguments>
struct Nothing<int(Arguments...)> {
  static constexpr auto at_index = no_index<Arguments...>;
  static constexpr auto of_handle = no_handle<Arguments...>;
};
template <class Prototype>
constexpr Call index_call(std::string_view name) {
  return call<Prototype, Nothing<Prototype>::at_index>(name);
}
template <class Prototype>
constexpr Call handle_call(std::string_view name) {
  return call<Prototype, Nothing<Prototype>::of_handle>(name);
}

constexpr Call tool_rows[] = {
    call<decltype(MPI_T_init_thread), begin>("MPI_T_init_thread"),
    call<decltype(MPI_T_finalize), end>("MPI_T_finalize"),
    call<decltype(MPI_T_category_get_num), category_count>("MPI_T_category_get_num"),
    call<decltype(MPI_T_category_get_info), category_info>("MPI_T_category_get_info"),
    call<decltype(MPI_T_category_get_index), category_index>("MPI_T_category_get_index"),
    call<decltype(MPI_T_category_changed), category_changed>("MPI_T_category_changed"),
    call<decltype(MPI_T_category_get_cvars), category_controls>("MPI_T_category_get_cvars"),
    call<decltype(MPI_T_category_get_pvars), category_variables>("MPI_T_category_get_pvars"),
    call<decltype(MPI_T_category_get_categories), category_nothing>(
        "MPI_T_category_get_categories"),
    call<decltype(MPI_T_category_get_events), category_nothing>("MPI_T_category_get_events"),
    call<decltype(MPI_T_category_get_num_events), category_events>("MPI_T_category_get_num_events"),
    call<decltype(MPI_T_event_get_num), none_at_all>("MPI_T_event_get_num"),
    call<decltype(MPI_T_event_get_index), no_name>("MPI_T_event_get_index"),
    index_call<decltype(MPI_T_event_get_info)>("MPI_T_event_get_info"),
    index_call<decltype(MPI_T_event_handle_alloc)>("MPI_T_event_handle_alloc"),
    handle_call<decltype(MPI_T_event_handle_free)>("MPI_T_event_handle_free"),
    handle_call<decltype(MPI_T_event_handle_get_info)>("MPI_T_event_handle_get_info"),
    handle_call<decltype(MPI_T_event_handle_set_info)>("MPI_T_event_handle_set_info"),
    handle_call<decltype(MPI_T_event_register_callback)>("MPI_T_event_register_callback"),
    handle_call<decltype(MPI_T_event_callback_get_info)>("MPI_T_event_callback_get_info"),
    handle_call<decltype(MPI_T_event_callback_set_info)>("MPI_T_event_callback_set_info"),
    handle_call<decltype(MPI_T_event_set_dropped_handler)>("MPI_T_event_set_dropped_handler"),
    handle_call<decltype(MPI_T_event_copy)>("MPI_T_event_copy"),
    handle_call<decltype(MPI_T_event_read)>("MPI_T_event_read"),
    handle_call<decltype(MPI_T_event_get_source)>("MPI_T_event_get_source"),
    handle_call<decltype(MPI_T_event_get_timestamp)>("MPI_T_event_get_timestamp"),
    call<decltype(MPI_T_source_get_num), none_at_all>("MPI_T_source_get_num"),
    index_call<decltype(MPI_T_source_get_info)>("MPI_T_source_get_info"),
    index_call<decltype(MPI_T_source_get_timestamp)>("MPI_T_source_get_timestamp"),
    handle_call<decltype(MPI_T_enum_get_info)>("MPI_T_enum_get_info"),
    handle_call<decltype(MPI_T_enum_get_item)>("MPI_T_enum_get_item"),
};

}  // namespace

std::span<const Call> tool_calls() { return tool_rows; }

}  // namespace isthmus::engine::mpi
