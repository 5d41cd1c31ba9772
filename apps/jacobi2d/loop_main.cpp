// jacobi2d_loop: times the plain tiled loop and prints one JSON line.
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <thread>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "jacobi2d/kernel.hpp"
#include "jacobi2d/tiled_loop.hpp"

namespace {

constexpr const char* usage =
    "usage: jacobi2d_loop [--mesh N] [--tiles K | --rows] [--threads T] [--steps S] [--repeats R]\n"
    "Steps an N x N mesh in K x K tiles (or T bands of rows) without any runtime; prints one JSON\n"
    "line with the median and the least ms per step and the share of memory bandwidth.\n";

struct Arguments {
  int mesh = 2048;
  int tiles = 8;
  bool rows = false;
  int threads = 1;
  int steps = 50;
  int repeats = 5;
};

isthmus::Expected<void> read_number(const char* name, const char* text, int& value) {
  const std::string_view digits = text ? text : "";
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (error == std::errc() && stop == end && value > 0) return {};
  return isthmus::fail(isthmus::ErrorCode::bad_input, "value '" + std::string(digits) + "'", name,
                       "a positive integer");
}

isthmus::Expected<Arguments> read_arguments(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    int* value = name == "--mesh"      ? &arguments.mesh
                 : name == "--tiles"   ? &arguments.tiles
                 : name == "--threads" ? &arguments.threads
                 : name == "--steps"   ? &arguments.steps
                 : name == "--repeats" ? &arguments.repeats
                                       : nullptr;
    if (name == "--rows") {
      arguments.rows = true;
    } else if (!value) {
      return isthmus::fail(isthmus::ErrorCode::bad_input, "unknown option", argv[i],
                           "--mesh, --tiles, --rows, --threads, --steps, --repeats or --help");
    } else {
      // argv ends with a null pointer, which reads as an empty value.
      if (auto read = read_number(argv[i], argv[i + 1], *value); !read) {
        return isthmus::forward_error(read);
      }
      ++i;
    }
  }
  return arguments;
}

/// Bytes per second of all threads together, each on its share of a mesh of this size.
double memory_bandwidth(const Arguments& arguments, const isthmus::Clock& clock) {
  const std::size_t mesh_bytes = sizeof(double) * arguments.mesh * arguments.mesh;
  std::vector<double> shares(arguments.threads);
  std::vector<std::thread> threads;
  for (double& share : shares) {
    threads.emplace_back(
        [&] { share = jacobi2d::measure_memory_bandwidth(mesh_bytes / shares.size(), 10, clock); });
  }
  for (std::thread& thread : threads) thread.join();
  double sum = 0.0;
  for (const double share : shares) sum += share;
  return sum;
}

int complain(const isthmus::Error& error) {
  std::fprintf(stderr, "jacobi2d_loop: %s\n", error.text().c_str());
  return isthmus::exit_status(error.code);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--help") == 0) {
    std::fputs(usage, stdout);
    return 0;
  }
  const auto arguments = read_arguments(argc, argv);
  if (!arguments) return complain(arguments.error());
  jacobi2d::Problem problem;
  problem.rows = problem.columns = arguments->mesh;
  problem.objects_down = arguments->rows ? arguments->threads : arguments->tiles;
  problem.objects_across = arguments->rows ? 1 : arguments->tiles;
  problem.steps = arguments->steps;
  const isthmus::SteadyClock clock;
  const auto result =
      jacobi2d::run_tiled_loop(problem, {arguments->threads, arguments->repeats}, clock);
  if (!result) return complain(result.error());
  const double median_ms = result->median_ms_per_step();
  const double cells = static_cast<double>(arguments->mesh) * arguments->mesh;
  const double bandwidth = memory_bandwidth(*arguments, clock);
  std::printf(
      "{\"mesh\":%d,\"tiles_down\":%d,\"tiles_across\":%d,\"threads\":%d,\"steps\":%d,"
      "\"ms_per_step\":%.4f,\"least_ms_per_step\":%.4f,\"bandwidth_gb_per_s\":%.2f,"
      "\"bandwidth_share\":%.3f}\n",
      arguments->mesh, problem.objects_down, problem.objects_across, arguments->threads,
      arguments->steps, median_ms, result->least_ms_per_step(), bandwidth * 1e-9,
      cells * jacobi2d::bytes_per_cell() / (median_ms * 1e-3 * bandwidth));
  return 0;
}
