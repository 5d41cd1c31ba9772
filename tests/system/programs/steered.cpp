// A program that goes on until its user tells it to end: what tests/system/test_job_door.py steers.

#include <cstdio>
#include <string>

#include "isthmus/isthmus.hpp"

namespace {

using isthmus::Index1;
using isthmus::Job;
using isthmus::Steerable;
using isthmus::Task;

class Worker : public isthmus::Chare<Worker, Index1> {
 public:
  void work(double weight) { contribute("sum", weight, isthmus::reduce::sum); }
};

Task<void> steered(Job& job) {
  const Steerable<double> weight = job.steerable("weight", 1.0, "What each worker adds.", 0.0, 9.0);
  const Steerable<int> last_step = job.steerable("last-step", 1'000'000'000, "Where it ends.", 0);
  const Steerable<std::string> title = job.steerable("title", "untitled", "What it is called.");
  const auto workers = job.create_array<Worker>(4, isthmus::mapping::block);
  double sum = 0;
  for (int step = 0; step < *last_step; ++step) {
    workers.all().send<&Worker::work>(*weight);
    sum = co_await job.reduction<double>("sum");
  }
  std::printf("%s: sum %g\n", title->c_str(), sum);
}

}  // namespace

int main(int argc, char** argv) { return isthmus::run(argc, argv, steered); }
