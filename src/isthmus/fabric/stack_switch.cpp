#include "isthmus/fabric/stack_switch.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/filter/filter.hpp"

namespace isthmus::engine::fabric {

namespace {

/// While a change holds back, it looks again so often whether it may go on.
constexpr TimeNs look_interval_ns = 20'000;

/// Puts another device under a stack; returns the one that was. `top` may be that, and then the
/// other one is to be attached.
std::unique_ptr<Device> exchange_bottom(std::unique_ptr<Device>& top,
                                        std::unique_ptr<Device> bottom) {
  auto* filter = dynamic_cast<Filter*>(top.get());
  if (filter == nullptr) return std::exchange(top, std::move(bottom));
  while (auto* below = dynamic_cast<Filter*>(&filter->below())) filter = below;
  return filter->exchange_below(std::move(bottom));
}

}  // namespace

/// Stands in for the carrier at the bottom of one of the stacks. The old one's looks after it.
class StackSwitch::CarrierPort final : public Device {
 public:
  CarrierPort(StackSwitch& whole, bool is_old) : whole_(whole), is_old_(is_old) {}

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
  Traits traits() const override { return carrier().traits(); }
  bool has_arrivals() const override { return carrier().has_arrivals(); }
  void use_pool(Pool& pool) override {
    if (is_old_) carrier().use_pool(pool);
  }
  bool holds_frames() const override {
    return !is_old_ && !(whole_.arrived_.empty() && whole_.early_.empty());
  }
  LinkState link_state(ProcessId peer) override { return carrier().link_state(peer); }

 private:
  Device& carrier() const { return *whole_.carrier_; }
  TimeNs handing_ns() const { return whole_.arrived_.empty() ? never_ns : 0; }

