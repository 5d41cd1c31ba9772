// Jacobi2D, 2048 x 2048, on two PEs, beside the plain loop over the same tiles with two threads.

#include <string>

#include "harness.hpp"
#include "jacobi2d/block.hpp"
#include "jacobi2d/tiled_loop.hpp"

namespace {

constexpr int repeats_max = 3;
constexpr int piece_count = 10;
constexpr int piece_steps = 20;

jacobi2d::Problem problem_of(int objects_a_side) {
  jacobi2d::Problem problem;
  problem.rows = problem.columns = 2048;
  problem.objects_down = problem.objects_across = objects_a_side;
  return problem;
}

/// Of the quickest piece, as in the loop.
isthmus::Task<double> ms_per_step(isthmus::Job& job, jacobi2d::Problem problem) {
  problem.steps = piece_count * piece_steps;
  const isthmus::Index2 sizes{{problem.objects_down, problem.objects_across}};
  const auto blocks = job.create_array<jacobi2d::Block>(
      sizes, isthmus::mapping::block, problem, jacobi2d::Execution{.mark_every = piece_steps});
  co_await job.quiescence();
  bench::Least least;
  for (int piece = 1; piece <= piece_count; ++piece) {
    const double begin_s = job.seconds();
    blocks.all().send<&jacobi2d::Block::advance>(piece * piece_steps);
    co_await job.reduction("mark");
    least.add((job.seconds() - begin_s) * 1e3 / piece_steps);
  }
  co_return least.value();
}

double loop_ms_per_step(jacobi2d::Problem problem) {
  problem.steps = piece_steps;
  const isthmus::SteadyClock clock;
  const auto result =
      jacobi2d::run_tiled_loop(problem, {.threads = 2, .repeats = piece_count}, clock);
  if (!result) {
    std::fprintf(stderr, "jacobi2d: %s\n", result.error().text().c_str());
    std::exit(1);
  }
  return result->least_ms_per_step();
}

}  // namespace

int main() {
  bench::Results results("jacobi2d");
  for (bench::Repeats repeats(repeats_max); repeats.another();) {
    for (const int side : {8, 32, 64}) {
      const jacobi2d::Problem problem = problem_of(side);
      const std::string name = std::to_string(side) + "x" + std::to_string(side) + "_ms";
      results.add("loop_" + name, "ms", loop_ms_per_step(problem));
      bench::run_pes(2, [&](isthmus::Job& job) -> isthmus::Task<void> {
        const double ms = co_await ms_per_step(job, problem);
        results.add(name, "ms", ms);
      });
    }
  }
  results.print();
}
