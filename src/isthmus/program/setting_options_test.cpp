#include "isthmus/program/setting_options.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "isthmus/program/options.hpp"
#include "isthmus/sim/stopwatch.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine::program {
namespace {

/// Fails to compile where Settings has another number of members: who adds one says here what
/// becomes of it, and adds a row to setting_options.cpp. Each member as text, to be compared.
std::array<std::string, 14> members_of(const runtime::Settings& settings) {
  const auto& [seed, branching, batch, stall_ns, silence_ns, location_policy, location_cache,
               quiescence, border_first, aggregation, flow_limits, balancing, checkpoints,
               reports] = settings;
  const auto& [mode, delay_ns] = aggregation;
  const auto& [queue_bytes, backlog_bytes] = flow_limits;
  const auto text = [](auto value) { return std::to_string(static_cast<std::uint64_t>(value)); };
  return {text(seed),
          text(branching),
          text(batch),
          text(stall_ns.value_or(-1)),
          text(silence_ns.value_or(-1)),
          std::string(location_policy->name),
          text(location_cache),
          text(quiescence),
          text(border_first),
          text(mode) + " " + text(delay_ns),
          text(queue_bytes) + " " + text(backlog_bytes),
          (balancing.strategy == nullptr ? "" : std::string(balancing.strategy->name)) + " " +
              text(balancing.every_ns) + " " + balancing.snapshots + " " +
              std::to_string(balancing.options.tolerance) + " " +
              text(balancing.options.hybrid_mode),
          text(checkpoints.when) + " " + text(checkpoints.every_ns) + " " +
              text(checkpoints.between_failures_ns) + " " + text(checkpoints.keep) + " " +
              text(checkpoints.on_loss) + " " + text(checkpoints.apart) + " " +
              text(checkpoints.site_logs) + " " + text(checkpoints.site_log_bytes) + " " +
              text(checkpoints.compression),
          text(reports)};
}

/// A value for each option, or key of --tune, that is not its default.
constexpr std::array<std::pair<const char*, const char*>, 31> others = {{
    {"seed", "7"},
    {"border-first", "yes"},
    {"aggregation", "yes"},
    {"location-policy", "lazy_forwarding"},
    {"balancer", "grid_hybrid:tolerance=0.2,hybrid-mode=spread"},
    {"balance-every", "3s"},
    {"balance-snapshots", "snapshots"},
    {"measure-speeds", "never"},
    {"checkpoint", "30s"},
    {"checkpoint-dir", "kept"},
    {"checkpoint-compress", "zstd"},
    {"keep", "5"},
    {"between-failures", "2h"},
    {"on-loss", "go-on"},
    {"on-warning", "leave"},
    {"silence", "5s"},
    {"partners", "site"},
    {"site-logs", "yes"},
    {"restart", "kept"},
    {"branching", "2"},
    {"batch", "3"},
    {"location-cache", "17"},
    {"quiescence", "safra"},
    {"aggregation-delay", "1ms"},
    {"queue-limit", "4KiB"},
    {"backlog-limit", "8KiB"},
    {"site-log-limit", "16KiB"},
    {"stall-after", "2s"},
    {"spin", "5us"},
    {"pin", "no"},
    {"live-every", "2s"},
}};

Options all_others() {
  std::vector<std::string> words = {"program", "--pes", "2"};
  for (std::size_t i = 0; i < others.size(); ++i) {
    const auto& [name, value] = others[i];
    const bool is_key = setting_options()[i].row.group == Group::tuning;
    words.push_back(is_key ? "--tune" : "--" + std::string(name));
    words.push_back((is_key ? std::string(name) + "=" : "") + value);
  }
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  auto parsed = parse_options(static_cast<int>(arguments.size()), arguments.data(), 2);
  EXPECT_TRUE(parsed) << parsed.error().text();
  return parsed.value().options;
}

/// Settings as they are compared, and what of these options is no setting of the job.
std::array<std::string, 20> members_of(const Options& options) {
  std::array<std::string, 20> members;
  std::ranges::copy(members_of(options.settings), members.begin());
  members[13] = std::to_string(options.spin_ns);
  members[14] = options.pin ? "pinned" : "";
  members[15] = std::to_string(static_cast<int>(options.speed_measuring));
  members[16] = options.checkpoint_directory;
  members[17] = options.restart_path;
  members[18] = std::to_string(static_cast<int>(options.on_warning));
  members[19] = std::to_string(options.live_every_ns);
  return members;
}

TEST(SettingOptions, AreARowForEachSettingWhichIsChangedByItAlone) {
  ASSERT_EQ(setting_options().size(), others.size());
  const auto defaults = members_of(Options());
  std::array<bool, defaults.size()> changed{};
  for (std::size_t i = 0; i < others.size(); ++i) {
    const SettingOption& option = setting_options()[i];
    ASSERT_EQ(option.row.name, others[i].first);
    Options options;
    ASSERT_TRUE(option.set(others[i].second, options));
    const auto members = members_of(options);
    int count = 0;
    for (std::size_t member = 0; member < members.size(); ++member) {
      if (members[member] == defaults[member]) continue;
      changed[member] = true;
      ++count;
    }
    EXPECT_EQ(count, 1) << option.row.name;
  }
  changed[12] = true;  // what is to be reported is told by other options
  for (std::size_t member = 0; member < changed.size(); ++member) {
    EXPECT_TRUE(changed[member]) << member;
  }
}

TEST(SettingOptions, ReachAProcessOnEveryBackend) {
  runtime::Settings settings = all_others().settings;
  settings.balancing.snapshots.clear();  // which would be written
  settings.balancing.every_ns = never_ns;
  settings.reports = true;
  const auto wanted = members_of(settings);
  const topology::Topology topology = testing::uniform_topology(1, 2);
  const MainProgram main_program = [](Job&) -> Task<void> { co_return; };

  testing::World world(topology, {.settings = settings});
  ASSERT_FALSE(world.run(main_program));
  EXPECT_EQ(members_of(world.process(ProcessId(0)).settings()), wanted);

  const sim::Costs costs;
  const ManualClock processor;
  sim::ProcessorStopwatch stopwatch(processor);
  testing::MemoryLog log;
  const PayloadTable payloads = PayloadTable::of_program().value();
  auto simulation =
      sim::Simulation::create({topology, payloads, log, costs, stopwatch}, {.settings = settings});
  ASSERT_TRUE(simulation);
  EXPECT_EQ(members_of((*simulation)->process(ProcessId(0)).settings()), wanted);

  for (const auto& failure : testing::run_on_threads(topology, main_program, settings)) {
    EXPECT_FALSE(failure) << failure->text();
  }
}

TEST(SettingOptions, NameWhatStandsAlone) {
  runtime::Settings settings;
  settings.balancing.every_ns = 1'000;
  const auto wrong = complete(settings);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().text(),
            "--balance-every: no load balancer (expected --balancer NAME beside it)");
}

}  // namespace
}  // namespace isthmus::engine::program
