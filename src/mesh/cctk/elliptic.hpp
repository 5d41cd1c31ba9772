// mesh/cctk/elliptic.hpp: elliptic equations that routines ask to be solved.
//
// Where a routine asks, what its variables have there is kept, and the driver solves the equation
// from that; what the routine does behind it counts for nothing. Then the routine is called again,
// and finds the solution in its variable where it asked before. It is never left in the middle,
// since it may hold memory there.
#pragma once

#include "mesh/cctk/state.hpp"

namespace isthmus::cctk {

/// Numbers in the job, given when the thorns are declared: one for each part of a complex variable,
/// whose coefficient is real, so that the parts do not depend on each other.
void set_equation(int variable, int part, int number_in_job);
int equation_of(int variable, int part);
/// What an item asks for, found when a plan is made.
void set_solved_by(const Item& item, const Solve& solve);

}  // namespace isthmus::cctk
