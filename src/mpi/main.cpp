// isthmus-mpi: runs an MPI program as virtual ranks. `isthmus mpirun` starts it.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mpi/abi/functions.hpp"
#include "mpi/calls.hpp"
#include "mpi/crash_report.hpp"
#include "mpi/image_machine.hpp"
#include "mpi/main_program.hpp"

namespace isthmus::engine::mpi {
namespace {

struct Arguments {
  int ranks = 0;
  std::string program;
  std::vector<std::string> program_arguments;
  std::uint32_t move_every = 0;
  std::uint64_t move_seed = 1;
  PointPlan points;
  bool why_pinned = false;
  double join_patience_s = 60;
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
  std::string sync_at;
  double sync_every_s = 0;
  app.add_option("--sync-at", sync_at, "FUNCTION:N, every so-many-th call of which is a point");
  app.add_option("--sync-every", sync_every_s, "seconds between points, at any such function");
  app.add_flag("--kept", arguments.points.is_kept, "the job takes checkpoints at its points");
  app.add_flag("--why-pinned", arguments.why_pinned, "say at the end what keeps ranks in place");
  app.add_option("--join-patience", arguments.join_patience_s,
                 "seconds for which MPI_Comm_join waits for a word of the socket's other end")
      ->check(CLI::PositiveNumber);
  try {
    app.parse(std::vector<std::string>(std::reverse_iterator(split), words.rend()));
  } catch (const CLI::ParseError& problem) {
    throw BadInput({ErrorCode::bad_input, problem.what(), where, usage});
  }
  if (!sync_at.empty() && sync_every_s > 0) {
    throw BadInput({ErrorCode::bad_input, "--sync-at and --sync-every", where, "one of them"});
  }
  if (!sync_at.empty()) {
    const auto points = read_points(sync_at);
    if (!points) throw BadInput(points.error());
    arguments.points.every_calls = points->every_calls;
    arguments.points.call = points->call;
  }
  arguments.points.period_ns = static_cast<TimeNs>(sync_every_s * 1e9);
  return arguments;
}

Task<void> main_program(Job& job) {
  const Arguments arguments = parse(job.arguments());
  Launch launch;
  launch.program = arguments.program;
  launch.arguments = arguments.program_arguments;
  launch.rank_count = arguments.ranks;
  launch.in_virtual_time = job.in_virtual_time();
  launch.move_every = arguments.move_every;
  launch.seed = arguments.move_seed;
  launch.points = arguments.points;
  launch.tells_pins = arguments.why_pinned;
  launch.join_patience_ns = static_cast<TimeNs>(arguments.join_patience_s * 1e9);
  const auto process = Process::get(launch);
  if (!process) throw BadInput(process.error());
  const auto program = (*process)->program(launch.program);
  if (!program) throw BadInput(program.error());
  launch.fingerprint = program->fingerprint;
  launch.has_settled_addresses = has_settled_addresses();
  co_await run_ranks(job, std::move(launch));
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

/// What each message costs is kept, so each has to be one. Of the job's own options.
bool records_costs(std::span<char* const> words) {
  constexpr std::string_view option = "--record-costs";
  const auto own_end = std::ranges::find(words, std::string_view("--"));
  return std::any_of(words.begin(), own_end, [&](std::string_view word) {
    return word.substr(0, word.find('=')) == option;
  });
}

}  // namespace
}  // namespace isthmus::engine::mpi

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--coverage-json") {
    isthmus::engine::mpi::print_coverage();
    return 0;
  }
  isthmus::engine::mpi::settle_addresses(argv);
  isthmus::engine::mpi::report_crashes();
  const std::span<char* const> words(argv, static_cast<std::size_t>(argc));
  isthmus::engine::mpi::ImageMachines images(!isthmus::engine::mpi::records_costs(words));
  isthmus::engine::mpi::use_machines(images);
  return isthmus::engine::run(argc, argv, isthmus::engine::mpi::main_program);
}
