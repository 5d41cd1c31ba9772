// isthmus/fabric/datagram/conversation.hpp: one end of what two processes say to each other in
// datagrams.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/fabric/datagram/congestion.hpp"
#include "isthmus/fabric/datagram/flight.hpp"
#include "isthmus/fabric/datagram/format.hpp"
#include "isthmus/fabric/datagram/inbound.hpp"
#include "isthmus/fabric/datagram/outbound.hpp"
#include "isthmus/fabric/datagram/received_numbers.hpp"
#include "isthmus/fabric/datagram/round_trip.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric::datagram {

/// What two ends have told each other before the first datagram.
struct ConversationOptions {
  std::uint64_t own_token = 0;          ///< In what comes.
  std::uint64_t peer_token = 0;         ///< In what goes.
  std::size_t datagram_bytes = 0;       ///< Of what goes, at most.
  std::size_t peer_datagram_bytes = 0;  ///< Of what comes.
  std::size_t window_bytes = 0;
  std::size_t peer_window_bytes = 0;
  WireLimits limits;
};

/// Makes a way that loses, repeats and reorders datagrams, and shows them to strangers, into one
/// on which each frame comes once, whole, in any order: sliding window, selective
/// acknowledgements, retransmission after a measured time (RFC 6298), loss by overtaking (RFC 9002,
/// 6), a congestion window that is fair to TCP (RFC 9438). A state machine on times that it is
/// told: it has no socket, no clock, and does not block.
///
/// The owner hands in what comes (`take`), calls `attend` when it has taken all that was there or
/// the deadline is due, and sends what `write` writes until that is nothing.
class Conversation {
 public:
  /// An acknowledgement waits so long for something to go with, and for a second datagram.
  static constexpr TimeNs acknowledge_after_ns = 2'000'000;
  /// However long nothing has come, something is sent again so often.
  static constexpr TimeNs repeat_interval_max_ns = 1'000'000'000;
  /// Nothing through for so long, and for three timeouts: the way has changed.
  static constexpr TimeNs collapse_after_ns = 200'000'000;
  /// So that those on the way who remember who talks to whom do not forget.
  static constexpr TimeNs greeting_interval_ns = 10'000'000'000;

  struct Counts {
    std::uint64_t datagrams_sent = 0;      ///< With pieces.
    std::uint64_t datagrams_received = 0;  ///< Likewise.
    std::uint64_t datagrams_lost = 0;      ///< Given up as overtaken.
    std::uint64_t timeouts = 0;
    std::uint64_t strangers = 0;  ///< Not from the peer, or damaged.
    std::uint64_t doubles = 0;    ///< Came before.
  };

  explicit Conversation(const ConversationOptions& options);

  bool has_room(std::size_t frame_bytes) const { return outbound_.has_room(frame_bytes); }
  void push(MessagePtr message) { outbound_.push(std::move(message)); }
  /// Nothing more will be pushed; the peer is told.
  void end() { outbound_.end(); }

  /// What has come: true where there was something new in it. What is not the peer's is counted,
  /// and else ignored. ErrorCode::malformed: nothing more can be made of what the peer sends.
  Expected<bool> take(std::span<const std::byte> datagram, TimeNs now_ns, Pool& pool);
  void attend(TimeNs now_ns);
  /// Whether write may write something.
  bool wants_to_write(TimeNs now_ns);
  /// The next datagram, in room for `datagram_bytes`; 0 for none now.
  std::size_t write(std::span<std::byte> to, TimeNs now_ns);
  /// Whether what was written last had pieces in it.
  bool has_written_pieces() const { return has_written_pieces_; }

  bool has_ready() const { return inbound_.has_ready(); }
  MessagePtr take_ready(TimeNs now_ns);

  /// When attend or write will find something though nothing comes.
  TimeNs deadline_ns() const;
  /// All that was pushed, and the end, has come.
  bool has_ended() const { return outbound_.is_ended(); }
  bool peer_has_ended() const { return inbound_.is_ended(); }
  /// Since when the peer has acknowledged nothing, though something waits for it; never_ns where
  /// nothing does.
  TimeNs silent_since_ns() const { return waiting_since_ns_; }
  bool holds_outbound() const { return !outbound_.is_empty(); }
  bool is_mid_frame() const { return inbound_.is_mid_frame(); }
  std::uint64_t whole_count() const { return inbound_.whole_count(); }
  std::size_t unsent_bytes() const { return outbound_.unsent_bytes(); }
  /// Parts of frames that were sent again.
  std::uint64_t pieces_repeated() const { return outbound_.pieces_repeated(); }
  const Counts& counts() const { return counts_; }
  std::size_t window_bytes() const { return congestion_.bytes(); }
  TimeNs round_trip_ns() const { return round_trip_.smoothed_ns(); }
  /// Nothing more goes either way; what is whole may still be taken.
  void give_up(Pool& pool) {
    outbound_.drop(pool);
    inbound_.give_up(pool);
  }
  void drop(Pool& pool) {
    give_up(pool);
    inbound_.drop(pool);
  }

 private:
  Expected<void> take_acknowledgement(const Head& head, TimeNs now_ns, Pool& pool);
  Expected<bool> take_pieces(std::span<const std::byte> pieces, Pool& pool);
  void note_losses(TimeNs now_ns);
  void time_out(TimeNs now_ns);
  TimeNs timeout_ns() const;
  /// When something is sent again; never_ns where nothing waits.
  TimeNs repeat_ns() const;
  bool may_send_pieces();
  bool must_acknowledge(TimeNs now_ns) const { return now_ns >= acknowledge_ns_; }
  void acknowledge_by(TimeNs time_ns) { acknowledge_ns_ = std::min(acknowledge_ns_, time_ns); }

  const ConversationOptions options_;
  Outbound outbound_;
  Inbound inbound_;
  Flight flight_;
  ReceivedNumbers received_;
  CongestionWindow congestion_;
  RoundTrip round_trip_;
  Flight::News news_;
  std::vector<PieceId> written_;
  Counts counts_;

  bool was_full_ = false;  // the congestion window has kept something back
  unsigned probes_ = 0;    // datagrams that may go beyond it
  unsigned timeouts_in_a_row_ = 0;
  TimeNs last_pieces_ns_ = 0;  // when pieces were sent last
  TimeNs last_sent_ns_ = 0;    // when anything was
  TimeNs waiting_since_ns_ = never_ns;
  TimeNs acknowledge_ns_ = never_ns;
  unsigned unacknowledged_ = 0;  // datagrams that came since the last acknowledgement
  TimeNs highest_came_ns_ = 0;
  std::uint64_t highest_come_ = 0;
  std::uint64_t credit_told_;
  bool has_written_pieces_ = false;
};

}  // namespace isthmus::engine::fabric::datagram
