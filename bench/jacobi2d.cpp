// Jacobi2D, 2048 x 2048, on two PEs, beside the plain loop over the same tiles with two threads.

#include <string>
#include <vector>

#include "harness.hpp"
#include "jacobi2d/tiled_loop.hpp"
#include "jacobi2d_steps.hpp"

namespace {

constexpr int repeats_max = 3;
constexpr int piece_count = 10;

double loop_ms_per_step(jacobi2d::Problem problem) {
  problem.steps = bench::jacobi2d_piece_steps;
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
      const jacobi2d::Problem problem = bench::jacobi2d_of(side);
      const std::string name = std::to_string(side) + "x" + std::to_string(side) + "_ms";
      results.add("loop_" + name, "ms", loop_ms_per_step(problem));
      bench::run_pes(2, [&](isthmus::Job& job) -> isthmus::Task<void> {
        const std::vector<double> ms =
            co_await bench::jacobi2d_ms_per_step(job, problem, piece_count);
        results.add(name, "ms", std::ranges::min(ms));
      });
    }
  }
  results.print();
}
