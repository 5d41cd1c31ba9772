// Units of work that all begin on one PE, and a balancer that spreads them. Another one:
// work_stealing -- --balancer diffusion

#include <cstdio>

#include "isthmus/isthmus.hpp"
#include "mobile/mobile.hpp"

using isthmus::mobile::Balancing;
using isthmus::mobile::Node;
using isthmus::mobile::Options;

struct Piece {
  int number = 0;
  double value = 0;
};

void note_done(Node& node) { ++node.state<int>(); }

void integrate(Node& node, Piece& piece, int steps) {
  isthmus::charge(1'000'000);
  const double left = piece.number * 0.01;
  for (int i = 0; i < steps; ++i) {
    const double x = left + 0.01 * (i + 0.5) / steps;
    piece.value += 4 / (1 + x * x) * 0.01 / steps;
  }
  node.rsr<note_done>(0);
}

int main(int argc, char** argv) {
  Options options;
  options.balancing = Balancing::work_stealing;
  return isthmus::mobile::run(
      argc, argv,
      [](Node& node) {
        int done = 0;
        node.set_state(&done);
        if (node.rank() == 0) {
          for (int i = 0; i < 100; ++i) {
            const auto piece = node.make<Piece>(Piece{i, 0});
            node.work<integrate>(piece, 1.0, 10'000);
          }
        }
        node.quiescence();
        if (node.rank() == 0) std::printf("%d pieces of work done\n", done);
      },
      options);
}
