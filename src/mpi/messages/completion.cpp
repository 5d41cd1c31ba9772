// How requests end (MPI 5.0, 3.7.3 to 3.9), and what statuses say.
#include <algorithm>
#include <bit>
#include <string>

#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/datatype/elements.hpp"
#include "mpi/messages/status.hpp"

namespace isthmus::engine::mpi {

namespace {

template <class T>
std::uint64_t address(T* pointer) {
  return std::bit_cast<std::uint64_t>(pointer);
}

/// All must be requests, or MPI_REQUEST_NULL.
int check(Rank& rank, std::span<const MPI_Request> requests) {
  for (const MPI_Request request : requests) {
    if (request != MPI_REQUEST_NULL && rank.state().requests.find(number_of(request)) == nullptr) {
      return rank.fail(MPI_ERR_REQUEST, "no such request");
    }
  }
  return MPI_SUCCESS;
}

std::vector<std::uint64_t> numbers(std::span<const MPI_Request> requests) {
  std::vector<std::uint64_t> all;
  all.reserve(requests.size());
  for (const MPI_Request request : requests) all.push_back(number_of(request));
  return all;
}

std::span<MPI_Request> span_of(MPI_Request* requests, int count) {
  return {requests, static_cast<std::size_t>(std::max(0, count))};
}

int wait_for(Rank& rank, std::span<MPI_Request> requests, Waiting waiting) {
  if (const int error = check(rank, requests)) return error;
  waiting.requests = numbers(requests);
  waiting.requests_at = address(requests.data());
  return rank.wait(std::move(waiting));
}

int wait(Rank& rank, MPI_Request* request, MPI_Status* status) {
  if (const int error = check(rank, {request, 1})) return error;
  return rank.wait_for(number_of(*request), address(status), address(request));
}
int wait_all(Rank& rank, int count, MPI_Request* requests, MPI_Status* statuses) {
  return wait_for(rank, span_of(requests, count),
                  {.what = Waiting::For::all, .status_at = address(statuses)});
}
int wait_any(Rank& rank, int count, MPI_Request* requests, int* index, MPI_Status* status) {
  return wait_for(
      rank, span_of(requests, count),
      {.what = Waiting::For::any, .status_at = address(status), .index_at = address(index)});
}
int wait_some(Rank& rank, int count, MPI_Request* requests, int* completed, int* indices,
              MPI_Status* statuses) {
  return wait_for(rank, span_of(requests, count),
                  {.what = Waiting::For::some,
                   .status_at = address(statuses),
                   .index_at = address(completed),
                   .indices_at = address(indices)});
}

bool is_done(Rank& rank, MPI_Request handle) {
  const Request* const request = rank.state().requests.find(number_of(handle));
  return request == nullptr || !request->is_active || request->is_complete;
}
bool is_active(Rank& rank, MPI_Request handle) {
  const Request* const request = rank.state().requests.find(number_of(handle));
  return request != nullptr && request->is_active;
}

int test(Rank& rank, MPI_Request* request, int* flag, MPI_Status* status) {
  if (const int error = check(rank, {request, 1})) return error;
  *flag = is_done(rank, *request) ? 1 : 0;
  return *flag != 0 ? wait(rank, request, status) : rank.yield();
}
int test_all(Rank& rank, int count, MPI_Request* requests, int* flag, MPI_Status* statuses) {
  const auto all = span_of(requests, count);
  if (const int error = check(rank, all)) return error;
  *flag = std::ranges::all_of(all, [&](MPI_Request each) { return is_done(rank, each); }) ? 1 : 0;
  return *flag != 0 ? wait_all(rank, count, requests, statuses) : rank.yield();
}
/// Whether waiting for any, or some, of them would end at once.
bool finds_any(Rank& rank, std::span<const MPI_Request> all) {
  bool is_any_active = false;
  for (const MPI_Request request : all) {
    if (!is_active(rank, request)) continue;
    is_any_active = true;
    if (is_done(rank, request)) return true;
  }
  return !is_any_active;
}
int test_any(Rank& rank, int count, MPI_Request* requests, int* index, int* flag,
             MPI_Status* status) {
  const auto all = span_of(requests, count);
  if (const int error = check(rank, all)) return error;
  *flag = finds_any(rank, all) ? 1 : 0;
  if (*flag != 0) return wait_any(rank, count, requests, index, status);
  *index = MPI_UNDEFINED;
  return rank.yield();
}
int test_some(Rank& rank, int count, MPI_Request* requests, int* completed, int* indices,
              MPI_Status* statuses) {
  const auto all = span_of(requests, count);
  if (const int error = check(rank, all)) return error;
  if (finds_any(rank, all)) return wait_some(rank, count, requests, completed, indices, statuses);
  *completed = 0;
  return rank.yield();
}

int get_status(Rank& rank, MPI_Request handle, int* flag, MPI_Status* status) {
  if (const int error = check(rank, {&handle, 1})) return error;
  const Request* const request = rank.state().requests.find(number_of(handle));
  *flag = is_done(rank, handle) ? 1 : 0;
  if (*flag == 0) return rank.yield();
  if (request == nullptr || !request->is_active) {
    rank.write_empty_status(address(status));
  } else {
    rank.write_status(address(status), request->status);
    if (request->kind == Request::Kind::generalized) {
      rank.ask_generalized(*request, address(status), false);
    }
  }
  return MPI_SUCCESS;
}
int get_status_all(Rank& rank, int count, const MPI_Request* requests, int* flag,
                   MPI_Status* statuses) {
  const std::span<const MPI_Request> all(requests, static_cast<std::size_t>(std::max(0, count)));
  if (const int error = check(rank, all)) return error;
  *flag = std::ranges::all_of(all, [&](MPI_Request each) { return is_done(rank, each); }) ? 1 : 0;
  if (*flag == 0) return rank.yield();
  int ignored = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    get_status(rank, all[i], &ignored, statuses == nullptr ? nullptr : statuses + i);
  }
  return MPI_SUCCESS;
}
int get_status_any(Rank& rank, int count, const MPI_Request* requests, int* index, int* flag,
                   MPI_Status* status) {
  const std::span<const MPI_Request> all(requests, static_cast<std::size_t>(std::max(0, count)));
  if (const int error = check(rank, all)) return error;
  *flag = finds_any(rank, all) ? 1 : 0;
  *index = MPI_UNDEFINED;
  if (*flag == 0) return rank.yield();
  rank.write_empty_status(address(status));
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!is_active(rank, all[i]) || !is_done(rank, all[i])) continue;
    *index = static_cast<int>(i);
    return get_status(rank, all[i], flag, status);
  }
  return MPI_SUCCESS;
}
int get_status_some(Rank& rank, int count, const MPI_Request* requests, int* completed,
                    int* indices, MPI_Status* statuses) {
  const std::span<const MPI_Request> all(requests, static_cast<std::size_t>(std::max(0, count)));
  if (const int error = check(rank, all)) return error;
  int found = 0;
  bool is_any_active = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!is_active(rank, all[i])) continue;
    is_any_active = true;
    if (!is_done(rank, all[i])) continue;
    int ignored = 0;
    indices[found] = static_cast<int>(i);
    get_status(rank, all[i], &ignored, statuses == nullptr ? nullptr : statuses + found);
    ++found;
  }
  *completed = is_any_active ? found : MPI_UNDEFINED;
  return is_any_active && found == 0 ? rank.yield() : MPI_SUCCESS;
}

