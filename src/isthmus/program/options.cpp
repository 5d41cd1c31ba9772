#include "isthmus/program/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>

#include "isthmus/base/command_line.hpp"
#include "isthmus/door/job_entry.hpp"
#include "isthmus/live/page_settings.hpp"
#include "isthmus/program/grid_options.hpp"
#include "isthmus/program/option_checks.hpp"
#include "isthmus/program/option_row.hpp"
#include "isthmus/program/setting_options.hpp"
#include "isthmus/program/typed_options.hpp"
#include "isthmus/topology/grid_text.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::program {

namespace {

/// See Options::words_of_run.
std::vector<std::string> words_of_run(const CLI::App& app) {
  constexpr std::array<std::string_view, 22> of_others = {"backend",
                                                          "grid",
                                                          "sites",
                                                          "pes",
                                                          "processes",
                                                          "probe",
                                                          "gateways",
                                                          "seed",
                                                          "costs",
                                                          "tune",
                                                          "report",
                                                          "quiet",
                                                          "timeline",
                                                          "explain",
                                                          "describe",
                                                          "record-costs",
                                                          "balance-snapshots",
                                                          "checkpoint-dir",
                                                          "name",
                                                          "alert-command",
                                                          "alert-memory",
                                                          "live"};
  std::vector<std::string> options;
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_single_name();
    if (option->count() == 0 || std::ranges::find(of_others, name) != of_others.end()) continue;
    std::string words = "--" + name;
    for (const std::string& value : option->results()) words += " " + value;
    options.push_back(std::move(words));
  }
  return options;
}

Expected<void> read_costs(const Typed& typed, Options& options) {
  const std::string& costs = typed.text("costs");
  if (costs.empty() || costs == "measured" || costs == "charged") {
    options.costs.entries =
        costs == "charged" ? sim::EntryCosts::charged : sim::EntryCosts::measured;
  } else if (options.costs_file = costs; sim::is_cost_record(costs)) {
    auto record = sim::read_cost_record(costs);
    if (!record) return forward_error(record);
    options.replayed = std::move(*record);
  } else {
    if (auto read = sim::read_recorded_costs(costs, options.costs); !read) return read;
    options.costs.entries = sim::EntryCosts::recorded;
  }
  for (const std::string& setting : typed.texts("sim")) {
    if (auto set = options.costs.set(setting); !set) return set;
  }
  return {};
}

/// "4", "4 processes" or "2 sites".
Expected<void> read_begin_with(std::string_view text, Options& options) {
  if (text.empty()) return {};
  std::uint32_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, count);
  const std::string_view unit(stopped, static_cast<std::size_t>(end - stopped));
  const bool is_sites = unit == " sites" || unit == " site";
  const bool is_processes = unit.empty() || unit == " processes" || unit == " process";
  if (error != std::errc() || count < 1 || !(is_sites || is_processes)) {
    return fail(ErrorCode::bad_input, "'" + topology::printable(text) + "'", "--begin-with",
                "at least 1, such as 4, '4 processes' or '2 sites'");
  }
  (is_sites ? options.begin_with_sites : options.begin_with) = count;
  return {};
}

Expected<void> read_joining(const Typed& typed, Options& options) {
  const auto read = [&](const std::string& name, HostPort& to) -> Expected<void> {
    if (typed.text(name).empty()) return {};
    Expected<HostPort> at = parse_host_port(typed.text(name));
    if (!at) {
      at.error().where = "--" + name;
      return forward_error(at);
    }
    to = std::move(*at);
    return {};
  };
  for (const auto& step :
       {read("rendezvous", options.rendezvous), read("listen", options.listen_at),
        read("advertise", options.advertised)}) {
    if (!step) return step;
  }
  if (auto begun = read_begin_with(typed.text("begin-with"), options); !begun) return begun;
  if (const std::string& witness = typed.text("witness"); options.backend == Backend::sim) {
    options.witness_site = witness;
  } else if (!witness.empty()) {
    if (auto at = read("witness", options.witness); !at) return at;
  }
  options.warning_command = typed.text("warning-command");
  options.comes_late = typed.has("late");
  options.site = typed.text("site");
  const std::string& bootstrap = typed.text("bootstrap");
  options.bootstrap = bootstrap == "pmix"         ? Bootstrap::pmix
                      : bootstrap == "rendezvous" ? Bootstrap::rendezvous
                                                  : Bootstrap::automatic;
  const std::string& rank = typed.text("rank");
  if (rank.empty()) return {};
  const auto [end, error] = std::from_chars(rank.data(), rank.data() + rank.size(), options.rank);
  if (error != std::errc() || end != rank.data() + rank.size()) {
    return fail(ErrorCode::bad_input, "'" + topology::printable(rank) + "'", "--rank",
                "a whole number of at least 0");
  }
  options.is_rank_given = true;
  return {};
}

