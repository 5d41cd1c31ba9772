// isthmus/collective/quiescence.hpp: noticing that nothing is under way any more.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "isthmus/collective/tree.hpp"
#include "isthmus/object/objects.hpp"

namespace isthmus::collective {

/// One PE's part in quiescence detection by counting waves (Mattern 1987, the four-counter method).
///
/// A wave goes down the tree and comes back up with the sums of messages sent and handled; each PE
/// answers when it has nothing to do. When two waves, one after the other, find the same sums and
/// as many handled as sent, no message was under way in between, and none can appear. Waves are no
/// part of the program and are not counted.
class Quiescence final : public sched::WorkSource {
 public:
  Quiescence(Objects& objects, const TreePlace& tree);

  /// Fires the target once all is quiet. Any PE.
  void detect(const CallbackTarget& target);
  /// On the root: calls `stalled` once all is quiet, unless somebody else waits for that.
  void watch(std::function<void()> stalled);

  /// On the root: `witness` is called whenever all is found quiet, before anybody is told. For
  /// checkers.
  void set_witness(std::function<void()> witness) { witness_ = std::move(witness); }

  int poll(sched::Pe& pe, TimeNs now_ns, bool idle) override;
  TimeNs deadline_ns() const override { return next_wave_ns_; }

 private:
  struct Sums {
    std::uint64_t created = 0;
    std::uint64_t processed = 0;
    bool operator==(const Sums&) const = default;
  };

  void receive_request(MessagePtr message);
  void receive_wave(MessagePtr message);
  void receive_sums(MessagePtr message);
  void begin_wave();
  void answer();
  void conclude(const Sums& sums);
  void post(HandlerId handler, PeId to, const Sums& sums);

  Objects& objects_;
  const TreePlace& tree_;
  HandlerId request_handler_;
  HandlerId wave_handler_;
  HandlerId sums_handler_;

  bool in_wave_ = false;
  std::size_t answers_due_ = 0;
  Sums sums_;

  // At the root alone.
  std::vector<CallbackTarget> targets_;
  std::function<void()> stalled_;
  std::function<void()> witness_;
  bool has_previous_ = false;
  Sums previous_;
  TimeNs changed_ns_ = 0;  // when a wave last found other sums than the one before
  TimeNs next_wave_ns_ = never_ns;
};

}  // namespace isthmus::collective
