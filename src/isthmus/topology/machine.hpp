// isthmus/topology/machine.hpp: what this machine has.
#pragma once

#include <cstdint>
#include <string>

namespace isthmus::engine::topology {

/// What the operating system lets this process use. 0 or "" where it does not say.
struct Machine {
  int core_count = 0;  ///< Logical CPUs in this process's affinity mask; at least 1.
  std::int64_t memory_bytes = 0;
  std::string cpu_name;
  std::int64_t l2_bytes = 0;  ///< Of the first CPU.
  std::int64_t l3_bytes = 0;  ///< Of the first CPU; usually shared by several.
};

/// Reads sched_getaffinity, and proc and sys below `root` ("" is the real ones; tests hand in a
/// folder). Never fails; blocks for a few file reads.
Machine this_machine(const std::string& root = "");

}  // namespace isthmus::engine::topology
