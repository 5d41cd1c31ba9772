// Put, get and remote service requests of the mobile objects layer, beside sockets without a
// runtime and beside messages of the runtime's own.

#include "mobile/mobile.hpp"

#include <cstdint>
#include <span>
#include <vector>

#include "harness.hpp"
#include "process_pair.hpp"
#include "raw_tcp.hpp"

namespace {

using isthmus::Expected;
using isthmus::mobile::Rank;
using isthmus::mobile::Region;

constexpr int repeats_max = 5;
constexpr int hops = 1'000;  // a piece
constexpr std::size_t block_bytes = std::size_t{1} << 20;
constexpr int blocks = 24;
constexpr int under_way_max = 4;

struct Figures {
  double put_gb_per_s = 0;
  double get_gb_per_s = 0;
  double hop_ns = 0;
  double raw_gb_per_s = 0;
};

/// In memory that all processes share; main, which is known by its type alone, finds it here.
Figures& figures() {
  static Figures& shared = bench::shared<Figures>();
  return shared;
}

/// Of each rank.
struct State {
  Region other;
  int hops_left = 0;
};

void take_region(Rank& self, const Region& region) { self.state<State>().other = region; }

void pong(Rank& self, std::uint64_t number) {
  State& state = self.state<State>();
  if (self.rank() == 0 && (state.hops_left -= 2) <= 0) return;
  self.rsr<pong>(1 - self.rank(), number);
}

double hop_ns(Rank& self, State& state) {
  bench::Least least;
  for (int piece = 0; piece < bench::pieces; ++piece) {
    const double begin_ns = bench::now_ns();
    state.hops_left = hops;
    self.rsr<pong>(1, std::uint64_t{1});
    self.poll_until([&] { return state.hops_left <= 0; });
    least.add((bench::now_ns() - begin_ns) / hops);
  }
  return least.value();
}

/// `begin(done)` starts one operation on a block; so many are under way at a time.
template <class Begin>
double gb_per_s(Rank& self, Begin begin) {
  bench::Least least;
  for (int piece = 0; piece < bench::pieces; ++piece) {
    int left_to_begin = blocks;
    int left_to_end = blocks;
    std::function<void(Expected<void>)> next = [&](const Expected<void>& result) {
      if (!result) std::exit(1);
      --left_to_end;
      if (left_to_begin-- > 0) begin(next);
    };
    const double begin_ns = bench::now_ns();
    for (int i = 0; i < under_way_max; ++i) {
      --left_to_begin;
      begin(next);
    }
    self.poll_until([&] { return left_to_end == 0; });
    least.add(bench::now_ns() - begin_ns);
  }
  return blocks * double{block_bytes} / least.value();
}

void stream(Rank& self) {
  State state;
  self.set_state(&state);
  std::vector<std::byte> memory(block_bytes, std::byte{1});
  self.rsr<take_region>(1 - self.rank(), self.expose(memory));
  self.poll_until([&] { return state.other.bytes > 0; });
  self.barrier();
  if (self.rank() == 0) {
    std::vector<std::byte> block(block_bytes, std::byte{2});
    figures().put_gb_per_s =
        gb_per_s(self, [&](const auto& done) { self.put(state.other, 0, std::span(block), done); });
    figures().get_gb_per_s =
        gb_per_s(self, [&](const auto& done) { self.get(state.other, 0, std::span(block), done); });
  }
  self.barrier();
}

void ping(Rank& self) {
  State state;
  self.set_state(&state);
  self.barrier();
  if (self.rank() == 0) figures().hop_ns = hop_ns(self, state);
  self.barrier();
}

/// A message of the runtime's own, of the same 8 bytes.
class Player : public isthmus::Chare<Player, int> {
 public:
  void serve(int hops_left, const isthmus::Callback<void>& done) {
    left_ = hops_left;
    done_ = done;
    array()[1].send<&Player::pong>(std::uint64_t{1});
  }
  void pong(std::uint64_t number) {
    if (index() == 0 && (left_ -= 2) <= 0) return isthmus::send(done_);
    array()[1 - index()].send<&Player::pong>(number);
  }

 private:
  int left_ = 0;
  isthmus::Callback<void> done_;
};

isthmus::Task<void> ping_plainly(isthmus::Job& job) {
  const auto players = job.create_array<Player>(2, isthmus::mapping::block);
  co_await job.quiescence();
  bench::Least least;
  for (int piece = 0; piece < bench::pieces; ++piece) {
    isthmus::Future<void> done;
    const double begin_ns = bench::now_ns();
    players[0].send<&Player::serve>(hops, done.callback());
    co_await done;
    least.add((bench::now_ns() - begin_ns) / hops);
  }
  figures().hop_ns = least.value();
}

int measure_raw(int rank, int socket) {
  bench::pin_to(rank);
  std::vector<char> block(block_bytes, 'x');
  bench::Least stream_ns;
  for (int piece = 0; piece < bench::pieces; ++piece) {
    const double begin_ns = bench::now_ns();
    bench::raw_stream(rank, socket, block, blocks);
    stream_ns.add(bench::now_ns() - begin_ns);
  }
  if (rank == 0) figures().raw_gb_per_s = blocks * double{block_bytes} / stream_ns.value();
  return 0;
}

}  // namespace

int main() {
  bench::Results results("mobile");
  figures();
  const auto pinging = isthmus::mobile::as_main_program<ping>();
  const auto streaming = isthmus::mobile::as_main_program<stream>();
  for (bench::Repeats repeats(repeats_max); repeats.another();) {
    const std::pair<int, int> ends = bench::connected_pair();
    bench::in_two_processes(
        [&](int rank) { return measure_raw(rank, rank == 0 ? ends.first : ends.second); });
    close(ends.first);
    close(ends.second);
    results.add("raw_bandwidth_gb_per_s", "GB/s", figures().raw_gb_per_s);
    bench::run_process_pair(streaming);
    results.add("put_gb_per_s", "GB/s", figures().put_gb_per_s);
    results.add("get_gb_per_s", "GB/s", figures().get_gb_per_s);
    bench::run_process_pair(ping_plainly);
    results.add("message_two_processes_us", "µs", figures().hop_ns * 1e-3);
    bench::run_process_pair(pinging);
    results.add("rsr_two_processes_us", "µs", figures().hop_ns * 1e-3);
    bench::run_pes(2, ping_plainly);
    results.add("message_two_pes_ns", "ns", figures().hop_ns);
    bench::run_pes(2, pinging);
    results.add("rsr_two_pes_ns", "ns", figures().hop_ns);
  }
  results.print();
}
