// isthmus/balance/central_balancer.hpp: decides what moves, and remembers what came of it.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "isthmus/balance/measurements.hpp"
#include "isthmus/balance/outcome.hpp"
#include "isthmus/balance/plan.hpp"
#include "isthmus/balance/quality.hpp"
#include "isthmus/base/object_id.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::balance {

/// One step of the load balancer, for people. Times in seconds, of the job's clock.
struct StepRecord {
  std::string strategy;  ///< Of `auto`: the one that it took.
  double at_s = 0;       ///< When it began.
  double period_s = 0;   ///< From the end of the step before, or the job's start.
  double gather_s = 0;
  double decide_s = 0;
  bool saw_all = true;  ///< Else no PE has seen who talks with whom.
  std::size_t objects = 0;
  Quality before;
  Quality expected;  ///< After the moves, if the next period is like this one.
};

/// "load balancing: ..." in one paragraph: what a step found and moved, and what that is expected
/// to bring.
std::string describe(const StepRecord& step, std::size_t number);
/// What the step before has brought, as the step after it has measured.
std::string describe_gain(const StepRecord& step, const StepRecord& next, std::size_t number);

/// The deciding half of the load balancer, on PE 0. Sends nothing and reads no clock.
class CentralBalancer {
 public:
  CentralBalancer(const topology::Topology& topology, const Plan& plan);

  /// Of all PEs. What is to be moved; `step`, which says how long gathering took, takes down the
  /// rest but the times.
  std::vector<Move> decide(const std::vector<PeMeasurements>& pes, StepRecord& step);
  /// What has come of a step in which all have decided.
  StepRecord summarize(const Outcome& outcome) const;
  void remember(StepRecord step) { steps_.push_back(std::move(step)); }
  /// Whether PEs are to measure their objects in the period that begins. Where `auto` has found
  /// nothing that pays in two periods, they rest for one, then for two, four, and eight periods,
  /// each time measuring for one in between; and no longer once the PEs' times have been further
  /// apart than they were for two, or the latency between sites is another one.
  bool is_measuring() const { return rest_periods_ == 0; }
  /// Of all PEs, after a period of rest: what they were busy, and the latency between sites as it
  /// showed in that period.
  void watch(const std::vector<PeMeasurements>& pes, double latency_s);

  const Plan& plan() const { return plan_; }
  /// For the steps to come.
  void change(const Strategy& strategy, const Options& options) {
    plan_.strategy = &strategy;
    plan_.options = options;
  }

  const std::vector<StepRecord>& steps() const { return steps_; }
  /// The last step's, with where objects were before it; of the PEs that hold objects.
  const Snapshot& snapshot() const { return last_.snapshot; }

 private:
  const topology::Topology& topology_;
  Plan plan_;
  /// Replaces what this period alone says of PEs by what the periods before say, too.
  void take_outlook(Measured& measured, double gather_s);
  /// Takes the lesser of an object's times in this period and in the one before.
  void forget_peaks(Measured& measured);
  void plan_rest(bool nothing_pays, const std::vector<PeMeasurements>& pes);
  void note_latency(double latency_s);
  /// Whether the latency between sites is no longer that of rests before.
  bool is_other_latency() const;
  /// The longest busy time over what all would have if work were spread by speed.
  double imbalance(const std::vector<PeMeasurements>& pes) const;

  std::vector<double> speeds_;  // by PE, with their cores to themselves
  std::vector<PeOutlook> outlooks_;
  std::unordered_map<ObjectId, double, ObjectIdHash> cpu_s_;  // in the period before, for a step
  std::deque<double> latencies_s_;  // between sites, as the last steps have found it
  int quiet_periods_ = 0;           // measured, one after the other, of which nothing came
  int rest_periods_ = 0;            // of the present rest, that are left
  int next_rest_periods_ = 1;
  int periods_apart_ = 0;  // of rest, one after the other
  double imbalance_at_rest_ = 0;
  double latency_at_rest_s_ = 0;  // the longest; 0 before there was one
  Measured last_;
  std::vector<StepRecord> steps_;
};

}  // namespace isthmus::engine::balance
