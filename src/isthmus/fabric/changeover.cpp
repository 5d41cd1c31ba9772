#include "isthmus/fabric/changeover.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/filter/filter.hpp"

namespace isthmus::fabric {

namespace {

/// Puts another device under a stack, whose top is then told `above`; returns the one that was.
std::unique_ptr<Device> exchange_bottom(std::unique_ptr<Device>& top,
                                        std::unique_ptr<Device> bottom, Receiver& above) {
  auto* filter = dynamic_cast<Filter*>(top.get());
  if (filter == nullptr) {
    std::unique_ptr<Device> old = std::exchange(top, std::move(bottom));
    top->attach(above);
    return old;
  }
  while (auto* below = dynamic_cast<Filter*>(&filter->below())) filter = below;
  return filter->exchange_below(std::move(bottom));
}

}  // namespace

bool is_mark(const Message& message) {
  return (message.flags & flag_bundle) != 0 && message.payload_bytes == 0 && message.word != 0;
}

/// Stands in for the carrier at the bottom of one of the stacks. The old one's looks after it.
class Changeover::Leg final : public Device {
 public:
  Leg(Changeover& whole, bool is_old) : whole_(whole), is_old_(is_old) {}

  void attach(Receiver& above) override {
    (is_old_ ? whole_.before_bottom_ : whole_.after_bottom_) = &above;
  }
  SendStatus try_send(Frame& frame, TimeNs now_ns) override {
    const bool has_begun_marking =
        whole_.phase_ == Phase::marking || whole_.phase_ == Phase::changed;
    // Whoever is marked would take it for the new stack's, and waits for nothing from the old one.
    if (is_old_ && has_begun_marking) return SendStatus::unreachable;
    if (!is_old_ && !whole_.has_changed()) return SendStatus::busy;
    return carrier().try_send(frame, now_ns);
  }
  int progress(TimeNs now_ns, int budget) override {
    return is_old_ ? carrier().progress(now_ns, budget) : whole_.hand_up(budget);
  }
  TimeNs deadline_ns() const override { return is_old_ ? carrier().deadline_ns() : handing_ns(); }
  TimeNs wake_ns() const override { return is_old_ ? carrier().wake_ns() : handing_ns(); }
  bool needs_polling() const override { return carrier().needs_polling(); }
  bool tells_arrivals() const override { return carrier().tells_arrivals(); }
  bool has_arrivals() const override { return carrier().has_arrivals(); }
  bool minds_time() const override { return carrier().minds_time(); }
  void use_pool(Pool& pool) override {
    if (is_old_) carrier().use_pool(pool);
  }
  bool needs_bytes() const override { return carrier().needs_bytes(); }
  bool takes_pieces() const override { return carrier().takes_pieces(); }
  bool holds_frames() const override { return !is_old_ && !whole_.arrived_.empty(); }
  LinkState link_state(ProcessId peer) override { return carrier().link_state(peer); }

 private:
  Device& carrier() const { return *whole_.carrier_; }
  TimeNs handing_ns() const {
    const bool has_any = !whole_.arrived_.empty() || !whole_.losses_.empty();
    return has_any && whole_.is_old_stack_empty() ? 0 : never_ns;
  }

