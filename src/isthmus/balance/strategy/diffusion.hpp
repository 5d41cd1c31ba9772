// isthmus/balance/strategy/diffusion.hpp: each PE evens out with the few others that it knows.
#pragma once

#include <span>

#include "isthmus/balance/strategy.hpp"

namespace isthmus::balance {

/// What PEs tell one another.
struct PeLoad {
  double load_s = 0;
  double speed = 1;
};

/// The rule, which needs no more than one PE's view: how much work it hands to each neighbour, in
/// seconds of a PE of speed 1. Those that are done before the average of all in view get the PE's
/// surplus over it, in proportion to what each of them lacks. Pure. O(neighbours).
std::vector<double> diffusion_shares_s(const PeLoad& own, std::span<const PeLoad> neighbours);

/// The rule by turns: PE by PE, each seeing its neighbours (neighbours.hpp) as they are by then, at
/// most 4 log PEs + 32 rounds, until a round moves nothing or all is even. Of the placements after
/// each round the one with the least largest load counts; never makes it larger.
/// O(rounds (objects on PEs that give + PEs log PEs)).
Placement diffusion(const Snapshot& snapshot, const Options& options);

}  // namespace isthmus::balance
