// isthmus-mpi: runs an MPI program as virtual ranks. `isthmus mpirun` starts it.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mpi/abi/functions.hpp"
#include "mpi/calls.hpp"
#include "mpi/rank.hpp"

namespace isthmus::mpi {
namespace {

struct Arguments {
  int ranks = 0;
  std::string program;
  std::vector<std::string> program_arguments;
  std::uint32_t move_every = 0;
  std::uint64_t move_seed = 1;
};

/// What stands behind the program's name is the program's.
Arguments parse(const std::vector<std::string>& words) {
  Arguments arguments;
  CLI::App app("Runs an MPI program as virtual ranks.", "isthmus-mpi");
  app.add_option("--ranks", arguments.ranks, "how many ranks")
      ->required()
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--move-every", arguments.move_every,
                 "for tests: each rank moves to another PE at every so-many-th call (0: never)");
  app.add_option("--move-seed", arguments.move_seed, "decides where to");
  app.add_option("program", arguments.program, "the program")->required();
  app.prefix_command();
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::ParseError& problem) {
    throw BadInput(
        {ErrorCode::bad_input, problem.what(), "isthmus-mpi", "--ranks N PROGRAM ARGUMENTS..."});
  }
  arguments.program_arguments = app.remaining();
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
  if (auto process = Process::get(launch); !process) throw BadInput(process.error());
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

}  // namespace
}  // namespace isthmus::mpi

int main(int argc, char** argv) {
  isthmus::mpi::settle_addresses(argv);
  return isthmus::run(argc, argv, isthmus::mpi::main_program);
}
