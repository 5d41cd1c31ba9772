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
#include "isthmus/sim/simulation.hpp"
#include "isthmus/topology/grid_text.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::program {

namespace {

// The command line as typed, before it is checked against each other.
struct Typed {
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
  std::string stall;
  std::string costs = "measured";
  std::vector<std::string> sim;
  std::string time_limit;
  std::string location_policy;
  std::string quiescence;
  std::string border_first = "auto";
  std::string aggregate = "auto";
  std::string aggregate_delay;
  std::string queue_limit;
  std::string backlog_limit;
  std::string balancer;
  std::string balance_every;
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
  app.add_option("--seed", options.seed, "Seed of all random numbers.");
  app.add_option("--branching", options.branching, "Children of a PE in spanning trees.")
      ->check(CLI::Range(1, 1024));
  app.add_option("--batch", options.batch,
                 "Messages that a busy PE handles between two looks at the network; by default it "
                 "looks about every 20 us.")
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--location-policy", typed.location_policy,
                 "How objects that move are found: " + location::policy_names() +
                     ". For arrays that do not say it themselves.");
  app.add_option("--location-cache", options.location_cache,
                 "Of how many objects elsewhere a PE remembers where they are; 65536 by default.")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000'000}));
  app.add_option("--quiescence", typed.quiescence,
                 "How the job notices that nothing is under way: counting_waves (the default), or "
                 "safra, a token that goes round all PEs.");
  app.add_option(
         "--border-first", typed.border_first,
         "Serve objects that talk to another site before those that do not: yes, no, or "
         "auto (the default): on PEs that are busy 7/8 of their time, with messages of 2 us "
         "or more. Changes nothing where there is one site.")
      ->check(CLI::IsMember({"yes", "no", "auto"}));
  app.add_option("--aggregate", typed.aggregate,
                 "Send small messages to one process together: yes, no, or auto (the default): "
                 "where a PE that is done with each entry method soon sends many at once.")
      ->check(CLI::IsMember({"yes", "no", "auto"}));
  app.add_option("--aggregate-delay", typed.aggregate_delay,
                 "How long a small message may wait for others, such as 20us (the default).");
  app.add_option("--queue-limit", typed.queue_limit,
                 "While more waits to be handled at one of its PEs, a process takes nothing from "
                 "others; such as 256MiB (the default).");
  app.add_option("--backlog-limit", typed.backlog_limit,
                 "While more waits for room on its way to other processes, a process handles "
                 "nothing; such as 1GiB (the default).");
  app.add_option("--balancer", typed.balancer,
                 "Measure all objects, and move them as this strategy says, whenever the program "
                 "comes to a point for it: " +
                     balance::strategy_names() + ". `none` measures alone.");
  app.add_option("--balance-every", typed.balance_every,
                 "With --balancer: also so long after the last time, such as 5s, wherever the "
                 "program is.");
  app.add_option("--measure-speeds", typed.measure_speeds,
                 "Before the job, have all PEs work at once for some 20 ms, and go by how fast "
                 "they were and by what other programs left them of their cores: always, never, or "
                 "auto (the default): with --balancer, where the grid file does not say speeds.")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  app.add_option("--balance-snapshots", options.balancing.snapshots,
                 "With --balancer: write what was measured to NAME-1.json, NAME-2.json and so on, "
                 "for `isthmus balance replay`.");
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
  app.add_option("--stall-after", typed.stall,
                 "How long the job may be idle before it is checked for a stall, such as 200ms.");
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

Expected<void> read_limit(const std::string& text, const char* option, std::size_t& to) {
  if (text.empty()) return {};
  Expected<std::int64_t> bytes = topology::parse_size_bytes(text);
  if (!bytes) {
    bytes.error().where = option;
    return forward_error(bytes);
  }
  to = static_cast<std::size_t>(*bytes);
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

Expected<void> read_location_policy(const Typed& typed, Options& options) {
  if (typed.location_policy.empty()) return {};
  options.location_policy = location::find_policy(typed.location_policy);
  if (options.location_policy != nullptr) return {};
  return fail(ErrorCode::bad_input, "'" + typed.location_policy + "' is not a location policy",
              "--location-policy", location::policy_names());
}

Expected<void> read_quiescence(const Typed& typed, Options& options) {
  if (typed.quiescence.empty()) return {};
  const auto found = collective::find_quiescence_strategy(typed.quiescence);
  if (!found) {
    return fail(ErrorCode::bad_input,
                "'" + typed.quiescence + "' is not a way of detecting quiescence", "--quiescence",
                "counting_waves or safra");
  }
  options.quiescence = *found;
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

Expected<void> read_balancing(const Typed& typed, Options& options) {
  if (typed.balancer.empty()) {
    if (typed.balance_every.empty() && options.balancing.snapshots.empty()) return {};
    return fail(ErrorCode::bad_input, "no load balancer",
                typed.balance_every.empty() ? "--balance-snapshots" : "--balance-every",
                "--balancer NAME beside it");
  }
  options.balancing.strategy = balance::find_strategy(typed.balancer);
  if (options.balancing.strategy == nullptr) {
    return fail(ErrorCode::bad_input, "no strategy '" + typed.balancer + "'", "--balancer",
                "one of " + balance::strategy_names());
  }
  options.balancing.options.seed = options.seed;
  if (auto read = read_duration(typed.balance_every, "--balance-every", options.balancing.every_ns);
      !read) {
    return read;
  }
  if (options.balancing.every_ns <= 0) {
    return fail(ErrorCode::bad_input, "no time between two steps", "--balance-every",
                "a duration above 0");
  }
  return {};
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
  Random random = Random::for_purpose(options.seed, chain_change_purpose);
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
  if (options.backend == Backend::sim) options.stall_ns = sim::SimulationOptions().stall_ns;
  options.pin = !typed.no_pin;
  options.log_to = typed.log == "syslog" ? LogTo::system
                   : typed.log == "both" ? LogTo::both
                                         : LogTo::standard_error;
  options.border_first = typed.border_first == "yes"  ? BorderFirst::yes
                         : typed.border_first == "no" ? BorderFirst::no
                                                      : BorderFirst::automatic;
  options.aggregation.mode = typed.aggregate == "yes"  ? runtime::Aggregation::on
                             : typed.aggregate == "no" ? runtime::Aggregation::off
                                                       : runtime::Aggregation::automatic;
  for (const auto& step :
       {read_duration(typed.spin, "--spin", options.spin_ns),
        read_duration(typed.stall, "--stall-after", options.stall_ns),
        read_duration(typed.wait, "--wait", options.wait_ns),
        read_duration(typed.aggregate_delay, "--aggregate-delay", options.aggregation.delay_ns),
        read_limit(typed.queue_limit, "--queue-limit", options.flow_limits.queue_bytes),
        read_limit(typed.backlog_limit, "--backlog-limit", options.flow_limits.backlog_bytes),
        read_duration(typed.time_limit, "--time-limit", options.time_limit_ns),
        read_location_policy(typed, options), read_quiescence(typed, options),
        read_costs(typed, options), read_balancing(typed, options),
        read_speed_measuring(typed, options), build_grid(command, typed, core_count, options),
        read_carrier(typed, options), read_chain_changes(typed, options),
        read_meeting(typed, options)}) {
    if (!step) return std::unexpected(step.error());
  }
  if (auto checked = check_record(options); !checked) return forward_error(checked);
  return parsed;
}

}  // namespace isthmus::program
