// METG(50 %), the smallest granularity of tasks at which half of the time is work, by pattern of
// Task Bench (Slaughter et al. 2020), with 1, 4 and 16 tasks a PE: on two PEs of one process and of
// two. With --latency LATENCY instead between two sites so far apart.

#include <array>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>

#include "harness.hpp"
#include "metg.hpp"
#include "process_pair.hpp"
#include "task_graph.hpp"
#include "task_point.hpp"

namespace {

constexpr int repeats_max = 3;
constexpr int pe_count = 2;
constexpr int tasks_per_pe[] = {1, 4, 16};

/// How exactly it is measured: each granularity is the least of some rounds.
struct Effort {
  double least_round_s;
  int rounds;
  std::int64_t first_iterations;
};
constexpr Effort near_effort{.least_round_s = 1e-3, .rounds = 10, .first_iterations = 64};
/// Rounds are long beside the latency, which their beginning and their end take.
constexpr Effort far_effort{.least_round_s = 0.1, .rounds = 1, .first_iterations = 4096};

double work_ns_per_iteration() {
  constexpr std::int64_t iterations = 100'000;
  std::array<bench::Least, pe_count> least;
  const auto measure = [](bench::Least& own) {
    for (int piece = 0; piece < bench::pieces; ++piece) {
      const double begin_ns = bench::now_ns();
      bench::work(iterations);
      own.add((bench::now_ns() - begin_ns) / iterations);
    }
  };
  bench::on_two_cores([&] { measure(least[0]); }, [&] { measure(least[1]); });
  return 0.5 * (least[0].value() + least[1].value());
}

/// The least time of PEs that a task takes.
isthmus::Task<double> granularity_ns(isthmus::Job& job,
                                     const isthmus::ArrayProxy<bench::TaskPoint>& points,
                                     bench::TaskGraph graph, std::int64_t iterations,
                                     bench::RoundLength& length, int rounds) {
  bench::Least least;
  for (int left = rounds; left > 0;) {
    const int timesteps = length.timesteps();
    const double begin_s = job.seconds();
    points.all().send<&bench::TaskPoint::begin>(timesteps, iterations);
    const auto tasks = co_await job.reduction<std::int64_t>("round");
    const double round_s = job.seconds() - begin_s;
    if (tasks != graph.task_count(timesteps)) {
      throw std::runtime_error(std::to_string(tasks) + " tasks were run (expected " +
                               std::to_string(graph.task_count(timesteps)) + ")");
    }
    if (!length.fits(round_s)) continue;
    least.add(round_s * 1e9 * pe_count / static_cast<double>(tasks));
    --left;
  }
  co_return least.value();
}

isthmus::Task<void> measure_metg(isthmus::Job& job, bench::TaskGraph graph, const Effort& effort,
                                 double ns_per_iteration, double& metg_ns) {
  const auto points =
      job.create_array<bench::TaskPoint>(graph.width, isthmus::mapping::block, graph);
  co_await job.quiescence();
  bench::MetgSearch search(ns_per_iteration, effort.first_iterations);
  bench::RoundLength length(effort.least_round_s);
  while (!search.is_done()) {
    const double ns =
        co_await granularity_ns(job, points, graph, search.iterations(), length, effort.rounds);
    search.add(ns);
  }
  if (search.has_failed()) {
    throw std::runtime_error("no task of up to 0.1 s is work by half: is the machine busy?");
  }
  metg_ns = search.metg_ns();
}

/// Of each pattern and number of tasks. `run_all(measure, add)` runs `measure` in a job of each
/// kind, and calls `add` with the kind's name after each.
template <class RunAll>
void measure_all(bench::Results& results, const Effort& effort, RunAll&& run_all) {
  const double ns_per_iteration = work_ns_per_iteration();
  double& metg_ns = bench::shared<double>();
  for (const bench::Pattern pattern : bench::patterns) {
    for (const int tasks : tasks_per_pe) {
      const bench::TaskGraph graph{pattern, pe_count * tasks};
      const std::string metric =
          "_" + std::string(bench::name_of(pattern)) + "_" + std::to_string(tasks) + "_us";
      const auto measure = [&](isthmus::Job& job) {
        return measure_metg(job, graph, effort, ns_per_iteration, metg_ns);
      };
      run_all(measure,
              [&](const std::string& where) { results.add(where + metric, "µs", metg_ns * 1e-3); });
    }
  }
}

void measure_near(bench::Results& results) {
  for (bench::Repeats repeats(repeats_max); repeats.another();) {
    measure_all(results, near_effort, [](const auto& measure, const auto& add) {
      bench::run_process_pair(measure, "shm");
      add("processes");
      bench::run_pes(pe_count, measure);
      add("pes");
    });
  }
}

void measure_far(bench::Results& results, const std::string& latency) {
  measure_all(results, far_effort, [&](const auto& measure, const auto& add) {
    bench::run_site_pair(measure, latency);
    add("processes");
    bench::run_pes(1, measure, {"--sites", "2", "--latency", latency});
    add("pes");
  });
}

}  // namespace

int main(int argc, char** argv) {
  const bool is_far = argc == 3 && std::string_view(argv[1]) == "--latency";
  if (argc > 1 && !is_far) {
    std::fprintf(stderr, "%s: unknown argument '%s' (expected --latency LATENCY or nothing)\n",
                 argv[0], argv[1]);
    return 2;
  }
  bench::Results results(is_far ? "task_bench_far" : "task_bench");
  is_far ? measure_far(results, argv[2]) : measure_near(results);
  results.print();
}
