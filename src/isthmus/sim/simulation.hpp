// isthmus/sim/simulation.hpp: a whole job in virtual time, in one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/runtime/main_program.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/runtime/settings.hpp"
#include "isthmus/sched/time_account.hpp"
#include "isthmus/sim/checker.hpp"
#include "isthmus/sim/cost_meter.hpp"
#include "isthmus/sim/costs.hpp"
#include "isthmus/sim/event_queue.hpp"
#include "isthmus/sim/faults.hpp"
#include "isthmus/sim/links.hpp"
#include "isthmus/sim/site_lives.hpp"
#include "isthmus/store/places.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::sim {

/// How far a simulation goes on by itself: until virtual time passes this, or so many events.
struct Leave {
  TimeNs until_ns = never_ns;
  std::uint64_t events = 0;
};

/// Plain data.
struct SimulationOptions {
  runtime::Settings settings = {};
  /// The job fails as ErrorCode::stalled when it has not ended by this virtual time.
  TimeNs time_limit_ns = end_of_time_ns;
  /// What goes wrong, in this order where two happen at one time; what is over by `begin_ns` does
  /// not happen.
  std::vector<Fault> faults = {};
  /// The epoch of the job that this is, which begins then.
  std::uint32_t epoch = 0;
  TimeNs begin_ns = 0;
  /// Checks that the runtime keeps its promises (checker.hpp); a job that ends well is run on until
  /// all is at rest. A breach fails the job.
  bool verify = false;
  /// Every PE keeps an account of its virtual time. The simulation is the same with it and without.
  bool keep_accounts = false;
  /// Told of the virtual time about once in a million events.
  std::function<void(TimeNs now_ns, std::uint64_t events)> progress = {};
  /// Called between two events, on the simulation's thread: before the first one, and whenever what
  /// it has given leave for is over. The event that is next, at `next_ns`, waits until it returns.
  /// It may look at everything and change nothing, and the simulation is the same with it and
  /// without. An error ends the job. Empty: there is none.
  std::function<Expected<Leave>(TimeNs next_ns)> attend = {};
};

/// What a simulated run came to.
struct Summary {
  TimeNs end_ns = 0;  ///< Virtual time.
  std::uint64_t events = 0;
  double events_pending = 0;  ///< On average.
  std::uint64_t frames = 0;
  std::uint64_t trace_hash = 0;
  Usage total;           ///< Of all PEs; not their waits.
  TimeNs queued_ns = 0;  ///< That frames waited for others in links.
  /// Where accounts are kept, of the PEs of processes that were there at the end: until then, or
  /// until what a PE was doing then is over.
  std::map<PeId, sched::TimeSums> times;
};

/// All processes and PEs of a job, stepped by an event queue under a clock of virtual time. The
/// processes are the runtime's own; they get their clock, their carriers and their doorbells from
/// here. The same topology, costs, options and program take the same steps every time, unless costs
/// are measured and the stopwatch replays none. One thread.
///
/// A PE's step happens at one virtual time; what its messages cost is spent as they are handled, so
/// that sends and the program's clock have the times in between, and the PE steps again when all is
/// spent.
class Simulation final : private Outlook, private SiteLivesHost {
 public:
  struct Parts {
    const topology::Topology& topology;
    const PayloadTable& payloads;
    Log& log;
    const Costs& costs;
    Stopwatch& stopwatch;  ///< For measured costs, see stopwatch.hpp.
    /// Of each process. The disk is one for all, and takes no time. Empty: there are none.
    std::function<store::Places(ProcessId)> checkpoints = {};
  };

  static Expected<std::unique_ptr<Simulation>> create(const Parts& parts,
                                                      SimulationOptions options);
  ~Simulation() override;
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Runs the main program to its end, or until a process is lost where the job can go on without
  /// it. The failure, if the job failed. Once.
  std::optional<Error> run(const MainProgram& main_program, Job& job);
  /// The job is to go on without those that are gone by now, as another epoch.
  bool is_interrupted() const;
  /// The processes that have crashed.
  std::vector<ProcessId> gone() const;

  /// Of the faults those whose lost processes were made again, or are about to be.
  const std::set<std::size_t>& survived() const { return survived_; }
  /// Of the faults those that wished for what the epoch has ended before.
  const std::set<std::size_t>& unmet() const { return unmet_; }

