#include "isthmus/testing/virtual_time.hpp"

#include <stdexcept>
#include <utility>

#include "isthmus/sim/stopwatch.hpp"
#include "isthmus/testing/parts.hpp"

namespace isthmus::testing {

namespace {

sim::Costs jittery_costs() {
  sim::Costs costs;
  costs.entries = sim::EntryCosts::charged;
  for (sim::Way& way : costs.ways) way.link.jitter_ns = 5 * way.link.latency_ns + 1'000;
  return costs;
}

}  // namespace

VirtualTimeOutcome run_in_virtual_time(const topology::Topology& topology,
                                       const MainProgram& main_program,
                                       const VirtualTimeOptions& options) {
  const sim::Costs costs = jittery_costs();
  const ManualClock processor;
  sim::ProcessorStopwatch stopwatch(processor);
  MemoryLog log;
  const Expected<PayloadTable> payloads = PayloadTable::of_program();
  if (!payloads) throw std::runtime_error(payloads.error().text());
  sim::SimulationOptions simulating{.settings = options.settings, .verify = true};
  Random random(options.settings.seed);
  for (const std::string& text : options.faults) {
    auto fault = sim::read_fault(text, topology, random);
    if (!fault) throw std::runtime_error(fault.error().text());
    simulating.faults.push_back(std::move(*fault));
  }
  auto simulation = sim::Simulation::create(
      {topology, *payloads, log, costs, stopwatch, options.checkpoints}, std::move(simulating));
  if (!simulation) throw std::runtime_error(simulation.error().text());
  Job job({(*simulation)->first_objects(), (*simulation)->clock(), {}, true});
  const std::optional<Error> failure = (*simulation)->run(main_program, job);
  VirtualTimeOutcome outcome{{}, (*simulation)->summary()};
  for (int rank = 0; rank < topology.process_count(); ++rank) {
    std::optional<Error> known = (*simulation)->process(ProcessId(rank)).failure();
    if (!known && failure && failure->what.starts_with("checker")) known = failure;
    outcome.failures.push_back(std::move(known));
  }
  return outcome;
}

}  // namespace isthmus::testing
