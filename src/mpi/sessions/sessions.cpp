// Sessions (MPI 5.0, 11.3): a rank uses MPI without MPI_Init, as often as it likes. What a rank
// needs of MPI it has from its beginning, so a session is little more than its error handler.
#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cstring>
#include <iterator>
#include <string>

#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"

namespace isthmus::engine::mpi {

namespace {

constexpr std::array<std::string_view, 2> set_names{"mpi://WORLD", "mpi://SELF"};

Session* find_session(Rank& rank, MPI_Session handle) {
  return rank.state().sessions.find(number_of(handle));
}
int no_session(Rank& rank) { return rank.fail(MPI_ERR_SESSION, "no such session"); }

bool is_handler(Rank& rank, std::uint64_t handler) {
  if (handler == number_of(MPI_ERRORS_ARE_FATAL) || handler == number_of(MPI_ERRORS_ABORT) ||
      handler == number_of(MPI_ERRORS_RETURN)) {
    return true;
  }
  const ErrorHandler* const made = rank.state().error_handlers.find(handler);
  return made != nullptr && made->of == ErrorHandler::Of::session;
}

bool is_level(std::string_view text) {
  constexpr std::string_view levels[] = {"MPI_THREAD_SINGLE", "MPI_THREAD_FUNNELED",
                                         "MPI_THREAD_SERIALIZED", "MPI_THREAD_MULTIPLE"};
  return std::ranges::find(levels, text) != std::end(levels);
}

int begin(Rank& rank, MPI_Info info, MPI_Errhandler handler, MPI_Session* session) {
  if (!is_handler(rank, number_of(handler))) {
    return rank.fail(MPI_ERR_ERRHANDLER, "no error handler of sessions");
  }
  const bool is_multiple = rank.most_of_threads() == MPI_THREAD_MULTIPLE;
  Session made{number_of(handler),
               {{"thread_level", is_multiple ? "MPI_THREAD_MULTIPLE" : "MPI_THREAD_SERIALIZED"}}};
  const Info* const given = rank.state().infos.find(number_of(info));
  if (given == nullptr && info != MPI_INFO_NULL && info != MPI_INFO_ENV) {
    return rank.fail(MPI_ERR_INFO, "no such info");
  }
  // Who asks for more gets what there is.
  const auto wished = given == nullptr
                          ? Info::const_iterator()
                          : std::ranges::find(*given, "thread_level", &Info::value_type::first);
  if (given != nullptr && wished != given->end() && !is_level(wished->second)) {
    return rank.fail_by(number_of(handler), number_of(MPI_SESSION_NULL), MPI_ERR_INFO_VALUE,
                        "thread_level '" + wished->second + "': no level of MPI's");
  }
  if (given != nullptr && wished != given->end() &&
      (is_multiple || wished->second != "MPI_THREAD_MULTIPLE")) {
    made.info.front().second = wished->second;
  }
  if (made.info.front().second == "MPI_THREAD_MULTIPLE") rank.expect_threads(MPI_THREAD_MULTIPLE);
  *session = handle_of<MPI_Session>(rank.state().sessions.add(std::move(made)));
  return MPI_SUCCESS;
}

int end(Rank& rank, MPI_Session* handle) {
  if (find_session(rank, *handle) == nullptr) return no_session(rank);
  rank.state().send_buffers.erase(number_of(*handle));
  rank.state().sessions.remove(number_of(*handle));
  *handle = MPI_SESSION_NULL;
  return rank.wait_for_freed_sends(0);
}

// --- sets of processes ---------------------------------------------------------------------------

/// Programs write them in either case, and other libraries take both.
bool are_equal(std::string_view one, std::string_view other) {
  return std::ranges::equal(
      one, other, {}, [](char c) { return std::tolower(c); },
      [](char c) { return std::tolower(c); });
}

int set_count(Rank& rank, MPI_Session handle, MPI_Info, int* count) {
  if (find_session(rank, handle) == nullptr) return no_session(rank);
  *count = static_cast<int>(set_names.size());
  return MPI_SUCCESS;
}

int nth_set(Rank& rank, MPI_Session handle, MPI_Info, int n, int* length, char* name) {
  if (find_session(rank, handle) == nullptr) return no_session(rank);
  if (n < 0 || std::cmp_greater_equal(n, set_names.size())) {
    return rank.fail(number_of(handle), MPI_ERR_ARG, "no set of that number");
  }
  const std::string_view text = set_names[static_cast<std::size_t>(n)];
  if (*length > 0) {
    if (name == nullptr) return rank.fail(number_of(handle), MPI_ERR_ARG, "no place for a name");
    const std::size_t copied = std::min(text.size(), static_cast<std::size_t>(*length) - 1);
    std::memcpy(name, text.data(), copied);
    name[copied] = '\0';
  }
  *length = static_cast<int>(text.size()) + 1;
  return MPI_SUCCESS;
}

/// Nothing where there is no such set.
std::optional<Group> members_of(Rank& rank, std::string_view set) {
  if (are_equal(set, set_names[0])) return rank.state().world.group;
  if (are_equal(set, set_names[1])) return rank.state().self.group;
  return std::nullopt;
}

int set_info(Rank& rank, MPI_Session handle, const char* set, MPI_Info* info) {
  if (find_session(rank, handle) == nullptr) return no_session(rank);
  const auto members = members_of(rank, set);
  if (!members) return rank.fail(number_of(handle), MPI_ERR_ARG, "no set of that name");
  *info =
      handle_of<MPI_Info>(rank.state().infos.add({{"mpi_size", std::to_string(members->size())}}));
  return MPI_SUCCESS;
}

int group_of_set(Rank& rank, MPI_Session handle, const char* set, MPI_Group* group) {
  if (find_session(rank, handle) == nullptr) return no_session(rank);
  const auto members = members_of(rank, set);
  *group = members ? handle_of<MPI_Group>(rank.state().groups.add(*members)) : MPI_GROUP_NULL;
  return MPI_SUCCESS;
}

int info_of(Rank& rank, MPI_Session handle, MPI_Info* info) {
  const Session* const session = find_session(rank, handle);
  if (session == nullptr) return no_session(rank);
  *info = handle_of<MPI_Info>(rank.state().infos.add(session->info));
  return MPI_SUCCESS;
}

// --- error handlers ------------------------------------------------------------------------------

int create_error_handler(Rank& rank, MPI_Session_errhandler_function* function,
                         MPI_Errhandler* handler) {
  *handler = handle_of<MPI_Errhandler>(rank.state().error_handlers.add(
      {ErrorHandler::Of::session, std::bit_cast<std::uint64_t>(function)}));
  return MPI_SUCCESS;
}
int set_error_handler(Rank& rank, MPI_Session handle, MPI_Errhandler handler) {
  Session* const session = find_session(rank, handle);
  if (session == nullptr) return no_session(rank);
  if (!is_handler(rank, number_of(handler))) {
    return rank.fail(number_of(handle), MPI_ERR_ERRHANDLER, "no error handler of sessions");
  }
  session->error_handler = number_of(handler);
  return MPI_SUCCESS;
}
int get_error_handler(Rank& rank, MPI_Session handle, MPI_Errhandler* handler) {
  const Session* const session = find_session(rank, handle);
  if (session == nullptr) return no_session(rank);
  *handler = handle_of<MPI_Errhandler>(session->error_handler);
  return MPI_SUCCESS;
}
int call_error_handler(Rank& rank, MPI_Session handle, int code) {
  if (find_session(rank, handle) == nullptr) return no_session(rank);
  rank.fail(number_of(handle), code, text_of_error(code));
  return MPI_SUCCESS;
}

constexpr Call session_rows[] = {
    call<decltype(MPI_Session_init), begin>("MPI_Session_init"),
    call<decltype(MPI_Session_finalize), end>("MPI_Session_finalize"),
    call<decltype(MPI_Session_get_num_psets), set_count>("MPI_Session_get_num_psets"),
    call<decltype(MPI_Session_get_nth_pset), nth_set>("MPI_Session_get_nth_pset"),
    call<decltype(MPI_Session_get_pset_info), set_info>("MPI_Session_get_pset_info"),
    call<decltype(MPI_Session_get_info), info_of>("MPI_Session_get_info"),
    call<decltype(MPI_Group_from_session_pset), group_of_set>("MPI_Group_from_session_pset"),
    call<decltype(MPI_Session_create_errhandler), create_error_handler>(
        "MPI_Session_create_errhandler"),
    call<decltype(MPI_Session_set_errhandler), set_error_handler>("MPI_Session_set_errhandler"),
    call<decltype(MPI_Session_get_errhandler), get_error_handler>("MPI_Session_get_errhandler"),
    call<decltype(MPI_Session_call_errhandler), call_error_handler>("MPI_Session_call_errhandler"),
};

}  // namespace

std::span<const Call> session_calls() { return session_rows; }

}  // namespace isthmus::engine::mpi
