// isthmus/balance/strategy/work_stealing.hpp: PEs that are done soon ask others for work.
#pragma once

#include "isthmus/balance/strategy.hpp"
#include "isthmus/balance/strategy/diffusion.hpp"

namespace isthmus::balance {

/// The rule, which needs no more than the view of two PEs: how much of the victim's work, in
/// seconds of a PE of speed 1, a thief takes so that both end together; 0 where the thief ends
/// later. Pure.
double stolen_work_s(const PeLoad& thief, const PeLoad& victim);

/// The rule by turns: in each round every PE below the average, those that end first going first,
/// asks a few PEs of its site drawn from the seed, and then a few of other sites, and steals from
/// the one that would end last. At most 8 log PEs + 64 rounds, until several in a row stole nothing
/// or all is even. Of the placements after each round the one with the least largest load counts;
/// never makes it larger. O(rounds (objects on PEs stolen from + PEs log PEs)).
Placement work_stealing(const Snapshot& snapshot, const Options& options);

}  // namespace isthmus::balance
