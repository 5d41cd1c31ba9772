// Requests that the program completes by itself (MPI 5.0, 13.2), and its functions for them.
#include <bit>

#include "isthmus/image/address.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"

namespace isthmus::engine::mpi {

namespace {

int start(Rank& rank, MPI_Grequest_query_function* query, MPI_Grequest_free_function* free,
          MPI_Grequest_cancel_function* cancel, void* extra_state, MPI_Request* request) {
  Request made;
  made.kind = Request::Kind::generalized;
  made.query = std::bit_cast<std::uint64_t>(query);
  made.free = std::bit_cast<std::uint64_t>(free);
  made.cancel = std::bit_cast<std::uint64_t>(cancel);
  made.extra_state = std::bit_cast<std::uint64_t>(extra_state);
  *request = handle_of<MPI_Request>(rank.add_request(std::move(made)));
  return MPI_SUCCESS;
}

int complete(Rank& rank, MPI_Request handle) {
  const Request* const request = rank.state().requests.find(number_of(handle));
  if (request == nullptr || request->kind != Request::Kind::generalized || request->is_complete) {
    return rank.fail(MPI_ERR_REQUEST, "no generalized request that is not complete");
  }
  rank.complete(number_of(handle));
  return MPI_SUCCESS;
}

constexpr Call generalized_rows[] = {
    call<decltype(MPI_Grequest_start), start>("MPI_Grequest_start"),
    call<decltype(MPI_Grequest_complete), complete>("MPI_Grequest_complete"),
};

}  // namespace

void Rank::ask_generalized(const Request& request, std::uint64_t status_at, bool ends) {
  const bool is_one_of_many =
      state_.waiting.what == Waiting::For::all || state_.waiting.what == Waiting::For::some;
  // One that the program has freed has no status (MPI 5.0, 13.2).
  if (request.query != 0 && !request.is_free) {
    add_upcall({.kind = Upcall::Kind::query_request,
                .function = request.query,
                .extra_state = request.extra_state,
                .status_at = status_at,
                .is_one_of_many = is_one_of_many});
  }
  if (request.free != 0 && ends) {
    add_upcall({.kind = Upcall::Kind::free_request,
                .function = request.free,
                .extra_state = request.extra_state,
                .status_at = status_at,
                .is_one_of_many = is_one_of_many});
  }
}

void Rank::end_request_upcall(const Upcall& upcall) {
  const int error = static_cast<int>(machine_->returned());
  if (error == MPI_SUCCESS) return;
  int code = error;
  if (upcall.is_one_of_many) {
    if (upcall.status_at != 0) {
      image::pointer_to<MPI_Status>(upcall.status_at)->MPI_ERROR = error;
    }
    code = MPI_ERR_IN_STATUS;
  }
  const int answer = fail(code, "a function of a generalized request has failed");
  machine_->answer(static_cast<std::uint64_t>(answer));
}

std::span<const Call> generalized_calls() { return generalized_rows; }

}  // namespace isthmus::engine::mpi
