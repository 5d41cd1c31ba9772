// mpi/main_thread.hpp: which thread of its program a rank is called from.
#pragma once

namespace isthmus::engine::mpi {

/// Whether the call that is being served comes from the thread that has initialized MPI. A virtual
/// rank has one thread; who has more says how to find out, once.
bool is_on_main_thread();
void find_main_thread_by(bool (*is_on_it)());

}  // namespace isthmus::engine::mpi
