// isthmus/runtime/process.hpp: one process of a job, composed of its parts.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/balance/balancer.hpp"
#include "isthmus/base/atomic.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/prefetch_lines.hpp"
#include "isthmus/base/shown.hpp"
#include "isthmus/base/verbs.hpp"
#include "isthmus/bootstrap/membership.hpp"
#include "isthmus/collective/collectives.hpp"
#include "isthmus/message/region.hpp"
#include "isthmus/network/router.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/runtime/alerts.hpp"
#include "isthmus/runtime/chain_changes.hpp"
#include "isthmus/runtime/membership_changes.hpp"
#include "isthmus/runtime/pe_show.hpp"
#include "isthmus/runtime/pulse.hpp"
#include "isthmus/runtime/reports.hpp"
#include "isthmus/runtime/settings.hpp"
#include "isthmus/runtime/verb_orders.hpp"
#include "isthmus/runtime/watchdog.hpp"
#include "isthmus/runtime/world.hpp"
#include "isthmus/sched/pe.hpp"
#include "isthmus/sched/time_account.hpp"
#include "isthmus/store/checkpoints.hpp"
#include "isthmus/store/process_images.hpp"
#include "isthmus/store/restoration.hpp"
#include "isthmus/topology/topology.hpp"
#include "isthmus/watch/gatherer.hpp"

namespace isthmus::engine::network {
class SiteLog;
enum class BorderKind : std::uint8_t;
}  // namespace isthmus::engine::network

namespace isthmus::engine::runtime {

class SiteLife;

/// Everything of a PE.
class PeUnit {
 public:
  PeUnit(PeId id, const World& world, const Settings& settings, network::Router& router,
         Regions& regions, store::ProcessImages& images, FailureSink& failures);

  sched::Pe& pe() { return pe_; }
  Objects& objects() { return objects_; }
  collective::PeCollectives& collectives() { return collectives_; }
  /// Null in a job without a load balancer.
  const balance::Balancer* balancer() const { return balancer_ ? &*balancer_ : nullptr; }
  balance::Balancer* balancer() { return balancer_ ? &*balancer_ : nullptr; }
  store::Checkpoints& checkpoints() { return *checkpoints_; }
  store::Restoration& restoration() { return *restoration_; }
  sched::Doorbell& doorbell() { return doorbell_; }
  network::Router::Port& port() { return port_; }

  /// The PE will step soon: fetches what a step looks at. Only a hint.
  void expect_step() const {
    prefetch_lines(&port_, sizeof port_);
    pe_.expect_step();
    objects_.expect_step();
  }
  /// Very soon: fetches what that points at.
  void expect_step_next() const {
    pe_.expect_step_next();
    objects_.expect_step_next();
  }

 private:
  sched::Doorbell& doorbell_;
  network::Router::Port port_;
  std::optional<sched::TimeAccount> account_;
  sched::Pe pe_;
  Objects objects_;
  collective::PeCollectives collectives_;
  std::optional<balance::Balancer> balancer_;
  std::unique_ptr<store::Checkpoints> checkpoints_;  // never null, and so the next one
  std::unique_ptr<store::Restoration> restoration_;
};

/// One process: its PEs, its network, its end. Owns all; has no globals, so that many fit in one
/// operating-system process. PEs are stepped by whoever drives them (driver.hpp, the simulator).
class Process final : public FailureSink {
 public:
  /// `peers` are all processes of the job by rank, for messages to the user; may be empty.
  static Expected<std::unique_ptr<Process>> create(const World& world, const Settings& settings,
                                                   ProcessId self,
                                                   std::vector<bootstrap::Peer> peers);
  ~Process() override;

  ProcessId self() const { return self_; }
  std::vector<std::unique_ptr<PeUnit>>& units() { return units_; }
  network::Router& router() { return router_; }
  const Settings& settings() const { return settings_; }
  const topology::Topology& topology() const { return world_.topology(); }
  const topology::Members& members() const { return world_.members; }
  const Clock& clock() const { return world_.clock; }
  const World& world() const { return world_; }
  Log& log() { return world_.log; }
  Alerts& alerts() { return alerts_; }
  ChainChanges& chain_changes() { return chain_changes_; }
  MembershipChanges& membership_changes() { return membership_changes_; }
  /// What may be given another value while the job runs; each process has its own.
  Verbs& verbs() { return verbs_; }
  /// Sets them for the whole job.
  VerbOrders& verb_orders() { return verb_orders_; }
  /// In the process of the main program: collections whose elements send the same whatever the
  /// order in which messages of different senders reach them.
  void declare_repeatable(CollectionId collection) { repeatable_.insert(collection); }
  const std::set<CollectionId>& repeatable() const { return repeatable_; }
  /// Gathers what the whole job knows of itself.
  watch::Gatherer& gatherer() { return gatherer_; }
  /// On PE 0: the main program waits for something of the runtime that quiescence does not see,
  /// until the second one.
  void program_waits() { ++program_waits_; }
  void program_goes_on() { --program_waits_; }
  /// What the first PE shows; others have what is theirs alone.
  Shown& shown() { return gatherer_.of_first(); }

