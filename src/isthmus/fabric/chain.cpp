#include "isthmus/fabric/chain.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/bundle.hpp"
#include "isthmus/fabric/filter/filter.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/message/pieces.hpp"

namespace isthmus::fabric {

namespace {

Frame kept(Frame frame, Pool& pool) {
  if (is_lent(*frame.message)) frame.message = flattened(std::move(frame.message), pool);
  return frame;
}

Device& bottom_of(Device& top) {
  Device* at = &top;
  while (auto* filter = dynamic_cast<Filter*>(at)) at = &filter->below();
  return *at;
}

/// Never open.
const LandingPlaces nowhere;

}  // namespace

Chain::Chain(std::unique_ptr<Device> top, ProcessId self, Receiver& receiver,
             trace::LinkCounters& counters, Options options)
    : top_(std::move(top)),
      bottom_(bottom_of(*top_)),
      self_(self),
      needs_polling_(bottom_.traits().needs_polling),
      tells_arrivals_(bottom_.traits().signals_arrivals != Signals::none),
      is_looked_at_(needs_polling_ && bottom_.traits().signals_arrivals != Signals::all),
      receiver_(receiver),
      counters_(counters),
      options_(std::move(options)) {
  traits_.store(traits_of_devices(), std::memory_order_relaxed);
  top_->attach(*this);
  let_land();
  update_due();
}

Chain::Chain(std::unique_ptr<Device> top, ProcessId self, Receiver& receiver,
             trace::LinkCounters& counters)
    : Chain(std::move(top), self, receiver, counters, Options{}) {}

void Chain::use_pool(Pool& pool) {
  pool_ = &pool;
  if (change_) [[unlikely]]
    return change_->use_pool(pool);
  top_->use_pool(pool);
}

unsigned Chain::traits_of_devices() const {
  const Device& way_down = uses_new_stack_ ? change_->new_stack() : *top_;
  const Traits of_way_down = way_down.traits();
  const bool asks_for_time = change_ ? change_->minds_time() : of_way_down.needs_exact_time;
  return (of_way_down.needs_bytes ? needs_bytes : 0u) |
         (of_way_down.takes_pieces ? takes_pieces : 0u) |
         // Without polling, the devices' progress follows each send.
         (!needs_polling_ || asks_for_time ? exact_time : 0u);
}

/// What the devices of a change to come may not let land, must not from its first byte.
void Chain::let_land() {
  if (options_.landing_places == nullptr) return;
  bottom_.land_in(!change_ && top_->traits().lands ? *options_.landing_places : nowhere);
}

/// Gives a frame the form in which the devices take it.
void Chain::fit(Frame& frame, unsigned traits, Pool& pool) const {
  const PayloadForm form = frame.message->form;
  if (form == PayloadForm::bytes || form == PayloadForm::none) return;
  if ((traits & needs_bytes) == 0 && frame.peer == self_) return;
  const bool in_pieces = (traits & takes_pieces) != 0 && frame.peer != self_;
  frame.message = in_pieces ? gathered(std::move(frame.message), pool)
                            : flattened(marshalled(std::move(frame.message), pool), pool);
}

bool Chain::send(Frame frame, TimeNs now_ns, Pool& pool) {
  const unsigned traits = traits_.load(std::memory_order_relaxed);
  fit(frame, traits, pool);
  const std::lock_guard lock(mutex_);
  use_pool(pool);
  const unsigned traits_now = traits_.load(std::memory_order_relaxed);
  if (traits != traits_now) [[unlikely]]
    fit(frame, traits_now, pool);
  send_or_queue(std::move(frame), now_ns, pool);
  if (!needs_polling_) {
    // The frame reaches an emulated link at the time of its sending, not of the next poll.
    counters_.polls.increment();
    progress_devices(now_ns, default_budget);
  }
  const TimeNs deadline_before_ns = deadline_ns();
  update_due();
  return deadline_ns() < deadline_before_ns;
}

void Chain::send_or_queue(Frame frame, TimeNs now_ns, Pool& pool) {
  if (!lost_.empty() && lost_.contains(frame.peer)) {
    counters_.frames_discarded.increment();
    return;
  }
  const bool must_wait = change_ && change_->holds_back();
  if (must_wait || (!backlog_.empty() && backlog_.contains(frame.peer))) {
    return queue(std::move(frame), pool);
  }
  switch (offer(frame, now_ns)) {
    case SendStatus::sent:
      break;
    case SendStatus::busy:
      queue(std::move(frame), pool);
      break;
    case SendStatus::unreachable:
      counters_.frames_discarded.increment();
      break;
  }
}

void Chain::queue(Frame frame, Pool& pool) {
  counters_.frames_busy.increment();
  backlog_bytes_ += wire_bytes(*frame.message);
  backlog_[frame.peer].push_back(kept(std::move(frame), pool));
  has_backlog_.store(true, std::memory_order_relaxed);
  if (backlog_bytes_ > options_.backlog_bytes_max) set_overfull(true);
}

void Chain::leaves_backlog(std::size_t byte_count) {
  backlog_bytes_ -= byte_count;
  if (backlog_bytes_ <= options_.backlog_bytes_max / 2) set_overfull(false);
}

void Chain::set_overfull(bool is_overfull) {
  if (is_overfull_ == is_overfull) return;
  is_overfull_ = is_overfull;
  if (options_.overfull_changed) options_.overfull_changed(is_overfull);
}

/// try_send, counted; an unreachable peer is lost from here on.
SendStatus Chain::offer(Frame& frame, TimeNs now_ns) {
  const ProcessId peer = frame.peer;
  const std::size_t bytes = wire_bytes(*frame.message);
  Device& way_down = uses_new_stack_ ? change_->new_stack() : *top_;
  const SendStatus status = way_down.try_send(frame, now_ns);
  if (status == SendStatus::sent) {
    counters_.frames_sent.increment();
    counters_.bytes_sent.add(bytes);
  } else if (status == SendStatus::unreachable) {
    if (lost_.insert(peer).second) {
      counters_.peers_lost.increment();
      suspects_.push_back(
          {peer, Error{ErrorCode::unreachable,
                       "process " + std::to_string(peer.value) + " cannot be reached"}});
    }
  }
  return status;
}

int Chain::poll_devices(TimeNs now_ns, Pool& pool, int budget) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return 0;
  use_pool(pool);
  counters_.polls.increment();
  const int frame_budget = budget == sends_only ? 0 : std::max(1, budget / frame_messages_);
  int handled = take_frames(now_ns, frame_budget);
  const bool read_all = handled == 0 && budget != sends_only;
  const bool tells_all = tells_arrivals_ && !is_looked_at_;
  const bool looks_soon = tells_all || handled >= frame_budget;
  next_poll_ns_ = now_ns + (looks_soon ? 0 : poll_interval_ns);
  if (!backlog_.empty()) handled += drain_backlog(now_ns);
  // What a peer sent before it went comes first: its word that the job has ended, perhaps.
  if (read_all && !suspects_.empty() && !devices_hold_frames()) {
    std::ranges::move(std::exchange(suspects_, {}), std::back_inserter(untold_losses_));
  }
  if (!untold_losses_.empty()) handled += tell_losses();
  update_due();
  return handled;
}

