// jacobi2d/tiled_loop.hpp: the stencil as a plain loop of threads over tiles. No runtime, no
// messages: what the parallel program's speed is measured against.
#pragma once

#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "jacobi2d/problem.hpp"

namespace jacobi2d {

struct TiledLoopOptions {
  int threads = 1;
  int repeats = 5;  ///< Each runs `problem.steps` steps, on from where the last one ended.
};

struct TiledLoopResult {
  std::vector<double> ms_per_step;  ///< Of each repeat.
  Field field;                      ///< After all repeats, with its boundary.

  double median_ms_per_step() const;
  double least_ms_per_step() const;
};

/// Every thread owns a run of rows of tiles, made and touched by itself, and is pinned to a
/// processor where there are enough. In each step it advances its tiles and copies each one's four
/// edges into the neighbours' ghosts for the next step; then all meet at a spinning barrier.
/// `objects_down` = threads and `objects_across` = 1 is the mesh split into rows. Does all steps:
/// `tolerance` is not looked at. Fails as `validate` and `start_field` do, and when there are more
/// threads than rows of tiles.
isthmus::Expected<TiledLoopResult> run_tiled_loop(const Problem& problem,
                                                  const TiledLoopOptions& options,
                                                  const isthmus::Clock& clock);

}  // namespace jacobi2d
