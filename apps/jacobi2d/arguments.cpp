#include "jacobi2d/arguments.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>
#include <utility>

#include "isthmus/base/command_line.hpp"
#include "isthmus/base/output_file.hpp"

namespace jacobi2d {

namespace {

using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::fail;

bool read_whole(std::string_view text, int& number) {
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  return status == std::errc() && end == text.data() + text.size();
}

// "2048" or "1024x4096".
Expected<void> read_pair(const std::string& text, const std::string& option, int& first,
                         int& second) {
  const std::string_view whole = text;
  const std::size_t cross = whole.find('x');
  const std::string_view across = cross == whole.npos ? whole : whole.substr(cross + 1);
  if (read_whole(whole.substr(0, cross), first) && read_whole(across, second)) return {};
  return fail(ErrorCode::bad_input, "'" + text + "'", option,
              "N or ROWSxCOLUMNS, each below 2147483648");
}

}  // namespace

Expected<Arguments> parse_arguments(const std::vector<std::string>& words) {
  Arguments arguments;
  Problem& problem = arguments.problem;
  std::string mesh = "2048";
  std::string objects = "8";
  int marks = 10;
  bool no_probe = false;
  CLI::App app("Five-point Jacobi iteration on a rectangular mesh with fixed boundary values.");
  app.name("jacobi2d [runtime options] --");
  app.add_option("--mesh", mesh, "Cells: N for N x N, or ROWSxCOLUMNS. Default 2048.");
  app.add_option("--objects", objects,
                 "Objects: N for N x N, or ROWSxCOLUMNS of objects. Default 8.");
  app.add_option("--steps", problem.steps, "Steps to do, or at most to do with --tolerance.");
  app.add_option("--warmup", arguments.warmup, "Steps to do before those that are timed.");
  app.add_option("--tolerance", problem.tolerance,
                 "End when a step changes no cell by more than this.");
  app.add_option("--residual-every", problem.residual_every,
                 "With --tolerance, steps between two looks at the change.");
  app.add_option("--mapping", arguments.mapping,
                 "Objects to PEs: block, square, modified_square, naive or round_robin.")
      ->check(CLI::IsMember({"block", "square", "modified_square", "naive", "round_robin"}));
  app.add_option("--north", problem.boundary.north, "Boundary value above the first row.");
  app.add_option("--south", problem.boundary.south, "Boundary value below the last row.");
  app.add_option("--west", problem.boundary.west, "Boundary value before the first column.");
  app.add_option("--east", problem.boundary.east, "Boundary value behind the last column.");
  app.add_option("--initial", problem.boundary.initial, "Value of all cells at the start.");
  app.add_option("--boundary", problem.boundary.file,
                 "Start from this .npy file of (rows + 2) x (columns + 2) doubles instead.");
  app.add_option("--output", arguments.output, "Write the result to this .npy file.");
  app.add_option("--marks", marks, "How often time and progress are looked at while it runs.");
  app.add_flag(
      "--plain", arguments.execution.plain,
      "Send every edge as a message of its own, all of one priority: the program as it was "
      "first published.");
  app.add_option("--cell-time", arguments.execution.cell_ns,
                 "Compute nothing, but say that a step takes so many ns for each cell: for "
                 "predictions in virtual time, with --backend sim --costs charged.")
      ->check(CLI::Range(0.001, 1e9));
  app.add_option("--imbalance", arguments.execution.imbalance,
                 "Objects cost more from left to right, up to so many times as much: work for a "
                 "load balancer.")
      ->check(CLI::Range(1.0, 1000.0));
  app.add_option("--sync-every", arguments.execution.sync_every,
                 "Come to a point for the load balancer, if there is one, every so many steps.")
      ->check(CLI::Range(1, 1'000'000'000));
  app.add_option("--syncs", arguments.execution.syncs, "With --sync-every: at most so many times.")
      ->check(CLI::Range(1, 1'000'000'000));
  app.add_flag("--carry-cells", arguments.execution.carries_cells,
               "With --cell-time: objects hold their cells, so that moving one takes its time.");
  app.add_option("--halo-error", arguments.execution.halo_error,
                 "The numbers of an edge may be off by so much when they arrive, where the grid "
                 "file has compress.loss = \"admitted\".")
      ->check(CLI::Range(0.0, 1e300));
  app.add_flag("--check", arguments.check, "Compare the result with the serial reference.");
  app.add_flag("--no-probe", no_probe, "Do not measure the memory's bandwidth.");
  auto help = isthmus::read_command_line(app, words, "one that `-- --help` lists");
  if (!help) return isthmus::forward_error(help);
  if (*help) {
    arguments.help = std::move(*help);
    return arguments;
  }
  if (auto read = read_pair(mesh, "--mesh", problem.rows, problem.columns); !read) {
    return isthmus::forward_error(read);
  }
  if (auto read = read_pair(objects, "--objects", problem.objects_down, problem.objects_across);
      !read) {
    return isthmus::forward_error(read);
  }
  if (arguments.warmup < 0) {
    return fail(ErrorCode::bad_input, std::to_string(arguments.warmup), "--warmup", "0 or more");
  }
  if (marks < 1) return fail(ErrorCode::bad_input, std::to_string(marks), "--marks", "1 or more");
  arguments.execution.mark_every = std::max(1, problem.steps / marks);
  problem.steps += arguments.warmup;
  if (arguments.execution.halo_error > 0 && problem.tolerance > 0) {
    return fail(ErrorCode::bad_input, "--halo-error with --tolerance", {},
                "--steps alone: an error would decide when to end");
  }
  const bool modelled = arguments.execution.cell_ns > 0;
  if (modelled && (arguments.check || !arguments.output.empty() || problem.tolerance > 0 ||
                   !problem.boundary.file.empty())) {
    return fail(ErrorCode::bad_input, "there is no result where nothing is computed", "--cell-time",
                "no --check, --output, --tolerance or --boundary beside it");
  }
  arguments.probe = !no_probe && !modelled;
  if (auto valid = validate(problem); !valid) return isthmus::forward_error(valid);
  if (auto writable = isthmus::check_writable(arguments.output, "--output"); !writable) {
    return isthmus::forward_error(writable);
  }
  return arguments;
}

}  // namespace jacobi2d
