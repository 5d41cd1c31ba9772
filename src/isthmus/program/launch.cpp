#include "isthmus/program/launch.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "isthmus/base/hash.hpp"
#include "isthmus/bootstrap/manager/pmix.hpp"
#include "isthmus/program/start.hpp"
#include "isthmus/topology/grid_text.hpp"

namespace isthmus::engine::program {

namespace {

using bootstrap::Introduction;
using topology::count_of;

constexpr TimeNs last_words_ns = 1'000'000'000;

std::unexpected<Error> refuse(std::string what, std::string where, std::string expected) {
  return fail(ErrorCode::bad_input, std::move(what), std::move(where), std::move(expected));
}

std::string started(std::size_t count) {
  return "the manager started " + count_of(static_cast<long long>(count), "process", "es");
}

/// The ranks of a site in the job, as the grid has it.
Expected<topology::ProcessRange> processes_of_site(const Options& options) {
  auto topology = topology::Topology::from_grid(options.grid);
  if (!topology) return forward_error(topology);
  std::vector<std::string> names;
  for (int i = 0; i < topology->site_count(); ++i) {
    const SiteId site(static_cast<std::uint32_t>(i));
    names.emplace_back(topology->site_name(site));
    if (names.back() == options.site) return topology->processes_of(site);
  }
  return refuse("the grid has no site '" + topology::printable(options.site) + "'", "--site",
                topology::one_of(names, options.site));
}

std::vector<std::uint32_t> ranks_from(std::uint32_t first, std::size_t count) {
  std::vector<std::uint32_t> ranks;
  for (std::size_t i = 0; i < count; ++i) ranks.push_back(first + static_cast<std::uint32_t>(i));
  return ranks;
}

Expected<JobLayout> place_in_grid(const Options& options, std::size_t count) {
  const std::string& file = options.grid.file_name;
  if (!options.site.empty()) {
    const auto processes = processes_of_site(options);
    if (!processes) return std::unexpected(processes.error());
    if (static_cast<std::size_t>(processes->count) != count) {
      return refuse("site '" + options.site + "' has " +
                        count_of(processes->count, "process", "es") + ", and " + started(count),
                    file, "as many");
    }
    return JobLayout{options.grid, ranks_from(processes->first.value, count)};
  }
  auto topology = topology::Topology::from_grid(options.grid);
  if (!topology) return forward_error(topology);
  if (static_cast<std::size_t>(topology->process_count()) != count) {
    return refuse("the grid has " + count_of(topology->process_count(), "process", "es") +
                      ", and " + started(count),
                  file, "as many, or --site NAME where each site has a manager of its own");
  }
  return JobLayout{options.grid, ranks_from(0, count)};
}

struct Machine {
  std::set<int> cpus = {};
  int processes = 0;
};
using Machines = std::map<std::string, Machine>;

Machines machines_of(const std::vector<Introduction>& processes) {
  Machines machines;
  for (const Introduction& process : processes) {
    Machine& machine = machines[process.hostname];
    machine.cpus.insert(process.cpus.begin(), process.cpus.end());
    ++machine.processes;
  }
  return machines;
}

/// Appends the processes `first` to `first` + `count` as one site: nodes in the order of their
/// first process, and in a node the processes in the manager's.
void add_site(const Options& options, const std::vector<Introduction>& processes,
              const Machines& machines, std::size_t first, std::size_t count,
              JobLayout& placement) {
  const std::string site_name = "site" + std::to_string(placement.grid.sites.size());
  topology::Site site{site_name, {}};
  std::uint32_t next_rank = static_cast<std::uint32_t>(first);
  std::size_t placed = 0;
  std::set<std::string> done;
  for (std::size_t i = first; i < first + count; ++i) {
    const std::string& host = processes[i].hostname;
    if (!done.insert(host).second) continue;
    topology::Node node;
    node.name = host;
    node.address = host;
    node.processes = 0;
    node.pes = 0;
    for (std::size_t at = i; at < first + count; ++at) {
      if (processes[at].hostname != host) continue;
      placement.ranks[at] = next_rank++;
      ++node.processes;
      if (!options.shape.pes) continue;
      const auto pes = static_cast<std::size_t>(*options.shape.pes);
      node.pes += static_cast<int>(pes / count + (placed++ < pes % count ? 1 : 0));
    }
    if (!options.shape.pes) {
      const Machine& machine = machines.at(host);
      const int cpus = static_cast<int>(machine.cpus.size());
      node.pes = std::max(node.processes, cpus * node.processes / machine.processes);
    }
    site.nodes.push_back(std::move(node));
  }
  placement.grid.sites.push_back(std::move(site));
}

/// A hash of what decides what the job looks like.
std::uint64_t options_id(const Options& options) {
  std::string text = options.site + "\n";
  if (options.shape.is_from_file || !options.site.empty()) {
    text += topology::to_toml(options.grid);
  } else {
    text += std::to_string(options.shape.sites) + " " +
            std::to_string(options.shape.pes.value_or(0)) + " " +
            std::to_string(options.shape.processes.value_or(0));
  }
  return hash_name(text);
}

Expected<void> settle_in_site(Options& options) {
  if (options.rendezvous.host.empty()) {
    return refuse("no rendezvous of the sites", "--site", "--rendezvous HOST:PORT beside it");
  }
  const auto processes = processes_of_site(options);
  if (!processes) return std::unexpected(processes.error());
  if (processes->count > 1 && !options.is_rank_given) {
    return refuse("no manager has started this process, and site '" + options.site + "' has " +
                      count_of(processes->count, "process", "es"),
                  "--site", "mpirun, prterun or srun --mpi=pmix, or --rank");
  }
  if (options.rank >= static_cast<std::uint32_t>(processes->count)) {
    return refuse("rank " + std::to_string(options.rank) + " of site '" + options.site + "'",
                  "--rank", "less than " + std::to_string(processes->count));
  }
  options.rank += processes->first.value;
  return {};
}

/// A process that no manager started. One that says which of the job it is has others beside it.
Expected<void> settle_without_manager(Options& options) {
  const bool is_in_site = !options.site.empty();
  if (options.describe || (!is_in_site && !options.is_rank_given)) return {};
  if (options.is_backend_given && options.backend != Backend::processes) {
    return refuse("not on this backend", is_in_site ? "--site" : "--rank", "--backend processes");
  }
  options.backend = Backend::processes;
  return is_in_site ? settle_in_site(options) : Expected<void>();
}

/// One process of its own is the same with and without a manager.
bool is_single(const Options& options, const bootstrap::Manager& manager) {
  return manager.size() == 1 && !options.is_backend_given && !options.shape.is_from_file &&
         !options.shape.processes && options.site.empty();
}

Expected<void> settle_with_manager(Options& options, Launch& launch) {
  if (options.begin_with + options.begin_with_sites > 0) {
    return refuse("the manager starts all processes at once", "--begin-with",
                  "isthmus run, or --rendezvous and --rank");
  }
  bootstrap::Manager& manager = *launch.manager;
  auto processes =
      bootstrap::introduce(manager,
                           {manager.hostname(), bootstrap::usable_cpus(), options_id(options),
                            !bootstrap::job_key_of_environment().empty()},
                           options.wait_ns);
  if (!processes) return forward_error(processes);
  auto placement = place(options, *processes);
  if (!placement) return forward_error(placement);
  const bool meets_others = !options.rendezvous.host.empty();
  if (meets_others && std::ranges::none_of(*processes, &Introduction::has_key)) {
    return refuse("no job key", {}, job_key_expected);
  }
  launch.processes = std::move(*processes);
  launch.ranks = std::move(placement->ranks);
  options.grid = std::move(placement->grid);
  options.rank = launch.ranks[launch.self];
  options.backend = Backend::processes;
  return {};
}

/// The exit status. Bad input is the same for all processes of the manager.
int tell_once(const Launch& launch, const Error& why) {
  const bool tells = why.code != ErrorCode::bad_input || launch.self == 0;
  return after_others(launch, tells ? report_error(why) : exit_status(why.code));
}

}  // namespace

Expected<bool> wants_manager(const Options& options, const Surroundings& surroundings) {
  const bool asked = options.bootstrap == Bootstrap::pmix;
  if (options.describe) return false;
  if (options.is_backend_given && options.backend != Backend::processes) {
    if (!asked) return false;
    return refuse("not on this backend", "--bootstrap", "--backend processes");
  }
  if (options.bootstrap == Bootstrap::rendezvous) return false;
  const bool meets = !options.rendezvous.host.empty();
  if (!surroundings.has_manager) {
    if (!asked && surroundings.tasks_without_pmix > 1 && !meets && !options.is_backend_given) {
      return refuse("a manager without PMIx has started " +
                        count_of(surroundings.tasks_without_pmix, "process", "es") +
                        ", each of which would be a job of its own",
                    {},
                    "mpirun of Open MPI, prterun or srun --mpi=pmix, or --bootstrap rendezvous");
    }
    if (!asked) return false;
    return refuse("no PMIx server has started this process", "--bootstrap",
                  "mpirun, prterun or srun --mpi=pmix");
  }
  if (!asked && meets && options.is_rank_given && options.site.empty()) return false;
  if (meets && options.site.empty()) {
    return refuse("a manager has started this process, and not said of which site it is",
                  "--rendezvous", "--site NAME, or --rank and --bootstrap rendezvous");
  }
  if (!meets && !options.site.empty()) {
    return refuse("no rendezvous of the sites", "--site", "--rendezvous HOST:PORT beside it");
  }
  if (surroundings.why_no_pmix.empty()) return true;
  return refuse("a PMIx server has started this process, and " + surroundings.why_no_pmix, {},
                "a build with libpmix-dev, or --bootstrap rendezvous");
}

Expected<JobLayout> place(const Options& options, const std::vector<Introduction>& processes) {
  const Shape& shape = options.shape;
  const std::size_t count = processes.size();
  if (shape.is_from_file || !options.site.empty()) return place_in_grid(options, count);
  const auto sites = static_cast<std::size_t>(std::max(shape.sites, 1));
  if (shape.processes && sites * static_cast<std::size_t>(*shape.processes) != count) {
    return refuse(count_of(static_cast<long long>(sites), "site") + " of " +
                      count_of(*shape.processes, "process", "es") + ", and " + started(count),
                  "--processes", "as many");
  }
  if (count % sites != 0) {
    return refuse(count_of(static_cast<long long>(sites), "site") + ", and " + started(count),
                  "--sites", "as many processes for each site");
  }
  const std::size_t each = count / sites;
  if (shape.pes && (*shape.pes < 0 || static_cast<std::size_t>(*shape.pes) < each)) {
    return refuse(count_of(*shape.pes, "PE") + " for a site of " +
                      count_of(static_cast<long long>(each), "process", "es"),
                  "--pes", "at least as many PEs");
  }
  JobLayout placement{options.grid, std::vector<std::uint32_t>(count)};
  placement.grid.sites.clear();
  const Machines machines = machines_of(processes);
  for (std::size_t first = 0; first < count; first += each) {
    add_site(options, processes, machines, first, each, placement);
  }
  if (auto valid = topology::validate(placement.grid); !valid) return forward_error(valid);
  return placement;
}

bool Launch::is_one_machine() const {
  return std::ranges::all_of(processes, [&](const Introduction& process) {
    return process.hostname == processes.front().hostname;
  });
}

std::expected<Launch, int> launch(Options& options) {
  const Surroundings surroundings{bootstrap::has_pmix_server(), bootstrap::why_no_pmix(),
                                  bootstrap::tasks_without_pmix()};
  const auto wanted = wants_manager(options, surroundings);
  Launch launch;
  if (wanted && !*wanted) {
    auto settled = settle_without_manager(options);
    if (!settled) return std::unexpected(report_error(settled.error()));
    return launch;
  }
  const bool can_connect = surroundings.has_manager && surroundings.why_no_pmix.empty();
  if (!can_connect) return std::unexpected(report_error(wanted.error()));
  auto manager = bootstrap::connect_to_pmix();
  if (!manager) return std::unexpected(report_error(wanted ? manager.error() : wanted.error()));
  if (wanted && is_single(options, **manager)) return launch;
  launch.manager = std::move(*manager);
  launch.self = launch.manager->rank();
  if (!wanted) return std::unexpected(tell_once(launch, wanted.error()));
  if (auto settled = settle_with_manager(options, launch); !settled) {
    return std::unexpected(tell_once(launch, settled.error()));
  }
  return launch;
}

int after_others(const Launch& launch, int status) {
  if (launch.manager != nullptr && status != 0) launch.manager->await_others(last_words_ns);
  return status;
}

CoreShare core_share_of(const Launch& launch, const topology::Topology& topology) {
  const Introduction& self = launch.processes[launch.self];
  const ProcessId own(launch.ranks[launch.self]);
  const auto pes_of = [&](std::uint32_t rank) { return topology.pes_of(ProcessId(rank)).count; };
  int pes = 0;
  std::set<int> cpus;
  std::set<int> taken;
  CoreShare share;
  bool all_have_cores = true;
  for (std::size_t i = 0; i < launch.processes.size(); ++i) {
    const Introduction& process = launch.processes[i];
    if (process.hostname != self.hostname) continue;
    const int count = pes_of(launch.ranks[i]);
    pes += count;
    cpus.insert(process.cpus.begin(), process.cpus.end());
    int got = 0;
    for (const int cpu : process.cpus) {
      if (got == count || !taken.insert(cpu).second) continue;
      if (i == launch.self) share.cores.push_back(cpu);
      ++got;
    }
    all_have_cores = all_have_cores && got == count;
  }
  // Processes of other managers, if the grid says that they are on this machine too.
  bool has_others = false;
  for (int rank = 0; rank < topology.process_count(); ++rank) {
    const ProcessId process(static_cast<std::uint32_t>(rank));
    if (topology.address_of(process) != topology.address_of(own)) continue;
    if (std::ranges::find(launch.ranks, process.value) != launch.ranks.end()) continue;
    has_others = true;
    pes += pes_of(process.value);
  }
  share.cores_suffice = static_cast<std::size_t>(pes) <= cpus.size();
  if (!all_have_cores || has_others) share.cores.clear();
  return share;
}

}  // namespace isthmus::engine::program
