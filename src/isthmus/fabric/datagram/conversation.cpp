#include "isthmus/fabric/datagram/conversation.hpp"

#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::fabric::datagram {

namespace {

/// After so many datagrams an acknowledgement waits for nothing (RFC 9000, 13.2.2).
constexpr unsigned acknowledge_after_count = 2;
constexpr unsigned backoff_shift_max = 16;
constexpr unsigned probes_at_a_timeout = 2;

}  // namespace

Conversation::Conversation(const ConversationOptions& options)
    : options_(options),
      outbound_({.piece_bytes = piece_bytes_of(options.datagram_bytes),
                 .window_bytes = std::min(options.window_bytes, options.peer_window_bytes),
                 .credit_bytes = options.peer_window_bytes}),
      inbound_({.limits = options.limits,
                .piece_bytes = piece_bytes_of(options.peer_datagram_bytes),
                .window_bytes = options.window_bytes}),
      congestion_(options.datagram_bytes),
      credit_told_(options.window_bytes) {}

// --- what comes ----------------------------------------------------------------------------------

Expected<bool> Conversation::take(std::span<const std::byte> datagram, TimeNs now_ns, Pool& pool) {
  if (!is_whole(datagram, options_.own_token)) {
    ++counts_.strangers;
    return false;
  }
  Expected<Head> head = take_head(datagram);
  if (!head) return forward_error(head);
  if (auto taken = take_acknowledgement(*head, now_ns, pool); !taken) return forward_error(taken);
  if (datagram.empty()) return false;
  received_.forget_before(head->settled);
  if (!received_.note(head->number)) {
    ++counts_.doubles;
    acknowledge_by(now_ns);  // its sender does not know that it has come
    return false;
  }
  ++counts_.datagrams_received;
  const bool is_in_turn = head->number == highest_come_;
  if (head->number >= highest_come_) {
    highest_come_ = head->number + 1;
    highest_came_ns_ = now_ns;
  }
  const bool at_once = ++unacknowledged_ >= acknowledge_after_count || !is_in_turn;
  acknowledge_by(at_once ? now_ns : now_ns + acknowledge_after_ns);
  return take_pieces(datagram, pool);
}

Expected<bool> Conversation::take_pieces(std::span<const std::byte> pieces, Pool& pool) {
  const std::size_t piece_bytes = piece_bytes_of(options_.peer_datagram_bytes);
  bool is_new = false;
  while (!pieces.empty()) {
    Expected<Piece> piece = take_piece(pieces, piece_bytes);
    if (!piece) return forward_error(piece);
    if (piece->is_ping()) acknowledge_by(0);
    const auto taken = inbound_.take(*piece, pool);
    if (!taken) return taken;
    is_new |= *taken;
  }
  return is_new;
}

Expected<void> Conversation::take_acknowledgement(const Head& head, TimeNs now_ns, Pool& pool) {
  outbound_.credited(head.credit);
  if (!flight_.acknowledged(head.received, news_)) {
    return fail(ErrorCode::malformed,
                "an acknowledgement of datagram " + std::to_string(head.received.end() - 1), {},
                "one of those that were sent, less than " + std::to_string(flight_.next_number()));
  }
  if (news_.come.empty()) return {};
  if (news_.sent_ns != never_ns) {
    const TimeNs delay_ns = TimeNs{head.delay_us} * 1000;
    const TimeNs sample_ns = now_ns - news_.sent_ns;
    round_trip_.measured(delay_ns < sample_ns ? sample_ns - delay_ns : sample_ns);
  }
  timeouts_in_a_row_ = 0;
  probes_ = 0;
  congestion_.acknowledged(news_.bytes_come, now_ns, round_trip_.smoothed_ns(), was_full_);
  outbound_.come(news_.come, pool);
  note_losses(now_ns);
  waiting_since_ns_ = flight_.is_empty() && outbound_.is_empty() ? never_ns : now_ns;
  if (flight_.bytes_under_way() < congestion_.bytes() / 2) was_full_ = false;
  return {};
}

void Conversation::note_losses(TimeNs now_ns) {
  news_.clear();
  flight_.find_lost(now_ns, round_trip_.overtaking_ns(), news_);
  if (news_.datagrams_lost == 0) return;
  counts_.datagrams_lost += news_.datagrams_lost;
  outbound_.lost(news_.lost);
  if (news_.is_congested) congestion_.lost();
}

