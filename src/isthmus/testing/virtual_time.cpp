#include "isthmus/testing/virtual_time.hpp"

#include <memory>
#include <stdexcept>
#include <utility>

#include "isthmus/sim/epochs.hpp"
#include "isthmus/sim/stopwatch.hpp"
#include "isthmus/testing/parts.hpp"

namespace isthmus::engine::testing {

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
  sim::Epochs epochs(
      {topology, *payloads, log, costs, stopwatch, [&] { return options.checkpoints; },
       options.holds_images, options.absent, options.witness},
      std::move(simulating));
  const std::optional<Error> failure = epochs.run(main_program, [](sim::Simulation& simulation) {
    return std::make_unique<Job>(
        Job::Parts{simulation.first_objects(), simulation.clock(), {}, true, true});
  });
  VirtualTimeOutcome outcome{{}, epochs.summary(), epochs.epoch(), log.text()};
  for (int rank = 0; rank < topology.process_count(); ++rank) {
    if (epochs.simulation() == nullptr) {
      outcome.failures.push_back(failure);
      continue;
    }
    std::optional<Error> known = epochs.simulation()->process(ProcessId(rank)).failure();
    if (!known && failure && failure->what.starts_with("checker")) known = failure;
    outcome.failures.push_back(std::move(known));
  }
  return outcome;
}

}  // namespace isthmus::engine::testing
