// A project of its own that knows Isthmus by its installed package alone: heat in a ring of cells,
// cut into objects, equal to the plain loop bit for bit.
#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>
#include <vector>

#include "isthmus/isthmus.hpp"

constexpr int pieces = 12, cells = 7, all = pieces * cells, steps = 50;

// What a job tells of itself and asks for has names that a program can write.
static_assert(sizeof(isthmus::JobStatus) + sizeof(isthmus::PeStatus) +
                  sizeof(isthmus::MembershipNews) + sizeof(isthmus::ChainChange) +
                  sizeof(isthmus::VerbOutcome) + sizeof(isthmus::Verb) + sizeof(isthmus::ShownRow) +
                  sizeof(isthmus::MapContext) + sizeof(isthmus::Callback<int>) +
                  sizeof(&isthmus::location::find_policy) >
              0);

double start_of(int cell) { return cell % 5 == 0 ? 100.0 : 1.0 / (cell + 1); }
double relaxed(double west, double here, double east) { return here + (west + east - here) * 0.2; }

class Piece : public isthmus::Chare<Piece, isthmus::Index1> {
 public:
  Piece() {
    for (int i = 0; i < cells; ++i) heat_.push_back(start_of(index() * cells + i));
  }
  void send_ends() {
    array()[(index() + 1) % pieces].send<&Piece::ghost>(step_, true, heat_.back());
    array()[(index() + pieces - 1) % pieces].send<&Piece::ghost>(step_, false, heat_.front());
  }
  void ghost(int step, bool from_west, double value) {
    ghosts_[{step, from_west}] = value;
    while (step_ < steps && ghosts_.contains({step_, true}) && ghosts_.contains({step_, false})) {
      advance();
    }
  }

 private:
  void advance() {
    std::vector<double> old = {ghosts_[{step_, true}]};
    old.insert(old.end(), heat_.begin(), heat_.end());
    old.push_back(ghosts_[{step_, false}]);
    for (int i = 0; i < cells; ++i) heat_[i] = relaxed(old[i], old[i + 1], old[i + 2]);
    if (++step_ < steps) return send_ends();
    std::vector<double> whole(all, 0.0);
    std::ranges::copy(heat_, whole.begin() + index() * cells);
    contribute("heat", std::move(whole), isthmus::reduce::sum);
  }

  std::vector<double> heat_;
  std::map<std::pair<int, bool>, double> ghosts_;
  int step_ = 0;
};

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](isthmus::Job& job) -> isthmus::Task<void> {
    const auto ring = job.create_array<Piece>(pieces, isthmus::mapping::block);
    ring.all().send<&Piece::send_ends>();
    std::vector<double> serial(all), next(all);
    for (int i = 0; i < all; ++i) serial[i] = start_of(i);
    for (int step = 0; step < steps; ++step, serial.swap(next)) {
      for (int i = 0; i < all; ++i) {
        next[i] = relaxed(serial[(i + all - 1) % all], serial[i], serial[(i + 1) % all]);
      }
    }
    const bool equal = co_await job.reduction<std::vector<double>>("heat") == serial;
    std::puts(equal ? "equal to the plain loop" : "not equal to the plain loop");
    job.set_exit_status(equal ? 0 : 1);
  });
}
