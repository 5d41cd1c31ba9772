// MPI programs as virtual ranks: the subjects of ranks/subjects.c in the shapes of a job, what a
// rank takes to start and to move, and how much of a latency many ranks hide.

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "process_pair.hpp"

namespace {

using Words = std::vector<std::string>;

constexpr int far_repeats = 3;
constexpr int starts = 3;
const std::string subjects = ISTHMUS_BENCH_RANKS "/subjects";

/// What a run of the ranks' host has said and taken.
struct Outcome {
  std::string output = {};
  double processor_s = 0;

  /// Of the first line that has it.
  double value_of(const std::string& metric) const {
    const std::size_t at = output.find("\"metric\":\"" + metric + "\"");
    const std::size_t value = at == std::string::npos ? at : output.find("\"value\":", at);
    if (value != std::string::npos) return std::strtod(output.c_str() + value + 8, nullptr);
    std::fprintf(stderr, "mpi_ranks: no %s in the output of a run\n", metric.c_str());
    std::exit(1);
  }
};

[[noreturn]] void become_host(const Words& words) {
  std::vector<char*> arguments{const_cast<char*>(ISTHMUS_MPI_HOST)};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  alarm(60);
  execv(ISTHMUS_MPI_HOST, arguments.data());
  std::perror(ISTHMUS_MPI_HOST);
  _exit(1);
}

/// `ranks` ranks of a program, with these options of the runtime and of the host.
Words job(Words options, int ranks, const Words& of_host, const Words& program) {
  options.insert(options.end(), {"--quiet", "--", "--ranks", std::to_string(ranks)});
  options.insert(options.end(), of_host.begin(), of_host.end());
  options.emplace_back("--");
  options.insert(options.end(), program.begin(), program.end());
  return options;
}

/// Ends the program where a run fails.
Outcome run(const Words& words) {
  std::array<int, 2> pipe_ends{};
  if (pipe(pipe_ends.data()) != 0) std::exit(1);
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    dup2(pipe_ends[1], STDOUT_FILENO);
    become_host(words);
  }
  close(pipe_ends[1]);
  Outcome outcome;
  std::array<char, 4096> piece{};
  for (ssize_t got = 0; (got = read(pipe_ends[0], piece.data(), piece.size())) > 0;) {
    outcome.output.append(piece.data(), static_cast<std::size_t>(got));
  }
  close(pipe_ends[0]);
  int status = 0;
  rusage usage{};
  if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0) {
    std::fprintf(stderr, "mpi_ranks: a run ended with wait status %d\n", status);
    std::exit(1);
  }
  for (const timeval& part : {usage.ru_utime, usage.ru_stime}) {
    outcome.processor_s += double(part.tv_sec) + double(part.tv_usec) * 1e-6;
  }
  return outcome;
}

Words measured(const std::string& prefix, const Words& names) {
  Words words{subjects, "mpi_ranks", prefix};
  words.insert(words.end(), names.begin(), names.end());
  return words;
}

void print_run(const Words& words) { std::fputs(run(words).output.c_str(), stdout); }

/// Two processes in shared memory with a PE each.
void run_pair(int ranks, const Words& of_host, const Words& program) {
  setenv("ISTHMUS_JOB_KEY", "of no worth: the benchmark's own loopback", 0);
  const std::string rendezvous = "127.0.0.1:" + std::to_string(bench::free_port());
  bench::in_two_processes([&](int rank) -> int {
    become_host(job({"--processes", "2", "--pes", "2", "--carrier", "shm", "--backend", "processes",
                     "--rendezvous", rendezvous, "--rank", std::to_string(rank)},
                    ranks, of_host, program));
  });
}

void measure_start(bench::Results& results) {
  constexpr int few = 8;
  constexpr int many = 264;
  const Words program{ISTHMUS_BENCH_RANKS "/start"};
  for (int i = 0; i < starts; ++i) {
    const Outcome small = run(job({"--pes", "1"}, few, {}, program));
    const Outcome large = run(job({"--pes", "1"}, many, {}, program));
    results.add("start_ms", "ms", (large.processor_s - small.processor_s) * 1e3 / (many - few));
    const double added_kb = large.value_of("process_kb") - small.value_of("process_kb");
    results.add("rank_kb", "KB", added_kb / (many - few));
  }
}

/// A rank with 1 MB that moves at each of its calls, to a PE that is drawn: to the other one of two
/// half of the time.
void measure_moves(bench::Results& results) {
  const Words storm{"--move-every", "1"};
  const auto call_us = [&](const std::string& pes) {
    return run(job({"--pes", pes}, 1, storm, measured("moving", {"calls"})))
        .value_of("moving_call_us");
  };
  for (int i = 0; i < starts; ++i) {
    results.add("move_us", "µs", 2 * (call_us("2") - call_us("1")));
  }
}

/// What 1 MB takes that is written where nothing was yet.
double untouched_copy_us() {
  constexpr std::size_t bytes = std::size_t{1} << 20;
  const std::vector<char> from(bytes, 'x');
  bench::Least least;
  for (int i = 0; i < bench::pieces; ++i) {
    void* to = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (to == MAP_FAILED) std::exit(1);
    const double begin_ns = bench::now_ns();
    std::memcpy(to, from.data(), bytes);
    least.add(bench::now_ns() - begin_ns);
    munmap(to, bytes);
  }
  return least.value() * 1e-3;
}

/// The stencil of 16 ranks a PE over two sites, with no latency and with one of a whole step; those
/// at the border first, as with science_latency.
void measure_hiding(bench::Results& results) {
  const auto step_ms = [&](const std::string& latency) {
    return run(job({"--sites", "2", "--pes", "1", "--latency", latency, "--border-first", "yes"},
                   32, {}, measured("far", {"far"})))
        .value_of("far_stencil_ms");
  };
  for (int i = 0; i < far_repeats; ++i) {
    const double near_ms = step_ms("0ms");
    const double far_ms = step_ms(std::to_string(static_cast<int>(near_ms * 1e3)) + "us");
    results.add("far_step_ms", "ms", near_ms);
    results.add("hidden", "%", 100 * (1 - (far_ms - near_ms) / near_ms));
  }
}

}  // namespace

int main() {
  bench::Results results("mpi_ranks");
  print_run(job({"--pes", "1"}, 2, {}, measured("one_pe", {"messages", "copy", "matching"})));
  print_run(job({"--pes", "2"}, 2, {},
                measured("two_pes", {"messages", "copy", "stencil", "gradients"})));
  print_run(job({"--pes", "1"}, 128, {}, measured("many", {"collectives"})));
  run_pair(2, {}, measured("two_processes", {"messages"}));
  run_pair(1, {"--move-every", "1"}, measured("far", {"moves"}));
  measure_start(results);
  measure_moves(results);
  for (int i = 0; i < starts; ++i) results.add("untouched_copy_us", "µs", untouched_copy_us());
  measure_hiding(results);
  results.print();
}
