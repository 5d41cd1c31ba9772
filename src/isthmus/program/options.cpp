#include "isthmus/program/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>

#include "isthmus/base/command_line.hpp"
#include "isthmus/base/random.hpp"
#include "isthmus/door/job_entry.hpp"
#include "isthmus/fabric/registry.hpp"
#include "isthmus/live/page_settings.hpp"
#include "isthmus/program/option_row.hpp"
#include "isthmus/program/setting_options.hpp"
#include "isthmus/topology/grid_text.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::program {

namespace {

/// The command line as typed, before it is checked against each other.
class Typed {
 public:
  /// `everything`: --help lists what is shown on wish as well.
  Typed(CLI::App& app, bool everything) {
    for (const OptionRow& row : option_rows()) {
      Value& value = values_[row.name];
      value.option = declare(app, row, value);
      const bool is_shown = everything || row.shown == Shown::usually;
      value.option->group(is_shown ? std::string(title_of(row.group)) : std::string());
    }
  }
  Typed(const Typed&) = delete;  // the app knows where its values are

  bool has(std::string_view name) const { return values_.at(name).option->count() > 0; }
  /// Empty where it is not given.
  const std::string& text(std::string_view name) const { return values_.at(name).text; }
  const std::vector<std::string>& texts(std::string_view name) const {
    return values_.at(name).texts;
  }
  bool flag(std::string_view name) const { return values_.at(name).flag; }
  std::optional<int> number(std::string_view name) const {
    return has(name) ? std::optional(values_.at(name).number) : std::nullopt;
  }

 private:
  struct Value {
    CLI::Option* option = nullptr;
    std::string text = {};
    std::vector<std::string> texts = {};
    int number = 0;
    bool flag = false;
  };

  static CLI::Option* declare(CLI::App& app, const OptionRow& row, Value& value) {
    const std::string name = "--" + std::string(row.name);
    if (row.kind == Kind::flag) return app.add_flag(name, value.flag, row.help);
    if (row.kind == Kind::count) return app.add_option(name, value.number, row.help);
    CLI::Option* const option =
        row.repeats ? app.add_option(name, value.texts, row.help)->allow_extra_args(false)
                    : app.add_option(name, value.text, row.help);
    option->type_name(std::string(row.metavar));
    if (row.optional) option->expected(0, 1);
    return row.kind == Kind::word && row.name != "carrier" ? option->check(CLI::IsMember(row.words))
                                                           : option;
  }

