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

Rank::Rank(detail::RankChare& chare, detail::Setup setup)
    : chare_(chare),
      setup_(std::move(setup)),
      pe_(this_pe()),
      size_(this_topology().pe_count()),
      memory_(chare_, pe_),
      balancer_(detail::make_balancer(setup_.balancing, *this, setup_.seed)) {}

Rank::~Rank() {
  for (const auto& [pointer, object] : objects_) object->forget_rank();
}

double Rank::seconds() const { return static_cast<double>(now_ns()) * 1e-9; }

// --- waiting -------------------------------------------------------------------------------------

void Rank::require_main(const char* what) const {
  if (!in_handler() && thread_ != nullptr && thread_->is_running()) return;
  throw UsageError(std::string(what) +
                   "() outside main: a handler runs to its end and waits for nothing");
}

void Rank::refuse_unasked() const {
  if (kept_ && !keep_) {
    throw BadInput({ErrorCode::bad_input, "this program does not go on from checkpoints",
                    "--restart", "one that asks self.restored(state) before it waits"});
  }
  if (asked_for_arguments_ || setup_.arguments.empty()) return;
  throw BadInput::unasked(setup_.arguments.front());
}

void Rank::refuse_state(const std::string& why) {
  throw BadInput({ErrorCode::bad_input, "what rank 0 had kept does not fit: " + why, "--restart",
                  "a checkpoint of this program"});
}

void Rank::sleep_on(Future<void> awaited) {
  refuse_unasked();
  awaited_ = std::move(awaited);
  thread_->suspend();
}

void Rank::yield() {
  Future<void> drained("the messages before it");
  chare_.proxy().send<&detail::RankChare::wake>(drained.callback());
  sleep_on(std::move(drained));
}

void Rank::sleep_until_message(const char* what, TimeNs at_most_ns,
                               const detail::WaitCondition& condition) {
  Future<void> woken(what);
  const Callback<void> sleeper = woken.callback();
  // Also when main is ended here: the condition is on its stack.
  struct Sleep {
    Rank& rank;
    ~Sleep() { rank.sleeper_.reset(); }
  };
  const Sleep sleep{*this};
  sleeper_ = sleeper;
  sleeper_condition_ = condition;
  if (at_most_ns != never_ns) {
    after(at_most_ns, [sleeper] { isthmus::send(sleeper); });
  }
  sleep_on(std::move(woken));
}

void Rank::sleep_until(const detail::WaitCondition& condition) {
  require_main("poll_until");
  sleep_until_message("a condition, in poll_until", never_ns, condition);
}

