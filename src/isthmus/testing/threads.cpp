#include "isthmus/testing/threads.hpp"

#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "isthmus/runtime/driver.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/testing/parts.hpp"

namespace isthmus::engine::testing {

namespace {

// Far above what the threads of other tests keep a core for.
constexpr TimeNs stall_ns = 5'000'000'000;

}  // namespace

std::vector<std::optional<Error>> run_on_threads(const topology::Topology& topology,
                                                 const MainProgram& main_program,
                                                 const runtime::Settings& settings,
                                                 const store::Places& checkpoints) {
  const topology::Members members(topology);
  const SteadyClock clock;
  MemoryLog log;
  const Expected<PayloadTable> payloads = PayloadTable::of_program();
  if (!payloads) throw std::runtime_error(payloads.error().text());
  std::vector<std::unique_ptr<runtime::Process>> processes;
  const std::vector<std::unique_ptr<runtime::RealWorld>> worlds = worlds_here(topology, clock);
  for (std::size_t rank = 0; rank < worlds.size(); ++rank) {
    const runtime::World world{.members = members,
                               .payloads = *payloads,
                               .clock = clock,
                               .log = log,
                               .carriers = worlds[rank]->carriers,
                               .doorbells = worlds[rank]->sleepers,
                               .stall_ns = stall_ns,
                               .checkpoints = checkpoints};
    auto created = runtime::Process::create(world, settings, ProcessId(rank), {});
    if (!created) throw std::runtime_error(created.error().text());
    processes.push_back(std::move(*created));
  }
  runtime::Process& first = *processes.front();
  Job job({first.units().front()->objects(), clock, {}, true});
  runtime::start_main(first, main_program, job);
  const auto live = [&](runtime::Process& process) {
    // Tests run side by side on few cores, so nobody spins.
    drive(process, worlds[process.self().value]->sleepers, {.spin_ns = 0, .cores = {}});
    process.conclude();
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < processes.size(); ++i) {
    threads.emplace_back([&, i] { live(*processes[i]); });
  }
  live(first);
  for (std::thread& thread : threads) thread.join();
  std::vector<std::optional<Error>> failures;
  for (const auto& process : processes) failures.push_back(process->failure());
  return failures;
}

}  // namespace isthmus::engine::testing
