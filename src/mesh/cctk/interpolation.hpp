// mesh/cctk/interpolation.hpp: what interpolations of variables are, in the job.
#pragma once

#include <set>

#include "mesh/cctk/state.hpp"

namespace isthmus::cctk {

/// The interpolations of a variable, of steps and of analyses, as reductions have them; set when
/// the thorns are declared. Their places are known when a plan is made, and those of a complex
/// variable's two parts are the same.
void set_interpolation(int variable, bool is_of_analysis, int part, int number_in_job);
int interpolation_of(int variable, bool is_of_analysis, int part);

/// A plan is made anew: what was heard of places is forgotten.
void forget_places();

/// An item asks for these, as was heard when a plan was made. The parameters' lock is held alone.
void set_interpolated_by(const Item& item, const std::set<int>& variables);

}  // namespace isthmus::cctk
