#include "jacobi2d/tiled_loop.hpp"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>
#include <optional>
#include <span>
#include <thread>
#include <utility>

#include "jacobi2d/tile.hpp"

namespace jacobi2d {
namespace {

using isthmus::Expected;

/// All threads meet here once a step. Spins for some tens of microseconds, then yields at each
/// look, so that a thread that shares its processor does not wait for a whole time slice.
class SpinBarrier {
 public:
  SpinBarrier(int threads, int spins) : threads_(threads), spins_(spins) {}

  void wait() {
    const unsigned round = round_.load(std::memory_order_relaxed);
    // Release our writes to the last one who comes, and acquire all others' as that one.
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
      arrived_.store(0, std::memory_order_relaxed);
      round_.store(round + 1, std::memory_order_release);
      return;
    }
    int spins_left = spins_;
    while (round_.load(std::memory_order_acquire) == round) {
      if (spins_left > 0) {
        --spins_left;
      } else {
        std::this_thread::yield();
      }
    }
  }

 private:
  const int threads_;
  const int spins_;
  alignas(64) std::atomic<int> arrived_ = 0;
  alignas(64) std::atomic<unsigned> round_ = 0;
};

std::vector<int> usable_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cpus;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  }
  return cpus;
}

void pin_this_thread(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  // Not being allowed to costs speed alone.
  static_cast<void>(pthread_setaffinity_np(pthread_self(), sizeof set, &set));
}

class TiledLoop {
 public:
  TiledLoop(const Problem& problem, const Field* start, const TiledLoopOptions& options,
            const isthmus::Clock& clock)
      : problem_(problem),
        start_(start),
        options_(options),
        clock_(clock),
        cpus_(usable_cpus()),
        barrier_(options.threads, options.threads > std::ssize(cpus_) ? 0 : 20000),
        tiles_(static_cast<std::size_t>(problem.objects_down) * problem.objects_across) {}

  TiledLoopResult run() {
    std::vector<std::thread> threads;
    for (int rank = 0; rank < options_.threads; ++rank) {
      threads.emplace_back([this, rank] { run_thread(rank); });
    }
    for (std::thread& thread : threads) thread.join();
    return {std::move(ms_per_step_), {}};
  }

  void gather(Field& field) const {
    for (int i = 0; i < problem_.objects_down; ++i) {
      for (int j = 0; j < problem_.objects_across; ++j) {
        place(field, rows_of(i), columns_of(j), tiles_[index_of(i, j)]->cells());
      }
    }
  }

 private:
  std::size_t index_of(int i, int j) const {
    return static_cast<std::size_t>(i) * problem_.objects_across + j;
  }
  Range rows_of(int i) const { return split(problem_.rows, problem_.objects_down, i); }
  Range columns_of(int j) const { return split(problem_.columns, problem_.objects_across, j); }

  void run_thread(int rank) {
    if (options_.threads <= std::ssize(cpus_)) pin_this_thread(cpus_[rank]);
    const Range mine = split(problem_.objects_down, options_.threads, rank);
    for (int i = mine.first; i < mine.first + mine.size; ++i) {
      for (int j = 0; j < problem_.objects_across; ++j) {
        tiles_[index_of(i, j)].emplace(start_ ? piece_of(*start_, rows_of(i), columns_of(j))
                                              : piece_of(problem_, rows_of(i), columns_of(j)));
      }
    }
    barrier_.wait();
    const std::vector<Targets> targets = targets_of(mine);
    barrier_.wait();
    for (int repeat = 0; repeat < options_.repeats; ++repeat) {
      const isthmus::TimeNs begin_ns = clock_.now_ns();
      for (int step = 0; step < problem_.steps; ++step) advance(mine, targets);
      if (rank != 0 || problem_.steps == 0) continue;
      const auto duration_ns = static_cast<double>(clock_.now_ns() - begin_ns);
      ms_per_step_.push_back(duration_ns * 1e-6 / problem_.steps);
    }
  }

  // Where a tile's edges go: the neighbours' ghosts for even and odd steps. Looked up before the
  // first step, since later on the neighbour may be stepping in another thread.
  using Targets = std::array<std::array<std::span<double>, all_sides.size()>, 2>;

  Targets targets_of(int i, int j) {
    Targets targets;
    const auto aim = [&](Side side, int down, int across) {
      if (down < 0 || down >= problem_.objects_down) return;
      if (across < 0 || across >= problem_.objects_across) return;
      Tile& neighbour = *tiles_[index_of(down, across)];
      for (const int step : {0, 1}) {
        targets[step][static_cast<int>(side)] = neighbour.ghost(opposite(side), step);
      }
    };
    aim(Side::north, i - 1, j);
    aim(Side::south, i + 1, j);
    aim(Side::west, i, j - 1);
    aim(Side::east, i, j + 1);
    return targets;
  }

  std::vector<Targets> targets_of(Range mine) {
    std::vector<Targets> targets;
    for (int i = mine.first; i < mine.first + mine.size; ++i) {
      for (int j = 0; j < problem_.objects_across; ++j) targets.push_back(targets_of(i, j));
    }
    return targets;
  }

  void advance(Range mine, const std::vector<Targets>& targets) {
    const std::size_t first = index_of(mine.first, 0);
    for (std::size_t at = 0; at < targets.size(); ++at) {
      if (at + 1 < targets.size()) tiles_[first + at + 1]->prefetch();
      Tile& tile = *tiles_[first + at];
      tile.step();
      // The neighbour may be in this step or done with it; it reads the other set of ghosts now.
      for (const Side side : all_sides) {
        const std::span<double> target = targets[at][tile.steps_done() % 2][static_cast<int>(side)];
        if (!target.empty()) std::ranges::copy(tile.edge(side), target.begin());
      }
    }
    barrier_.wait();
  }

  const Problem& problem_;
  const Field* start_;
  const TiledLoopOptions options_;
  const isthmus::Clock& clock_;
  const std::vector<int> cpus_;
  SpinBarrier barrier_;
  std::vector<std::optional<Tile>> tiles_;
  std::vector<double> ms_per_step_;
};

}  // namespace

double TiledLoopResult::median_ms_per_step() const {
  if (ms_per_step.empty()) return 0.0;
  std::vector<double> sorted = ms_per_step;
  std::ranges::sort(sorted);
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 != 0 ? sorted[half] : 0.5 * (sorted[half - 1] + sorted[half]);
}

double TiledLoopResult::least_ms_per_step() const {
  return ms_per_step.empty() ? 0.0 : std::ranges::min(ms_per_step);
}

Expected<TiledLoopResult> run_tiled_loop(const Problem& problem, const TiledLoopOptions& options,
                                         const isthmus::Clock& clock) {
  if (auto valid = validate(problem); !valid) return isthmus::forward_error(valid);
  if (options.threads < 1 || options.threads > problem.objects_down) {
    return isthmus::fail(
        isthmus::ErrorCode::bad_input, std::to_string(options.threads) + " threads", {},
        "1 to " + std::to_string(problem.objects_down) + ", the number of rows of tiles");
  }
  Expected<Field> start = start_field(problem);
  if (!start) return isthmus::forward_error(start);
  const bool from_file = !problem.boundary.file.empty();
  TiledLoop loop(problem, from_file ? &*start : nullptr, options, clock);
  TiledLoopResult result = loop.run();
  loop.gather(*start);
  result.field = std::move(*start);
  return result;
}

}  // namespace jacobi2d
