// Messages between two PEs of one process, beside a shared-memory ring between the same two cores.

#include "harness.hpp"
#include "raw_ring.hpp"
#include "ring_node.hpp"

namespace {

constexpr int repeats_max = 7;
constexpr int hops = 5'000;  // a piece; so are the next
constexpr int flood_messages = 50'000;
constexpr int ring_nodes = 1000;
constexpr int ring_hops_each = 50;

/// Element 0 sends to element 1 as fast as it can, with a bounded number under way.
class Flood : public isthmus::Chare<Flood, int> {
 public:
  static constexpr int batch = 250;
  static constexpr int batches_under_way = 4;

  void begin(int batches, const isthmus::Callback<void>& done) {
    done_ = done;
    left_to_send_ = left_to_hear_ = batches;
    for (int i = 0; i < batches_under_way; ++i) send_batch();
  }
  void take(int number, int of, double value) {
    sum_ += value;
    if (number == of - 1) array()[0].send<&Flood::acknowledge>();
  }
  void acknowledge() {
    if (--left_to_hear_ == 0) return isthmus::send(done_);
    send_batch();
  }

 private:
  void send_batch() {
    if (left_to_send_ == 0) return;
    --left_to_send_;
    const auto sink = array()[1];
    for (int i = 0; i < batch; ++i) sink.send<&Flood::take>(i, batch, 1.0);
  }

  int left_to_send_ = 0;
  int left_to_hear_ = 0;
  double sum_ = 0;
  isthmus::Callback<void> done_;
};

isthmus::Task<double> flood_ns(isthmus::Job& job) {
  const auto pair = job.create_array<Flood>(2, isthmus::mapping::block);
  co_await job.quiescence();
  bench::Least least;
  for (int piece = 0; piece < bench::pieces; ++piece) {
    isthmus::Future<void> done;
    const double begin_s = job.seconds();
    pair[0].send<&Flood::begin>(flood_messages / Flood::batch, done.callback());
    co_await done;
    least.add((job.seconds() - begin_s) * 1e9 / flood_messages);
  }
  co_return least.value();
}

double raw_ping_pong_ns() {
  bench::RawRing there;
  bench::RawRing back;
  bench::Least least;
  bench::on_two_cores(
      [&] {
        for (int piece = 0; piece < bench::pieces; ++piece) {
          bench::RawRing::Payload ball{};
          const double begin_ns = bench::now_ns();
          for (int i = 0; i < hops / 2; ++i) {
            there.push(ball);
            ball = back.pop();
          }
          least.add((bench::now_ns() - begin_ns) / hops);
        }
      },
      [&] {
        for (int i = 0; i < bench::pieces * (hops / 2); ++i) back.push(there.pop());
      });
  return least.value();
}

double raw_flood_ns() {
  bench::RawRing there;
  bench::RawRing back;
  bench::Least least;
  bench::on_two_cores(
      [&] {
        for (int piece = 0; piece < bench::pieces; ++piece) {
          const double begin_ns = bench::now_ns();
          for (int i = 0; i < flood_messages; ++i) there.push({});
          back.pop();
          least.add((bench::now_ns() - begin_ns) / flood_messages);
        }
      },
      [&] {
        for (int piece = 0; piece < bench::pieces; ++piece) {
          for (int i = 0; i < flood_messages; ++i) there.pop();
          back.push({});
        }
      });
  return least.value();
}

}  // namespace

int main() {
  bench::Results results("two_pes");
  for (bench::Repeats repeats(repeats_max); repeats.another();) {
    results.add("raw_ping_pong_ns", "ns", raw_ping_pong_ns());
    bench::run_pes(2, [&](isthmus::Job& job) -> isthmus::Task<void> {
      const double ping_pong_ns = co_await bench::one_token_ns(job, 2, hops);
      results.add("ping_pong_ns", "ns", ping_pong_ns);
      const double ring_ns = co_await bench::all_tokens_ns(job, ring_nodes, ring_hops_each);
      results.add("ring_ns", "ns", ring_ns);
      const double per_message_ns = co_await flood_ns(job);
      results.add("flood_ns", "ns", per_message_ns);
    });
    results.add("raw_flood_ns", "ns", raw_flood_ns());
  }
  results.print();
}
