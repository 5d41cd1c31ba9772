// isthmus/fabric/carrier/stripe/stripe.hpp: one carrier made of several unlike ones.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/socket.hpp"
#include "isthmus/fabric/carrier/carrier.hpp"
#include "isthmus/fabric/carrier/link_fault.hpp"
#include "isthmus/fabric/carrier/session_peer.hpp"
#include "isthmus/fabric/session/session.hpp"
#include "isthmus/message/pool.hpp"
#include "isthmus/trace/counters.hpp"

namespace isthmus::engine::fabric {

struct StripeOptions {
  session::Options session;  ///< But for `slots`, which is the number of carriers.
  /// A carrier that brings nothing to a peer for so long, while another one does, is given up until
  /// the peer is heard on it again.
  TimeNs patience_ns = 10'000'000'000;
  FaultSink fault = {};
  trace::LinkCounters* counters = nullptr;  ///< May be null; else outlives the carrier.
};

/// A session (session/session.hpp) with each peer, whose connections are carriers: shared memory
/// and TCP, say. Frames are kept until the peer has them; segments of them go as frames of their
/// own to the carrier that will be through with them first (Koenig 2007, 2.2: striping over several
/// interconnects, and failing over from one to another).
///
/// Where a carrier says that a peer is lost, what it had under way goes over the others, and that
/// is told once, as soon as the peer is heard on one of them. The peer is lost with its last
/// carrier, or when it says what makes no sense.
///
/// Each end numbers the generations of a carrier's way to a peer. Who gives one up begins the next,
/// and so does the other end when it hears of that; frames of an older one are nobody's.
class StripeCarrier final : public Carrier {
 public:
  static constexpr unsigned carriers_max = 8;
  static constexpr std::uint32_t segment_bytes = 64 * 1024;

  struct Way {
    std::string name;
    std::unique_ptr<Carrier> carrier;
  };

  /// The ways join the same peers and keep the order of frames; what comes first is preferred where
  /// nothing is measured. 2 to `carriers_max` of them. ErrorCode::io when the system has no
  /// descriptor left.
  static Expected<std::unique_ptr<StripeCarrier>> over(std::vector<Way> ways,
                                                       const std::vector<ProcessId>& peers,
                                                       const StripeOptions& options);
  ~StripeCarrier() override;

  void attach(Receiver& above) override { above_ = &above; }
  void land_in(const Regions& places) override;
  SendStatus try_send(Frame& frame, TimeNs now_ns) override;
  int progress(TimeNs now_ns, int budget) override;
  TimeNs deadline_ns() const override;
  TimeNs wake_ns() const override;
  Traits traits() const override {
    return {.needs_polling = true,
            .signals_arrivals = signals_arrivals_,
            .takes_pieces = true,
            .lands = true};
  }
  bool has_arrivals() const override;
  void use_pool(Pool& pool) override;
  bool fall_asleep() override;
  void wake_up() override;
  bool holds_frames() const override;

  int descriptor() const override { return epoll_.descriptor(); }
  void expect_close() override;
  void close() override;
  bool is_finished() const override;
  std::int64_t messages_outstanding() const override;
  /// What went to each peer by each carrier.
  void report(std::vector<DeviceReport>& to) const override;

  /// Bytes of frames that are kept for the peer.
  std::size_t kept_bytes(ProcessId peer) const;
  /// Bytes of frames that went to a peer by a carrier, since its present generation began.
  std::uint64_t confirmed_bytes(ProcessId peer, unsigned slot) const;

 private:
  struct Peer;
  /// The way to one peer by one carrier.
  struct Lane {
    std::uint64_t generation = 0;
    std::deque<MessagePtr> inbox = {};  // of this generation
    std::size_t inbox_taken = 0;        // bytes of the first
    std::optional<Error> ended = {};    // no more comes; behind the inbox
    bool is_gone = false;               // for good
    std::string untold_why = {};        // it is gone, and nobody was told yet
    TimeNs down_since_ns = never_ns;    // given up, and not heard since
    std::size_t frames_again = 0;
    std::uint64_t confirmed_bytes = 0;     // at the last look
    std::uint64_t earlier_bytes = 0;       // that were confirmed in earlier generations
    TimeNs heard_ns = 0;                   // the last part that came
    TimeNs heard_elsewhere_ns = never_ns;  // first, while nothing was confirmed here
  };
  struct Peer : SessionPeer {
    Peer(ProcessId rank, const session::Options& options, Pool* const& blocks)
        : SessionPeer(rank, options, blocks), lanes(options.slots) {}

    std::vector<Lane> lanes;
    TimeNs look_ns = 0;  // for silent carriers
  };
  /// Takes what comes by one carrier.
  class Ear final : public Receiver {
   public:
    Ear(StripeCarrier& stripe, unsigned slot) : stripe_(stripe), slot_(slot) {}
    void deliver(Frame frame) override { stripe_.heard(slot_, std::move(frame)); }
    void peer_lost(ProcessId peer, Error why) override {
      stripe_.lane_ended(slot_, peer, std::move(why));
    }

   private:
    StripeCarrier& stripe_;
    const unsigned slot_;
  };

  StripeCarrier(std::vector<Way> ways, const StripeOptions& options, Socket epoll);

  Peer* peer_of(ProcessId peer) const;
  void touch(Peer& peer);
  bool is_idle(const Peer& peer) const;
  void attend(Peer& peer);
  void flush(Peer& peer);
  SendStatus send_part(Peer& peer, unsigned slot);
  void heard(unsigned slot, Frame frame);
  void lane_ended(unsigned slot, ProcessId peer, Error why);
  int deliver_heard(int budget);
  int deliver_from(Peer& peer, unsigned slot, int budget);
  void take_failed(Peer& peer, unsigned slot, Error why);
  void begin_generation(Peer& peer, unsigned slot, std::uint64_t generation);
  void drop_inbox(Lane& lane);
  void end_lane(Peer& peer, unsigned slot);
  void ask_others(Peer& peer, unsigned slot);
  void tell_cut(Peer& peer, unsigned slot, std::string why);
  void greeted(Peer& peer, unsigned slot);
  void look_for_silence(Peer& peer);
  void lose(Peer& peer, Error why);
  void update_due();
  void close_ways();

  const StripeOptions options_;
  const Socket epoll_;
  Receiver* above_ = nullptr;
  Pool pool_;
  Pool* blocks_ = &pool_;  // of the call that is under way
  std::vector<Way> ways_;
  std::vector<std::unique_ptr<Ear>> ears_;
  Signals signals_arrivals_ = Signals::none;  // of all ways together
  std::vector<std::unique_ptr<Peer>> peers_;
  std::vector<Peer*> by_rank_;
  BusyPeers<Peer> busy_;  // those with something under way or due
  std::uint64_t progress_count_ = 1;
  std::size_t inbox_count_ = 0;  // messages in all of them
  TimeNs now_ns_ = 0;
  TimeNs due_ns_ = never_ns;  // of the sessions
  bool has_losses_ = false;
  bool is_close_expected_ = false;
  bool is_closing_ = false;
  bool are_ways_closed_ = false;
};

}  // namespace isthmus::engine::fabric
