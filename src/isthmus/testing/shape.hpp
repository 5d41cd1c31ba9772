// isthmus/testing/shape.hpp: the jobs on which a distributed program is tried.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/runtime/settings.hpp"
#include "isthmus/testing/parts.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::testing {

/// `sites` sites with `pes_per_site` PEs each, joined by links with this one-way latency and up to
/// as much jitter; "0" for none. All PEs in one process, or as many processes a site as said.
topology::Topology uniform_topology(int sites, int pes_per_site, const std::string& latency = "0",
                                    const std::string& jitter = "0", int processes_per_site = 0);

/// The same, where what leaves a site goes through its first process, which may be reserved. Of one
/// with processes.
topology::Topology with_gateways(const topology::Topology& topology, bool reserved = false);

/// Who steps the PEs of a job.
enum class Drive {
  in_turn,    ///< One thread, one after the other or in a random order (World).
  threads,    ///< A thread for each PE, on the machine's clock.
  simulated,  ///< One thread, in virtual time, with checkers (sim::Simulation).
};

/// A job to run a program on.
struct Shape {
  topology::Topology topology;
  Drive drive = Drive::in_turn;
  /// The seed is that of the order of steps, 0: in turn; or of the links' jitter.
  runtime::Settings settings = test_settings(0);
  store::Places checkpoints = {};

  /// "2 sites, 4 PEs, 1 processes, seed 7, border objects first".
  std::string text() const;
};

/// One PE; several PEs of a process; sites with latency and jitter; several processes, also with
/// gateways; each in turn
/// and in several random orders, some on threads, and some in virtual time; every second one with
/// border objects first, and some with hardly any memory for what waits.
std::vector<Shape> all_shapes();

}  // namespace isthmus::engine::testing
