// An element that moves to and fro between two PEs, of one process and of two, with a message that
// follows it each time; and messages to elements that have moved, which their old PE forwards.

#include <cstdint>
#include <vector>

#include "harness.hpp"
#include "process_pair.hpp"

namespace {

constexpr int repeats_max = 5;
constexpr int moves = 1'000;  // a piece
constexpr std::size_t small_bytes = 1024;
constexpr std::size_t large_bytes = 65536;

class Mover : public isthmus::Chare<Mover, int> {
 public:
  Mover() = default;
  explicit Mover(std::size_t bytes) : data_(bytes / sizeof(double), 1.0) {}
  void serialize(auto& archive) { archive(data_, done_); }

  void begin(int moves_left, const isthmus::Callback<void>& done) {
    done_ = done;
    go(moves_left);
  }
  /// The message is sent from the PE that the element leaves, and runs on the one it comes to.
  void go(int moves_left) {
    if (moves_left == 0) return isthmus::send(done_);
    migrate_to(isthmus::PeId(1 - pe().value));
    proxy().send<&Mover::go>(moves_left - 1);
  }

 private:
  std::vector<double> data_;
  isthmus::Callback<void> done_;
};

isthmus::Task<double> move_ns(isthmus::Job& job, std::size_t bytes) {
  const auto mover = job.create_array<Mover>(1, isthmus::mapping::block, bytes);
  co_await job.quiescence();
  bench::Least least;
  for (int piece = 0; piece < bench::pieces; ++piece) {
    isthmus::Future<void> done;
    const double begin_s = job.seconds();
    mover[0].send<&Mover::begin>(moves, done.callback());
    co_await done;
    least.add((job.seconds() - begin_s) * 1e9 / moves);
  }
  co_return least.value();
}

constexpr int ring_pes = 3;
constexpr int tokens = 30'000;  // so many that no PE runs dry where three share two cores
constexpr int passes = 5;       // of each token, a piece

class RingMember : public isthmus::Chare<RingMember, int> {
 public:
  void serialize(auto&) {}
  void pass(int passes_left) {
    if (passes_left > 0) {
      array()[(index() + 1) % ring_pes].send<&RingMember::pass>(passes_left - 1);
    }
  }
};

struct Shifted {
  int by;
  isthmus::PeId operator()(int element, const isthmus::MapContext&) const {
    return isthmus::PeId((element + by) % ring_pes);
  }
};

/// Tokens go round three elements, one a PE. Elements that have moved came from the PE after their
/// own, where their senders still believe them to be: all PEs send, forward and receive as much.
isthmus::Task<double> pass_ns(isthmus::Job& job, bool have_moved) {
  const Shifted start{have_moved ? 1 : 0};
  const auto members = job.create_array<RingMember>(
      ring_pes, isthmus::placed(start).tracked_by(isthmus::engine::location::lazy_forwarding));
  for (int i = 0; i < ring_pes; ++i) members[i].migrate_to(isthmus::PeId(i));
  co_await job.quiescence();
  bench::Least least;
  for (int piece = 0; piece < bench::pieces; ++piece) {
    const double begin_s = job.seconds();
    for (int i = 0; i < tokens; ++i) members[i % ring_pes].send<&RingMember::pass>(passes);
    co_await job.quiescence();
    least.add((job.seconds() - begin_s) * 1e9 / (tokens * passes));
  }
  co_return least.value();
}

}  // namespace

int main() {
  bench::Results results("migration");
  double& between_ns = bench::shared<double>();
  for (bench::Repeats repeats(repeats_max); repeats.another();) {
    bench::run_process_pair([&](isthmus::Job& job) -> isthmus::Task<void> {
      between_ns = co_await move_ns(job, small_bytes);
    });
    results.add("two_processes_1k_us", "µs", between_ns * 1e-3);
    bench::run_pes(2, [&](isthmus::Job& job) -> isthmus::Task<void> {
      const double small_ns = co_await move_ns(job, small_bytes);
      results.add("two_pes_1k_us", "µs", small_ns * 1e-3);
      const double large_ns = co_await move_ns(job, large_bytes);
      results.add("two_pes_64k_us", "µs", large_ns * 1e-3);
    });
    bench::run_pes(ring_pes, [&](isthmus::Job& job) -> isthmus::Task<void> {
      const double plain_ns = co_await pass_ns(job, false);
      results.add("plain_ns", "ns", plain_ns);
      const double forwarded_ns = co_await pass_ns(job, true);
      results.add("extra_hop_ns", "ns", forwarded_ns - plain_ns);
    });
  }
  results.print();
}
