// Entry methods that state what they take, for predictions in virtual time: they need not do it.
// isthmus simulate stated_costs --pes 4 --costs charged

#include <cstdio>

#include "isthmus/isthmus.hpp"

using isthmus::Index1;
using isthmus::Job;
using isthmus::Task;

class Worker : public isthmus::Chare<Worker, Index1> {
 public:
  void work(int task) { contribute("points", 100 * task, isthmus::reduce::sum); }
};

template <>
inline constexpr auto isthmus::cost_of<&Worker::work> =
    [](const Worker&, int task) { return isthmus::TimeNs{1'000'000} + 1'000 * task; };

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](Job& job) -> Task<void> {
    const auto workers = job.create_array<Worker>(Index1{64}, isthmus::mapping::block);
    for (int i = 0; i < 64; ++i) workers[i].send<&Worker::work>(i);
    const int points = co_await job.reduction<int>("points");
    std::printf("%d points, at %.3f ms\n", points, job.seconds() * 1e3);
  });
}
