// isthmus-balance: what `isthmus balance` asks.
//
//   isthmus-balance generate PATTERN -o FILE ...   writes a made-up snapshot
//   isthmus-balance replay SNAPSHOT ...            runs strategies on one, prints JSON
//
// What the JSON says is in docs/formats/snapshot.md. Wrong input is one line on standard error,
// and exit status 2.

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <map>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/balance/generator.hpp"
#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/snapshot_json.hpp"
#include "isthmus/balance/strategy.hpp"
#include "isthmus/balance/strategy_choice.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/base/command_line.hpp"
#include "isthmus/topology/units.hpp"

namespace {

using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::PeId;
using isthmus::engine::balance::Options;
using isthmus::engine::balance::Parameters;
using isthmus::engine::balance::Placement;
using isthmus::engine::balance::Quality;
using isthmus::engine::balance::Snapshot;
using isthmus::engine::balance::Start;
using isthmus::engine::balance::Strategy;
using nlohmann::ordered_json;

struct Given {
  Parameters parameters;
  std::string speeds = "1";
  std::string latency = "16ms";
  std::string bandwidth = "1Gb/s";
  std::string output;
  std::string snapshot;
  std::string start = "naive";
  std::optional<std::size_t> objects;
  std::vector<std::string> strategies;
  std::map<std::string_view, std::string> strategy_options;  ///< By key; empty: not given.
  Options options;
  bool with_placements = false;
};

template <class Value, std::size_t Count>
using Names = std::array<std::pair<const char*, Value>, Count>;

constexpr Names<Start, 4> starts = {{{"naive", Start::naive},
                                     {"block", Start::block},
                                     {"random", Start::random},
                                     {"crowded", Start::crowded}}};
template <class Value, std::size_t Count>
std::vector<std::string> names_of(const Names<Value, Count>& all) {
  std::vector<std::string> names;
  for (const auto& [name, value] : all) names.emplace_back(name);
  return names;
}

template <class Value, std::size_t Count>
Value value_of(const Names<Value, Count>& all, const std::string& name) {
  return std::ranges::find_if(all, [&](const auto& one) { return one.first == name; })->second;
}

void declare_generate(CLI::App& app, Given& given) {
  Parameters& parameters = given.parameters;
  app.add_option("pattern", parameters.pattern,
                 "One of " + isthmus::engine::balance::pattern_names())
      ->required();
  app.add_option("-o,--output", given.output, "The file to write")->required();
  app.add_option("--seed", parameters.seed, "What is drawn, is drawn from it");
  app.add_option("--objects", given.objects, "Of patterns that have no number of their own");
  app.add_option("--sites", parameters.sites, "Sites that have PEs");
  app.add_option("--empty-sites", parameters.empty_sites, "Sites without PEs");
  app.add_option("--pes", parameters.pes_per_site, "PEs of each site");
  app.add_option("--speeds", given.speeds, "Relative speeds of the PEs, in turn: 1,1.5,2");
  app.add_option("--background", parameters.background,
                 "At most so much of a PE's mean load is busy with other things");
  app.add_option("--pinned", parameters.pinned, "Share of the objects that cannot move");
  app.add_option("--start", given.start, "Where objects are: naive, block, random, crowded")
      ->check(CLI::IsMember(names_of(starts)));
  app.add_option("--latency", given.latency, "Between sites, such as 16ms");
  app.add_option("--bandwidth", given.bandwidth, "Of each site's connection, such as 1Gb/s");
}

void declare_replay(CLI::App& app, Given& given) {
  app.add_option("snapshot", given.snapshot, "A snapshot file")->required();
  app.add_option("--strategy", given.strategies,
                 "One or more of " + isthmus::engine::balance::strategy_names() +
                     "; each may be NAME:KEY=VALUE; all by default")
      ->delimiter(',');
  app.add_option("--seed", given.options.seed, "Of strategies that draw");
  for (const auto& [key, what, set] : isthmus::engine::balance::strategy_options()) {
    app.add_option("--" + std::string(key), given.strategy_options[key], std::string(what));
  }
  app.add_flag("--placements", given.with_placements, "Print each object's PE too");
}

Expected<std::vector<double>> speeds_of(const std::string& text) {
  std::vector<double> speeds;
  for (const auto word : std::views::split(text, ',')) {
    double speed = 0;
    const char* const end = word.data() + word.size();
    const auto [read_to, error] = std::from_chars(word.data(), end, speed);
    if (error != std::errc() || read_to != end || !std::isfinite(speed)) {
      return isthmus::fail(ErrorCode::bad_input, "'" + text + "'", "--speeds",
                           "numbers with commas between them");
    }
    speeds.push_back(speed);
  }
  return speeds;
}

Expected<void> generate(Given& given) {
  auto speeds = speeds_of(given.speeds);
  if (!speeds) return isthmus::forward_error(speeds);
  given.parameters.speeds = std::move(*speeds);
  const auto latency_ns = isthmus::engine::topology::parse_duration_ns(given.latency);
  const auto bandwidth = isthmus::engine::topology::parse_bandwidth_bytes_per_s(given.bandwidth);
  for (const auto& [option, error] :
       {std::pair("--latency", latency_ns ? nullptr : &latency_ns.error()),
        std::pair("--bandwidth", bandwidth ? nullptr : &bandwidth.error())}) {
    if (error == nullptr) continue;
    isthmus::Error said = *error;
    said.where = option;
    return std::unexpected(said);
  }
  given.parameters.links.wide_area_latency_s = static_cast<double>(*latency_ns) * 1e-9;
  given.parameters.links.wide_area_bytes_per_s = *bandwidth;
  given.parameters.start = value_of(starts, given.start);
  const auto* pattern = isthmus::engine::balance::find_pattern(given.parameters.pattern);
  if (given.objects && pattern != nullptr && pattern->has_own_number) {
    return isthmus::fail(isthmus::ErrorCode::bad_input,
                         given.parameters.pattern + " has a number of its own", "--objects",
                         "none");
  }
  given.parameters.objects = given.objects.value_or(given.parameters.objects);
  auto snapshot = isthmus::engine::balance::generate(given.parameters);
  if (!snapshot) return isthmus::forward_error(snapshot);
  return isthmus::engine::balance::save_snapshot(*snapshot, given.output);
}

ordered_json to_json(const std::vector<PeId>& pes) {
  ordered_json numbers = ordered_json::array();
  for (const PeId pe : pes) numbers.push_back(pe.value);
  return numbers;
}

struct Chosen {
  const Strategy* strategy = nullptr;
  std::string text;  ///< As it was named.
  isthmus::engine::balance::Options options;
};

ordered_json row_of(const Snapshot& snapshot, const Chosen& chosen, const Given& given) {
  const isthmus::SteadyClock clock;
  const std::int64_t begin_ns = clock.now_ns();
  const Placement placement = chosen.strategy->decide(snapshot, chosen.options);
  const std::int64_t end_ns = clock.now_ns();
  const Quality quality = isthmus::engine::balance::measure(snapshot, placement);
  ordered_json row = {
      {"strategy", chosen.text},
      {"time_s", static_cast<double>(end_ns - begin_ns) * 1e-9},
      {"load_max_s", quality.load_max_s},
      {"load_mean_s", quality.load_mean_s},
      {"imbalance", quality.imbalance},
      {"overload", isthmus::engine::balance::overload(snapshot, placement)},
      {"cross_site_messages", quality.cross_site_messages},
      {"cross_site_bytes", quality.cross_site_bytes},
      {"cross_pe_messages", quality.cross_pe_messages},
      {"objects_moved", quality.objects_moved},
      {"bytes_moved", quality.bytes_moved},
      {"border_objects_max", quality.border_objects_max},
      {"step_s", quality.step_s},
      {"migration_s", isthmus::engine::balance::migration_s(snapshot, placement)},
  };
  if (given.with_placements) {
    row["pe"] = to_json(placement);
    row["loads_s"] = isthmus::engine::balance::loads_s(snapshot, placement);
  }
  return row;
}

ordered_json heading_of(const Snapshot& snapshot, const Given& given) {
  ordered_json heading = {
      {"version", 1},
      {"name", snapshot.name},
      {"objects", snapshot.object_count()},
      {"edges", snapshot.edges.size()},
      {"sites", snapshot.sites},
      {"pes", snapshot.pe_count()},
  };
  if (given.with_placements) {
    ordered_json sites = ordered_json::array();
    for (const isthmus::SiteId site : snapshot.pes.site) sites.push_back(site.value);
    heading["site_of_pe"] = sites;
    heading["position"] = snapshot.objects.position;
  }
  return heading;
}

Expected<void> replay(Given& given, int out) {
  for (const auto& [key, text] : given.strategy_options) {
    if (text.empty()) continue;
    if (auto set = isthmus::engine::balance::set_strategy_option(key, text, given.options); !set) {
      set.error().where = "--" + std::string(key);
      return set;
    }
  }
  if (given.strategies.empty()) {
    for (const Strategy& strategy : isthmus::engine::balance::strategies()) {
      given.strategies.emplace_back(strategy.name);
    }
  }
  std::vector<Chosen> chosen;
  for (const std::string& text : given.strategies) {
    isthmus::engine::balance::Options options = given.options;
    auto strategy = isthmus::engine::balance::read_strategy(text, options);
    if (!strategy) {
      strategy.error().where = "--strategy";
      return isthmus::forward_error(strategy);
    }
    chosen.push_back({*strategy, text, options});
  }
  auto snapshot = isthmus::engine::balance::load_snapshot(given.snapshot);
  if (!snapshot) return isthmus::forward_error(snapshot);
  ordered_json result = heading_of(*snapshot, given);
  result["rows"] = ordered_json::array();
  for (const Chosen& one : chosen) result["rows"].push_back(row_of(*snapshot, one, given));
  const std::string text =
      result.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
  std::FILE* file = fdopen(out, "w");
  errno = 0;
  if (file == nullptr || std::fputs(text.c_str(), file) < 0 || std::fclose(file) != 0) {
    return isthmus::fail(ErrorCode::io, isthmus::with_errno("cannot write", errno),
                         "standard output");
  }
  return {};
}

int end_with(const isthmus::Error& error) {
  std::fprintf(stderr, "%s\n", error.text().c_str());
  return isthmus::exit_status(error.code);
}

}  // namespace

int main(int argc, char** argv) {
  // METIS complains on standard output, which is for JSON alone.
  const int out = dup(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  Given given;
  CLI::App app("Load balancing away from a job: makes snapshots up, compares strategies on them.");
  app.name("isthmus-balance");
  app.require_subcommand(1);
  CLI::App* generating = app.add_subcommand("generate", "Write a made-up snapshot");
  CLI::App* replaying = app.add_subcommand("replay", "Run strategies on a snapshot, print JSON");
  declare_generate(*generating, given);
  declare_replay(*replaying, given);
  const auto help = isthmus::read_command_line(app, isthmus::words_of(argc, argv));
  if (!help) return end_with(help.error());
  if (*help) {
    std::fputs((*help)->c_str(), stderr);
    return 0;
  }
  try {
    const Expected<void> done = generating->parsed() ? generate(given) : replay(given, out);
    return done ? 0 : end_with(done.error());
  } catch (const std::bad_alloc&) {
    return end_with({ErrorCode::io, "there is not enough memory for that many objects", {}, {}});
  }
}
