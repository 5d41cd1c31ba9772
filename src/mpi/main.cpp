// isthmus-mpi: runs an MPI program as virtual ranks. `isthmus mpirun` starts it.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>
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
  PointPlan points;
  bool why_pinned = false;
};

/// What the main program goes on from, in a job that goes on from a checkpoint.
struct Progress {
  Launch launch;
  ArrayProxy<Rank> ranks;

  void serialize(auto& archive) { archive(launch, ranks); }
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

/// The ranks of a checkpoint have their program and its words in them, so these are no others.
void check(const Launch& kept, const Launch& now) {
  const auto text_of = [](const Launch& launch) {
    std::string text = std::to_string(launch.rank_count) + " ranks of " + launch.program;
    for (const std::string& word : launch.arguments) text += " " + word;
    return text + (launch.in_virtual_time ? ", in virtual time" : "");
  };
  if (text_of(kept) != text_of(now)) {
    throw BadInput({ErrorCode::bad_input, "the checkpoint is of " + text_of(kept), "isthmus-mpi",
                    "the same, and not " + text_of(now)});
  }
  if (kept.fingerprint != now.fingerprint) {
    throw BadInput({ErrorCode::bad_input,
                    "the program or a library is another one, or lies elsewhere, than in the "
                    "checkpoint",
                    now.program,
                    "the same files, on an equal machine, with addresses that are not randomized"});
  }
}

/// "0-3, 7".
std::string text_of(const std::vector<int>& ranks) {
  std::string text;
  for (std::size_t begin = 0; begin < ranks.size();) {
    std::size_t end = begin + 1;
    while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1) ++end;
    if (!text.empty()) text += ", ";
    text += std::to_string(ranks[begin]);
    if (end - begin > 1) text += "-" + std::to_string(ranks[end - 1]);
    begin = end;
  }
  return text;
}

void tell_pins(std::map<std::string, std::vector<int>>& pinned) {
  if (pinned.empty()) std::fprintf(stderr, "isthmus: no rank was pinned\n");
  for (auto& [reason, ranks] : pinned) {
    std::ranges::sort(ranks);
    std::fprintf(stderr, "isthmus: pinned: %s %s: %s\n", ranks.size() == 1 ? "rank" : "ranks",
                 text_of(ranks).c_str(), reason.c_str());
  }
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
  launch.points = arguments.points;
  launch.tells_pins = arguments.why_pinned;
  launch.ended = endings.callback();
  const auto process = Process::get(launch);
  if (!process) throw BadInput(process.error());
  launch.fingerprint = (*process)->fingerprint();
  launch.has_settled_addresses = has_settled_addresses();
  Progress progress;
  const bool goes_on = job.restored(progress);
  if (goes_on) check(progress.launch, launch);
  progress.launch = launch;
  job.set_readonly<Launch>(launch);
  if (!goes_on) {
    progress.ranks = job.create_array<Rank>(arguments.ranks, placed(mapping::block).in_order());
    progress.ranks.all().send<&Rank::begin>();
  }
  std::map<std::string, std::vector<int>> pinned;
  int status = 0;
  for (int i = 0; i < arguments.ranks; ++i) {
    const Launch::Ended ended = co_await endings;
    int own = ended.status;
    if (ended.signal != 0) {
      std::fprintf(stderr, "isthmus: rank %d was ended by signal %d\n", ended.rank, ended.signal);
      own = 128 + ended.signal;
    }
    for (const std::string& reason : ended.stayed_for) pinned[reason].push_back(ended.rank);
    if (!ended.why.empty()) std::fprintf(stderr, "isthmus: %s\n", ended.why.c_str());
    status = std::max(status, own);
    // The others may wait for it for ever.
    if (ended.is_abort || ended.signal != 0 || !ended.why.empty()) {
      job.set_exit_status(std::max(1, own));
      co_return;
    }
  }
  if (arguments.why_pinned) tell_pins(pinned);
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
