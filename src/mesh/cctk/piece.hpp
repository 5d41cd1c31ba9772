// mesh/cctk/piece.hpp: a piece of the grid as routines of Cactus see it.
//
// A routine loops over all points that it is given, or over those that have neighbours on all
// sides, and nothing says which. So it gets copies of its variables on the points that it is to
// compute and as many around them as there are ghosts, and only the former are taken from what it
// has written. That is right for both, for arrays that are set as a whole, and for indices that
// are reckoned by hand.
#pragma once

#include "mesh/cctk/tables.hpp"

namespace isthmus::cctk {

/// Calls a routine for what it says of boundaries and the like: with no grid, and values of 0.
/// Throws std::runtime_error where it ends in an error.
void call_to_settle(const Item& item);

}  // namespace isthmus::cctk
