// A program that goes on until its user tells it to end: what
// tests/system/test_job_door.py steers, and test_top.py looks at.

#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "isthmus/isthmus.hpp"

namespace {

using isthmus::Index1;
using isthmus::Job;
using isthmus::Steerable;
using isthmus::Task;

class Worker : public isthmus::Chare<Worker, Index1> {
 public:
  /// The last one takes so long, and its PE does nothing else.
  void work(double weight, double busy_s) {
    if (index() == 3) std::this_thread::sleep_for(std::chrono::duration<double>(busy_s));
    contribute("sum", weight, isthmus::reduce::sum);
  }
};

Task<void> steered(Job& job) {
  const Steerable<double> weight = job.steerable("weight", 1.0, "What each worker adds.", 0.0, 9.0);
  const Steerable<int> last_step = job.steerable("last-step", 1'000'000'000, "Where it ends.", 0);
  const Steerable<std::string> title = job.steerable("title", "untitled", "What it is called.");
  const Steerable<double> busy = job.steerable("busy", 0.0, "For how long one works, once.", 0.0);
  const auto workers = job.create_array<Worker>(4, isthmus::mapping::block);
  double sum = 0;
  job.phase("adding");
  for (int step = 0; step < *last_step; ++step) {
    workers.all().send<&Worker::work>(*weight, *busy);
    busy.set(0);
    sum = co_await job.reduction<double>("sum");
    job.picture("sums", 2, std::vector<double>{sum, -sum, 0, sum / 2});
    job.progress(step + 1, *last_step);
  }
  std::printf("%s: sum %g\n", title->c_str(), sum);
}

}  // namespace

int main(int argc, char** argv) { return isthmus::run(argc, argv, steered); }
