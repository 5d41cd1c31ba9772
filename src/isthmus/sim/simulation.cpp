#include "isthmus/sim/simulation.hpp"

#include <algorithm>
#include <utility>

namespace isthmus::sim {

namespace {

constexpr std::uint64_t events_between_reports = 1'000'000;

}  // namespace

/// Wakes a PE at the present virtual time.
class Simulation::Bell final : public sched::Doorbell {
 public:
  Bell(Simulation& simulation, std::size_t at) : simulation_(simulation), at_(at) {}
  void ring() override { simulation_.wake(at_, simulation_.clock_.now_ns()); }

 private:
  Simulation& simulation_;
  const std::size_t at_;
};

class Simulation::BellsOf final : public runtime::Doorbells {
 public:
  explicit BellsOf(Simulation& simulation) : simulation_(simulation) {}
  sched::Doorbell& of(PeId pe) override { return *simulation_.units_[pe.value].bell; }

 private:
  Simulation& simulation_;
};

Simulation::Simulation(const Parts& parts, SimulationOptions options)
    : parts_(parts),
      options_(std::move(options)),
      network_(parts.topology, parts.costs, options_.seed,
               [this](PeId pe, TimeNs at_ns) { wake(pe.value, at_ns); }) {}

Simulation::~Simulation() = default;

Expected<std::unique_ptr<Simulation>> Simulation::create(const Parts& parts,
                                                         SimulationOptions options) {
  std::unique_ptr<Simulation> simulation(new Simulation(parts, std::move(options)));
  if (auto built = simulation->build(); !built) return forward_error(built);
  return simulation;
}

Expected<void> Simulation::build() {
  const topology::Topology& topology = parts_.topology;
  units_.resize(static_cast<std::size_t>(topology.pe_count()));
  for (std::size_t at = 0; at < units_.size(); ++at) {
    units_[at].bell = std::make_unique<Bell>(*this, at);
    units_[at].meter = std::make_unique<Meter>(
        Meter::Parts{PeId(at), topology, parts_.costs, parts_.processor, clock_, hash_});
  }
  for (int rank = 0; rank < topology.process_count(); ++rank) {
    const ProcessId self(rank);
    bells_.push_back(std::make_unique<BellsOf>(*this));
    auto process = runtime::Process::create(
        {topology, parts_.payloads, clock_, parts_.log, network_.carriers_of(self), *bells_.back(),
         options_.seed, options_.branching, options_.stall_ns, options_.batch},
        self, {});
    if (!process) return forward_error(process);
    for (const auto& unit : (*process)->units()) {
      Unit& own = units_[unit->pe().id().value];
      own.unit = unit.get();
      own.process = process->get();
      unit->pe().add_observer(*own.meter);
    }
    processes_.push_back(std::move(*process));
  }
  concluded_.resize(processes_.size());
  return {};
}

/// A message comes for the PE: it steps then.
void Simulation::wake(std::size_t at, TimeNs time_ns) {
  queue_.add(std::max(time_ns, units_[at].busy_until_ns), 0, static_cast<std::uint32_t>(at));
}

/// The PE steps then of its own accord, or before.
void Simulation::schedule(std::size_t at, TimeNs time_ns) {
  Unit& unit = units_[at];
  if (time_ns >= unit.due_ns) return;
  unit.due_ns = time_ns;
  queue_.add(time_ns, 0, static_cast<std::uint32_t>(at));
}

void Simulation::step(std::size_t at, TimeNs time_ns) {
  Unit& unit = units_[at];
  if (unit.process->is_stopping()) return;
  if (time_ns >= unit.due_ns) unit.due_ns = never_ns;
  // Whoever woke it while it was busy: it steps when that is over, once for them all.
  if (time_ns < unit.busy_until_ns) return schedule(at, unit.busy_until_ns);
  sched::Pe& pe = unit.unit->pe();
  clock_.begin_event(time_ns);
  const Objects::Scope scope(unit.unit->objects());
  pe.mailbox().wake_up();
  const bool worked = pe.step();
  unit.busy_until_ns = clock_.now_ns();
  if (unit.process->is_stopping()) any_stopping_ = true;
  if (worked) {
    schedule(at, unit.busy_until_ns);
  } else if (!pe.mailbox().fall_asleep()) {
    schedule(at, time_ns + 1);
  } else if (const TimeNs deadline_ns = pe.deadline_ns(); deadline_ns != never_ns) {
    // Never again at the same time: a deadline that has passed must not stop the clock.
    schedule(at, std::max(deadline_ns, time_ns + 1));
  }
}

std::optional<Error> Simulation::run(const MainProgram& main_program, Job& job) {
  runtime::start_main(*processes_.front(), main_program, job);
  for (std::size_t at = 0; at < units_.size(); ++at) wake(at, 0);
  while (!any_stopping_) {
    if (queue_.is_empty()) {
      fail("nobody has anything to do");
      break;
    }
    const Event event = queue_.take();
    if (event.time_ns > options_.time_limit_ns) {
      clock_.begin_event(options_.time_limit_ns);
      fail("the job has not ended by the time limit of the simulation");
      break;
    }
    if (++events_ % events_between_reports == 0 && options_.progress) {
      options_.progress(event.time_ns, events_);
    }
    step(event.target, event.time_ns);
  }
  end_ns_ = clock_.now_ns();
  // The others learn of the end by messages, as they do everywhere.
  conclude_stopped();
  while (concluded_count_ < processes_.size() && !queue_.is_empty()) {
    const Event event = queue_.take();
    step(event.target, event.time_ns);
    conclude_stopped();
  }
  return processes_.front()->failure();
}

void Simulation::conclude_stopped() {
  for (std::size_t rank = 0; rank < processes_.size(); ++rank) {
    if (concluded_[rank] || !processes_[rank]->is_stopping()) continue;
    concluded_[rank] = true;
    ++concluded_count_;
    processes_[rank]->conclude();
  }
}

void Simulation::fail(std::string what) {
  processes_.front()->fail({ErrorCode::stalled, std::move(what), {}, {}});
}

Summary Simulation::summary() const {
  Summary summary{end_ns_, events_, network_.frames_sent(), hash_.value(), {}};
  for (const Unit& unit : units_) {
    const Usage& usage = unit.meter->usage();
    summary.total.entry_ns += usage.entry_ns;
    summary.total.message_ns += usage.message_ns;
    summary.total.messages += usage.messages;
  }
  return summary;
}

std::int64_t Simulation::messages_alive() const {
  std::int64_t count = 0;
  for (const Unit& unit : units_) count += unit.unit->pe().pool().outstanding();
  for (const auto& process : processes_) count += process->network().messages_outstanding();
  return count;
}

}  // namespace isthmus::sim
