#include "isthmus/program/start.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "isthmus/base/hash.hpp"
#include "isthmus/base/random.hpp"
#include "isthmus/base/readable_name.hpp"
#include "isthmus/bootstrap/join/contact.hpp"
#include "isthmus/bootstrap/join/mesh.hpp"
#include "isthmus/fabric/carrier/tcp/tcp_link.hpp"
#include "isthmus/fabric/registry.hpp"
#include "isthmus/program/pe_speeds.hpp"

namespace isthmus::engine::program {

int report_error(const Error& error) {
  std::fprintf(stderr, "isthmus: error: %s\n", readable_name(error.text()).c_str());
  return exit_status(error.code);
}

int after_output(int status) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  const std::string what = errno != 0 ? with_errno("cannot write", errno) : "cannot write";
  return report_error({ErrorCode::io, what, "standard output", {}});
}

/// Null where the user wants none.
Expected<std::unique_ptr<runtime::Timeline>> make_timeline(const Options& options, ProcessId rank,
                                                           int pe_count) {
  if (options.timeline_file.empty()) return nullptr;
  const std::string path = runtime::Timeline::part_path(options.timeline_file, rank);
  if (auto checked = runtime::Timeline::check_path(path); !checked) return forward_error(checked);
  return std::make_unique<runtime::Timeline>(runtime::Timeline::events_for(pe_count));
}

/// Also of a job that has failed, whose failure is then the one to tell.
Expected<void> write_timeline(const std::unique_ptr<runtime::Timeline>& timeline,
                              const Options& options, ProcessId rank, Log& log) {
  if (timeline == nullptr) return {};
  return timeline->write(runtime::Timeline::part_path(options.timeline_file, rank), log);
}