  /// Of the first PE, for the job.
  Objects& first_objects() { return first_unit().unit->objects(); }
  const Clock& clock() const { return clock_; }
  /// Up to the end of the main program; the trace hash and what is told of events up to the end of
  /// all.
  const Summary& summary() const { return summary_; }
  /// Somebody looks from now on, which the next two are for. Between two events, of which the next
  /// one is at `now_ns`.
  void look(TimeNs now_ns) {
    for (std::size_t at = 0; at < meters_.size(); ++at) {
      meters_[at].look(now_ns, units_[at].busy_until_ns);
    }
  }
  /// What the PE has been charged for by `now_ns`, that time, and not for what lies behind it.
  Usage usage_before(PeId pe, TimeNs now_ns) const {
    return meters_[pe.value].usage_before(now_ns);
  }
  /// What each entry method has cost since somebody looks; null until then.
  const EntrySums* entries_of(PeId pe) const { return meters_[pe.value].entries(); }
  runtime::Process& main_process() { return *first_unit().process; }
  runtime::Process& process(ProcessId rank) { return *processes_[rank.value]; }
  /// Messages that exist anywhere. 0 after a job that left nothing behind.
  std::int64_t messages_alive() const;

 private:
  class Bell;

  /// A PE and where its time stands.
  struct alignas(64) Unit {
    runtime::PeUnit* unit = nullptr;
    runtime::Process* process = nullptr;
    TimeNs busy_until_ns = 0;
    TimeNs due_ns = never_ns;             // the earliest event that it has asked for itself
    TimeNs woken_ns = never_ns;           // the event that it was woken for last
    TimeNs deadline_event_ns = never_ns;  // the event for a deadline of its own
    bool is_busy = false;                 // its last step found something to do
  };
  class Bells;

  Simulation(const Parts& parts, SimulationOptions options);

  Unit& first_unit() { return units_[members_.first().value]; }
  Expected<void> build();
  Expected<std::unique_ptr<runtime::Process>> new_process(ProcessId self);
  void put(std::unique_ptr<runtime::Process> process);
  void wake(std::size_t at, TimeNs time_ns);
  void schedule(std::size_t at, TimeNs time_ns);
  void comes_soon(const Event& event) override;
  void comes_next(const Event& event) override;
  void expect_message(std::size_t at);
  void step(std::size_t at, TimeNs time_ns);
  bool take_event();
  void settle();
  bool nothing_is_under_way() const;
  void begin_fault(const Fault& fault);
  void end_fault(const Fault& fault);
  void wish(const Fault& fault, const runtime::MembershipChange& change);
  void apply_lasting(const Fault& changed);
  void crash(ProcessId process);
  bool lose_site(SiteId site, const Fault& fault);
  void cut(SiteId a, SiteId b, const Fault& fault);
  std::optional<Error> failure() const;
  void sum_up();
  void keep_account(sched::Pe& pe);
  void read_accounts();
  void note_stopping(ProcessId process);
  void conclude_stopping();
  void attend(TimeNs next_ns);

  // For the lives of sites.
  void stop(ProcessId process) override;
  void lose(ProcessId process) override { crash(process); }
  Expected<void> replace(const std::vector<ProcessId>& processes) override;
  void wake(PeId pe) override { wake(pe.value, clock_.now_ns()); }
  void look_after_at(SiteId site, TimeNs time_ns) override;
  bool is_stopping() const override { return any_stopping_; }
  bool is_at_rest() const override;
  void fail(Error why) override;

  const Parts parts_;
  const topology::Members members_;
  const SimulationOptions options_;
  VirtualClock clock_;
  TraceHash hash_;
  EventQueue queue_;
  Links links_;
  std::vector<Unit> units_;  // by PE; and so what follows
  const CostMeter::Parts meter_parts_;
  std::vector<CostMeter> meters_;
  std::vector<std::optional<sched::TimeAccount>> accounts_;  // none where none are kept
  std::vector<Bell> all_bells_;
  std::unique_ptr<Bells> bells_;
  std::vector<std::unique_ptr<runtime::Process>> processes_;
  std::vector<bool> concluded_;  // by process
  std::size_t concluded_count_ = 0;
  std::vector<bool> has_stopped_;    // by process
  std::vector<ProcessId> stopping_;  // of these, those that are to conclude
  bool any_stopping_ = false;
  bool is_settling_ = false;
  std::size_t busy_count_ = 0;  // PEs whose last step found something to do
  std::optional<Checker> checker_;
  std::optional<SiteLives> lives_;     // none in a job without site logs
  std::set<std::size_t> survived_;     // places in the plan
  std::vector<bool> crashed_;          // by process
  std::set<std::size_t> unmet_;        // places in the plan
  std::vector<const Fault*> lasting_;  // slow PEs and conditions of links, at present
  std::uint64_t events_ = 0;
  Leave leave_ = {.events = ~std::uint64_t{0}};  // of events, up to which
  Summary summary_;
};

}  // namespace isthmus::engine::sim
