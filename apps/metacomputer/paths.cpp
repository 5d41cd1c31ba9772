// All shortest paths: the graph is there for all PEs to read, and each vertex has a chare of its
// own, which sends nobody anything (Neff 1995, 4.1.1).

#include <cstdio>
#include <utility>

#include "metacomputer/input.hpp"
#include "metacomputer/matrix_market.hpp"
#include "metacomputer/programs.hpp"
#include "metacomputer/serial.hpp"
#include "metacomputer/shares.hpp"

namespace metacomputer {

using isthmus::Job;
using isthmus::Task;

namespace {

class Vertex : public isthmus::Chare<Vertex, isthmus::Index1> {
 public:
  void find(double operation_ns) {
    const Distances& edges = isthmus::readonly<Distances>();
    distances_ = shortest_paths(edges, index());
    charge_operations(static_cast<std::int64_t>(edges.rows) * edges.rows, operation_ns);
    contribute("paths found");
  }
  void tell() { gather("distances", distances_); }

 private:
  std::vector<std::int32_t> distances_;
};

Distances joined(std::vector<std::vector<std::int32_t>> rows) {
  const int size = static_cast<int>(rows.size());
  Distances all = Distances::zero(size, size);
  for (int row = 0; row < size; ++row) {
    place<std::int32_t>(all, {row, row + 1}, {0, size}, rows[static_cast<std::size_t>(row)]);
  }
  return all;
}

bool check(const Distances& edges, const Distances& found) {
  const bool is_right = serial_paths(edges) == found;
  std::printf(is_right ? "  check     equal to Floyd and Warshall's\n"
                       : "  check     FAILED: other distances than Floyd and Warshall's\n");
  return is_right;
}

}  // namespace

Task<void> run_paths(Job& job, const Options& options) {
  const Common& common = options.common;
  const PathsOptions& paths = options.paths;
  const Distances edges = paths.graph.empty()
                              ? random_graph(common.size, paths.weight_max, common.seed)
                              : or_bad_input(read_graph(paths.graph));
  Times times{.dealing_s = job.seconds()};
  job.set_readonly(edges);
  const auto vertices =
      job.create_array<Vertex>(edges.rows, ByShares::of(edges.rows, job.topology()));
  co_await job.quiescence();
  times.begin_s = job.seconds();
  vertices.all().send<&Vertex::find>(common.operation_ns);
  co_await job.reduction("paths found");
  times.end_s = job.seconds();
  std::printf("paths: %d vertices on %d PEs, ", edges.rows, job.pe_count());
  if (paths.graph.empty()) {
    std::printf("random weights to %d, seed %llu\n", paths.weight_max,
                static_cast<unsigned long long>(common.seed));
  } else {
    std::printf("%s\n", paths.graph.c_str());
  }
  times.tell(job);
  if (common.output.empty() && !common.check) co_return;
  vertices.all().send<&Vertex::tell>();
  const Distances found =
      joined(co_await job.reduction<std::vector<std::vector<std::int32_t>>>("distances"));
  if (!common.output.empty()) {
    or_bad_input(write_market(common.output, found));
    std::printf("  result    %s\n", common.output.c_str());
  }
  if (common.check && !check(edges, found)) job.set_exit_status(1);
}

}  // namespace metacomputer
