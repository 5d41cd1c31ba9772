// Messages between two processes in shared memory, beside a bare cache line that goes to and fro.

#include <atomic>
#include <cstdint>

#include "carried_messages.hpp"
#include "harness.hpp"
#include "process_pair.hpp"

namespace {

constexpr int repeats_max = 5;
constexpr int hops = 2'000;  // a piece; so is the next
constexpr int windows = 100;
constexpr int long_window = 4096;  // so long that nobody waits for an answer

isthmus::Task<void> measure_aggregated(isthmus::Job& job, double& rate_per_s) {
  using bench::Ends;
  const auto ends = job.create_array<Ends>(2, isthmus::mapping::block);
  co_await job.quiescence();
  const double s = co_await bench::least_s(job, [&](const isthmus::Callback<void>& done) {
    ends[0].send<&Ends::flood>(windows, long_window, done);
  });
  rate_per_s = double(windows) * long_window / s;
}

struct alignas(128) Line {
  std::atomic<std::uint64_t> number = 0;
};
struct Table {
  Line there;
  Line back;
};

int measure_raw(int rank, Table& table, double& ping_pong_ns) {
  bench::pin_to(rank);
  bench::Least ping_ns;
  std::uint64_t number = 0;
  const auto await = [&](const Line& line) {
    while (line.number.load(std::memory_order_acquire) != number) {
    }
  };
  for (int piece = 0; piece < bench::pieces; ++piece) {
    const double begin_ns = bench::now_ns();
    for (int i = 0; i < hops / 2; ++i) {
      ++number;
      if (rank == 0) table.there.number.store(number, std::memory_order_release);
      await(rank == 0 ? table.back : table.there);
      if (rank == 1) table.back.number.store(number, std::memory_order_release);
    }
    ping_ns.add(bench::now_ns() - begin_ns);
  }
  if (rank == 0) ping_pong_ns = ping_ns.value() / hops;
  return 0;
}

}  // namespace

int main() {
  bench::Results results("shared_memory");
  auto& raw_ping_pong_ns = bench::shared<double>();
  auto& figures = bench::shared<bench::CarriedFigures>();
  auto& aggregated_rate_per_s = bench::shared<double>();
  for (bench::Repeats repeats(repeats_max); repeats.another();) {
    Table& table = bench::shared<Table>();
    bench::in_two_processes([&](int rank) { return measure_raw(rank, table, raw_ping_pong_ns); });
    bench::run_process_pair([&](isthmus::Job& job) { return bench::measure_carried(job, figures); },
                            "shm");
    bench::run_process_pair(
        [&](isthmus::Job& job) { return measure_aggregated(job, aggregated_rate_per_s); }, "shm",
        "yes");
    results.add("raw_ping_pong_us", "µs", raw_ping_pong_ns * 1e-3);
    figures.add_to(results);
    results.add("aggregated_rate_m_per_s", "M/s", aggregated_rate_per_s * 1e-6);
  }
  results.print();
}
