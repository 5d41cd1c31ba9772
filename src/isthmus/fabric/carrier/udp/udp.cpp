#include "isthmus/fabric/carrier/udp/udp.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::fabric {

namespace {

/// How long a port that takes nothing is left alone.
constexpr TimeNs retry_after_ns = 20'000;
/// From one peer in one call of progress.
constexpr int batches_max = 4;
constexpr TimeNs patience_min_ns = 3'000'000'000;

datagram::ConversationOptions conversation_options(const UdpLink& link, const WireLimits& limits) {
  return {.own_token = link.own_token,
          .peer_token = link.peer_token,
          .datagram_bytes = link.terms.datagram_bytes,
          .peer_datagram_bytes = link.peer_terms.datagram_bytes,
          .window_bytes = link.terms.window_bytes,
          .peer_window_bytes = link.peer_terms.window_bytes,
          .limits = limits};
}

}  // namespace

UdpCarrier::UdpCarrier(ConnectionWatch watch, Socket ports, std::size_t datagram_bytes_max,
                       const UdpOptions& options)
    : options_(options),
      ends_(std::move(watch)),
      ports_(std::move(ports)),
      incoming_(datagram_bytes_max) {}

UdpCarrier::~UdpCarrier() {
  for (auto& peer : peers_) peer->conversation.drop(pool_);
}

Expected<std::unique_ptr<UdpCarrier>> UdpCarrier::adopt(std::vector<UdpLink> links,
                                                        const UdpOptions& options) {
  auto watch = ConnectionWatch::make();
  if (!watch) return forward_error(watch);
  Socket ports(epoll_create1(EPOLL_CLOEXEC));
  if (!ports) return fail(ErrorCode::io, with_errno("cannot make an epoll descriptor", errno));
  if (auto added = watch->add_descriptor(ports.descriptor()); !added) return forward_error(added);
  std::size_t bytes_max = datagram::datagram_bytes_min;
  for (const UdpLink& link : links) bytes_max = std::max(bytes_max, link.peer_terms.datagram_bytes);
  std::unique_ptr<UdpCarrier> carrier(
      new UdpCarrier(std::move(*watch), std::move(ports), bytes_max, options));
  for (UdpLink& link : links) {
    if (auto joined = carrier->join(std::move(link)); !joined) return forward_error(joined);
  }
  return carrier;
}

Expected<void> UdpCarrier::join(UdpLink link) {
  const std::size_t place = peers_.size();
  peers_.push_back(std::make_unique<Peer>(
      conversation_options(link, options_.limits), std::move(link.port), link.terms.datagram_bytes,
      link.terms.patience_ns, DirectSends(options_.batched_bytes_max)));
  const int port = peers_.back()->port->descriptor();
  if (port >= 0) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = place;
    if (epoll_ctl(ports_.descriptor(), EPOLL_CTL_ADD, port, &event) != 0) {
      return fail(ErrorCode::io, with_errno("cannot watch a UDP socket", errno));
    }
  }
  notice_within(link.connection, std::max(link.terms.patience_ns, patience_min_ns));
  return ends_.add(link.peer, std::move(link.connection));
}

// --- sending -------------------------------------------------------------------------------------

SendStatus UdpCarrier::try_send(Frame& frame, TimeNs now_ns) {
  const std::size_t place = ends_.place_of(frame.peer);
  if (place == PeerEnds::no_place || is_closing_ || peers_[place]->is_over ||
      ends_.is_write_ended(place)) {
    return SendStatus::unreachable;
  }
  Peer& peer = *peers_[place];
  const std::size_t bytes = header_bytes + frame.message->payload_bytes;
  if (!peer.conversation.has_room(bytes)) return SendStatus::busy;
  const bool may_wait = (frame.message->flags & flag_may_wait) != 0;
  peer.conversation.push(std::move(frame.message));
  if (peer.direct_sends.take(!peer.direct_sends.is_batched(bytes), may_wait, progress_count_)) {
    send(peer, now_ns);
    next_ns_ = std::min(next_ns_, deadline_of(peer));
  } else {
    next_ns_ = 0;
  }
  return SendStatus::sent;
}