int Chain::take_frames(TimeNs now_ns, int budget) {
  bundled_messages_ = 0;
  const int handled = progress_devices(now_ns, budget);
  if (handled > 0) {
    // Polls that find other things in between tell little.
    frame_messages_ = std::max({1, bundled_messages_ / handled, frame_messages_ * 3 / 4});
  }
  return handled;
}

int Chain::drain_backlog(TimeNs now_ns) {
  if (change_ && change_->holds_back()) return 0;
  int sent = 0;
  for (auto at = backlog_.begin(); at != backlog_.end();) {
    std::deque<Frame>& queue = at->second;
    while (!queue.empty()) {
      const std::size_t bytes = wire_bytes(*queue.front().message);
      if (offer(queue.front(), now_ns) != SendStatus::sent) break;
      leaves_backlog(bytes);
      queue.pop_front();
      ++sent;
    }
    at = queue.empty() ? backlog_.erase(at) : std::next(at);
  }
  has_backlog_.store(!backlog_.empty(), std::memory_order_relaxed);
  return sent;
}

void Chain::deliver(Frame frame) {
  if (change_sign(*frame.message) != ChangeSign::none) [[unlikely]]
    return take_sign(std::move(frame));
  counters_.frames_received.increment();
  counters_.bytes_received.add(wire_bytes(*frame.message) + frame.landed_bytes);
  if ((frame.message->flags & rewritten_flags) != 0) [[unlikely]] {
    return peer_lost(frame.peer, Error{ErrorCode::malformed,
                                       "a frame from a filter that the chain here does not have",
                                       "process " + std::to_string(frame.peer.value)});
  }
  if ((frame.message->flags & flag_bundle) != 0) return deliver_bundle(std::move(frame));
  receiver_.deliver(std::move(frame));
}

