// isthmus/fabric/changeover.hpp: one carrier under two stacks of filters, while one follows the
// other.
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
#include "isthmus/fabric/device.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::fabric {

/// What a bundle of nothing may be; `hops` tells which, and `word` is the number of the change.
enum class ChangeSign : std::uint16_t {
  none,
  farewell,  ///< Through the old stack: nothing more comes through that.
  mark,      ///< Past the stacks: what follows has been through the new one.
};
inline ChangeSign change_sign(const Message& message) {
  const bool is_sign = (message.flags & flag_bundle) != 0 && message.payload_bytes == 0;
  if (!is_sign || message.hops > static_cast<std::uint16_t>(ChangeSign::mark)) [[likely]] {
    return ChangeSign::none;
  }
  return static_cast<ChangeSign>(message.hops);
}

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

/// Changes the filters of a chain that runs. All ends prepare before any begins:
///
/// 1. Prepared: the carrier stands below this. What is sent goes through the old stack. What a peer
///    sends behind its mark is kept for the new one.
/// 2. Begun: nothing is sent but a farewell to each peer, through the old stack, which brings
///    filters there and here to whatever understanding they need; until that stack holds no more on
///    its way down.
/// 3. A mark goes to each peer, past the stacks; from then on all goes through the new one.
/// 4. Over: every peer's farewell and mark have come.
///
/// The mark alone says only which stack is to undo what follows: anybody on the way may have made
/// it. That nothing is missing of what went before, and that the change has begun, says the
/// farewell, which the old stack vouches for as for any frame. Until it has come, what is behind
/// the mark waits here, however much that is; so nothing overtakes what a filter of the old stack
/// delays. Under the chain's lock, like all devices.
class Changeover final : private Receiver {
  class Leg;

 public:
  /// Puts itself under `top`, which stays the chain's, as does its receiver. An error leaves all as
  /// it was.
  static Expected<std::unique_ptr<Changeover>> prepare(std::unique_ptr<Device>& top,
                                                       Receiver& chain, ChangePlan plan);
  ~Changeover() override;

  /// Goes on with 2. Once; a peer's farewell does it, too.
  void begin();
  /// It has come to the top of a stack. ErrorCode::malformed where it was not to be expected.
  Expected<void> take_farewell(ProcessId peer, std::uint64_t number);
  bool is_prepared() const { return phase_ == Phase::prepared; }
  /// Nobody has begun, as far as is known.
  bool can_be_cancelled() const { return is_prepared() && marked_.empty(); }
  /// Nothing may be sent by the chain.
  bool holds_back() const { return phase_ == Phase::emptying || phase_ == Phase::marking; }
  /// What is sent goes through the new stack.
  bool has_changed() const { return phase_ == Phase::changed; }
  bool is_over() const { return is_over_; }

  Device& new_stack() { return *after_; }

  /// Of both stacks, as Device has it.
  int progress(TimeNs now_ns, int budget, Pool& pool);
  TimeNs deadline_ns() const;
  TimeNs wake_ns() const;
  bool minds_time() const;
  bool holds_frames() const;
  bool holds_unsent() const;
  void use_pool(Pool& pool);
  std::int64_t messages_outstanding() const;
  void report(std::vector<DeviceReport>& to) const;

  /// After it is over: puts the carrier under the new stack, in the place of the old one in `top`,
  /// which it returns.
  std::unique_ptr<Device> finish(std::unique_ptr<Device>& top);
  /// Before it has begun: puts the carrier back under `top`.
  void cancel(std::unique_ptr<Device>& top);
  /// The last call.
  void tell_done() const {
    if (plan_.done) plan_.done();
  }

 private:
  enum class Phase { prepared, emptying, marking, changed };
  /// A frame for the new stack, or, without a message, the loss of the peer.
  struct Arrival {
    Frame frame;
    Error loss = {};
  };

  Changeover(Receiver& chain, ChangePlan plan);

  void deliver(Frame frame) override;
  void peer_lost(ProcessId peer, Error why) override;
  int go_on(TimeNs now_ns, Pool& pool);
  void arrived(Arrival arrival);
  void let_follow(ProcessId peer);
  void let_go(ProcessId peer);
  void let_all_follow();
  void note_mark(ProcessId peer, std::uint64_t number);
  /// Hands what has come for the new stack to its bottom.
  int hand_up(int budget);
  MessagePtr sign(ChangeSign kind, const ChangePlan::Peer& to, Pool& pool) const;

  const ChangePlan plan_;
  Receiver& chain_;
  std::unique_ptr<Device> carrier_;
  Device* before_ = nullptr;  // the chain's
  std::unique_ptr<Device> after_;
  Receiver* before_bottom_ = nullptr;  // who takes what comes from the carrier
  Receiver* after_bottom_ = nullptr;
  Phase phase_ = Phase::prepared;
  bool is_over_ = false;
  std::vector<ChangePlan::Peer> to_tell_;
  std::set<ProcessId> marked_;                       // or lost
  std::set<ProcessId> finished_;                     // their farewell has come, or they are lost
  std::set<ProcessId> followed_;                     // what follows may be handed up
  std::set<ProcessId> gone_;                         // behind their marks
  std::map<ProcessId, std::vector<Arrival>> early_;  // of those that are not
  std::deque<Arrival> arrived_;                      // for the new stack
  std::vector<Arrival> lost_before_;                 // that the new stack does not know of yet
  Pool* pool_ = nullptr;                             // of the call that is under way
};

}  // namespace isthmus::fabric
