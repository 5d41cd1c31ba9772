// What it costs to outlive the loss of a process. A checkpoint in memory, of two processes with
// 100 MB each, until each image is with the partner, too: beside a copy of as many bytes into new
// memory and a transfer over TCP on loopback, both ways at once. And the time from SIGKILL of one
// of two processes until the objects of both take their next step in the other one.

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "harness.hpp"
#include "loopback.hpp"
#include "process_pair.hpp"

namespace {

using isthmus::Job;
using isthmus::Task;

constexpr int repeats_max = 5;
constexpr std::size_t bytes_a_process = 100'000'000;
constexpr int blocks = 64;
constexpr std::size_t values_a_block = 2 * bytes_a_process / blocks / sizeof(double);
constexpr int last_step = 20;
/// That a user hardly notices.
constexpr double recovery_limit_s = 0.5;

/// What the processes of a pair tell each other beside the job.
struct Notes {
  std::atomic<double> stopped_s = 0;
  std::atomic<double> held_s = 0;
  std::atomic<double> copied_s = 0;
  std::atomic<double> sent_s = 0;
  std::atomic<pid_t> victim = 0;
  std::atomic<double> killed_ns = 0;
  std::atomic<double> resumed_ns = 0;
};
Notes* notes = nullptr;

double seconds_since(double begin_ns) { return (bench::now_ns() - begin_ns) * 1e-9; }

class Ballast : public isthmus::Chare<Ballast, isthmus::Index1> {
 public:
  void serialize(auto& archive) { archive(values_); }

 private:
  std::vector<double> values_ = std::vector<double>(values_a_block, 1.5);
};

Task<void> hold_twice(Job& job) {
  isthmus::ArrayProxy<Ballast> ballast;
  job.restored(ballast);
  ballast = job.create_array<Ballast>(blocks, isthmus::mapping::block);
  co_await job.quiescence();
  const double begin_ns = bench::now_ns();
  co_await job.checkpoint();
  notes->stopped_s = seconds_since(begin_ns);
  // The next one begins when this one is whole.
  co_await job.checkpoint();
  notes->held_s = seconds_since(begin_ns) - notes->stopped_s;
}

/// Steps until it has been lost and has gone on.
class Walker : public isthmus::Chare<Walker, isthmus::Index1> {
 public:
  void serialize(auto& archive) { archive(step_); }
  void walk() {
    if (notes->killed_ns > 0) {
      notes->resumed_ns = bench::now_ns();
      return contribute("resumed", 1, isthmus::reduce::sum);
    }
    if (++step_ == last_step && getpid() == notes->victim) {
      notes->killed_ns = bench::now_ns();
      std::raise(SIGKILL);
    }
    at_sync<&Walker::walk>();
  }

 private:
  int step_ = 0;
};

Task<void> walk(Job& job) {
  isthmus::ArrayProxy<Walker> walkers;
  if (!job.restored(walkers)) {
    walkers = job.create_array<Walker>(2, isthmus::mapping::block);
    walkers.all().send<&Walker::walk>();
  }
  co_await job.reduction<int>("resumed");
}

std::vector<std::string> surviving(const std::string& rendezvous, int rank) {
  return {"--backend",
          "processes",
          "--rendezvous",
          rendezvous,
          "--rank",
          std::to_string(rank),
          "--processes",
          "2",
          "--pes",
          "2",
          "--checkpoint",
          "always",
          "--checkpoint-dir",
          "none",
          "--on-loss",
          "go-on"};
}

/// Of two processes that copy at once.
void copy() {
  const std::vector<double> from(bytes_a_process / sizeof(double), 1.5);
  const double begin_ns = bench::now_ns();
  std::vector<double> to;
  to.reserve(from.size());
  to.insert(to.end(), from.begin(), from.end());
  if (to.back() != 1.5) std::abort();
  notes->copied_s = seconds_since(begin_ns);
}

/// Both ways at once.
void exchange(int socket) {
  std::vector<char> out(bytes_a_process, 'x');
  std::vector<char> in(bytes_a_process);
  const double begin_ns = bench::now_ns();
  std::thread sender([&] { bench::send_all(socket, out); });
  bench::receive_all(socket, in);
  sender.join();
  notes->sent_s = seconds_since(begin_ns);
}

/// One of two processes ends by SIGKILL, the other one well.
void lose_one() {
  const std::string rendezvous = "127.0.0.1:" + std::to_string(bench::free_port());
  std::fflush(stdout);
  pid_t children[2];
  for (int rank = 0; rank < 2; ++rank) {
    children[rank] = fork();
    bench::check(children[rank] >= 0, "bench: fork");
    if (children[rank] != 0) continue;
    alarm(30);
    if (rank == 1) notes->victim = getpid();
    _exit(bench::run_job(surviving(rendezvous, rank), walk));
  }
  int statuses[2];
  for (int rank = 0; rank < 2; ++rank) waitpid(children[rank], &statuses[rank], 0);
  if (statuses[0] == 0 && WIFSIGNALED(statuses[1])) return;
  std::fprintf(stderr, "bench: the pair ended with wait statuses %d and %d\n", statuses[0],
               statuses[1]);
  std::exit(1);
}

}  // namespace

int main() {
  bench::Results results("recovery");
  notes = &bench::shared<Notes>();
  setenv("ISTHMUS_JOB_KEY", "of no worth: the benchmark's own loopback", 0);
  for (bench::Repeats repeats(repeats_max, 60.0); repeats.another();) {
    bench::in_two_processes([](int) {
      copy();
      return 0;
    });
    int ends[2];
    bench::connect_pair(ends);
    bench::in_two_processes([&](int rank) {
      exchange(ends[rank]);
      return 0;
    });
    ::close(ends[0]);
    ::close(ends[1]);
    results.add("copy_and_send_s", "s", notes->copied_s + notes->sent_s);
    const std::string rendezvous = "127.0.0.1:" + std::to_string(bench::free_port());
    bench::in_two_processes(
        [&](int rank) { return bench::run_job(surviving(rendezvous, rank), hold_twice); });
    results.add("stopped_s", "s", notes->stopped_s);
    results.add("held_s", "s", notes->held_s);
    notes->killed_ns = 0;
    lose_one();
    results.add("recovered_s", "s", (notes->resumed_ns - notes->killed_ns) * 1e-9);
    results.add("recovery_limit_s", "s", recovery_limit_s);
  }
  results.print();
}
