// One stream of messages between two sites over several thin connections, and over what is left of
// them when one is killed.

#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "harness.hpp"
#include "process_pair.hpp"
#include "thin_link.hpp"

namespace {

constexpr int connections = 4;
constexpr double seconds = 1.0;  // of measuring
constexpr double warm_up_s = 0.6;
constexpr std::size_t block_bytes = std::size_t{256} << 10;
constexpr int under_way = 64;

struct Shared {
  bench::LinkControl link;
  double bytes_per_s = 0;
};

/// Element 0 lives in the first process and sends, element 1 in the second. Each block carries its
/// number, so that one that is lost, or comes twice, ends the program.
class Flood : public isthmus::Chare<Flood, int> {
 public:
  Flood() : block_(block_bytes / sizeof(double), 1.0) {}

  void begin(int count, const isthmus::Callback<void>& done) {
    done_ = done;
    left_to_hear_ = count;
    left_to_send_ = count;
    for (int i = 0; i < under_way; ++i) send_block();
  }
  void take(std::uint64_t number, std::span<const double> block) {
    if (number != taken_++ || block.front() != static_cast<double>(number)) {
      std::fprintf(stderr, "striping: block %llu came as number %llu\n",
                   static_cast<unsigned long long>(number),
                   static_cast<unsigned long long>(taken_ - 1));
      std::exit(1);
    }
    array()[0].send<&Flood::acknowledge>();
  }
  void acknowledge() {
    if (--left_to_hear_ == 0) return isthmus::send(done_);
    send_block();
  }

 private:
  void send_block() {
    if (left_to_send_ == 0) return;
    --left_to_send_;
    block_.front() = static_cast<double>(sent_);
    array()[1].send<&Flood::take>(sent_++, block_);
  }

  std::vector<double> block_;
  int left_to_hear_ = 0;
  int left_to_send_ = 0;
  std::uint64_t sent_ = 0;
  std::uint64_t taken_ = 0;
  isthmus::Callback<void> done_;
};

isthmus::Task<void> flood(isthmus::Job& job, Shared& shared, int lanes, bool kills_one) {
  const auto pair = job.create_array<Flood>(2, isthmus::mapping::block);
  co_await job.quiescence();
  const double expected_bytes_per_s = shared.link.bytes_per_s.load() * lanes;
  const auto blocks_in = [&](double duration_s) {
    return static_cast<int>(expected_bytes_per_s * duration_s / double{block_bytes}) + 1;
  };
  isthmus::Future<void> warm;
  pair[0].send<&Flood::begin>(blocks_in(warm_up_s), warm.callback());
  co_await warm;
  if (kills_one) shared.link.kills_one.store(true);
  const int blocks = blocks_in(seconds);
  const double begin_s = job.seconds();
  isthmus::Future<void> done;
  pair[0].send<&Flood::begin>(blocks, done.callback());
  co_await done;
  shared.bytes_per_s = blocks * double{block_bytes} / (job.seconds() - begin_s);
}

int listener_at(int& port) {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* const to = reinterpret_cast<sockaddr*>(&address);
  bench::require(bind(listener, to, size) == 0 && listen(listener, 64) == 0 &&
                     getsockname(listener, to, &size) == 0,
                 "listen");
  port = ntohs(address.sin_port);
  return listener;
}

/// Bytes a second through a job of two sites with so many connections.
double measure(Shared& shared, int lanes, bool kills_one) {
  shared.link.kills_one.store(false);
  std::array<char, 32> grid{"/tmp/striping_XXXXXX"};
  const int file = mkstemp(grid.data());
  bench::require(file >= 0, "mkstemp");
  close(file);
  std::ofstream(grid.data()) << "[[site]]\n[[site]]\n[link.between_sites]\nchain = ['tcp']\n"
                             << "tcp.connections = " << lanes << "\n";
  int link_port = 0;
  const int listener = listener_at(link_port);
  const int data_port = bench::free_port();
  const pid_t link = fork();
  if (link == 0) bench::ThinLink(listener, data_port, shared.link).run();
  close(listener);
  const auto at = [](int port) { return "127.0.0.1:" + std::to_string(port); };
  const std::string rendezvous = at(bench::free_port());
  setenv("ISTHMUS_JOB_KEY", "of no worth: the benchmark's own loopback", 0);
  bench::in_two_processes([&](int rank) {
    std::vector<std::string> words = {"--backend", "processes", "--grid",
                                      grid.data(), "--quiet",   "--rendezvous",
                                      rendezvous,  "--rank",    std::to_string(rank)};
    if (rank == 0) {
      words.insert(words.end(), {"--listen", at(data_port), "--advertise", at(link_port)});
    }
    return bench::run_job(words,
                          [&](isthmus::Job& job) { return flood(job, shared, lanes, kills_one); });
  });
  kill(link, SIGKILL);
  waitpid(link, nullptr, 0);
  unlink(grid.data());
  return shared.bytes_per_s;
}

}  // namespace

int main() {
  bench::Results results("striping");
  Shared& shared = bench::shared<Shared>();
  for (bench::Repeats repeats(3, 4.0); repeats.another();) {
    const double one = measure(shared, 1, false);
    const double all = measure(shared, connections, false);
    const double left = measure(shared, connections, true);
    results.add("one_mb_per_s", "MB/s", one * 1e-6);
    results.add("one_times_4_mb_per_s", "MB/s", connections * one * 1e-6);
    results.add("one_times_3_mb_per_s", "MB/s", (connections - 1) * one * 1e-6);
    results.add("four_mb_per_s", "MB/s", all * 1e-6);
    results.add("four_less_one_mb_per_s", "MB/s", left * 1e-6);
  }
  results.print();
}
