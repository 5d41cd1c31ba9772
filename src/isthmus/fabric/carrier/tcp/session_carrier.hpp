// isthmus/fabric/carrier/tcp/session_carrier.hpp: frames over TCP connections that may break.
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
#include "isthmus/fabric/carrier/link_fault.hpp"
#include "isthmus/fabric/carrier/session_peer.hpp"
#include "isthmus/fabric/carrier/stream_sockets.hpp"
#include "isthmus/fabric/session/session.hpp"
#include "isthmus/message/pool.hpp"
#include "isthmus/trace/counters.hpp"

namespace isthmus::engine::fabric {

struct SessionOptions {
  session::Options session;
  /// How long a peer may have no connection at all before it counts as dead. One whose machine
  /// takes connections while it does not answer itself, because all its PEs compute perhaps, has
  /// `unanswered_factor` times as long; when it answers, the patience begins anew. Of each time in
  /// which this process itself makes no progress a third of the patience counts at most.
  TimeNs patience_ns = 30'000'000'000;
  /// Larger frames never wait for others to be written with them.
  std::size_t batched_bytes_max = DirectSends::default_batched_bytes_max;
  FaultSink fault = {};
  trace::LinkCounters* counters = nullptr;  ///< May be null; else outlives the carrier.
};

/// A session (session/session.hpp) with each peer over one TCP connection or several. Connections
/// that break are made anew by the reconnector, and what they had under way is sent again.
///
/// A peer is lost when it has had no connection for longer than the patience, when its machine says
/// that the process is gone, when it ended its session unasked, and when it says what makes no
/// sense. To a peer that came without a socket the first connection is made when the first frame
/// goes from one to the other; after expect_close nobody is called for a first time any more. Until
/// then patience is `opening_patience_ns` at least, and who has ended with the job is no loss
/// before that. A connection on which bytes were changed, lost or repeated is given up and made
/// anew; the peer is lost when that has happened to `damaged_in_a_row_max` of them and nothing came
/// in between. A connection on which the peer's machine has acknowledged nothing for a third of the
/// patience, and for 10 s at most, counts as broken. A machine that acknowledges is enough: a
/// process may compute, or be stopped, for as long as it likes while its connections hold. When it
/// has taken nothing for the patience, that is told.
class SessionCarrier final : public Carrier {
 public:
  static constexpr int unanswered_factor = 10;
  static constexpr int damaged_in_a_row_max = 32;
  static constexpr TimeNs opening_patience_ns = 10'000'000'000;

  using Connection = std::pair<ProcessId, Socket>;

  /// The sockets are connected stream sockets and non-blocking, one a peer, for slot 0, or an empty
  /// one for a peer that the reconnector will find; the others are called for. `reconnector` may be
  /// null: then there are sockets, and what breaks stays broken; else it outlives the carrier.
  /// ErrorCode::io when the system has no descriptor left.
  static Expected<std::unique_ptr<SessionCarrier>> adopt(std::vector<Connection> connections,
                                                         const SessionOptions& options,
                                                         Reconnector* reconnector);
  ~SessionCarrier() override;

  void attach(Receiver& above) override { above_ = &above; }
  void land_in(const Regions& places) override;
  SendStatus try_send(Frame& frame, TimeNs now_ns) override;
  int progress(TimeNs now_ns, int budget) override;
  TimeNs deadline_ns() const override { return deadline_ns_; }
  Traits traits() const override {
    return {.needs_polling = true, .takes_pieces = true, .lands = true};
  }
  void use_pool(Pool& pool) override { blocks_ = &pool; }
  bool holds_frames() const override;

  int descriptor() const override { return sockets_.descriptor(); }
  bool is_joined_to(ProcessId peer) const override;
  void expect_close() override { is_close_expected_ = true; }
  void close() override;
  bool is_finished() const override;
  std::int64_t messages_outstanding() const override { return pool_.outstanding(); }

  /// Bytes of frames that are kept for the peer.
  std::size_t kept_bytes(ProcessId peer) const;

 private:
  struct Peer;
  struct Line : StreamSocket {
    Line(Peer& of, unsigned in_slot) : peer(&of), slot(in_slot) {}

    Peer* peer;
    unsigned slot;
    TimeNs opened_ns = 0;
    TimeNs down_since_ns = never_ns;  // of a connection that was there before
    std::uint64_t taken_bytes = 0;    // by the peer, at the last look
    TimeNs taken_ns = 0;              // when it had more, or nothing was under way
    bool is_stalled = false;
    TimeNs stall_told_ns = 0;  // the longest that was told
    std::size_t frames_again = 0;
  };
  struct Peer : SessionPeer {
    using SessionPeer::SessionPeer;

    std::vector<std::unique_ptr<Line>> lines;
    TimeNs cut_since_ns = never_ns;  // no connection at all
    TimeNs answered_ns = 0;          // when it last heard that it is to call
    bool has_met = false;            // there is a connection, or was
    bool is_called = false;          // for the first one, by this process
    bool has_called_others = false;
    std::uint64_t damaged_at_bytes = 0;  // what had passed when one was last found damaged
    int damaged_in_a_row = 0;            // connections that were, since more has passed
  };

  SessionCarrier(const SessionOptions& options, StreamSockets sockets, Reconnector* reconnector);

  Peer* peer_of(ProcessId peer) const;
  bool watch(Line& line);
  bool open(Peer& peer, unsigned slot, Socket socket);
  void call_first(Peer& peer);
  TimeNs patience_ns(const Peer& peer) const;
  void greeted(Line& line);
  void close(Line& line, const std::string& why);
  void cut(Line& line, Error why);
  void lose(Peer& peer, Error why);
  void give_up_damaged(Line& line, Error why);
  void flush(Peer& peer);
  void flush_due(Peer& peer);
  void touch(Peer& peer);
  bool is_idle(const Peer& peer) const;
  int receive(Line& line, int budget);
  int deliver_staged(int budget);
  void look_at_reconnector();
  void handle(Peer& peer, Reconnector::Event event);
  void check_patience(Peer& peer);
  void note_absence(TimeNs now_ns);
  void check_lines(Peer& peer);
  bool is_silent(const Line& line) const;
  void look_for_stall(Line& line);
  void update_deadline();

  const SessionOptions options_;
  StreamSockets sockets_;
  Reconnector* const reconnector_;
  fabric::Receiver* above_ = nullptr;
  Pool pool_;
  Pool* blocks_ = &pool_;  // of the call that is under way
  std::vector<std::unique_ptr<Peer>> peers_;
  std::vector<Peer*> by_rank_;
  std::vector<Line*> lines_;  // of all peers
  BusyPeers<Peer> busy_;      // those with something under way, due or broken
  std::uint64_t progress_count_ = 1;
  TimeNs now_ns_ = 0;
  TimeNs deadline_ns_ = never_ns;
  TimeNs look_ns_ = 0;      // at the reconnector
  TimeNs check_ns_ = 0;     // on connections that are silent
  TimeNs progress_ns_ = 0;  // the last one
  bool has_losses_ = false;
  bool is_close_expected_ = false;
  bool is_closing_ = false;
};

}  // namespace isthmus::engine::fabric
