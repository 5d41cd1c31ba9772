// Units of work that all begin on one PE, and a balancer that spreads them. Another one:
// work_stealing -- --balancer diffusion

#include <cstdio>

#include "isthmus/isthmus.hpp"
#include "mobile/mobile.hpp"

using isthmus::mobile::Balancing;
using isthmus::mobile::Options;
using isthmus::mobile::Rank;

struct Piece {
  int number = 0;
  double value = 0;
};

void note_done(Rank& self) { ++self.state<int>(); }

void integrate(Rank& self, Piece& piece, int steps) {
  isthmus::charge(1'000'000);
  const double left = piece.number * 0.01;
  for (int i = 0; i < steps; ++i) {
    const double x = left + 0.01 * (i + 0.5) / steps;
    piece.value += 4 / (1 + x * x) * 0.01 / steps;
  }
  self.rsr<note_done>(0);
}

int main(int argc, char** argv) {
  Options options;
  options.balancing = Balancing::work_stealing;
  return isthmus::mobile::run(
      argc, argv,
      [](Rank& self) {
        int done = 0;
        self.set_state(&done);
        if (self.rank() == 0) {
          for (int i = 0; i < 100; ++i) {
            const auto piece = self.make<Piece>(Piece{i, 0});
            self.work<integrate>(piece, 1.0, 10'000);
          }
        }
        self.quiescence();
        if (self.rank() == 0) std::printf("%d pieces of work done\n", done);
      },
      options);
}
