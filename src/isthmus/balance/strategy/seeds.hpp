// isthmus/balance/strategy/seeds.hpp: objects beside those they talk with, PEs filled evenly.
#pragma once

#include "isthmus/balance/strategy/graph.hpp"
#include "isthmus/balance/strategy/spread.hpp"

namespace isthmus::engine::balance {

/// The seed technique (Koenig 2007, 7.3.2). The lightest PE is next, and what it has are its seeds:
/// among their neighbours whose CPU time is within the tolerance of the heaviest object left, it
/// gets the one with most messages to what it has, or that heaviest where there is none. Each PE
/// keeps such neighbours in a heap; an object enters when it comes within the tolerance or when a
/// neighbour is placed. What it says of messages to a PE counts all of them for objects of up to 16
/// neighbours, and those to the last seed beyond. Of several with as many the first is taken; as
/// published (7.3.3) the heaviest. O((objects + edges) log objects) at that bound.
/// Places those of `objects` that have no place yet, which must be of the window's site.
void grow_from_seeds(const Snapshot& snapshot, const Graph& graph,
                     std::vector<std::uint32_t> objects, const Options& options, Filling& filling,
                     PeWindow& pes, Placement& placement);

}  // namespace isthmus::engine::balance
