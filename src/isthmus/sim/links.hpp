// isthmus/sim/links.hpp: the wires of a simulated grid.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "isthmus/fabric/link_model.hpp"
#include "isthmus/network/carrier_source.hpp"
#include "isthmus/sim/costs.hpp"
#include "isthmus/sim/event_queue.hpp"
#include "isthmus/sim/faults.hpp"
#include "isthmus/sim/medium.hpp"
#include "isthmus/sim/slow_start.hpp"
#include "isthmus/sim/window.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::sim {

class SimCarrier;

/// All links of a simulated grid, and the carriers at their ends. Between two sites there is one
/// link for each direction, which all their processes share; within a site each process has one
/// into the network, and one to itself. One thread.
class Links {
 public:
  /// Told that a frame for the PE arrives then, so that the PE is stepped.
  using Wake = std::function<void(PeId pe, TimeNs at_ns)>;
  /// Told that a message for the PE will be delivered soon, so that what takes it can be fetched.
  using Expect = std::function<void(PeId pe)>;

  Links(const topology::Topology& topology, const Costs& costs, std::uint64_t seed, Wake wake,
        Expect expect);
  ~Links();

  /// The carriers of one process, for its runtime::World. Lives as long as this.
  network::CarrierSource& carriers_of(ProcessId process);

  /// What faults do to the frames between two sites, both ways, or within one.
  struct Condition {
    TimeNs extra_latency_ns = 0;
    double bandwidth_bytes_per_s = 0;  ///< 0: the link's own.
    TimeNs cut_until_ns = 0;
    double lose = 0;  ///< Probabilities, from here on.
    double duplicate = 0;
    double reorder = 0;
    double corrupt = 0;

    /// Together with what is there: latencies add, the thinnest bandwidth counts, and of rates the
    /// highest.
    void add(const Fault& fault);
  };
  Condition& condition(SiteId a, SiteId b);

  /// The process is gone: it takes and sends nothing more, and the others hear of it.
  void crash(ProcessId process, TimeNs now_ns);
  /// The processes of the two sites take each other for lost.
  void lose_each_other(SiteId a, SiteId b, TimeNs now_ns);

  /// From now on nothing that is sent passes the border of the site, or everything does again.
  void set_apart(SiteId site, bool apart);
  /// The process is about to end, and another one to take its place: nothing that is under way from
  /// it or to it arrives.
  void forget(ProcessId process);
  /// Chains have been changed.
  bool has_changed() const { return !changed_.empty(); }

  std::uint64_t frames_sent() const { return frames_sent_; }
  /// Time that frames have waited for those before them, in all links and media.
  TimeNs queued_ns() const;
  /// Frames under way, or arrived and not yet taken.
  std::int64_t frames_alive() const { return frames_alive_; }

 private:
  friend class SimCarrier;
  class Source;

  struct LinkKey {
    std::uint64_t ends;  // source and destination site, or the sending process
    const topology::LinkClass* link_class;
    bool operator==(const LinkKey&) const = default;
  };
  struct LinkKeyHash {
    std::size_t operator()(const LinkKey& key) const;
  };

  struct Link {
    Reach reach;
    fabric::LinkModel model;
    Random faults;
  };

  fabric::SendStatus transmit(SimCarrier& from, fabric::Frame& frame, TimeNs now_ns);
  void change_chain(const topology::LinkClass& link_class, const topology::LinkClass& to);
  fabric::LinkParameters parameters_of(Reach reach, const topology::LinkClass& link_class) const;
  Link& link_between(const topology::LinkClass& link_class, ProcessId from, ProcessId to);
  TimeNs faulty_arrival_ns(Link& link, const Condition& condition, TimeNs sent_ns,
                           std::size_t bytes);
  SimCarrier* carrier_for(ProcessId from, ProcessId to) const;
  bool crosses_apart(ProcessId a, ProcessId b) const;
  bool may_take(const SimCarrier& carrier, TimeNs now_ns);
  void look_again(SimCarrier& carrier, TimeNs now_ns);
  void tell_loss(ProcessId who, ProcessId of, TimeNs now_ns, const std::string& why);

