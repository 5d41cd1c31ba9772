#include "mobile/rank.hpp"

#include <algorithm>
#include <utility>

#include "mobile/messages.hpp"

namespace isthmus::mobile {

namespace {

// A main that polls and finds nothing, again and again, dozes between its polls: longer each time,
// up to an eighth of what the links that it may wait for take.
constexpr int quick_polls = 8;
constexpr TimeNs doze_min_ns = 1'000;
constexpr TimeNs doze_max_ns = 250'000;
// Who does more than this between two polls has work of its own, and does not doze.
constexpr TimeNs busy_ns = 20'000;

}  // namespace

Node::Node(detail::Station& station, detail::Setup setup)
    : station_(station),
      setup_(std::move(setup)),
      self_(this_pe()),
      size_(this_topology().pe_count()),
      memory_(station_, self_),
      balancer_(detail::make_balancer(setup_.balancing, *this, setup_.seed)) {}

Node::~Node() {
  for (const auto& [pointer, cell] : cells_) cell->orphan();
}

double Node::seconds() const { return static_cast<double>(now_ns()) * 1e-9; }

// --- waiting -------------------------------------------------------------------------------------

void Node::require_main(const char* what) const {
  if (!in_handler() && thread_ != nullptr && thread_->runs()) return;
  throw UsageError(std::string(what) +
                   "() outside main: a handler runs to its end and waits for nothing");
}

void Node::refuse_unasked_arguments() const {
  if (asked_for_arguments_ || setup_.arguments.empty()) return;
  throw BadInput::unasked(setup_.arguments.front());
}

void Node::sleep_on(Future<void> wish) {
  refuse_unasked_arguments();
  wish_ = std::move(wish);
  thread_->suspend();
}

void Node::yield() {
  Future<void> drained("the messages before it");
  station_.proxy().send<&detail::Station::wake>(drained.callback());
  sleep_on(std::move(drained));
}

void Node::sleep_until_message(const char* what, TimeNs at_most_ns, const detail::Wish& wish) {
  Future<void> woken(what);
  const Callback<void> sleeper = woken.callback();
  // Also when main is ended here: the wish is on its stack.
  struct Sleep {
    Node& node;
    ~Sleep() { node.sleeper_.reset(); }
  };
  const Sleep sleep{*this};
  sleeper_ = sleeper;
  sleeper_wish_ = wish;
  if (at_most_ns != never_ns) {
    after(at_most_ns, [sleeper] { isthmus::send(sleeper); });
  }
  sleep_on(std::move(woken));
}

void Node::sleep_until(const detail::Wish& wish) {
  require_main("poll_until");
  sleep_until_message("a condition, in poll_until", never_ns, wish);
}

void Node::poll() {
  require_main("poll");
  const bool found_something = handled_ != handled_at_poll_;
  handled_at_poll_ = handled_;
  fruitless_polls_ = found_something ? 0 : fruitless_polls_ + 1;
  TimeNs doze_ns = 0;
  if (fruitless_polls_ <= quick_polls) {
    yield();
  } else {
    doze_ns = std::min(doze_max_ns, doze_min_ns << std::min(fruitless_polls_ - quick_polls, 10));
    sleep_until_message("a message, in poll", doze_ns);
  }
  const TimeNs now_ns = isthmus::now_ns();
  if (now_ns - polled_ns_ > busy_ns + doze_ns) fruitless_polls_ = 0;
  polled_ns_ = now_ns;
}

void Node::wait() {
  require_main("wait");
  sleep_until_message("a message, in wait", never_ns);
}

void Node::barrier() {
  require_main("barrier");
  sleep_on(station_.enter_barrier());
}

void Node::quiescence() {
  require_main("quiescence");
  barrier();
  if (rank() == 0) {
    Future<void> quiet("quiescence");
    detect_quiescence(quiet.callback());
    sleep_on(std::move(quiet));
  }
  // The others see the end of the wait for quiescence as the end of this one.
  barrier();
}

void Node::handler_ended() {
  ++handled_;
  if (!sleeper_) return;
  // Here, and not by waking main, which would cost more than most handlers.
  if (sleeper_wish_.holds != nullptr && !sleeper_wish_.holds(sleeper_wish_.asked)) return;
  station_.proxy().send<&detail::Station::wake>(*std::exchange(sleeper_, std::nullopt));
}

void Node::open() {
  if (std::exchange(open_, true)) return;
  for (auto& request : std::exchange(deferred_, {})) request();
  std::vector<Pointer> here;
  for (const auto& [pointer, cell] : cells_) here.push_back(pointer);
  std::ranges::sort(here);
  for (const Pointer& pointer : here) {
    if (detail::CellBase* cell = find(pointer)) cell->drain();
  }
  if (balancer_ != nullptr) balancer_->begin();
}

// --- mobile objects ------------------------------------------------------------------------------

detail::CellBase* Node::find(const Pointer& pointer) const {
  const auto found = cells_.find(pointer);
  return found == cells_.end() ? nullptr : found->second;
}

detail::Newborn* Node::find_newborn(const Pointer& pointer) const {
  const auto found = newborns_.find(pointer);
  return found == newborns_.end() ? nullptr : found->second.get();
}

void Node::enrol(detail::CellBase& cell) { cells_[cell.pointer()] = &cell; }

void Node::forget(const detail::CellBase& cell) { cells_.erase(cell.pointer()); }

void Node::stand_in_line(detail::CellBase& cell) {
  cell.in_line_ = true;
  line_.push_back(cell.pointer());
  if (std::exchange(work_turn_is_under_way_, true)) return;
  post<&Node::take_work_turn>(rank(), detail::work_priority);
}

void Node::run_one_work() {
  work_turn_is_under_way_ = false;
  detail::CellBase* cell = nullptr;
  while (!line_.empty() && cell == nullptr) {
    cell = find(line_.front());
    line_.pop_front();
    if (cell == nullptr) continue;
    cell->in_line_ = false;
    if (!cell->has_ready_work()) cell = nullptr;
  }
  if (cell == nullptr) return;
  const Pointer pointer = cell->pointer();
  try {
    if (cell->run_next_work() && !cell->in_line_) {
      cell->in_line_ = true;
      line_.push_back(pointer);
    }
  } catch (const std::exception& exception) {
    throw std::runtime_error("in work of object " + pointer.text() + ": " + exception.what());
  }
  if (line_.empty() || std::exchange(work_turn_is_under_way_, true)) return;
  // Not in this step: a PE looks at the network between two steps, and works may be long.
  after(0, [this] { post<&Node::take_work_turn>(rank(), detail::work_priority); });
}

void Node::work_changed(detail::CellBase& cell, double load, std::ptrdiff_t count) {
  work_count_ += static_cast<std::size_t>(count);
  // Sums of rounded numbers would not come back to nothing by themselves.
  load_ = work_count_ == 0 ? 0 : load_ + load;
  if (cell.work_count() > 0) {
    cells_with_work_[cell.pointer()] = &cell;
  } else {
    cells_with_work_.erase(cell.pointer());
  }
  if (balancer_ != nullptr && open_) balancer_->load_changed();
}

std::vector<ObjectLoad> Node::loads() const {
  std::vector<ObjectLoad> loads;
  for (const auto& [pointer, cell] : cells_with_work_) {
    if (cell->is_installed() && !cell->going_to()) loads.push_back({pointer, cell->load()});
  }
  return loads;
}

BalanceCounts Node::balance_counts() const {
  return balancer_ == nullptr ? BalanceCounts{} : balancer_->counts();
}

bool Node::is_local(const Pointer& pointer) const {
  if (const detail::CellBase* cell = find(pointer)) return cell->is_installed();
  const detail::Newborn* newborn = find_newborn(pointer);
  return newborn != nullptr && newborn->has_data();
}

Error Node::not_here(const Pointer& pointer, const char* what) {
  return {ErrorCode::program, "object " + pointer.text() + " is not here, to be " + what,
          "PE " + std::to_string(this_pe().value), "an object that is installed on this PE"};
}

bool Node::may_go(bool can_serialize, PeId to) const {
  return can_serialize || topology().process_of(to) == topology().process_of(self_);
}

Expected<void> Node::move(const Pointer& pointer, int to) {
  if (!is_local(pointer)) return std::unexpected(not_here(pointer, "moved"));
  if (to < 0 || to >= size_) {
    return fail(ErrorCode::program,
                "object " + pointer.text() + " is to move to PE " + std::to_string(to), {},
                "a PE below " + std::to_string(size_));
  }
  const PeId pe(to);
  detail::CellBase* cell = find(pointer);
  detail::Newborn* newborn = find_newborn(pointer);
  if (!may_go(cell != nullptr ? cell->can_serialize() : newborn->can_serialize(), pe)) {
    return fail(ErrorCode::program,
                "object " + pointer.text() + " is to move to PE " + std::to_string(to) +
                    " of another process",
                {}, "data that can be serialized and default-constructed");
  }
  if (cell != nullptr) {
    cell->begin_move(pe);
  } else {
    newborn->begin_move(pointer, pe);
  }
  return {};
}

Expected<void> Node::destroy(const Pointer& pointer) {
  if (!is_local(pointer)) return std::unexpected(not_here(pointer, "destroyed"));
  if (detail::CellBase* cell = find(pointer)) {
    cell->end();
  } else {
    find_newborn(pointer)->end(pointer);
  }
  return {};
}

}  // namespace isthmus::mobile
