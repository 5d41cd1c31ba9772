// isthmus/program/report.hpp: what a job reports in figures, as a file (docs/formats/report.md).
#pragma once

#include <nlohmann/json.hpp>

#include "isthmus/base/error.hpp"
#include "isthmus/program/options.hpp"
#include "isthmus/runtime/job.hpp"
#include "isthmus/runtime/process.hpp"

namespace isthmus::program {

/// Writes `options.report_file`, in the first process when the job has ended. `simulation` says
/// what virtual time took; null on real backends.
Expected<void> write_report(const Options& options, const Job& job, runtime::Process& process,
                            const nlohmann::ordered_json& simulation = {});

}  // namespace isthmus::program
