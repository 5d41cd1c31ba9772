// isthmus/balance/distributed_balancer.hpp: the PEs of a job even out by themselves; no PE sees
// all.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "isthmus/balance/diffusion_rounds.hpp"
#include "isthmus/balance/measurements.hpp"
#include "isthmus/balance/outcome.hpp"
#include "isthmus/balance/plan.hpp"
#include "isthmus/balance/work_requests.hpp"
#include "isthmus/object/objects.hpp"

namespace isthmus::engine::balance {

/// One PE's part; for the PE's thread alone. Under `diffusion` PEs even out in the rounds of a
/// pairing plan and then ask faster ones for work; under `work_stealing` they ask alone. Two PEs
/// tell each other what they have, and come to the same view of who has what from then on. Nothing
/// moves until a PE is through with all that it wanted; then it asks for the objects that it has
/// got from wherever they are. Where two PEs come to believe that they have the same object, it
/// goes to one of them. PEs that hold no objects take no part; what the program has put there
/// stays.
class DistributedBalancer {
 public:
  /// `moves` is the handler that a list of moves is sent to. `ended` is called once each step, when
  /// the PE wants nothing more; others may still ask it for work.
  DistributedBalancer(Objects& objects, const Plan& plan, HandlerId moves,
                      std::function<void(const Outcome&)> ended);
  DistributedBalancer(const DistributedBalancer&) = delete;
  DistributedBalancer& operator=(const DistributedBalancer&) = delete;

  /// The step's beginning, on all PEs once and in the same order; not before the last one has ended
  /// on all.
  void begin(const PeMeasurements& measured);

 private:
  void receive_offer(MessagePtr message);
  void receive_work_request(MessagePtr message);
  void receive_work_answer(MessagePtr message);

  /// None: the job has failed.
  std::optional<Offer> take_offer(MessagePtr message);
  void refuse(PeId from);
  /// Through the rounds as far as partners have come, then to who is asked.
  void go_on();
  void ask_next();
  void answer(WorkRequest request);
  void end();
  /// Asks for those that are elsewhere, and counts them as what the PE is to have.
  void fetch();
  template <class T>
  void send(PeId to, HandlerId handler, T value);

  Objects& objects_;
  const Plan& plan_;
  const HandlerId moves_handler_;
  HandlerId offer_handler_;
  HandlerId work_request_handler_;
  HandlerId work_answer_handler_;
  std::function<void(const Outcome&)> ended_;
  const std::span<const PeId> pes_;   // that hold objects
  const std::span<const PeId> near_;  // those of the own site
  const bool holds_objects_;
  const bool is_thief_;
  std::vector<PeId> asked_;  // by one that is no thief
  DiffusionRounds rounds_;
  WorkRequests requests_;
  PeOutlook outlook_;

  // Of the present step.
  std::uint64_t step_ = 0;
  bool is_through_ = true;
  Share share_;
  Outcome outcome_;
};

}  // namespace isthmus::engine::balance
