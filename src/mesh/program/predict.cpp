#include "mesh/program/predict.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>

#include "mesh/driver/boundaries.hpp"

namespace isthmus::mesh {
namespace {

using topology::LinkKind;

const char* word_of(Prediction::Bound bound) {
  switch (bound) {
    case Prediction::Bound::work:
      return "work";
    case Prediction::Bound::wait:
      return "wait";
    case Prediction::Bound::line:
      return "line";
  }
  return "";
}

/// Seconds for a point, by operation: of a step's flops where they are given, each operation that
/// computes has the share that it says, or an equal one where none says any.
Expected<std::vector<double>> point_costs(const Plan& plan, const PredictArguments& arguments) {
  double said = 0;
  double computing = 0;
  for (const Operation& operation : plan.step) {
    said += operation.flops;
    computing += operation.kind == Operation::Kind::compute ? 1 : 0;
  }
  if (said <= 0 && arguments.flops_a_point <= 0) {
    return fail(ErrorCode::bad_input, "no routine says how many flops a point takes",
                arguments.file, "--flops-a-point");
  }
  const double factor =
      (said > 0 && arguments.flops_a_point > 0 ? arguments.flops_a_point / said : 1) /
      arguments.flops_a_second;
  std::vector<double> costs;
  for (const Operation& operation : plan.step) {
    const bool computes = operation.kind == Operation::Kind::compute;
    const double flops =
        said > 0 ? operation.flops : (computes ? arguments.flops_a_point / computing : 0);
    costs.push_back(flops * factor);
  }
  return costs;
}

template <class Count>
Count times(Count count, double factor) {
  return std::max(Count{1}, static_cast<Count>(std::llround(static_cast<double>(count) * factor)));
}

constexpr double points_max = 1e12;  // as for a parameter file

/// As many blocks a PE as before, where the file says how many there are in all.
void with_other_pes(DriverSettings& driver, topology::Grid& grid, double factor) {
  std::int64_t before = 0;
  for (topology::Site& site : grid.sites) {
    for (topology::Node& node : site.nodes) {
      before += node.pes;
      if (!node.pe_speeds.empty()) {
        node.speed = std::accumulate(node.pe_speeds.begin(), node.pe_speeds.end(), 0.0) / node.pes;
        node.pe_speeds.clear();
      }
      node.pes = times(node.pes, factor);
      node.processes = std::min(node.processes, node.pes);
    }
  }
  if (driver.blocks) {
    std::int64_t blocks = 1;
    for (const std::int32_t count : *driver.blocks) blocks *= count;
    driver.blocks_per_pe = static_cast<std::int32_t>(std::max<std::int64_t>(1, blocks / before));
    driver.blocks.reset();
  }
  driver.processors.reset();
}

template <class... Values>
void print(std::string& text, const char* format, Values... values) {
  std::array<char, 256> line;
  std::snprintf(line.data(), line.size(), format, values...);
  text += line.data();
}

std::string table(const std::vector<Choice>& choices, const Choice& best) {
  std::string text =
      "  depth  compressed  ms a step  efficiency  on average  twice ms  waits ms  bound by\n";
  for (const Choice& choice : choices) {
    const Prediction& all = choice.prediction;
    print(text, "%c %5d  %10s  %9.4g  %9.1f%%  %9.1f%%  %8.3g  %8.3g  %s\n",
          &choice == &best ? '*' : ' ', choice.depth, choice.codec ? "yes" : "no", 1e3 * all.step_s,
          100 * all.efficiency, 100 * all.efficiency_average, 1e3 * all.redundant_s,
          1e3 * all.wait_s, word_of(all.bound));
  }
  return text;
}

std::string json(const std::vector<Choice>& choices, const Choice& best) {
  std::string text = "[";
  for (const Choice& choice : choices) {
    const Prediction& all = choice.prediction;
    print(text, "%s{\"depth\": %d, \"compressed\": %s, \"best\": %s, \"step_s\": %.9g, ",
          &choice == &choices.front() ? "" : ",\n ", choice.depth, choice.codec ? "true" : "false",
          &choice == &best ? "true" : "false", all.step_s);
    print(text, "\"efficiency\": %.9g, \"efficiency_average\": %.9g, \"redundant_s\": %.9g, ",
          all.efficiency, all.efficiency_average, all.redundant_s);
    print(text, "\"wait_s\": %.9g, \"line_s\": %.9g, \"bound\": \"%s\"}", all.wait_s, all.line_s,
          word_of(all.bound));
  }
  return text + "]\n";
}

}  // namespace

Expected<PredictArguments> parse_predict_arguments(const std::vector<std::string>& words) {
  PredictArguments arguments;
  CLI::App app("How long steps will take, from what their parts cost.");
  app.name("isthmus-mesh predict");
  app.add_option("FILE", arguments.file, "The parameter file.")->required();
  app.add_option("--grid", arguments.grid, "The grid file with sites, PEs and speeds.")->required();
  app.add_option("--latency-ms", arguments.latency_ms, "Between sites, one way. Default 0.")
      ->check(CLI::Range(0.0, 1e6));
  app.add_option("--bandwidth", arguments.bandwidth,
                 "Bytes a second between sites, each way, shared by all. Default 0: unlimited.")
      ->check(CLI::Range(0.0, 1e15));
  app.add_option("--flops-a-second", arguments.flops_a_second, "Of a PE of speed 1. Default 1e9.")
      ->check(CLI::Range(1.0, 1e18));
  app.add_option("--flops-a-point", arguments.flops_a_point,
                 "Of a step. Default 0: what the routines say.")
      ->check(CLI::Range(0.0, 1e9));
  app.add_option("--times-points", arguments.times_points,
                 "So many times the file's points along each dimension. Default 1.")
      ->check(CLI::Range(1e-3, 1e3));
  app.add_option("--times-pes", arguments.times_pes,
                 "So many times the grid's PEs on each node. Default 1.")
      ->check(CLI::Range(1e-3, 1e3));
  app.add_option("--deepest", arguments.deepest, "The greatest depth. Default 16.")
      ->check(CLI::Range(1, 64));
  app.add_option("--packed", arguments.packed,
                 "Compression: the share of bytes that is left, and how many bytes a second are "
                 "packed and unpacked by a PE of speed 1.")
      ->expected(3)
      ->check(CLI::Range(1e-6, 1e15));
  app.add_flag("--json", arguments.as_json, "JSON instead of a table.");
  auto help = read_command_line(app, words, "one that `isthmus-mesh predict --help` lists");
  if (!help) return forward_error(help);
  arguments.help = std::move(*help);
  return arguments;
}

Expected<std::string> prediction_of(const LoadedFile& loaded, const PredictArguments& arguments) {
  auto plan = loaded.flesh.plan(loaded.file);
  if (!plan) return forward_error(plan);
  auto grid = topology::load_grid(arguments.grid);
  if (!grid) return forward_error(grid);
  MeshFile file = loaded.file;
  if (arguments.times_points != 1) {
    double all = 1;
    for (const std::int32_t count : file.grid.points) all *= arguments.times_points * count;
    if (all > points_max) {
      return fail(ErrorCode::bad_input, "the grid would have too many points", "--times-points",
                  "at most 1e12 of them");
    }
    for (std::int32_t& count : file.grid.points) {
      if (count > 1) count = times(count, arguments.times_points);
    }
  }
  if (arguments.times_pes != 1) with_other_pes(file.driver, *grid, arguments.times_pes);
  auto topology = topology::Topology::from_grid(*grid);
  if (!topology) return forward_error(topology);
  const auto layout = layout_of(file, *plan, *topology);
  if (!layout) return std::unexpected(layout.error());
  const GhostPlan ghosts(plan->step, plan->fields.size(), pasts_of(*plan, true));
  if (ghosts.events() == 0) {
    return fail(ErrorCode::bad_input, "nothing is synchronized in a step", arguments.file);
  }
  auto costs = point_costs(*plan, arguments);
  if (!costs) return forward_error(costs);
  ModelInput input;
  input.plan = &ghosts;
  input.point_costs = std::move(*costs);
  for (std::size_t d = 0; d < dimension_count; ++d) {
    input.is_periodic[d] = is_periodic(plan->boundaries, d);
  }
  input.links[static_cast<std::size_t>(LinkKind::between_sites)] = {
      .latency_s = 1e-3 * arguments.latency_ms, .bandwidth = arguments.bandwidth};
  input.is_interior_first = setup_of(file, *layout, frame_of(file, *plan)).interior_first;
  std::vector<Codec> codecs;
  if (!arguments.packed.empty()) {
    codecs.push_back({"packed", arguments.packed[1], arguments.packed[2], arguments.packed[0]});
  }
  const std::vector<Choice> choices =
      predict_choices(input, *layout, *topology, arguments.deepest, codecs);
  if (choices.empty()) {
    return fail(ErrorCode::bad_input, "blocks are thinner than the ghosts of depth 1",
                arguments.file, "fewer blocks");
  }
  constexpr double slack = 0.001;
  const Choice& best = best_of(choices, slack);
  return arguments.as_json ? json(choices, best) : table(choices, best);
}

}  // namespace isthmus::mesh