/// A value of the command line's option `name`, or of `--tune`.
Expected<void> at_option(Expected<void> set, std::string_view name) {
  if (!set) set.error().where = "--" + std::string(name);
  return set;
}

/// First what the grid file says, then what the command line says, which is typed for this run.
Expected<void> read_tuning(const Typed& typed, Options& options) {
  for (const topology::Tuning& tuned : options.grid.tuning) {
    if (auto set = tune(tuned.key, tuned.value, options); !set) {
      set.error().where = options.grid.where(tuned.line) + ": [tune] " + tuned.key;
      return set;
    }
  }
  for (const std::string& text : typed.texts("tune")) {
    for (const auto part : std::views::split(text, ',')) {
      const std::string setting(part.begin(), part.end());
      const std::size_t equals = setting.find('=');
      if (equals == std::string::npos) {
        return fail(ErrorCode::bad_input, "'" + topology::printable(setting) + "'", "--tune",
                    "KEY=VALUE,..., such as branching=2");
      }
      const std::string key = setting.substr(0, equals);
      if (auto set = tune(key, setting.substr(equals + 1), options); !set) {
        const bool is_key =
            std::ranges::find(tuning_rows(), key, &OptionRow::name) != tuning_rows().end();
        return at_option(std::move(set), is_key ? "tune " + key : "tune");
      }
      // How long threads spin and where they run decides nothing of a run in virtual time.
      if (key != "spin" && key != "pin") options.words_of_run.push_back("--tune " + setting);
    }
  }
  return {};
}

Expected<void> read_settings(const Typed& typed, Options& options) {
  for (const auto& [row, set] : setting_options()) {
    if (row.group == Group::tuning || !typed.has(row.name)) continue;
    if (auto done = at_option(set(typed.text(row.name), options), row.name); !done) return done;
  }
  if (options.speed_measuring == SpeedMeasuring::always && options.backend == Backend::sim) {
    return fail(ErrorCode::bad_input, "virtual time has the grid's speeds", "--measure-speeds",
                "--backend threads or processes");
  }
  return complete(options.settings);
}

Expected<void> read_alerts(const Typed& typed, Options& options) {
  options.alert_command = typed.text("alert-command");
  if (typed.has("alert-memory")) {
    Expected<std::int64_t> limit = topology::parse_size_bytes(typed.text("alert-memory"));
    if (!limit) {
      limit.error().where = "--alert-memory";
      return forward_error(limit);
    }
    options.alert_memory_bytes = static_cast<double>(*limit);
  }
  if (options.alert_memory_bytes && options.alert_command.empty()) {
    return fail(ErrorCode::bad_input, "nobody is told", "--alert-memory", "--alert-command");
  }
  if (options.backend == Backend::sim && !options.alert_command.empty()) {
    return fail(ErrorCode::bad_input, "nobody is told of what happens in virtual time",
                "--alert-command", "--backend threads or processes");
  }
  return {};
}

Expected<void> read_name(const Typed& typed, Options& options) {
  if (!typed.has("name")) return {};
  options.job_name = typed.text("name");
  if (options.backend == Backend::sim && !typed.has("live")) {
    return fail(ErrorCode::bad_input, "nobody calls a job in virtual time without its page",
                "--name", "--live, or --backend threads or processes");
  }
  if (door::is_job_name(options.job_name)) return {};
  return fail(ErrorCode::bad_input, "'" + topology::printable(options.job_name) + "'", "--name",
              door::job_name_rule);
}

Expected<void> read_live(const Typed& typed, Options& options) {
  if (!typed.has("live")) return {};
  auto at = live::parse_page_address(typed.text("live"));
  if (!at) {
    at.error().where = "--live";
    return forward_error(at);
  }
  options.live = std::move(*at);
  return {};
}

