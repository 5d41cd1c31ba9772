#include "isthmus/fabric/carrier/peer_ends.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/carrier/exchange.hpp"

namespace isthmus::engine::fabric {

Expected<void> PeerEnds::add(ProcessId peer, Socket connection) {
  std::string name = peer_name(peer, connection);
  if (auto added = watch_.add(std::move(connection)); !added) return added;
  if (by_rank_.size() <= peer.value) by_rank_.resize(peer.value + 1, no_place);
  ISTHMUS_ASSERT(by_rank_[peer.value] == no_place);
  by_rank_[peer.value] = peers_.size();
  peers_.push_back({peer, std::move(name)});
  return {};
}

bool PeerEnds::are_all_ended() const {
  return std::ranges::all_of(
      peers_, [](const Peer& peer) { return peer.is_read_ended && peer.is_write_ended; });
}

void PeerEnds::end_reading(std::size_t place) {
  Peer& peer = peers_[place];
  if (peer.is_read_ended) return;
  if (!is_close_expected_) {
    return lose(place, Error{ErrorCode::unreachable, "the peer ended the connection"});
  }
  peer.is_read_ended = true;
  if (peer.is_write_ended) watch_.close(place);
}

void PeerEnds::end_writing(std::size_t place) {
  Peer& peer = peers_[place];
  if (std::exchange(peer.is_write_ended, true)) return;
  // The peer waits for this, should it not know that all has come.
  if (peer.is_read_ended) watch_.close(place);
}

void PeerEnds::break_off(std::size_t place, std::string why) {
  Peer& peer = peers_[place];
  if (peer.gone_ns != never_ns) return;
  peer.gone_ns = 0;
  peer.why_gone = std::move(why);
  has_leaving_ = true;
}

void PeerEnds::lose(std::size_t place, Error why) {
  Peer& peer = peers_[place];
  if (peer.is_lost || (peer.is_read_ended && peer.is_write_ended)) return;
  peer.is_lost = true;
  peer.is_read_ended = true;
  peer.is_write_ended = true;
  why.where = peer.name;
  peer.failure = std::move(why);
  has_losses_ = true;
  watch_.close(place);
}

void PeerEnds::attend(TimeNs now_ns, bool is_closing,
                      const std::function<Inbound(std::size_t place)>& inbound_of) {
  if (now_ns >= look_ns_ || is_closing) look(now_ns);
  if (!has_leaving_) return;
  has_leaving_ = false;
  for (std::size_t place = 0; place < peers_.size(); ++place) {
    if (peers_[place].gone_ns == never_ns || peers_[place].is_lost) continue;
    attend_leaving(place, now_ns, inbound_of(place));
  }
}

void PeerEnds::look(TimeNs now_ns) {
  look_ns_ = now_ns + look_interval_ns;
  for (const std::size_t place : watch_.ended()) {
    if (peers_[place].gone_ns != never_ns) continue;
    peers_[place].gone_ns = 0;
    peers_[place].why_gone = "the peer ended the connection";
    has_leaving_ = true;
  }
}

void PeerEnds::attend_leaving(std::size_t place, TimeNs now_ns, const Inbound& inbound) {
  Peer& peer = peers_[place];
  if (peer.is_read_ended) {
    peer.is_write_ended = true;  // nobody is there who would need it
    return;
  }
  const bool has_come =
      std::exchange(peer.taken_when_gone, inbound.taken_count) != inbound.taken_count;
  if (peer.gone_ns == 0 || has_come) peer.gone_ns = now_ns;
  if (now_ns < peer.gone_ns + drain_ns) {
    has_leaving_ = true;
    return;
  }
  std::string what = std::move(peer.why_gone);
  if (inbound.is_mid_frame) what += " in the middle of a frame";
  lose(place, Error{ErrorCode::unreachable, std::move(what)});
}

int PeerEnds::tell_losses(Receiver& above) {
  int told = 0;
  has_losses_ = false;
  for (Peer& peer : peers_) {
    if (!peer.failure) continue;
    const Error why = std::move(*peer.failure);
    peer.failure.reset();
    above.peer_lost(peer.id, why);
    ++told;
  }
  return told;
}

TimeNs PeerEnds::deadline_ns() const {
  if (has_losses_) return 0;
  TimeNs deadline = look_ns_;
  if (!has_leaving_) return deadline;
  for (const Peer& peer : peers_) {
    if (peer.gone_ns == never_ns || (peer.is_read_ended && peer.is_write_ended)) continue;
    deadline = std::min(deadline, peer.gone_ns == 0 ? 0 : peer.gone_ns + drain_ns);
  }
  return deadline;
}

}  // namespace isthmus::engine::fabric