  Changeover& whole_;
  const bool is_old_;
};

Changeover::Changeover(Receiver& chain, ChangePlan plan) : plan_(std::move(plan)), chain_(chain) {
  ISTHMUS_ASSERT(plan_.number != 0);
}

Changeover::~Changeover() = default;

Expected<std::unique_ptr<Changeover>> Changeover::prepare(std::unique_ptr<Device>& top,
                                                          Receiver& chain, ChangePlan plan) {
  std::unique_ptr<Changeover> change(new Changeover(chain, std::move(plan)));
  // The carrier is asked by whoever makes the new stack, and so it comes first.
  change->carrier_ = exchange_bottom(top, std::make_unique<Leg>(*change, true), chain);
  change->carrier_->attach(*change);
  change->before_ = top.get();
  auto stack = change->plan_.stack(std::make_unique<Leg>(*change, false));
  if (!stack) {
    change->cancel(top);
    return forward_error(stack);
  }
  change->after_ = std::move(*stack);
  change->after_->attach(chain);
  return change;
}

void Changeover::cancel(std::unique_ptr<Device>& top) {
  ISTHMUS_ASSERT(phase_ == Phase::prepared);
  exchange_bottom(top, std::move(carrier_), chain_);
}

std::unique_ptr<Device> Changeover::finish(std::unique_ptr<Device>& top) {
  ISTHMUS_ASSERT(is_over_);
  exchange_bottom(after_, std::move(carrier_), chain_);
  return std::exchange(top, std::move(after_));
}

void Changeover::begin() {
  ISTHMUS_ASSERT(phase_ == Phase::prepared);
  phase_ = Phase::emptying;
  to_tell_ = plan_.peers;
}

// --- coming up ---------------------------------------------------------------------------------

void Changeover::deliver(Frame frame) {
  if (is_mark(*frame.message)) [[unlikely]] {
    const std::uint64_t number = frame.message->word;
    pool_->release(std::move(frame.message));
    if (number == plan_.number && marked_.insert(frame.peer).second) {
      has_mark_come_ = true;
      return;
    }
    return peer_lost(frame.peer,
                     Error{ErrorCode::malformed, "the mark of change " + std::to_string(number),
                           "process " + std::to_string(frame.peer.value),
                           "one of change " + std::to_string(plan_.number)});
  }
  const bool is_new = plan_.peers.empty() ? has_changed() : marked_.contains(frame.peer);
  if (!is_new) return before_bottom_->deliver(std::move(frame));
  arrived_.push_back(std::move(frame));
}

void Changeover::peer_lost(ProcessId peer, Error why) {
  marked_.insert(peer);
  before_bottom_->peer_lost(peer, why);
  losses_.push_back({peer, std::move(why)});
}

bool Changeover::is_old_stack_empty() const { return !before_->holds_frames(); }

int Changeover::hand_up(int budget) {
  int handed = 0;
  while (handed < budget && !arrived_.empty() && is_old_stack_empty()) {
    Frame frame = std::move(arrived_.front());
    arrived_.pop_front();
    after_bottom_->deliver(std::move(frame));
    ++handed;
  }
  if (arrived_.empty() && is_old_stack_empty()) {
    for (Loss& loss : std::exchange(losses_, {})) {
      after_bottom_->peer_lost(loss.peer, std::move(loss.why));
      ++handed;
    }
  }
  return handed;
}

// --- going on ----------------------------------------------------------------------------------

int Changeover::progress(TimeNs now_ns, int budget, Pool& pool) {
  int events = before_->progress(now_ns, budget);
  events += go_on(now_ns, pool);
  events += after_->progress(now_ns, budget);
  is_over_ = has_changed() && arrived_.empty() && losses_.empty() && is_old_stack_empty() &&
             std::ranges::all_of(plan_.peers, [this](const ChangePlan::Peer& peer) {
               return marked_.contains(peer.process);
             });
  return events;
}

int Changeover::go_on(TimeNs now_ns, Pool& pool) {
  if (phase_ == Phase::prepared && has_mark_come_) begin();
  int sent = 0;
  // To a peer that cannot be reached there is nothing to say.
  const auto tell_all = [&](Device& by, std::uint64_t word) {
    return std::erase_if(to_tell_, [&](const ChangePlan::Peer& peer) {
      Frame frame{empty_bundle(peer, word, pool), peer.process};
      const SendStatus status = by.try_send(frame, now_ns);
      if (status == SendStatus::sent) {
        ++sent;
      } else {
        pool.release(std::move(frame.message));
      }
      return status != SendStatus::busy;
    });
  };
  if (phase_ == Phase::emptying) {
    tell_all(*before_, 0);
    if (!to_tell_.empty() || before_->holds_unsent()) return sent;
    // Within the process there is nobody to mark what follows.
    if (plan_.peers.empty() && (!is_old_stack_empty() || carrier_->holds_frames())) return sent;
    phase_ = Phase::marking;
    to_tell_ = plan_.peers;
  }
  if (phase_ == Phase::marking) {
    tell_all(*carrier_, plan_.number);
    if (to_tell_.empty()) phase_ = Phase::changed;
  }
  return sent;
}

MessagePtr Changeover::empty_bundle(const ChangePlan::Peer& to, std::uint64_t word,
                                    Pool& pool) const {
  MessagePtr message = pool.acquire(0);
  message->form = PayloadForm::bytes;
  message->flags = flag_bundle | flag_uncounted;
  message->word = word;
  message->source = plan_.first_pe;
  message->destination = to.first_pe;
  return message;
}

// --- as a device ---------------------------------------------------------------------------------

TimeNs Changeover::deadline_ns() const {
  return std::min(before_->deadline_ns(), after_->deadline_ns());
}

TimeNs Changeover::wake_ns() const { return std::min(before_->wake_ns(), after_->wake_ns()); }

bool Changeover::minds_time() const { return before_->minds_time() || after_->minds_time(); }

bool Changeover::holds_frames() const {
  return before_->holds_frames() || after_->holds_frames() || carrier_->holds_frames();
}

bool Changeover::holds_unsent() const {
  return holds_back() || before_->holds_unsent() || after_->holds_unsent() ||
         carrier_->holds_unsent();
}

void Changeover::use_pool(Pool& pool) {
  pool_ = &pool;
  before_->use_pool(pool);
  after_->use_pool(pool);
}

std::int64_t Changeover::messages_outstanding() const {
  return before_->messages_outstanding() + after_->messages_outstanding() +
         carrier_->messages_outstanding();
}

}  // namespace isthmus::fabric
