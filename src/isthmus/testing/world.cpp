#include "isthmus/testing/world.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <stdexcept>
#include <thread>
#include <utility>

#include "isthmus/base/socket.hpp"

namespace isthmus::engine::testing {

namespace {

// With a seed, time passes by up to this much a step: PEs see steps of all lengths.
constexpr std::uint64_t creep_ns_max = 2'000;
// Virtual time costs nothing, so a stall is told apart from every delay that a test uses.
constexpr TimeNs stall_ns = 3'600'000'000'000;

// A test that cannot build its world has nothing to go on with.
template <class T>
T value_of(Expected<T> expected) {
  if (!expected) throw std::runtime_error(expected.error().text());
  return std::move(*expected);
}

}  // namespace

std::vector<std::unique_ptr<runtime::RealWorld>> worlds_here(const topology::Topology& topology,
                                                             const Clock& clock) {
  const auto count = static_cast<std::size_t>(topology.process_count());
  std::vector<std::vector<Socket>> connections(count);
  for (std::vector<Socket>& own : connections) own.resize(count);
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = a + 1; b < count; ++b) {
      int pair[2];
      if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0) {
        throw std::runtime_error("no pair of sockets");
      }
      connections[a][b] = Socket(pair[0]);
      connections[b][a] = Socket(pair[1]);
    }
  }
  std::vector<std::unique_ptr<runtime::RealWorld>> worlds;
  for (std::size_t rank = 0; rank < count; ++rank) {
    worlds.push_back(std::make_unique<runtime::RealWorld>(topology, ProcessId(rank),
                                                          std::move(connections[rank]), clock));
    worlds.back()->carriers.set_private();
  }
  // Processes meet in memory side by side, or each would wait for the next one for ever.
  std::vector<Expected<void>> met(count);
  std::vector<std::thread> threads;
  for (std::size_t rank = 0; rank < count; ++rank) {
    threads.emplace_back([&, rank] { met[rank] = worlds[rank]->carriers.meet_in_shared_memory(); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Expected<void>& one : met) {
    if (!one) throw std::runtime_error(one.error().text());
  }
  return worlds;
}

World::World(topology::Topology topology, WorldOptions options)
    : topology_(std::move(topology)),
      members_(options.members.empty() ? topology::Members(topology_)
                                       : topology::Members(topology_, 1, options.members)),
      options_(std::move(options)),
      payloads_(value_of(PayloadTable::of_program())),
      random_(Random::for_purpose(options_.settings.seed, 0x3a11)) {
  real_worlds_ = worlds_here(topology_, clock_);
  for (std::size_t rank = 0; rank < real_worlds_.size(); ++rank) {
    const runtime::World world{.members = members_,
                               .payloads = payloads_,
                               .clock = clock_,
                               .log = log_,
                               .carriers = real_worlds_[rank]->carriers,
                               .doorbells = real_worlds_[rank]->sleepers,
                               .stall_ns = stall_ns,
                               .checkpoints = options_.checkpoints};
    processes_.push_back(
        value_of(runtime::Process::create(world, options_.settings, ProcessId(rank), {})));
  }
  units_.resize(static_cast<std::size_t>(topology_.pe_count()));
  process_of_unit_.resize(units_.size());
  for (const auto& process : processes_) {
    for (const auto& unit : process->units()) {
      units_[unit->pe().id().value] = unit.get();
      process_of_unit_[unit->pe().id().value] = process.get();
    }
  }
  idle_.resize(units_.size());
}

World::~World() = default;

runtime::PeUnit& World::unit(PeId pe) { return *units_[pe.value]; }

void World::start(MainProgram main_program) {
  main_program_ = std::move(main_program);
  job_.emplace(Job::Parts{unit(members_.first()).objects(), clock_, options_.arguments, true});
  runtime::start_main(*process_of_unit_[members_.first().value], main_program_, *job_);
}

std::optional<Error> World::run(MainProgram main_program) {
  start(std::move(main_program));
  while (!any_stopping()) {
    if (steps_ >= options_.step_limit) {
      processes_.front()->fail({ErrorCode::stalled,
                                "the job has not ended after " + std::to_string(steps_) + " steps",
                                {},
                                {}});
    } else if (!step() && !advance()) {
      processes_.front()->fail({ErrorCode::stalled, "nobody has anything to do", {}, {}});
    }
  }
  // A job that went well may leave messages under way; a failed one is not to be trusted with them.
  const auto went_well = [](const auto& process) { return !process->failure(); };
  if (std::ranges::all_of(processes_, went_well)) settle();
  conclude();
  return processes_.front()->failure();
}

std::size_t World::next_pe() {
  std::size_t at = turn_;
  if (options_.settings.seed != 0) {
    at = random_.below(units_.size());
    clock_.advance_to(now_ns() + static_cast<TimeNs>(random_.below(creep_ns_max)));
  }
  while (idle_[at]) at = (at + 1) % units_.size();
  turn_ = (at + 1) % units_.size();
  return at;
}

bool World::step() {
  if (is_idle()) return false;
  const std::size_t at = next_pe();
  const Objects::Scope scope(units_[at]->objects());
  ++steps_;
  if (units_[at]->pe().step()) {
    wake_all();
  } else {
    idle_[at] = true;
    ++idle_count_;
  }
  return true;
}

void World::wake_all() {
  idle_.assign(units_.size(), false);
  idle_count_ = 0;
}

bool World::advance(TimeNs latest_ns) {
  TimeNs next_ns = never_ns;
  for (runtime::PeUnit* unit : units_) next_ns = std::min(next_ns, unit->pe().deadline_ns());
  if (next_ns > latest_ns) return false;
  clock_.advance_to(std::max(now_ns() + 1, next_ns));
  wake_all();
  return true;
}

void World::settle() {
  while (true) {
    wake_all();
    while (step()) {
    }
    TimeNs next_ns = never_ns;
    for (const auto& process : processes_) {
      next_ns = std::min(next_ns, process->router().deadline_ns());
    }
    for (runtime::PeUnit* unit : units_) {
      next_ns = std::min(next_ns, unit->pe().timers().deadline_ns());
    }
    if (next_ns == never_ns || steps_ >= options_.step_limit) return;
    clock_.advance_to(std::max(now_ns() + 1, next_ns));
  }
}

bool World::any_stopping() const {
  return std::ranges::any_of(processes_,
                             [](const auto& process) { return process->is_stopping(); });
}

// A process that ends waits for the others to end, so each does it on a thread of its own, while
// those that have not heard of it yet are stepped here.
void World::conclude() {
  alive_at_end_ = messages_alive();
  std::vector<std::thread> concluding;
  std::vector<bool> is_concluding(processes_.size());
  std::size_t left = processes_.size();
  // Those that are absent hear of nothing.
  for (std::size_t i = 0; i < processes_.size(); ++i) {
    if (!topology_.is_absent(ProcessId(i))) continue;
    is_concluding[i] = true;
    --left;
  }
  while (left > 0) {
    for (std::size_t i = 0; i < processes_.size(); ++i) {
      if (is_concluding[i] || !processes_[i]->is_stopping()) continue;
      is_concluding[i] = true;
      --left;
      concluding.emplace_back([process = processes_[i].get()] { process->conclude(); });
    }
    for (std::size_t at = 0; at < units_.size(); ++at) {
      if (process_of_unit_[at]->is_stopping()) continue;
      const Objects::Scope scope(units_[at]->objects());
      units_[at]->pe().step();
    }
    // Notices of the end are delayed like all else.
    clock_.advance_to(now_ns() + 1'000);
  }
  for (std::thread& thread : concluding) thread.join();
}

std::int64_t World::messages_alive() const {
  // The notices by which processes part are no part of the job.
  if (alive_at_end_) return *alive_at_end_;
  std::int64_t count = 0;
  for (runtime::PeUnit* unit : units_) count += unit->pe().pool().outstanding();
  for (const auto& process : processes_) count += process->router().messages_outstanding();
  return count;
}

std::uint64_t World::frames_sent(std::string_view link_class) const {
  std::uint64_t frames = 0;
  for (const auto& process : processes_) {
    for (const auto& link : process->router().link_reports()) {
      if (link.name != link_class) continue;
      for (const auto& counter : link.counters) {
        if (counter.name == "frames_sent") frames += counter.value;
      }
    }
  }
  return frames;
}

std::uint64_t World::messages_handled() const {
  std::uint64_t count = 0;
  for (runtime::PeUnit* unit : units_) count += unit->pe().processed();
  return count;
}

}  // namespace isthmus::engine::testing
