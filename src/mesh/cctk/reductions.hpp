// mesh/cctk/reductions.hpp: what reductions of variables are, in the job.
#pragma once

#include <set>

#include "mesh/cctk/state.hpp"

namespace isthmus::cctk {

/// The part of a complex variable that its absolute values are, for its reductions.
constexpr int absolute_part = 2;

/// The reductions of a variable; set when the thorns are declared. An analysis has its own, as what
/// it makes must not be what steps go by.
void set_reduction(int variable, bool is_of_analysis, int part, int number_in_job);
int reduction_of(int variable, bool is_of_analysis, int part);

/// An item asks for these, as was heard when a plan was made. The parameters' lock is held alone.
void set_reduced_by(const Item& item, const std::set<int>& variables);

}  // namespace isthmus::cctk
