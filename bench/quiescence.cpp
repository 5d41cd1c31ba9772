// How long after the last message is handled the main program knows that there is none.

#include <atomic>
#include <stdexcept>
#include <vector>

#include "harness.hpp"
#include "process_pair.hpp"

namespace {

constexpr int repeats_max = 5;
constexpr int detections = 21;
constexpr int element_count = 100;
constexpr int hops_each = 110;  // 11,000 messages

struct Shared {
  /// When the last message was handled, by a clock that the processes of a machine share.
  std::atomic<double> last_ns = 0;
  std::atomic<int> ended_count = 0;
  double delay_us = 0;
  double whole_us = 0;
};

Shared& shared = bench::shared<Shared>();

class Element : public isthmus::Chare<Element, int> {
 public:
  void begin() { hop(hops_each); }
  void hop(int hops_left) {
    if (hops_left > 0) {
      array()[(index() + 1) % element_count].send<&Element::hop>(hops_left - 1);
      return;
    }
    const double now_ns = bench::now_ns();
    double last_ns = shared.last_ns.load();
    while (last_ns < now_ns && !shared.last_ns.compare_exchange_weak(last_ns, now_ns)) {
    }
    ++shared.ended_count;
  }
};

isthmus::Task<void> detect(isthmus::Job& job) {
  const auto elements = job.create_array<Element>(element_count, isthmus::mapping::block);
  co_await job.quiescence();
  std::vector<double> delays_us;
  std::vector<double> wholes_us;
  for (int i = 0; i < detections; ++i) {
    shared.ended_count = 0;
    const double begin_ns = bench::now_ns();
    elements.all().send<&Element::begin>();
    co_await job.quiescence();
    const double end_ns = bench::now_ns();
    if (shared.ended_count != element_count) throw std::runtime_error("told before the end");
    delays_us.push_back((end_ns - shared.last_ns.load()) * 1e-3);
    wholes_us.push_back((end_ns - begin_ns) * 1e-3);
  }
  shared.delay_us = bench::median(delays_us);
  shared.whole_us = bench::median(wholes_us);
}

}  // namespace

int main() {
  bench::Results results("quiescence");
  for (bench::Repeats repeats(repeats_max); repeats.another();) {
    bench::run_pes(2, detect);
    results.add("two_pes_us", "µs", shared.delay_us);
    results.add("two_pes_with_messages_us", "µs", shared.whole_us);
    bench::run_process_pair(detect);
    results.add("two_processes_us", "µs", shared.delay_us);
  }
  results.print();
}
