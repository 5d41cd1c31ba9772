// isthmus/fabric/carrier/shm/shm.hpp: frames between processes of one machine in shared memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/socket.hpp"
#include "isthmus/fabric/carrier/carrier.hpp"
#include "isthmus/fabric/carrier/frame_assembler.hpp"
#include "isthmus/fabric/carrier/shm/shm_info.hpp"
#include "isthmus/fabric/carrier/shm/shm_ring.hpp"
#include "isthmus/fabric/carrier/shm/shm_setup.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric {

/// For each peer two rings, one a direction (shm_ring.hpp), and the connection by which the two
/// have met. try_send writes straight into the rings, large payloads from where the sender has them
/// and in pieces, so that the receiver's copying goes on beside the sender's. What finds no room
/// waits with the caller, but for the one frame whose beginning is written already.
///
/// While both sides look at their rings no system call is made. One that sleeps says so, looks once
/// more, and is woken by a byte on the connection. The connection's end is the peer's: it is lost,
/// once all that it had written is delivered, unless expect_close was called; and so is one whose
/// memory makes no sense.
class ShmCarrier final : public Carrier {
 public:
  /// How often an awake process looks whether a peer has gone.
  static constexpr TimeNs look_interval_ns = 1'000'000;
  /// A large frame is published in pieces of so many bytes.
  static constexpr std::size_t piece_bytes = 8192;

  /// ErrorCode::io when the system has no descriptor left.
  static Expected<std::unique_ptr<ShmCarrier>> adopt(std::vector<ShmLink> links,
                                                     const WireLimits& limits);
  ~ShmCarrier() override;

  void attach(Receiver& above) override { above_ = &above; }
  void land_in(const Regions& places) override;
  SendStatus try_send(Frame& frame, TimeNs now_ns) override;
  int progress(TimeNs now_ns, int budget) override;
  TimeNs deadline_ns() const override;
  TimeNs wake_ns() const override { return never_ns; }
  Traits traits() const override { return polled_carrier_traits; }
  bool has_arrivals() const override;
  void use_pool(Pool& pool) override { blocks_ = &pool; }
  bool fall_asleep() override;
  void wake_up() override;
  bool holds_frames() const override;

  int descriptor() const override { return epoll_.descriptor(); }
  void expect_close() override { is_close_expected_ = true; }
  void close() override;
  bool is_finished() const override;
  std::int64_t messages_outstanding() const override { return pool_.outstanding(); }

 private:
  struct Peer {
    explicit Peer(ShmLink from);
    bool has_wanted_room();
    bool is_end_due() const { return has_gone && !is_read_ended; }

    ShmLink link;
    std::string name;
    ShmWriter writer;
    ShmReader reader;
    MachineFence fence;
    FrameAssembler assembler;
    /// The frame whose beginning is in the stream already, and how much of it is.
    MessagePtr pending;
    std::size_t pending_written = 0;
    bool was_refused = false;  // a frame found no room
    /// Of the frame that is being read from the stream.
    std::uint64_t frame_left = 0;
    bool is_frame_whole = false;
    bool has_read = false;  // since the writer was told last
    bool has_gone = false;  // the connection has ended: what is in the rings comes still
    bool is_read_ended = false;
    bool is_write_ended = false;
    bool is_watched = true;
    std::optional<Error> failure;  // to be told
  };

  ShmCarrier(const WireLimits& limits, Socket epoll) : limits_(limits), epoll_(std::move(epoll)) {}

  Peer* peer_of(ProcessId peer) const {
    return peer.value < by_rank_.size() ? by_rank_[peer.value] : nullptr;
  }
  SendStatus send_streamed(Peer& peer, Frame& frame);
  bool write_pending(Peer& peer);
  void wake_reader(Peer& peer);
  void ring(Peer& peer);
  bool is_credible(Peer& peer);
  SendStatus refuse(Peer& peer);
  int receive(Peer& peer, int budget);
  int receive_slots(Peer& peer, int budget);
  bool deliver_packed(Peer& peer, const ShmSlot& slot, ShmSlotKind kind);
  bool begin_streamed(Peer& peer, const ShmSlot& slot);
  bool receive_stream(Peer& peer, int& events);
  bool take_run(Peer& peer, std::uint64_t readable, int& events);
  void tell_freed(Peer& peer);
  void look(TimeNs now_ns);
  void listen(Peer& peer);
  int end_reading(Peer& peer);
  bool malformed(Peer& peer, std::string what, std::string expected);
  void lose(Peer& peer, Error why);
  int tell_losses();
  void end_writing(Peer& peer);
  void unwatch(Peer& peer);
  void announce_sleep();

  const WireLimits limits_;
  const Socket epoll_;
  Receiver* above_ = nullptr;
  Pool pool_;
  Pool* blocks_ = &pool_;  // of the call that is under way
  std::vector<std::unique_ptr<Peer>> peers_;
  std::vector<Peer*> by_rank_;
  std::size_t next_peer_ = 0;
  TimeNs look_ns_ = 0;
  int pending_count_ = 0;
  bool has_losses_ = false;
  bool is_end_due_ = false;  // of a peer that has gone, when its rings are found empty
  bool is_close_expected_ = false;
  bool is_closing_ = false;
  Atomic<int> sleeper_count_ = 0;
  Atomic<bool> has_woken_ = false;  // somebody, since the last look
};

}  // namespace isthmus::engine::fabric