void UdpCarrier::send(Peer& peer, TimeNs now_ns) {
  peer.retry_ns = never_ns;
  while (true) {
    DatagramBatch& batch = peer.outgoing;
    if (batch.is_empty()) {
      batch.clear();
      while (!batch.is_full()) {
        const std::size_t bytes = peer.conversation.write(batch.room(batch.count), now_ns);
        if (bytes == 0) break;
        batch.set_bytes(batch.count++, bytes);
      }
      if (batch.is_empty()) return;
    }
    peer.port->send(batch);
    if (!batch.is_empty()) {
      peer.retry_ns = now_ns + retry_after_ns;
      return;
    }
  }
}

// --- progress ------------------------------------------------------------------------------------

int UdpCarrier::progress(TimeNs now_ns, int budget) {
  ++progress_count_;
  // Not in the call that delivers the last frame: its receiver may expect the end from then on.
  for (std::size_t place = 0; place < peers_.size(); ++place) {
    if (peers_[place]->conversation.peer_has_ended()) ends_.end_reading(place);
  }
  int events = receive_all(now_ns);
  events += deliver(now_ns, budget);
  next_ns_ = never_ns;
  for (std::size_t place = 0; place < peers_.size(); ++place) {
    if (!peers_[place]->is_over) attend(place, now_ns);
  }
  attend_ends(now_ns);
  if (ends_.has_losses() && !has_ready_) events += ends_.tell_losses(*above_);
  return events;
}

int UdpCarrier::receive_all(TimeNs now_ns) {
  int events = 0;
  if (peers_.size() <= polled_peers_max) {
    for (std::size_t place = 0; place < peers_.size(); ++place) events += receive(place, now_ns);
    return events;
  }
  std::array<epoll_event, 64> ready;
  const int count =
      epoll_wait(ports_.descriptor(), ready.data(), static_cast<int>(ready.size()), 0);
  for (int i = 0; i < count; ++i) {
    const auto place = static_cast<std::size_t>(ready[static_cast<std::size_t>(i)].data.u64);
    events += receive(place, now_ns);
  }
  return events;
}

int UdpCarrier::receive(std::size_t place, TimeNs now_ns) {
  Peer& peer = *peers_[place];
  int events = 0;
  peer.may_have_more = true;
  for (int batch = 0; batch < batches_max && peer.may_have_more; ++batch) {
    peer.port->receive(incoming_);
    peer.may_have_more = incoming_.is_full();
    if (peer.is_over) continue;  // nobody minds any more, but the descriptor would stay readable
    for (std::size_t i = 0; i < incoming_.count; ++i) {
      const auto taken = peer.conversation.take(incoming_.datagram(i), now_ns, *blocks_);
      if (!taken) {
        ends_.lose(place, taken.error());
        peer.is_over = true;
        peer.conversation.give_up(*blocks_);
        break;
      }
      events += *taken;
    }
  }
  has_ready_ |= peer.conversation.has_ready();
  return events;
}

int UdpCarrier::deliver(TimeNs now_ns, int budget) {
  if (!has_ready_) return 0;
  int delivered = 0;
  has_ready_ = false;
  // Begins with another peer each time, so that none starves behind one that fills the budget.
  const std::size_t first = next_delivered_++;
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    const std::size_t place = (first + i) % peers_.size();
    datagram::Conversation& conversation = peers_[place]->conversation;
    for (; delivered < budget && conversation.has_ready(); ++delivered) {
      above_->deliver({conversation.take_ready(now_ns), ends_.id(place)});
    }
    has_ready_ |= conversation.has_ready();
  }
  return delivered;
}

void UdpCarrier::attend(std::size_t place, TimeNs now_ns) {
  Peer& peer = *peers_[place];
  // What waits in the socket may be the answer.
  if (!peer.may_have_more) peer.conversation.attend(now_ns);
  if (peer.conversation.wants_to_write(now_ns) || now_ns >= peer.retry_ns) send(peer, now_ns);
  next_ns_ = std::min(next_ns_, peer.may_have_more ? 0 : deadline_of(peer));
  if (peer.conversation.peer_has_ended() && !ends_.is_read_ended(place)) next_ns_ = 0;
  if (is_closing_ && peer.conversation.has_ended()) ends_.end_writing(place);
  tell_silence(place, now_ns);
  count(peer);
}

