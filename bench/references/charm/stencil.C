// Jacobi2D, 2048 x 2048, as a Charm++ program over the same tiles and kernel as the application.

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "jacobi2d/problem.hpp"
#include "jacobi2d/tile.hpp"
#include "stencil.decl.h"

namespace {

using jacobi2d::Side;

constexpr int repeats = 3;
constexpr int piece_count = 10;
constexpr int piece_steps = 20;
constexpr int mesh = 2048;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

/// Contiguous runs of rows of tiles to PEs in order.
class SlabMap : public CBase_SlabMap {
 public:
  explicit SlabMap(int objects_a_side) : objects_a_side_(objects_a_side) {}
  explicit SlabMap(CkMigrateMessage* message) : CBase_SlabMap(message) {}
  int procNum(int, const CkArrayIndex& index) override {
    return index.data()[0] * CkNumPes() / objects_a_side_;
  }

 private:
  int objects_a_side_;
};

/// Steps whenever its ghosts are there.
class Block : public CBase_Block {
 public:
  explicit Block(int objects_a_side) {
    jacobi2d::Problem problem;
    problem.rows = problem.columns = mesh;
    problem.objects_down = problem.objects_across = objects_a_side;
    const int down = thisIndex.x;
    const int across = thisIndex.y;
    tile_ = jacobi2d::Tile(jacobi2d::piece_of(problem, jacobi2d::split(mesh, objects_a_side, down),
                                              jacobi2d::split(mesh, objects_a_side, across)));
    const std::array<std::array<int, 2>, 4> places = {
        {{down - 1, across}, {down + 1, across}, {down, across - 1}, {down, across + 1}}};
    for (int side = 0; side < 4; ++side) {
      const auto [i, j] = places[side];
      has_neighbour_[side] = i >= 0 && i < objects_a_side && j >= 0 && j < objects_a_side;
      if (!has_neighbour_[side]) continue;
      neighbours_[side] = thisProxy(i, j);
      ++neighbour_count_;
    }
    ghosts_here_[0] = neighbour_count_;
  }
  explicit Block(CkMigrateMessage*) {}

  void advance(int steps, const CkCallback& done) {
    done_ = done;
    limit_ = steps;
    step_while_ready();
  }

  void halo(int step, int side, int count, const double* edge) {
    tile_.set_ghost(static_cast<Side>(side), step,
                    std::span<const double>(edge, static_cast<std::size_t>(count)));
    const int here = ++ghosts_here_[step % 2];
    if (step != tile_.steps_done()) return;
    if (here == neighbour_count_ - 1) tile_.prefetch();
    step_while_ready();
  }

 private:
  void step_while_ready() {
    while (tile_.steps_done() < limit_ &&
           ghosts_here_[tile_.steps_done() % 2] == neighbour_count_) {
      step_once();
    }
  }

  void step_once() {
    ghosts_here_[tile_.steps_done() % 2] = 0;
    tile_.step();
    for (int side = 0; side < 4; ++side) {
      if (!has_neighbour_[side]) continue;
      const std::span<const double> edge = tile_.edge(static_cast<Side>(side));
      const int at = static_cast<int>(jacobi2d::opposite(static_cast<Side>(side)));
      neighbours_[side].halo(tile_.steps_done(), at, static_cast<int>(edge.size()), edge.data());
    }
    if (tile_.steps_done() == limit_) contribute(done_);
  }

  int limit_ = 0;
  jacobi2d::Tile tile_;
  int neighbour_count_ = 0;
  std::array<int, 2> ghosts_here_ = {0, 0};
  std::array<bool, 4> has_neighbour_ = {};
  std::array<CProxyElement_Block, 4> neighbours_;
  CkCallback done_;
};

class Main : public CBase_Main {
 public:
  explicit Main(CkArgMsg* arguments) {
    delete arguments;
    thisProxy.run();
  }

  void run() {
    for (const int side : {8, 32, 64}) {
      std::vector<double> samples;
      for (int i = 0; i < repeats; ++i) samples.push_back(ms_per_step(side));
      const std::string name = std::to_string(side) + "x" + std::to_string(side);
      CkPrintf(
          "{\"benchmark\":\"charm\",\"metric\":\"jacobi2d_%s_ms\",\"value\":%.6g,"
          "\"unit\":\"ms\"}\n",
          name.c_str(), median(samples));
    }
    CkExit();
  }

 private:
  static double ms_per_step(int side) {
    CkArrayOptions options(side, side);
    options.setMap(CProxy_SlabMap::ckNew(side));
    CProxy_Block blocks = CProxy_Block::ckNew(side, options);
    CkWaitQD();
    double least_s = 1e300;
    for (int piece = 1; piece <= piece_count; ++piece) {
      const double begin_s = CkWallTimer();
      blocks.advance(piece * piece_steps, CkCallbackResumeThread());
      least_s = std::min(least_s, CkWallTimer() - begin_s);
    }
    const double ms = least_s * 1e3 / piece_steps;
    blocks.ckDestroy();
    CkWaitQD();
    return ms;
  }
};

#include "stencil.def.h"