  /// On its first PE's thread: each PE of the process does it soon, on its own thread and between
  /// two messages. Not where the job ends first.
  void on_each_pe(const std::function<void(PeUnit& unit)>& what);

  /// Any thread: the first failure ends the job.
  void fail(Error error) override;
  /// What all PEs have reported, by PE; in the process of the main program, after the end of a job
  /// with reports.
  const std::map<PeId, PeReport>& reports() const { return main_reports().gathered(); }

  /// Any thread: the job is to go on as another epoch, without those that are lost, from a
  /// checkpoint that is held in memory. This process stops, and nobody is told of an end.
  void interrupt();
  /// Any thread: this process stops for good, and tells nobody of an end: the others are to go on
  /// without it.
  void end_alone();
  /// It has stopped for that. After the last step; and so is the next one.
  bool has_ended_alone() const { return has_ended_alone_; }
  /// It has stopped for another epoch, or for good while the job goes on.
  bool is_interrupted() const { return is_interrupted_; }
  /// Of the others those that this process has lost, likewise, and whether that is certain, since
  /// their machine refuses connections for them; else they may live.
  const std::map<ProcessId, bool>& lost() const { return lost_; }

  /// The main program's thread: it has ended, and with it the job, as soon as all have reported
  /// where they are to.
  void finish();
  /// Nothing is to be stepped any more. Any thread.
  bool is_stopping() const { return stopping_.load(std::memory_order_relaxed); }

  /// Of a process that was interrupted, after its last step: the site is lost, and others may come
  /// in its places: the links there are dropped. False where that cannot be (Router::set_apart).
  bool set_apart(SiteId site);
  /// The others have come, and `peers` are all processes again: connects to them by what the
  /// world's carriers have by now.
  Expected<void> connect_again(std::vector<bootstrap::Peer> peers);
  /// Its PEs may be stepped again.
  void resume();
  /// Null in a job without site logs.
  SiteLife* site_life() { return site_life_.get(); }

  /// After the last step of all PEs, on one thread: tells the other processes, and closes.
  void conclude();
  /// After conclude: nothing if all went well.
  const std::optional<Error>& failure() const { return failure_; }
  /// The main program is in this process.
  bool has_main() const { return main_process() == self_; }
  /// The process with the main program was not lost, so that it knows of the failure.
  bool can_tell_main() const { return !lost_.contains(main_process()); }

 private:
  Process(const World& world, const Settings& settings, ProcessId self,
          std::vector<bootstrap::Peer> peers);

  network::BorderKind border_kind_of(const Message& message) const;
  void watch_for_silence();
  void attach(PeUnit& unit);
  void receive_task(MessagePtr message);
  bool is_runtime_at_work() const;
  void add_verbs();
  void add_verb_of_border_objects();
  void add_verb_of_aggregation();
  ProcessId main_process() const { return topology().process_of(members().first()); }
  Reports& main_reports() const;
  void stop();
  void peer_lost(ProcessId peer, Error why);
  void receive_stop(MessagePtr message);
  void refuse(const Message& message, const std::string& what);
  void receive_loss(MessagePtr message);

  const World world_;
  const Settings settings_;
  ProcessId self_;
  std::vector<bootstrap::Peer> peers_;
  Regions regions_;
  Alerts alerts_;
  std::unique_ptr<network::SiteLog> site_log_;  // null in a job that keeps none
  network::Router router_;
  ChainChanges chain_changes_;
  MembershipChanges membership_changes_;
  Verbs verbs_;
  VerbOrders verb_orders_;
  watch::Gatherer gatherer_;
  store::ProcessImages images_;
  std::vector<std::unique_ptr<PeUnit>> units_;
  std::vector<std::unique_ptr<Watchdog>> watchdogs_;  // one for each PE
  std::vector<std::unique_ptr<Reports>> reports_;     // likewise
  std::vector<std::unique_ptr<PeShow>> pe_shows_;     // likewise
  std::set<CollectionId> repeatable_;
  std::unique_ptr<SiteLife> site_life_;  // null without site logs
  int life_ = 0;                         // word of losses of earlier ones is none
  std::unique_ptr<Pulse> pulse_;         // where the user wants to go by silence
  int program_waits_ = 0;                // for so much, on PE 0
  HandlerId stop_handler_{};
  HandlerId task_handler_{};
  HandlerId loss_handler_{};
  Atomic<bool> stopping_ = false;
  Mutex task_lock_;
  std::deque<std::function<void(PeUnit& unit)>> tasks_;  // under that; few, by number
  Mutex failure_lock_;
  Pool loss_pool_;  // under failure_lock_
  std::optional<Error> failure_;
  // Under failure_lock_, until all has stopped; so are the next ones.
  std::map<ProcessId, bool> lost_;
  bool is_interrupted_ = false;
  bool has_ended_alone_ = false;
};

}  // namespace isthmus::engine::runtime