  const topology::Topology& topology_;
  const Costs& costs_;
  const std::uint64_t seed_;
  const Wake wake_;
  const Expect expect_;
  std::vector<std::unique_ptr<Source>> sources_;  // by process
  std::unordered_map<LinkKey, Link, LinkKeyHash> links_;
  /// Whose filters the links of a class have, where that is another one.
  std::map<const topology::LinkClass*, topology::LinkClass> changed_;
  std::map<std::string, Medium, std::less<>> media_;  // by name
  std::map<std::pair<SiteId, SiteId>, Condition> conditions_;
  std::vector<bool> crashed_;  // by process
  std::set<SiteId> apart_;
  std::uint64_t frames_sent_ = 0;
  std::int64_t frames_alive_ = 0;
};

/// One end of simulated links: what a process sends, and what has arrived for it.
class SimCarrier final : public fabric::Carrier, private Outlook {
 public:
  SimCarrier(Links& links, ProcessId self, const topology::LinkClass& link_class,
             bool within_process)
      : links_(links), self_(self), link_class_(link_class), within_process_(within_process) {
    arriving_.set_outlook(*this);
  }
  ~SimCarrier() override;

  void attach(fabric::Receiver& above) override { above_ = &above; }
  fabric::SendStatus try_send(fabric::Frame& frame, TimeNs now_ns) override;
  int progress(TimeNs now_ns, int budget) override;
  /// Within a process, when the next frame arrives. Between processes a PE has to look, as it has
  /// to at a socket.
  TimeNs deadline_ns() const override;
  /// Never: the network wakes the PE that a frame is for, and no other one.
  TimeNs wake_ns() const override { return never_ns; }
  /// Within a process, too: a sender is ahead of the others' time while it steps, and must not
  /// deliver.
  fabric::Traits traits() const override { return {.needs_polling = true}; }
  bool holds_frames() const override { return !arriving_.is_empty(); }
  fabric::LinkState link_state(ProcessId peer) override;
  /// What is sent from here on is the last, and nobody would wait for room.
  void expect_close() override { is_closing_ = true; }
  void close() override { is_closed_ = true; }
  bool is_finished() const override { return is_closed_; }
  std::int64_t messages_outstanding() const override { return 0; }

 private:
  friend class Links;

  /// A frame, or, without a message, the loss of the peer.
  struct Arrival {
    fabric::Frame frame;
    std::size_t segments_left;
    bool is_dropped = false;  ///< Of nobody any more.
  };

  /// Where frames for a peer go.
  struct PeerLink {
    SimCarrier* receiver = nullptr;
    Links::Link* link = nullptr;
    std::size_t segment_bytes = 0;
    Medium* medium = nullptr;  // null: the link is its own
    double medium_bytes_per_s = 0;
    std::unique_ptr<Window> window = {};         // null: there is always room
    TimeNs room_ns = never_ns;                   // what the process was woken for last
    std::unique_ptr<SlowStart> slow_start = {};  // null: full speed from the start
    TimeNs last_arrival_ns = 0;                  // of the connection that starts slowly
  };

  void forget(ProcessId process);
  PeerLink& way_to(ProcessId peer);
  static TimeNs slow_arrival_ns(PeerLink& way, TimeNs arrival_ns, TimeNs sent_ns,
                                std::size_t bytes);
  void wake_for_room(PeerLink& way);
  void add(TimeNs arrival_ns, fabric::Frame frame, std::size_t segments = 1);
  Arrival take();
  bool has_arrival(TimeNs now_ns) const { return earliest_ns_ <= now_ns; }
  const Arrival& earliest() { return arrivals_[arriving_.front().target]; }
  /// Messages have left the processor's caches since they were sent.
  void comes_soon(const Event& event) override;
  void comes_next(const Event& event) override;

  Links& links_;
  const ProcessId self_;
  const topology::LinkClass& link_class_;
  const bool within_process_;
  fabric::Receiver* above_ = nullptr;
  EventQueue arriving_;  // their targets are places in arrivals_
  TimeNs earliest_ns_ = never_ns;
  std::vector<Arrival> arrivals_;
  std::vector<std::uint32_t> free_places_;  // in arrivals_
  std::map<ProcessId, std::string> why_lost_;
  std::unordered_map<ProcessId, PeerLink> ways_;  // that were used
  bool is_closing_ = false;
  bool is_closed_ = false;
};

}  // namespace isthmus::engine::sim
