// What it costs that processes come and go. A job of two processes, which step together for some
// milliseconds a step, and of a third one: it comes, from its start until one of its objects takes
// a step, and leaves again; the longest time between two steps of the others beside a step of the
// two. And two processes with 100 MB each, of which one leaves: until the next step of all objects
// in the other one, beside a copy of its bytes into new memory and their transfer over TCP on
// loopback.

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "loopback.hpp"
#include "process_pair.hpp"

namespace {

using isthmus::Job;
using isthmus::Task;

constexpr int repeats_max = 5;
constexpr std::size_t bytes_a_process = 100'000'000;
constexpr int blocks = 6;
constexpr double step_ns = 50e6;
constexpr int steps_of_a_kind = 8;
constexpr int left_status = 4;
/// That a user hardly notices.
constexpr double join_limit_s = 0.5;
/// That the others may wait when somebody comes or goes.
constexpr double gap_limit_steps = 2;

/// What the processes tell each other beside the job.
struct Notes {
  std::atomic<pid_t> joiner = 0;
  std::atomic<int> objects_done = 0;   // of all objects and steps
  std::atomic<int> steps = 0;          // that all objects have done
  std::atomic<int> steps_joined = 0;   // of those, while the third process was there
  std::atomic<int> steps_after = 0;    // since it has left
  std::atomic<int> end_step = 0;       // all objects end behind this one
  std::atomic<bool> has_left = false;  // or is about to
  std::atomic<double> started_ns = 0;  // the third process
  std::atomic<double> joined_ns = 0;
  std::atomic<double> last_ns = 0;
  std::atomic<double> longest_ns = 0;  // from one step to the next
  std::atomic<double> first_ns = 0;
  std::atomic<double> mean_ns = 0;  // a step, while two were there
  std::atomic<double> left_ns = 0;
  std::atomic<double> resumed_ns = 0;
  std::atomic<double> moved_s = 0;
};
Notes* notes = nullptr;

void work(double for_ns) {
  const double end_ns = bench::now_ns() + for_ns;
  while (bench::now_ns() < end_ns) {
  }
}

/// Steps until the third process has come and gone. Each process has its share of the work of a
/// step, whatever the number of its objects.
class Stepper : public isthmus::Chare<Stepper, isthmus::Index1> {
 public:
  void serialize(auto& archive) { archive(step_); }
  void step() {
    work(step_ns / blocks);
    if (getpid() == notes->joiner && notes->joined_ns == 0) notes->joined_ns = bench::now_ns();
    // In which order a process's objects have their turns is another one in each epoch, so what
    // counts is the last one of all.
    if (++notes->objects_done % blocks == 0) note();
    if (step_ == notes->end_step) return contribute("done", 1, isthmus::reduce::sum);
    if (getpid() == notes->joiner && notes->steps_joined > steps_of_a_kind &&
        !notes->has_left.exchange(true)) {
      std::raise(SIGUSR1);
    }
    ++step_;
    at_sync<&Stepper::step>();
  }

 private:
  void note() {
    const double now_ns = bench::now_ns();
    const double took_ns = now_ns - notes->last_ns;
    if (notes->last_ns > 0) {
      if (took_ns > notes->longest_ns) notes->longest_ns = took_ns;
    }
    if (notes->steps == 0) notes->first_ns = now_ns;
    if (notes->steps > 0 && notes->started_ns == 0) {
      notes->mean_ns = (now_ns - notes->first_ns) / notes->steps;
    }
    notes->last_ns = now_ns;
    ++notes->steps;
    if (notes->joined_ns > 0) ++notes->steps_joined;
    // All have done this step.
    if (notes->has_left && ++notes->steps_after == steps_of_a_kind) notes->end_step = step_ + 1;
  }

  int step_ = 1;
};

Task<void> step(Job& job) {
  isthmus::ArrayProxy<Stepper> steppers;
  if (!job.restored(steppers)) {
    steppers = job.create_array<Stepper>(blocks, isthmus::mapping::block);
    steppers.all().send<&Stepper::step>();
  }
  co_await job.reduction<int>("done");
}

/// As many bytes, of which those of one process move.
class Ballast : public isthmus::Chare<Ballast, isthmus::Index1> {
 public:
  void serialize(auto& archive) { archive(step_, is_elsewhere_, values_); }
  void step() {
    const bool is_there = getpid() == notes->joiner;
    if (notes->left_ns > 0 && is_elsewhere_ && !is_there) notes->resumed_ns = bench::now_ns();
    is_elsewhere_ = is_there;
    if (++step_ == steps_of_a_kind && is_there && !notes->has_left.exchange(true)) {
      notes->left_ns = bench::now_ns();
      std::raise(SIGUSR1);
    }
    if (step_ == 2 * steps_of_a_kind) return contribute("over", 1, isthmus::reduce::sum);
    at_sync<&Ballast::step>();
  }

