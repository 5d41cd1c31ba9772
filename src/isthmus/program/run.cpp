#include "isthmus/program/run.hpp"

#include <malloc.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "isthmus/base/output_file.hpp"
#include "isthmus/base/random.hpp"
#include "isthmus/fabric/registry.hpp"
#include "isthmus/program/checkpointing.hpp"
#include "isthmus/program/explanation.hpp"
#include "isthmus/program/huge_pages.hpp"
#include "isthmus/program/job_log.hpp"
#include "isthmus/program/launch.hpp"
#include "isthmus/program/measured_costs.hpp"
#include "isthmus/program/options.hpp"
#include "isthmus/program/pe_speeds.hpp"
#include "isthmus/program/probing.hpp"
#include "isthmus/program/real_job.hpp"
#include "isthmus/program/report.hpp"
#include "isthmus/program/simulated_page.hpp"
#include "isthmus/program/start.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/runtime/timeline.hpp"
#include "isthmus/sim/cost_recorder.hpp"
#include "isthmus/sim/epochs.hpp"
#include "isthmus/sim/faults.hpp"
#include "isthmus/sim/simulation.hpp"
#include "isthmus/topology/grid_text.hpp"
#include "isthmus/topology/machine.hpp"

namespace isthmus::engine {

namespace {

using program::after_output;
using program::Backend;
using program::Options;
using program::report_error;

constexpr std::uint64_t fault_purpose = 0xfa01;
/// About what a simulated PE and a few objects take.
constexpr std::size_t bytes_per_simulated_pe = 32'000;

Expected<std::optional<SiteId>> witness_of(const Options& options,
                                           const topology::Topology& topology) {
  if (options.witness_site.empty()) return std::nullopt;
  std::vector<std::string> names;
  for (int i = 0; i < topology.site_count(); ++i) {
    const SiteId site(static_cast<std::uint32_t>(i));
    names.emplace_back(topology.site_name(site));
    if (names.back() == options.witness_site) return site;
  }
  return fail(ErrorCode::bad_input,
              "no site '" + topology::printable(options.witness_site) + "' in virtual time",
              "--witness", topology::one_of(names, options.witness_site));
}

/// The processes with which the job begins, where its user has said sites.
Expected<void> count_begin(const topology::Topology& topology, Options& options) {
  if (options.begin_with_sites > static_cast<std::uint32_t>(topology.site_count())) {
    return fail(ErrorCode::bad_input,
                std::to_string(options.begin_with_sites) + " of " +
                    std::to_string(topology.site_count()) + " sites",
                "--begin-with", "as many as the job has, or fewer");
  }
  for (std::uint32_t site = 0; site < options.begin_with_sites; ++site) {
    options.begin_with += static_cast<std::uint32_t>(topology.processes_of(SiteId(site)).count);
  }
  return {};
}

int run_simulation(const Options& options, const topology::Topology& topology,
                   const sim::Costs& costs, MainProgram& main_program, program::JobLog& log) {
  program::prefer_huge_pages(static_cast<std::size_t>(topology.pe_count()) *
                             bytes_per_simulated_pe);
  const ProcessorClock processor;
  Expected<PayloadTable> payloads = PayloadTable::of_program();
  if (!payloads) return report_error(payloads.error());
  if (auto known = sim::check_recorded_costs(costs.recorded, payloads->names()); !known) {
    return report_error(known.error());
  }
  program::MeasuredCosts measured(options, processor);
  if (auto same = measured.check(*payloads); !same) return report_error(same.error());
  sim::SimulationOptions simulating{
      .settings = options.settings,
      .time_limit_ns = options.time_limit_ns,
      .verify = options.verify,
      .keep_accounts = options.explain || !options.report_file.empty()};
  Random random = Random::for_purpose(options.settings.seed, fault_purpose);
  for (const std::string& text : options.faults) {
    auto fault = sim::read_fault(text, topology, random);
    if (!fault) return report_error(fault.error());
    if (!options.quiet) std::printf("fault: %s\n", to_string(*fault, topology).c_str());
    simulating.faults.push_back(std::move(*fault));
  }
  const bool shows_progress = !options.quiet && isatty(STDERR_FILENO) == 1;
  if (shows_progress) {
    simulating.progress = [](TimeNs now_ns, std::uint64_t events) {
      std::fprintf(stderr, "\rvirtual time %.6f s, %.1f million events ",
                   static_cast<double>(now_ns) * 1e-9, static_cast<double>(events) * 1e-6);
    };
  }
  auto timeline = program::make_timeline(options, ProcessId(0), topology.pe_count());
  if (!timeline) return report_error(timeline.error());
  auto checkpointing = program::Checkpointing::open(options, *payloads, true);
  if (!checkpointing) return report_error(checkpointing.error());
  const auto witness = witness_of(options, topology);
  if (!witness) return report_error(witness.error());
  const SteadyClock clock;
  auto page = program::SimulatedPage::open(options, topology, clock, log);
  if (!page) return report_error(page.error());
  if (*page != nullptr) {
    simulating.attend = [&page = **page](TimeNs next_ns) { return page.attend(next_ns); };
  }
  sim::Epochs epochs(
      {topology, *payloads, log, costs, measured.stopwatch(),
       [&] { return (*checkpointing)->places(); }, (*checkpointing)->held() != nullptr,
       program::absent_at_first(options, topology), *witness},
      simulating);
  const auto make_job = [&](sim::Simulation& simulation) {
    for (int rank = 0; *timeline != nullptr && rank < topology.process_count(); ++rank) {
      (*timeline)->attach(simulation.process(ProcessId(rank)));
    }
    auto job = std::make_unique<Job>(Job::Parts{simulation.first_objects(), simulation.clock(),
                                                options.arguments, options.quiet, true});
    if (*page != nullptr) (*page)->show(simulation, *job);
    return job;
  };
  const TimeNs begin_ns = clock.now_ns();
  const TimeNs processor_begin_ns = processor.now_ns();
  const std::optional<Error> failure = epochs.run(main_program, make_job);
  if (failure && epochs.summary().events == 0) return report_error(*failure);
  const TimeNs processor_ns = processor.now_ns() - processor_begin_ns;
  const double wall_s = static_cast<double>(clock.now_ns() - begin_ns) * 1e-9;
  if (*page != nullptr && epochs.simulation() != nullptr) (*page)->conclude(failure);
  const Expected<void> drawn = program::write_timeline(*timeline, options, ProcessId(0), log);
  if (shows_progress) std::fputs("\r\x1b[K", stderr);
  const sim::Summary& summary = epochs.summary();
  if (!options.quiet) {
    std::printf("simulated %.6f s on %d PEs in %.2f s: %llu events, %.2f million a second\n",
                static_cast<double>(summary.end_ns) * 1e-9, topology.pe_count(), wall_s,
                static_cast<unsigned long long>(summary.events),
                static_cast<double>(summary.events) * 1e-6 / wall_s);
  }
  if (summary.total.unknown_stretches > 0) {
    std::printf("%llu stretches between places of the program that %s does not know cost nothing\n",
                static_cast<unsigned long long>(summary.total.unknown_stretches),
                options.costs_file.c_str());
  }
  if (options.explain) {
    program::explain(topology, summary);
    std::printf("  %s\n",
                program::describe_speeds(topology, options.settings.balancing, options.speed_source)
                    .c_str());
  }
  if (auto same = measured.compare(summary.trace_hash); !same) {
    log.conclude(same.error());
    return report_error(same.error());
  }
  const Expected<void> kept = measured.keep(summary.trace_hash, *payloads);
  std::printf("%s\n", measured.hash_line(summary.trace_hash).c_str());
  if (failure) {
    log.conclude(*failure);
    return report_error(*failure);
  }
  if (!drawn) return report_error(drawn.error());
  if (!kept) return report_error(kept.error());
  if (!options.report_file.empty()) {
    const nlohmann::ordered_json figures = {
        {"virtual_s", static_cast<double>(summary.end_ns) * 1e-9},
        {"processor_s", static_cast<double>(processor_ns) * 1e-9},
        {"events", summary.events},
        {"events_pending", summary.events_pending},
        {"messages", summary.total.messages},
    };
    runtime::Process& process = epochs.main_process();
    program::History history{{}, epochs.checkpoints(), {}, summary.times};
    for (int rank = 0; rank < topology.process_count(); ++rank) {
      runtime::Process& each = epochs.simulation()->process(ProcessId(rank));
      if (&each != &process) history.others.push_back(&each);
    }
    if (auto written = program::write_report(options, epochs.job(), process, history, figures);
        !written) {
      return report_error(written.error());
    }
  }
  return after_output(epochs.job().exit_status());
}

/// Of this process: what it is to write when the work is done. Who cannot is better told before.
Expected<void> check_outputs(const Options& options) {
  const ProcessId self(options.rank);
  if (!options.timeline_file.empty()) {
    const std::string part = runtime::Timeline::part_path(options.timeline_file, self);
    if (auto checked = check_writable(part, "--timeline"); !checked) return checked;
  }
  if (self != ProcessId(0)) return {};
  if (auto checked = check_writable(options.report_file, "--report"); !checked) return checked;
  if (auto checked = check_writable(options.recorded_costs_file, "--record-costs"); !checked) {
    return checked;
  }
  const std::string& snapshots = options.settings.balancing.snapshots;
  return check_writable(snapshots.empty() ? "" : snapshots + "-1.json", "--balance-snapshots");
}

/// Of processes that are joined by nothing but what the grid says.
Expected<void> check_links_of(const Options& options, const program::Stage& stage) {
  if (options.backend != Backend::processes) return {};
  return program::check_links_between_processes(options, stage.topology);
}

/// Sites of one process are lost together; and a timeline knows one life of a process.
Expected<void> check_site_logs(const Options& options) {
  if (!options.settings.checkpoints.site_logs) return {};
  const bool has_processes = options.backend != Backend::threads;
  if (has_processes && options.timeline_file.empty()) return {};
  return fail(ErrorCode::bad_input, "sites are not made again alone here", "--site-logs",
              "--backend sim or processes, without --timeline");
}

/// By which speeds load balancing goes, where anybody has said or found out any.
void tell_speeds(const Options& options, const topology::Topology& topology, Log& log) {
  const bool is_wanted = options.settings.balancing.strategy != nullptr ||
                         options.speed_measuring == program::SpeedMeasuring::always;
  const bool is_known = options.speed_source != program::SpeedSource::nobody;
  if (options.rank != 0 || !is_wanted || !is_known) return;
  log.info(program::describe_speeds(topology, options.settings.balancing, options.speed_source));
}

/// Does what --change-chain says, whatever the program does.
MainProgram with_chain_changes(MainProgram main_program, const Options& options) {
  if (options.chain_changes.empty()) return main_program;
  return [main_program = std::move(main_program), wishes = options.chain_changes](Job& job) {
    Objects& here = Objects::current();
    for (const Options::ChainChangeRequest& wish : wishes) {
      // No part of the program, so quiescence does not wait for it. A refusal is in the log.
      here.pe().timers().add(here.pe().clock().now_ns() + wish.after_ns,
                             [&job, wish] { job.change_chain(wish.link_class, wish.to); });
    }
    return main_program(job);
  };
}

}  // namespace

int run(int argc, const char* const* argv, MainProgram main_program) {
  // Large messages come and go: pages that the heap gives back to the system after each of them
  // cost more than the copy (0.80 against 0.96 of the bandwidth of raw TCP, in messages of 1 MiB).
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
  const int core_count = topology::this_machine().core_count;
  Expected<program::Parsed> parsed = program::parse_options(argc, argv, core_count);
  if (!parsed) return report_error(parsed.error());
  if (parsed->help) {
    std::fputs(parsed->help->c_str(), stdout);
    return after_output(0);
  }
  Options& options = parsed->options;
  options.settings.checkpoints.program = std::filesystem::path(argv[0]).filename().string();
  // Also the links that this job will not use: who wrote them wants to know.
  if (auto checked = fabric::check_links(options.grid); !checked) {
    return report_error(checked.error());
  }
  std::expected<program::Launch, int> launch = program::launch(options);
  if (!launch) return launch.error();
  Expected<program::Stage> stage = program::stage_of(options);
  if (!stage) return report_error(stage.error());
  if (auto checked = check_links_of(options, *stage); !checked) {
    return report_error(checked.error());
  }
  if (auto checked = check_site_logs(options); !checked) return report_error(checked.error());
  if (auto counted = count_begin(stage->topology, options); !counted) {
    return report_error(counted.error());
  }
  if (options.begin_with > static_cast<std::uint32_t>(stage->topology.process_count())) {
    return report_error({ErrorCode::bad_input,
                         std::to_string(options.begin_with) + " of " +
                             std::to_string(stage->topology.process_count()) + " processes",
                         "--begin-with", "as many as the job has, or fewer"});
  }
  if (options.describe) {
    const std::vector<std::string> warnings = topology::warnings(options.grid, core_count);
    std::puts(topology::to_json(stage->topology, warnings).c_str());
    return after_output(0);
  }
  Expected<program::JobLog> log = program::JobLog::open(options);
  if (!log) return program::after_others(*launch, report_error(log.error()));
  if (auto checked = check_outputs(options); !checked) {
    return program::after_others(*launch, report_error(checked.error()));
  }
  const program::SpeedSource speed_source = program::speed_source(options);
  if (options.grid.probe.has_any() || program::measures_speeds(options)) {
    if (const auto status = program::probe_grid(options, *launch, *stage, core_count, *log)) {
      return program::after_others(*launch, *status);
    }
    stage = program::stage_of(options);
    if (!stage) return report_error(stage.error());
    if (auto checked = check_links_of(options, *stage); !checked) {
      return program::after_others(*launch, report_error(checked.error()));
    }
  }
  options.speed_source = speed_source;
  tell_speeds(options, stage->topology, *log);
  main_program = with_chain_changes(std::move(main_program), options);
  if (options.backend == Backend::sim) {
    return run_simulation(options, stage->topology, stage->costs, main_program, *log);
  }
  return program::RealJob({options, *launch, stage->topology, core_count, main_program, *log})
      .run();
}

}  // namespace isthmus::engine
