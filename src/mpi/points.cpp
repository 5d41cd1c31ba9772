#include "mpi/points.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <tuple>

#include "mpi/calls.hpp"
#include "mpi/crash_report.hpp"
#include "mpi/turns.hpp"

namespace isthmus::engine::mpi {

namespace {

template <class Prototype>
constexpr std::size_t communicator_of() {
  using Tuple = typename detail::Parameters<Prototype>::Tuple;
  return []<std::size_t... I>(std::index_sequence<I...>) {
    std::size_t found = 0;
    ((std::is_same_v<std::tuple_element_t<I, Tuple>, MPI_Comm> ? found = I : 0), ...);
    return found;
  }(std::make_index_sequence<std::tuple_size_v<Tuple>>());
}

struct Row {
  std::string_view name;
  std::size_t communicator;  ///< which argument it is
};
template <class Prototype>
constexpr Row row(std::string_view name) {
  return {name, communicator_of<Prototype>()};
}

/// Those that may be points.
constexpr std::array rows{
    row<decltype(MPI_Allgather)>("MPI_Allgather"),
    row<decltype(MPI_Allgather_c)>("MPI_Allgather_c"),
    row<decltype(MPI_Allgatherv)>("MPI_Allgatherv"),
    row<decltype(MPI_Allgatherv_c)>("MPI_Allgatherv_c"),
    row<decltype(MPI_Allreduce)>("MPI_Allreduce"),
    row<decltype(MPI_Allreduce_c)>("MPI_Allreduce_c"),
    row<decltype(MPI_Alltoall)>("MPI_Alltoall"),
    row<decltype(MPI_Alltoall_c)>("MPI_Alltoall_c"),
    row<decltype(MPI_Alltoallv)>("MPI_Alltoallv"),
    row<decltype(MPI_Alltoallv_c)>("MPI_Alltoallv_c"),
    row<decltype(MPI_Alltoallw)>("MPI_Alltoallw"),
    row<decltype(MPI_Alltoallw_c)>("MPI_Alltoallw_c"),
    row<decltype(MPI_Barrier)>("MPI_Barrier"),
    row<decltype(MPI_Bcast)>("MPI_Bcast"),
    row<decltype(MPI_Bcast_c)>("MPI_Bcast_c"),
    row<decltype(MPI_Exscan)>("MPI_Exscan"),
    row<decltype(MPI_Exscan_c)>("MPI_Exscan_c"),
    row<decltype(MPI_Gather)>("MPI_Gather"),
    row<decltype(MPI_Gather_c)>("MPI_Gather_c"),
    row<decltype(MPI_Gatherv)>("MPI_Gatherv"),
    row<decltype(MPI_Gatherv_c)>("MPI_Gatherv_c"),
    row<decltype(MPI_Reduce)>("MPI_Reduce"),
    row<decltype(MPI_Reduce_c)>("MPI_Reduce_c"),
    row<decltype(MPI_Reduce_scatter)>("MPI_Reduce_scatter"),
    row<decltype(MPI_Reduce_scatter_c)>("MPI_Reduce_scatter_c"),
    row<decltype(MPI_Reduce_scatter_block)>("MPI_Reduce_scatter_block"),
    row<decltype(MPI_Reduce_scatter_block_c)>("MPI_Reduce_scatter_block_c"),
    row<decltype(MPI_Scan)>("MPI_Scan"),
    row<decltype(MPI_Scan_c)>("MPI_Scan_c"),
    row<decltype(MPI_Scatter)>("MPI_Scatter"),
    row<decltype(MPI_Scatter_c)>("MPI_Scatter_c"),
    row<decltype(MPI_Scatterv)>("MPI_Scatterv"),
    row<decltype(MPI_Scatterv_c)>("MPI_Scatterv_c"),
};

/// By number of the function: which argument is the communicator.
std::optional<std::size_t> communicator_argument(std::uint32_t call) {
  static const auto table = [] {
    std::array<std::optional<std::size_t>, function_names.size()> made;
    for (const Row& one : rows) made[number_of(one.name)] = one.communicator;
    return made;
  }();
  return call < table.size() ? table[call] : std::nullopt;
}

}  // namespace

Expected<PointPlan> read_points(std::string_view text) {
  constexpr std::string_view expected = "a blocking collective function, as in MPI_Barrier:5";
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  PointPlan plan;
  plan.call = static_cast<std::uint32_t>(number_of(name));
  if (!communicator_argument(plan.call)) {
    return fail(ErrorCode::bad_input, "'" + std::string(text) + "'", "--sync-at",
                std::string(expected));
  }
  plan.every_calls = 1;
  if (colon == std::string_view::npos) return plan;
  const std::string_view number = text.substr(colon + 1);
  const char* const first = number.data();
  const char* const end = first + number.size();
  const auto read = std::from_chars(first, end, plan.every_calls);
  if (read.ec != std::errc() || read.ptr != end || plan.every_calls == 0) {
    return fail(ErrorCode::bad_input, "'" + std::string(text) + "'", "--sync-at",
                "a number of calls, 1 or more, behind the colon");
  }
  return plan;
}

// --- a rank at a point ---------------------------------------------------------------------------

bool Rank::stops_before(const image::Trap& trap) {
  if (trap.number == balancing_point_call) {
    come_to_point();
    return true;
  }
  const auto argument = communicator_argument(trap.number);
  if (!argument || !running_.empty()) return false;
  if (detail::word(trap, *argument) != number_of(MPI_COMM_WORLD)) return false;
  const PointPlan& plan = launch().points;
  Points& points = points_;
  if (plan.every_calls != 0) {
    if (trap.number != plan.call || ++points.begun % plan.every_calls != 0) return false;
    come_to_point();
    return true;
  }
  ++points.begun;
  if (points.is_asked) {
    points.is_held = true;
    state_.waiting.what = Waiting::For::point;
    return true;
  }
  if (points.begun != points.next) return false;
  come_to_point();
  return true;
}

void Rank::come_to_point() {
  state_.waiting.what = Waiting::For::point;
  // Else lines that were printed before a checkpoint would be lost with the process.
  if (launch().points.is_kept) std::fflush(stdout);
  at_sync<&Rank::pass_point>();
}

void Rank::pass_point() {
  if (stranded_ != nullptr) {
    go_back();
    return proxy().send<&Rank::pass_point>();
  }
  if (state_.waiting.what != Waiting::For::point) return;
  // A timer does not go with a rank that was kept, so it begins anew.
  const bool is_of_program = state_.waiting.call == balancing_point_call;
  if (number() == 0 && (!is_of_program || points_.is_timing)) await_period();
  leave_point();
}

void Rank::leave_point() {
  const RunningRank running(number());
  Turns::Round round(round_ns());
  state_.waiting = {.call = state_.waiting.call};
  runs_ = true;
  serve_now(machine_->trap());
  if (runs_) run();
  round.let_all_go_on();
}

void Rank::await_period() {
  const TimeNs period_ns = launch().points.period_ns;
  if (period_ns == 0) return;
  points_.is_timing = true;
  const std::uint64_t timer = ++points_.timers;
  after(period_ns, [proxy = proxy(), timer] { proxy.send<&Rank::ask_for_point>(timer); });
}

void Rank::ask_for_point(std::uint64_t timer) {
  if (timer != points_.timers) return;
  points_.is_timing = false;
  points_.answers = 0;
  points_.latest = 0;
  array().all().send<&Rank::say_how_far>();
}

void Rank::say_how_far() {
  points_.is_asked = true;
  array()[0].send<&Rank::hear_how_far>(points_.begun);
}

void Rank::hear_how_far(std::uint64_t begun) {
  Points& points = points_;
  points.latest = std::max(points.latest, begun);
  if (++points.answers == count()) array().all().send<&Rank::set_point>(points.latest + 1);
}

void Rank::set_point(std::uint64_t number) {
  must_be_here();
  Points& points = points_;
  points.is_asked = false;
  points.next = number;
  if (!points.is_held) return;
  points.is_held = false;
  if (points.begun == number) return come_to_point();
  leave_point();
}

// --- what keeps a rank where it is ---------------------------------------------------------------

std::string Rank::stays_for() const {
  if (stranded_ != nullptr) return {};
  // Those that are yet to begin go along, and begin when the rank has left its point.
  const bool is_at_point = state_.waiting.what == Waiting::For::point;
  if (!running_.empty() || (!upcalls_.empty() && !is_at_point)) {
    return "a function of its program that MPI has called";
  }
  if (state_.windows.shared_count > 0) return "a window of memory that ranks share";
  if (state_.spawning.is_waiting) return "its begin, for which others are not there yet";
  // Only where there is another process, or is to be one, is anything to be asked.
  if (machine_ == nullptr) return {};
  if (this_topology().process_count() == 1 && !launch().points.is_kept) return {};
  if (!state_.kept_by.empty()) return state_.kept_by;
  return machine_->stays_for(launch());
}

void Rank::note_reasons_to_stay() {
  std::set<std::string>& reasons = stayed_for_;
  if (state_.windows.shared_count > 0) reasons.insert("a window of memory that ranks share");
  if (!state_.kept_by.empty()) reasons.insert(state_.kept_by);
  if (machine_ != nullptr) machine_->note_reasons_to_stay(launch(), reasons);
}

}  // namespace isthmus::engine::mpi
