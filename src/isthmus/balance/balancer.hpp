// isthmus/balance/balancer.hpp: the step that measures and moves a job's objects.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "isthmus/balance/central_balancer.hpp"
#include "isthmus/balance/distributed_balancer.hpp"
#include "isthmus/balance/latency_watch.hpp"
#include "isthmus/balance/measurements.hpp"
#include "isthmus/balance/outcome.hpp"
#include "isthmus/balance/plan.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/shown.hpp"
#include "isthmus/base/verbs.hpp"
#include "isthmus/collective/tree.hpp"
#include "isthmus/object/objects.hpp"

namespace isthmus::engine::balance {

/// One PE's part in balancing the job; for the PE's thread alone. In a step PE 0 asks all PEs what
/// their gauges have measured, which comes to it up the tree of PEs; decides; and tells all PEs
/// what moves. Then those learn of it who wait for the step. Nobody waits for objects to arrive:
/// messages find them on their way. While the CentralBalancer lets them rest, the PEs' gauges
/// measure nothing, a step is about what PEs were busy, and elements do not wait for its end: they
/// would for four latencies between sites instead of two.
///
/// Where the strategy has its PEs decide among themselves (DistributedBalancer), what goes up the
/// tree is a few numbers that tell what has come of it, and elements do not even wait for the
/// decision.
///
/// What comes to `at_sync`: the array that came first leads. A step begins when all its elements
/// have come. Another array waits for a step that is under way, and else goes on at once, so that
/// arrays which come at different paces cannot wait for each other; where the leader does not come
/// between two times that another one does, that one leads.
class Balancer final : public Balancing, public sched::WorkSource {
 public:
  struct Parts {
    Objects& objects;
    const collective::TreePlace& tree;
    const Plan& plan;
    const Clock& clock;      ///< The job's.
    const Clock* displaced;  ///< How long others have had this thread's core; null: never.
    Log& log;
  };

  /// Attaches itself to the objects, whose gauge measures.
  explicit Balancer(const Parts& parts);
  ~Balancer() override;
  Balancer(const Balancer&) = delete;
  Balancer& operator=(const Balancer&) = delete;

  void request_step(const CallbackTarget& target) override;
  void hold(bool held) override { is_held_ = held; }
  CallbackTarget point(CollectionId array, std::uint64_t entry_id) const override;

  /// Begins steps at times of its own, on PE 0.
  int poll(sched::Pe&, TimeNs now_ns, bool) override;
  TimeNs deadline_ns() const override { return is_held_ ? never_ns : next_step_ns_; }

  /// On PE 0, where one PE decides: adds `balancer`, another strategy for the steps to come.
  /// Nothing elsewhere.
  void add_verbs(Verbs& verbs);

  /// On PE 0: rows of the last steps. Nothing elsewhere.
  void show(std::vector<ShownRow>& rows) const;

  /// On PE 0, where it is not null.
  const CentralBalancer* central() const { return central_ ? &*central_ : nullptr; }

 private:
  void begin();
  void receive_request(MessagePtr message);
  void receive_report(MessagePtr message);
  void receive_moves(MessagePtr message);
  void receive_measuring(MessagePtr message);
  void receive_outcome(MessagePtr message);
  void receive_point(MessagePtr message);

  PeMeasurements measure_period();
  /// Whether a child may report now, which is noted; else the job has failed.
  bool may_report(const Message& message, bool is_asked_for);
  /// Whether all have reported; begins anew if so.
  bool is_reported();
  void add(std::vector<PeMeasurements> measured);
  void add(const Outcome& outcome);
  void conclude_step();
  void decide(const std::vector<PeMeasurements>& gathered);
  /// What the step has found, from when it began.
  void tell_of(StepRecord step);
  void set_pause(bool nothing_happened);
  void finish();
  bool goes_on_at_once(const CallbackTarget& target);
  void release(const CallbackTarget& target);
  void save_snapshot();
  void tell_parent(MessagePtr message, HandlerId handler);
  /// Sends to all PEs.
  void tell_all(MessagePtr message, HandlerId inner);

  const Parts parts_;
  HandlerId request_handler_;
  HandlerId report_handler_;
  HandlerId moves_handler_;
  HandlerId measuring_handler_;
  HandlerId outcome_handler_;
  HandlerId point_handler_;
  std::optional<DistributedBalancer> distributed_;  // where all decide
  LatencyWatch latency_watch_;                      // in periods of rest

  // Of the present step, on every PE.
  std::vector<PeMeasurements> gathered_;
  Outcome outcome_;
  bool has_own_ = false;        // this PE has reported to itself
  std::vector<PeId> reported_;  // of its children

  TimeNs busy_at_begin_ns_ = 0;
  TimeNs displaced_at_begin_ns_ = 0;

  // On PE 0 alone.
  std::optional<CentralBalancer> central_;
  bool is_stepping_ = false;
  bool is_held_ = false;
  TimeNs step_began_ns_ = 0;
  TimeNs last_step_ended_ns_ = 0;
  TimeNs next_step_ns_ = never_ns;
  TimeNs pause_ns_ = never_ns;           // between two steps of its own
  std::vector<CallbackTarget> waiting_;  // for the present step
  CollectionId leader_;
  std::map<CollectionId, int> came_since_leader_;
};

}  // namespace isthmus::engine::balance
