// What bench/task_bench.cpp measures, on plain MPI, as Task Bench's own nonblocking program does
// it: each timestep a rank begins a receive for each task of another rank that its own tasks need,
// and a send for each that needs one of its own, waits for all, and runs its tasks. Starts itself
// under mpirun, two ranks; a rank that mpirun has started measures.
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "metg.hpp"
#include "task_graph.hpp"
#include "task_kernel.hpp"

namespace {

constexpr int ranks = 2;
constexpr int pieces = 20;
constexpr int repeats = 3;

/// What a task hands on. When it was sent is sent along only where there is a latency.
struct Output {
  std::int64_t timestep;
  std::int64_t point;
  std::int64_t sent_ns;
};

/// The same clock for all processes of a machine.
std::int64_t now_ns() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

/// The points of one rank.
class Block {
 public:
  Block(bench::TaskGraph graph, int rank, std::int64_t latency_ns)
      : graph_(graph),
        latency_ns_(latency_ns),
        bytes_(static_cast<int>(latency_ns > 0 ? sizeof(Output) : offsetof(Output, sent_ns))) {
    const int each = graph.width / ranks;
    first_ = rank * each;
    end_ = first_ + each;
    outputs_.resize(static_cast<std::size_t>(each));
    for (int phase = 0; phase < graph.phase_count(); ++phase) {
      Phase& made = phases_.emplace_back();
      for (int point = first_; point < end_; ++point) {
        made.needs.push_back(graph.needs(phase, point));
        made.serves.push_back(graph.serves(phase, point));
      }
    }
  }

  void run(int timesteps, std::int64_t iterations) {
    for (int timestep = 0; timestep < timesteps; ++timestep) {
      const Phase& phase = phases_[static_cast<std::size_t>(graph_.phase_at(timestep))];
      if (timestep > 0) exchange(phase, timestep);
      for (int point = first_; point < end_; ++point) {
        if (graph_.first_timestep(point) <= timestep) run_task(phase, timestep, point, iterations);
      }
    }
  }

 private:
  static constexpr std::size_t needs_max = 5;

  struct Phase {
    std::vector<std::vector<int>> needs;  // by point of this rank
    std::vector<std::vector<int>> serves;
  };

  bool is_own(int point) const { return first_ <= point && point < end_; }
  std::size_t at(int point) const { return static_cast<std::size_t>(point - first_); }
  int rank_of(int point) const { return point / (graph_.width / ranks); }
  /// Both points within their ranks, which are few enough for the tags that MPI promises.
  int tag_of(int from, int to) const {
    const int each = graph_.width / ranks;
    return (from % each) << 7 | (to % each);
  }

  void exchange(const Phase& phase, int timestep) {
    requests_.clear();
    inputs_.resize(outputs_.size());
    for (int point = first_; point < end_; ++point) {
      if (graph_.first_timestep(point) <= timestep) receive(phase, point);
      if (graph_.first_timestep(point) < timestep) send(phase, point);
    }
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
    if (latency_ns_ > 0) await_latest(phase, timestep);
  }

  void await_latest(const Phase& phase, int timestep) const {
    std::int64_t until_ns = 0;
    for (int point = first_; point < end_; ++point) {
      if (graph_.first_timestep(point) > timestep) continue;
      std::size_t slot = 0;
      for (const int other : phase.needs[at(point)]) {
        const Output& input = inputs_[at(point)][slot++];
        if (!is_own(other)) until_ns = std::max(until_ns, input.sent_ns + latency_ns_);
      }
    }
    while (now_ns() < until_ns) {
    }
  }

  void receive(const Phase& phase, int point) {
    std::size_t slot = 0;
    for (const int other : phase.needs[at(point)]) {
      Output& input = inputs_[at(point)][slot++];
      if (is_own(other)) {
        input = outputs_[at(other)];
      } else {
        MPI_Irecv(&input, bytes_, MPI_BYTE, rank_of(other), tag_of(other, point), MPI_COMM_WORLD,
                  &requests_.emplace_back());
      }
    }
  }

  void send(const Phase& phase, int point) {
    if (latency_ns_ > 0) outputs_[at(point)].sent_ns = now_ns();
    for (const int other : phase.serves[at(point)]) {
      if (is_own(other)) continue;
      MPI_Isend(&outputs_[at(point)], bytes_, MPI_BYTE, rank_of(other), tag_of(point, other),
                MPI_COMM_WORLD, &requests_.emplace_back());
    }
  }

  void run_task(const Phase& phase, int timestep, int point, std::int64_t iterations) {
    std::size_t slot = 0;
    for (const int other : phase.needs[at(point)]) {
      if (timestep == 0) break;
      const Output& input = inputs_[at(point)][slot++];
      if (input.timestep != timestep - 1 || input.point != other) {
        std::fprintf(stderr, "point %d got the output of another task at timestep %d\n", point,
                     timestep);
        MPI_Abort(MPI_COMM_WORLD, 1);
      }
    }
    bench::work(iterations);
    outputs_[at(point)] = {timestep, point, 0};
  }

