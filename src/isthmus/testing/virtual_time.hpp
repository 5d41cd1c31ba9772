// isthmus/testing/virtual_time.hpp: a whole job in virtual time, with checkers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/runtime/main_program.hpp"
#include "isthmus/sim/simulation.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::testing {

/// Plain data.
struct VirtualTimeOptions {
  /// Of the links' jitter, which is long enough to let messages of different senders overtake each
  /// other, and of the faults.
  std::uint64_t seed = 1;
  /// As sim::read_fault takes them.
  std::vector<std::string> faults = {};
  collective::QuiescenceStrategy quiescence = collective::QuiescenceStrategy::counting_waves;
  BorderFirst border_first = BorderFirst::automatic;
  balance::Plan balancing = {};
  runtime::FlowLimits flow_limits = {};
};

/// How a simulated job ended.
struct VirtualTimeOutcome {
  /// As each process knows it, by rank; a checker's breach is a failure of all.
  std::vector<std::optional<Error>> failures;
  sim::Summary summary;
};

/// Runs a job in virtual time; entry methods cost what they charge. What cannot be built (a fault
/// that does not read) is thrown as std::runtime_error.
VirtualTimeOutcome run_in_virtual_time(const topology::Topology& topology,
                                       const MainProgram& main_program,
                                       const VirtualTimeOptions& options = {});

}  // namespace isthmus::testing
