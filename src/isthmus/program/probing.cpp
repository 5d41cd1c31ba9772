#include "isthmus/program/probing.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "isthmus/program/pe_speeds.hpp"
#include "isthmus/program/probe.hpp"
#include "isthmus/runtime/job.hpp"
#include "isthmus/sim/stopwatch.hpp"

namespace isthmus::engine::program {

namespace {

/// The findings, or the exit status of a failure that has been told.
struct Outcome {
  topology::Findings findings = {};
  std::optional<int> status = {};
};

runtime::Settings without_balancing(runtime::Settings settings) {
  settings.balancing = {};
  return settings;
}

Outcome probe_here(const Options& options, const Launch& launch, const topology::Topology& topology,
                   int core_count, Log& log, const MainProgram& probe) {
  const SteadyClock clock;
  Expected<PayloadTable> payloads = PayloadTable::of_program();
  if (!payloads) return {{}, report_error(payloads.error())};
  Expected<bootstrap::Membership> membership =
      join(options, launch, topology, *payloads, clock, log);
  if (!membership) return {{}, report_error(membership.error())};
  const topology::Members members(topology);
  runtime::RealWorld real(topology, *membership, clock);
  auto created = runtime::Process::create(world_of(real, members, *payloads, clock, log),
                                          without_balancing(options.settings), membership->self,
                                          std::move(membership->peers));
  if (!created) return {{}, report_error(created.error())};
  runtime::Process& process = **created;
  Job job({process.units().front()->objects(), clock, {}, true});
  if (process.self() == ProcessId(0)) runtime::start_main(process, probe, job);
  drive(process, real.sleepers,
        driver_options(options, launch, topology, process.self(), core_count));
  process.conclude();
  if (process.failure()) return {{}, report_failure(process)};
  return {findings_of(process), {}};
}

Outcome probe_in_virtual_time(const Options& options, const Stage& stage, Log& log,
                              const MainProgram& probe) {
  const ProcessorClock processor;
  sim::ProcessorStopwatch stopwatch(processor);
  Expected<PayloadTable> payloads = PayloadTable::of_program();
  if (!payloads) return {{}, report_error(payloads.error())};
  auto created = sim::Simulation::create(
      {stage.topology, *payloads, log, stage.costs, stopwatch},
      {.settings = without_balancing(options.settings), .time_limit_ns = options.time_limit_ns});
  if (!created) return {{}, report_error(created.error())};
  sim::Simulation& simulation = **created;
  Job job({simulation.first_objects(), simulation.clock(), {}, true});
  if (const auto failure = simulation.run(probe, job)) return {{}, report_error(*failure)};
  return {findings_of(simulation.process(ProcessId(0))), {}};
}

}  // namespace

std::optional<int> probe_grid(Options& options, Launch& launch, const Stage& stage, int core_count,
                              Log& log) {
  const bool simulated = options.backend == Backend::sim;
  const bool is_wished = options.grid.probe.has_any();
  ProbePlan plan{options.grid.probe, [&](const std::string& line) { log.info("probe: " + line); },
                 measures_speeds(options)};
  const MainProgram probe = probe_program(plan);
  const SteadyClock clock;
  const TimeNs begin_ns = clock.now_ns();
  const Outcome outcome = simulated
                              ? probe_in_virtual_time(options, stage, log, probe)
                              : probe_here(options, launch, stage.topology, core_count, log, probe);
  if (outcome.status) return outcome.status;
  // With the delays, which a simulation takes out of its stage.
  auto written = topology::Topology::from_grid(options.grid);
  if (!written) return report_error(written.error());
  auto found = topology::apply(outcome.findings, *written);
  if (!found) return report_error(found.error());
  const auto renumber = [&](std::uint32_t& rank) {
    const auto at = std::ranges::find(found->ranks, ProcessId(rank));
    if (at != found->ranks.end()) rank = static_cast<std::uint32_t>(at - found->ranks.begin());
  };
  renumber(options.rank);
  std::ranges::for_each(launch.ranks, renumber);
  options.grid = std::move(found->grid);
  options.settings.balancing.shares.clear();
  for (const NodeId node : found->nodes) {
    if (outcome.findings.share_of_pe.empty()) break;
    for (const PeId pe : written->pes_of(node)) {
      options.settings.balancing.shares.push_back(outcome.findings.share_of_pe[pe.value]);
    }
  }
  if (options.rank == 0 && is_wished) {
    std::array<char, 32> seconds{};
    std::snprintf(seconds.data(), seconds.size(), "%.2f s",
                  static_cast<double>(clock.now_ns() - begin_ns) * 1e-9);
    log.info("probe: found in " + std::string(seconds.data()) + ": " +
             summary(outcome.findings, options.grid));
  }
  return {};
}

}  // namespace isthmus::engine::program
