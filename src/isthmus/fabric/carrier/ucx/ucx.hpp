// isthmus/fabric/carrier/ucx/ucx.hpp: frames between processes as active messages of UCX.
#pragma once

#include <ucp/api/ucp.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/fabric/carrier/carrier.hpp"
#include "isthmus/fabric/carrier/peer_ends.hpp"
#include "isthmus/fabric/carrier/ready_frames.hpp"
#include "isthmus/fabric/carrier/ucx/ucx_inbound.hpp"
#include "isthmus/fabric/carrier/ucx/ucx_info.hpp"
#include "isthmus/fabric/carrier/ucx/ucx_outbound.hpp"
#include "isthmus/fabric/carrier/ucx/ucx_setup.hpp"
#include "isthmus/fabric/carrier/ucx/ucx_worker.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric {

struct UcxOptions {
  WireLimits limits;
  /// What UCX has of one peer's frames and has not sent at most; one frame is taken whatever its
  /// size.
  std::size_t outstanding_bytes_max = std::size_t{4} << 20;
  /// Larger frames are fetched by the receiver (UCX's rendezvous).
  std::size_t eager_bytes_max = std::size_t{24} * 1024;
};

/// One worker, driven by progress alone; an endpoint a peer. The connections by which the processes
/// have met tell that a peer has gone: it is lost once nothing of what it had sent comes any more,
/// unless it has said that that was all and expect_close was called. So is one whose bytes make no
/// sense, and one that UCX says cannot be reached.
///
/// Peers of this machine are reached through its memory, of which UCX cannot tell that the other
/// side has gone; others with UCX's own watch over them (UCP_ERR_HANDLING_MODE_PEER).
class UcxCarrier final : public Carrier {
 public:
  static constexpr std::size_t outstanding_parts_max = 512;
  /// One call of progress lets UCX look so often at most.
  static constexpr int rounds_max = 64;

  /// ErrorCode::io when the system has no descriptor left, ErrorCode::unreachable where UCX finds
  /// no way to a peer.
  static Expected<std::unique_ptr<UcxCarrier>> adopt(UcxGroup group, const UcxOptions& options);
  ~UcxCarrier() override;

  void attach(Receiver& above) override {
    above_ = &above;
    ready_.attach(above);
  }
  void land_in(const Regions& places) override;
  SendStatus try_send(Frame& frame, TimeNs now_ns) override;
  int progress(TimeNs now_ns, int budget) override;
  TimeNs deadline_ns() const override;
  TimeNs wake_ns() const override { return ends_.has_leaving() ? deadline_ns() : never_ns; }
  /// UCX tells nothing without being asked, so somebody is always to ask, but one at a time.
  Traits traits() const override { return polled_carrier_traits; }
  bool has_arrivals() const override { return !is_in_progress_.load(std::memory_order_relaxed); }
  void use_pool(Pool& pool) override { blocks_ = &pool; }
  bool fall_asleep() override;
  void wake_up() override { has_woken_.store(true, std::memory_order_relaxed); }
  bool holds_frames() const override;
  LinkState link_state(ProcessId peer) override;

  int descriptor() const override { return ends_.descriptor(); }
  void expect_close() override { ends_.expect_close(); }
  void close() override;
  bool is_finished() const override;
  std::int64_t messages_outstanding() const override { return pool_.outstanding(); }

 private:
  struct Peer {
    UcxCarrier& carrier;
    std::size_t place;
    ProcessId id;
    std::uint32_t inbound_token;
    ucp_ep_h endpoint = nullptr;
    std::unique_ptr<UcxInbound> inbound = {};
    std::unique_ptr<UcxOutbound> outbound = {};
    bool needs_attention = false;  // it is among the attended
  };

  UcxCarrier(std::unique_ptr<UcxWorker> worker, ConnectionWatch watch, const UcxOptions& options)
      : options_(options), ends_(std::move(watch)), worker_(std::move(worker)) {}
  Expected<void> listen(UcxKind kind, ucp_am_recv_callback_t callback);
  Expected<void> join(UcxLink link);
  template <UcxKind kind>
  static ucs_status_t on_active_message(void* carrier, const void* header, std::size_t head_bytes,
                                        void* data, std::size_t data_bytes,
                                        const ucp_am_recv_param_t* param);
  ucs_status_t take(const UcxPrefix& prefix, const UcxArrival& arrival);
  static void on_broken(void* peer, ucp_ep_h endpoint, ucs_status_t status);
  void attend_inbound();
  void attend_ends(TimeNs now_ns);

  const UcxOptions options_;
  Receiver* above_ = nullptr;
  Pool pool_;
  Pool* blocks_ = &pool_;  // of the call that is under way
  PeerEnds ends_;
  std::vector<std::unique_ptr<Peer>> peers_;  // by their places, which are also in their tokens
  std::vector<Peer*> attended_;
  ReadyFrames ready_;
  bool is_closing_ = false;
  Atomic<bool> is_in_progress_ = false;
  Atomic<bool> has_woken_ = false;
  std::unique_ptr<UcxWorker> worker_;
};

}  // namespace isthmus::engine::fabric
