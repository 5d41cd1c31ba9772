// isthmus/testing/threads.hpp: a whole job on threads, as production drives it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/runtime/main_program.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::testing {

/// Plain data.
struct ThreadsOptions {
  std::uint64_t seed = 1;
  TimeNs stall_ns = 5'000'000'000;
  collective::QuiescenceStrategy quiescence = collective::QuiescenceStrategy::counting_waves;
  BorderFirst border_first = BorderFirst::automatic;
  runtime::Aggregation aggregation = runtime::Aggregation::off;
  runtime::FlowLimits flow_limits = {};
  balance::Plan balancing = {};
};

/// Runs a job on the machine's clock, each PE on a thread of its own, several processes joined by
/// local sockets. Returns when all threads have ended: the failure, if any, as each process knows
/// it, by rank.
std::vector<std::optional<Error>> run_on_threads(const topology::Topology& topology,
                                                 const MainProgram& main_program,
                                                 const ThreadsOptions& options = {});

}  // namespace isthmus::testing
