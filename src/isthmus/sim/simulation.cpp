#include "isthmus/sim/simulation.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/network/aggregator.hpp"

namespace isthmus::engine::sim {

namespace {

constexpr std::uint64_t events_between_reports = 1'000'000;
/// So many PEs are no longer in the processor's caches when their turn comes again.
constexpr std::size_t pes_beyond_caches = 256;
/// A stream that has been cut for so long is given up by both sides.
constexpr TimeNs cut_patience_ns = 30'000'000'000;

// What an event does; its target is a PE, or a fault's place in the plan, or, of the last kind, a
// site.
enum EventKind : std::uint32_t { step_pe, fault_begins, fault_ends, look_at_site };

/// Virtual time costs nothing, so a stall is told apart from every wait of a real program.
constexpr TimeNs stall_ns = 1'200'000'000'000;

SimulationOptions for_virtual_time(SimulationOptions options) {
  options.time_limit_ns = std::min(options.time_limit_ns, end_of_time_ns);
  // By itself it goes by how long a step takes, of which the costs of a model tell little.
  network::Aggregation& aggregation = options.settings.aggregation.mode;
  if (aggregation == network::Aggregation::automatic) aggregation = network::Aggregation::off;
  return options;
}

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

class Simulation::Bells final : public runtime::Doorbells {
 public:
  explicit Bells(Simulation& simulation) : simulation_(simulation) {}
  sched::Doorbell& of(PeId pe) override { return simulation_.all_bells_[pe.value]; }

