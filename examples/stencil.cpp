// Heat spreads over a plate of 1024 x 1024 cells in 16 x 16 blocks. Each block steps as soon as its
// neighbours' edges are there, so that the way of some hides behind the work of others.
#include <cmath>
#include <cstdio>
#include "isthmus/isthmus.hpp"

constexpr int n = 64, row = n + 2, steps = 200;  // a block has n x n cells and a ring around them
struct Edge {
  isthmus::Face from;
  std::vector<double> cells;
};

class Block : public isthmus::Chare<Block, isthmus::Index2> {
 public:
  Block() { std::fill_n(cells_.begin(), index()[0] == 0 ? row : 0, 100.0); }  // the hot side
  isthmus::Task<void> run() {
    const auto around = neighbours();
    while (true) {
      for (const auto& [block, face] : around) {
        Edge edge{face.opposite(), {}};
        for (int i = 1; i <= n; ++i) edge.cells.push_back(at(face, i, 1));
        array()[block].send<&Block::edge>(step_, edge);
      }
      for (const Edge& edge : co_await edges_.of(step_, around.size())) {
        for (int i = 1; i <= n; ++i) at(edge.from, i, 0) = edge.cells[i - 1];
      }
      const std::vector<double> old = cells_;
      double change = 0;
      for (int i = row; i < row * (n + 1); ++i) {
        if (i % row == 0 || i % row == n + 1) continue;  // of the ring
        cells_[i] = (old[i - 1] + old[i + 1] + old[i - row] + old[i + row]) / 4;
        change = std::fmax(change, std::fabs(cells_[i] - old[i]));
      }
      if (++step_ == steps) co_return contribute("change", change, isthmus::reduce::max);
      if (step_ % 50 == 0) co_return at_sync<&Block::run>();  // here it may move, or be kept
    }
  }
  void edge(int step, const Edge& edge) { edges_.put(step, edge); }
  void serialize(auto& archive) { archive(step_, cells_, edges_); }

 private:
  double& at(isthmus::Face face, int i, int depth) {  // along a side: 0 in the ring, 1 behind it
    const int across = face.direction < 0 ? depth : n + 1 - depth;
    return cells_[face.dimension == 0 ? across * row + i : i * row + across];
  }
  int step_ = 0;
  std::vector<double> cells_ = std::vector<double>(row * row);
  isthmus::StepInbox<Edge> edges_{"edges"};
};

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](isthmus::Job& job) -> isthmus::Task<void> {
    isthmus::ArrayProxy<Block> blocks;
    if (!job.restored(blocks)) {  // else it goes on from a checkpoint
      blocks = job.create_array<Block>({{16, 16}}, isthmus::mapping::block);
      blocks.all().send<&Block::run>();
    }
    std::printf("largest change: %.12f\n", co_await job.reduction<double>("change"));
  });
}
