// isthmus/fabric/stack_switch.hpp: a device of two stacks of filters over one carrier, while one
// follows the other.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/fabric/change_sign.hpp"
#include "isthmus/fabric/device.hpp"
#include "isthmus/fabric/wire.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric {

/// How a chain is to be changed.
struct ChangePlan {
  struct Peer {
    ProcessId process;
    PeId first_pe;
  };
  /// The same at all ends, and never the same again; not 0.
  std::uint64_t number = 0;
  /// Builds the stack that follows, on what stands in for the carrier.
  std::function<Expected<std::unique_ptr<Device>>(std::unique_ptr<Device> bottom)> stack;
  PeId first_pe;            ///< Of this process.
  std::vector<Peer> peers;  ///< Empty for a chain within the process.
  /// Called under the chain's lock, on any thread, when all is done; never calls back.
  std::function<void()> done;
};

/// Changes the filters of a chain that runs: the device at its top while that lasts. All ends
/// prepare before any begins:
///
/// 1. Prepared: the carrier stands below both stacks. What is sent goes through the old one. What a
///    peer sends behind its switch marker is kept for the new one.
/// 2. Begun: nothing is taken, and nothing sent but a drain marker to each peer, through the old
///    stack, which brings filters there and here to whatever understanding they need; until that
///    stack holds no more on its way down.
/// 3. A switch marker goes to each peer, past the stacks; from then on all goes through the new
///    one.
/// 4. Over: every peer's drain marker and switch marker have come.
///
/// The switch marker alone says only which stack is to undo what follows: anybody on the way may
/// have made it. That nothing is missing of what went before, and that the change has begun, says
/// the drain marker, which the old stack vouches for as for any frame. Until it has come, what is
/// behind the switch marker waits here, however much that is; so nothing overtakes what a filter of
/// the old stack delays. What it takes suits both stacks.
class StackSwitch final : public Device, private Receiver {
  class CarrierPort;

 public:
  /// Takes `top`, and is to be put in its place. An error leaves `top` as it was, but detached.
  /// Frames have the epoch of the limits.
  static Expected<std::unique_ptr<StackSwitch>> prepare(std::unique_ptr<Device>& top,
                                                        ChangePlan plan, const WireLimits& limits);
  ~StackSwitch() override;

  /// Goes on with 2. Once; a peer's drain marker does it, too.
  void begin();
  bool is_prepared() const { return phase_ == Phase::prepared; }
  /// Nobody has begun, as far as is known.
  bool can_be_cancelled() const { return is_prepared() && marked_.empty(); }
  /// Between two calls: whether the new stack can take this one's place.
  bool is_over() const { return is_over_; }

  /// After it is over: the new stack with the carrier, detached; what the old one has to report
  /// goes to `reports`. Nothing is called afterwards but tell_done.
  std::unique_ptr<Device> finish(std::vector<DeviceReport>& reports);
  /// Before it has begun: the old stack with the carrier, detached.
  std::unique_ptr<Device> cancel();
  void tell_done() const {
    if (plan_.done) plan_.done();
  }

  void attach(Receiver& above) override;
  SendStatus try_send(Frame& frame, TimeNs now_ns) override;
  int progress(TimeNs now_ns, int budget) override;
  TimeNs deadline_ns() const override;
  TimeNs wake_ns() const override;
  Traits traits() const override;
  bool has_arrivals() const override { return carrier_->has_arrivals(); }
  void use_pool(Pool& pool) override;
  bool fall_asleep() override { return carrier_->fall_asleep(); }
  void wake_up() override { carrier_->wake_up(); }
  bool holds_frames() const override;
  bool holds_unsent() const override;
  LinkState link_state(ProcessId peer) override;
  std::int64_t messages_outstanding() const override;
  void report(std::vector<DeviceReport>& to) const override;

 private:
  enum class Phase { prepared, emptying, marking, changed };
  /// A frame for the new stack, or, without a message, the loss of the peer.
  struct Arrival {
    Frame frame;
    Error loss = {};
  };
  /// Stands above both stacks and takes the drain markers.
  class UpperPort final : public Receiver {
   public:
    explicit UpperPort(StackSwitch& whole) : whole_(whole) {}
    void deliver(Frame frame) override;
    void peer_lost(ProcessId peer, Error why) override;

   private:
    StackSwitch& whole_;
  };

  StackSwitch(ChangePlan plan, const WireLimits& limits);

  /// Nothing may be sent.
  bool holds_back() const { return phase_ == Phase::emptying || phase_ == Phase::marking; }
  /// What is sent goes through the new stack.
  bool has_changed() const { return phase_ == Phase::changed; }

  /// From the carrier.
  void deliver(Frame frame) override;
  void peer_lost(ProcessId peer, Error why) override;
  bool take_drain_marker(ProcessId peer, const Expected<ChangeSign>& sign);
  int go_on(TimeNs now_ns);
  void arrived(Arrival arrival);
  void let_follow(ProcessId peer);
  void let_go(ProcessId peer);
  void let_all_follow();
  void note_switch_marker(ProcessId peer, std::uint64_t number);
  /// Hands what has come for the new stack to its bottom.
  int hand_up(int budget);
  MessagePtr sign(ChangeSign::Kind kind, const ChangePlan::Peer& to) const;

  const ChangePlan plan_;
  const WireLimits limits_;
  UpperPort upper_port_;
  Receiver* above_ = nullptr;
  std::unique_ptr<Device> carrier_;
  std::unique_ptr<Device> before_;
  std::unique_ptr<Device> after_;
  Receiver* before_bottom_ = nullptr;  // who takes what comes from the carrier
  Receiver* after_bottom_ = nullptr;
  Phase phase_ = Phase::prepared;
  bool is_over_ = false;
  TimeNs look_ns_ = 0;  // while it holds back: nobody tells of what it waits for
  std::vector<ChangePlan::Peer> to_tell_;
  std::set<ProcessId> marked_;    // or lost
  std::set<ProcessId> finished_;  // their drain marker has come, or they are lost
  std::set<ProcessId> followed_;  // what follows may be handed up
  std::set<ProcessId> gone_;      // behind their switch markers
  std::map<ProcessId, std::vector<Arrival>> early_;  // of those that are not
  std::deque<Arrival> arrived_;                      // for the new stack
  std::vector<Arrival> lost_before_;                 // that the new stack does not know of yet
  Pool* pool_ = nullptr;                             // of the call that is under way
};

}  // namespace isthmus::engine::fabric
