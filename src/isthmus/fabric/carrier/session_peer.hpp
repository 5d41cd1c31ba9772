// isthmus/fabric/carrier/session_peer.hpp: the sending half of carriers whose peers have sessions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/fabric/carrier/stream_sockets.hpp"
#include "isthmus/fabric/device.hpp"
#include "isthmus/fabric/session/session.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric {

/// A session with a peer, and what its carrier knows of the ways to it; carriers derive theirs from
/// this. A slot is a connection, or whatever else a carrier writes to.
struct SessionPeer {
  SessionPeer(ProcessId rank, const session::Options& options, Pool* const& blocks,
              DirectSends direct = DirectSends())
      : id(rank), session(options, blocks), direct_sends(direct) {}

  bool is_blocked(unsigned slot) const { return (blocked >> slot & 1) != 0; }
  void block(unsigned slot) { blocked |= std::uint64_t{1} << slot; }
  void unblock(unsigned slot) { blocked &= ~(std::uint64_t{1} << slot); }

  /// Gives the frame to the session. Null where that has no room, and the frame is still there;
  /// else whether it is to be written at once (see DirectSends).
  std::optional<bool> take(Frame& frame, std::uint64_t progress_count) {
    const std::size_t bytes = header_bytes + frame.message->payload_bytes;
    if (!session.has_room(bytes)) return std::nullopt;
    const bool may_wait = (frame.message->flags & flag_may_wait) != 0;
    const bool is_direct =
        direct_sends.take(!direct_sends.is_batched(bytes), may_wait, progress_count);
    session.push(std::move(frame.message));
    return is_direct;
  }

  /// Calls write(slot) until there is nothing to write or all slots are blocked; it writes what
  /// Session::gather gives, and blocks the slot that has no more room.
  template <class Write>
  void flush(TimeNs now_ns, Write&& write) {
    session.set_time(now_ns);
    flush_ns = never_ns;
    while (const auto slot = session.next_writer(blocked)) write(*slot);
    if (blocked != 0) flush_ns = now_ns + full_socket_retry_ns;
  }

  ProcessId id;
  std::string name;
  session::Session session;
  std::uint64_t blocked = 0;  // a bit a slot: it is full, or writing is over
  DirectSends direct_sends;
  TimeNs flush_ns = never_ns;
  bool is_busy = false;  // in BusyPeers
  bool is_lost = false;
  std::optional<Error> failure = {};  // to be told
};

/// Those that progress has to look at, of all peers. `Peer` is a SessionPeer, and stays where it
/// is.
template <class Peer>
class BusyPeers {
 public:
  void add(Peer& peer) {
    if (std::exchange(peer.is_busy, true)) return;
    peers_.push_back(&peer);
  }
  /// attend(peer) for each; those that is_idle(peer) then are out of it. Others may be added.
  template <class Attend, class IsIdle>
  void attend_all(Attend&& attend, IsIdle&& is_idle) {
    for (std::size_t i = 0; i < peers_.size();) {
      Peer& peer = *peers_[i];
      attend(peer);
      if (is_idle(peer)) {
        peer.is_busy = false;
        peers_[i] = peers_.back();
        peers_.pop_back();
      } else {
        ++i;
      }
    }
  }
  const std::vector<Peer*>& all() const { return peers_; }

 private:
  std::vector<Peer*> peers_;
};

/// Tells the receiver above of each peer that is newly lost, and returns how many those are.
template <class Peers>
int tell_failures(Peers& peers, Receiver& above) {
  int told = 0;
  for (auto& peer : peers) {
    if (!peer->failure) continue;
    const Error why = std::move(*std::exchange(peer->failure, {}));
    above.peer_lost(peer->id, why);
    ++told;
  }
  return told;
}

}  // namespace isthmus::engine::fabric
