#include "isthmus/fabric/carrier/tcp/session_carrier.hpp"

#include <algorithm>
#include <cerrno>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::fabric {

namespace {

constexpr TimeNs check_interval_ns = 1'000'000'000;

}  // namespace

SessionCarrier::SessionCarrier(const SessionOptions& options, StreamSockets sockets,
                               Reconnector* reconnector)
    : options_(options), sockets_(std::move(sockets)), reconnector_(reconnector) {}

// The last caller may be gone, and the sessions let go of what they keep.
SessionCarrier::~SessionCarrier() { blocks_ = &pool_; }

Expected<std::unique_ptr<SessionCarrier>> SessionCarrier::adopt(std::vector<Connection> connections,
                                                                const SessionOptions& options,
                                                                Reconnector* reconnector) {
  auto sockets = StreamSockets::make();
  if (!sockets) return forward_error(sockets);
  std::unique_ptr<SessionCarrier> carrier(
      new SessionCarrier(options, std::move(*sockets), reconnector));
  if (reconnector != nullptr && !carrier->sockets_.add_other(reconnector->descriptor())) {
    return fail(ErrorCode::io, with_errno("cannot watch the data port", errno));
  }
  for (auto& [id, socket] : connections) {
    ISTHMUS_ASSERT(id && (socket || reconnector != nullptr));
    if (carrier->by_rank_.size() <= id.value) carrier->by_rank_.resize(id.value + 1);
    ISTHMUS_ASSERT(carrier->by_rank_[id.value] == nullptr);
    auto peer = std::make_unique<Peer>(id, options.session, carrier->blocks_,
                                       DirectSends(options.batched_bytes_max));
    peer->name = "process " + std::to_string(id.value);
    for (unsigned slot = 0; slot < options.session.slots; ++slot) {
      peer->lines.push_back(std::make_unique<Line>(*peer, slot));
      carrier->lines_.push_back(peer->lines.back().get());
    }
    if (socket && !carrier->open(*peer, 0, std::move(socket))) {
      return fail(ErrorCode::io, with_errno("cannot watch a connection", errno), peer->name);
    }
    carrier->by_rank_[id.value] = peer.get();
    carrier->peers_.push_back(std::move(peer));
  }
  carrier->update_deadline();
  return carrier;
}

void SessionCarrier::land_in(const Regions& places) {
  for (auto& peer : peers_) peer->session.land_in(places);
}

SessionCarrier::Peer* SessionCarrier::peer_of(ProcessId peer) const {
  return peer.value < by_rank_.size() ? by_rank_[peer.value] : nullptr;
}

std::size_t SessionCarrier::kept_bytes(ProcessId peer) const {
  const Peer* known = peer_of(peer);
  return known == nullptr ? 0 : known->session.kept_bytes();
}

// --- sending -------------------------------------------------------------------------------------

SendStatus SessionCarrier::try_send(Frame& frame, TimeNs now_ns) {
  Peer* const peer = peer_of(frame.peer);
  if (peer == nullptr || peer->is_lost || is_closing_) return SendStatus::unreachable;
  if (!peer->has_met && !peer->is_called && is_close_expected_) return SendStatus::unreachable;
  now_ns_ = std::max(now_ns_, now_ns);
  touch(*peer);
  const std::optional<bool> is_direct = peer->take(frame, progress_count_);
  if (!is_direct) return SendStatus::busy;
  if (!peer->has_met) [[unlikely]]
    call_first(*peer);
  if (*is_direct) {
    flush(*peer);
  } else {
    peer->flush_ns = 0;
  }
  deadline_ns_ = std::min(deadline_ns_, peer->flush_ns);
  return SendStatus::sent;
}

/// Writes until there is nothing to write or the sockets are full.
void SessionCarrier::flush(Peer& peer) {
  session::Gathered gathered;
  peer.flush(now_ns_, [&](unsigned slot) {
    Line& line = *peer.lines[slot];
    peer.session.gather(slot, gathered);
    const ssize_t written =
        write_pieces(line.socket, std::span(gathered.pieces).first(gathered.piece_count));
    if (written < 0 && errno != EAGAIN) {
      // What the peer wrote before it went is still to be read.
      line.write_failure =
          Error{ErrorCode::unreachable, with_errno("the connection broke", errno), peer.name};
      return peer.block(slot);
    }
    const auto byte_count = static_cast<std::size_t>(std::max<ssize_t>(written, 0));
    peer.session.written(slot, byte_count);
    if (byte_count < gathered.byte_count) {
      peer.block(slot);
      watch(line);
    }
  });
}

void SessionCarrier::flush_due(Peer& peer) {
  peer.session.set_time(now_ns_);
  if (now_ns_ < peer.flush_ns) {
    // New connections, acknowledgements, a window that has opened.
    if (peer.session.next_writer(peer.blocked)) flush(peer);
    return;
  }
  for (auto& line : peer.lines) {
    if (!line->write_failure) peer.unblock(line->slot);
  }
  flush(peer);
  for (auto& line : peer.lines) {
    if (line->is_open()) watch(*line);
  }
}

// --- receiving -----------------------------------------------------------------------------------

