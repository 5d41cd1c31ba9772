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

namespace isthmus::engine::fabric {

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
const Regions nowhere;

}  // namespace

Chain::Chain(std::unique_ptr<Device> top, ProcessId self, Receiver& receiver,
             trace::LinkCounters& counters, Options options)
    : top_(std::move(top)),
      bottom_(bottom_of(*top_)),
      self_(self),
      needs_polling_(bottom_.traits().needs_polling),
      signals_arrivals_(bottom_.traits().signals_arrivals != Signals::none),
      is_looked_at_(needs_polling_ && bottom_.traits().signals_arrivals != Signals::all),
      receiver_(receiver),
      counters_(counters),
      options_(std::move(options)) {
  top_->attach(*this);
  note_traits();
  update_due();
}

Chain::Chain(std::unique_ptr<Device> top, ProcessId self, Receiver& receiver,
             trace::LinkCounters& counters)
    : Chain(std::move(top), self, receiver, counters, Options{}) {}

void Chain::use_pool(Pool& pool) {
  pool_ = &pool;
  top_->use_pool(pool);
}

/// What depends on the devices, when others have come to the top.
void Chain::note_traits() {
  const Traits traits = top_->traits();
  traits_.store((traits.needs_bytes ? needs_bytes : 0u) |
                    (traits.takes_pieces ? takes_pieces : 0u) |
                    // Without polling, the devices' progress follows each send.
                    (!needs_polling_ || traits.needs_exact_time ? exact_time : 0u),
                std::memory_order_relaxed);
  if (options_.regions == nullptr) return;
  bottom_.land_in(traits.lands ? *options_.regions : nowhere);
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
  options_.limits.put_epoch(*frame.message);
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
    if (!backlog_.empty()) drain_backlog(now_ns);
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
  if (!backlog_.empty() && backlog_.contains(frame.peer)) return queue(std::move(frame), pool);
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
  const SendStatus status = top_->try_send(frame, now_ns);
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
  const bool tells_all = signals_arrivals_ && !is_looked_at_;
  const bool looks_soon = tells_all || handled >= frame_budget;
  next_poll_ns_ = now_ns + (looks_soon ? 0 : poll_interval_ns);
  if (!backlog_.empty()) handled += drain_backlog(now_ns);
  // What a peer sent before it went comes first: its word that the job has ended, perhaps.
  if (read_all && !suspects_.empty() && !top_->holds_frames()) {
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
  int sent = 0;
  for (auto at = backlog_.begin(); at != backlog_.end();) {
    std::deque<Frame>& queue = at->second;
    while (!queue.empty()) {
      refit(queue.front());
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

/// The devices may have changed since it was queued.
void Chain::refit(Frame& frame) {
  const unsigned traits = traits_.load(std::memory_order_relaxed);
  const PayloadForm form = frame.message->form;
  const bool fits = form != PayloadForm::pieces || (traits & takes_pieces) != 0;
  if (form != PayloadForm::typed && fits) [[likely]]
    return;
  const std::size_t counted_bytes = wire_bytes(*frame.message);
  fit(frame, traits, *pool_);
  backlog_bytes_ += wire_bytes(*frame.message) - counted_bytes;
}

void Chain::deliver(Frame frame) {
  if (is_change_sign(*frame.message)) [[unlikely]]
    return refuse_sign(std::move(frame));
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
  const bool suspects_due = !suspects_.empty() && !top_->holds_frames();
  const bool is_due_now = !untold_losses_.empty() || suspects_due;
  const TimeNs progress_ns = is_due_now ? 0 : top_->deadline_ns();
  // A backlog waits for room, of which nobody tells. Where nothing outside can make any, the
  // devices' own progress does, and they know when that is due.
  const bool polls_sometimes = is_looked_at_ || (needs_polling_ && !backlog_.empty());
  const TimeNs due_ns = polls_sometimes ? std::min(progress_ns, next_poll_ns_) : progress_ns;
  deadline_ns_.store(is_due_now ? 0 : top_->wake_ns(), std::memory_order_relaxed);
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
  return !backlog_.empty() || top_->holds_frames();
}

bool Chain::holds_unsent() const {
  const std::lock_guard lock(mutex_);
  const auto is_to_lost = [&](const auto& queue) { return lost_.contains(queue.first); };
  return top_->holds_unsent() || !std::ranges::all_of(backlog_, is_to_lost);
}

void Chain::send_held(TimeNs now_ns, Pool& pool) {
  const std::lock_guard lock(mutex_);
  use_pool(pool);
  progress_devices(now_ns, default_budget);
  drain_backlog(now_ns);
  if (!untold_losses_.empty()) tell_losses();
  update_due();
}

std::int64_t Chain::messages_outstanding() const { return top_->messages_outstanding(); }

std::vector<DeviceReport> Chain::device_reports() const {
  const std::lock_guard lock(mutex_);
  std::vector<DeviceReport> reports = reports_of_former_;
  top_->report(reports);
  return reports;
}

// --- another stack of filters ------------------------------------------------------------------

int Chain::progress_devices(TimeNs now_ns, int budget) {
  const int events = top_->progress(now_ns, budget);
  if (change_ != nullptr && change_->is_over()) [[unlikely]]
    end_change();
  return events;
}

std::unique_ptr<Device> Chain::replace_top(std::unique_ptr<Device> top) {
  std::unique_ptr<Device> former = std::exchange(top_, std::move(top));
  top_->attach(*this);
  note_traits();
  return former;
}

Expected<void> Chain::prepare_change(ChangePlan plan) {
  const std::lock_guard lock(mutex_);
  ISTHMUS_ASSERT(change_ == nullptr);
  auto change = StackSwitch::prepare(top_, std::move(plan), options_.limits);
  if (!change) {
    top_->attach(*this);
    return forward_error(change);
  }
  change_ = change->get();
  replace_top(std::move(*change));
  update_due();
  return {};
}

void Chain::begin_change() {
  const std::lock_guard lock(mutex_);
  if (change_ == nullptr || !change_->is_prepared()) return;
  change_->begin();
  next_poll_ns_ = 0;
  update_due();
}

Expected<void> Chain::cancel_change() {
  const std::lock_guard lock(mutex_);
  if (change_ == nullptr || !change_->can_be_cancelled()) {
    return fail(ErrorCode::malformed, "a change of chains that is called off has begun");
  }
  replace_top(std::exchange(change_, nullptr)->cancel());
  update_due();
  return {};
}

void Chain::end_change() {
  const StackSwitch& change = *change_;
  const std::unique_ptr<Device> former =
      replace_top(std::exchange(change_, nullptr)->finish(reports_of_former_));
  top_->use_pool(*pool_);
  change.tell_done();
}

void Chain::refuse_sign(Frame frame) {
  const Expected<ChangeSign> sign = read_change_sign(*frame.message);
  pool_->release(std::move(frame.message));
  Error why = sign ? Error{ErrorCode::malformed,
                           "a sign of change " + std::to_string(sign->number) + " of chains",
                           {},
                           "one of what is prepared here"}
                   : sign.error();
  why.where = "process " + std::to_string(frame.peer.value);
  peer_lost(frame.peer, std::move(why));
}

}  // namespace isthmus::engine::fabric
