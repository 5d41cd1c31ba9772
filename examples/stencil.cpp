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
  void edge(int step, const Edge& edge) { edges_.put(step, edge); }
  isthmus::Task<void> run() {
    const auto around = neighbours();
    for (std::vector<double> next = cells_; true; cells_.swap(next)) {
      for (const auto& [block, face] : around) {
        Edge edge{face.opposite(), {}};
        for (int i = 0; i < n; ++i) edge.cells.push_back(cells_[at(face, i, 1)]);
        array()[block].send<&Block::edge>(step_, edge);
      }
      for (const Edge& edge : co_await edges_.of(step_, around.size())) {
        for (int i = 0; i < n; ++i) cells_[at(edge.from, i, 0)] = edge.cells[i];
      }
      double change = 0;
      for (int i = row + 1; i < row * (row - 1) - 1; i += i % row == n ? 3 : 1) {
        next[i] = (cells_[i - 1] + cells_[i + 1] + cells_[i - row] + cells_[i + row]) / 4;
        change = std::fmax(change, std::fabs(next[i] - cells_[i]));
      }
      if (++step_ == steps) co_return contribute("change", change, isthmus::reduce::max);
      if (step_ % 50 != 0) continue;
      cells_ = std::move(next);
      co_return at_sync<&Block::run>();  // here it may be moved, and kept in a checkpoint
    }
  }
  void serialize(auto& archive) { archive(step_, cells_, edges_); }

 private:
  // The i-th cell along a side: of the ring for depth 0, of the block's own outermost for 1.
  static int at(isthmus::Face face, int i, int depth) {
    const int across = face.direction < 0 ? depth : n + 1 - depth;
    return face.dimension == 0 ? across * row + i + 1 : (i + 1) * row + across;
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
