// isthmus/balance/diffusion_rounds.hpp: a PE and its partner of each round even out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "isthmus/balance/strategy/pairing.hpp"

namespace isthmus::engine::balance {

/// What one PE tells another one that it has, for the two to even out. Plain data, sent from PE to
/// PE.
struct Offer {
  std::uint64_t step = 0;
  std::uint64_t round = 0;  ///< Of the pairing plan; of a request for work, how many it has.
  Share share;
};

/// One PE's rounds of dimension exchange in the steps of a job. In each round it and its partner
/// tell each other what they have, and both even out, to the same result, so that nothing needs to
/// be confirmed. A partner may be ahead: its offer is held until its round comes. Sends nothing.
class DiffusionRounds {
 public:
  /// By round, with whom the PE is paired; none: it sits the round out.
  DiffusionRounds(PeId self, std::vector<std::optional<PeId>> partners)
      : self_(self), partners_(std::move(partners)), round_(partners_.size()) {}

  std::size_t count() const { return partners_.size(); }
  /// The next step's first round; not before those of the last one are through.
  void begin();
  /// No round of the step is left.
  bool are_through() const { return round_ >= partners_.size(); }

  /// To whom the PE's offer of the present round goes, which it has not sent yet; none: all rounds
  /// are through. Skips those that it sits out.
  std::optional<PeId> partner();
  Offer offer(const Share& own) const { return {step_, round_, own}; }
  /// Whether the PE can have said that by now: it is the partner of a round that is not over, of
  /// this step or of the next one.
  bool is_expected(PeId from, const Offer& offer) const;
  /// An offer that is expected, until its round comes.
  void hold(Offer offer) { held_.push_back(std::move(offer)); }
  /// Evens out with the partner of the present round and goes on to the next one, if that partner's
  /// offer has come; else false.
  bool pass(Share& own);

 private:
  PeId self_;
  std::vector<std::optional<PeId>> partners_;
  std::uint64_t step_ = 0;
  std::size_t round_;
  std::vector<Offer> held_;
};

}  // namespace isthmus::engine::balance
