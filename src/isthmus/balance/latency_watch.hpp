// isthmus/balance/latency_watch.hpp: the latency between sites while PEs rest from measuring.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/object/objects.hpp"

namespace isthmus::engine::balance {

/// One PE's part in asking, in a rest of the balancer, how far the sites are apart; for the PE's
/// thread alone. A step's gathering cannot tell: PEs compute when it asks, and answer between two
/// entry methods. So the first PE calls one of each other site, which answers at once, and again
/// when it has answered, a few times a period: the shortest of these round trips had nobody in its
/// way.
class LatencyWatch {
 public:
  /// `clock` is the job's.
  LatencyWatch(Objects& objects, const Clock& clock);
  LatencyWatch(const LatencyWatch&) = delete;
  LatencyWatch& operator=(const LatencyWatch&) = delete;

  /// On the first PE: a period of rest begins, and nothing of those before counts.
  void begin_period();
  /// On the first PE, at the period's end: the way to the farthest site, half of the shortest round
  /// trip, in ns. None where there is one site, or one has not answered in this period.
  std::optional<TimeNs> end_period();

 private:
  /// Of another site, on the first PE.
  struct Called {
    PeId pe;
    TimeNs called_ns = never_ns;  ///< never_ns: nothing is under way
    int calls_left = 0;
    std::optional<TimeNs> shortest_ns = {};  ///< of the period's round trips
  };

  void receive_call(MessagePtr message);
  void receive_answer(MessagePtr message);
  void call(Called& site);
  void send(PeId to, HandlerId handler);

  Objects& objects_;
  const Clock& clock_;
  HandlerId call_handler_;
  HandlerId answer_handler_;
  std::vector<Called> called_;
};

}  // namespace isthmus::engine::balance
