// How a carrier's connections open, break and return.
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>

#include "isthmus/fabric/carrier/tcp/session_carrier.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::fabric {

namespace {

/// How often the reconnector is looked at.
constexpr TimeNs look_interval_ns = 2'000'000;
/// And at first while somebody is called for a first time.
constexpr TimeNs quick_look_interval_ns = 100'000;
constexpr TimeNs silence_max_ns = 10'000'000'000;
/// A peer's word that it has lost a connection may be about the one before.
constexpr TimeNs young_ns = 2'000'000'000;

}  // namespace

bool SessionCarrier::watch(Line& line) {
  return sockets_.watch(line, true, line.peer->is_blocked(line.slot) && !line.write_failure);
}

bool SessionCarrier::is_joined_to(ProcessId peer) const {
  const Peer* const known = peer_of(peer);
  return known != nullptr && (known->has_met || known->is_called);
}

void SessionCarrier::call_first(Peer& peer) {
  if (std::exchange(peer.is_called, true)) return;
  peer.cut_since_ns = now_ns_;
  look_ns_ = 0;
  touch(peer);
  reconnector_->call(peer.id, 0);
}

TimeNs SessionCarrier::patience_ns(const Peer& peer) const {
  return peer.has_met ? options_.patience_ns : std::max(options_.patience_ns, opening_patience_ns);
}

bool SessionCarrier::open(Peer& peer, unsigned slot, Socket socket) {
  Line& line = *peer.lines[slot];
  if (!std::exchange(peer.has_met, true)) {
    peer.name = "process " + std::to_string(peer.id.value) + " at " + remote_address(socket).text();
  }
  line.socket = std::move(socket);
  line.interest = 0;
  line.is_bulk = false;
  line.opened_ns = now_ns_;
  line.taken_bytes = 0;
  line.taken_ns = now_ns_;
  line.is_stalled = false;
  line.write_failure.reset();
  peer.unblock(slot);
  touch(peer);
  peer.session.opened(slot);
  peer.flush_ns = 0;
  return watch(line);
}

/// The peer has said what it has: the session goes on.
void SessionCarrier::greeted(Line& line) {
  Peer& peer = *line.peer;
  peer.cut_since_ns = never_ns;
  if (line.down_since_ns != never_ns) {
    LinkFault fault{LinkFault::Kind::resumed, peer.id, line.slot};
    fault.duration_ns = now_ns_ - std::exchange(line.down_since_ns, never_ns);
    fault.frames_resent = std::exchange(line.frames_again, 0);
    fault.connections_left = peer.session.open_count();
    if (options_.counters != nullptr) {
      options_.counters->connections_resumed.increment();
      options_.counters->frames_resent.add(fault.frames_resent);
    }
    if (options_.fault) options_.fault(fault);
  }
  if (reconnector_ == nullptr || std::exchange(peer.has_called_others, true)) return;
  for (unsigned slot = 1; slot < peer.lines.size(); ++slot) {
    if (!peer.lines[slot]->is_open()) reconnector_->call(peer.id, slot);
  }
}

/// Ends the connection and notes it; whoever calls sees to a new one.
void SessionCarrier::close(Line& line, const std::string& why) {
  Peer& peer = *line.peer;
  touch(peer);
  line.frames_again += peer.session.lost(line.slot);
  StreamSockets::close(line);
  peer.unblock(line.slot);
  peer.flush_ns = 0;
  if (sockets_.staged_of() == &line) sockets_.staged() = {};
  const bool is_first = line.down_since_ns == never_ns;
  if (is_first) line.down_since_ns = now_ns_;
  if (peer.session.open_count() == 0 && peer.cut_since_ns == never_ns) peer.cut_since_ns = now_ns_;
  if (!is_first || is_closing_ || peer.session.has_peer_ended()) return;
  if (options_.counters != nullptr) options_.counters->connections_cut.increment();
  if (!options_.fault) return;
  LinkFault fault{LinkFault::Kind::cut, peer.id, line.slot};
  fault.connections_left = peer.session.open_count();
  fault.why = why;
  options_.fault(fault);
}

