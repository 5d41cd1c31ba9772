// A sender that never looks back: PE 0 sends to the last PE as fast as it can, whose first message
// takes a while. What memory that takes and whether all came, tests/system/test_flow.py looks at.
//
//   flood MESSAGES BYTES SLEEP_MS

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "isthmus/isthmus.hpp"

namespace {

using isthmus::Index1;
using isthmus::Job;
using isthmus::Task;

class Sink : public isthmus::Chare<Sink, Index1> {
 public:
  void sleep(int sleep_ms) { std::this_thread::sleep_for(std::chrono::milliseconds(sleep_ms)); }
  void take(int number, std::span<const std::byte>) { wrong_ += number != taken_++; }
  int wrong(int count) { return taken_ == count ? wrong_ : -1; }
  long memory_max_mib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
  }

 private:
  int taken_ = 0;
  int wrong_ = 0;
};

class Source : public isthmus::Chare<Source, Index1> {
 public:
  void flood(isthmus::ArrayProxy<Sink> sinks, int to, int number, int count, int bytes) {
    constexpr int burst = 16;
    payload_.resize(static_cast<std::size_t>(bytes));
    int next = number;
    for (; next < std::min(number + burst, count); ++next) {
      sinks[to].send<&Sink::take>(next, payload_);
    }
    if (next < count) proxy().send<&Source::flood>(sinks, to, next, count, bytes);
  }

 private:
  std::vector<std::byte> payload_;
};

/// What the program hears of its connections.
class Watcher : public isthmus::Chare<Watcher, Index1> {
 public:
  void alert(const isthmus::Alert& alert) {
    cuts_ += alert.kind == isthmus::Alert::Kind::connection_cut;
    returns_ += alert.kind == isthmus::Alert::Kind::connection_back;
  }
  std::array<int, 2> heard() { return {cuts_, returns_}; }

 private:
  int cuts_ = 0;
  int returns_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  return isthmus::run(argc, argv, [](Job& job) -> Task<void> {
    const int count = std::stoi(job.arguments().at(0));
    const int bytes = std::stoi(job.arguments().at(1));
    const int last = job.pe_count() - 1;
    const auto sinks = job.create_array<Sink>(Index1{job.pe_count()}, isthmus::mapping::block);
    const auto sources = job.create_array<Source>(Index1{job.pe_count()}, isthmus::mapping::block);
    const auto watchers = job.create_array<Watcher>(Index1{1}, isthmus::mapping::block);
    job.watch_alerts(watchers[0].callback<&Watcher::alert>());
    sinks[last].send<&Sink::sleep>(std::stoi(job.arguments().at(2)));
    sources[0].send<&Source::flood>(sinks, last, 0, count, bytes);
    co_await job.quiescence();
    const int wrong = co_await sinks[last].call<&Sink::wrong>(count);
    const long sender_mib = co_await sinks[0].call<&Sink::memory_max_mib>();
    const long receiver_mib = co_await sinks[last].call<&Sink::memory_max_mib>();
    std::printf("%d of %d out of order or missing, memory %ld and %ld MiB\n", wrong, count,
                sender_mib, receiver_mib);
    const std::array<int, 2> heard = co_await watchers[0].call<&Watcher::heard>();
    std::printf("heard of %d cuts and %d returns\n", heard[0], heard[1]);
    if (wrong != 0) job.set_exit_status(1);
  });
}