namespace {

/// Of the options that decide what PEs ask of each other, and so must be the same in all processes.
std::uint64_t digest_of_shared(const Options& options) {
  const bool balances = options.settings.balancing.strategy != nullptr;
  const bool is_kept = options.settings.checkpoints.when != store::When::never;
  const bool goes_on = !options.restart_path.empty();
  const bool survives = options.settings.checkpoints.on_loss == store::OnLoss::go_on;
  const auto apart = static_cast<std::uint64_t>(options.settings.checkpoints.apart);
  // All ask the same one, or it breaks no tie.
  const HostPort& witness = options.witness;
  const std::uint64_t of_witness = witness.host.empty() ? 0 : hash_name(witness.text());
  return Random::mix(of_witness ^
                     (std::uint64_t{options.begin_with} << 24 | apart << 16 |
                      std::uint64_t{survives} << 8 |
                      static_cast<std::uint64_t>(options.settings.quiescence) << 3 |
                      std::uint64_t{goes_on} << 2 | std::uint64_t{is_kept} << 1 | balances));
}

/// Of what this job is to find out before the one that the user wants: nobody who is in that one
/// already belongs here.
std::uint64_t digest_of_purpose(const Options& options) {
  const topology::ProbeWishes& probe = options.grid.probe;
  const bool measures = measures_speeds(options);
  return Random::mix(std::uint64_t{measures} << 3 | std::uint64_t{probe.sites} << 2 |
                     std::uint64_t{probe.links} << 1 | std::uint64_t{probe.speeds});
}

/// Of where the PEs are: who has another idea of that sends messages to whom they do not concern.
std::uint64_t digest_of_layout(const topology::Topology& topology) {
  std::uint64_t digest = 0;
  const auto add = [&](std::uint64_t value) { digest = Random::mix(digest ^ value); };
  add(topology.grid().reserves_gateways() ? 2 : topology.grid().gateways ? 1 : 0);
  for (int rank = 0; rank < topology.process_count(); ++rank) {
    const ProcessId process(static_cast<std::uint32_t>(rank));
    add(static_cast<std::uint64_t>(topology.pes_of(process).count));
    add(std::uint64_t{topology.site_of(process).value} << 32 | topology.node_of(process).value);
  }
  return digest;
}

/// What both ends of a connection must agree upon.
std::string chains_of(const topology::Grid& grid) {
  std::string text;
  const auto add = [&](const std::string& what, const topology::LinkClass& link) {
    text += (text.empty() ? "" : "; ") + what + " " + fabric::agreed_text(link);
  };
  for (const auto& [kind, link] : grid.links) add(link.name, link);
  for (const auto& [name, link] : grid.link_classes) add(name, link);
  for (const topology::LinkOverride& pair : grid.overrides) {
    const topology::LinkClass* link = grid.find_class(pair.link_class);
    if (link != nullptr) add(pair.site_a + (pair.directed ? " to " : " and ") + pair.site_b, *link);
  }
  return text;
}

/// As much as a join takes.
constexpr std::size_t chains_shown_max = 255;

Expected<void> check_key(const bootstrap::JobOptions& joining) {
  if (!joining.job_key.empty()) return {};
  return fail(ErrorCode::bad_input, "no job key", {}, job_key_expected);
}

/// Also of a name that is one everywhere.
bool is_loopback(const std::string& host) {
  return host == "localhost" || host == "::1" || host.starts_with("127.");
}

/// What the others are told where the grid says nothing: the address at which this process listens,
/// if that is one and the same for all; else empty, for the one by which it reaches rank 0.
std::string own_host_of(const bootstrap::JobOptions& joining) {
  const std::string& host = joining.listen_at.host;
  return host == "0.0.0.0" || host == "::" ? std::string() : host;
}

/// Where the processes meet, and the key that they show there.
Expected<void> prepare_joining(const Options& options, const Launch& launch,
                               bootstrap::JobOptions& joining) {
  const bool has_rendezvous = !options.rendezvous.host.empty();
  if (has_rendezvous) joining.job_key = bootstrap::job_key_of_environment();
  // What a grid file says by saying nothing, and what a grid that was made up says, is no address
  // at which another machine finds this one.
  const bool is_known = options.shape.is_from_file && joining.data_host != topology::Node().address;
  if (launch.manager == nullptr) {
    // Those that meet on this machine alone stay on it.
    if (!is_known && !is_loopback(options.rendezvous.host))
      joining.data_host = own_host_of(joining);
    if (has_rendezvous) return check_key(joining);
    return fail(ErrorCode::bad_input,
                "this job has " + std::to_string(joining.process_count) + " processes", {},
                "to be started by `isthmus run`, which passes --rendezvous and --rank, or by "
                "mpirun, prterun or srun --mpi=pmix");
  }
  if (!is_known) joining.data_host.clear();
  if (auto arranged =
          bootstrap::arrange_rendezvous(*launch.manager, launch.is_one_machine(), joining);
      !arranged) {
    return arranged;
  }
  return check_key(joining);
}

/// Through a relay goes what it cannot read, over connections.
Expected<void> check_relayed(const Options& options, const topology::Topology& topology,
                             ProcessId one, ProcessId other) {
  const SiteId from = topology.site_of(one);
  const SiteId to = topology.site_of(other);
  if (from == to) return {};
  if (topology.relay_of(one).host.empty() && topology.relay_of(other).host.empty()) return {};
  const topology::LinkClass& link = topology.link_class(from, to);
  const auto carriers = fabric::carrier_end(link);
  const bool is_tcp = carriers.size() == 1 && carriers.front().name == "tcp";
  if (link.find("crypt") != nullptr && is_tcp) return {};
  return fail(ErrorCode::bad_input,
              "sites '" + std::string(topology.site_name(from)) + "' and '" +
                  std::string(topology.site_name(to)) +
                  "' meet at a relay, which could read what goes by their link class '" +
                  link.name + "', or which that does not pass",
              options.grid.file_name, "a chain with crypt in it and tcp at its end");
}

const topology::LinkClass& class_from(const topology::Topology& topology, ProcessId peer,
                                      ProcessId self) {
  return topology.link_class(topology.pes_of(peer).first, topology.pes_of(self).first);
}

/// All are joined from the start by the way to the first one, so that each hears of the end, and
/// whoever is gone is missed by somebody.
bool are_joined_at_start(const topology::Topology& topology, ProcessId a, ProcessId b) {
  ProcessId root(0);
  while (topology.is_absent(root)) root = ProcessId(root.value + 1);
  if (topology.next_hop(a, root) == b || topology.next_hop(b, root) == a) return true;
  return !fabric::connects_when_needed(class_from(topology, a, b)) ||
         !fabric::connects_when_needed(class_from(topology, b, a));
}

/// Before the others are kept waiting: what this process's links need here.
Expected<void> check_own_links(const topology::Topology& topology, ProcessId self) {
  std::set<const topology::LinkClass*> checked_classes;
  for (const ProcessId other : topology.neighbours_of(self)) {
    const topology::LinkClass& from_there = class_from(topology, other, self);
    if (!checked_classes.insert(&from_there).second) continue;
    if (auto checked = fabric::check_here(from_there); !checked) return checked;
  }
  return {};
}

/// Once for each class whose connections this process will have, and of those of a node in the log
/// of the first alone, as the kernel is one.
void tell_small_buffers(const topology::Topology& topology, ProcessId self, Log& log) {
  const NodeId node = topology.node_of(self);
  if (self.value > 0 && topology.node_of(ProcessId(self.value - 1)) == node) return;
  std::set<const topology::LinkClass*> told;
  for (const ProcessId peer : topology.neighbours_of(self)) {
    const topology::LinkClass& link = class_from(topology, peer, self);
    if (!told.insert(&link).second) continue;
    const SocketBuffers wanted = fabric::socket_buffers_of(link);
    const Expected<SocketBuffers> granted = granted_buffers(wanted);
    if (!granted || *granted == wanted) continue;
    const auto tell = [&](const char* parameter, int wants, int has, const char* limit) {
      if (has >= wants) return;
      log.warning("the kernel grants " + std::to_string(has) + " bytes of the " +
                  std::to_string(wants) + " that tcp." + parameter + " of '" + link.name +
                  "' asks for: " + limit + " is the limit");
    };
    tell("send_buffer", wanted.send_bytes, granted->send_bytes, "net.core.wmem_max");
    tell("receive_buffer", wanted.receive_bytes, granted->receive_bytes, "net.core.rmem_max");
  }
}

/// Who is not in the job may come, whichever processes are the gateways by then.
bootstrap::RelayOptions relay_options(const topology::Topology& topology, ProcessId self) {
  bootstrap::RelayOptions relay;
  for (int rank = 0; rank < topology.process_count(); ++rank) {
    const ProcessId other(static_cast<std::uint32_t>(rank));
    relay.of_rank.emplace_back();
    if (topology.site_of(other) == topology.site_of(self)) continue;
    const bool may_come = topology.is_absent(self) || topology.is_absent(other);
    if (!may_come && !topology.are_neighbours(self, other)) continue;
    relay.own = topology.relay_of(self);
    relay.of_rank.back() = topology.relay_of(other);
  }
  relay.token = bootstrap::relay_token_of_environment();
  return relay;
}

}  // namespace

