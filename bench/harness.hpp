// bench/harness.hpp: what the benchmark programs share: medians, JSON lines, threads, jobs in turn.
#pragma once

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "isthmus/isthmus.hpp"

namespace bench {

/// The exit status of a benchmark that lacks what it would measure; its last line says what.
inline constexpr int skipped = 77;

inline double now_ns() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<double>(std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
}

inline double median(std::vector<double> values) {
  if (values.empty()) return 0.0;
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 != 0 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

/// A program's repeats: `for (Repeats repeats(7); repeats.another();)`. No more begin once the time
/// is up, so that a busy machine does not hold up the other programs; one is always made.
class Repeats {
 public:
  explicit Repeats(int count, double seconds = 6.0)
      : count_(count), end_ns_(now_ns() + seconds * 1e9) {}
  bool another() { return made_++ == 0 || (made_ <= count_ && now_ns() < end_ns_); }

 private:
  int count_;
  int made_ = 0;
  double end_ns_;
};

/// A repeat is cut into so many pieces, and the quickest counts, of ours and of the limit alike:
/// what others do on the machine can only add.
inline constexpr int pieces = 20;

/// Keeps the least.
class Least {
 public:
  void add(double value) { value_ = std::min(value_, value); }
  double value() const { return value_; }

 private:
  double value_ = 1e300;
};

/// The samples of one program; prints one JSON line a metric, its median. One thread.
class Results {
 public:
  explicit Results(std::string benchmark) : benchmark_(std::move(benchmark)) {}

  void add(const std::string& metric, const std::string& unit, double value) {
    const auto same = [&](const Metric& known) { return known.name == metric; };
    auto found = std::ranges::find_if(metrics_, same);
    if (found == metrics_.end()) found = metrics_.insert(found, {metric, unit, {}});
    found->samples.push_back(value);
  }

  void print() const {
    for (const Metric& metric : metrics_) {
      std::printf("{\"benchmark\":\"%s\",\"metric\":\"%s\",\"value\":%.6g,\"unit\":\"%s\"}\n",
                  benchmark_.c_str(), metric.name.c_str(), median(metric.samples),
                  metric.unit.c_str());
    }
    std::fflush(stdout);
  }

 private:
  struct Metric {
    std::string name;
    std::string unit;
    std::vector<double> samples;
  };
  std::string benchmark_;
  std::vector<Metric> metrics_;
};

/// Where the system refuses, the thread stays where it is.
inline void pin_to(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(core), &set);
  pthread_setaffinity_np(pthread_self(), sizeof(set), &set);
}

/// Runs both at the same time, on the cores that a job of two PEs pins its threads to.
template <class First, class Second>
void on_two_cores(First&& first, Second&& second) {
  std::thread other([&] {
    pin_to(1);
    second();
  });
  std::thread one([&] {
    pin_to(0);
    first();
  });
  one.join();
  other.join();
}

/// The exit status of a job with these options of the runtime. It runs in a thread of its own,
/// since a job pins the thread that it is given.
inline int run_job(std::vector<std::string> options, const isthmus::MainProgram& main_program) {
  options.insert(options.begin(), "bench");
  options.push_back("--quiet");
  std::vector<const char*> arguments;
  for (const std::string& option : options) arguments.push_back(option.c_str());
  int status = 0;
  std::thread([&] {
    status = isthmus::run(static_cast<int>(arguments.size()), arguments.data(), main_program);
  }).join();
  return status;
}

/// A job of so many PEs in this process; one that fails ends the program.
inline void run_pes(int pe_count, const isthmus::MainProgram& main_program,
                    std::vector<std::string> options = {}) {
  options.insert(options.end(), {"--pes", std::to_string(pe_count)});
  const int status = run_job(std::move(options), main_program);
  if (status != 0) std::exit(status);
}

}  // namespace bench
