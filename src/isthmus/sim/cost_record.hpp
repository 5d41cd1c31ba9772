// isthmus/sim/cost_record.hpp: what every message of a measured simulation took, for the same run
// again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"

namespace isthmus::engine::sim {

/// Plain data. The format is in docs/formats/costs.md.
struct CostRecord {
  /// What decided the run, a line each, none of them empty: program, grid, seed, options,
  /// arguments.
  std::vector<std::string> run;
  /// Processor times in the order in which the simulation asked for them, at least 0 each.
  std::vector<TimeNs> laps_ns;
  std::uint64_t trace_hash = 0;
};

/// Whether the file begins as such a record does. False also where it cannot be read.
bool is_cost_record(const std::string& path);
/// ErrorCode::bad_input names the line that does not read. Holds 8 bytes for each cost, which takes
/// two bytes of the file and more; a file that has no end, such as a device, is refused.
Expected<CostRecord> read_cost_record(const std::string& path);
/// ErrorCode::io.
Expected<void> write_cost_record(const CostRecord& record, const std::string& path);
/// ErrorCode::bad_input tells the first line in which a run differs from the one recorded.
Expected<void> check_same_run(const CostRecord& record, const std::vector<std::string>& run,
                              const std::string& path);

}  // namespace isthmus::engine::sim
