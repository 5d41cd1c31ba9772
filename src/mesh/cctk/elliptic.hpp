// mesh/cctk/elliptic.hpp: elliptic equations that routines ask to be solved.
//
// A routine stops where it asks, and the driver solves the equation from what its variables have
// there. Then the routine is called again, and finds the solution in its variable where it asked
// before.
#pragma once

#include "mesh/cctk/state.hpp"

namespace isthmus::cctk {

/// What a routine throws where it stops.
struct StopsToSolve {};

/// Numbers in the job, given when the thorns are declared.
void set_equation(int variable, int number_in_job);
int equation_of(int variable);
/// What an item asks for, found when a plan is made.
void set_solved_by(const Item& item, const Solve& solve);

}  // namespace isthmus::cctk
