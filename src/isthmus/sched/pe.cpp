#include "isthmus/sched/pe.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::sched {

namespace {

// A step reads the clock and looks at the network once, so it should take long beside that (about
// 50 ns) and short beside what a network can do (a few µs).
constexpr int batch_max = 64;
constexpr TimeNs long_step_ns = 20'000;
constexpr int mailbox_batch = 256;

}  // namespace

Pe::Pe(const Parts& parts)
    : id_(parts.id),
      fixed_batch_(parts.batch),
      clock_(parts.clock),
      outlet_(parts.outlet),
      mailbox_(parts.mailbox_slots, parts.doorbell, parts.mailbox_users) {}

Pe::~Pe() {
  while (MessagePtr message = queue_.pop()) pool_.release(std::move(message));
}

HandlerId Pe::add_handler(Handler handler, void* owner, std::string_view name, Work work) {
  handlers_.push_back({handler, owner});
  handler_names_.push_back(name);
  handler_works_.push_back(work);
  ISTHMUS_ASSERT(handlers_.size() <= UINT16_MAX);
  return static_cast<HandlerId>(handlers_.size() - 1);
}

void Pe::add_source(WorkSource& source) {
  ISTHMUS_ASSERT(source_count_ < sources_max);
  sources_[source_count_++] = &source;
  wake(source);
}

std::uint32_t Pe::bit_of(const WorkSource& source) const {
  const auto* const end = sources_.begin() + source_count_;
  const auto* const found = std::find(sources_.begin(), end, &source);
  ISTHMUS_ASSERT(found != end);
  return std::uint32_t{1} << (found - sources_.begin());
}

void Pe::after(TimeNs delay_ns, Timers::Action action) {
  ++created_;
  timers_.add(now_ns_ + delay_ns, [this, action = std::move(action)] {
    ++processed_;
    fire(action);
  });
}

void Pe::fire(const Timers::Action& action) {
  if (account_ == nullptr) return action();
  const unsigned before = account_->fires();
  action();
  account_->resume(before);
}

bool Pe::step() {
  const TimeNs now_ns = clock_.now_ns();
  // One that found nothing was short, however long ago.
  const TimeNs last_step_ns = worked_ ? now_ns - now_ns_ : 0;
  busy_ns_ += last_step_ns;
  adapt_batch(last_step_ns);
  now_ns_ = now_ns;
  if (account_ != nullptr) [[unlikely]]
    account_->step_begins(now_ns);
  int work = timers_.fire(now_ns);
  // One that is held has nothing better to do than to find room.
  const bool can_handle = has_handleable();
  // A source may wake another one, which then has its turn if it comes after that one.
  for (std::uint32_t left = awake_; left != 0;) {
    const int at = std::countr_zero(left);
    work += sources_[static_cast<std::size_t>(at)]->poll(*this, now_ns, !can_handle);
    left = awake_ & (~std::uint32_t{1} << at);
  }
  look_at_outlet();
  take_arrivals();
  work += run_batch();
  worked_ = work > 0;
  if (!worked_) {
    counters_.steps_idle.increment();
    if (account_ != nullptr) [[unlikely]]
      account_->step_found_nothing();
  }
  return worked_;
}

bool Pe::handle_arrivals() {
  MessagePtr first = pop_mailbox();
  if (!first) {
    if (!has_handleable()) return false;
    worked_ = true;
    run_batch();
    return true;
  }
  worked_ = true;
  counters_.messages_received.increment();
  // An answer may leave before the mailbox is looked at again.
  if (queue_.empty() && !is_held_) {
    counters_.messages_executed.increment();
    processed_ += first->is_counted();
    dispatch(std::move(first));
  } else {
    queue_.push(std::move(first));
  }
  take_arrivals();
  run_batch();
  return true;
}

void Pe::dispatch_followed(MessagePtr message) {
  if (account_ != nullptr) {
    account_->handles(handler_works_[static_cast<std::size_t>(message->handler)], message->source);
  }
  if (observer_ == nullptr) return hand_over(std::move(message));
  observer_->handling(*message);
  hand_over(std::move(message));
  observer_->handled();
}

/// Within something else, which then goes on.
void Pe::handle_within(MessagePtr message) {
  const unsigned before = account_->handles(
      handler_works_[static_cast<std::size_t>(message->handler)], message->source);
  hand_over(std::move(message));
  account_->resume(before);
}

void Pe::arrive_by_mailbox(MessagePtr message) {
  message->flags |= flag_arrived;
  arrived_bytes_.fetch_add(sizeof(Message) + message->payload_bytes, std::memory_order_relaxed);
  mailbox_.push(std::move(message), nullptr);
}

MessagePtr Pe::pop_mailbox() {
  MessagePtr message = mailbox_.pop(pool_);
  if (message && (message->flags & flag_arrived) != 0) {
    message->flags &= static_cast<std::uint16_t>(~flag_arrived);
    arrived_bytes_.fetch_sub(sizeof(Message) + message->payload_bytes, std::memory_order_relaxed);
  }
  return message;
}

void Pe::take_arrivals() {
  int received = 0;
  while (received < mailbox_batch) {
    MessagePtr message = pop_mailbox();
    if (!message) break;
    queue_.push(std::move(message));
    ++received;
  }
  if (received > 0) counters_.messages_received.add(static_cast<std::uint64_t>(received));
}

/// Whether it is empty then: who pushes now may have claimed a place and not filled it.
bool Pe::drain_mailbox() {
  while (MessagePtr message = pop_mailbox()) {
    counters_.messages_received.increment();
    queue_.push(std::move(message));
  }
  return mailbox_.is_drained();
}

int Pe::run_batch() {
  int executed = 0;
  while (executed < batch_) {
    MessagePtr message = is_held_ ? queue_.pop_highest() : queue_.pop();
    if (!message) break;
    processed_ += message->is_counted();
    dispatch(std::move(message));
    ++executed;
  }
  if (executed > 0) counters_.messages_executed.add(static_cast<std::uint64_t>(executed));
  if (const std::uint64_t popped = queue_.popped_from_grid(); popped != counted_from_grid_) {
    counters_.messages_from_grid_queue.add(popped - std::exchange(counted_from_grid_, popped));
  }
  return executed;
}

void Pe::adapt_batch(TimeNs last_step_ns) {
  if (fixed_batch_ > 0) {
    batch_ = fixed_batch_;
    return;
  }
  batch_ = last_step_ns > long_step_ns ? std::max(1, batch_ / 4) : std::min(batch_max, batch_ * 2);
}

TimeNs Pe::deadline_ns() const {
  if (is_held_ && !outlet_.is_stopped()) return 0;
  TimeNs deadline = timers_.deadline_ns();
  for (std::uint32_t left = awake_; left != 0; left &= left - 1) {
    const auto at = static_cast<std::size_t>(std::countr_zero(left));
    deadline = std::min(deadline, sources_[at]->deadline_ns());
  }
  return deadline;
}

}  // namespace isthmus::engine::sched
