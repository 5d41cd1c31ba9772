// isthmus/program/probing.hpp: has the grid found out before the job, where that is wished.
#pragma once

#include <optional>

#include "isthmus/base/log.hpp"
#include "isthmus/program/options.hpp"
#include "isthmus/program/start.hpp"

namespace isthmus::engine::program {

/// Runs the probe's job (probe.hpp) on the stage, among all processes, and makes `options` those of
/// the job that follows: with the grid as it was found, the shares of their cores that PEs had,
/// wishing nothing more, and the rank that this process has in it; rank 0 stays rank 0. Every
/// process comes to the same. Rank 0 tells the log. Where it fails, the failure is told and its
/// exit status returned. Blocks.
std::optional<int> probe_grid(Options& options, Launch& launch, const Stage& stage, int core_count,
                              Log& log);

}  // namespace isthmus::engine::program
