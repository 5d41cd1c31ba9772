// isthmus/testing/virtual_time.hpp: a whole job in virtual time, with checkers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/runtime/main_program.hpp"
#include "isthmus/sim/simulation.hpp"
#include "isthmus/testing/parts.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::testing {

/// Plain data.
struct VirtualTimeOptions {
  /// The seed is that of the links' jitter, which is long enough to let messages of different
  /// senders overtake each other, and of the faults, too.
  runtime::Settings settings = test_settings(1);
  /// As sim::read_fault takes them.
  std::vector<std::string> faults = {};
  store::Places checkpoints = {};  ///< Of all processes.
  /// Processes hold images in memory, and so the job survives those that are lost.
  bool holds_images = false;
  /// Those that it begins without.
  std::vector<ProcessId> absent = {};
  std::optional<SiteId> witness = {};  ///< Where it is that breaks ties, if there is one.
};

/// How a simulated job ended.
struct VirtualTimeOutcome {
  /// As each process knows it, by rank; a checker's breach is a failure of all.
  std::vector<std::optional<Error>> failures;
  sim::Summary summary;
  std::uint32_t epoch = 0;  ///< The last one.
  std::string log = {};     ///< Of all processes, each line ended by a newline.
};

/// Runs a job in virtual time; entry methods cost what they charge. What cannot be built (a fault
/// that does not read) is thrown as std::runtime_error.
VirtualTimeOutcome run_in_virtual_time(const topology::Topology& topology,
                                       const MainProgram& main_program,
                                       const VirtualTimeOptions& options = {});

}  // namespace isthmus::engine::testing
