// What a rank waits for, and what it tells its program when it has come.
#include <algorithm>
#include <utility>

#include "isthmus/image/address.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/messages/status.hpp"
#include "mpi/rank.hpp"
#include "mpi/turns.hpp"

namespace isthmus::engine::mpi {

using image::pointer_to;

namespace {

/// What a call costs that finds nothing, for virtual time: programs repeat it.
constexpr TimeNs fruitless_ns = 500;

Status status_of(const Unexpected& message) {
  return {.source = message.envelope.label.source,
          .tag = message.envelope.label.tag,
          .bytes = static_cast<std::int64_t>(message.bytes.size())};
}

}  // namespace

int Rank::wait(Waiting waiting) {
  waiting.call = state_.waiting.call;
  state_.waiting = std::move(waiting);
  // Functions of the program come first: they may refuse what it waits for.
  const auto answer = upcalls_.empty() ? answer_wait() : std::nullopt;
  if (!answer || state_.waiting.what == Waiting::For::the_end) return MPI_SUCCESS;
  state_.waiting.what = Waiting::For::nothing;
  return *answer;
}

int Rank::wait_for(std::uint64_t request, std::uint64_t status_at, std::uint64_t request_at,
                   std::uint64_t also) {
  Waiting& waiting = state_.waiting;
  // The job ends for what the same call has found before.
  if (waiting.what == Waiting::For::the_end) return MPI_SUCCESS;
  waiting.what = Waiting::For::one;
  waiting.request = request;
  waiting.also = also;
  waiting.status_at = status_at;
  waiting.requests_at = request_at;
  if (!upcalls_.empty() || !is_one_there()) return MPI_SUCCESS;
  const int answer = conclude_one();
  if (waiting.what == Waiting::For::the_end) return MPI_SUCCESS;
  waiting.what = Waiting::For::nothing;
  return answer;
}

int Rank::wait_for_freed_sends(std::uint64_t communicator) {
  Waiting waiting{.what = Waiting::For::all};
  state_.requests.for_each([&](std::uint64_t number, const Request& request) {
    const bool is_of_it = communicator == 0 || request.communicator == communicator;
    if (request.is_free && request.kind == Request::Kind::send && is_of_it) {
      waiting.requests.push_back(number);
    }
  });
  return waiting.requests.empty() ? MPI_SUCCESS : wait(std::move(waiting));
}

int Rank::yield() {
  charge(fruitless_ns);
  state_.waiting.what = Waiting::For::turn;
  if (!std::exchange(turn_is_coming_, true)) proxy().send<&Rank::go_on>();
  return MPI_SUCCESS;
}

void Rank::be_ready() {
  const Waiting::For what = state_.waiting.what;
  if (runs_ || has_turn_ || what == Waiting::For::nothing || what == Waiting::For::turn) return;
  if (what == Waiting::For::one && !is_one_there()) return;
  has_turn_ = true;
  Turns::of_thread().add(*this);
}

void Rank::look() {
  must_be_here();
  look_again();
}

void Rank::look_again() {
  // While the rank runs, whatever comes is looked at when it calls.
  const Waiting::For what = state_.waiting.what;
  if (runs_ || machine_ == nullptr || what == Waiting::For::nothing) return;
  if (!set_aside_.empty() && upcalls_.empty()) answer_aside();
  if (what == Waiting::For::point) return;
  if (!upcalls_.empty()) return run();
  if (what == Waiting::For::turn || what == Waiting::For::the_end) return;
  if (what == Waiting::For::one && !is_one_there()) return;
  const auto answer = answer_wait();
  if (!answer || state_.waiting.what == Waiting::For::the_end) return;
  state_.waiting.what = Waiting::For::nothing;
  machine_->answer(static_cast<std::uint64_t>(*answer));
  run();
}

std::optional<int> Rank::answer_wait() {
  Waiting& waiting = state_.waiting;
  const auto is_done = [&](std::uint64_t handle) {
    const Request* const request = state_.requests.find(handle);
    return request == nullptr || request->is_complete || !request->is_active;
  };
  switch (waiting.what) {
    case Waiting::For::one:
      if (!is_one_there()) return std::nullopt;
      return conclude_one();
    case Waiting::For::all:
      if (!std::ranges::all_of(waiting.requests, is_done)) return std::nullopt;
      return conclude_all();
    case Waiting::For::any: {
      bool is_any_active = false;
      for (std::size_t i = 0; i < waiting.requests.size(); ++i) {
        const Request* const request = state_.requests.find(waiting.requests[i]);
        if (request == nullptr || !request->is_active) continue;
        is_any_active = true;
        if (!request->is_complete) continue;
        *pointer_to<int>(waiting.index_at) = static_cast<int>(i);
        const std::uint64_t communicator = request->communicator;
        const int error = conclude(waiting.requests[i], waiting.status_at,
                                   waiting.requests_at + i * sizeof(MPI_Request));
        return error == MPI_SUCCESS ? error : fail(communicator, error, text_of_error(error));
      }
      if (is_any_active) return std::nullopt;
      *pointer_to<int>(waiting.index_at) = MPI_UNDEFINED;
      write_empty_status(waiting.status_at);
      return MPI_SUCCESS;
    }
    case Waiting::For::some:
      return conclude_some();
    case Waiting::For::meeting:
      return has_met_ ? std::optional(MPI_SUCCESS) : std::nullopt;
    case Waiting::For::message: {
      const auto message = state_.matching.probe(waiting.wanted);
      if (!message) return std::nullopt;
      write_status(waiting.status_at, status_of(*state_.messages.find(*message)));
      return MPI_SUCCESS;
    }
    case Waiting::For::matched_message: {
      const auto message = state_.matching.take(waiting.wanted);
      if (!message) return std::nullopt;
      write_status(waiting.status_at, status_of(*state_.messages.find(*message)));
      *pointer_to<std::uint64_t>(waiting.message_at) = *message;
      return MPI_SUCCESS;
    }
    case Waiting::For::nothing:
    case Waiting::For::turn:
    case Waiting::For::point:
    case Waiting::For::the_end:
      break;
  }
  return std::nullopt;
}

bool Rank::is_one_there() const {
  const Waiting& waiting = state_.waiting;
  const Request* const request = state_.requests.find(waiting.request);
  if (request != nullptr && request->is_active && !request->is_complete) return false;
  return waiting.also == 0 || state_.requests.find(waiting.also)->is_complete;
}

int Rank::conclude_one() {
  const Waiting& waiting = state_.waiting;
  Request* const request = state_.requests.find(waiting.request);
  if (waiting.also != 0) state_.requests.discard(waiting.also);
  // What MPI_Finalize tells of a communicator whose errors are returned ends no job.
  if (state_.phase == State::Phase::finalized && !state_.late_errors.empty() &&
      request != nullptr && request->status.error == MPI_SUCCESS) {
    request->error_handler = number_of(MPI_ERRORS_RETURN);
  }
  const std::uint64_t communicator = request == nullptr ? 0 : request->communicator;
  const std::uint64_t handler = request == nullptr ? 0 : request->error_handler;
  const int error = conclude(waiting.request, waiting.status_at, waiting.requests_at);
  if (error == MPI_SUCCESS) return error;
  std::string why(text_of_error(error));
  if (auto told = state_.spawning.reasons.extract(waiting.request)) why = std::move(told.mapped());
  if (handler != 0) return fail_by(handler, communicator, error, why);
  return fail(communicator, error, why);
}

std::uint64_t Rank::communicator_of(std::uint64_t handle) const {
  const Request* const request = state_.requests.find(handle);
  return request == nullptr ? 0 : request->communicator;
}

int Rank::conclude_all() {
  // Taken out: an error handler that the program made may run meanwhile.
  const Waiting waiting = state_.waiting;
  bool is_any_wrong = false;
  std::uint64_t communicator = 0;
  for (std::size_t i = 0; i < waiting.requests.size(); ++i) {
    const std::uint64_t status_at =
        waiting.status_at == 0 ? 0 : waiting.status_at + i * sizeof(MPI_Status);
    const std::uint64_t where = communicator_of(waiting.requests[i]);
    const int error =
        conclude(waiting.requests[i], status_at, waiting.requests_at + i * sizeof(MPI_Request));
    if (status_at != 0) pointer_to<MPI_Status>(status_at)->MPI_ERROR = error;
    if (error == MPI_SUCCESS) continue;
    is_any_wrong = true;
    communicator = where;
  }
  if (!is_any_wrong) return MPI_SUCCESS;
  return fail(communicator, MPI_ERR_IN_STATUS, "an error of one of the requests");
}

std::optional<int> Rank::conclude_some() {
  const Waiting waiting = state_.waiting;
  bool is_any_active = false;
  bool is_any_wrong = false;
  std::uint64_t communicator = 0;
  int count = 0;
  for (std::size_t i = 0; i < waiting.requests.size(); ++i) {
    const Request* const request = state_.requests.find(waiting.requests[i]);
    if (request == nullptr || !request->is_active) continue;
    is_any_active = true;
    if (!request->is_complete) continue;
    const std::uint64_t place = static_cast<std::uint64_t>(count);
    pointer_to<int>(waiting.indices_at)[count] = static_cast<int>(i);
    const std::uint64_t status_at =
        waiting.status_at == 0 ? 0 : waiting.status_at + place * sizeof(MPI_Status);
    const std::uint64_t where = request->communicator;
    const int error =
        conclude(waiting.requests[i], status_at, waiting.requests_at + i * sizeof(MPI_Request));
    if (status_at != 0) pointer_to<MPI_Status>(status_at)->MPI_ERROR = error;
    if (error != MPI_SUCCESS) {
      is_any_wrong = true;
      communicator = where;
    }
    ++count;
  }
  if (is_any_active && count == 0) return std::nullopt;
  *pointer_to<int>(waiting.index_at) = is_any_active ? count : MPI_UNDEFINED;
  if (!is_any_wrong) return MPI_SUCCESS;
  return fail(communicator, MPI_ERR_IN_STATUS, "an error of one of the requests");
}

int Rank::conclude(std::uint64_t handle, std::uint64_t status_at, std::uint64_t request_at) {
  Request* const request = state_.requests.find(handle);
  if (request == nullptr || !request->is_active) {
    write_empty_status(status_at);
    return MPI_SUCCESS;
  }
  if (!state_.late_errors.empty() && request->kind == Request::Kind::collective &&
      request->status.error == MPI_SUCCESS) [[unlikely]] {
    request->status.error = late_error(request->communicator);
  }
  const int error = request->status.error;
  write_status(status_at, request->status);
  if (request->is_persistent) {
    request->is_active = false;
    request->is_complete = false;
    request->status = {};
    return error;
  }
  if (request->kind == Request::Kind::generalized) ask_generalized(*request, status_at, true);
  state_.requests.discard(handle);
  if (request_at != 0) *pointer_to<std::uint64_t>(request_at) = number_of(MPI_REQUEST_NULL);
  return error;
}

void Rank::write_empty_status(std::uint64_t status_at) {
  write_status(status_at, {});
  if (status_at != 0) pointer_to<MPI_Status>(status_at)->MPI_ERROR = MPI_SUCCESS;
}

void Rank::write_status(std::uint64_t status_at, const Status& status) {
  if (status_at == 0) return;
  auto& out = *pointer_to<MPI_Status>(status_at);
  out.MPI_SOURCE = status.source;
  out.MPI_TAG = status.tag;
  put_status_count(out, status.bytes, status.is_cancelled);
}

}  // namespace isthmus::engine::mpi
