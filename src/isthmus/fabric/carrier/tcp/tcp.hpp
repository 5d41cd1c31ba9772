// isthmus/fabric/carrier/tcp/tcp.hpp: frames between processes over connected TCP sockets.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/reconnector.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/fabric/carrier/carrier.hpp"
#include "isthmus/fabric/carrier/frame_assembler.hpp"
#include "isthmus/fabric/carrier/frame_queue.hpp"
#include "isthmus/fabric/carrier/stream_sockets.hpp"
#include "isthmus/fabric/carrier/tcp/tcp_info.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric {

struct TcpOptions {
  WireLimits limits;
  /// What waits for one peer at most, beside the socket's own buffer; one frame is taken whatever
  /// its size. More would leave the caches before it is written.
  std::size_t queued_bytes_max = std::size_t{4} << 20;
  /// Larger frames never wait for others.
  std::size_t batched_bytes_max = DirectSends::default_batched_bytes_max;
  /// How long a peer is called in vain, of the time in which this process looks after its calls.
  /// One whose machine takes calls and that does not answer may compute for as long as it likes.
  TimeNs opening_patience_ns = 10'000'000'000;
};

/// A frame on the wire is the header of wire.hpp, then the payload. One stream socket a peer.
///
/// try_send writes straight into an idle socket; a burst (more than `direct_sends_max` small frames
/// to one peer between two calls of progress) and what a full socket leaves are queued, and
/// progress writes them many at a time. What may wait (flag_may_wait) goes with the next frame, or
/// then. Up to `polled_peers_max` peers are read from without asking whether there is anything, see
/// StreamSockets. Payloads longer than what one read brings are received in place, in their
/// messages or where they land.
///
/// A connection that ends is a lost peer unless expect_close was called; after a malformed header
/// the peer is lost too. Frames that wait for a lost peer are discarded.
///
/// To a peer that came without a socket the connection is made when the first frame goes from one
/// to the other; until then frames wait as for a full socket. After expect_close nobody is called
/// for a first time any more.
class TcpCarrier final : public Carrier {
 public:
  static constexpr std::size_t polled_peers_max = StreamSockets::polled_max;
  static constexpr int direct_sends_max = DirectSends::count_max;

  using Connection = std::pair<ProcessId, Socket>;

  /// The sockets are connected stream sockets and non-blocking, one a peer; an empty one for a peer
  /// that the reconnector will find. That may be null where there is none of those; else it
  /// outlives the carrier. ErrorCode::io when the system has no descriptor left.
  static Expected<std::unique_ptr<TcpCarrier>> adopt(std::vector<Connection> connections,
                                                     const TcpOptions& options,
                                                     Reconnector* reconnector = nullptr);
  ~TcpCarrier() override;

  void attach(Receiver& above) override { above_ = &above; }
  void land_in(const Regions& places) override;
  SendStatus try_send(Frame& frame, TimeNs now_ns) override;
  int progress(TimeNs now_ns, int budget) override;
  TimeNs deadline_ns() const override;
  Traits traits() const override {
    return {.needs_polling = true, .needs_exact_time = false, .takes_pieces = true, .lands = true};
  }
  void use_pool(Pool& pool) override { blocks_ = &pool; }
  bool holds_frames() const override;
  LinkState link_state(ProcessId peer) override;

  /// Readable for input, or room in a socket that was full.
  int descriptor() const override { return sockets_.descriptor(); }
  bool is_joined_to(ProcessId peer) const override;
  void expect_close() override { is_close_expected_ = true; }
  void close() override;
  bool is_finished() const override;
  std::int64_t messages_outstanding() const override { return pool_.outstanding(); }

 private:
  struct Stream : StreamSocket {
    explicit Stream(DirectSends direct) : direct_sends(direct) {}

    ProcessId peer;
    std::string name;
    FrameQueue queue;
    FrameAssembler assembler;
    DirectSends direct_sends;
    bool is_blocked = false;  // the socket was full
    bool is_write_ended = false;
    bool is_read_ended = false;
    std::optional<Error> failure;  // to be told
    // Before there is a connection.
    bool has_met = false;
    bool is_called = false;  // for frames of this process, or because the peer has asked
    TimeNs in_vain_ns = 0;
    /// It came when all was over, to a peer that has not heard so: who has called ends it.
    bool is_late = false;

    bool is_unmet() const { return !has_met; }
  };

  TcpCarrier(const TcpOptions& options, StreamSockets sockets, Reconnector* reconnector);

  Stream* stream_of(ProcessId peer) const;
  bool open(Stream& stream, Socket socket);
  SendStatus keep(Stream& stream, Frame& frame, TimeNs now_ns);
  void call(Stream& stream, TimeNs now_ns);
  void look_at_reconnector(TimeNs now_ns);
  void handle(Stream& stream, Reconnector::Event event, TimeNs now_ns);
  void meet(Stream& stream);
  void check_patience(Stream& stream, TimeNs passed_ns);
  SendStatus send_directly(Stream& stream, Frame& frame, TimeNs now_ns);
  void flush(Stream& stream);
  int flush_all(TimeNs now_ns);
  void write_failed(Stream& stream, int error_number);
  int receive(Stream& stream, int budget);
  void read_ended(Stream& stream, int error_number);
  int deliver_staged(int budget);
  void lose(Stream& stream, Error why);
  int tell_losses();
  void end_writing(Stream& stream);
  bool watch(Stream& stream);

  const TcpOptions options_;
  StreamSockets sockets_;
  Reconnector* const reconnector_;
  Receiver* above_ = nullptr;
  Pool pool_;
  Pool* blocks_ = &pool_;  // of the call that is under way
  std::vector<std::unique_ptr<Stream>> streams_;
  std::vector<Stream*> met_;  // those that have or had a connection
  std::size_t unmet_count_ = 0;
  std::size_t called_count_ = 0;  // of those
  std::vector<Stream*> by_rank_;
  std::uint64_t progress_count_ = 1;
  TimeNs flush_ns_ = never_ns;
  TimeNs look_ns_ = never_ns;           // at the reconnector; never when all have met
  TimeNs look_deadline_ns_ = never_ns;  // for sleeping
  TimeNs looked_ns_ = 0;
  TimeNs called_ns_ = 0;  // the last one
  bool has_losses_ = false;
  bool is_close_expected_ = false;
  bool is_closing_ = false;
};

}  // namespace isthmus::engine::fabric
