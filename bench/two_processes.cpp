// Messages between two processes over TCP on loopback, beside sockets without a runtime.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "process_pair.hpp"
#include "raw_tcp.hpp"

namespace {

constexpr int repeats_max = 5;
constexpr int hops = 1'000;  // a piece; so are the next
constexpr int flood_messages = 25'000;
constexpr std::size_t block_bytes = std::size_t{1} << 20;
constexpr int blocks = 24;

struct Figures {
  double ping_pong_ns = 0;
  double flood_ns = 0;
  double bandwidth_gb_per_s = 0;
  double moved_bandwidth_gb_per_s = 0;
};

/// Element 0 lives in the first process, element 1 in the second.
class Pair : public isthmus::Chare<Pair, int> {
 public:
  Pair() : block_(block_bytes / sizeof(double), 1.0) {}

  void ping(int hops_left, const isthmus::Callback<void>& done) {
    left_ = hops_left;
    done_ = done;
    other().send<&Pair::pong>(std::uint64_t(hops_left));
  }
  /// 8 bytes; the count is kept at element 0.
  void pong(std::uint64_t number) {
    if (index() == 0 && (left_ -= 2) <= 0) return isthmus::send(done_);
    other().send<&Pair::pong>(number);
  }

  void flood(int batches, const isthmus::Callback<void>& done) {
    done_ = done;
    begin(batches, &Pair::send_small, 4);
  }
  void take(std::uint64_t number) {
    if (number == batch - 1) array()[0].send<&Pair::acknowledge>();
  }

  /// Blocks of 1 MiB that the sender keeps, or that it makes and gives away.
  void stream(int count, bool give, const isthmus::Callback<void>& done) {
    done_ = done;
    begin(count, give ? &Pair::give_block : &Pair::send_block, 4);
  }
  void take_block(std::span<const double> block) {
    sum_ += block.front() + block.back();
    array()[0].send<&Pair::acknowledge>();
  }

  void acknowledge() {
    if (--left_to_hear_ == 0) return isthmus::send(done_);
    if (left_to_send_ == 0) return;
    --left_to_send_;
    (this->*send_next_)();
  }

  static constexpr std::uint64_t batch = 250;

 private:
  isthmus::ElementProxy<Pair> other() const { return array()[1 - index()]; }
  void begin(int count, void (Pair::*send_next)(), int under_way) {
    left_to_hear_ = count;
    left_to_send_ = count - under_way;
    send_next_ = send_next;
    for (int i = 0; i < under_way; ++i) (this->*send_next_)();
  }
  void send_small() {
    for (std::uint64_t i = 0; i < batch; ++i) other().send<&Pair::take>(i);
  }
  void send_block() { other().send<&Pair::take_block>(block_); }
  void give_block() {
    other().send<&Pair::take_block>(std::vector<double>(block_bytes / sizeof(double), 1.0));
  }