/// MPI_SUCCESS, or what the call answers: whoever gives a partitioned request up while it is active
/// can never say that its partitions are ready, so its peer would wait for ever (MPI 5.0, 4.2).
int check_given_up(Rank& rank, const Request& request) {
  const bool is_partitioned = request.kind == Request::Kind::partitioned_send ||
                              request.kind == Request::Kind::partitioned_receive;
  if (!is_partitioned || !request.is_active || request.is_complete) return MPI_SUCCESS;
  return rank.fail(request.communicator, MPI_ERR_REQUEST,
                   "a partitioned request that is active and not complete");
}

int free_request(Rank& rank, MPI_Request* handle) {
  if (*handle == MPI_REQUEST_NULL) return rank.fail(MPI_ERR_REQUEST, "MPI_REQUEST_NULL");
  if (const int error = check(rank, {handle, 1})) return error;
  Request& request = *rank.state().requests.find(number_of(*handle));
  if (const int error = check_given_up(rank, request)) return error;
  request.is_persistent = false;
  request.is_free = true;
  if (is_done(rank, *handle)) rank.remove_request(number_of(*handle));
  *handle = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

int start(Rank& rank, MPI_Request* handle) {
  Request* const request = rank.state().requests.find(number_of(*handle));
  if (request == nullptr || !request->is_persistent || request->is_active) {
    return rank.fail(MPI_ERR_REQUEST, "no persistent request that is not active");
  }
  return start_request(rank, number_of(*handle));
}
int start_all(Rank& rank, int count, MPI_Request* requests) {
  for (MPI_Request& request : span_of(requests, count)) {
    if (const int error = start(rank, &request)) return error;
  }
  return MPI_SUCCESS;
}

int cancel(Rank& rank, MPI_Request* handle) {
  if (*handle == MPI_REQUEST_NULL) return rank.fail(MPI_ERR_REQUEST, "MPI_REQUEST_NULL");
  if (const int error = check(rank, {handle, 1})) return error;
  Request& request = *rank.state().requests.find(number_of(*handle));
  if (const int error = check_given_up(rank, request)) return error;
  if (!request.is_active) return MPI_SUCCESS;
  if (request.is_complete && request.kind != Request::Kind::generalized) return MPI_SUCCESS;
  if (request.kind == Request::Kind::generalized && request.cancel != 0) {
    rank.add_upcall({.kind = Rank::Upcall::Kind::cancel_request,
                     .function = request.cancel,
                     .key = request.is_complete ? 1 : 0,
                     .extra_state = request.extra_state});
    return MPI_SUCCESS;
  }
  // A message that was sent is on its way.
  if (request.kind == Request::Kind::receive &&
      rank.state().matching.cancel(request.wanted, number_of(*handle))) {
    request.status.is_cancelled = true;
    rank.complete(number_of(*handle));
  }
  return MPI_SUCCESS;
}

// --- statuses ------------------------------------------------------------------------------------

int test_cancelled(Rank&, const MPI_Status* status, int* flag) {
  *flag = read_status(*status).is_cancelled ? 1 : 0;
  return MPI_SUCCESS;
}

template <class Number>
Number as_count(std::optional<std::int64_t> count) {
  if (!count || !std::in_range<Number>(*count)) return MPI_UNDEFINED;
  return static_cast<Number>(*count);
}

template <class Number>
int get_count(Rank& rank, const MPI_Status* status, MPI_Datatype handle, Number* count) {
  const DatatypePtr type = rank.find_type(number_of(handle));
  if (type == nullptr) return rank.fail(MPI_ERR_TYPE, "no such datatype");
  *count = as_count<Number>(count_in(*type, read_status(*status).bytes));
  return MPI_SUCCESS;
}
template <class Number>
int get_elements(Rank& rank, const MPI_Status* status, MPI_Datatype handle, Number* count) {
  const DatatypePtr type = rank.find_type(number_of(handle));
  if (type == nullptr) return rank.fail(MPI_ERR_TYPE, "no such datatype");
  *count = as_count<Number>(elements_in(*type, read_status(*status).bytes));
  return MPI_SUCCESS;
}
int set_elements(Rank& rank, MPI_Status* status, MPI_Datatype handle, MPI_Count count) {
  const DatatypePtr type = rank.find_type(number_of(handle));
  if (type == nullptr) return rank.fail(MPI_ERR_TYPE, "no such datatype");
  Status read = read_status(*status);
  read.bytes = bytes_of_elements(*type, count).value_or(0);
  put_status_count(*status, read.bytes, read.is_cancelled);
  return MPI_SUCCESS;
}
int set_cancelled(Rank&, MPI_Status* status, int flag) {
  put_status_count(*status, read_status(*status).bytes, flag != 0);
  return MPI_SUCCESS;
}

template <int MPI_Status::* Member>
int get_member(Rank&, const MPI_Status* status, int* value) {
  *value = status->*Member;
  return MPI_SUCCESS;
}
template <int MPI_Status::* Member>
int set_member(Rank&, MPI_Status* status, int value) {
  status->*Member = value;
  return MPI_SUCCESS;
}

constexpr Call completion_rows[] = {
    call<decltype(MPI_Wait), wait>("MPI_Wait"),
    call<decltype(MPI_Waitall), wait_all>("MPI_Waitall"),
    call<decltype(MPI_Waitany), wait_any>("MPI_Waitany"),
    call<decltype(MPI_Waitsome), wait_some>("MPI_Waitsome"),
    call<decltype(MPI_Test), test>("MPI_Test"),
    call<decltype(MPI_Testall), test_all>("MPI_Testall"),
    call<decltype(MPI_Testany), test_any>("MPI_Testany"),
    call<decltype(MPI_Testsome), test_some>("MPI_Testsome"),
    call<decltype(MPI_Request_get_status), get_status>("MPI_Request_get_status"),
    call<decltype(MPI_Request_get_status_all), get_status_all>("MPI_Request_get_status_all"),
    call<decltype(MPI_Request_get_status_any), get_status_any>("MPI_Request_get_status_any"),
    call<decltype(MPI_Request_get_status_some), get_status_some>("MPI_Request_get_status_some"),
    call<decltype(MPI_Request_free), free_request>("MPI_Request_free"),
    call<decltype(MPI_Start), start>("MPI_Start"),
    call<decltype(MPI_Startall), start_all>("MPI_Startall"),
    call<decltype(MPI_Cancel), cancel>("MPI_Cancel"),
    call<decltype(MPI_Test_cancelled), test_cancelled>("MPI_Test_cancelled"),
    call<decltype(MPI_Get_count), get_count<int>>("MPI_Get_count"),
    call<decltype(MPI_Get_count_c), get_count<MPI_Count>>("MPI_Get_count_c"),
    call<decltype(MPI_Get_elements), get_elements<int>>("MPI_Get_elements"),
    call<decltype(MPI_Get_elements_c), get_elements<MPI_Count>>("MPI_Get_elements_c"),
    call<decltype(MPI_Get_elements_x), get_elements<MPI_Count>>("MPI_Get_elements_x"),
    call<decltype(MPI_Status_set_elements), set_elements>("MPI_Status_set_elements"),
    call<decltype(MPI_Status_set_elements_c), set_elements>("MPI_Status_set_elements_c"),
    call<decltype(MPI_Status_set_elements_x), set_elements>("MPI_Status_set_elements_x"),
    call<decltype(MPI_Status_set_cancelled), set_cancelled>("MPI_Status_set_cancelled"),
    call<decltype(MPI_Status_get_source), get_member<&MPI_Status::MPI_SOURCE>>(
        "MPI_Status_get_source"),
    call<decltype(MPI_Status_get_tag), get_member<&MPI_Status::MPI_TAG>>("MPI_Status_get_tag"),
    call<decltype(MPI_Status_get_error), get_member<&MPI_Status::MPI_ERROR>>(
        "MPI_Status_get_error"),
    call<decltype(MPI_Status_set_source), set_member<&MPI_Status::MPI_SOURCE>>(
        "MPI_Status_set_source"),
    call<decltype(MPI_Status_set_tag), set_member<&MPI_Status::MPI_TAG>>("MPI_Status_set_tag"),
    call<decltype(MPI_Status_set_error), set_member<&MPI_Status::MPI_ERROR>>(
        "MPI_Status_set_error"),
};

}  // namespace

std::span<const Call> completion_calls() { return completion_rows; }

}  // namespace isthmus::engine::mpi
