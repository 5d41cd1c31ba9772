// isthmus/network/router.hpp: the way of messages between the PEs of a job, as one process has it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/secret.hpp"
#include "isthmus/fabric/carrier/carrier.hpp"
#include "isthmus/fabric/carrier/link_fault.hpp"
#include "isthmus/fabric/chain.hpp"
#include "isthmus/fabric/registry.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/message/region.hpp"
#include "isthmus/network/aggregator.hpp"
#include "isthmus/network/alert.hpp"
#include "isthmus/network/carrier_source.hpp"
#include "isthmus/network/flow_control.hpp"
#include "isthmus/network/flow_limits.hpp"
#include "isthmus/network/gateway.hpp"
#include "isthmus/network/link_change.hpp"
#include "isthmus/network/routes.hpp"
#include "isthmus/sched/pe.hpp"
#include "isthmus/topology/topology.hpp"
#include "isthmus/trace/counters.hpp"

namespace isthmus::engine::network {

class SiteLog;

/// Brings messages on their way: straight into the mailbox of a PE of the same process and site,
/// through the link's chain to all others. Also every PE's source of work that polls the chains.
/// Any PE's thread.
///
/// It does what its parts decide: routes say where to, FlowControl who waits and who takes, and in
/// a grid with gateways, the process that has a Gateway sends on what its site's processes exchange
/// with other sites.
class Router final : public sched::WorkSource {
  /// A Route as the hot path needs it: to a mailbox, or into a chain.
  struct Hop {
    sched::Mailbox* mailbox = nullptr;
    fabric::Chain* chain = nullptr;
    ProcessId process;
    bool leaves_site = false;
  };

 public:
  /// Where one PE of this process puts messages for others. For the PE's thread.
  class Port final : public sched::Outlet {
   public:
    Port(Router& router, const AggregatorOptions& aggregation)
        : router_(router), aggregator_(aggregation) {}
    void send(MessagePtr message, sched::Pe& from) override {
      const Hop& hop = (*hops_)[message->destination.value];
      if (hop.mailbox == nullptr) {
        return router_.send_through(hop, std::move(message), from, aggregator_);
      }
      from.counters().messages_sent_in_process.increment();
      hop.mailbox->push(std::move(message), &from.pool());
    }

    void expect_send(PeId destination) override {
      const Hop& hop = (*hops_)[destination.value];
      if (hop.mailbox != nullptr) hop.mailbox->expect_push();
    }

    bool has_room(PeId destination) const override {
      return router_.has_room((*hops_)[destination.value], destination);
    }
    bool is_stopped() const override { return router_.flow_.is_stopped(); }
    /// Any thread.
    void set_aggregation(Aggregation mode) { aggregator_.set_mode(mode); }
    Aggregation aggregation() const { return aggregator_.mode(); }

   private:
    friend class Router;
    Router& router_;
    Aggregator aggregator_;
    const std::vector<Hop>* hops_ = nullptr;  // by PE
    FlowControl::Queue queue_;
  };

  struct Parts {
    ProcessId self;
    const topology::Topology& topology;
    const PayloadTable& payloads;
    const Clock& clock;
    Log& log;
    CarrierSource& carriers;
    std::uint64_t seed;
    const Secret* secret;  ///< Of the job; null where there is none.
    const Regions& regions;
    FlowLimits flow_limits;
    /// Any PE's thread, under a chain's lock.
    std::function<void(Alert)> alert;
    /// A frame that cannot be right, or a peer that is gone.
    std::function<void(Error)> malformed;
    std::function<void(ProcessId, Error)> peer_lost;
    std::uint32_t epoch = 0;  ///< Of the members; frames of another one are refused.
    /// Of what this process exchanges with other sites; null in a job that keeps none.
    SiteLog* site_log = nullptr;
  };

  explicit Router(Parts parts);

  /// Once for each PE of this process, before connect.
  void add_pe(sched::Pe& pe, Port& port);
  /// Builds the chains. Once.
  Expected<void> connect();

  /// The processes of the site are lost, and others may come in their places: drops the links to
  /// them. What is sent there goes nowhere, and is kept in the site log, until `connect_again`.
  /// False where that cannot be, and then nothing is done: a link of these joins others, too, or
  /// there is a gateway, or no log. While no PE is stepped, as the next one.
  bool set_apart(SiteId site);
  /// Builds the chains of those links anew, to the processes that have come.
  Expected<void> connect_again();
  /// Some chains have, or may have, other filters than at the start.
  bool has_changed() const { return changing_ != nullptr; }

  /// Changes the chains of a link class in a running job: their filters become those that another
  /// class of the grid names, see fabric::StackSwitch. One change at a time; on one thread.
  ///
  /// Prepares. `number` is the same in all processes, and another one each time.
  /// ErrorCode::bad_input where it cannot be done, and then nothing is changed.
  Expected<void> prepare_change(std::uint64_t number, const topology::LinkClass& link_class,
                                const topology::LinkClass& to);
  /// When all processes have prepared. `done` is called once, also under a chain's lock, on any
  /// thread.
  void begin_change(std::function<void()> done);
  /// When some process could not prepare. ErrorCode::malformed where a peer has begun all the same:
  /// then nobody knows what the chains are.
  Expected<void> cancel_change();