Expected<void> check_links_between_processes(const Options& options,
                                             const topology::Topology& topology) {
  // Links of processes at the same two places are the same, so one process stands for its node.
  std::vector<ProcessId> first_two_of_nodes;
  std::map<NodeId, int> seen;
  for (int rank = 0; rank < topology.process_count(); ++rank) {
    const ProcessId process(static_cast<std::uint32_t>(rank));
    if (seen[topology.node_of(process)]++ < 2) first_two_of_nodes.push_back(process);
  }
  std::set<std::pair<const topology::LinkClass*, const topology::LinkClass*>> checked_classes;
  for (const ProcessId one : first_two_of_nodes) {
    for (const ProcessId other : first_two_of_nodes) {
      if (one == other) continue;
      const auto way = [&](ProcessId from, ProcessId to) -> const topology::LinkClass& {
        return topology.link_class(topology.pes_of(from).first, topology.pes_of(to).first);
      };
      const topology::LinkClass& there = way(one, other);
      const topology::LinkClass& back = way(other, one);
      if (checked_classes.emplace(&there, &back).second) {
        if (auto reaches = fabric::check_reach(there); !reaches) return reaches;
        if (auto fits = fabric::check_both_ways(there, back); !fits) return fits;
      }
      if (auto fits = check_relayed(options, topology, one, other); !fits) return fits;
    }
  }
  return {};
}

bootstrap::MeshOptions mesh_options(const topology::Topology& topology, ProcessId self) {
  bootstrap::MeshOptions options;
  options.relay = relay_options(topology, self);
  options.are_joined = [&topology](ProcessId a, ProcessId b) {
    return !topology.is_absent(a) && !topology.is_absent(b) && topology.are_neighbours(a, b);
  };
  options.are_joined_at_start = [&topology](ProcessId a, ProcessId b) {
    return are_joined_at_start(topology, a, b);
  };
  options.buffers_for = [&topology, self](ProcessId peer) {
    return fabric::socket_buffers_of(class_from(topology, peer, self));
  };
  return options;
}

