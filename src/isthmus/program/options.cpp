#include "isthmus/program/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>

#include "isthmus/base/command_line.hpp"
#include "isthmus/base/random.hpp"
#include "isthmus/fabric/registry.hpp"
#include "isthmus/program/setting_options.hpp"
#include "isthmus/topology/grid_text.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::program {

namespace {

// The command line as typed, before it is checked against each other.
struct Typed {
  std::vector<std::string> settings = std::vector<std::string>(setting_options().size());
  std::string backend = "threads";
  std::string grid_file;
  int sites = 1;
  int pes = 0;
  int processes = 1;
  std::string latency;
  std::string jitter;
  std::string bandwidth;
  std::string carrier;
  std::string rendezvous;
  std::string bootstrap = "auto";
  std::string wait;
  std::string listen;
  std::string advertise;
  std::string spin;
  std::string costs = "measured";
  std::vector<std::string> sim;
  std::string time_limit;
  std::string measure_speeds = "auto";
  std::string log = "stderr";
  std::string probe;
  std::string chain_changes;
  std::string gateways;
  bool no_pin = false;
};

struct Command {
  CLI::App app;
  CLI::Option* sites = nullptr;
  CLI::Option* pes = nullptr;
  CLI::Option* processes = nullptr;
  CLI::Option* backend = nullptr;
  CLI::Option* rank = nullptr;
};

void declare(Command& command, Typed& typed, Options& options) {
  CLI::App& app = command.app;
  command.backend =
      app.add_option("--backend", typed.backend,
                     "threads: all PEs in one process. processes: one process or more for each "
                     "site, started by `isthmus run`, mpirun or srun. sim: all of them in virtual "
                     "time, in this one process.")
          ->check(CLI::IsMember({"threads", "processes", "sim"}));
  app.add_option("--grid", typed.grid_file, "Sites, nodes, PEs and links from this TOML file.");
  command.sites = app.add_option("--sites", typed.sites, "Number of sites, without --grid.");
  command.pes = app.add_option("--pes", typed.pes,
                               "PEs of each site, without --grid; by default this machine's cores, "
                               "split among the sites.");
  command.processes =
      app.add_option("--processes", typed.processes, "Processes of each site, without --grid.");
  app.add_option("--probe", typed.probe,
                 "What to find out at the start, of sites (which nodes form one, by their round "
                 "trips), links (latency and bandwidth between sites) and speeds (of each PE), "
                 "separated by commas; whatever the grid file says of it.");
  app.add_option("--latency", typed.latency, "One-way delay between sites, such as 8ms.");
  app.add_option("--jitter", typed.jitter, "Random delay on top, up to this much, such as 1ms.");
  app.add_option("--bandwidth", typed.bandwidth, "Bandwidth between sites, such as 100Mb/s.");
  app.add_option("--carrier", typed.carrier,
                 "What carries messages between the processes of a site, whatever the grid file "
                 "says: " +
                     topology::one_of(fabric::carriers_between_processes(), "") +
                     "; by default shm on one node, else tcp.");
  app.add_option("--gateways", typed.gateways,
                 "yes: what leaves a site goes through its first process to that of the other "
                 "site, and no others have connections between sites. reserved: and the PEs of "
                 "these hold no objects of arrays. By default as the grid file says, or no.")
      ->check(CLI::IsMember({"yes", "no", "reserved"}));
  for (std::size_t i = 0; i < setting_options().size(); ++i) {
    const SettingOption& option = setting_options()[i];
    app.add_option("--" + std::string(option.name), typed.settings[i], option.help);
  }
  app.add_option("--measure-speeds", typed.measure_speeds,
                 "Before the job, have all PEs work at once for some 20 ms, and go by how fast "
                 "they were and by what other programs left them of their cores: always, never, or "
                 "auto (the default): with --balancer, where the grid file does not say speeds.")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  app.add_option("--change-chain", typed.chain_changes,
                 "TIME:CLASS:TO,..., such as 30s:between_sites:thin: so long after the start, the "
                 "links of CLASS get the devices of the class TO, which the grid file has, too. A "
                 "range such as 1s..9s: drawn from the seed.");
  app.add_option("--report", options.report_file,
                 "Write the run's metrics and counters to this file, as JSON.");
  app.add_option(
      "--record-costs", options.recorded_costs_file,
      "Write to this file, for --costs FILE, what each entry method takes on the PEs of "
      "the first process; in virtual time, with measured costs, what each message takes: "
      "with that the same run can be had again.");
  app.add_option("--timeline", options.timeline_file,
                 "Write what every PE did when to this file, for ui.perfetto.dev.");
  app.add_flag("--quiet", options.quiet, "No lines about the runtime's own doings.");
  app.add_option("--log", typed.log,
                 "Where lines about the runtime's own doings and about what goes wrong go: stderr "
                 "(the default), syslog (this machine's own log) or both. What ends the job stands "
                 "on standard error in any case.")
      ->check(CLI::IsMember({"stderr", "syslog", "both"}));
  app.add_flag("--describe", options.describe, "Print the topology as JSON, and end.");
  app.add_option("--spin", typed.spin, "How long an idle PE spins before it sleeps, such as 24us.");
  app.add_flag("--no-pin", typed.no_pin, "Leave the placing of threads on cores to the system.");
  app.add_option("--costs", typed.costs,
                 "In virtual time, what entry methods cost. measured: the processor time of their "
                 "execution here. charged: what the program says. FILE: as recorded by "
                 "--record-costs.");
  app.add_option(
         "--sim", typed.sim,
         "In virtual time, what messages cost: REACH.PARAMETER=VALUE, such as "
         "same_site.latency=10us. REACH is same_pe, same_process, same_node, same_site or "
         "between_sites; PARAMETER is send, receive, latency, gap, jitter, bandwidth, "
         "send_byte, receive_byte, segment or window. Or delay=filter: leave latencies between "
         "sites to the delay filters, as on real links. Or look.segments=NUMBER, "
         "entry.jitter=SHARE. May be given again.")
      ->allow_extra_args(false);
  app.add_option(
         "--fault", options.faults,
         "In virtual time, what goes wrong, such as \"crash process=1 at=5ms\" or \"cut "
         "sites=site0,site1 at=1ms..9ms for=100ms\"; the guide lists all kinds. May be given "
         "again.")
      ->allow_extra_args(false);
  app.add_flag("--verify", options.verify,
               "In virtual time, check that every message is handled exactly once, that quiescence "
               "is not told early, that every object lives once and is found from everywhere, and "
               "that all buffers come home.");
  app.add_flag(
      "--explain", options.explain,
      "Print where the time of all PEs goes: entry methods, the runtime, waiting for which site.");
  app.add_option("--time-limit", typed.time_limit,
                 "In virtual time, when the job is taken for stalled, such as 100s.");
  app.add_option("--rendezvous", typed.rendezvous,
                 "HOST:PORT where rank 0 waits for the other processes; set by `isthmus run`.");
  app.add_option("--listen", typed.listen,
                 "HOST:PORT where this process waits for the others; by default its node's address "
                 "and any port.");
  app.add_option("--advertise", typed.advertise,
                 "HOST:PORT at which the others reach it, where something between forwards "
                 "connections; by default where it listens.");
  command.rank =
      app.add_option("--rank", options.rank, "This process's rank; set by `isthmus run`.");
  app.add_option("--bootstrap", typed.bootstrap,
                 "How processes find each other. pmix: through the manager that started them "
                 "(mpirun, prterun, srun --mpi=pmix). rendezvous: as --rendezvous and --rank say. "
                 "auto (the default): pmix where such a manager is there and neither of the two "
                 "is given.")
      ->check(CLI::IsMember({"auto", "pmix", "rendezvous"}));
  app.add_option("--site", options.site,
                 "With --rendezvous: which site of the grid this manager's processes are; their "
                 "ranks count from the site's first, as --rank does then.");
  app.add_option("--wait", typed.wait,
                 "How long to wait for the other processes of the job, such as 10min; 30s by "
                 "default.");
}

/// See Options::words_of_run.
std::vector<std::string> words_of_run(const CLI::App& app) {
  constexpr std::array<std::string_view, 18> of_others = {
      "backend",  "grid",    "sites",        "pes",      "processes", "probe",
      "gateways", "seed",    "costs",        "report",   "quiet",     "timeline",
      "spin",     "explain", "record-costs", "describe", "no-pin",    "balance-snapshots"};
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
  if (typed.carrier.empty()) return {};
  const std::vector<std::string> carriers = fabric::carriers_between_processes();
  if (std::ranges::find(carriers, typed.carrier) == carriers.end()) {
    return fail(
        ErrorCode::bad_input,
        "'" + topology::printable(typed.carrier) + "' is not a carrier between processes of a site",
        "--carrier", topology::one_of(carriers, typed.carrier));
  }
  for (const auto kind : {topology::LinkKind::same_node, topology::LinkKind::same_site}) {
    topology::LinkClass& link = options.grid.links.at(kind);
    const auto end = fabric::carrier_end(link);
    if (end.size() != 1 || end.front().name != typed.carrier) {
      link.chain.resize(link.chain.size() - end.size());
      link.chain.push_back({typed.carrier});
    }
    const bool needs_order = !fabric::find_device_info(typed.carrier)->keeps_order;
    if (needs_order && link.find("reorder") == nullptr) {
      link.chain.insert(link.chain.end() - 1, topology::DeviceSpec{"reorder"});
    }
  }
  return {};
}

Expected<void> read_costs(const Typed& typed, Options& options) {
  if (typed.costs == "measured" || typed.costs == "charged") {
    options.costs.entries =
        typed.costs == "charged" ? sim::EntryCosts::charged : sim::EntryCosts::measured;
  } else if (options.costs_file = typed.costs; sim::is_cost_record(typed.costs)) {
    auto record = sim::read_cost_record(typed.costs);
    if (!record) return forward_error(record);
    options.replayed = std::move(*record);
  } else {
    auto recorded = sim::read_recorded_costs(typed.costs);
    if (!recorded) return forward_error(recorded);
    options.costs.entries = sim::EntryCosts::recorded;
    options.costs.recorded = std::move(*recorded);
  }
  for (const std::string& setting : typed.sim) {
    if (auto set = options.costs.set(setting); !set) return set;
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

Expected<void> build_grid(const Command& command, const Typed& typed, int core_count,
                          Options& options) {
  if (!typed.grid_file.empty()) {
    for (const CLI::Option* option : {command.sites, command.pes, command.processes}) {
      if (option->count() > 0) {
        return fail(ErrorCode::bad_input,
                    "--grid and " + option->get_name() + " exclude each other", {},
                    "one of the two");
      }
    }
    Expected<topology::Grid> grid = topology::load_grid(typed.grid_file);
    if (!grid) return forward_error(grid);
    options.grid = std::move(*grid);
    options.shape.is_from_file = true;
  } else {
    options.shape.sites = typed.sites;
    if (command.pes->count() > 0) options.shape.pes = typed.pes;
    if (command.processes->count() > 0) options.shape.processes = typed.processes;
    if (typed.sites < 1) {
      return fail(ErrorCode::bad_input, std::to_string(typed.sites) + " sites", "--sites",
                  "at least 1");
    }
    const int cores = std::max(1, core_count / typed.sites);
    const int pes = command.pes->count() > 0 ? typed.pes : std::max(cores, typed.processes);
    options.grid = topology::uniform_grid(typed.sites, pes, typed.processes);
  }
  if (!typed.probe.empty()) {
    auto wishes = topology::parse_probe_wishes(typed.probe);
    if (!wishes) {
      wishes.error().where = "--probe";
      return forward_error(wishes);
    }
    topology::ProbeWishes& all = options.grid.probe;
    all = {all.sites || wishes->sites, all.links || wishes->links, all.speeds || wishes->speeds};
  }
  if (!typed.gateways.empty()) {
    options.grid.gateways_reserved = typed.gateways == "reserved";
    options.grid.gateways = typed.gateways != "no";
  }
  if (auto valid = topology::validate(options.grid); !valid) return forward_error(valid);
  for (const auto& [parameter, value] :
       {std::pair<const char*, const std::string&>("latency", typed.latency),
        {"jitter", typed.jitter},
        {"bandwidth", typed.bandwidth}}) {
    if (value.empty()) continue;
    if (auto valid = check_delay(parameter, value); !valid) return valid;
    set_delay(options.grid, parameter, value);
  }
  return {};
}

Expected<void> read_meeting(const Typed& typed, Options& options) {
  const auto read = [](const std::string& text, const char* option,
                       HostPort& to) -> Expected<void> {
    if (text.empty()) return {};
    Expected<HostPort> at = parse_host_port(text);
    if (!at) {
      at.error().where = option;
      return forward_error(at);
    }
    to = std::move(*at);
    return {};
  };
  for (const auto& step : {read(typed.rendezvous, "--rendezvous", options.meeting),
                           read(typed.listen, "--listen", options.listen_at),
                           read(typed.advertise, "--advertise", options.advertised)}) {
    if (!step) return step;
  }
  return {};
}

Expected<void> read_speed_measuring(const Typed& typed, Options& options) {
  if (typed.measure_speeds == "always" && options.backend == Backend::sim) {
    return fail(ErrorCode::bad_input, "virtual time has the grid's speeds", "--measure-speeds",
                "--backend threads or processes");
  }
  options.speed_measuring = typed.measure_speeds == "always"  ? SpeedMeasuring::always
                            : typed.measure_speeds == "never" ? SpeedMeasuring::never
                                                              : SpeedMeasuring::automatic;
  return {};
}

Expected<void> read_settings(const Command& command, const Typed& typed, Options& options) {
  for (std::size_t i = 0; i < setting_options().size(); ++i) {
    const std::string name = "--" + std::string(setting_options()[i].name);
    if (command.app.count(name) == 0) continue;
    if (auto set = setting_options()[i].set(typed.settings[i], options.settings); !set) {
      set.error().where = name;
      return set;
    }
  }
  return complete(options.settings);
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
  for (const auto part : std::views::split(typed.chain_changes, ',')) {
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
  Typed typed;
  Command command;
  declare(command, typed, options);
  command.app.name(argc > 0 ? argv[0] : "program");
  command.app.description(
      "PROGRAM [runtime options] [-- program options]; `-- --help` tells the program's own.");
  const auto end = argv + argc;
  const auto separator = std::find(argv + std::min(argc, 1), end, std::string_view("--"));
  const std::vector<std::string> own(argv + std::min(argc, 1), separator);
  if (separator != end) options.arguments.assign(separator + 1, end);
  auto help =
      read_command_line(command.app, own, "one that --help lists; the program's own come after --");
  if (!help) return forward_error(help);
  if (*help) {
    parsed.help = std::move(*help);
    return parsed;
  }
  options.words_of_run = words_of_run(command.app);
  options.is_backend_given = command.backend->count() > 0;
  options.is_rank_given = command.rank->count() > 0;
  options.bootstrap = typed.bootstrap == "pmix"         ? Bootstrap::pmix
                      : typed.bootstrap == "rendezvous" ? Bootstrap::rendezvous
                                                        : Bootstrap::automatic;
  options.backend = typed.backend == "sim"         ? Backend::sim
                    : typed.backend == "processes" ? Backend::processes
                                                   : Backend::threads;
  options.pin = !typed.no_pin;
  options.log_to = typed.log == "syslog" ? LogTo::system
                   : typed.log == "both" ? LogTo::both
                                         : LogTo::standard_error;
  for (const auto& step :
       {read_duration(typed.spin, "--spin", options.spin_ns),
        read_duration(typed.wait, "--wait", options.wait_ns),
        read_duration(typed.time_limit, "--time-limit", options.time_limit_ns),
        read_settings(command, typed, options), read_costs(typed, options),
        read_speed_measuring(typed, options), build_grid(command, typed, core_count, options),
        read_carrier(typed, options), read_chain_changes(typed, options),
        read_meeting(typed, options)}) {
    if (!step) return std::unexpected(step.error());
  }
  if (auto checked = check_record(options); !checked) return forward_error(checked);
  return parsed;
}

}  // namespace isthmus::program