void Chain::deliver_bundle(Frame frame) {
  BundleReader reader(frame.message->payload_span(), options_.limits);
  while (!reader.is_at_end()) {
    Expected<MessagePtr> message = reader.next(*pool_);
    if (!message) {
      Error why = std::move(message.error());
      why.where = "process " + std::to_string(frame.peer.value);
      peer_lost(frame.peer, std::move(why));
      break;
    }
    ++bundled_messages_;
    receiver_.deliver({std::move(*message), frame.peer});
  }
  pool_->release(std::move(frame.message));
}

void Chain::peer_lost(ProcessId peer, Error why) {
  const bool suspected =
      std::erase_if(suspects_, [&](const Loss& suspect) { return suspect.peer == peer; }) > 0;
  if (!lost_.insert(peer).second && !suspected) return;
  if (!suspected) counters_.peers_lost.increment();
  untold_losses_.push_back({peer, std::move(why)});
}

int Chain::tell_losses() {
  const std::vector<Loss> losses = std::exchange(untold_losses_, {});
  for (const Loss& loss : losses) {
    if (const auto queue = backlog_.find(loss.peer); queue != backlog_.end()) {
      counters_.frames_discarded.add(queue->second.size());
      for (const Frame& frame : queue->second) leaves_backlog(wire_bytes(*frame.message));
      backlog_.erase(queue);
      has_backlog_.store(!backlog_.empty(), std::memory_order_relaxed);
    }
    receiver_.peer_lost(loss.peer, loss.why);
  }
  return static_cast<int>(losses.size());
}

void Chain::update_due() {
  const bool suspects_due = !suspects_.empty() && !devices_hold_frames();
  // Where nothing outside can make room, the devices' own progress does, and that is due already.
  const bool holds_back = change_ && change_->holds_back();
  const bool is_due_now = !untold_losses_.empty() || suspects_due ||
                          (!needs_polling_ && !holds_back && !backlog_.empty());
  const TimeNs devices_ns = change_ ? change_->deadline_ns() : top_->deadline_ns();
  const TimeNs devices_wake_ns = change_ ? change_->wake_ns() : top_->wake_ns();
  // Of what a change waits for while it holds back, nobody tells either.
  const TimeNs change_ns = holds_back ? next_poll_ns_ : never_ns;
  const TimeNs progress_ns = is_due_now ? 0 : std::min(devices_ns, change_ns);
  // A backlog waits for room, of which nobody tells.
  const bool polls_sometimes = is_looked_at_ || (needs_polling_ && !backlog_.empty());
  const TimeNs due_ns = polls_sometimes ? std::min(progress_ns, next_poll_ns_) : progress_ns;
  deadline_ns_.store(is_due_now ? 0 : std::min(devices_wake_ns, change_ns),
                     std::memory_order_relaxed);
  due_ns_.store(due_ns, std::memory_order_relaxed);
}

bool Chain::fall_asleep() {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  return lock.owns_lock() && untold_losses_.empty() && bottom_.fall_asleep();
}

bool Chain::has_room(ProcessId peer) const {
  if (!has_backlog_.load(std::memory_order_relaxed)) return true;
  const std::lock_guard lock(mutex_);
  return !backlog_.contains(peer);
}

std::size_t Chain::backlog_bytes() const {
  const std::lock_guard lock(mutex_);
  return backlog_bytes_;
}

bool Chain::holds_frames() const {
  const std::lock_guard lock(mutex_);
  return !backlog_.empty() || devices_hold_frames();
}