MessagePtr Conversation::take_ready(TimeNs now_ns) {
  MessagePtr message = inbound_.take_ready();
  // The peer may wait for the room.
  const std::uint64_t untold_bytes = inbound_.credit() - credit_told_;
  const bool at_once = untold_bytes >= options_.window_bytes / 4;
  acknowledge_by(at_once ? now_ns : now_ns + acknowledge_after_ns);
  return message;
}

// --- time ----------------------------------------------------------------------------------------

TimeNs Conversation::timeout_ns() const {
  const TimeNs timeout_ns = round_trip_.timeout_ns(acknowledge_after_ns);
  const unsigned shift = std::min(timeouts_in_a_row_, backoff_shift_max);
  return std::min(timeout_ns << shift, std::max(timeout_ns, repeat_interval_max_ns));
}

TimeNs Conversation::repeat_ns() const {
  if (flight_.is_empty() && !outbound_.waits_for_peer()) return never_ns;
  return last_pieces_ns_ + timeout_ns();
}

TimeNs Conversation::deadline_ns() const {
  return std::min({acknowledge_ns_, flight_.lost_ns(round_trip_.overtaking_ns()), repeat_ns(),
                   last_sent_ns_ + greeting_interval_ns});
}

void Conversation::attend(TimeNs now_ns) {
  if (last_sent_ns_ == 0) last_sent_ns_ = now_ns;
  if (now_ns >= flight_.lost_ns(round_trip_.overtaking_ns())) note_losses(now_ns);
  if (now_ns >= repeat_ns()) time_out(now_ns);
  if (now_ns >= last_sent_ns_ + greeting_interval_ns) acknowledge_by(now_ns);
}

void Conversation::time_out(TimeNs now_ns) {
  ++counts_.timeouts;
  ++timeouts_in_a_row_;
  if (timeouts_in_a_row_ >= 3 && waiting_since_ns_ != never_ns &&
      now_ns - waiting_since_ns_ >= collapse_after_ns) {
    congestion_.collapsed();
    flight_.disregard_congestion();
  }
  outbound_.repeat(flight_.oldest());
  if (!outbound_.has_pieces()) outbound_.repeat(std::vector{PieceId{Piece::ping_frame, 0}});
  probes_ = probes_at_a_timeout;
  last_pieces_ns_ = now_ns;
}

// --- what goes -----------------------------------------------------------------------------------

bool Conversation::may_send_pieces() {
  if (!outbound_.has_pieces()) return false;
  if (probes_ > 0) return true;
  if (flight_.bytes_under_way() + options_.datagram_bytes <= congestion_.bytes()) return true;
  was_full_ = true;
  return false;
}

bool Conversation::wants_to_write(TimeNs now_ns) {
  return must_acknowledge(now_ns) || may_send_pieces();
}

std::size_t Conversation::write(std::span<std::byte> to, TimeNs now_ns) {
  ISTHMUS_ASSERT(to.size() >= options_.datagram_bytes);
  to = to.first(options_.datagram_bytes);
  // What one with pieces cannot tell goes before it.
  const bool has_much_to_tell = received_.count() > ranges_beside_pieces_max;
  has_written_pieces_ = may_send_pieces() && !(must_acknowledge(now_ns) && has_much_to_tell);
  if (!has_written_pieces_ && !must_acknowledge(now_ns)) return 0;
  Head head{
      .number = flight_.next_number(), .settled = flight_.settled(), .credit = inbound_.credit()};
  const TimeNs delay_us = (now_ns - highest_came_ns_) / 1000;
  head.delay_us = static_cast<std::uint32_t>(std::clamp<TimeNs>(delay_us, 0, UINT32_MAX));
  head.received = received_.newest(has_written_pieces_ ? ranges_beside_pieces_max : ranges_max);
  std::size_t bytes = write_head(head, options_.peer_token, to);
  if (has_written_pieces_) {
    written_.clear();
    bytes += outbound_.fill(to.subspan(bytes), written_);
    ISTHMUS_ASSERT(!written_.empty());
    flight_.sent(written_, bytes, now_ns);
    ++counts_.datagrams_sent;
    if (probes_ > 0) --probes_;
    last_pieces_ns_ = now_ns;
    if (waiting_since_ns_ == never_ns) waiting_since_ns_ = now_ns;
  }
  seal(to.first(bytes));
  last_sent_ns_ = now_ns;
  credit_told_ = head.credit;
  acknowledge_ns_ = never_ns;
  unacknowledged_ = 0;
  return bytes;
}

}  // namespace isthmus::engine::fabric::datagram
