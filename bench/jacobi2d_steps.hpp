// bench/jacobi2d_steps.hpp: Jacobi2D in pieces, for the programs that time it.
#pragma once

#include <vector>

#include "harness.hpp"
#include "jacobi2d/block.hpp"

namespace bench {

inline constexpr int jacobi2d_piece_steps = 20;

/// 2048 x 2048.
inline jacobi2d::Problem jacobi2d_of(int objects_a_side) {
  jacobi2d::Problem problem;
  problem.rows = problem.columns = 2048;
  problem.objects_down = problem.objects_across = objects_a_side;
  return problem;
}

/// Of each piece, after which the load balancer does a step, if there is one.
inline isthmus::Task<std::vector<double>> jacobi2d_ms_per_step(isthmus::Job& job,
                                                               jacobi2d::Problem problem,
                                                               int piece_count) {
  problem.steps = piece_count * jacobi2d_piece_steps;
  const isthmus::Index2 sizes{{problem.objects_down, problem.objects_across}};
  const auto blocks =
      job.create_array<jacobi2d::Block>(sizes, isthmus::mapping::block, problem,
                                        jacobi2d::Execution{.mark_every = jacobi2d_piece_steps});
  co_await job.quiescence();
  std::vector<double> ms;
  for (int piece = 1; piece <= piece_count; ++piece) {
    const double begin_s = job.seconds();
    blocks.all().send<&jacobi2d::Block::advance>(piece * jacobi2d_piece_steps);
    co_await job.reduction("mark");
    co_await job.balance();
    ms.push_back((job.seconds() - begin_s) * 1e3 / jacobi2d_piece_steps);
  }
  co_return ms;
}

}  // namespace bench
