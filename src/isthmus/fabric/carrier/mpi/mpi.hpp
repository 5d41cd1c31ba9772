// isthmus/fabric/carrier/mpi/mpi.hpp: frames between processes that MPI has started, as MPI's
// messages.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/fabric/carrier/carrier.hpp"
#include "isthmus/fabric/carrier/mpi/mpi_info.hpp"
#include "isthmus/fabric/carrier/mpi/mpi_session.hpp"
#include "isthmus/fabric/carrier/mpi/mpi_setup.hpp"
#include "isthmus/fabric/carrier/mpi/mpi_stream.hpp"
#include "isthmus/fabric/carrier/peer_ends.hpp"
#include "isthmus/fabric/carrier/ready_frames.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric {

struct MpiOptions {
  WireLimits limits;
  /// What MPI has of one peer's frames and has not sent at most; one frame is taken whatever its
  /// size.
  std::size_t outstanding_bytes_max = std::size_t{4} << 20;
};

/// A ring of receives for messages from anybody, which MPI fills in the order in which each sender
/// sent; what is longer than one of them is announced there and received where it belongs. The
/// connections by which the processes have met tell that a peer has gone.
///
/// MPI has nothing to sleep on: a PE that has nothing to do sleeps for a while, the longer the less
/// came lately, and looks again.
class MpiCarrier final : public Carrier {
 public:
  static constexpr std::size_t receive_count = 8;
  static constexpr std::size_t outstanding_count_max = 512;
  /// How long a PE sleeps: a quarter of the time since something came, within these.
  static constexpr TimeNs nap_ns_min = 100'000;
  static constexpr TimeNs nap_ns_max = 1'000'000;

  /// ErrorCode::io when the system or MPI has no room for it.
  static Expected<std::unique_ptr<MpiCarrier>> adopt(MpiGroup group, const MpiOptions& options);
  ~MpiCarrier() override;

  void attach(Receiver& above) override {
    above_ = &above;
    ready_.attach(above);
  }
  void land_in(const Regions& places) override;
  SendStatus try_send(Frame& frame, TimeNs now_ns) override;
  int progress(TimeNs now_ns, int budget) override;
  TimeNs deadline_ns() const override { return ready_.is_empty() ? ends_.deadline_ns() : 0; }
  TimeNs wake_ns() const override { return ends_.has_leaving() ? deadline_ns() : nap_end_ns_; }
  /// MPI tells nothing without being asked, so somebody is always to ask, but one at a time.
  Traits traits() const override { return polled_carrier_traits; }
  bool has_arrivals() const override { return !is_in_progress_.load(std::memory_order_relaxed); }
  void use_pool(Pool& pool) override { blocks_ = &pool; }
  /// Not while something is under way: MPI moves it when it is asked alone.
  bool fall_asleep() override { return !ends_.has_losses() && !holds_frames(); }
  bool holds_frames() const override;
  LinkState link_state(ProcessId peer) override;

  /// Of the connections alone.
  int descriptor() const override { return ends_.descriptor(); }
  void expect_close() override { ends_.expect_close(); }
  void close() override;
  bool is_finished() const override { return ready_.is_empty() && ends_.are_all_ended(); }
  std::int64_t messages_outstanding() const override { return pool_.outstanding(); }

 private:
  struct Peer {
    MpiCarrier& carrier;
    ProcessId id;
    MpiInbound inbound;
    MpiOutbound outbound;

    Peer(MpiCarrier& of, const MpiLink& link, int bulk_tag);
    static void sink(void* peer, MessagePtr message, std::size_t landed_bytes);
  };
  struct Ring {
    std::array<MPI_Request, receive_count> requests;
    std::array<MpiBuffer, receive_count> buffers;
    std::size_t next = 0;
  };

  MpiCarrier(MpiGroup& group, ConnectionWatch watch, const MpiOptions& options)
      : options_(options),
        session_(group.session),
        tag_(group.tag),
        ends_(std::move(watch)),
        ring_(std::make_shared<Ring>()) {}
  Expected<void> join(MpiLink link);
  Expected<void> open_ring();
  bool receive();
  void attend_peers();
  void attend_ends(TimeNs now_ns);

  const MpiOptions options_;
  const std::shared_ptr<MpiSession> session_;
  const int tag_;
  Receiver* above_ = nullptr;
  Pool pool_;
  Pool* blocks_ = &pool_;  // of the call that is under way
  PeerEnds ends_;
  std::vector<std::shared_ptr<Peer>> peers_;  // by their places
  std::vector<std::size_t> place_by_mpi_rank_;
  std::shared_ptr<Ring> ring_;
  ReadyFrames ready_;
  TimeNs arrival_ns_ = 0;  // when something came last
  TimeNs nap_end_ns_ = 0;
  bool is_closing_ = false;
  Atomic<bool> is_in_progress_ = false;
};

}  // namespace isthmus::engine::fabric
