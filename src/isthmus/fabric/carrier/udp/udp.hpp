// isthmus/fabric/carrier/udp/udp.hpp: frames between processes in datagrams.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/fabric/carrier/carrier.hpp"
#include "isthmus/fabric/carrier/link_fault.hpp"
#include "isthmus/fabric/carrier/peer_ends.hpp"
#include "isthmus/fabric/carrier/stream_sockets.hpp"
#include "isthmus/fabric/carrier/udp/datagram_port.hpp"
#include "isthmus/fabric/carrier/udp/udp_setup.hpp"
#include "isthmus/fabric/datagram/conversation.hpp"
#include "isthmus/message/pool.hpp"
#include "isthmus/trace/counters.hpp"

namespace isthmus::engine::fabric {

struct UdpOptions {
  WireLimits limits;
  trace::LinkCounters* counters = nullptr;  ///< May be null; else outlives the carrier.
  FaultSink fault = {};                     ///< May be empty.
  /// Larger frames never wait for others.
  std::size_t batched_bytes_max = DirectSends::default_batched_bytes_max;
};

/// A conversation (datagram/conversation.hpp) with each peer, driven by progress alone, over a port
/// of its own. Frames come whole, once, and in any order. The connections by which the processes
/// have met tell that a peer has gone, or that its machine has for the peer's patience: it is lost
/// once nothing of what it had sent comes any more, unless it has said that that was all and
/// expect_close was called. So is one whose datagrams make no sense, though they have its token. A
/// peer that computes for long is not lost; that nothing gets through meanwhile is told as a fault.
class UdpCarrier final : public Carrier {
 public:
  /// Beyond so many peers epoll is asked which of them have sent something.
  static constexpr std::size_t polled_peers_max = 8;

  /// ErrorCode::io when the system has no descriptor left.
  static Expected<std::unique_ptr<UdpCarrier>> adopt(std::vector<UdpLink> links,
                                                     const UdpOptions& options);
  ~UdpCarrier() override;

  void attach(Receiver& above) override { above_ = &above; }
  SendStatus try_send(Frame& frame, TimeNs now_ns) override;
  int progress(TimeNs now_ns, int budget) override;
  TimeNs deadline_ns() const override;
  TimeNs wake_ns() const override;
  Traits traits() const override { return {.needs_polling = true, .keeps_order = false}; }
  void use_pool(Pool& pool) override { blocks_ = &pool; }
  bool fall_asleep() override { return !has_ready_ && !ends_.has_losses(); }
  void wake_up() override { has_woken_.store(true, std::memory_order_relaxed); }
  bool holds_frames() const override;
  LinkState link_state(ProcessId peer) override;

  int descriptor() const override { return ends_.descriptor(); }
  void expect_close() override { ends_.expect_close(); }
  void close() override;
  bool is_finished() const override { return !has_ready_ && ends_.are_all_ended(); }
  std::int64_t messages_outstanding() const override { return pool_.outstanding(); }

 private:
  struct Peer {
    Peer(const datagram::ConversationOptions& options, std::unique_ptr<DatagramPort> way,
         std::size_t own_datagram_bytes, TimeNs patience, DirectSends direct)
        : conversation(options),
          direct_sends(direct),
          port(std::move(way)),
          outgoing(own_datagram_bytes),
          patience_ns(patience) {}
    datagram::Conversation conversation;
    DirectSends direct_sends;
    std::unique_ptr<DatagramPort> port;
    DatagramBatch outgoing;  // what the port would not take yet
    TimeNs patience_ns;
    TimeNs retry_ns = never_ns;
    bool is_over = false;  // nothing goes either way
    bool may_have_more = false;
    std::uint64_t resent_counted = 0;
    std::uint64_t refused_counted = 0;
    TimeNs stalled_told_ns = 0;         // how long a silence was when it was told last
    TimeNs silent_since_ns = never_ns;  // the one that was told
  };

  UdpCarrier(ConnectionWatch watch, Socket ports, std::size_t datagram_bytes_max,
             const UdpOptions& options);
  Expected<void> join(UdpLink link);
  int receive_all(TimeNs now_ns);
  int receive(std::size_t place, TimeNs now_ns);
  int deliver(TimeNs now_ns, int budget);
  void send(Peer& peer, TimeNs now_ns);
  void attend(std::size_t place, TimeNs now_ns);
  void attend_ends(TimeNs now_ns);
  void tell_silence(std::size_t place, TimeNs now_ns);
  void count(Peer& peer);
  TimeNs deadline_of(const Peer& peer) const;

  const UdpOptions options_;
  Receiver* above_ = nullptr;
  Pool pool_;
  Pool* blocks_ = &pool_;  // of the call that is under way
  PeerEnds ends_;
  Socket ports_;                              // an epoll descriptor of all ports
  std::vector<std::unique_ptr<Peer>> peers_;  // by their places
  DatagramBatch incoming_;
  std::size_t next_delivered_ = 0;
  std::uint64_t progress_count_ = 1;
  TimeNs next_ns_ = 0;  // when a conversation has something to do
  bool has_ready_ = false;
  bool is_closing_ = false;
  Atomic<bool> has_woken_ = false;
};

}  // namespace isthmus::engine::fabric