 private:
  int step_ = 0;
  bool is_elsewhere_ = false;  // in the process that leaves
  std::vector<double> values_ =
      std::vector<double>(2 * bytes_a_process / blocks / sizeof(double), 1.5);
};

Task<void> move(Job& job) {
  isthmus::ArrayProxy<Ballast> ballast;
  if (!job.restored(ballast)) {
    ballast = job.create_array<Ballast>(blocks, isthmus::mapping::block);
    ballast.all().send<&Ballast::step>();
  }
  co_await job.reduction<int>("over");
}

std::vector<std::string> changing(const std::string& rendezvous, int rank, int processes) {
  return {"--backend",
          "processes",
          "--rendezvous",
          rendezvous,
          "--rank",
          std::to_string(rank),
          "--processes",
          std::to_string(processes),
          "--pes",
          std::to_string(processes),
          "--begin-with",
          "2",
          "--checkpoint",
          "1h",
          "--checkpoint-dir",
          "none",
          "--on-loss",
          "go-on",
          "--on-warning",
          "leave"};
}

/// The child's pid; it calls `body` and ends with its status.
template <class Body>
pid_t start(Body&& body) {
  std::fflush(stdout);
  const pid_t child = fork();
  bench::check(child >= 0, "bench: fork");
  if (child != 0) return child;
  alarm(60);
  _exit(body());
}

void expect_end(pid_t child, int status_wanted, const char* who) {
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == status_wanted) return;
  std::fprintf(stderr, "bench: %s ended with wait status %d\n", who, status);
  std::exit(1);
}

void come_and_go() {
  const std::string rendezvous = "127.0.0.1:" + std::to_string(bench::free_port());
  const auto run = [&](int rank) { return bench::run_job(changing(rendezvous, rank, 3), step); };
  const pid_t first = start([&] { return run(0); });
  const pid_t second = start([&] { return run(1); });
  while (notes->steps < steps_of_a_kind) std::this_thread::yield();
  notes->started_ns = bench::now_ns();
  const pid_t third = start([&] {
    notes->joiner = getpid();
    return run(2);
  });
  expect_end(third, left_status, "the process that comes and goes");
  expect_end(first, 0, "the first process");
  expect_end(second, 0, "the second process");
}

void leave_with_bytes() {
  const std::string rendezvous = "127.0.0.1:" + std::to_string(bench::free_port());
  const auto run = [&](int rank) { return bench::run_job(changing(rendezvous, rank, 2), move); };
  const pid_t first = start([&] { return run(0); });
  const pid_t second = start([&] {
    notes->joiner = getpid();
    return run(1);
  });
  expect_end(second, left_status, "the process that leaves");
  expect_end(first, 0, "the first process");
}

/// A copy of the bytes of one process, and their way to the other one.
void move_bytes() {
  int ends[2];
  bench::connect_pair(ends);
  bench::in_two_processes([&](int rank) {
    std::vector<char> bytes(bytes_a_process, 'x');
    const double begin_ns = bench::now_ns();
    if (rank == 0) {
      const std::vector<char> copy(bytes);
      bench::send_all(ends[0], copy);
    } else {
      bench::receive_all(ends[1], bytes);
      notes->moved_s = (bench::now_ns() - begin_ns) * 1e-9;
    }
    return 0;
  });
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace

int main() {
  bench::Results results("membership");
  setenv("ISTHMUS_JOB_KEY", "of no worth: the benchmark's own loopback", 0);
  for (bench::Repeats repeats(repeats_max, 120.0); repeats.another();) {
    notes = &bench::shared<Notes>();
    come_and_go();
    results.add("joined_s", "s", (notes->joined_ns - notes->started_ns) * 1e-9);
    results.add("join_limit_s", "s", join_limit_s);
    results.add("longest_gap_steps", "steps", notes->longest_ns / notes->mean_ns);
    results.add("gap_limit_steps", "steps", gap_limit_steps);
    results.add("longest_gap_s", "s", notes->longest_ns * 1e-9);
    notes = &bench::shared<Notes>();
    leave_with_bytes();
    move_bytes();
    results.add("left_s", "s", (notes->resumed_ns - notes->left_ns) * 1e-9);
    results.add("moved_s", "s", notes->moved_s);
  }
  results.print();
}