void read_words(const Typed& typed, Options& options) {
  const std::string& backend = typed.text("backend");
  options.is_backend_given = typed.has("backend");
  options.backend = backend == "sim"         ? Backend::sim
                    : backend == "processes" ? Backend::processes
                                             : Backend::threads;
  const std::string& log = typed.text("log");
  options.log_to = log == "syslog" ? LogTo::system
                   : log == "both" ? LogTo::both
                                   : LogTo::standard_error;
  options.report_file = typed.text("report");
  options.timeline_file = typed.text("timeline");
  options.recorded_costs_file = typed.text("record-costs");
  options.explain = typed.flag("explain");
  options.quiet = typed.flag("quiet");
  options.describe = typed.flag("describe");
  options.verify = typed.flag("verify");
  options.faults = typed.texts("fault");
}

bool asks_for_help(const std::vector<std::string>& words) {
  return std::ranges::any_of(
      words, [](const std::string& word) { return word == "--help" || word == "-h"; });
}

/// `--help=all`, or `--help all`.
bool asks_for_all(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--help=all") return true;
    if (words[i] == "--help" && i + 1 < words.size() && words[i + 1] == "all") return true;
  }
  return false;
}

/// "  key=VALUE  what it is", as many lines as it takes, below the options.
std::string tuning_help() {
  constexpr std::size_t column = 30;
  constexpr std::size_t width = 78;
  std::string text = "keys of --tune, and of [tune] in the grid file:\n";
  for (const OptionRow& row : tuning_rows()) {
    std::string line = "  " + std::string(row.name) + "=" + std::string(row.metavar);
    line.resize(std::max(line.size() + 1, column), ' ');
    for (const auto word : std::views::split(row.help, ' ')) {
      if (line.size() + word.size() > width) {
        text += line + "\n";
        line.assign(column, ' ');
      }
      line.append(word.begin(), word.end());
      line += ' ';
    }
    text += line + "\n";
  }
  return text;
}

}  // namespace

Expected<Parsed> parse_options(int argc, const char* const* argv, int core_count) {
  Parsed parsed;
  Options& options = parsed.options;
  const auto end = argv + argc;
  const auto separator = std::find(argv + std::min(argc, 1), end, std::string_view("--"));
  const std::vector<std::string> own(argv + std::min(argc, 1), separator);
  if (separator != end) options.arguments.assign(separator + 1, end);
  if (std::ranges::find(own, "--options-json") != own.end()) {
    parsed.help = options_json() + "\n";
    return parsed;
  }
  const bool everything = asks_for_all(own);
  const bool is_short = !everything && asks_for_help(own);
  CLI::App app;
  // CLI11 has no names for options that are left out of the help, where they are wrong.
  const Typed typed(app, !is_short);
  app.name(argc > 0 ? argv[0] : "program");
  app.set_help_flag("-h,--help", "Print this and end; --help all: with what is seldom needed.");
  app.get_help_ptr()->group(std::string(title_of(Group::watching)));
  app.description(
      "PROGRAM [runtime options] [-- program options]; `-- --help` tells the program's own.");
  if (everything) {
    parsed.help = app.help() + "\n" + tuning_help();
    return parsed;
  }
  auto help =
      read_command_line(app, own, "one that --help=all lists; the program's own come after --");
  if (!help) return forward_error(help);
  if (*help) {
    parsed.help = std::move(*help);
    return parsed;
  }
  options.words_of_run = words_of_run(app);
  const std::string_view called = argc > 0 ? argv[0] : "";
  options.program = called.substr(called.rfind('/') + 1);  // all of it where there is none
  read_words(typed, options);
  for (const auto& step :
       {read_name(typed, options), read_alerts(typed, options), read_live(typed, options),
        read_duration(typed.text("wait"), "--wait", options.wait_ns),
        read_duration(typed.text("time-limit"), "--time-limit", options.time_limit_ns),
        read_settings(typed, options), read_costs(typed, options),
        build_grid(typed, core_count, options), read_tuning(typed, options),
        read_carrier(typed, options), read_chain_changes(typed, options),
        read_joining(typed, options)}) {
    if (!step) return std::unexpected(step.error());
  }
  if (auto checked = check_checkpoints(options); !checked) return forward_error(checked);
  if (auto checked = check_record(options); !checked) return forward_error(checked);
  return parsed;
}

}  // namespace isthmus::engine::program
