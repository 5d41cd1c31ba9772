// Halos that may arrive with an error: a rod that cools, cut into pieces on two sites, whose
// borders cross the wide area in fewer bytes. With compress.loss = "admitted" in the grid file they
// do.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>
#include <vector>

#include "isthmus/isthmus.hpp"

using isthmus::AdmittedError;
using isthmus::Index1;
using isthmus::Job;
using isthmus::Task;

constexpr int pieces = 4;
constexpr int samples = 4096;
constexpr double bound = 1e-6;

double temperature(int piece, int sample) {
  return 20 + std::sin(piece + sample * 1e-3) + 0.1 * std::cos(sample * 0.37);
}

class Piece : public isthmus::Chare<Piece, Index1> {
 public:
  void send_on() {
    std::vector<double> border(samples);
    for (int i = 0; i < samples; ++i) border[i] = temperature(index(), i);
    array()[(index() + 1) % pieces].send<&Piece::take>(AdmittedError{bound}, border);
  }
  void take(AdmittedError error, std::span<const double> temperatures) {
    const int from = (index() + pieces - 1) % pieces;
    double worst = 0;
    for (int i = 0; i < samples; ++i) {
      worst = std::max(worst, std::abs(temperatures[i] - temperature(from, i)));
    }
    const bool is_right = error.is_spent ? worst <= error.bound : worst == 0;
    contribute("right", is_right ? 1 : 0, isthmus::reduce::sum);
  }
};

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](Job& job) -> Task<void> {
    const auto all = job.create_array<Piece>(Index1{pieces}, isthmus::mapping::block);
    all.all().send<&Piece::send_on>();
    std::printf("%d of %d borders came within %g\n", co_await job.reduction<int>("right"), pieces,
                bound);
  });
}