void SessionCarrier::cut(Line& line, Error why) {
  Peer& peer = *line.peer;
  close(line, why.what);
  const bool is_owed = is_close_expected_ && !peer.session.is_all_acknowledged();
  if (peer.session.has_peer_ended() && !is_owed) {
    // It has said all that it will say, and has all that it waits for.
    if (peer.session.open_count() > 0) return;
    return lose(peer, Error{ErrorCode::unreachable, "the peer ended the session", peer.name});
  }
  const bool has_no_way = peer.session.open_count() == 0;
  if (has_no_way && (reconnector_ == nullptr || options_.patience_ns == 0)) {
    return lose(peer, std::move(why));
  }
  if (reconnector_ != nullptr) reconnector_->call(peer.id, line.slot);
}

void SessionCarrier::give_up_damaged(Line& line, Error why) {
  Peer& peer = *line.peer;
  const std::uint64_t passed_bytes = peer.session.passed_bytes();
  if (std::exchange(peer.damaged_at_bytes, passed_bytes) != passed_bytes) {
    peer.damaged_in_a_row = 0;
  }
  if (++peer.damaged_in_a_row < damaged_in_a_row_max) return cut(line, std::move(why));
  why.what += "; so it was on " + std::to_string(damaged_in_a_row_max) + " connections in a row";
  lose(peer, std::move(why));
}

/// Nothing more goes either way; tell_losses tells why.
void SessionCarrier::lose(Peer& peer, Error why) {
  if (std::exchange(peer.is_lost, true)) return;
  for (auto& line : peer.lines) {
    if (!line->is_open()) continue;
    StreamSockets::close(*line);
    peer.session.lost(line->slot);
    if (sockets_.staged_of() == line.get()) sockets_.staged() = {};
  }
  peer.session.drop();
  peer.cut_since_ns = never_ns;
  peer.flush_ns = never_ns;
  if (reconnector_ != nullptr) reconnector_->hang_up(peer.id);
  if (is_close_expected_) return;
  peer.failure = std::move(why);
  has_losses_ = true;
}

// --- faults --------------------------------------------------------------------------------------

void SessionCarrier::look_at_reconnector() {
  look_ns_ = now_ns_ + look_interval_ns;
  for (const Peer* peer : busy_.all()) {
    if (peer->has_met || !peer->is_called) continue;
    const TimeNs pace_ns = std::max((now_ns_ - peer->cut_since_ns) / 8, quick_look_interval_ns);
    look_ns_ = std::min(look_ns_, now_ns_ + pace_ns);
  }
  reconnector_->progress(now_ns_);
  if (!reconnector_->has_news()) return;
  for (auto& peer : peers_) {
    while (auto event = reconnector_->take(peer->id)) {
      if (!peer->is_lost) handle(*peer, std::move(*event));
    }
  }
}

void SessionCarrier::handle(Peer& peer, Reconnector::Event event) {
  if (event.slot >= peer.lines.size()) return;
  Line& line = *peer.lines[event.slot];
  switch (event.kind) {
    case Reconnector::Event::Kind::connected:
      if (line.is_open()) close(line, "the peer made a new one");
      // What cannot be watched is read only while nobody sleeps; the next one may fare better.
      open(peer, event.slot, std::move(event.socket));
      peer.answered_ns = now_ns_;
      break;
    case Reconnector::Event::Kind::asked:
      if (!peer.has_met) {
        if (!is_close_expected_) call_first(peer);
        break;
      }
      if (line.is_open() && now_ns_ - line.opened_ns < young_ns) break;
      if (line.is_open()) close(line, "the peer has lost it");
      reconnector_->call(peer.id, event.slot);
      break;
    case Reconnector::Event::Kind::answered:
      peer.answered_ns = now_ns_;
      break;
    case Reconnector::Event::Kind::gone:
      if (peer.session.open_count() > 0) break;
      // Who has ended with the job is gone, too, and word of that may be on its way.
      if (!peer.has_met && !is_close_expected_) break;
      lose(peer, Error{ErrorCode::refused, event.why, peer.name});
      break;
  }
}

