#include "isthmus/balance/diffusion_rounds.hpp"

#include <algorithm>

namespace isthmus::engine::balance {

void DiffusionRounds::begin() {
  ++step_;
  round_ = 0;
}

std::optional<PeId> DiffusionRounds::partner() {
  while (!are_through() && !partners_[round_]) ++round_;
  return are_through() ? std::nullopt : partners_[round_];
}

bool DiffusionRounds::is_expected(PeId from, const Offer& offer) const {
  // Of one step's offers at most all are held, since nobody is ahead by more than that.
  if (held_.size() >= partners_.size()) return false;
  if (offer.round >= partners_.size() || partners_[offer.round] != from) return false;
  return offer.step == step_ + 1 || (offer.step == step_ && offer.round >= round_);
}

bool DiffusionRounds::pass(Share& own) {
  const auto theirs = std::ranges::find_if(
      held_, [&](const Offer& offer) { return offer.step == step_ && offer.round == round_; });
  if (theirs == held_.end()) return false;
  // Named in the same order on both sides, so that both come to the same.
  const bool is_first = self_ < *partners_[round_];
  even_out(is_first ? own : theirs->share, is_first ? theirs->share : own);
  held_.erase(theirs);
  ++round_;
  return true;
}

}  // namespace isthmus::engine::balance
