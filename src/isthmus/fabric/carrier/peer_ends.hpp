// isthmus/fabric/carrier/peer_ends.hpp: who of a carrier's peers is there, has ended, or is lost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/fabric/carrier/connection_watch.hpp"
#include "isthmus/fabric/device.hpp"

namespace isthmus::engine::fabric {

/// For carriers that move frames by means of their own, and have a connection to each peer besides:
/// its end is the peer's. A peer that has said that it sends no more, and was expected to, has
/// ended its side; any other that goes is lost, once nothing of what it had sent comes any more.
/// Peers are numbered in the order of `add`. One thread at a time.
class PeerEnds {
 public:
  /// How often an awake process looks at the connections.
  static constexpr TimeNs look_interval_ns = 1'000'000;
  /// What a peer had sent is awaited so long after its connection has ended.
  static constexpr TimeNs drain_ns = 20'000'000;
  static constexpr std::size_t no_place = SIZE_MAX;

  explicit PeerEnds(ConnectionWatch watch) : watch_(std::move(watch)) {}

  /// ErrorCode::io when the system has no descriptor left.
  Expected<void> add(ProcessId peer, Socket connection);
  ConnectionWatch& watch() { return watch_; }
  int descriptor() const { return watch_.descriptor(); }

  std::size_t count() const { return peers_.size(); }
  std::size_t place_of(ProcessId peer) const {
    return peer.value < by_rank_.size() ? by_rank_[peer.value] : no_place;
  }
  ProcessId id(std::size_t place) const { return peers_[place].id; }
  bool is_read_ended(std::size_t place) const { return peers_[place].is_read_ended; }
  bool is_write_ended(std::size_t place) const { return peers_[place].is_write_ended; }
  bool are_all_ended() const;
  const std::string& name(std::size_t place) const { return peers_[place].name; }

  void expect_close() { is_close_expected_ = true; }
  /// The peer has said that nothing more comes, and all has come.
  void end_reading(std::size_t place);
  /// The peer has all that was sent to it.
  void end_writing(std::size_t place);
  /// What carries the frames says that the peer is gone.
  void break_off(std::size_t place, std::string why);
  /// At once, whatever it has sent. `why.where` is filled in.
  void lose(std::size_t place, Error why);

  /// What has come from a peer.
  struct Inbound {
    std::uint64_t taken_count = 0;  ///< Grows with everything that comes.
    bool is_mid_frame = false;
  };
  /// Once in each progress, behind what has come: looks at the connections where that is due. Peers
  /// may be lost by it.
  void attend(TimeNs now_ns, bool is_closing,
              const std::function<Inbound(std::size_t place)>& inbound_of);
  /// A PE has slept, and a connection may have woken it.
  void look_soon() { look_ns_ = 0; }

  bool has_losses() const { return has_losses_; }
  /// From progress, behind what the lost have sent.
  int tell_losses(Receiver& above);
  /// When attend has work.
  TimeNs deadline_ns() const;
  /// Somebody has gone whose last words may still come: nobody else wakes a PE for that.
  bool has_leaving() const { return has_leaving_; }

 private:
  struct Peer {
    ProcessId id;
    std::string name;
    bool is_read_ended = false;
    bool is_write_ended = false;
    bool is_lost = false;
    TimeNs gone_ns = never_ns;          // when it had gone, or something had come since
    std::uint64_t taken_when_gone = 0;  // of what had come then
    std::string why_gone = {};
    std::optional<Error> failure = {};  // to be told
  };

  void look(TimeNs now_ns);
  void attend_leaving(std::size_t place, TimeNs now_ns, const Inbound& inbound);

  ConnectionWatch watch_;
  std::vector<Peer> peers_;
  std::vector<std::size_t> by_rank_;
  TimeNs look_ns_ = 0;
  bool is_close_expected_ = false;
  bool has_leaving_ = false;
  bool has_losses_ = false;
};

}  // namespace isthmus::engine::fabric
