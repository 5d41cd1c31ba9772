// The beginning, the end, time, memory, names, errors and info (MPI 5.0, chapters 9, 10 and 11).
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <map>
#include <optional>
#include <string>

#include "isthmus/image/address.hpp"
#include "isthmus/image/heap.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/communicators/attribute_keys.hpp"
#include "mpi/main_thread.hpp"

namespace isthmus::engine::mpi {

namespace {

/// Copies a text and its terminating zero as far as there is place.
void put_text(char* to, std::size_t room, std::string_view text) {
  const std::size_t length = std::min(text.size(), room - 1);
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
}

// --- begin and end -------------------------------------------------------------------------------

int initialize_thread(Rank& rank, int*, char***, int required, int* provided) {
  State& state = rank.state();
  if (state.phase != State::Phase::before) {
    return rank.fail(MPI_ERR_OTHER, "MPI is initialized already");
  }
  state.phase = State::Phase::begun;
  state.thread_level = std::min(required, rank.most_of_threads());
  rank.expect_threads(state.thread_level);
  if (provided != nullptr) *provided = state.thread_level;
  return MPI_SUCCESS;
}
int initialize(Rank& rank, int* count, char*** arguments) {
  return initialize_thread(rank, count, arguments, MPI_THREAD_SINGLE, nullptr);
}
int initialized(Rank& rank, int* flag) {
  *flag = rank.state().phase != State::Phase::before ? 1 : 0;
  return MPI_SUCCESS;
}
int finalized(Rank& rank, int* flag) {
  // Functions for the attributes of MPI_COMM_SELF are told that it is not yet (MPI 5.0, 11.2.4).
  const State& state = rank.state();
  *flag = state.phase == State::Phase::finalized && state.self.attributes.entries().empty() ? 1 : 0;
  return MPI_SUCCESS;
}
int query_thread(Rank& rank, int* provided) {
  *provided = rank.state().thread_level;
  return MPI_SUCCESS;
}
int is_thread_main(Rank&, int* flag) {
  *flag = is_on_main_thread() ? 1 : 0;
  return MPI_SUCCESS;
}

int begin_finalize(Rank& rank, std::uint64_t request) {
  State& state = rank.state();
  if (state.phase != State::Phase::begun) {
    return rank.fail(MPI_ERR_OTHER, "MPI is not initialized, or finalized already");
  }
  remove_attributes(rank, number_of(MPI_COMM_SELF), request);
  state.phase = State::Phase::finalized;
  const CollectiveName name = Rank::next_collective(state.world);
  rank.add_collective(name, {.kind = CollectiveKind::barrier,
                             .communicator = number_of(MPI_COMM_WORLD),
                             .request = request});
  rank.look_at_early(name, CollectiveKind::barrier, 0);
  Part part;
  part.name = name;
  rank.contribute_part(state.world, std::move(part), std::nullopt);
  return MPI_SUCCESS;
}

int abort(Rank& rank, MPI_Comm, int status) {
  rank.end_job(status == 0 ? 1 : status, "MPI_Abort with " + std::to_string(status) + " on rank " +
                                             std::to_string(rank.number()));
  return MPI_SUCCESS;
}

// --- time and place ------------------------------------------------------------------------------

double wall_time(Rank& rank) {
  return static_cast<double>(rank.world_of_time().monotonic_ns()) * 1e-9;
}
double tick(Rank&) { return 1e-9; }

int processor_name(Rank&, char* name, int* length) {
  char host[MPI_MAX_PROCESSOR_NAME] = {};
  if (gethostname(host, sizeof host - 1) != 0) put_text(host, sizeof host, "localhost");
  const std::string text = std::string(host) + " PE " + std::to_string(this_pe().value);
  put_text(name, MPI_MAX_PROCESSOR_NAME, text);
  *length = static_cast<int>(std::strlen(name));
  return MPI_SUCCESS;
}
int version(Rank&, int* version, int* subversion) {
  *version = MPI_VERSION;
  *subversion = MPI_SUBVERSION;
  return MPI_SUCCESS;
}
int abi_version(Rank&, int* major, int* minor) {
  *major = MPI_ABI_VERSION;
  *minor = MPI_ABI_SUBVERSION;
  return MPI_SUCCESS;
}
int library_version(Rank&, char* text, int* length) {
  put_text(text, MPI_MAX_LIBRARY_VERSION_STRING, "Isthmus, virtual ranks");
  *length = static_cast<int>(std::strlen(text));
  return MPI_SUCCESS;
}
int profiling_control(Rank&, int) { return MPI_SUCCESS; }

// --- memory --------------------------------------------------------------------------------------

int allocate(Rank& rank, MPI_Aint bytes, MPI_Info, void* at) {
  void* const block = rank.machine().heap().allocate(static_cast<std::size_t>(bytes));
  if (block == nullptr) return rank.fail(MPI_ERR_NO_MEM, "no memory left for the rank");
  *static_cast<void**>(at) = block;
  return MPI_SUCCESS;
}
int release(Rank& rank, void* block) {
  if (block != nullptr) rank.machine().heap().free(block);
  return MPI_SUCCESS;
}
int get_address(Rank&, const void* location, MPI_Aint* address) {
  *address = std::bit_cast<MPI_Aint>(location);
  return MPI_SUCCESS;
}
MPI_Aint add(Rank&, MPI_Aint base, MPI_Aint displacement) { return base + displacement; }
MPI_Aint subtract(Rank&, MPI_Aint a, MPI_Aint b) { return a - b; }

// --- handles as integers -------------------------------------------------------------------------

template <class Handle>
int to_int(Rank&, Handle handle) {
  return static_cast<int>(number_of(handle));
}
template <class Handle>
Handle from_int(Rank&, int number) {
  return handle_of<Handle>(static_cast<std::uint64_t>(number));
}

// --- errors --------------------------------------------------------------------------------------

int error_class(Rank& rank, int code, int* error) {
  const auto& added = rank.state().added_errors.class_of;
  const auto found = added.find(code);
  *error = found == added.end() ? code : found->second;
  return MPI_SUCCESS;
}
int error_string(Rank& rank, int code, char* text, int* length) {
  const AddedErrors& added = rank.state().added_errors;
  const auto found = added.texts.find(code);
  // Of a code that the program has added and given no text, none (MPI 5.0, 9.5).
  std::string_view said;
  if (found != added.texts.end()) said = found->second;
  if (!added.class_of.contains(code)) said = text_of_error(code);
  put_text(text, MPI_MAX_ERROR_STRING, said);
  *length = static_cast<int>(std::strlen(text));
  return MPI_SUCCESS;
}
int add_error_class(Rank& rank, int* error) {
  AddedErrors& added = rank.state().added_errors;
  *error = added.next++;
  added.class_of[*error] = *error;
  set_last_used_code(rank);
  return MPI_SUCCESS;
}
int add_error_code(Rank& rank, int error, int* code) {
  AddedErrors& added = rank.state().added_errors;
  *code = added.next++;
  added.class_of[*code] = error;
  set_last_used_code(rank);
  return MPI_SUCCESS;
}
int add_error_string(Rank& rank, int code, const char* text) {
  AddedErrors& added = rank.state().added_errors;
  if (!added.class_of.contains(code)) {
    return rank.fail(MPI_ERR_ARG, "no code that the program has added");
  }
  added.texts[code] = text;
  return MPI_SUCCESS;
}
int remove_error(Rank& rank, int code) {
  AddedErrors& added = rank.state().added_errors;
  if (!added.class_of.contains(code)) {
    return rank.fail(MPI_ERR_ARG, "no code that the program has added");
  }
  if (added.texts.contains(code)) {
    return rank.fail(MPI_ERR_ARG, "a code that has a text, which is to be removed first");
  }
  const auto is_of_it = [code](const auto& row) { return row.first != code && row.second == code; };
  if (std::ranges::any_of(added.class_of, is_of_it)) {
    return rank.fail(MPI_ERR_ARG, "a class that has codes, which are to be removed first");
  }
  added.class_of.erase(code);
  return MPI_SUCCESS;
}
int remove_error_string(Rank& rank, int code) {
  if (rank.state().added_errors.texts.erase(code) == 0) {
    return rank.fail(MPI_ERR_ARG, "no text that the program has added");
  }
  return MPI_SUCCESS;
}

template <ErrorHandler::Of HandlerOf, class Function>
int create_error_handler(Rank& rank, Function* function, MPI_Errhandler* handler) {
  *handler = handle_of<MPI_Errhandler>(
      rank.state().error_handlers.add({HandlerOf, std::bit_cast<std::uint64_t>(function)}));
  return MPI_SUCCESS;
}
bool is_standard(std::uint64_t handler) {
  return handler == number_of(MPI_ERRORS_ARE_FATAL) || handler == number_of(MPI_ERRORS_ABORT) ||
         handler == number_of(MPI_ERRORS_RETURN);
}
int free_error_handler(Rank& rank, MPI_Errhandler* handler) {
  if (!is_standard(number_of(*handler)) &&
      rank.state().error_handlers.find(number_of(*handler)) == nullptr) {
    return rank.fail(MPI_ERR_ERRHANDLER, "no such error handler");
  }
  // Communicators may have it still; it costs sixteen bytes.
  *handler = MPI_ERRHANDLER_NULL;
  return MPI_SUCCESS;
}
int set_error_handler(Rank& rank, MPI_Comm comm, MPI_Errhandler handler) {
  Communicator* const communicator = rank.find_communicator(number_of(comm));
  if (communicator == nullptr) return no_communicator(rank);
  if (!is_standard(number_of(handler)) &&
      rank.state().error_handlers.find(number_of(handler)) == nullptr) {
    return rank.fail(number_of(comm), MPI_ERR_ERRHANDLER, "no such error handler");
  }
  if (ends_job(number_of(handler)) && !ends_job(communicator->error_handler)) {
    communicator->ends_job_from = communicator->collectives_begun;
    rank.state().late_errors.erase(communicator->context);
  }
  communicator->error_handler = number_of(handler);
  return MPI_SUCCESS;
}
int get_error_handler(Rank& rank, MPI_Comm comm, MPI_Errhandler* handler) {
  const Communicator* const communicator = rank.find_communicator(number_of(comm));
  if (communicator == nullptr) return no_communicator(rank);
  *handler = handle_of<MPI_Errhandler>(communicator->error_handler);
  return MPI_SUCCESS;
}
int call_error_handler(Rank& rank, MPI_Comm comm, int code) {
  if (rank.find_communicator(number_of(comm)) == nullptr) {
    return no_communicator(rank);
  }
  rank.fail(number_of(comm), code, text_of_error(code));
  return MPI_SUCCESS;
}

// --- info ----------------------------------------------------------------------------------------

Info* find_info(Rank& rank, MPI_Info handle) { return rank.state().infos.find(number_of(handle)); }
int no_info(Rank& rank) { return rank.fail(MPI_ERR_INFO, "no such info"); }

/// Nothing where there is no such info; that of the environment is empty.
std::optional<Info> readable_info(Rank& rank, MPI_Info handle) {
  if (handle == MPI_INFO_ENV) return Info();
  const Info* const info = find_info(rank, handle);
  if (info == nullptr) return std::nullopt;
  return *info;
}

auto find_key(Info& info, std::string_view key) {
  return std::ranges::find(info, key, &std::pair<std::string, std::string>::first);
}

int create_info(Rank& rank, MPI_Info* handle) {
  *handle = handle_of<MPI_Info>(rank.state().infos.add({}));
  return MPI_SUCCESS;
}
int free_info(Rank& rank, MPI_Info* handle) {
  if (find_info(rank, *handle) == nullptr) return no_info(rank);
  rank.state().infos.remove(number_of(*handle));
  *handle = MPI_INFO_NULL;
  return MPI_SUCCESS;
}
int copy_info(Rank& rank, MPI_Info handle, MPI_Info* copy) {
  const Info* const info = find_info(rank, handle);
  if (info == nullptr && handle != MPI_INFO_ENV) return no_info(rank);
  *copy = handle_of<MPI_Info>(rank.state().infos.add(info == nullptr ? Info() : Info(*info)));
  return MPI_SUCCESS;
}
int set_info(Rank& rank, MPI_Info handle, const char* key, const char* value) {
  Info* const info = find_info(rank, handle);
  if (info == nullptr) return no_info(rank);
  const std::size_t key_length = std::strlen(key);
  if (key_length == 0 || key_length >= MPI_MAX_INFO_KEY) {
    return rank.fail(MPI_ERR_INFO_KEY, "a key of no length, or too long");
  }
  if (std::strlen(value) >= MPI_MAX_INFO_VAL) {
    return rank.fail(MPI_ERR_INFO_VALUE, "a value that is too long");
  }
  const auto found = find_key(*info, key);
  if (found == info->end()) {
    info->emplace_back(key, value);
  } else {
    found->second = value;
  }
  return MPI_SUCCESS;
}
int delete_info(Rank& rank, MPI_Info handle, const char* key) {
  Info* const info = find_info(rank, handle);
  if (info == nullptr) return no_info(rank);
  const auto found = find_key(*info, key);
  if (found == info->end()) return rank.fail(MPI_ERR_INFO_NOKEY, "no such key");
  info->erase(found);
  return MPI_SUCCESS;
}
int info_value(Rank& rank, MPI_Info handle, const char* key, int length, char* value, int* flag) {
  auto info = readable_info(rank, handle);
  if (!info) return no_info(rank);
  const auto found = find_key(*info, key);
  *flag = found == info->end() ? 0 : 1;
  // `length` does not count the terminating zero (MPI 5.0, 10.).
  if (*flag != 0) put_text(value, static_cast<std::size_t>(length) + 1, found->second);
  return MPI_SUCCESS;
}
int info_string(Rank& rank, MPI_Info handle, const char* key, int* length, char* value, int* flag) {
  auto info = readable_info(rank, handle);
  if (!info) return no_info(rank);
  const auto found = find_key(*info, key);
  *flag = found == info->end() ? 0 : 1;
  if (*flag == 0) return MPI_SUCCESS;
  if (*length > 0) put_text(value, static_cast<std::size_t>(*length), found->second);
  *length = static_cast<int>(found->second.size()) + 1;
  return MPI_SUCCESS;
}
int info_length(Rank& rank, MPI_Info handle, const char* key, int* length, int* flag) {
  auto info = readable_info(rank, handle);
  if (!info) return no_info(rank);
  const auto found = find_key(*info, key);
  *flag = found == info->end() ? 0 : 1;
  if (*flag != 0) *length = static_cast<int>(found->second.size());
  return MPI_SUCCESS;
}
int info_count(Rank& rank, MPI_Info handle, int* count) {
  const auto info = readable_info(rank, handle);
  if (!info) return no_info(rank);
  *count = static_cast<int>(info->size());
  return MPI_SUCCESS;
}
int info_key(Rank& rank, MPI_Info handle, int index, char* key) {
  auto info = readable_info(rank, handle);
  if (!info) return no_info(rank);
  if (index < 0 || std::cmp_greater_equal(index, info->size())) {
    return rank.fail(MPI_ERR_INFO_KEY, "no key of that number");
  }
  put_text(key, MPI_MAX_INFO_KEY, (*info)[static_cast<std::size_t>(index)].first);
  return MPI_SUCCESS;
}
int info_of_environment(Rank& rank, int, char**, MPI_Info* handle) {
  return create_info(rank, handle);
}

struct ErrorText {
  int error;
  std::string_view text;
};
constexpr ErrorText error_texts[] = {
    {MPI_SUCCESS, "no error"},
    {MPI_ERR_BUFFER, "a bad buffer"},
    {MPI_ERR_COUNT, "a bad count"},
    {MPI_ERR_TYPE, "a bad datatype"},
    {MPI_ERR_TAG, "a bad tag"},
    {MPI_ERR_COMM, "a bad communicator"},
    {MPI_ERR_RANK, "a bad rank"},
    {MPI_ERR_REQUEST, "a bad request"},
    {MPI_ERR_ROOT, "a bad root"},
    {MPI_ERR_GROUP, "a bad group"},
    {MPI_ERR_OP, "a bad operation"},
    {MPI_ERR_TOPOLOGY, "a bad topology"},
    {MPI_ERR_DIMS, "bad dimensions"},
    {MPI_ERR_ARG, "a bad argument"},
    {MPI_ERR_TRUNCATE, "the message is longer than what receives it"},
    {MPI_ERR_OTHER, "the members of a communicator called different operations"},
    {MPI_ERR_INTERN, "an error of the library"},
    {MPI_ERR_PENDING, "a pending request"},
    {MPI_ERR_IN_STATUS, "an error code in a status"},
    {MPI_ERR_KEYVAL, "a bad attribute key"},
    {MPI_ERR_NO_MEM, "no memory left"},
    {MPI_ERR_INFO, "a bad info object"},
    {MPI_ERR_INFO_KEY, "a bad info key"},
    {MPI_ERR_INFO_VALUE, "a bad info value"},
    {MPI_ERR_INFO_NOKEY, "an info key that is not there"},
    {MPI_ERR_ERRHANDLER, "a bad error handler"},
    {MPI_ERR_WIN, "a bad window"},
    {MPI_ERR_SIZE, "a bad size"},
    {MPI_ERR_DISP, "a bad displacement"},
    {MPI_ERR_LOCKTYPE, "a bad kind of lock"},
    {MPI_ERR_RMA_SYNC, "an access or a call at a window that is out of place there"},
    {MPI_ERR_RMA_RANGE, "an access to what is not in the target's window"},
    {MPI_ERR_RMA_ATTACH, "memory that cannot be attached"},
    {MPI_ERR_RMA_SHARED, "ranks in several processes cannot share memory"},
    {MPI_ERR_RMA_FLAVOR, "a window that is of another kind"},
    {MPI_ERR_ACCESS, "the file may not be used so"},
    {MPI_ERR_AMODE, "modes of a file that exclude each other"},
    {MPI_ERR_BAD_FILE, "no name of a file"},
    {MPI_ERR_CONVERSION, "a number that the file's representation cannot hold"},
    {MPI_ERR_DUP_DATAREP, "a data representation that is there already"},
    {MPI_ERR_FILE, "a bad file"},
    {MPI_ERR_FILE_EXISTS, "the file is there already"},
    {MPI_ERR_FILE_IN_USE, "the file is in use"},
    {MPI_ERR_IO, "an error of the file system"},
    {MPI_ERR_NO_SPACE, "no space left for the file"},
    {MPI_ERR_NO_SUCH_FILE, "no such file"},
    {MPI_ERR_NOT_SAME, "ranks gave different arguments where they must be the same"},
    {MPI_ERR_QUOTA, "the file would exceed the quota"},
    {MPI_ERR_READ_ONLY, "a file that is only to be read"},
    {MPI_ERR_UNSUPPORTED_DATAREP, "a data representation that is not supported"},
    {MPI_ERR_UNSUPPORTED_OPERATION, "an operation that is not there yet"},
    {MPI_ERR_VALUE_TOO_LARGE, "a value that is too large for its type"},
    {MPI_ERR_ABI, "a fact of the binary form, or of Fortran, that is another one here"},
    {MPI_ERR_BASE, "memory that is not attached to the window"},
    {MPI_ERR_NAME, "no service of that name"},
    {MPI_ERR_PORT, "no such port, or it is closed"},
    {MPI_ERR_SERVICE, "a service that has a port already, or has not this one"},
    {MPI_ERR_SESSION, "a bad session"},
    {MPI_ERR_SPAWN, "ranks that cannot be spawned"},
    {MPI_T_ERR_CVAR_SET_NEVER, "a control variable that nobody changes"},
    {MPI_T_ERR_INVALID, "a bad argument of the tool interface"},
    {MPI_T_ERR_INVALID_HANDLE, "a bad handle of the tool interface"},
    {MPI_T_ERR_INVALID_INDEX, "nothing of that number in the tool interface"},
    {MPI_T_ERR_INVALID_NAME, "nothing of that name in the tool interface"},
    {MPI_T_ERR_INVALID_SESSION, "a bad session of the tool interface"},
    {MPI_T_ERR_NOT_INITIALIZED, "the tool interface has not begun"},
    {MPI_T_ERR_PVAR_NO_STARTSTOP, "a performance variable that is not started"},
    {MPI_T_ERR_PVAR_NO_WRITE, "a performance variable that is not set"},
};

constexpr Call environment_rows[] = {
    call<decltype(MPI_Init), initialize>("MPI_Init"),
    call<decltype(MPI_Init_thread), initialize_thread>("MPI_Init_thread"),
    call<decltype(MPI_Initialized), initialized>("MPI_Initialized"),
    blocking_call<decltype(MPI_Finalize), begin_finalize>("MPI_Finalize"),
    call<decltype(MPI_Finalized), finalized>("MPI_Finalized"),
    call<decltype(MPI_Query_thread), query_thread>("MPI_Query_thread"),
    call<decltype(MPI_Is_thread_main), is_thread_main>("MPI_Is_thread_main"),
    call<decltype(MPI_Abort), abort>("MPI_Abort"),
    call<decltype(MPI_Wtime), wall_time>("MPI_Wtime"),
    call<decltype(MPI_Wtick), tick>("MPI_Wtick"),
    call<decltype(MPI_Get_processor_name), processor_name>("MPI_Get_processor_name"),
    call<decltype(MPI_Get_version), version>("MPI_Get_version"),
    call<decltype(MPI_Abi_get_version), abi_version>("MPI_Abi_get_version"),
    call<decltype(MPI_Get_library_version), library_version>("MPI_Get_library_version"),
    call<decltype(MPI_Pcontrol), profiling_control>("MPI_Pcontrol"),
    call<decltype(MPI_Alloc_mem), allocate>("MPI_Alloc_mem"),
    call<decltype(MPI_Free_mem), release>("MPI_Free_mem"),
    call<decltype(MPI_Get_address), get_address>("MPI_Get_address"),
    call<decltype(MPI_Aint_add), add>("MPI_Aint_add"),
    call<decltype(MPI_Aint_diff), subtract>("MPI_Aint_diff"),
    call<decltype(MPI_Comm_toint), to_int<MPI_Comm>>("MPI_Comm_toint"),
    call<decltype(MPI_Comm_fromint), from_int<MPI_Comm>>("MPI_Comm_fromint"),
    call<decltype(MPI_Errhandler_toint), to_int<MPI_Errhandler>>("MPI_Errhandler_toint"),
    call<decltype(MPI_Errhandler_fromint), from_int<MPI_Errhandler>>("MPI_Errhandler_fromint"),
    call<decltype(MPI_File_toint), to_int<MPI_File>>("MPI_File_toint"),
    call<decltype(MPI_File_fromint), from_int<MPI_File>>("MPI_File_fromint"),
    call<decltype(MPI_Group_toint), to_int<MPI_Group>>("MPI_Group_toint"),
    call<decltype(MPI_Group_fromint), from_int<MPI_Group>>("MPI_Group_fromint"),
    call<decltype(MPI_Info_toint), to_int<MPI_Info>>("MPI_Info_toint"),
    call<decltype(MPI_Info_fromint), from_int<MPI_Info>>("MPI_Info_fromint"),
    call<decltype(MPI_Message_toint), to_int<MPI_Message>>("MPI_Message_toint"),
    call<decltype(MPI_Message_fromint), from_int<MPI_Message>>("MPI_Message_fromint"),
    call<decltype(MPI_Op_toint), to_int<MPI_Op>>("MPI_Op_toint"),
    call<decltype(MPI_Op_fromint), from_int<MPI_Op>>("MPI_Op_fromint"),
    call<decltype(MPI_Request_toint), to_int<MPI_Request>>("MPI_Request_toint"),
    call<decltype(MPI_Request_fromint), from_int<MPI_Request>>("MPI_Request_fromint"),
    call<decltype(MPI_Session_toint), to_int<MPI_Session>>("MPI_Session_toint"),
    call<decltype(MPI_Session_fromint), from_int<MPI_Session>>("MPI_Session_fromint"),
    call<decltype(MPI_Type_toint), to_int<MPI_Datatype>>("MPI_Type_toint"),
    call<decltype(MPI_Type_fromint), from_int<MPI_Datatype>>("MPI_Type_fromint"),
    call<decltype(MPI_Win_toint), to_int<MPI_Win>>("MPI_Win_toint"),
    call<decltype(MPI_Win_fromint), from_int<MPI_Win>>("MPI_Win_fromint"),
    call<decltype(MPI_Error_class), error_class>("MPI_Error_class"),
    call<decltype(MPI_Error_string), error_string>("MPI_Error_string"),
    call<decltype(MPI_Add_error_class), add_error_class>("MPI_Add_error_class"),
    call<decltype(MPI_Add_error_code), add_error_code>("MPI_Add_error_code"),
    call<decltype(MPI_Add_error_string), add_error_string>("MPI_Add_error_string"),
    call<decltype(MPI_Remove_error_class), remove_error>("MPI_Remove_error_class"),
    call<decltype(MPI_Remove_error_code), remove_error>("MPI_Remove_error_code"),
    call<decltype(MPI_Remove_error_string), remove_error_string>("MPI_Remove_error_string"),
    call<decltype(MPI_Comm_create_errhandler),
         create_error_handler<ErrorHandler::Of::communicator, MPI_Comm_errhandler_function>>(
        "MPI_Comm_create_errhandler"),
    call<decltype(MPI_Errhandler_free), free_error_handler>("MPI_Errhandler_free"),
    call<decltype(MPI_Comm_set_errhandler), set_error_handler>("MPI_Comm_set_errhandler"),
    call<decltype(MPI_Comm_get_errhandler), get_error_handler>("MPI_Comm_get_errhandler"),
    call<decltype(MPI_Comm_call_errhandler), call_error_handler>("MPI_Comm_call_errhandler"),
    call<decltype(MPI_Info_create), create_info>("MPI_Info_create"),
    call<decltype(MPI_Info_create_env), info_of_environment>("MPI_Info_create_env"),
    call<decltype(MPI_Info_free), free_info>("MPI_Info_free"),
    call<decltype(MPI_Info_dup), copy_info>("MPI_Info_dup"),
    call<decltype(MPI_Info_set), set_info>("MPI_Info_set"),
    call<decltype(MPI_Info_delete), delete_info>("MPI_Info_delete"),
    call<decltype(MPI_Info_get), info_value>("MPI_Info_get"),
    call<decltype(MPI_Info_get_string), info_string>("MPI_Info_get_string"),
    call<decltype(MPI_Info_get_valuelen), info_length>("MPI_Info_get_valuelen"),
    call<decltype(MPI_Info_get_nkeys), info_count>("MPI_Info_get_nkeys"),
    call<decltype(MPI_Info_get_nthkey), info_key>("MPI_Info_get_nthkey"),
};

}  // namespace

std::string_view text_of_error(int error) {
  const auto* const found = std::ranges::find(error_texts, error, &ErrorText::error);
  return found == std::end(error_texts) ? "an error without a text" : found->text;
}

bool ends_job(std::uint64_t error_handler) {
  return error_handler == number_of(MPI_ERRORS_ARE_FATAL) ||
         error_handler == number_of(MPI_ERRORS_ABORT);
}

std::span<const Call> environment_calls() { return environment_rows; }

}  // namespace isthmus::engine::mpi
