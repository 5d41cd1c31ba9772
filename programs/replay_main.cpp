// isthmus-replay: runs a snapshot as a program again, object by object and message by message, and
// tells the time of a step; with costs charged in virtual time, and with a balancer if one is
// given.
//
//   isthmus-replay --backend sim --costs charged --sites 2 --pes 8 --latency 32ms
//       --balancer grid_hybrid -- SNAPSHOT --leaders 216

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/balance/snapshot_json.hpp"
#include "isthmus/base/command_line.hpp"
#include "isthmus/isthmus.hpp"
#include "replayed_object.hpp"

namespace isthmus::engine::replay {
namespace {

struct Arguments {
  std::string snapshot;
  std::uint32_t leaders = 0;
  Length length;
  std::optional<std::string> help = {};
};

Expected<Arguments> parse_arguments(const std::vector<std::string>& words) {
  Arguments arguments;
  Length& length = arguments.length;
  CLI::App app("Runs a snapshot as a program: its objects work and send as they did.");
  app.name("isthmus-replay [runtime options] --");
  app.add_option("snapshot", arguments.snapshot, "A snapshot file.")->required();
  app.add_option("--leaders", arguments.leaders,
                 "The first so many objects begin each step; the others answer within it.");
  const CLI::Range counts(0, 1'000'000);
  app.add_option("--steps", length.steps, "Steps that are timed. Default 60.")
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--warmup", length.warmup, "Steps before those. Default 20.")->check(counts);
  app.add_option("--balanced-at", length.balanced_at,
                 "Come to a point for the load balancer after so many steps, once, before the "
                 "warm-up; 0: never.")
      ->check(counts);
  auto help = read_command_line(app, words, "one that `-- --help` lists");
  if (!help) return forward_error(help);
  arguments.help = std::move(*help);
  return arguments;
}

/// Where the snapshot says that the objects are.
struct AsRecorded {
  std::vector<PeId> pe;

  PeId operator()(Index1 index, const MapContext&) const {
    return pe[static_cast<std::size_t>(index)];
  }
  void serialize(auto& archive) { archive(pe); }
};

void expect_same_pes(const Job& job, const balance::Snapshot& snapshot) {
  const topology::Topology& topology = job.topology();
  const auto pes = static_cast<std::size_t>(topology.pe_count());
  bool same = pes == snapshot.pe_count();
  for (std::uint32_t pe = 0; same && pe < pes; ++pe) {
    same = topology.site_of(PeId(pe)) == snapshot.site_of(PeId(pe));
  }
  if (same) return;
  throw BadInput(Error(ErrorCode::bad_input,
                       "a job of " + std::to_string(pes) + " PEs at " +
                           std::to_string(topology.site_count()) + " sites",
                       "snapshot",
                       "the snapshot's " + std::to_string(snapshot.pe_count()) + " PEs at " +
                           std::to_string(snapshot.site_count()) + " sites, in its order"));
}

Task<void> run_main(Job& job) {
  const Arguments arguments = or_bad_input(parse_arguments(job.arguments()));
  if (arguments.help) {
    std::fputs(arguments.help->c_str(), stdout);
    co_return;
  }
  const balance::Snapshot snapshot = or_bad_input(balance::load_snapshot(arguments.snapshot));
  expect_same_pes(job, snapshot);
  const Length length = arguments.length;
  job.set_readonly(or_bad_input(make_scene(snapshot, arguments.leaders, length)));
  const auto objects = job.create_array<ReplayedObject>(
      static_cast<Index1>(snapshot.object_count()), AsRecorded{snapshot.objects.pe});
  co_await job.quiescence();
  const double begin_s = job.seconds();
  objects.all().send<&ReplayedObject::begin>();
  double from_s = begin_s;
  if (length.timed_from() > 0) {
    co_await job.reduction("from");
    from_s = job.seconds();
  }
  co_await job.reduction("to");
  const double ms = (job.seconds() - from_s) * 1e3 / length.steps;
  co_await job.reduction("end");
  std::printf("replay: %zu objects on %d PEs at %d sites: %.3f ms per step (over %d steps)\n",
              snapshot.object_count(), job.pe_count(), job.topology().site_count(), ms,
              length.steps);
  job.report("ms_per_step", ms);
}

}  // namespace
}  // namespace isthmus::engine::replay

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, isthmus::engine::replay::run_main);
}
