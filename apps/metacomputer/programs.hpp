// metacomputer/programs.hpp: the programs as the main program starts them.
#pragma once

#include "isthmus/isthmus.hpp"
#include "metacomputer/options.hpp"

namespace metacomputer {

// Each reads or makes its input, has the PEs do the work, prints and reports its time, without that
// of the start, and compares the result where that is asked for: exit status 1 if it is wrong.
// Throws isthmus::BadInput for files that make no sense.

/// Dijkstra's algorithm for all vertices (Neff 1995, 4.1.1).
isthmus::Task<void> run_paths(isthmus::Job& job, const Options& options);
/// Conventional, Cannon's and Fox's products (4.2).
isthmus::Task<void> run_product(isthmus::Job& job, const Options& options);
/// Gaussian elimination and back substitution (4.3.1).
isthmus::Task<void> run_gauss(isthmus::Job& job, const Options& options);
/// Jacobi's method (4.3.2).
isthmus::Task<void> run_jacobi(isthmus::Job& job, const Options& options);
/// Latency, scatter, gather, all-to-all broadcast (5.4).
isthmus::Task<void> run_messages(isthmus::Job& job, const Options& options);

}  // namespace metacomputer
