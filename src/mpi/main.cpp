// isthmus-mpi: runs an MPI program as virtual ranks. `isthmus mpirun` starts it.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mpi/abi/functions.hpp"
#include "mpi/calls.hpp"
#include "mpi/crash_report.hpp"
#include "mpi/rank.hpp"

namespace isthmus::mpi {
namespace {

constexpr int ranks_max = 30'000;  // as many slots as there are addresses for

struct Arguments {
  int ranks = 0;
  std::string program;
  std::vector<std::string> program_arguments;
  std::uint32_t move_every = 0;
  std::uint64_t move_seed = 1;
};

/// Behind "--" stand the program and its own words, which are nobody else's.
Arguments parse(const std::vector<std::string>& words) {
  Arguments arguments;
  const auto split = std::ranges::find(words, "--");
  const std::string where = "isthmus-mpi";
  const std::string usage = "--ranks N -- PROGRAM WORDS...";
  if (split == words.end() || split + 1 == words.end()) {
    throw BadInput({ErrorCode::bad_input, "no program", where, usage});
  }
  arguments.program = split[1];
  arguments.program_arguments.assign(split + 2, words.end());
  CLI::App app("Runs an MPI program as virtual ranks.", where);
  app.add_option("--ranks", arguments.ranks, "how many ranks")
      ->required()
      ->check(CLI::Range(1, ranks_max));
  app.add_option("--move-every", arguments.move_every,
                 "for tests: each rank moves to another PE at every so-many-th call (0: never)");
  app.add_option("--move-seed", arguments.move_seed, "decides where to");
  try {
    app.parse(std::vector<std::string>(std::reverse_iterator(split), words.rend()));
  } catch (const CLI::ParseError& problem) {
    throw BadInput({ErrorCode::bad_input, problem.what(), where, usage});
  }
  return arguments;
}

Task<void> main_program(Job& job) {
  const Arguments arguments = parse(job.arguments());
  Future<Launch::Ended> endings("the ends of ranks");
  Launch launch;
  launch.program = arguments.program;
  launch.arguments = arguments.program_arguments;
  launch.rank_count = arguments.ranks;
  launch.in_virtual_time = job.in_virtual_time();
  launch.move_every = arguments.move_every;
  launch.seed = arguments.move_seed;
  launch.ended = endings.callback();
  const auto process = Process::get(launch);
  if (!process) throw BadInput(process.error());
  launch.fingerprint = (*process)->fingerprint();
  launch.has_settled_addresses = has_settled_addresses();
  job.set_readonly<Launch>(launch);
  const auto ranks = job.create_array<Rank>(arguments.ranks, placed(mapping::block).in_order());
  ranks.all().send<&Rank::begin>();
  int status = 0;
  for (int i = 0; i < arguments.ranks; ++i) {
    const Launch::Ended ended = co_await endings;
    int own = ended.status;
    if (ended.signal != 0) {
      std::fprintf(stderr, "isthmus: rank %d was ended by signal %d\n", ended.rank, ended.signal);
      own = 128 + ended.signal;
    }
    if (!ended.why.empty()) std::fprintf(stderr, "isthmus: %s\n", ended.why.c_str());
    status = std::max(status, own);
    // The others may wait for it for ever.
    if (ended.is_abort || ended.signal != 0 || !ended.why.empty()) {
      job.set_exit_status(std::max(1, own));
      co_return;
    }
  }
  job.set_exit_status(status);
}

/// By function; `isthmus mpi --coverage` reads it.
void print_coverage() {
  const char* separator = "{\n";
  for (const std::string_view name : function_names) {
    const std::string quoted(name);
    if (is_served(name)) {
      std::printf("%s  \"%s\": {\"state\": \"here\"}", separator, quoted.c_str());
    } else {
      std::printf("%s  \"%s\": {\"state\": \"refused\", \"why\": \"not there yet\"}", separator,
                  quoted.c_str());
    }
    separator = ",\n";
  }
  std::printf("\n}\n");
}

}  // namespace
}  // namespace isthmus::mpi

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--coverage-json") {
    isthmus::mpi::print_coverage();
    return 0;
  }
  isthmus::mpi::settle_addresses(argv);
  isthmus::mpi::report_crashes();
  return isthmus::run(argc, argv, isthmus::mpi::main_program);
}