void Rank::poll() {
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

void Rank::wait() {
  require_main("wait");
  sleep_until_message("a message, in wait", never_ns);
}

void Rank::barrier() {
  require_main("barrier");
  sleep_on(chare_.enter_barrier());
}

void Rank::quiescence() {
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

// --- checkpoints ---------------------------------------------------------------------------------

void Rank::go_on_from(std::vector<std::byte> kept, const detail::Setup& setup) {
  kept_ = std::move(kept);
  setup_.arguments = setup.arguments;
  setup_.quiet = setup.quiet;
}

void Rank::checkpoint() {
  require_main("checkpoint");
  if (!keep_) throw UsageError("checkpoint() of a main that has not called restored(state)");
  quiescence();
  // Nothing is under way, and nothing is sent to objects before all are here: so all numbers begin
  // anew, and a job that goes on needs to know none, whichever PEs it has.
  sent_.clear();
  for (const auto& [pointer, object] : objects_) object->turns_.clear();
  is_at_checkpoint_ = true;
  thread_->suspend();
}

std::string Rank::obstacle() const {
  std::vector<Pointer> here;
  for (const auto& [pointer, object] : objects_) here.push_back(pointer);
  std::ranges::sort(here);
  for (const Pointer& pointer : here) {
    const detail::ObjectChareBase* const object = find(pointer);
    if (!object->is_installed()) return "object " + pointer.text() + ", which is not installed";
    if (!object->can_serialize()) {
      return "object " + pointer.text() + ", whose data cannot be serialized";
    }
  }
  if (!expected_.empty()) return "data that is installed and whose object has not come";
  return {};
}

void Rank::handler_ended() {
  ++handled_;
  if (!sleeper_) return;
  // Here, and not by waking main, which would cost more than most handlers.
  const detail::WaitCondition& condition = sleeper_condition_;
  if (condition.holds != nullptr && !condition.holds(condition.asked)) return;
  chare_.proxy().send<&detail::RankChare::wake>(*std::exchange(sleeper_, std::nullopt));
}

void Rank::open() {
  if (std::exchange(open_, true)) return;
  for (auto& request : std::exchange(deferred_, {})) request();
  std::vector<Pointer> here;
  for (const auto& [pointer, object] : objects_) here.push_back(pointer);
  std::ranges::sort(here);
  for (const Pointer& pointer : here) {
    if (detail::ObjectChareBase* object = find(pointer)) object->drain();
  }
  if (balancer_ != nullptr) balancer_->begin();
}

// --- mobile objects ------------------------------------------------------------------------------

detail::ObjectChareBase* Rank::find(const Pointer& pointer) const {
  const auto found = objects_.find(pointer);
  return found == objects_.end() ? nullptr : found->second;
}

detail::PendingObject* Rank::find_pending(const Pointer& pointer) const {
  const auto found = pending_objects_.find(pointer);
  return found == pending_objects_.end() ? nullptr : found->second.get();
}

void Rank::enrol(detail::ObjectChareBase& object) { objects_[object.pointer()] = &object; }

void Rank::forget(const detail::ObjectChareBase& object) { objects_.erase(object.pointer()); }

void Rank::stand_in_line(detail::ObjectChareBase& object) {
  object.in_line_ = true;
  line_.push_back(object.pointer());
  if (std::exchange(work_turn_is_under_way_, true)) return;
  post<&Rank::take_work_turn>(rank(), detail::work_priority);
}

void Rank::run_one_work() {
  work_turn_is_under_way_ = false;
  detail::ObjectChareBase* object = nullptr;
  while (!line_.empty() && object == nullptr) {
    object = find(line_.front());
    line_.pop_front();
    if (object == nullptr) continue;
    object->in_line_ = false;
    if (!object->has_ready_work()) object = nullptr;
  }
  if (object == nullptr) return;
  const Pointer pointer = object->pointer();
  try {
    if (object->run_next_work() && !object->in_line_) {
      object->in_line_ = true;
      line_.push_back(pointer);
    }
  } catch (const std::exception& exception) {
    throw std::runtime_error("in work of object " + pointer.text() + ": " + exception.what());
  }
  if (line_.empty() || std::exchange(work_turn_is_under_way_, true)) return;
  // Not in this step: a PE looks at the network between two steps, and works may be long.
  after(0, [this] { post<&Rank::take_work_turn>(rank(), detail::work_priority); });
}

void Rank::work_changed(detail::ObjectChareBase& object, double load, std::ptrdiff_t count) {
  work_count_ += static_cast<std::size_t>(count);
  // Sums of rounded numbers would not come back to nothing by themselves.
  load_ = work_count_ == 0 ? 0 : load_ + load;
  if (object.work_count() > 0) {
    objects_with_work_[object.pointer()] = &object;
  } else {
    objects_with_work_.erase(object.pointer());
  }
  if (balancer_ != nullptr && open_) balancer_->load_changed();
}

std::vector<ObjectLoad> Rank::loads() const {
  std::vector<ObjectLoad> loads;
  for (const auto& [pointer, object] : objects_with_work_) {
    if (object->is_installed() && !object->going_to()) loads.push_back({pointer, object->load()});
  }
  return loads;
}

BalanceCounts Rank::balance_counts() const {
  return balancer_ == nullptr ? BalanceCounts{} : balancer_->counts();
}

bool Rank::is_local(const Pointer& pointer) const {
  if (const detail::ObjectChareBase* object = find(pointer)) return object->is_installed();
  const detail::PendingObject* pending = find_pending(pointer);
  return pending != nullptr && pending->has_data();
}

Error Rank::not_here(const Pointer& pointer, const char* what) {
  return {ErrorCode::program, "object " + pointer.text() + " is not here, to be " + what,
          "PE " + std::to_string(this_pe().value), "an object that is installed on this PE"};
}

bool Rank::may_go(bool can_serialize, PeId to) const {
  return can_serialize || topology().process_of(to) == topology().process_of(pe_);
}

Expected<void> Rank::move(const Pointer& pointer, int to) {
  if (!is_local(pointer)) return std::unexpected(not_here(pointer, "moved"));
  if (to < 0 || to >= size_) {
    return fail(ErrorCode::program,
                "object " + pointer.text() + " is to move to PE " + std::to_string(to), {},
                "a PE below " + std::to_string(size_));
  }
  const PeId pe(to);
  detail::ObjectChareBase* object = find(pointer);
  detail::PendingObject* pending = find_pending(pointer);
  if (!may_go(object != nullptr ? object->can_serialize() : pending->can_serialize(), pe)) {
    return fail(ErrorCode::program,
                "object " + pointer.text() + " is to move to PE " + std::to_string(to) +
                    " of another process",
                {}, "data that can be serialized and default-constructed");
  }
  if (object != nullptr) {
    object->begin_move(pe);
  } else {
    pending->begin_move(pointer, pe);
  }
  return {};
}

Expected<void> Rank::destroy(const Pointer& pointer) {
  if (!is_local(pointer)) return std::unexpected(not_here(pointer, "destroyed"));
  if (detail::ObjectChareBase* object = find(pointer)) {
    object->end();
  } else {
    find_pending(pointer)->end(pointer);
  }
  return {};
}

}  // namespace isthmus::mobile
