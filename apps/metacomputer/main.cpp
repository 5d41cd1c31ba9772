// The programs of the metacomputer (Neff 1995): reads the options and starts the one that is asked
// for.

#include <cstdio>
#include <stdexcept>
#include <string>

#include "metacomputer/options.hpp"
#include "metacomputer/programs.hpp"
#include "metacomputer/shares.hpp"

namespace metacomputer {
namespace {

isthmus::Task<void> run_main(isthmus::Job& job) {
  const Options options = or_bad_input(parse_options(job.arguments()));
  if (options.help) {
    std::fputs(options.help->c_str(), stdout);
    co_return;
  }
  // Its data are dealt out to PEs by their numbers, of which none may be missing.
  if (!job.is_complete()) {
    throw std::runtime_error("metacomputer does not go on without some of the " +
                             std::to_string(job.pe_count()) + " PEs: start it again");
  }
  switch (options.program) {
    case Program::paths:
      co_return co_await run_paths(job, options);
    case Program::product:
      co_return co_await run_product(job, options);
    case Program::gauss:
      co_return co_await run_gauss(job, options);
    case Program::jacobi:
      co_return co_await run_jacobi(job, options);
    case Program::latency:
    case Program::scatter:
    case Program::gather:
    case Program::all_to_all:
      co_return co_await run_messages(job, options);
  }
}

}  // namespace
}  // namespace metacomputer

int main(int argc, char** argv) { return isthmus::run(argc, argv, metacomputer::run_main); }
