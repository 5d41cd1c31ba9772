// isthmus/testing/threads.hpp: a whole job on threads, as production drives it.
#pragma once

#include <optional>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/runtime/main_program.hpp"
#include "isthmus/runtime/settings.hpp"
#include "isthmus/testing/parts.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::testing {

/// Runs a job on the machine's clock, each PE on a thread of its own, several processes joined by
/// local sockets. Returns when all threads have ended: the failure, if any, as each process knows
/// it, by rank. All processes have the same places for checkpoints.
std::vector<std::optional<Error>> run_on_threads(
    const topology::Topology& topology, const MainProgram& main_program,
    const runtime::Settings& settings = test_settings(1), const store::Places& checkpoints = {});

}  // namespace isthmus::engine::testing