  StackSwitch& whole_;
  const bool is_old_;
};

StackSwitch::StackSwitch(ChangePlan plan, const WireLimits& limits)
    : plan_(std::move(plan)), limits_(limits), upper_port_(*this) {
  ISTHMUS_ASSERT(plan_.number != 0);
}

StackSwitch::~StackSwitch() = default;

Expected<std::unique_ptr<StackSwitch>> StackSwitch::prepare(std::unique_ptr<Device>& top,
                                                            ChangePlan plan,
                                                            const WireLimits& limits) {
  std::unique_ptr<StackSwitch> change(new StackSwitch(std::move(plan), limits));
  // The carrier is asked by whoever makes the new stack, and so it comes first.
  change->carrier_ = exchange_bottom(top, std::make_unique<CarrierPort>(*change, true));
  change->before_ = std::move(top);
  if (!change->carrier_->traits().keeps_order) {
    // A switch marker that overtakes says of what went before that it has been through the new
    // stack.
    top = change->cancel();
    return fail(ErrorCode::bad_input, "the carrier does not keep the order of frames", {},
                "one that does, for filters that change while the job runs");
  }
  auto stack = change->plan_.stack(std::make_unique<CarrierPort>(*change, false));
  if (!stack) {
    top = change->cancel();
    return forward_error(stack);
  }
  change->after_ = std::move(*stack);
  return change;
}

void StackSwitch::attach(Receiver& above) {
  above_ = &above;
  carrier_->attach(*this);
  before_->attach(upper_port_);
  after_->attach(upper_port_);
}

std::unique_ptr<Device> StackSwitch::cancel() {
  exchange_bottom(before_, std::move(carrier_));
  return std::move(before_);
}

std::unique_ptr<Device> StackSwitch::finish(std::vector<DeviceReport>& reports) {
  ISTHMUS_ASSERT(is_over_);
  for (Arrival& lost : lost_before_) {
    after_bottom_->peer_lost(lost.frame.peer, std::move(lost.loss));
  }
  before_->report(reports);
  // Nothing of it is left: what it has made of frames is in blocks of the PEs' pools.
  ISTHMUS_ASSERT(before_->messages_outstanding() == 0);
  exchange_bottom(after_, std::move(carrier_));
  return std::move(after_);
}

void StackSwitch::begin() {
  ISTHMUS_ASSERT(phase_ == Phase::prepared);
  phase_ = Phase::emptying;
  look_ns_ = 0;
  to_tell_ = plan_.peers;
}

// --- coming up ---------------------------------------------------------------------------------

void StackSwitch::deliver(Frame frame) {
  if (is_change_sign(*frame.message)) [[unlikely]] {
    const Expected<ChangeSign> sign = read_change_sign(*frame.message);
    // A drain marker is the old stack's.
    if (sign && sign->kind == ChangeSign::Kind::switch_marker) {
      pool_->release(std::move(frame.message));
      return note_switch_marker(frame.peer, sign->number);
    }
  }
  const bool is_new = plan_.peers.empty() ? has_changed() : marked_.contains(frame.peer);
  if (!is_new) return before_bottom_->deliver(std::move(frame));
  arrived({std::move(frame)});
}

void StackSwitch::note_switch_marker(ProcessId peer, std::uint64_t number) {
  if (number != plan_.number) {
    return peer_lost(
        peer, Error{ErrorCode::malformed, "the switch marker of change " + std::to_string(number),
                    "process " + std::to_string(peer.value),
                    "one of change " + std::to_string(plan_.number)});
  }
  if (!marked_.insert(peer).second) {
    peer_lost(peer, Error{ErrorCode::malformed, "a second switch marker of one change",
                          "process " + std::to_string(peer.value)});
  }
}

void StackSwitch::UpperPort::deliver(Frame frame) {
  // What is not to be expected the chain refuses, as it does any sign.
  const bool is_taken = is_change_sign(*frame.message) &&
                        whole_.take_drain_marker(frame.peer, read_change_sign(*frame.message));
  if (!is_taken) return whole_.above_->deliver(std::move(frame));
  whole_.pool_->release(std::move(frame.message));
}

void StackSwitch::UpperPort::peer_lost(ProcessId peer, Error why) {
  whole_.above_->peer_lost(peer, std::move(why));
}

bool StackSwitch::take_drain_marker(ProcessId peer, const Expected<ChangeSign>& sign) {
  const bool is_due = sign && sign->kind == ChangeSign::Kind::drain_marker &&
                      sign->number == plan_.number && finished_.insert(peer).second;
  if (is_due && is_prepared()) begin();
  return is_due;
}

/// The old stack is empty: nothing of the peer is in it that its drain marker has overtaken.
void StackSwitch::let_follow(ProcessId peer) {
  followed_.insert(peer);
  const auto early = early_.find(peer);
  if (early == early_.end()) return;
  std::ranges::move(early->second, std::back_inserter(arrived_));
  early_.erase(early);
}

/// The carrier hands up drain markers before switch markers and losses. So there was none, and what
/// came behind the switch marker may be anybody's.
void StackSwitch::let_go(ProcessId peer) {
  std::erase_if(early_[peer], [this](Arrival& arrival) {
    const bool is_frame = arrival.frame.message != nullptr;
    if (is_frame) pool_->release(std::move(arrival.frame.message));
    return is_frame;
  });
  finished_.insert(peer);
  let_follow(peer);
}

void StackSwitch::let_all_follow() {
  if (before_->holds_frames()) return;
  for (const ProcessId peer : std::exchange(gone_, {})) {
    if (!finished_.contains(peer)) let_go(peer);
  }
  for (const ProcessId peer : finished_) {
    if (!followed_.contains(peer)) let_follow(peer);
  }
}

void StackSwitch::arrived(Arrival arrival) {
  const ProcessId peer = arrival.frame.peer;
  if (plan_.peers.empty() || followed_.contains(peer)) {
    arrived_.push_back(std::move(arrival));
  } else {
    early_[peer].push_back(std::move(arrival));
  }
}

/// Told by the stack that has what the peer sent last.
void StackSwitch::peer_lost(ProcessId peer, Error why) {
  if (marked_.contains(peer)) {
    gone_.insert(peer);
    return arrived({{nullptr, peer}, std::move(why)});
  }
  marked_.insert(peer);
  finished_.insert(peer);
  Arrival lost;
  lost.frame.peer = peer;
  lost.loss = why;
  lost_before_.push_back(std::move(lost));
  before_bottom_->peer_lost(peer, std::move(why));
}

int StackSwitch::hand_up(int budget) {
  int handed = 0;
  for (; handed < budget && !arrived_.empty(); ++handed) {
    Arrival arrival = std::move(arrived_.front());
    arrived_.pop_front();
    if (arrival.frame.message != nullptr) {
      after_bottom_->deliver(std::move(arrival.frame));
    } else {
      after_bottom_->peer_lost(arrival.frame.peer, std::move(arrival.loss));
    }
  }
  return handed;
}

// --- going on ----------------------------------------------------------------------------------

SendStatus StackSwitch::try_send(Frame& frame, TimeNs now_ns) {
  if (holds_back()) return SendStatus::busy;
  return (has_changed() ? after_ : before_)->try_send(frame, now_ns);
}

int StackSwitch::progress(TimeNs now_ns, int budget) {
  look_ns_ = now_ns + look_interval_ns;
  int events = before_->progress(now_ns, budget);
  events += go_on(now_ns);
  let_all_follow();
  events += after_->progress(now_ns, budget);
  // The old stack may still have something of peers that were lost.
  is_over_ = has_changed() && arrived_.empty() && !before_->holds_frames() &&
             std::ranges::all_of(plan_.peers, [this](const ChangePlan::Peer& peer) {
               return followed_.contains(peer.process) && marked_.contains(peer.process);
             });
  return events;
}

int StackSwitch::go_on(TimeNs now_ns) {
  int sent = 0;
  // To a peer that cannot be reached there is nothing to say.
  const auto tell_all = [&](Device& by, ChangeSign::Kind kind) {
    return std::erase_if(to_tell_, [&](const ChangePlan::Peer& peer) {
      Frame frame{sign(kind, peer), peer.process};
      const SendStatus status = by.try_send(frame, now_ns);
      if (status == SendStatus::sent) {
        ++sent;
      } else {
        pool_->release(std::move(frame.message));
      }
      return status != SendStatus::busy;
    });
  };
  if (phase_ == Phase::emptying) {
    tell_all(*before_, ChangeSign::Kind::drain_marker);
    if (!to_tell_.empty() || before_->holds_unsent()) return sent;
    // Within the process there is nobody to mark what follows.
    if (plan_.peers.empty() && (before_->holds_frames() || carrier_->holds_frames())) return sent;
    phase_ = Phase::marking;
    to_tell_ = plan_.peers;
  }
  if (phase_ == Phase::marking) {
    tell_all(*carrier_, ChangeSign::Kind::switch_marker);
    if (to_tell_.empty()) phase_ = Phase::changed;
  }
  return sent;
}

MessagePtr StackSwitch::sign(ChangeSign::Kind kind, const ChangePlan::Peer& to) const {
  MessagePtr message = make_change_sign({plan_.number, kind}, *pool_);
  limits_.put_epoch(*message);
  message->source = plan_.first_pe;
  message->destination = to.first_pe;
  return message;
}

// --- as a device ---------------------------------------------------------------------------------

TimeNs StackSwitch::deadline_ns() const {
  const TimeNs stacks_ns = std::min(before_->deadline_ns(), after_->deadline_ns());
  return holds_back() ? std::min(stacks_ns, look_ns_) : stacks_ns;
}

TimeNs StackSwitch::wake_ns() const {
  const TimeNs stacks_ns = std::min(before_->wake_ns(), after_->wake_ns());
  return holds_back() ? std::min(stacks_ns, look_ns_) : stacks_ns;
}

Traits StackSwitch::traits() const {
  const Traits old = before_->traits();
  Traits traits = after_->traits();
  traits.needs_exact_time = traits.needs_exact_time || old.needs_exact_time;
  traits.needs_bytes = traits.needs_bytes || old.needs_bytes;
  traits.keeps_order = traits.keeps_order && old.keeps_order;
  traits.takes_pieces = traits.takes_pieces && old.takes_pieces;
  // What the new stack may not let land, must not from the first byte.
  traits.lands = false;
  return traits;
}

LinkState StackSwitch::link_state(ProcessId peer) {
  return (has_changed() ? after_ : before_)->link_state(peer);
}

bool StackSwitch::holds_frames() const {
  return before_->holds_frames() || after_->holds_frames() || carrier_->holds_frames();
}

bool StackSwitch::holds_unsent() const {
  return holds_back() || before_->holds_unsent() || after_->holds_unsent() ||
         carrier_->holds_unsent();
}

void StackSwitch::use_pool(Pool& pool) {
  pool_ = &pool;
  before_->use_pool(pool);
  after_->use_pool(pool);
}

void StackSwitch::report(std::vector<DeviceReport>& to) const {
  before_->report(to);
  after_->report(to);
  carrier_->report(to);
}

std::int64_t StackSwitch::messages_outstanding() const {
  return before_->messages_outstanding() + after_->messages_outstanding() +
         carrier_->messages_outstanding();
}

}  // namespace isthmus::engine::fabric