  int poll(sched::Pe& pe, TimeNs now_ns, bool idle) override;
  TimeNs deadline_ns() const override;

  /// Any thread, a few loads: whether something has come that a step would handle at once. Of
  /// carriers that can tell without being polled.
  bool has_arrivals() const {
    return std::ranges::any_of(telling_links_,
                               [](const Link* link) { return link->chain->has_arrivals(); });
  }
  /// For a PE that has just stepped and found nothing: takes what has come so, before it steps
  /// again.
  void poll_arrivals(sched::Pe& pe);
  /// Before a PE sleeps on the descriptors: makes them readable by what comes from now on. False
  /// where there is something already; else wake_up follows the sleep.
  bool fall_asleep();
  void wake_up();
  /// Becomes readable when a socket has something; for sleeping.
  const std::vector<int>& descriptors() const { return descriptors_; }
  bool holds_frames() const;
  /// Null in a job that keeps none.
  SiteLog* site_log() const { return parts_.site_log; }
  /// Of messages that have no room on their way to other processes.
  std::size_t backlog_bytes() const;
  /// What the devices' pools gave out and did not get back; with those of the PEs it sums up to
  /// the messages alive. While no PE is stepped.
  std::int64_t messages_outstanding() const;
  /// Whether this process, too, has to tell all others of the job's end: because they see it go, or
  /// because it had to send on what they are told.
  bool passes_on_end() const { return gateway_ || parts_.carriers.closing_shows(); }
  /// Whether the process is to be told of the end by this one: where connections show it, those at
  /// their other ends, who pass it on; where they do not, all. For who passes it on.
  bool tells_of_end(ProcessId process) const;
  /// After the last step: sends what is queued, and waits a while for the peers to do the same.
  void close();
  /// Ends all chains, after which nothing can be sent or polled: a carrier that was not done at
  /// close may still read what messages lend. Before the PEs end.
  void drop_chains();

  struct LinkReport {
    std::string name;
    trace::CounterValues counters;
    std::vector<fabric::DeviceReport> devices;
    const topology::LinkClass* link_class = nullptr;  ///< Of the topology.
    bool leaves_site = false;                         ///< It joins sites.
  };
  /// Any thread.
  std::vector<LinkReport> link_reports() const;

 private:
  struct Link final : public fabric::Receiver {
    Link(Router& whole, LinkPlan its_plan, std::uint64_t its_number)
        : router(whole), plan(std::move(its_plan)), number(its_number) {}
    const std::string& name() const { return plan.link_class->name; }
    void deliver(fabric::Frame frame) override { router.deliver(std::move(frame), chain->pool()); }
    void peer_lost(ProcessId peer, Error why) override {
      router.parts_.peer_lost(peer, std::move(why));
    }

    Router& router;
    const LinkPlan plan;
    const std::uint64_t number;  ///< Among the links of the process.
    trace::LinkCounters counters;
    std::unique_ptr<fabric::Chain> chain;
    fabric::Carrier* carrier = nullptr;  ///< The chain's.
    bool has_complained = false;         ///< Of being overfull.
    bool is_overfull = false;
  };

  void deliver(fabric::Frame&& frame, Pool& pool);
  void refuse(const fabric::Frame& frame, const char* what);
  void deliver_elsewhere(fabric::Frame frame);
  bool comes_from_another_site(const fabric::Frame& frame) const;
  int forward(sched::Pe& pe);
  int send_again(sched::Pe& pe);
  bool is_blocked(const Link& link) const {
    return gateway_ && gateway_->is_blocked(link.plan.leaves_site);
  }
  bool has_room(const Hop& hop, PeId destination) const;
  void note_queue(sched::Pe& pe, Port& port);
  void note_mailboxes();
  void tell(const Link& link, const fabric::LinkFault& fault);
  void overfull_changed(Link& link, bool is_overfull);
  void nudge_all();
  void send_held(TimeNs limit_ns);
  void send_through(const Hop& hop, MessagePtr message, sched::Pe& from, Aggregator& aggregator);
  sched::Pe* local_pe(PeId pe) const;
  Port& port_of(const sched::Pe& pe) const;
  std::vector<Hop> hops_of(const std::vector<Route>& routes) const;
  fabric::Parts parts_of(Link& link) const;
  Expected<void> build(Link& link);
  void note_links();
  fabric::ChangePlan change_plan(std::uint64_t number, Link& link, const topology::LinkClass& to);

  Parts parts_;
  std::vector<sched::Pe*> pes_;  // of this process, in order
  std::vector<Port*> ports_;     // likewise
  std::vector<std::unique_ptr<Link>> links_;
  std::vector<std::unique_ptr<Link>> apart_;  // to who is lost; they have no chain
  /// By the sender's site, to each PE of the job. Empty for sites that have no PE here.
  std::vector<std::vector<Hop>> hops_;
  std::vector<Link*> telling_links_;  // whose devices tell of arrivals
  std::vector<int> descriptors_;
  std::vector<fabric::Carrier*> carriers_;  // owned by their chains
  LinkChange change_;
  const topology::LinkClass* changing_ = nullptr;     // the class whose links change,
  const topology::LinkClass* changing_to_ = nullptr;  // and whose filters they get
  alignas(64) FlowControl flow_;
  std::optional<Gateway> gateway_;
};

}  // namespace isthmus::engine::network
