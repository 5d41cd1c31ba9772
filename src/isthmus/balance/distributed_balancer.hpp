// isthmus/balance/distributed_balancer.hpp: the PEs of a job even out by themselves; no PE sees
// all.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "isthmus/balance/measurements.hpp"
#include "isthmus/balance/plan.hpp"
#include "isthmus/balance/strategy/pairing.hpp"
#include "isthmus/balance/strategy/work_stealing.hpp"
#include "isthmus/object/objects.hpp"

namespace isthmus::balance {

/// What has come of a step for one PE, or for several together, as each of them knew it when it was
/// through: what others have got from it later is missing. Plain data, sent from PE to PE.
struct Outcome {
  double before_s = 0;  ///< Load of the PE that has most.
  double after_s = 0;
  double work_s = 0;  ///< Of all together, as PEs of speed 1 take it.
  double speed = 0;   ///< Of all together.
  std::uint64_t objects = 0;
  std::uint64_t moved = 0;
  std::uint64_t bytes = 0;   ///< Of those that move.
  std::uint8_t is_idle = 1;  ///< Nothing has run, and nothing has been sent.

  void add(const Outcome& other);
};

/// Whether it can be true, as ErrorCode::malformed.
Expected<void> validate(const Outcome& outcome);

/// One PE's part; for the PE's thread alone. PEs pair up, in the rounds of a PairingPlan
/// and then as those that ask and answer, or as thieves and victims, tell each other what they
/// have, and come to the same view of who has what from then on. Nothing moves until a PE is
/// through with all that it wanted; then it asks for the objects that it has got from wherever they
/// are. Where two PEs come to believe that they have the same object, it goes to one of them. PEs
/// that hold no objects take no part; what the program has put there stays.
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
  struct Offer {
    std::uint64_t step = 0;
    std::uint64_t round = 0;  ///< Of the plan; of a question, how many the plan has.
    Share share;
  };
  struct Caller {
    PeId pe;
    Offer offer;
  };
  struct Answer {
    std::vector<Piece> given;
    std::vector<Piece> taken;
  };

  void receive_offer(MessagePtr message);
  void receive_question(MessagePtr message);
  void receive_answer(MessagePtr message);

  std::optional<Caller> take_offer(MessagePtr message);
  bool is_expected(const Caller& caller) const;
  /// All rounds of the plan are through.
  bool has_met() const { return round_ >= partners_.size(); }
  void refuse(PeId from);
  void meet_next();
  bool meet(const Caller& caller);
  void answer_early();
  std::optional<PeId> next_asked();
  void ask_next();
  Share offered() const;
  void answer(Caller caller);
  void end();
  /// Asks for those that are elsewhere, and counts them as what the PE is to have.
  void fetch();
  template <class T>
  void send(PeId to, HandlerId handler, T value);

  Objects& objects_;
  const Plan& plan_;
  const HandlerId moves_handler_;
  HandlerId offer_handler_;
  HandlerId question_handler_;
  HandlerId answer_handler_;
  std::function<void(const Outcome&)> ended_;
  const std::span<const PeId> pes_;   // that hold objects
  const std::span<const PeId> near_;  // those of the own site
  const bool holds_objects_;
  std::vector<std::optional<PeId>> partners_;  // by round
  std::vector<PeId> faster_;                   // whom it asks then, and again
  PeOutlook outlook_;

  // Of the present step.
  std::uint64_t step_ = 0;
  std::size_t round_ = 0;
  std::optional<Thief> thief_;
  std::size_t asked_ = 0;         // of the faster ones, each time
  std::optional<PeId> answerer_;  // who is to answer
  bool is_through_ = true;
  Share share_;
  Outcome outcome_;
  std::vector<Caller> early_;  // whom it could not attend to yet
};

}  // namespace isthmus::balance
