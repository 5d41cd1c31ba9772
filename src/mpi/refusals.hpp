// mpi/refusals.hpp: tells what a program has asked libc for that a rank does not have.
#pragma once

#include <set>
#include <string>

namespace isthmus::engine::mpi {

/// A line for each of these names without which a program cannot do its work, such as that of
/// starting a thread: once in a process. The call has failed already, and not every program says
/// so. Any thread may call it.
void tell_refusals(int rank, const std::set<std::string>& names);

}  // namespace isthmus::engine::mpi
