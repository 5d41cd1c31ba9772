// isthmus/fabric/changeover.hpp: one carrier under two stacks of filters, while one follows the
// other.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/fabric/device.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::fabric {

/// Whether a frame is the mark of a change, and not a bundle that has anything in it: what the peer
/// sends behind it has been through its new stack. `word` is the number of the change.
bool is_mark(const Message& message);

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
/// 2. Begun: nothing is sent but a frame of nothing to each peer, through the old stack, which
///    brings filters there and here to whatever understanding they need; until that stack holds no
///    more on its way down.
/// 3. A mark goes to each peer, past the stacks; from then on all goes through the new one.
/// 4. Over: every peer's mark has come, and the old stack holds nothing.
///
/// What the new stack has to hand up waits until the old one has handed up everything: so nothing
/// overtakes what a filter of the old stack delays. Under the chain's lock, like all devices.
class Changeover final : private Receiver {
  class Leg;

 public:
  /// Puts itself under `top`, which stays the chain's, as does its receiver. An error leaves all as
  /// it was.
  static Expected<std::unique_ptr<Changeover>> prepare(std::unique_ptr<Device>& top,
                                                       Receiver& chain, ChangePlan plan);
  ~Changeover() override;

  /// Goes on with 2. Once; a peer's mark does it, too.
  void begin();
  bool is_prepared() const { return phase_ == Phase::prepared; }
  /// Nothing may be sent by the chain.
  bool holds_back() const { return phase_ == Phase::emptying || phase_ == Phase::marking; }
  /// What is sent goes through the new stack.
  bool has_changed() const { return phase_ == Phase::changed; }
  bool is_over() const { return is_over_; }

  Device& new_stack() { return *after_; }
  std::uint64_t number() const { return plan_.number; }

  /// Of both stacks, as Device has it.
  int progress(TimeNs now_ns, int budget, Pool& pool);
  TimeNs deadline_ns() const;
  TimeNs wake_ns() const;
  bool minds_time() const;
  bool holds_frames() const;
  bool holds_unsent() const;
  void use_pool(Pool& pool);
  std::int64_t messages_outstanding() const;

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
  struct Loss {
    ProcessId peer;
    Error why;
  };

  Changeover(Receiver& chain, ChangePlan plan);

  void deliver(Frame frame) override;
  void peer_lost(ProcessId peer, Error why) override;
  int go_on(TimeNs now_ns, Pool& pool);
  bool is_old_stack_empty() const;
  /// Hands what waits for the new stack to its bottom, if nothing is in its way.
  int hand_up(int budget);
  MessagePtr empty_bundle(const ChangePlan::Peer& to, std::uint64_t word, Pool& pool) const;

  const ChangePlan plan_;
  Receiver& chain_;
  std::unique_ptr<Device> carrier_;
  Device* before_ = nullptr;  // the chain's
  std::unique_ptr<Device> after_;
  Receiver* before_bottom_ = nullptr;  // who takes what comes from the carrier
  Receiver* after_bottom_ = nullptr;
  Phase phase_ = Phase::prepared;
  bool has_mark_come_ = false;
  bool is_over_ = false;
  std::vector<ChangePlan::Peer> to_tell_;
  std::set<ProcessId> marked_;  // or lost
  std::deque<Frame> arrived_;   // for the new stack
  std::vector<Loss> losses_;    // likewise, behind those
  Pool* pool_ = nullptr;        // of the call that is under way
};

}  // namespace isthmus::fabric