  std::map<std::string_view, Value> values_;
};

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

Expected<void> read_duration(const std::string& text, const char* option, TimeNs& to) {
  if (text.empty()) return {};
  Expected<std::int64_t> duration = topology::parse_duration_ns(text);
  if (!duration) {
    duration.error().where = option;
    return forward_error(duration);
  }
  to = *duration;
  return {};
}

// Sets a parameter of the delay filter of every link class between sites; adds the filter where a
// class has none.
void set_delay(topology::Grid& grid, const std::string& parameter, const std::string& value) {
  const auto apply = [&](topology::LinkClass& link) {
    if (link.set("delay", parameter, value)) return;
    topology::DeviceSpec delay{"delay", {{parameter, value}}};
    link.chain.insert(link.chain.begin(), std::move(delay));
  };
  apply(grid.links.at(topology::LinkKind::between_sites));
  for (auto& [name, link] : grid.link_classes) apply(link);
}

// The chain would refuse it too, but not by the name of the option.
Expected<void> check_delay(const std::string& parameter, const std::string& value) {
  const auto checked = [&](auto parsed) -> Expected<void> {
    if (parsed) return {};
    parsed.error().where = "--" + parameter;
    return forward_error(parsed);
  };
  return parameter == "bandwidth" ? checked(topology::parse_bandwidth_bytes_per_s(value))
                                  : checked(topology::parse_duration_ns(value));
}

/// The filters of the chains stay, and a carrier that keeps no order gets `reorder`; the parameters
/// of another carrier go with it.
Expected<void> read_carrier(const Typed& typed, Options& options) {
  const std::string& carrier = typed.text("carrier");
  if (carrier.empty()) return {};
  const std::vector<std::string> carriers = fabric::carriers_between_processes();
  if (std::ranges::find(carriers, carrier) == carriers.end()) {
    return fail(
        ErrorCode::bad_input,
        "'" + topology::printable(carrier) + "' is not a carrier between processes of a site",
        "--carrier", topology::one_of(carriers, carrier));
  }
  for (const auto kind : {topology::LinkKind::same_node, topology::LinkKind::same_site}) {
    topology::LinkClass& link = options.grid.links.at(kind);
    const auto end = fabric::carrier_end(link);
    if (end.size() != 1 || end.front().name != carrier) {
      link.chain.resize(link.chain.size() - end.size());
      link.chain.push_back({carrier});
    }
    const bool needs_order = !fabric::find_device_info(carrier)->keeps_order;
    if (needs_order && link.find("reorder") == nullptr) {
      link.chain.insert(link.chain.end() - 1, topology::DeviceSpec{"reorder"});
    }
  }
  return {};
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

/// Whether a job that is to go on has something to go on from.
Expected<void> check_checkpoints(const Options& options) {
  const store::Plan& plan = options.settings.checkpoints;
  const bool goes_on = plan.on_loss == store::OnLoss::go_on;
  if (goes_on && plan.when == store::When::never) {
    return fail(ErrorCode::bad_input, "a job that goes on from nothing", "--on-loss go-on",
                "--checkpoint EVERY beside it");
  }
  if (goes_on && !options.advertised.host.empty()) {
    // Who does not know of it would take a refusal there for the end of this process.
    return fail(ErrorCode::bad_input, "an address that only this process knows of is forwarded",
                "--advertise", "'advertise' in the grid file, with --on-loss go-on");
  }
  if (options.on_warning != OnWarning::end && !goes_on) {
    return fail(ErrorCode::bad_input, "a job that nobody can leave", "--on-warning",
                "--checkpoint EVERY and --on-loss go-on beside it");
  }
  if (!options.warning_command.empty() && options.on_warning == OnWarning::end) {
    return fail(ErrorCode::bad_input, "a warning that nobody heeds", "--warning-command",
                "--on-warning leave or checkpoint beside it");
  }
  const bool begins_with_some = options.begin_with + options.begin_with_sites > 0;
  const bool has_witness = !options.witness.host.empty() || !options.witness_site.empty();
  if (has_witness && !goes_on) {
    return fail(ErrorCode::bad_input, "a job that does not go on in halves", "--witness",
                "--checkpoint EVERY and --on-loss go-on beside it");
  }
  if (begins_with_some && !goes_on) {
    return fail(ErrorCode::bad_input, "a job that cannot take anybody in", "--begin-with",
                "--checkpoint EVERY and --on-loss go-on beside it");
  }
  if (begins_with_some && options.grid.probe.any()) {
    return fail(ErrorCode::bad_input, "what is not there yet cannot be probed", "--begin-with",
                "a grid that is known, without --probe");
  }
  if (begins_with_some && options.speed_measuring == SpeedMeasuring::always) {
    return fail(ErrorCode::bad_input, "what is not there yet cannot be measured", "--begin-with",
                "no --measure-speeds always beside it");
  }
  if (options.comes_late && (!goes_on || options.rendezvous.host.empty())) {
    return fail(ErrorCode::bad_input, "a job that cannot be joined", "--late",
                "--rendezvous HOST:PORT, --checkpoint EVERY and --on-loss go-on beside it");
  }
  if (!goes_on && options.checkpoint_directory == Options::no_directory) {
    return fail(ErrorCode::bad_input, "no directory", "--checkpoint-dir",
                "one, or --on-loss go-on beside none");
  }
  return {};
}

/// Of virtual time, costs of each message: whether a run can be had again by them.
Expected<void> check_record(const Options& options) {
  const bool records = !options.recorded_costs_file.empty();
  if (options.backend != Backend::sim || !(records || options.replayed)) return {};
  const char* const option = records ? "--record-costs" : "--costs";
  if (records && (options.costs.entries != sim::EntryCosts::measured || options.replayed)) {
    return fail(ErrorCode::bad_input, "costs that are not measured", option,
                "--costs measured; other runs are the same each time");
  }
  if (options.grid.probe.any()) {
    return fail(ErrorCode::bad_input, "what is probed may be found otherwise the next time", option,
                "a grid that is known, without --probe");
  }
  return {};
}

Expected<void> build_grid(const Typed& typed, int core_count, Options& options) {
  if (typed.has("grid")) {
    for (const std::string name : {"sites", "pes", "processes"}) {
      if (typed.has(name)) {
        return fail(ErrorCode::bad_input, "--grid and --" + name + " exclude each other", {},
                    "one of the two");
      }
    }
    Expected<topology::Grid> grid = topology::load_grid(typed.text("grid"));
    if (!grid) return forward_error(grid);
    options.grid = std::move(*grid);
    options.shape.is_from_file = true;
  } else {
    const int sites = typed.number("sites").value_or(1);
    const int processes = typed.number("processes").value_or(1);
    options.shape.sites = sites;
    options.shape.pes = typed.number("pes");
    options.shape.processes = typed.number("processes");
    if (sites < 1) {
      return fail(ErrorCode::bad_input, std::to_string(sites) + " sites", "--sites", "at least 1");
    }
    const int cores = std::max(1, core_count / sites);
    const int pes = options.shape.pes.value_or(std::max(cores, processes));
    options.grid = topology::uniform_grid(sites, pes, processes);
  }
  if (typed.has("probe")) {
    auto wishes = topology::parse_probe_wishes(typed.text("probe"));
    if (!wishes) {
      wishes.error().where = "--probe";
      return forward_error(wishes);
    }
    topology::ProbeWishes& all = options.grid.probe;
    all = {all.sites || wishes->sites, all.links || wishes->links, all.speeds || wishes->speeds};
  }
  if (const std::string& gateways = typed.text("gateways"); !gateways.empty()) {
    options.grid.gateways_reserved = gateways == "reserved";
    options.grid.gateways = gateways != "no";
  }
  if (auto valid = topology::validate(options.grid); !valid) return forward_error(valid);
  for (const std::string parameter : {"latency", "jitter", "bandwidth"}) {
    const std::string& value = typed.text(parameter);
    if (value.empty()) continue;
    if (auto valid = check_delay(parameter, value); !valid) return valid;
    set_delay(options.grid, parameter, value);
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

Expected<void> read_meeting(const Typed& typed, Options& options) {
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

/// TIME:CLASS:TO, where the classes are some of the grid's, which has been read.
Expected<Options::ChainChangeWish> read_chain_change(const std::string& text,
                                                     const topology::Grid& grid, Random& random) {
  constexpr const char* option = "--change-chain";
  const std::size_t first = text.find(':');
  const std::size_t second = text.find(':', first + 1);
  if (first == std::string::npos || second == std::string::npos) {
    return fail(ErrorCode::bad_input, "'" + topology::printable(text) + "'", option,
                "TIME:CLASS:TO,..., such as 30s:between_sites:thin");
  }
  Options::ChainChangeWish wish{.link_class = text.substr(first + 1, second - first - 1),
                                .to = text.substr(second + 1)};
  const std::string time = text.substr(0, first);
  const std::size_t dots = time.find("..");
  const std::string most = dots == std::string::npos ? time : time.substr(dots + 2);
  TimeNs most_ns = 0;
  for (const auto& [end, end_ns] :
       {std::pair(time.substr(0, dots), &wish.after_ns), std::pair(most, &most_ns)}) {
    // An option that is not given reads as nothing, but here a time is to be given.
    if (auto read = read_duration(end.empty() ? "no time" : end, option, *end_ns); !read) {
      return std::unexpected(read.error());
    }
  }
  if (most_ns < wish.after_ns) {
    return fail(ErrorCode::bad_input, "'" + topology::printable(time) + "'", option,
                "a time, or a range LEAST..MOST");
  }
  wish.after_ns +=
      static_cast<TimeNs>(random.below(static_cast<std::uint64_t>(most_ns - wish.after_ns) + 1));
  for (const std::string& name : {wish.link_class, wish.to}) {
    if (grid.find_class(name) != nullptr) continue;
    return fail(ErrorCode::bad_input, "no link class '" + topology::printable(name) + "'", option,
                "a [link.KIND] or a [class.NAME] of the grid file");
  }
  return wish;
}

constexpr std::uint64_t chain_change_purpose = 0xc4a1;

Expected<void> read_chain_changes(const Typed& typed, Options& options) {
  Random random = Random::for_purpose(options.settings.seed, chain_change_purpose);
  for (const auto part : std::views::split(typed.text("change-chain"), ',')) {
    auto wish = read_chain_change(std::string(part.begin(), part.end()), options.grid, random);
    if (!wish) return forward_error(wish);
    options.chain_changes.push_back(std::move(*wish));
  }
  return {};
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
  const bool everything = std::ranges::find(own, "--help=all") != own.end();
  CLI::App app;
  const Typed typed(app, everything);
  app.name(argc > 0 ? argv[0] : "program");
  app.set_help_flag("-h,--help", "Print this and end; --help=all: with what is seldom needed.");
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
        read_meeting(typed, options)}) {
    if (!step) return std::unexpected(step.error());
  }
  if (auto checked = check_checkpoints(options); !checked) return forward_error(checked);
  if (auto checked = check_record(options); !checked) return forward_error(checked);
  return parsed;
}

}  // namespace isthmus::program