  std::vector<double> block_;
  int left_ = 0;
  int left_to_send_ = 0;
  int left_to_hear_ = 0;
  double sum_ = 0;
  void (Pair::*send_next_)() = nullptr;
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
  const auto pair = job.create_array<Pair>(2, isthmus::mapping::block);
  co_await job.quiescence();
  const double ping_s =
      co_await least_s(job, [&](const Done& done) { pair[0].send<&Pair::ping>(hops, done); });
  const double flood_s = co_await least_s(job, [&](const Done& done) {
    pair[0].send<&Pair::flood>(flood_messages / static_cast<int>(Pair::batch), done);
  });
  const double kept_s = co_await least_s(
      job, [&](const Done& done) { pair[0].send<&Pair::stream>(blocks, false, done); });
  const double moved_s = co_await least_s(
      job, [&](const Done& done) { pair[0].send<&Pair::stream>(blocks, true, done); });
  constexpr double gigabytes = blocks * double{block_bytes} * 1e-9;
  figures = {ping_s * 1e9 / hops, flood_s * 1e9 / flood_messages, gigabytes / kept_s,
             gigabytes / moved_s};
}

// --- without a runtime -------------------------------------------------------------------------

void raw_ping_pong(int rank, int socket, int count) {
  std::array<char, 8> ball{};
  for (int i = 0; i < count; ++i) {
    if (rank == 0) bench::write_all(socket, ball);
    bench::read_all(socket, ball);
    if (rank == 1) bench::write_all(socket, ball);
  }
}

int measure_raw(int rank, int socket, Figures& figures) {
  bench::pin_to(rank);
  std::vector<char> block(block_bytes, 'x');
  bench::Least ping_ns;
  bench::Least stream_ns;
  for (int piece = 0; piece < bench::pieces; ++piece) {
    double begin_ns = bench::now_ns();
    raw_ping_pong(rank, socket, hops / 2);
    ping_ns.add(bench::now_ns() - begin_ns);
    begin_ns = bench::now_ns();
    bench::raw_stream(rank, socket, block, blocks);
    stream_ns.add(bench::now_ns() - begin_ns);
  }
  if (rank == 0) {
    figures.ping_pong_ns = ping_ns.value() / hops;
    figures.bandwidth_gb_per_s = blocks * double{block_bytes} / stream_ns.value();
  }
  return 0;
}

/// Two processes of one node whose link is a session: as between sites, without the way.
class SessionGrid {
 public:
  SessionGrid() {
    const int descriptor = mkstemps(path_.data(), 5);
    std::FILE* const file = descriptor < 0 ? nullptr : fdopen(descriptor, "w");
    const char* const text =
        "[[site]]\npes = 2\nprocesses = 2\n"
        "[link.same_node]\nchain = ['tcp']\ntcp.patience = '30s'\n";
    if (file == nullptr || std::fputs(text, file) < 0 || std::fclose(file) != 0) {
      std::perror("two_processes: cannot write a grid file");
      std::exit(1);
    }
  }
  ~SessionGrid() { std::remove(path_.c_str()); }
  SessionGrid(const SessionGrid&) = delete;
  SessionGrid& operator=(const SessionGrid&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_ = "/tmp/two_processes.XXXXXX.toml";
};

}  // namespace

int main() {
  bench::Results results("two_processes");
  const SessionGrid grid;
  Figures& figures = bench::shared<Figures>();
  for (bench::Repeats repeats(repeats_max); repeats.another();) {
    const std::pair<int, int> ends = bench::connected_pair();
    bench::in_two_processes(
        [&](int rank) { return measure_raw(rank, rank == 0 ? ends.first : ends.second, figures); });
    close(ends.first);
    close(ends.second);
    results.add("raw_ping_pong_us", "µs", figures.ping_pong_ns * 1e-3);
    results.add("raw_bandwidth_gb_per_s", "GB/s", figures.bandwidth_gb_per_s);

    bench::run_process_pair([&](isthmus::Job& job) { return measure(job, figures); });
    results.add("ping_pong_us", "µs", figures.ping_pong_ns * 1e-3);
    results.add("flood_ns", "ns", figures.flood_ns);
    results.add("bandwidth_gb_per_s", "GB/s", figures.bandwidth_gb_per_s);
    results.add("moved_bandwidth_gb_per_s", "GB/s", figures.moved_bandwidth_gb_per_s);

    bench::run_pair_of({"--grid", grid.path(), "--aggregation", "auto"},
                       [&](isthmus::Job& job) { return measure(job, figures); });
    results.add("session_ping_pong_us", "µs", figures.ping_pong_ns * 1e-3);
    results.add("session_flood_ns", "ns", figures.flood_ns);
    results.add("session_bandwidth_gb_per_s", "GB/s", figures.bandwidth_gb_per_s);
    results.add("session_moved_bandwidth_gb_per_s", "GB/s", figures.moved_bandwidth_gb_per_s);
  }
  results.print();
}