TimeNs UdpCarrier::deadline_of(const Peer& peer) const {
  return peer.outgoing.is_empty() ? peer.conversation.deadline_ns() : peer.retry_ns;
}

/// Once when it has lasted for the patience, then when it is twice as long as what was told.
void UdpCarrier::tell_silence(std::size_t place, TimeNs now_ns) {
  Peer& peer = *peers_[place];
  const TimeNs since_ns = peer.conversation.silent_since_ns();
  LinkFault fault{.peer = ends_.id(place)};
  if (peer.stalled_told_ns > 0 && since_ns != peer.silent_since_ns) {
    fault.kind = LinkFault::Kind::resumed;
    fault.duration_ns = now_ns - peer.silent_since_ns;
    peer.stalled_told_ns = 0;
    if (options_.fault) options_.fault(fault);
  }
  if (since_ns == never_ns) return;
  const TimeNs silent_ns = now_ns - since_ns;
  if (silent_ns < std::max(peer.patience_ns, 2 * peer.stalled_told_ns)) return;
  peer.stalled_told_ns = silent_ns;
  peer.silent_since_ns = since_ns;
  fault.kind = LinkFault::Kind::stalled;
  fault.duration_ns = silent_ns;
  if (options_.counters != nullptr) options_.counters->connections_stalled.increment();
  if (options_.fault) options_.fault(fault);
}

void UdpCarrier::count(Peer& peer) {
  if (options_.counters == nullptr) return;
  const std::uint64_t resent = peer.conversation.pieces_repeated();
  options_.counters->frames_resent.add(resent - std::exchange(peer.resent_counted, resent));
  const std::uint64_t refused = peer.conversation.counts().strangers;
  options_.counters->datagrams_refused.add(refused - std::exchange(peer.refused_counted, refused));
}

// --- the end -------------------------------------------------------------------------------------

void UdpCarrier::attend_ends(TimeNs now_ns) {
  if (has_woken_.load(std::memory_order_relaxed)) {
    has_woken_.store(false, std::memory_order_relaxed);
    ends_.look_soon();
  }
  if (!is_closing_ && now_ns < ends_.deadline_ns()) [[likely]]
    return;
  ends_.attend(now_ns, is_closing_, [&](std::size_t place) {
    const datagram::Conversation& conversation = peers_[place]->conversation;
    return PeerEnds::Inbound{conversation.counts().datagrams_received, conversation.is_mid_frame()};
  });
  for (std::size_t place = 0; place < peers_.size(); ++place) {
    Peer& peer = *peers_[place];
    const bool is_over = ends_.is_read_ended(place) && ends_.is_write_ended(place);
    if (!is_over || std::exchange(peer.is_over, true)) continue;
    peer.conversation.give_up(*blocks_);
  }
}

void UdpCarrier::close() {
  is_closing_ = true;
  next_ns_ = 0;
  for (auto& peer : peers_) {
    if (!peer->is_over) peer->conversation.end();
  }
}

TimeNs UdpCarrier::deadline_ns() const {
  if (has_ready_) return 0;
  return std::min(next_ns_, ends_.deadline_ns());
}

TimeNs UdpCarrier::wake_ns() const {
  if (has_ready_) return 0;
  return ends_.has_leaving() || ends_.has_losses() ? deadline_ns() : next_ns_;
}

bool UdpCarrier::holds_frames() const {
  return has_ready_ || std::ranges::any_of(peers_, [](const auto& peer) {
           const datagram::Conversation& conversation = peer->conversation;
           return !peer->is_over && (conversation.holds_outbound() || conversation.is_mid_frame());
         });
}

LinkState UdpCarrier::link_state(ProcessId id) {
  const std::size_t place = ends_.place_of(id);
  if (place == PeerEnds::no_place || peers_[place]->is_over) return {};
  return {.unsent_bytes = peers_[place]->conversation.unsent_bytes()};
}

}  // namespace isthmus::engine::fabric
