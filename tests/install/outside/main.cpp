// A project of its own that knows Isthmus by its installed package alone: heat in a ring of cells,
// cut into objects, equal to the plain loop bit for bit.
#include <cstdio>
#include <map>
#include <vector>

#include "isthmus/isthmus.hpp"

using isthmus::Index1;
using isthmus::Job;
using isthmus::Task;

constexpr int pieces = 12;
constexpr int cells = 7;  // of a piece
constexpr int steps = 50;

double start_of(int cell) { return cell % 5 == 0 ? 100.0 : 1.0 / (cell + 1); }
double relaxed(double west, double here, double east) {
  return here + 0.2 * (west - 2 * here + east);
}

class Piece : public isthmus::Chare<Piece, Index1> {
 public:
  Piece() {
    for (int i = 0; i < cells; ++i) heat_.push_back(start_of(index() * cells + i));
  }
  void begin() { send_ends(); }
  void ghost(int step, bool from_west, double value) {
    auto& pair = ghosts_[step];
    (from_west ? pair.west : pair.east) = value;
    ++pair.count;
    while (step_ < steps && ghosts_[step_].count == 2) advance();
  }

 private:
  struct Pair {
    double west = 0, east = 0;
    int count = 0;
  };
  void send_ends() {
    array()[(index() + 1) % pieces].send<&Piece::ghost>(step_, true, heat_.back());
    array()[(index() + pieces - 1) % pieces].send<&Piece::ghost>(step_, false, heat_.front());
  }
  void advance() {
    const Pair ends = ghosts_.extract(step_++).mapped();
    const std::vector<double> old = heat_;
    for (int i = 0; i < cells; ++i) {
      heat_[i] =
          relaxed(i > 0 ? old[i - 1] : ends.west, old[i], i + 1 < cells ? old[i + 1] : ends.east);
    }
    if (step_ < steps) return send_ends();
    contribute("heat", std::map<int, std::vector<double>>{{index(), heat_}}, Merge());
  }
  struct Merge {
    using Field = std::map<int, std::vector<double>>;
    void operator()(Field& into, Field&& more) const { into.merge(more); }
  };
  std::vector<double> heat_;
  std::map<int, Pair> ghosts_;
  int step_ = 0;
};

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](Job& job) -> Task<void> {
    job.create_array<Piece>(pieces, isthmus::mapping::block).all().send<&Piece::begin>();
    const auto field = co_await job.reduction<std::map<int, std::vector<double>>>("heat");
    std::vector<double> serial(pieces * cells), next;
    for (int i = 0; i < pieces * cells; ++i) serial[i] = start_of(i);
    for (int step = 0; step < steps; ++step, serial = next) {
      next = serial;
      for (int i = 0, n = pieces * cells; i < n; ++i) {
        next[i] = relaxed(serial[(i + n - 1) % n], serial[i], serial[(i + 1) % n]);
      }
    }
    std::vector<double> parallel;
    for (const auto& [piece, heat] : field)
      parallel.insert(parallel.end(), heat.begin(), heat.end());
    std::puts(parallel == serial ? "equal to the plain loop" : "not equal to the plain loop");
    job.set_exit_status(parallel == serial ? 0 : 1);
  });
}
