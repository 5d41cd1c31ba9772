// isthmus/program/measured_costs.hpp: costs of a simulation that come from outside it: measured,
// recorded as they are measured, or replayed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/program/options.hpp"
#include "isthmus/sim/cost_record.hpp"
#include "isthmus/sim/stopwatch.hpp"

namespace isthmus::engine::program {

/// What decides how a simulated run goes, a line each: two runs with the same lines and the same
/// costs are the same. Whatever the program asks of the world beside the runtime is not in it.
std::vector<std::string> lines_of_run(const Options& options, const PayloadTable& payloads);

/// Hands a simulation its stopwatch, and knows whether the run can be repeated.
class MeasuredCosts {
 public:
  /// Both outlive this. `options` are those of a simulation whose costs are known to be of this
  /// program and run, see check.
  MeasuredCosts(const Options& options, const Clock& processor);

  /// ErrorCode::bad_input where the record to be replayed is of another run.
  Expected<void> check(const PayloadTable& payloads) const;
  sim::Stopwatch& stopwatch();
  /// The line that is printed when the run has ended.
  std::string hash_line(std::uint64_t trace_hash) const;
  /// After the run: ErrorCode::bad_input where a replay went another way than what was recorded,
  /// whatever else it came to.
  Expected<void> compare(std::uint64_t trace_hash) const;
  /// After the run: writes the record where one is wanted, also of a run that failed.
  /// ErrorCode::io.
  Expected<void> keep(std::uint64_t trace_hash, const PayloadTable& payloads);

 private:
  bool can_be_repeated() const;

  const Options& options_;
  sim::ProcessorStopwatch measuring_;
  sim::RecordingStopwatch recording_;
  std::optional<sim::ReplayingStopwatch> replaying_;
};

}  // namespace isthmus::engine::program
