// Messages between two processes in shared memory, beside a bare cache line that goes to and fro.

#include <atomic>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "process_pair.hpp"

namespace {

constexpr int repeats_max = 5;
constexpr int hops = 2'000;  // a piece; so are the next
constexpr int windows = 100;
constexpr int window = 64;
constexpr int long_window = 4096;  // so long that nobody waits for an answer

struct Figures {
  double raw_ping_pong_ns = 0;
  double ping_pong_ns = 0;
  double ping_pong_8k_ns = 0;
  double ping_pong_64k_ns = 0;
  double ping_pong_1m_ns = 0;
  double rate_per_s = 0;
  double aggregated_rate_per_s = 0;
};

/// Element 0 lives in the first process, element 1 in the second.
class Ends : public isthmus::Chare<Ends, int> {
 public:
  void ping(int hops_left, const isthmus::Callback<void>& done) {
    left_ = hops_left;
    done_ = done;
    other().send<&Ends::pong>(std::uint64_t(hops_left));
  }
  /// 8 bytes; the count is kept at element 0.
  void pong(std::uint64_t number) {
    if (index() == 0 && (left_ -= 2) <= 0) return isthmus::send(done_);
    other().send<&Ends::pong>(number);
  }

  void prepare(std::size_t bytes) { block_.assign(bytes / sizeof(double), 1.0); }
  void ping_block(int hops_left, const isthmus::Callback<void>& done) {
    left_ = hops_left;
    done_ = done;
    other().send<&Ends::pong_block>(block_);
  }
  void pong_block(std::span<const double> block) {
    sum_ += block.front() + block.back();
    if (index() == 0 && (left_ -= 2) <= 0) return isthmus::send(done_);
    other().send<&Ends::pong_block>(block_);
  }

  void flood(int count, int size, const isthmus::Callback<void>& done) {
    left_ = count;
    window_ = size;
    done_ = done;
    acknowledge();
  }
  void take(std::uint64_t number) {
    if (number == 0) other().send<&Ends::acknowledge>();
  }
  void acknowledge() {
    if (left_-- == 0) return isthmus::send(done_);
    for (auto i = std::uint64_t(window_); i-- > 0;) other().send<&Ends::take>(i);
  }

 private:
  isthmus::ElementProxy<Ends> other() const { return array()[1 - index()]; }

  std::vector<double> block_;
  int left_ = 0;
  int window_ = 0;
  double sum_ = 0;
  isthmus::Callback<void> done_;
};

/// The least seconds that a piece takes; `begin(done)` starts one.
template <class Begin>
isthmus::Task<double> least_s(isthmus::Job& job, Begin begin) {
  bench::Least least;
  for (int piece = 0; piece < bench::pieces; ++piece) {
    isthmus::Future<void> done;
    const double begin_s = job.seconds();
    begin(done.callback());
    co_await done;
    least.add(job.seconds() - begin_s);
  }
  co_return least.value();
}

isthmus::Task<void> measure(isthmus::Job& job, Figures& figures) {
  using Done = isthmus::Callback<void>;
  const auto ends = job.create_array<Ends>(2, isthmus::mapping::block);
  co_await job.quiescence();
  const double ping_s =
      co_await least_s(job, [&](const Done& done) { ends[0].send<&Ends::ping>(hops, done); });
  figures.ping_pong_ns = ping_s * 1e9 / hops;
  const double flood_s = co_await least_s(
      job, [&](const Done& done) { ends[0].send<&Ends::flood>(windows, window, done); });
  figures.rate_per_s = window * windows / flood_s;
  for (const auto& [figure, bytes, count] :
       {std::tuple(&Figures::ping_pong_8k_ns, std::size_t{8} << 10, 1'000),
        std::tuple(&Figures::ping_pong_64k_ns, std::size_t{64} << 10, 200),
        std::tuple(&Figures::ping_pong_1m_ns, std::size_t{1} << 20, 40)}) {
    ends.all().send<&Ends::prepare>(bytes);
    co_await job.quiescence();
    const double s = co_await least_s(
        job, [&](const Done& done) { ends[0].send<&Ends::ping_block>(count, done); });
    figures.*figure = s * 1e9 / count;
  }
}

isthmus::Task<void> measure_aggregated(isthmus::Job& job, Figures& figures) {
  const auto ends = job.create_array<Ends>(2, isthmus::mapping::block);
  co_await job.quiescence();
  const double s = co_await least_s(job, [&](const isthmus::Callback<void>& done) {
    ends[0].send<&Ends::flood>(windows, long_window, done);
  });
  figures.aggregated_rate_per_s = double(windows) * long_window / s;
}

// --- without a runtime -------------------------------------------------------------------------

struct alignas(128) Line {
  std::atomic<std::uint64_t> number = 0;
};
struct Table {
  Line there;
  Line back;
};

int measure_raw(int rank, Table& table, Figures& figures) {
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
  if (rank == 0) figures.raw_ping_pong_ns = ping_ns.value() / hops;
  return 0;
}

}  // namespace

int main() {
  bench::Results results("shared_memory");
  Figures& figures = bench::shared<Figures>();
  for (bench::Repeats repeats(repeats_max); repeats.another();) {
    Table& table = bench::shared<Table>();
    bench::in_two_processes([&](int rank) { return measure_raw(rank, table, figures); });
    bench::run_process_pair([&](isthmus::Job& job) { return measure(job, figures); }, "shm");
    bench::run_process_pair([&](isthmus::Job& job) { return measure_aggregated(job, figures); },
                            "shm", "yes");
    results.add("raw_ping_pong_us", "µs", figures.raw_ping_pong_ns * 1e-3);
    results.add("ping_pong_8_us", "µs", figures.ping_pong_ns * 1e-3);
    results.add("ping_pong_8k_us", "µs", figures.ping_pong_8k_ns * 1e-3);
    results.add("ping_pong_64k_us", "µs", figures.ping_pong_64k_ns * 1e-3);
    results.add("ping_pong_1m_us", "µs", figures.ping_pong_1m_ns * 1e-3);
    results.add("rate_m_per_s", "M/s", figures.rate_per_s * 1e-6);
    results.add("aggregated_rate_m_per_s", "M/s", figures.aggregated_rate_per_s * 1e-6);
  }
  results.print();
}