 private:
  Simulation& simulation_;
};

Simulation::Simulation(const Parts& parts, SimulationOptions options)
    : parts_(parts),
      members_(parts.topology, options.epoch),
      options_(for_virtual_time(std::move(options))),
      links_(
          parts.topology, parts.costs, options_.settings.seed,
          [this](PeId pe, TimeNs at_ns) { wake(pe.value, at_ns); },
          [this](PeId pe) { expect_message(pe.value); }),
      meter_parts_{parts.topology, parts.costs, parts.stopwatch,
                   clock_,         hash_,       options_.settings.seed} {
  clock_.begin_event(options_.begin_ns);
  if (options_.attend) leave_ = {.until_ns = -1};
}

Simulation::~Simulation() = default;

Expected<std::unique_ptr<Simulation>> Simulation::create(const Parts& parts,
                                                         SimulationOptions options) {
  std::unique_ptr<Simulation> simulation(new Simulation(parts, std::move(options)));
  if (auto built = simulation->build(); !built) return forward_error(built);
  return simulation;
}

Expected<void> Simulation::build() {
  const topology::Topology& topology = parts_.topology;
  if (options_.verify) checker_.emplace(topology);
  units_.resize(static_cast<std::size_t>(topology.pe_count()));
  // What observes a PE, and wakes it, stays where it is.
  all_bells_.reserve(units_.size());
  meters_.reserve(units_.size());
  if (options_.keep_accounts) accounts_.resize(units_.size());
  for (std::size_t at = 0; at < units_.size(); ++at) {
    all_bells_.emplace_back(*this, at);
    meters_.emplace_back(meter_parts_, PeId(at));
  }
  if (units_.size() >= pes_beyond_caches) queue_.set_outlook(*this);
  bells_ = std::make_unique<Bells>(*this);
  processes_.resize(static_cast<std::size_t>(topology.process_count()));
  for (int rank = 0; rank < topology.process_count(); ++rank) {
    auto made = new_process(ProcessId(rank));
    if (!made) return forward_error(made);
    put(std::move(*made));
  }
  if (options_.settings.checkpoints.site_logs && parts_.checkpoints) {
    lives_.emplace(SiteLives::Parts{.members = members_,
                                    .settings = options_.settings,
                                    .processes = processes_,
                                    .links = links_,
                                    .log = parts_.log,
                                    .clock = clock_,
                                    .host = *this,
                                    .checker = checker_ ? &*checker_ : nullptr});
  }
  concluded_.resize(processes_.size());
  has_stopped_.resize(processes_.size());
  crashed_.resize(processes_.size());
  // Those of earlier epochs are there, and take no step.
  for (std::size_t rank = 0; rank < processes_.size(); ++rank) {
    if (!topology.is_absent(ProcessId(rank))) continue;
    crashed_[rank] = concluded_[rank] = true;
    ++concluded_count_;
  }
  if (checker_) {
    first_unit().unit->collectives().quiescence().set_witness([this] {
      checker_->quiescence_told();
      if (lives_) checker_->tell(lives_->breach());
    });
  }
  for (std::size_t i = 0; i < options_.faults.size(); ++i) {
    const Fault& fault = options_.faults[i];
    const bool is_over = fault.end_ns() <= options_.begin_ns && options_.begin_ns > 0;
    if (is_over || (fault.is_of_a_moment() && fault.at_ns < options_.begin_ns)) continue;
    queue_.add(std::max(fault.at_ns, options_.begin_ns), fault_begins,
               static_cast<std::uint32_t>(i));
    if (fault.kind == Fault::Kind::leave || fault.kind == Fault::Kind::join) unmet_.insert(i);
    if (fault.end_ns() != never_ns) {
      queue_.add(fault.end_ns(), fault_ends, static_cast<std::uint32_t>(i));
    }
  }
  return {};
}

Expected<std::unique_ptr<runtime::Process>> Simulation::new_process(ProcessId self) {
  const store::Places places = parts_.checkpoints ? parts_.checkpoints(self) : store::Places();
  const runtime::World world{.members = members_,
                             .payloads = parts_.payloads,
                             .clock = clock_,
                             .log = parts_.log,
                             .carriers = links_.carriers_of(self),
                             .doorbells = *bells_,
                             .message_costs = message_costs(parts_.topology, parts_.costs),
                             .mailbox_slots = 0,  // of which mailboxes for one thread have none
                             .mailbox_users = sched::Mailbox::Users::one_thread,
                             .stall_ns = stall_ns,
                             .checkpoints = places};
  return runtime::Process::create(world, options_.settings, self, {});
}

/// In its place, of which another one may have been before.
void Simulation::put(std::unique_ptr<runtime::Process> process) {
  for (const auto& unit : process->units()) {
    Unit& own = units_[unit->pe().id().value];
    own = {.unit = unit.get(), .process = process.get(), .busy_until_ns = clock_.now_ns()};
    unit->pe().add_observer(meters_[unit->pe().id().value]);
    if (options_.keep_accounts) keep_account(unit->pe());
    if (checker_) unit->pe().add_observer(checker_->observer_of(unit->pe().id()));
  }
  processes_[process->self().value] = std::move(process);
}

/// Of one that takes another one's place, from its own first step on.
void Simulation::keep_account(sched::Pe& pe) {
  std::optional<sched::TimeAccount>& account = accounts_[pe.id().value];
  account.emplace(pe.id(), clock_, [this](PeId of) { return parts_.topology.site_of(of); });
  pe.set_account(*account);
}

/// Fetches what every step looks at.
void Simulation::comes_soon(const Event& event) {
  if (event.kind != step_pe) return;
  meters_[event.target].expect_message();
  units_[event.target].unit->expect_step();
}

/// And what that points at.
void Simulation::comes_next(const Event& event) {
  if (event.kind != step_pe) return;
  units_[event.target].unit->expect_step_next();
}

/// Whoever takes the message from the carrier puts it into the PE's mailbox.
void Simulation::expect_message(std::size_t at) {
  if (units_.size() >= pes_beyond_caches) units_[at].unit->pe().mailbox().expect_pop();
}

/// A message comes for the PE: it steps then.
void Simulation::wake(std::size_t at, TimeNs time_ns) {
  Unit& unit = units_[at];
  time_ns = std::max(time_ns, unit.busy_until_ns);
  // Mostly it is busy, and will step then anyway; or several messages come at one time.
  if (time_ns == unit.due_ns || time_ns == unit.woken_ns) return;
  unit.woken_ns = time_ns;
  queue_.add(time_ns, step_pe, static_cast<std::uint32_t>(at));
}

/// The PE steps then of its own accord, or before.
void Simulation::schedule(std::size_t at, TimeNs time_ns) {
  Unit& unit = units_[at];
  if (time_ns >= unit.due_ns) return;
  unit.due_ns = time_ns;
  queue_.add(time_ns, step_pe, static_cast<std::uint32_t>(at));
}

void Simulation::step(std::size_t at, TimeNs time_ns) {
  Unit& unit = units_[at];
  if (crashed_[unit.process->self().value]) return;
  if (unit.process->is_stopping() && !is_settling_) return;
  if (time_ns >= unit.due_ns) unit.due_ns = never_ns;
  if (time_ns >= unit.deadline_event_ns) unit.deadline_event_ns = never_ns;
  if (time_ns >= unit.woken_ns) unit.woken_ns = never_ns;
  // Whoever woke it while it was busy: it steps when that is over, once for them all.
  if (time_ns < unit.busy_until_ns) return schedule(at, unit.busy_until_ns);
  sched::Pe& pe = unit.unit->pe();
  clock_.begin_event(time_ns);
  meters_[at].begin_step();
  const Objects::Scope scope(unit.unit->objects());
  pe.mailbox().wake_up();
  const bool worked = pe.step();
  unit.busy_until_ns = clock_.now_ns();
  if (unit.process->is_stopping()) note_stopping(unit.process->self());
  busy_count_ = busy_count_ + worked - unit.is_busy;
  unit.is_busy = worked;
  if (worked) {
    schedule(at, unit.busy_until_ns);
  } else if (!pe.mailbox().fall_asleep()) {
    schedule(at, time_ns + 1);
  } else {
    meters_[at].idle_since(time_ns);
    const TimeNs deadline_ns = pe.deadline_ns();
    // An earlier event will do: the PE then finds nothing, and sleeps until the new deadline. One
    // for each sleep would fill the queue, as deadlines mostly move on and are never reached.
    if (deadline_ns < unit.deadline_event_ns) {
      // Never again at the same time: a deadline that has passed must not stop the clock.
      unit.deadline_event_ns = std::max(deadline_ns, time_ns + 1);
      queue_.add(unit.deadline_event_ns, step_pe, static_cast<std::uint32_t>(at));
    }
  }
}

/// False where there is none.
bool Simulation::take_event() {
  if (queue_.is_empty()) return false;
  const Event event = queue_.take();
  if (event.time_ns > options_.time_limit_ns) {
    clock_.begin_event(options_.time_limit_ns);
    // What is on its way may still come; what is nowhere has been lost.
    if (checker_ && nothing_is_under_way()) checker_->at_rest(0);
    if (!checker_ || checker_->breach().empty()) {
      fail({ErrorCode::stalled,
            options_.time_limit_ns == end_of_time_ns
                ? "virtual time has come to its end, after 36 years"
                : "the job has not ended by the time limit of the simulation",
            {},
            {}});
    }
    any_stopping_ = true;
    return true;
  }
  if (event.time_ns > leave_.until_ns || events_ >= leave_.events) [[unlikely]]
    attend(event.time_ns);
  if (++events_ % events_between_reports == 0 && options_.progress) {
    options_.progress(event.time_ns, events_);
  }
  if (event.kind == step_pe) {
    step(event.target, event.time_ns);
  } else if (event.kind == look_at_site) {
    clock_.begin_event(event.time_ns);
    lives_->look_after(SiteId(event.target));
  } else {
    clock_.begin_event(event.time_ns);
    const Fault& fault = options_.faults[event.target];
    event.kind == fault_begins ? begin_fault(fault) : end_fault(fault);
  }
  return true;
}

std::optional<Error> Simulation::run(const MainProgram& main_program, Job& job) {
  runtime::start_main(*first_unit().process, main_program, job);
  for (std::size_t at = 0; at < units_.size(); ++at) wake(at, options_.begin_ns);
  while (!any_stopping_) {
    if (!take_event()) {
      // What got lost, if anything did, says more than that everybody waits.
      if (checker_) checker_->at_rest(0);
      if (!checker_ || checker_->breach().empty()) {
        fail({ErrorCode::stalled, "nobody has anything to do", {}, {}});
      }
      break;
    }
  }
  sum_up();
  if (checker_ && !failure() && !is_interrupted()) settle();
  // The others learn of the end by messages, as they do everywhere.
  conclude_stopping();
  // Where an epoch ends they learn of it elsewhere, and what goes wrong later is of the next one.
  const auto is_over = [this] {
    return is_interrupted() && !queue_.is_empty() && queue_.front().kind != step_pe;
  };
  while (concluded_count_ < processes_.size() && !is_over() && take_event()) conclude_stopping();
  summary_.events = events_;
  summary_.events_pending = queue_.mean_size();
  summary_.trace_hash = hash_.value();
  return failure();
}

/// A job that went well may leave messages under way; they are handled, and then all must be home.
void Simulation::settle() {
  is_settling_ = true;
  while (!is_at_rest() && take_event()) {
  }
  is_settling_ = false;
  checker_->at_rest(messages_alive());
  std::vector<const Objects*> hosts;
  for (std::size_t at = 0; at < units_.size(); ++at) {
    hosts.push_back(members_.contains(PeId(at)) ? &units_[at].unit->objects() : nullptr);
  }
  checker_->objects_at_rest(hosts);
}

bool Simulation::is_at_rest() const {
  return nothing_is_under_way() && std::ranges::all_of(units_, [](const Unit& unit) {
           return unit.unit->pe().timers().deadline_ns() == never_ns;
         });
}

bool Simulation::nothing_is_under_way() const {
  if (busy_count_ > 0 || links_.frames_alive() > 0) return false;
  const auto is_idle = [](const Unit& unit) { return unit.unit->pe().is_idle(); };
  return std::ranges::all_of(units_, is_idle) &&
         std::ranges::none_of(processes_,
                              [](const auto& process) { return process->router().holds_frames(); });
}

bool Simulation::is_interrupted() const {
  return !failure() && std::ranges::any_of(processes_, [](const auto& process) {
    return process->is_interrupted();
  });
}

std::vector<ProcessId> Simulation::gone() const {
  std::vector<ProcessId> gone;
  for (std::size_t rank = 0; rank < crashed_.size(); ++rank) {
    if (crashed_[rank]) gone.push_back(ProcessId(rank));
  }
  return gone;
}

/// What the user of the job would be told: by rank 0, or by another one where that is gone.
std::optional<Error> Simulation::failure() const {
  for (std::size_t rank = 0; rank < processes_.size(); ++rank) {
    if (!crashed_[rank] && processes_[rank]->failure()) return processes_[rank]->failure();
  }
  if (checker_ && !checker_->breach().empty()) {
    return Error{ErrorCode::program, "checker: " + checker_->breach(), {}, {}};
  }
  if (std::ranges::all_of(crashed_, [](bool crashed) { return crashed; })) {
    return Error{ErrorCode::unreachable, "every process is gone", {}, {}};
  }
  return {};
}

void Simulation::begin_fault(const Fault& fault) {
  switch (fault.kind) {
    case Fault::Kind::crash:
      if (lose_site(parts_.topology.site_of(fault.process), fault)) return;
      return crash(fault.process);
    case Fault::Kind::leave:
      return wish(fault, {.leaving = {fault.process}});
    case Fault::Kind::join: {
      bootstrap::Peer peer;
      peer.rank = fault.process;
      return wish(fault, {.joining = {std::move(peer)}});
    }
    case Fault::Kind::site_lost:
      if (lose_site(fault.sites[0], fault)) return;
      for (const ProcessId process : parts_.topology.processes_of(fault.sites[0])) crash(process);
      return;
    case Fault::Kind::pause: {
      Unit& unit = units_[fault.pe.value];
      unit.busy_until_ns = std::max(unit.busy_until_ns, fault.end_ns());
      return;
    }
    case Fault::Kind::cut:
      return cut(fault.sites[0], fault.sites[1], fault);
    case Fault::Kind::partition:
      for (int i = 0; i < parts_.topology.site_count(); ++i) {
        const SiteId other(i);
        if (std::ranges::find(fault.sites, other) != fault.sites.end()) continue;
        for (const SiteId site : fault.sites) cut(site, other, fault);
      }
      return;
    default:
      lasting_.push_back(&fault);
      return apply_lasting(fault);
  }
}

/// Who is not there cannot leave, nor can come who is.
void Simulation::wish(const Fault& fault, const runtime::MembershipChange& change) {
  const auto index = static_cast<std::size_t>(&fault - options_.faults.data());
  unmet_.insert(index);
  first_unit().process->membership_changes().request(
      change, [this, index](const Expected<void>& done) {
        if (done || done.error().code == ErrorCode::bad_input) unmet_.erase(index);
      });
}

/// Crashes do not end, and of pauses and cuts nothing is left to undo.
void Simulation::end_fault(const Fault& fault) {
  if (std::erase(lasting_, &fault) > 0) apply_lasting(fault);
}

/// Sets the PE or the pair of sites that the fault is about to what all faults that last make of it
/// together.
void Simulation::apply_lasting(const Fault& changed) {
  if (changed.kind == Fault::Kind::slow) {
    double factor = 1;
    for (const Fault* fault : lasting_) {
      if (fault->kind == Fault::Kind::slow && fault->pe == changed.pe) factor *= fault->factor;
    }
    return meters_[changed.pe.value].set_slowdown(factor);
  }
  const auto pair_of = [](const Fault& fault) {
    return std::pair(std::min(fault.sites[0], fault.sites[1]),
                     std::max(fault.sites[0], fault.sites[1]));
  };
  Links::Condition& condition = links_.condition(changed.sites[0], changed.sites[1]);
  const TimeNs cut_until_ns = condition.cut_until_ns;
  condition = {};
  condition.cut_until_ns = cut_until_ns;
  for (const Fault* fault : lasting_) {
    if (fault->kind == Fault::Kind::slow || pair_of(*fault) != pair_of(changed)) continue;
    condition.add(*fault);
  }
}

void Simulation::crash(ProcessId process) {
  if (concluded_[process.value] && crashed_[process.value]) return;
  if (!concluded_[process.value]) {
    concluded_[process.value] = true;
    ++concluded_count_;
  }
  stop(process);
  links_.crash(process, clock_.now_ns());
  // No other one takes its place any more, nor those of a site that was waiting for some.
  if (lives_) {
    for (const ProcessId other : lives_->abandon()) crash(other);
  }
  if (std::ranges::all_of(crashed_, [](bool crashed) { return crashed; })) any_stopping_ = true;
}

/// It takes no step any more.
void Simulation::stop(ProcessId process) {
  crashed_[process.value] = true;
  for (Unit& unit : units_) {
    if (unit.process->self() == process && std::exchange(unit.is_busy, false)) --busy_count_;
  }
  if (checker_) checker_->forgive_losses();
}

// --- sites that are made again -----------------------------------------------------------------

/// False where the job goes back to a checkpoint for that.
bool Simulation::lose_site(SiteId site, const Fault& fault) {
  if (!lives_ || any_stopping_) return false;
  const auto is_gone = [&](ProcessId process) { return parts_.topology.is_absent(process); };
  if (std::ranges::any_of(parts_.topology.processes_of(site), is_gone)) return false;
  if (fault.kind == Fault::Kind::crash && crashed_[fault.process.value]) return true;
  if (!lives_->lose(site)) return false;
  survived_.insert(static_cast<std::size_t>(&fault - options_.faults.data()));
  return true;
}

void Simulation::look_after_at(SiteId site, TimeNs time_ns) {
  queue_.add(time_ns, look_at_site, site.value);
}

Expected<void> Simulation::replace(const std::vector<ProcessId>& processes) {
  // All of them before the old ones go, which have stopped: then nobody is missing if one fails.
  std::vector<std::unique_ptr<runtime::Process>> made;
  for (const ProcessId process : processes) {
    auto another = new_process(process);
    if (!another) return forward_error(another);
    made.push_back(std::move(*another));
  }
  for (const ProcessId process : processes) links_.forget(process);
  for (auto& process : made) {
    crashed_[process->self().value] = false;
    put(std::move(process));
  }
  return {};
}

void Simulation::cut(SiteId a, SiteId b, const Fault& fault) {
  Links::Condition& condition = links_.condition(a, b);
  condition.cut_until_ns = std::max(condition.cut_until_ns, fault.end_ns());
  if (fault.for_ns <= cut_patience_ns) return;
  if (checker_) checker_->forgive_losses();
  links_.lose_each_other(a, b, fault.at_ns + cut_patience_ns);
}

void Simulation::note_stopping(ProcessId process) {
  any_stopping_ = true;
  if (has_stopped_[process.value] || concluded_[process.value]) return;
  has_stopped_[process.value] = true;
  stopping_.push_back(process);
}

void Simulation::conclude_stopping() {
  // By rank: who stops first tells the others, and what it tells takes its turn in the links.
  std::ranges::sort(stopping_);
  for (const ProcessId process : std::exchange(stopping_, {})) {
    if (concluded_[process.value]) continue;
    concluded_[process.value] = true;
    ++concluded_count_;
    processes_[process.value]->conclude();
  }
}

void Simulation::attend(TimeNs next_ns) {
  const Expected<Leave> given = options_.attend(next_ns);
  if (!given) {
    leave_ = {.events = ~std::uint64_t{0}};
    return fail(given.error());
  }
  leave_ = {given->until_ns, events_ + given->events};
}

void Simulation::fail(Error why) {
  runtime::Process& first = *first_unit().process;
  first.fail(std::move(why));
  note_stopping(first.self());
}

void Simulation::sum_up() {
  summary_.end_ns = clock_.now_ns();
  summary_.frames = links_.frames_sent();
  summary_.queued_ns = links_.queued_ns();
  for (std::size_t at = 0; at < units_.size(); ++at) {
    const Usage& usage = meters_[at].usage();
    summary_.total.entry_ns += usage.entry_ns;
    summary_.total.message_ns += usage.message_ns;
    summary_.total.messages += usage.messages;
    summary_.total.unknown_stretches += usage.unknown_stretches;
  }
  read_accounts();
}

/// A PE that is ahead of the others is asked when what it does is over, as on real machines.
void Simulation::read_accounts() {
  const VirtualClock at_the_end = clock_;
  for (std::size_t at = 0; at < accounts_.size(); ++at) {
    const Unit& unit = units_[at];
    if (crashed_[unit.process->self().value]) continue;
    clock_.begin_event(std::max(summary_.end_ns, unit.busy_until_ns));
    summary_.times.emplace(PeId(at), accounts_[at]->read());
  }
  clock_ = at_the_end;
}

std::int64_t Simulation::messages_alive() const {
  std::int64_t count = 0;
  for (const Unit& unit : units_) count += unit.unit->pe().pool().outstanding();
  for (const auto& process : processes_) count += process->router().messages_outstanding();
  return count;
}

}  // namespace isthmus::engine::sim
