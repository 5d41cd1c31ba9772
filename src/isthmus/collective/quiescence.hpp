// isthmus/collective/quiescence.hpp: noticing that nothing is under way any more.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "isthmus/collective/quiescence_strategy.hpp"
#include "isthmus/collective/tree.hpp"
#include "isthmus/object/objects.hpp"

namespace isthmus::engine::collective {

/// One PE's part in quiescence detection. What all strategies share: who waits for it, which the
/// root (PE 0) knows, and when the root asks again. A strategy makes probes: one finds out whether
/// the job was quiet, by messages that are no part of the program and are not counted.
class Quiescence : public sched::WorkSource {
 public:
  /// `tree` outlives it.
  static std::unique_ptr<Quiescence> make(QuiescenceStrategy strategy, Objects& objects,
                                          const TreePlace& tree);

  /// Fires the target once all is quiet. Any PE.
  void detect(const CallbackTarget& target);
  /// On the root: calls `stalled` once all is quiet, unless somebody else waits for that.
  void watch(std::function<void()> stalled);

  /// On the root: calls `reached` once all is quiet, for who takes the state of the job then, up to
  /// `end_cut`. Nobody of the program is told of that quiet, which is the runtime's own doing:
  /// somebody is kept from going on. What the program did if it were told would be in the state of
  /// some PEs, and not in that of others.
  void begin_cut(std::function<void()> reached);
  void end_cut();
  /// On the root: of the program, those who wait.
  std::span<const CallbackTarget> waiting() const { return targets_; }

  /// On the root: `witness` is called whenever all is found quiet, before anybody is told. For
  /// checkers.
  void set_witness(std::function<void()> witness) { witness_ = std::move(witness); }

  /// The PE has been made again, and is behind the others: until that ends it answers no probe.
  void hold(bool held) {
    held_ = held;
    wake();
  }
  /// Likewise: it has sent so many counted messages that it does not know of, as a difference
  /// modulo 2^64.
  void set_sent_before(std::uint64_t created) { sent_before_ = created; }
  /// The other PE has been made again: asks it again, where it owes the answer to a probe. False
  /// where the strategy cannot.
  virtual bool remind(PeId /*who*/) { return false; }
  /// On the root: a PE is lost that may have answered the present probe, or the one before. What
  /// they found holds no longer.
  virtual void doubt() {}

  /// On the root: somebody of the program has been told that all was quiet, since forget_found.
  /// What is sent after that follows from all that was sent before, whoever sent it.
  bool was_found() const { return was_found_; }
  void forget_found() { was_found_ = false; }

  /// Its message asks a PE, or answers.
  virtual bool is_of_probe(HandlerId /*handler*/) const { return false; }

  TimeNs deadline_ns() const override { return next_probe_ns_; }

 protected:
  explicit Quiescence(Objects& objects);

  /// On the root, while no probe runs.
  virtual void begin_probe() = 0;
  virtual bool is_probing() const = 0;

  /// Something has come that poll has to see to.
  void wake() { objects_.pe().wake(*this); }
  /// While no probe is at this PE, and none that it has begun is on its way. On the root: begins
  /// one that is due; says whether it did.
  /// Rests where none will be.
  bool begin_due_probe(TimeNs now_ns);
  /// On the root, when a probe has ended.
  void found_quiet();
  /// Likewise. `changed` says that something has happened since the probe before; `settled`, that
  /// the next probe is likely to find all quiet. False if nobody waits any more.
  bool ask_again(bool changed, bool settled);
  void post(MessagePtr message, HandlerId handler, PeId to);
  Objects& objects() { return objects_; }
  bool is_held() const { return held_; }
  /// Counted messages that this PE has sent.
  std::uint64_t created() const { return objects_.pe().created() + sent_before_; }

 private:
  void receive_request(MessagePtr message);
  void begin();

  Objects& objects_;
  HandlerId request_handler_;
  bool held_ = false;
  std::uint64_t sent_before_ = 0;

  // At the root alone.
  std::vector<CallbackTarget> targets_;
  std::function<void()> stalled_;
  std::function<void()> reached_;
  bool is_in_cut_ = false;  // between reached_ and end_cut
  std::function<void()> witness_;
  TimeNs changed_ns_ = 0;  // when a probe last found that something had happened
  TimeNs next_probe_ns_ = never_ns;
  bool was_found_ = false;
};

}  // namespace isthmus::engine::collective
