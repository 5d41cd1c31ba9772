// Elements of uneven cost, which come to a point for the load balancer after each period:
// run it with `--balancer greedy`, or `--balancer auto`, and without.

#include <cstdint>
#include <cstdio>

#include "isthmus/isthmus.hpp"

using isthmus::Index1;
using isthmus::Job;
using isthmus::Task;

class Cell : public isthmus::Chare<Cell, Index1> {
 public:
  Cell() = default;
  explicit Cell(int periods) : periods_left_(periods) {}
  void serialize(auto& archive) { archive(periods_left_, sum_); }

  void work() {
    for (int i = 0; i < 20'000 * (index() + 1); ++i) sum_ += static_cast<std::uint64_t>(i) % 7;
    if (--periods_left_ == 0) return contribute("sum", sum_, isthmus::reduce::sum);
    at_sync<&Cell::work>();
  }

 private:
  int periods_left_ = 0;
  std::uint64_t sum_ = 0;
};

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](Job& job) -> Task<void> {
    const auto cells = job.create_array<Cell>(Index1{32}, isthmus::mapping::block, 10);
    cells.all().send<&Cell::work>();
    const auto sum = co_await job.reduction<std::uint64_t>("sum");
    std::printf("sum %llu\n", static_cast<unsigned long long>(sum));
  });
}