Expected<bootstrap::JobOptions> job_options(const Options& options, const Launch& launch,
                                            const topology::Topology& topology,
                                            const PayloadTable& payloads,
                                            const bootstrap::PastEpochs* past, Log& log) {
  bootstrap::JobOptions joining;
  joining.process_count = static_cast<std::uint32_t>(topology.process_count());
  joining.chains = chains_of(options.grid);
  joining.chains_id = hash_name(joining.chains);
  joining.chains.resize(std::min(joining.chains.size(), chains_shown_max));
  joining.program_id = payloads.fingerprint() ^
                       Random::mix(digest_of_shared(options) ^ digest_of_purpose(options)) ^
                       digest_of_layout(topology);
  const ProcessId self(options.rank);
  joining.rank = self;
  joining.comes_late = options.comes_late;
  joining.timeout_ns = options.wait_ns;
  joining.begin_with = options.begin_with;
  if (options.rank >= joining.process_count) {
    return fail(ErrorCode::bad_input, "rank " + std::to_string(options.rank), "--rank",
                "less than " + std::to_string(joining.process_count));
  }
  if (joining.process_count == 1) return joining;
  joining.rendezvous = options.rendezvous;
  joining.site = topology.site_of(joining.rank);
  joining.site_name = topology.site_name(joining.site);
  joining.node_name = topology.node_name(topology.node_of(joining.rank));
  joining.data_host = topology.address_of(joining.rank);
  const auto either = [](const HostPort& said, const HostPort& of_grid) {
    return said.host.empty() ? of_grid : said;
  };
  joining.listen_at = either(options.listen_at, topology.listen_of(joining.rank));
  joining.advertised = either(options.advertised, topology.advertised_of(joining.rank));
  if (auto checked = check_own_links(topology, joining.rank); !checked) {
    return forward_error(checked);
  }
  tell_small_buffers(topology, joining.rank, log);
  bootstrap::MeshOptions mesh = mesh_options(topology, joining.rank);
  joining.are_joined = std::move(mesh.are_joined);
  joining.are_joined_at_start = std::move(mesh.are_joined_at_start);
  joining.buffers_for = std::move(mesh.buffers_for);
  joining.relay = std::move(mesh.relay);
  joining.past = past;
  if (auto met = prepare_joining(options, launch, joining); !met) return forward_error(met);
  return joining;
}

Expected<bootstrap::Membership> join(const Options& options, const Launch& launch,
                                     const topology::Topology& topology,
                                     const PayloadTable& payloads, const Clock& clock, Log& log) {
  auto joining = job_options(options, launch, topology, payloads, nullptr, log);
  if (!joining) return forward_error(joining);
  return bootstrap::join(std::move(*joining), clock, log);
}

std::vector<ProcessId> absent_at_first(const Options& options, const topology::Topology& topology) {
  std::vector<ProcessId> absent;
  const auto count = static_cast<std::uint32_t>(topology.process_count());
  for (std::uint32_t rank = options.begin_with; options.begin_with > 0 && rank < count; ++rank) {
    absent.emplace_back(rank);
  }
  return absent;
}

// Processes of one job on this machine share its cores: those whose nodes have one address.
runtime::DriverOptions driver_options(const Options& options, const Launch& launch,
                                      const topology::Topology& topology, ProcessId self,
                                      int core_count) {
  CoreShare share;
  if (launch.manager != nullptr) {
    share = core_share_of(launch, topology);
  } else {
    int pes = 0;
    int before = 0;
    for (int rank = 0; rank < topology.process_count(); ++rank) {
      const ProcessId process(rank);
      if (topology.address_of(process) != topology.address_of(self)) continue;
      if (process < self) before += topology.pes_of(process).count;
      pes += topology.pes_of(process).count;
    }
    share.cores_suffice = pes <= core_count;
    for (int i = 0; share.cores_suffice && i < topology.pes_of(self).count; ++i) {
      share.cores.push_back(before + i);
    }
  }
  runtime::DriverOptions driver;
  driver.spin_ns = share.cores_suffice ? options.spin_ns : 0;
  if (options.pin && share.cores_suffice) driver.cores = std::move(share.cores);
  return driver;
}

int report_failure(const runtime::Process& process) {
  const Error& failure = *process.failure();
  const bool tells = process.has_main() || !process.can_tell_main();
  return tells ? report_error(failure) : exit_status(failure.code);
}

Expected<Stage> stage_of(const Options& options) {
  topology::Grid grid = options.grid;
  sim::Costs costs = options.costs;
  const bool simulated = options.backend == Backend::sim;
  if (simulated) {
    if (auto checked = sim::check_delays(grid); !checked) return forward_error(checked);
  }
  if (simulated && !options.describe && !costs.keeps_delay_filters) {
    costs.delays = sim::take_delays(grid);
  }
  Expected<topology::Topology> topology = topology::Topology::from_grid(grid);
  if (!topology) return forward_error(topology);
  const bool is_one_process = options.backend == Backend::threads;
  return Stage{is_one_process ? topology->in_one_process() : std::move(*topology),
               std::move(costs)};
}

runtime::World world_of(runtime::RealWorld& real, const topology::Members& members,
                        const PayloadTable& payloads, const Clock& clock, Log& log) {
  return {.members = members,
          .payloads = payloads,
          .clock = clock,
          .log = log,
          .carriers = real.carriers,
          .doorbells = real.sleepers,
          .secret = real.secret ? &*real.secret : nullptr};
}

}  // namespace isthmus::engine::program
