// isthmus/program/report.hpp: what a job reports in figures, as a file (docs/formats/report.md).
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/program/options.hpp"
#include "isthmus/program/pe_times.hpp"
#include "isthmus/runtime/job.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/store/checkpoints.hpp"

namespace isthmus::engine::program {

/// How an epoch of a job that goes on began: who was lost, has left or has come. Plain data.
struct EpochBegin {
  MembershipNews news;
  TimeNs at_ns = 0;              ///< Since this process began the job.
  std::uint64_t checkpoint = 0;  ///< From which it goes on; 0: from the start.
  TimeNs repeated_ns = 0;        ///< Of work that is done again.
};

/// What a process knows of a job beside its last epoch.
struct History {
  std::vector<EpochBegin> epochs;  ///< But the first.
  /// Those that were taken while it had the main program.
  store::CheckpointTotals checkpoints;
  /// In virtual time the processes beside that of the main program: what their devices counted is
  /// at hand.
  std::vector<runtime::Process*> others = {};
  /// In virtual time where the time of each PE went: on real backends its processes report that.
  PeTimes times = {};
};

/// Writes `options.report_file`, in the process of the main program when the job has ended.
/// `simulation` says what virtual time took; null on real backends.
Expected<void> write_report(const Options& options, const Job& job, runtime::Process& process,
                            const History& history, const nlohmann::ordered_json& simulation = {});

}  // namespace isthmus::engine::program
