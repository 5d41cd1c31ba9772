// The user changes a value of the program while it runs: `isthmus set JOB tolerance 1e-3`.

#include <cmath>
#include <cstdio>

#include "isthmus/isthmus.hpp"

using isthmus::Index1;
using isthmus::Job;
using isthmus::Steerable;
using isthmus::Task;
namespace reduce = isthmus::reduce;

// Newton's method for a square root, one number each.
class Root : public isthmus::Chare<Root, Index1> {
 public:
  void improve(double damping) {
    const double next = (value_ + square() / value_) / 2;
    const double change = damping * (next - value_);
    value_ += change;
    contribute("change", std::abs(change), reduce::max);
  }
  void show() { contribute("total", value_, reduce::sum); }

 private:
  double square() const { return static_cast<double>((index() + 1) * (index() + 1)); }

  double value_ = 1;
};

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](Job& job) -> Task<void> {
    const Steerable<double> tolerance =
        job.steerable("tolerance", 1e-12, "It ends when no root changes by more.", 0.0);
    const Steerable<double> damping =
        job.steerable("damping", 1.0, "How much of a step is taken.", 0.1, 1.0);
    const auto roots = job.create_array<Root>(10, isthmus::mapping::block);
    double change = 1;
    while (change > *tolerance) {
      roots.all().send<&Root::improve>(*damping);
      change = co_await job.reduction<double>("change");
    }
    roots.all().send<&Root::show>();
    std::printf("roots add up to %.6f\n", co_await job.reduction<double>("total"));
  });
}