  const bench::TaskGraph graph_;
  const std::int64_t latency_ns_;
  const int bytes_;
  int first_ = 0;
  int end_ = 0;
  std::vector<Phase> phases_;
  std::vector<Output> outputs_;
  std::vector<std::array<Output, needs_max>> inputs_;
  std::vector<MPI_Request> requests_;
};

/// The mean of the ranks' least, measured at the same time; the same on every rank.
double work_ns_per_iteration() {
  constexpr std::int64_t iterations = 100'000;
  double least_s = 1e300;
  for (int piece = 0; piece < pieces; ++piece) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin_s = MPI_Wtime();
    bench::work(iterations);
    least_s = std::min(least_s, MPI_Wtime() - begin_s);
  }
  double sum_s = 0;
  MPI_Allreduce(&least_s, &sum_s, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum_s / ranks * 1e9 / iterations;
}

/// The first rank's, on every rank.
double round_s(Block& block, int timesteps, std::int64_t iterations) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin_s = MPI_Wtime();
  block.run(timesteps, iterations);
  MPI_Barrier(MPI_COMM_WORLD);
  double s = MPI_Wtime() - begin_s;
  MPI_Bcast(&s, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  return s;
}

/// As exactly as ours is measured.
double metg_ns(bench::TaskGraph graph, int rank, std::int64_t latency_ns, double ns_per_iteration) {
  Block block(graph, rank, latency_ns);
  const bool is_far = latency_ns > 0;
  bench::MetgSearch search(ns_per_iteration, is_far ? 4096 : 64);
  bench::RoundLength length(is_far ? 0.1 : 1e-3);
  while (!search.is_done()) {
    double least_ns = 1e300;
    for (int left = is_far ? 1 : 10; left > 0;) {
      const int timesteps = length.timesteps();
      const double s = round_s(block, timesteps, search.iterations());
      if (!length.fits(s)) continue;
      const auto tasks = static_cast<double>(graph.task_count(timesteps));
      least_ns = std::min(least_ns, s * 1e9 * ranks / tasks);
      --left;
    }
    search.add(least_ns);
  }
  if (search.has_failed()) {
    std::fputs("no task of up to 0.1 s is work by half: is the machine busy?\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return search.metg_ns();
}

/// The latency in ns that is asked for, 0 where none is, -1 where it cannot be read.
std::int64_t latency_in(int argc, char** argv) {
  if (argc == 1) return 0;
  if (argc != 3 || std::string_view(argv[1]) != "--latency") return -1;
  char* unit = nullptr;
  const double ms = std::strtod(argv[2], &unit);
  const bool is_read = std::string_view(unit) == "ms" && ms > 0 && ms < 1e4;
  return is_read ? static_cast<std::int64_t>(ms * 1e6) : -1;
}

/// The exit status of a benchmark that lacks what it would measure; its last line says what.
constexpr int skipped = 77;

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t latency_ns = latency_in(argc, argv);
  if (latency_ns < 0) {
    std::fprintf(stderr, "%s: expected nothing or --latency and a number of ms, such as 1ms\n",
                 argv[0]);
    return 2;
  }
  if (std::getenv("OMPI_COMM_WORLD_RANK") == nullptr) {
    execlp("mpirun", "mpirun", "--allow-run-as-root", "-np", "2", "--bind-to", "core", argv[0],
           argc > 1 ? argv[1] : nullptr, argc > 1 ? argv[2] : nullptr, nullptr);
    if (errno == ENOENT) {
      std::fputs("mpirun is not installed (Debian package openmpi-bin)\n", stderr);
      return skipped;
    }
    std::perror("mpirun");
    return 1;
  }
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const double ns_per_iteration = work_ns_per_iteration();
  for (const bench::Pattern pattern : bench::patterns) {
    for (const int tasks : {1, 4, 16}) {
      const bench::TaskGraph graph{pattern, ranks * tasks};
      std::vector<double> values;
      for (int repeat = 0; repeat < (latency_ns > 0 ? 1 : repeats); ++repeat) {
        values.push_back(metg_ns(graph, rank, latency_ns, ns_per_iteration));
      }
      std::ranges::sort(values);
      if (rank != 0) continue;
      std::printf(R"({"benchmark":"%s","metric":"%s_%d_us","value":%.6g,"unit":"µs"})"
                  "\n",
                  latency_ns > 0 ? "open_mpi_task_bench_far" : "open_mpi_task_bench",
                  std::string(bench::name_of(pattern)).c_str(), tasks,
                  values[values.size() / 2] * 1e-3);
      std::fflush(stdout);
    }
  }
  MPI_Finalize();
}
