#include "mobile/run.hpp"

#include <algorithm>
#include <utility>

namespace isthmus::mobile::detail {

Setup setup_of(const Job& job, const Options& options) {
  Setup setup;
  setup.arguments = job.arguments();
  setup.quiet = job.quiet();
  setup.stack_bytes = options.stack_bytes;
  return setup;
}

Task<void> await_endings(Job& job, Future<Ending> endings) {
  int exit_status = 0;
  for (int i = 0; i < job.pe_count(); ++i) {
    Ending ending = co_await endings;
    if (ending.bad_input) {
      throw BadInput({ErrorCode::bad_input, std::move(ending.what), std::move(ending.where),
                      std::move(ending.expected_what)});
    }
    exit_status = std::max(exit_status, ending.exit_status);
    for (const auto& [name, value] : ending.metrics) job.report(name, value);
  }
  co_await job.quiescence();
  job.set_exit_status(exit_status);
}

}  // namespace isthmus::mobile::detail
