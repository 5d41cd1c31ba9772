#include "mpi/rank.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include "isthmus/image/address.hpp"
#include "mpi/abi/functions.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/crash_report.hpp"
#include "mpi/messages/status.hpp"

namespace isthmus::mpi {

namespace {

using image::pointer_to;

/// What a call costs that finds nothing, for virtual time: programs repeat it.
constexpr TimeNs fruitless_ns = 500;

constexpr std::uint64_t world_context = 1;
constexpr std::uint64_t self_context = 2;

Status status_of(const Unexpected& message) {
  return {.source = message.envelope.label.source,
          .tag = message.envelope.label.tag,
          .bytes = static_cast<std::int64_t>(message.bytes.size())};
}

std::string text_of(const Wanted& wanted) {
  std::string text = wanted.source ? "from rank " + std::to_string(*wanted.source) : "from anybody";
  return text + (wanted.tag ? ", tag " + std::to_string(*wanted.tag) : ", any tag");
}

}  // namespace

// --- its life ------------------------------------------------------------------------------------

void Rank::begin() {
  const Launch& launch = this->launch();
  state_.world.context = world_context;
  state_.world.rank = number();
  state_.world.name = "MPI_COMM_WORLD";
  state_.world.error_handler = number_of(MPI_ERRORS_ARE_FATAL);
  for (int member = 0; member < launch.rank_count; ++member) {
    state_.world.group.members.push_back(member);
  }
  state_.self.context = self_context;
  state_.self.name = "MPI_COMM_SELF";
  state_.self.error_handler = number_of(MPI_ERRORS_ARE_FATAL);
  state_.self.group.members = {number()};
  state_.file_error_handler = number_of(MPI_ERRORS_RETURN);
  state_.added_errors.next = MPI_ERR_LASTCODE + 1;

  world_ = std::make_unique<RankWorld>(launch.in_virtual_time, launch.seed, number(),
                                       RankWorld::Position());
  auto machine = machines().make(launch, number(), *world_);
  if (!machine) throw FatalError(machine.error().text());
  machine_ = std::move(*machine);
  settle_in();
  if (number() == 0) await_period();
  run();
}

void Rank::settle_in() {
  const Launch& launch = this->launch();
  const topology::Topology& here = this_topology();
  move_every_ = launch.move_every;
  tells_pins_ = launch.tells_pins;
  has_points_ = launch.points.is_any();
  // In virtual time bytes are to cost what they cost on their way.
  may_lend_ = here.process_count() == 1 && here.site_count() == 1 && !launch.in_virtual_time;
}

Moving Rank::take_down() const {
  if (machine_ == nullptr) return {};
  Moving moving = machine_->take_down(launch());
  moving.world = world_->position();
  return moving;
}

void Rank::put_up(const Moving& moving) {
  if (!moving.progress) return;
  const Launch& launch = this->launch();
  const int rank = state_.world.rank;
  world_ = std::make_unique<RankWorld>(launch.in_virtual_time, launch.seed, rank, moving.world);
  auto machine = machines().make_for(launch, rank, *world_, moving);
  if (!machine) {
    unfit_ = machine.error().text();
    return;
  }
  machine_ = std::move(*machine);
  settle_in();
}

void Rank::after_migration() {
  // Where it was kept at a point the main program sees first whether it goes on, and says so.
  if (!unfit_.empty() && state_.waiting.what != Waiting::For::point) throw FatalError(unfit_);
}

void Rank::run() {
  runs_ = true;
  if (const auto pe = static_cast<std::int32_t>(this_pe().value); state_.counters.pe != pe) {
    if (std::exchange(state_.counters.pe, pe) >= 0) ++state_.counters.moves;
  }
  // What is called from here and lets it go on, lets this loop go on: programs that never have to
  // wait would else pile up frames.
  if (drives_) return;
  drives_ = true;
  const RunningRank running(number());
  while (runs_) {
    begin_upcall();
    world_->go();
    const image::Stop stop = machine_->run();
    world_->stand(place_of(stop));
    switch (stop) {
      case image::Stop::trapped:
        if (CallingThreads* const threads = machine_->threads();
            threads != nullptr && threads->has_come_back()) {
          take_up_again();
        } else {
          serve(machine_->trap());
        }
        break;
      case image::Stop::returned:
        end_upcall();
        break;
      case image::Stop::sleeps:
        // From now on, and not from the begin of the PE's step.
        after(machine_->sleep_ns() + settled_now_ns() - now_ns(),
              [proxy = proxy()] { proxy.send<&Rank::go_on>(); });
        runs_ = false;
        break;
      case image::Stop::yields:
        proxy().send<&Rank::go_on>();
        runs_ = false;
        break;
      case image::Stop::ended:
        ended();
        runs_ = false;
        break;
    }
  }
  drives_ = false;
  // It may have come while none could be let in.
  CallingThreads* const threads = machine_->threads();
  if (threads == nullptr || !threads->are_waiting() || std::exchange(is_to_let_in_, true)) return;
  after(0, [self = proxy()] {
    Rank* const rank = self.local();
    if (rank == nullptr) return;
    rank->is_to_let_in_ = false;
    rank->let_threads_in();
  });
}

std::uint64_t Rank::place_of(image::Stop stop) const {
  switch (stop) {
    case image::Stop::trapped:
      return machine_->call_place();
    case image::Stop::returned:
      return RankWorld::return_place;
    case image::Stop::sleeps:
      return RankWorld::sleep_place;
    case image::Stop::yields:
      return RankWorld::yield_place;
    case image::Stop::ended:
      return RankWorld::end_place;
  }
  return 0;
}

void Rank::serve(const image::Trap& trap) {
  state_.waiting.what = Waiting::For::nothing;
  state_.waiting.call = trap.number;
  if (tells_pins_) note_reasons_to_stay();
  const bool may_stop = trap.number == balancing_point_call || has_points_;
  if (may_stop && stops_before(trap)) {
    runs_ = false;
    return;
  }
  serve_now(trap);
}

void Rank::serve_now(const image::Trap& trap) {
  if (trap.number == balancing_point_call) {
    machine_->answer(MPI_SUCCESS);
  } else {
    serve_call(*this, trap);
  }
  ++state_.calls;
  if (state_.waiting.what != Waiting::For::nothing) {
    runs_ = false;
    look_again();
    return;
  }
  if (move_every_ != 0 && state_.calls % move_every_ == 0) {
    runs_ = false;
    move_somewhere();
    proxy().send<&Rank::go_on>();
  }
}

void Rank::move_somewhere() {
  const auto pes = static_cast<std::uint64_t>(this_topology().pe_count());
  const std::uint64_t drawn = Random::mix(launch().seed ^ state_.calls * 0x9e37'79b9'7f4a'7c15 ^
                                          static_cast<std::uint64_t>(number()) << 48);
  migrate_to(PeId(drawn % pes));
}

void Rank::go_on() {
  turn_is_coming_ = false;
  // A message that others have overtaken says nothing of whether the rank still waits for a turn.
  if (machine_ == nullptr || machine_->has_ended() || runs_) return;
  if (state_.waiting.what == Waiting::For::turn) state_.waiting.what = Waiting::For::nothing;
  if (state_.waiting.what == Waiting::For::nothing) run();
}

void Rank::ended() {
  const image::Ending& ending = machine_->ending();
  Launch::Ended said{.rank = number(), .status = ending.status, .signal = ending.signal};
  if (launch().tells_pins) {
    note_reasons_to_stay();
    said.stayed_for = stayed_for_;
  }
  if (ending.signal == 0 && state_.phase == State::Phase::begun) {
    said.why = "rank " + std::to_string(number()) +
               " has ended without MPI_Finalize, with status " + std::to_string(ending.status);
  } else if (ending.signal == 0 && state_.phase == State::Phase::before &&
             state_.sessions.size() > 0) {
    said.why = "rank " + std::to_string(number()) +
               " has ended without MPI_Session_finalize, with status " +
               std::to_string(ending.status);
  }
  isthmus::send(launch().ended, said);
}

void Rank::end_job(int status, const std::string& why) {
  isthmus::send(launch().ended,
                Launch::Ended{.rank = number(), .status = status, .is_abort = true, .why = why});
  // For ever: it is not answered.
  state_.waiting.what = Waiting::For::the_end;
  machine_->end_with_job(status, why);
}

std::string Rank::waits_for() const {
  const Waiting& waiting = state_.waiting;
  if (waiting.what == Waiting::For::point && waiting.call == balancing_point_call) {
    return "rank " + std::to_string(number()) + " in MPIX_Balancing_point";
  }
  if (waiting.what == Waiting::For::nothing || waiting.call >= function_names.size()) return {};
  std::string text =
      "rank " + std::to_string(number()) + " in " + std::string(function_names[waiting.call]);
  if (waiting.what == Waiting::For::message || waiting.what == Waiting::For::matched_message) {
    return text + " " + text_of(waiting.wanted);
  }
  int told = 0;
  const std::vector<std::uint64_t> one{waiting.request, waiting.also};
  for (const std::uint64_t handle : waiting.what == Waiting::For::one ? one : waiting.requests) {
    const Request* const request = state_.requests.find(handle);
    if (request == nullptr || request->is_complete) continue;
    if (++told > 3) return text + ", and more";
    if (request->kind == Request::Kind::receive) text += " " + text_of(request->wanted);
    if (request->kind == Request::Kind::send) {
      text += " to rank " + std::to_string(request->peer) + ", tag " +
              std::to_string(request->tag) + ", which has not received";
    }
  }
  return text;
}

// --- handles -------------------------------------------------------------------------------------

Communicator* Rank::find_communicator(std::uint64_t handle) {
  if (handle == number_of(MPI_COMM_WORLD)) return &state_.world;
  if (handle == number_of(MPI_COMM_SELF)) return &state_.self;
  return state_.communicators.find(handle);
}

Communicator* Rank::find_members(std::uint64_t handle) {
  File* const file = state_.files.find(handle);
  return file != nullptr ? &file->communicator : find_communicator(handle);
}

DatatypePtr Rank::find_type(std::uint64_t handle) const {
  if (handle < 4096) {
    const PredefinedType* const row = find_predefined(static_cast<std::uintptr_t>(handle));
    return row == nullptr ? nullptr : Datatype::predefined(row->type);
  }
  const HeldType* const made = state_.datatypes.find(handle);
  return made == nullptr ? nullptr : made->type;
}

std::optional<Group> Rank::find_group(std::uint64_t handle) const {
  if (handle == number_of(MPI_GROUP_EMPTY)) return Group();
  const Group* const made = state_.groups.find(handle);
  if (made == nullptr) return std::nullopt;
  return *made;
}

// --- errors --------------------------------------------------------------------------------------

std::uint64_t Rank::error_handler_of(std::uint64_t object) {
  if (const Communicator* const members = find_members(object)) return members->error_handler;
  if (const Window* const window = find_window(object)) return window->error_handler;
  if (const Session* const session = state_.sessions.find(object)) return session->error_handler;
  if (object == number_of(MPI_FILE_NULL)) return state_.file_error_handler;
  // Programs older than MPI 4 know no other handler than MPI_COMM_WORLD's for such errors.
  const bool is_unset = state_.self.error_handler == number_of(MPI_ERRORS_ARE_FATAL);
  return is_unset ? state_.world.error_handler : state_.self.error_handler;
}

int Rank::fail(std::uint64_t object, int code, std::string_view why) {
  const Communicator* const where = find_members(object);
  const bool is_there = where != nullptr || find_window(object) != nullptr ||
                        state_.sessions.find(object) != nullptr ||
                        object == number_of(MPI_FILE_NULL);
  const bool is_of_self = state_.self.error_handler != number_of(MPI_ERRORS_ARE_FATAL);
  const std::uint64_t nobody = number_of(is_of_self ? MPI_COMM_SELF : MPI_COMM_WORLD);
  return fail_by(error_handler_of(object), is_there ? object : nobody, code, why,
                 where == nullptr ? std::string() : where->name);
}

int Rank::fail_by(std::uint64_t handler, std::uint64_t object, int code, std::string_view why,
                  std::string_view name) {
  if (handler == number_of(MPI_ERRORS_RETURN)) return code;
  if (handler == number_of(MPI_ERRORS_ARE_FATAL) || handler == number_of(MPI_ERRORS_ABORT)) {
    std::string text = std::string(function_names[state_.waiting.call]) + " on rank " +
                       std::to_string(number()) + ": " + std::string(why);
    if (!name.empty()) text += " (in " + std::string(name) + ")";
    end_job(EXIT_FAILURE, text);
    return code;
  }
  if (const ErrorHandler* const made = state_.error_handlers.find(handler)) {
    add_upcall({.kind = Upcall::Kind::error_handler,
                .function = made->function,
                .communicator = object,
                .key = code});
  }
  return code;
}

int Rank::fail(int code, std::string_view why) { return fail(0, code, why); }

// --- messages ------------------------------------------------------------------------------------

void Rank::send(const Communicator& communicator, int peer, int tag,
                std::span<const std::byte> bytes, std::uint64_t acknowledge) {
  const Envelope envelope{{communicator.context, communicator.rank, tag}, number(), acknowledge};
  ++state_.counters.messages_sent;
  state_.counters.bytes_sent += bytes.size();
  rank_of(communicator, peer).send<&Rank::arrive>(envelope, bytes);
}

void Rank::lend(const Communicator& communicator, int peer, int tag,
                std::span<const std::byte> bytes, std::uint64_t request) {
  const Envelope envelope{{communicator.context, communicator.rank, tag},
                          number(),
                          request,
                          std::bit_cast<std::uint64_t>(bytes.data()),
                          bytes.size()};
  ++state_.counters.messages_sent;
  state_.counters.bytes_sent += bytes.size();
  rank_of(communicator, peer).send<&Rank::arrive>(envelope, std::span<const std::byte>());
}

void Rank::arrive(const Envelope& envelope, std::span<const std::byte> bytes) {
  if (envelope.lent_at != 0) {
    bytes = {pointer_to<const std::byte>(envelope.lent_at), envelope.lent_bytes};
  }
  if (const auto receive = state_.matching.receive_for(envelope.label)) {
    deliver(*receive, envelope, bytes);
    look_again();
    return;
  }
  Unexpected message{envelope, std::vector<std::byte>(bytes.begin(), bytes.end())};
  if (envelope.lent_at != 0) {
    // Who lends them must not wait for a receive, as for no other message.
    array()[envelope.sender].send<&Rank::acknowledge>(envelope.acknowledge);
    message.envelope.acknowledge = 0;
    message.envelope.lent_at = 0;
  }
  state_.matching.keep(envelope.label, state_.messages.add(std::move(message)));
  const Waiting::For what = state_.waiting.what;
  if (what == Waiting::For::message || what == Waiting::For::matched_message) look_again();
}

void Rank::post(std::uint64_t handle) {
  const Request& request = *state_.requests.find(handle);
  const auto message = state_.matching.post(request.wanted, handle);
  if (!message) return;
  give(handle, state_.messages.remove(*message));
}

void Rank::give(std::uint64_t handle, const Unexpected& message) {
  deliver(handle, message.envelope, message.bytes);
}

void Rank::deliver(std::uint64_t handle, const Envelope& envelope,
                   std::span<const std::byte> bytes) {
  Request& request = *state_.requests.find(handle);
  const Buffer& buffer = request.buffer;
  std::int64_t taken = 0;
  if (const auto place =
          contiguous_bytes(pointer_to<void>(buffer.address), *buffer.type, buffer.count)) {
    const std::size_t count = std::min(place->size(), bytes.size());
    if (count > 0) std::memcpy(place->data(), bytes.data(), count);
    taken = static_cast<std::int64_t>(count);
  } else {
    taken = unpack(bytes, pointer_to<void>(buffer.address), *buffer.type, buffer.count, 0);
  }
  ++state_.counters.messages_received;
  state_.counters.bytes_received += bytes.size();
  request.status.source = envelope.label.source;
  request.status.tag = envelope.label.tag;
  request.status.bytes = taken;
  if (std::cmp_less(taken, bytes.size())) request.status.error = MPI_ERR_TRUNCATE;
  if (envelope.acknowledge != 0) {
    array()[envelope.sender].send<&Rank::acknowledge>(envelope.acknowledge);
  }
  complete(handle);
}

void Rank::acknowledge(std::uint64_t handle) {
  if (state_.requests.find(handle) == nullptr) return;
  complete(handle);
  look_again();
}

void Rank::complete(std::uint64_t handle) {
  Request& request = *state_.requests.find(handle);
  // Of a window, only a part of what the call waits for has come.
  if (request.kind == Request::Kind::window) return go_on_with_window(handle);
  request.is_complete = true;
  if (request.is_free) remove_request(handle);
}

void Rank::remove_request(std::uint64_t handle) {
  const Request* const request = state_.requests.find(handle);
  if (request->kind == Request::Kind::generalized) {
    ask_generalized(state_.requests.remove(handle), 0, true);
  } else {
    state_.requests.discard(handle);
  }
  const auto partitioned = state_.partitioned.by_request.find(handle);
  if (partitioned == state_.partitioned.by_request.end()) return;
  state_.partitioned.receives.erase(partitioned->second.name);
  state_.partitioned.by_request.erase(partitioned);
}

// --- waiting -------------------------------------------------------------------------------------

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
  waiting.what = Waiting::For::one;
  waiting.request = request;
  waiting.also = also;
  waiting.status_at = status_at;
  waiting.requests_at = request_at;
  const auto answer = upcalls_.empty() ? conclude_one() : std::nullopt;
  if (!answer || waiting.what == Waiting::For::the_end) return MPI_SUCCESS;
  waiting.what = Waiting::For::nothing;
  return *answer;
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

void Rank::look_again() {
  // While the rank runs, whatever comes is looked at when it calls.
  const Waiting::For what = state_.waiting.what;
  if (runs_ || machine_ == nullptr || what == Waiting::For::nothing) return;
  if (!set_aside_.empty() && upcalls_.empty()) answer_aside();
  if (what == Waiting::For::point) return;
  if (!upcalls_.empty()) return run();
  if (what == Waiting::For::turn || what == Waiting::For::the_end) return;
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

std::optional<int> Rank::conclude_one() {
  const Waiting& waiting = state_.waiting;
  const Request* const request = state_.requests.find(waiting.request);
  if (request != nullptr && request->is_active && !request->is_complete) return std::nullopt;
  if (waiting.also != 0) {
    if (!state_.requests.find(waiting.also)->is_complete) return std::nullopt;
    state_.requests.discard(waiting.also);
  }
  const std::uint64_t communicator = request == nullptr ? 0 : request->communicator;
  const std::uint64_t handler = request == nullptr ? 0 : request->error_handler;
  const int error = conclude(waiting.request, waiting.status_at, waiting.requests_at);
  if (error == MPI_SUCCESS) return error;
  if (handler != 0) return fail_by(handler, communicator, error, text_of_error(error));
  return fail(communicator, error, text_of_error(error));
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

}  // namespace isthmus::mpi
