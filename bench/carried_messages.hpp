// bench/carried_messages.hpp: messages of 8 bytes to 1 MiB between elements of two processes, over
// any carrier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "harness.hpp"
#include "process_pair.hpp"

namespace bench {

/// One way, but for the rate.
struct CarriedFigures {
  double ping_pong_ns = 0;
  double ping_pong_8k_ns = 0;
  double ping_pong_64k_ns = 0;
  double ping_pong_1m_ns = 0;
  double rate_per_s = 0;

  void add_to(Results& results) const {
    results.add("ping_pong_8_us", "µs", ping_pong_ns * 1e-3);
    results.add("ping_pong_8k_us", "µs", ping_pong_8k_ns * 1e-3);
    results.add("ping_pong_64k_us", "µs", ping_pong_64k_ns * 1e-3);
    results.add("ping_pong_1m_us", "µs", ping_pong_1m_ns * 1e-3);
    results.add("rate_m_per_s", "M/s", rate_per_s * 1e-6);
  }
};

inline constexpr int carried_hops = 2'000;  // a piece; so are the next
inline constexpr int carried_windows = 100;
inline constexpr int carried_window = 64;

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
  Least least;
  for (int piece = 0; piece < pieces; ++piece) {
    isthmus::Future<void> done;
    const double begin_s = job.seconds();
    begin(done.callback());
    co_await done;
    least.add(job.seconds() - begin_s);
  }
  co_return least.value();
}

inline isthmus::Task<void> measure_carried(isthmus::Job& job, CarriedFigures& figures) {
  using Done = isthmus::Callback<void>;
  const auto ends = job.create_array<Ends>(2, isthmus::mapping::block);
  co_await job.quiescence();
  const double ping_s = co_await least_s(
      job, [&](const Done& done) { ends[0].send<&Ends::ping>(carried_hops, done); });
  figures.ping_pong_ns = ping_s * 1e9 / carried_hops;
  const double flood_s = co_await least_s(job, [&](const Done& done) {
    ends[0].send<&Ends::flood>(carried_windows, carried_window, done);
  });
  figures.rate_per_s = carried_window * carried_windows / flood_s;
  for (const auto& [figure, bytes, count] :
       {std::tuple(&CarriedFigures::ping_pong_8k_ns, std::size_t{8} << 10, 1'000),
        std::tuple(&CarriedFigures::ping_pong_64k_ns, std::size_t{64} << 10, 200),
        std::tuple(&CarriedFigures::ping_pong_1m_ns, std::size_t{1} << 20, 40)}) {
    ends.all().send<&Ends::prepare>(bytes);
    co_await job.quiescence();
    const double s = co_await least_s(
        job, [&](const Done& done) { ends[0].send<&Ends::ping_block>(count, done); });
    figures.*figure = s * 1e9 / count;
  }
}

}  // namespace bench