bool Chain::devices_hold_frames() const {
  return change_ ? change_->holds_frames() : top_->holds_frames();
}

bool Chain::holds_unsent() const {
  const std::lock_guard lock(mutex_);
  const auto is_to_lost = [&](const auto& queue) { return lost_.contains(queue.first); };
  const bool devices_hold = change_ ? change_->holds_unsent() : top_->holds_unsent();
  return devices_hold || !std::ranges::all_of(backlog_, is_to_lost);
}

void Chain::send_held(TimeNs now_ns, Pool& pool) {
  const std::lock_guard lock(mutex_);
  use_pool(pool);
  progress_devices(now_ns, default_budget);
  drain_backlog(now_ns);
  if (!untold_losses_.empty()) tell_losses();
  update_due();
}

std::int64_t Chain::messages_outstanding() const {
  const std::int64_t present =
      change_ ? change_->messages_outstanding() : top_->messages_outstanding();
  return present + outstanding_of_former_;
}

std::vector<DeviceReport> Chain::device_reports() const {
  const std::lock_guard lock(mutex_);
  std::vector<DeviceReport> reports = reports_of_former_;
  if (change_) {
    change_->report(reports);
  } else {
    top_->report(reports);
  }
  return reports;
}

// --- another stack of filters ------------------------------------------------------------------

int Chain::progress_devices(TimeNs now_ns, int budget) {
  if (!change_) [[likely]]
    return top_->progress(now_ns, budget);
  const int events = change_->progress(now_ns, budget, *pool_);
  if (change_->has_changed() && !uses_new_stack_) use_new_stack();
  if (change_->is_over()) end_change();
  return events;
}

Expected<void> Chain::prepare_change(ChangePlan plan) {
  const std::lock_guard lock(mutex_);
  ISTHMUS_ASSERT(!change_);
  auto change = Changeover::prepare(top_, *this, std::move(plan));
  if (!change) return forward_error(change);
  change_ = std::move(*change);
  let_land();
  traits_.store(traits_of_devices(), std::memory_order_relaxed);
  update_due();
  return {};
}

void Chain::begin_change() {
  const std::lock_guard lock(mutex_);
  if (!change_ || !change_->is_prepared()) return;
  change_->begin();
  next_poll_ns_ = 0;
  update_due();
}

Expected<void> Chain::cancel_change() {
  const std::lock_guard lock(mutex_);
  if (!change_ || !change_->can_be_cancelled()) {
    return fail(ErrorCode::malformed, "a change of chains that is called off has begun");
  }
  change_->cancel(top_);
  change_.reset();
  let_land();
  traits_.store(traits_of_devices(), std::memory_order_relaxed);
  update_due();
  return {};
}

void Chain::take_sign(Frame frame) {
  const std::uint64_t number = frame.message->word;
  const bool is_farewell = change_sign(*frame.message) == ChangeSign::farewell;
  pool_->release(std::move(frame.message));
  if (change_ && is_farewell) {
    if (auto taken = change_->take_farewell(frame.peer, number); taken) return;
  }
  peer_lost(frame.peer,
            Error{ErrorCode::malformed, "a sign of change " + std::to_string(number) + " of chains",
                  "process " + std::to_string(frame.peer.value), "one of what is prepared here"});
}

/// What waits was made for the old stack.
void Chain::use_new_stack() {
  uses_new_stack_ = true;
  const unsigned traits = traits_of_devices();
  traits_.store(traits, std::memory_order_relaxed);
  for (auto& [peer, frames] : backlog_) {
    for (Frame& frame : frames) {
      // It counted as what it was.
      const std::size_t before_bytes = wire_bytes(*frame.message);
      fit(frame, traits, *pool_);
      backlog_bytes_ += wire_bytes(*frame.message) - before_bytes;
    }
  }
}

void Chain::end_change() {
  const std::unique_ptr<Changeover> change = std::move(change_);
  const std::unique_ptr<Device> former = change->finish(top_);
  outstanding_of_former_ += former->messages_outstanding();
  former->report(reports_of_former_);
  uses_new_stack_ = false;
  top_->use_pool(*pool_);
  let_land();
  traits_.store(traits_of_devices(), std::memory_order_relaxed);
  change->tell_done();
}

}  // namespace isthmus::fabric
