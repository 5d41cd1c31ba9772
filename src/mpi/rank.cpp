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
#include "mpi/turns.hpp"

namespace isthmus::engine::mpi {

namespace {

using image::pointer_to;

std::string text_of(const Wanted& wanted) {
  std::string text = wanted.source ? "from rank " + std::to_string(*wanted.source) : "from anybody";
  return text + (wanted.tag ? ", tag " + std::to_string(*wanted.tag) : ", any tag");
}

}  // namespace

// --- its life ------------------------------------------------------------------------------------

void Rank::begin(CollectionId later) {
  state_.spawning.other = later;
  state_.world.context = world_context;
  state_.world.rank = number();
  for (int member = 0; member < count(); ++member) state_.world.group.members.push_back(member);
  begin_state();
  if (const auto made = make_machine(); !made) throw FatalError(made.error().text());
  if (number() == 0) await_period();
  run();
}

void Rank::begin_state() {
  know_launch();
  state_.world.name = "MPI_COMM_WORLD";
  state_.world.error_handler = number_of(MPI_ERRORS_ARE_FATAL);
  state_.self.context = self_context;
  state_.self.name = "MPI_COMM_SELF";
  state_.self.error_handler = number_of(MPI_ERRORS_ARE_FATAL);
  state_.self.group.members = {number()};
  state_.file_error_handler = number_of(MPI_ERRORS_RETURN);
  state_.added_errors.next = MPI_ERR_LASTCODE + 1;
}

void Rank::know_launch() {
  const auto& of_job = readonly<Launch>();
  first_count_ = of_job.rank_count;
  is_first_ = !state_.spawning.is_of_later();
  if (is_first_) return;
  const Birth& birth = state_.spawning.birth;
  Launch own = of_job;
  own.program = birth.program;
  own.name = birth.name;
  own.arguments = birth.arguments;
  own.fingerprint = birth.fingerprint;
  own.is_of_later = true;
  own.slot = birth.slot;
  own_launch_ = std::make_unique<const Launch>(std::move(own));
}

Expected<void> Rank::make_machine() {
  const Launch& launch = this->launch();
  world_ = std::make_unique<RankWorld>(launch.in_virtual_time, launch.seed, number(),
                                       RankWorld::Position());
  auto machine = machines().make(launch, number(), *world_);
  if (!machine) return forward_error(machine);
  machine_ = std::move(*machine);
  settle_in();
  return {};
}

void Rank::settle_in() {
  const Launch& launch = this->launch();
  const topology::Topology& here = this_topology();
  move_every_ = launch.move_every;
  tells_pins_ = launch.tells_pins;
  // They are calls of the first ranks' MPI_COMM_WORLD.
  has_points_ = launch.points.is_any() && !launch.is_of_later;
  // In virtual time bytes are to cost what they cost on their way.
  may_lend_ = here.process_count() == 1 && here.site_count() == 1 && !launch.in_virtual_time;
  // Likewise: messages are what they cost by.
  is_among_others_ = machine_->is_among_others() && !launch.in_virtual_time;
}

template <class Archive>
void Rank::serialize(Archive& archive) {
  archive(state_, points_, stayed_for_, upcalls_);
  Moving moving;
  if constexpr (!Archive::is_reading) moving = take_down();
  archive(moving);
  if constexpr (Archive::is_reading) put_up(moving);
}

template void Rank::serialize(serial::Sizer& archive);
template void Rank::serialize(serial::Writer& archive);
template void Rank::serialize(serial::Reader& archive);
template void Rank::serialize(serial::Describer& archive);

Moving Rank::take_down() const {
  if (stranded_ != nullptr) return stranded_->moving;
  if (machine_ == nullptr) return {};
  Moving moving = machine_->take_down(launch());
  moving.world = world_->position();
  return moving;
}

void Rank::put_up(const Moving& moving) {
  if (state_.world.context != 0) know_launch();
  if (!moving.progress) return;
  const Launch& launch = this->launch();
  const int rank = state_.self.group.members.front();
  world_ = std::make_unique<RankWorld>(launch.in_virtual_time, launch.seed, rank, moving.world);
  auto machine = machines().make_for(launch, rank, *world_, moving);
  if (!machine) {
    unfit_ = machine.error().text();
    be_stranded(moving);
    return;
  }
  machine_ = std::move(*machine);
  settle_in();
}

/// The bytes are the message's, which goes.
void Rank::be_stranded(const Moving& moving) {
  world_.reset();
  stranded_ = std::make_unique<Stranded>();
  stranded_->moving = moving;
  for (Moving::Piece& piece : stranded_->moving.pieces) {
    piece.bytes = stranded_->bytes.emplace_back(piece.bytes.begin(), piece.bytes.end());
  }
}

void Rank::before_migration() { state_.came_from = static_cast<std::int32_t>(this_pe().value); }

void Rank::after_migration() {
  // Where it was kept at a point the main program sees first whether it goes on, and says so.
  if (stranded_ != nullptr && state_.waiting.what != Waiting::For::point) go_back();
}

/// Before anything reaches it here: its memory is not there.
void Rank::go_back() {
  const std::int32_t from = state_.came_from;
  const topology::Topology& grid = this_topology();
  // It has been back, or comes from a job of another shape.
  const bool is_possible = state_.kept_by.empty() && from >= 0 && from < grid.pe_count() &&
                           is_in_other_process(PeId(static_cast<std::uint32_t>(from)));
  if (!is_possible) throw FatalError(unfit_);
  state_.kept_by = "process " + std::to_string(grid.process_of(this_pe()).value) +
                   ", where it cannot go on: " + unfit_;
  migrate_to(PeId(static_cast<std::uint32_t>(from)));
}

void Rank::run() {
  if (!is_among_others_) return drive();
  Turns::Round round(round_ns());
  drive();
  round.let_all_go_on();
}

TimeNs Rank::round_ns() const {
  // Short beside what a network takes; where there is none, short for a user.
  return pe_count_of_job() == 1 ? 200'000 : 20'000;
}

void Rank::have_turn() {
  has_turn_ = false;
  call_here<&Rank::look>(*this);
}

void Rank::ask_for_turn() {
  has_turn_ = false;
  proxy().send<&Rank::look>();
}

void Rank::drive() {
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
  // Ranks that others have started meet nobody there.
  const bool is_point = trap.number == balancing_point_call && !state_.spawning.is_of_later();
  const bool may_stop = is_point || has_points_;
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
  must_be_here();
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
  said.started = state_.spawning.started;
  while (!state_.ports.opened.empty()) close_port(state_.ports.opened.begin()->first);
  isthmus::engine::send(launch().ended, said);
  if (state_.spawning.is_of_later()) proxy().send<&Rank::leave>();
}

void Rank::end_job(int status, const std::string& why) {
  isthmus::engine::send(
      launch().ended,
      Launch::Ended{.rank = number(), .status = status, .is_abort = true, .why = why});
  // For ever: it is not answered.
  state_.waiting.what = Waiting::For::the_end;
  if (machine_ != nullptr) machine_->end_with_job(status, why);
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
  if (waiting.what == Waiting::For::meeting) return text;
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

const DatatypePtr& Rank::find_type(std::uint64_t handle) const {
  static const DatatypePtr no_type;
  if (handle < 4096) {
    const PredefinedType* const row = find_predefined(static_cast<std::uintptr_t>(handle));
    return row == nullptr ? no_type : Datatype::predefined(row->type);
  }
  const HeldType* const made = state_.datatypes.find(handle);
  return made == nullptr ? no_type : made->type;
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

}  // namespace isthmus::engine::mpi