int SessionCarrier::progress(TimeNs now_ns, int budget) {
  ++progress_count_;
  note_absence(now_ns);
  now_ns_ = std::max(now_ns_, now_ns);
  if (reconnector_ != nullptr && now_ns_ >= look_ns_) look_at_reconnector();
  int events = deliver_staged(budget);
  if (!sockets_.has_staged() && events < budget) {
    events += sockets_.receive_all(
        std::span<Line* const>(lines_), budget - events,
        [this](Line& line, int rest) { return line.is_open() ? receive(line, rest) : 0; },
        [this] { look_ns_ = 0; });  // somebody calls
  }
  busy_.attend_all(
      [this](Peer& peer) {
        if (!peer.is_lost) flush_due(peer);
        if (peer.cut_since_ns != never_ns) check_patience(peer);
      },
      [this](const Peer& peer) { return is_idle(peer); });
  if (now_ns_ >= check_ns_) {
    check_ns_ = now_ns_ + check_interval_ns;
    for (auto& peer : peers_) check_lines(*peer);
  }
  if (std::exchange(has_losses_, false)) events += tell_failures(peers_, *above_);
  update_deadline();
  return events;
}

/// From here on progress looks at the peer, until it is idle.
void SessionCarrier::touch(Peer& peer) {
  peer.session.set_time(now_ns_);
  busy_.add(peer);
}

bool SessionCarrier::is_idle(const Peer& peer) const {
  if (peer.is_lost) return true;
  if (peer.flush_ns != never_ns || peer.session.deadline_ns() != never_ns) return false;
  return std::ranges::all_of(peer.lines, [&](const auto& line) {
    return line->is_open() && !peer.session.has_under_way(line->slot);
  });
}

/// One read from one connection.
int SessionCarrier::receive(Line& line, int budget) {
  const std::span<std::byte> gap = line.peer->session.gap(line.slot);
  const ssize_t got = sockets_.read(line, gap);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
    if (!line.write_failure) return 0;
    cut(line, std::move(*line.write_failure));
    return 1;
  }
  if (got <= 0) {
    Error why{ErrorCode::unreachable, "the peer ended the connection", line.peer->name};
    if (got < 0) why.what = with_errno("the connection broke", errno);
    if (line.peer->session.is_mid_frame()) why.what += " in the middle of a frame";
    cut(line, std::move(why));
    return 1;
  }
  const auto byte_count = static_cast<std::size_t>(got);
  const std::size_t in_place = std::min(byte_count, gap.size());
  touch(*line.peer);
  line.peer->session.filled(line.slot, in_place);
  sockets_.stage(line, byte_count - in_place);
  return deliver_staged(budget);
}

/// Delivers what is staged as far as the budget goes; the rest stays for the next progress.
int SessionCarrier::deliver_staged(int budget) {
  if (!sockets_.has_staged()) return 0;
  auto& line = static_cast<Line&>(*sockets_.staged_of());
  Peer& peer = *line.peer;
  touch(peer);
  bool was_greeted = peer.session.is_greeted(line.slot);
  int delivered = 0;
  while (delivered < budget && !peer.is_lost) {
    auto message = peer.session.take(line.slot, sockets_.staged());
    if (!was_greeted && peer.session.is_greeted(line.slot)) {
      was_greeted = true;
      greeted(line);
    }
    if (!message) {
      Error why = std::move(message.error());
      why.where = peer.name;
      sockets_.unstage();
      if (why.code == ErrorCode::malformed) {
        lose(peer, std::move(why));
      } else {
        give_up_damaged(line, std::move(why));
      }
      ++delivered;
      break;
    }
    if (*message == nullptr) {
      sockets_.unstage();
      break;
    }
    above_->deliver({std::move(*message), peer.id, peer.session.landed_bytes()});
    ++delivered;
  }
  if (peer.is_lost) sockets_.unstage();
  return delivered;
}

void SessionCarrier::update_deadline() {
  deadline_ns_ = sockets_.has_staged() ? 0 : never_ns;
  if (has_losses_) deadline_ns_ = 0;
  bool is_any_cut = false;
  bool is_any_under_way = false;
  for (const Peer* peer : busy_.all()) {
    if (peer->is_lost) continue;
    deadline_ns_ = std::min(deadline_ns_, peer->flush_ns);
    if (peer->blocked == 0) deadline_ns_ = std::min(deadline_ns_, peer->session.deadline_ns());
    for (const auto& line : peer->lines) {
      is_any_cut = is_any_cut || !line->is_open();
      is_any_under_way = is_any_under_way || peer->session.has_under_way(line->slot);
    }
  }
  if (is_any_under_way) deadline_ns_ = std::min(deadline_ns_, check_ns_);
  if (reconnector_ == nullptr) return;
  if (is_any_cut || reconnector_->deadline_ns() != never_ns) {
    deadline_ns_ = std::min(deadline_ns_, look_ns_);
  }
}

// --- the end -------------------------------------------------------------------------------------

void SessionCarrier::close() {
  is_closing_ = true;
  for (auto& peer : peers_) {
    if (peer->is_lost) continue;
    peer->session.end();
    flush(*peer);
  }
  update_deadline();
}

bool SessionCarrier::is_finished() const {
  return std::ranges::all_of(peers_, [&](const auto& peer) {
    if (peer->is_lost) return true;
    if (peer->has_met) return peer->session.is_finished();
    return !peer->is_called && !reconnector_->has_news_of(peer->id);
  });
}

bool SessionCarrier::holds_frames() const {
  return sockets_.has_staged() || std::ranges::any_of(peers_, [](const auto& peer) {
           return !peer->is_lost && peer->session.holds_frames();
         });
}

}  // namespace isthmus::engine::fabric
