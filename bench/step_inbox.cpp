// What a StepInbox costs: a step of a small block of a stencil, 32 x 32 cells in 8 x 8 blocks on
// one PE, whose edges a StepInbox brings together for a coroutine; and the same with counters by
// hand, two sets of edges for even and odd steps, and a step that begins in the entry method.

#include <array>
#include <span>
#include <vector>

#include "harness.hpp"

namespace {

using isthmus::Face;
using isthmus::Job;
using isthmus::Task;

constexpr int repeats_max = 7;
constexpr int n = 32;
constexpr int row = n + 2;
constexpr int blocks_a_side = 8;
constexpr int steps = 50;  // a piece

/// The cells of a block and the ring around them.
class Plate {
 public:
  Plate() : cells_(row * row, 1.0), next_(cells_) {}

  void take(Face face, std::span<const double> edge) {
    for (int i = 0; i < n; ++i) cells_[at(face, i, 0)] = edge[static_cast<std::size_t>(i)];
  }
  std::span<const double> edge(Face face) {
    for (int i = 0; i < n; ++i) edge_[static_cast<std::size_t>(i)] = cells_[at(face, i, 1)];
    return edge_;
  }
  /// One function for both: inlined into a coroutine the compiler makes another loop of it.
  [[gnu::noinline]] void step() {
    for (std::size_t down = 1; down <= n; ++down) {
      for (std::size_t i = down * row + 1; i <= down * row + n; ++i) {
        next_[i] = 0.25 * (cells_[i - 1] + cells_[i + 1] + cells_[i - row] + cells_[i + row]);
      }
    }
    cells_.swap(next_);
  }

 private:
  static std::size_t at(Face face, int i, int depth) {
    const int across = face.direction < 0 ? depth : n + 1 - depth;
    return static_cast<std::size_t>(face.dimension == 0 ? across * row + i + 1
                                                        : (i + 1) * row + across);
  }
  std::vector<double> cells_;
  std::vector<double> next_;
  std::array<double, n> edge_{};
};

class ByHand : public isthmus::Chare<ByHand, isthmus::Index2> {
 public:
  void begin() {
    around_ = neighbours();
    limit_ = steps_done_ + steps;
    send_edges();
  }
  void edge(int step, Face from, std::span<const double> cells) {
    auto& kept = edges_[static_cast<std::size_t>(step % 2)][from.number()];
    kept.assign(cells.begin(), cells.end());
    ++here_[static_cast<std::size_t>(step % 2)];
    if (step == steps_done_) advance();
  }

 private:
  void advance() {
    const auto parity = static_cast<std::size_t>(steps_done_ % 2);
    if (here_[parity] != around_.size()) return;
    here_[parity] = 0;
    for (const auto& [place, face] : around_) plate_.take(face, edges_[parity][face.number()]);
    plate_.step();
    if (++steps_done_ == limit_) return contribute("by hand");
    send_edges();
    advance();
  }
  void send_edges() {
    for (const auto& [place, face] : around_) {
      array()[place].send<&ByHand::edge>(steps_done_, face.opposite(), plate_.edge(face));
    }
  }

  Plate plate_;
  std::vector<isthmus::Neighbour<isthmus::Index2>> around_;
  std::array<std::array<std::vector<double>, 4>, 2> edges_;
  std::array<std::size_t, 2> here_ = {0, 0};
  int steps_done_ = 0;
  int limit_ = 0;
};

struct Edge {
  Face from;
  std::vector<double> cells;
};

class ByInbox : public isthmus::Chare<ByInbox, isthmus::Index2> {
 public:
  Task<void> run() {
    const auto around = neighbours();
    for (const int limit = step_ + steps; step_ < limit; ++step_) {
      for (const auto& [place, face] : around) {
        array()[place].send<&ByInbox::edge>(step_, face.opposite(), plate_.edge(face));
      }
      for (const Edge& edge : co_await edges_.of(step_, around.size())) {
        plate_.take(edge.from, edge.cells);
      }
      plate_.step();
    }
    contribute("by inbox");
  }
  void edge(int step, Face from, std::span<const double> cells) {
    edges_.put(step, [&](Edge& edge) {
      edge.from = from;
      edge.cells.assign(cells.begin(), cells.end());
    });
  }

 private:
  Plate plate_;
  int step_ = 0;
  isthmus::StepInbox<Edge> edges_{"edges"};
};

/// Adds the nanoseconds that a step of one block takes, the least of some pieces; in a job of its
/// own, so that the other's blocks do not lie between these.
template <auto Begin, class Block>
void add_step(bench::Results& results, const char* metric, const char* name) {
  bench::run_pes(1, [&](Job& job) -> Task<void> {
    const isthmus::Index2 sizes{{blocks_a_side, blocks_a_side}};
    const auto blocks = job.create_array<Block>(sizes, isthmus::mapping::block);
    bench::Least least;
    for (int piece = 0; piece < bench::pieces; ++piece) {
      const double begin_ns = bench::now_ns();
      blocks.all().template send<Begin>();
      co_await job.reduction(name);
      least.add((bench::now_ns() - begin_ns) / (steps * blocks_a_side * blocks_a_side));
    }
    results.add(metric, "ns", least.value());
  });
}

}  // namespace

int main() {
  bench::Results results("step_inbox");
  for (bench::Repeats repeats(repeats_max); repeats.another();) {
    add_step<&ByHand::begin, ByHand>(results, "by_hand_ns", "by hand");
    add_step<&ByInbox::run, ByInbox>(results, "inbox_ns", "by inbox");
  }
  results.print();
}