/// Of a time in which this process itself computed, or was stopped, little counts: nobody could
/// come to it.
void SessionCarrier::note_absence(TimeNs now_ns) {
  const TimeNs uncounted_ns =
      now_ns - std::exchange(progress_ns_, now_ns) - options_.patience_ns / 3;
  if (uncounted_ns <= 0) return;
  for (auto& peer : peers_) {
    if (peer->cut_since_ns != never_ns) peer->cut_since_ns += uncounted_ns;
  }
}

void SessionCarrier::check_patience(Peer& peer) {
  const TimeNs cut_ns = now_ns_ - peer.cut_since_ns;
  // Who has slept and answers at last has the patience to make the connection.
  const TimeNs since_ns = std::max(peer.cut_since_ns, peer.answered_ns);
  const TimeNs limit_ns = patience_ns(peer);
  const bool may_return = now_ns_ - since_ns <= limit_ns ||
                          (reconnector_ != nullptr && reconnector_->is_waiting_for_answer(peer.id));
  if (may_return && cut_ns <= unanswered_factor * limit_ns) return;
  const std::string why = reconnector_ == nullptr ? "" : reconnector_->why_in_vain(peer.id);
  lose(peer, Error{ErrorCode::unreachable,
                   "no connection for " + topology::format_duration(limit_ns) +
                       (why.empty() ? "" : " (" + why + ")"),
                   peer.name});
}

/// The machine at the other end has acknowledged nothing of what is under way for long.
bool SessionCarrier::is_silent(const Line& line) const {
  const TimeNs limit_ns = std::min(options_.patience_ns / 3, silence_max_ns);
  // The machine's last word may be of long ago though it was asked a moment ago.
  const TimeNs since_ns = line.peer->session.under_way_since_ns(line.slot);
  if (since_ns != never_ns && now_ns_ - since_ns <= limit_ns) return false;
  return unacknowledged_ns(line.socket) > limit_ns;
}

/// The peer's machine has what was sent, but the peer has not: it computes, or is stopped, or
/// somebody on the way keeps it. Nobody can tell which, so people are told, of ever longer ones.
void SessionCarrier::look_for_stall(Line& line) {
  Peer& peer = *line.peer;
  LinkFault fault{LinkFault::Kind::stalled, peer.id, line.slot};
  fault.connections_left = peer.session.open_count();
  const std::uint64_t taken_bytes = peer.session.confirmed_bytes(line.slot);
  const TimeNs sent_ns = peer.session.under_way_since_ns(line.slot);
  if (std::exchange(line.taken_bytes, taken_bytes) != taken_bytes || sent_ns == never_ns) {
    fault.kind = LinkFault::Kind::resumed;
    fault.duration_ns = now_ns_ - std::exchange(line.taken_ns, now_ns_);
    if (!std::exchange(line.is_stalled, false)) return;
  } else {
    line.taken_ns = std::max(line.taken_ns, sent_ns);
    fault.duration_ns = now_ns_ - line.taken_ns;
    const TimeNs patience_ns = std::max(options_.patience_ns, 2 * line.stall_told_ns);
    if (line.is_stalled || fault.duration_ns <= patience_ns) return;
    line.is_stalled = true;
    line.stall_told_ns = fault.duration_ns;
    if (options_.counters != nullptr) options_.counters->connections_stalled.increment();
  }
  if (options_.fault) options_.fault(fault);
}

void SessionCarrier::check_lines(Peer& peer) {
  if (peer.is_lost || reconnector_ == nullptr || options_.patience_ns == 0) return;
  for (auto& line : peer.lines) {
    if (!line->is_open()) continue;
    if (is_silent(*line)) {
      cut(*line,
          Error{ErrorCode::unreachable, "the peer's machine acknowledges nothing", peer.name});
      if (peer.is_lost) return;
    } else {
      look_for_stall(*line);
    }
  }
}

}  // namespace isthmus::engine::fabric
