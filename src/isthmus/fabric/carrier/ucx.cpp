#include "isthmus/fabric/carrier/ucx.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/carrier/exchange.hpp"

namespace isthmus::fabric {

Expected<std::unique_ptr<UcxCarrier>> UcxCarrier::adopt(UcxGroup group, const UcxOptions& options) {
  auto watch = ConnectionWatch::make();
  if (!watch) return forward_error(watch);
  std::unique_ptr<UcxCarrier> carrier(
      new UcxCarrier(std::move(group.worker), std::move(*watch), options));
  if (auto added = carrier->watch_.add_descriptor(carrier->worker_->descriptor()); !added)
    return forward_error(added);
  auto stream = carrier->listen(UcxKind::stream, &on_active_message<UcxKind::stream>);
  if (!stream) return forward_error(stream);
  auto end = carrier->listen(UcxKind::end, &on_active_message<UcxKind::end>);
  if (!end) return forward_error(end);
  for (UcxLink& link : group.links) {
    if (auto joined = carrier->join(std::move(link)); !joined) return forward_error(joined);
  }
  return carrier;
}

Expected<void> UcxCarrier::listen(UcxKind kind, ucp_am_recv_callback_t callback) {
  ucp_am_handler_param_t handler{};
  handler.field_mask = UCP_AM_HANDLER_PARAM_FIELD_ID | UCP_AM_HANDLER_PARAM_FIELD_CB |
                       UCP_AM_HANDLER_PARAM_FIELD_ARG;
  handler.id = static_cast<unsigned>(kind);
  handler.cb = callback;
  handler.arg = this;
  const ucs_status_t status = ucp_worker_set_am_recv_handler(worker_->handle(), &handler);
  if (status == UCS_OK) return {};
  return fail(ErrorCode::io, "UCX: takes no active messages: " + ucx_text(status));
}

Expected<void> UcxCarrier::join(UcxLink link) {
  auto peer = std::make_unique<Peer>(
      Peer{*this, link.peer, peer_name(link.peer, link.connection), link.inbound_token});
  ucp_ep_params_t params{};
  params.field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS | UCP_EP_PARAM_FIELD_ERR_HANDLING_MODE |
                      UCP_EP_PARAM_FIELD_ERR_HANDLER;
  params.address = reinterpret_cast<const ucp_address_t*>(link.address.data());
  params.err_mode =
      link.is_on_this_machine ? UCP_ERR_HANDLING_MODE_NONE : UCP_ERR_HANDLING_MODE_PEER;
  params.err_handler = {&on_broken, peer.get()};
  const ucs_status_t status = ucp_ep_create(worker_->handle(), &params, &peer->endpoint);
  if (status != UCS_OK) {
    return fail(ErrorCode::unreachable, "UCX finds no way to the peer: " + ucx_text(status),
                peer->name, "networks that both have (UCX_TLS, UCX_NET_DEVICES)");
  }
  const auto sink = [](void* to, MessagePtr message, std::size_t landed_bytes) {
    Peer& from = *static_cast<Peer*>(to);
    from.carrier.deliver({std::move(message), from.id, landed_bytes});
  };
  peer->inbound =
      std::make_unique<UcxInbound>(worker_->handle(), options_.limits, blocks_, sink, peer.get());
  peer->outbound = std::make_unique<UcxOutbound>(peer->endpoint, link.outbound_token,
                                                 link.is_on_this_machine, blocks_);
  if (auto added = watch_.add(std::move(link.connection)); !added) return added;
  if (by_rank_.size() <= link.peer.value) by_rank_.resize(link.peer.value + 1);
  ISTHMUS_ASSERT(by_rank_[link.peer.value] == nullptr);
  by_rank_[link.peer.value] = peer.get();
  peers_.push_back(std::move(peer));
  return {};
}

UcxCarrier::~UcxCarrier() {
  blocks_ = &pool_;
  // First: it may still read and write what the peers hold.
  worker_.reset();
  peers_.clear();
  for (Frame& frame : ready_) pool_.release(std::move(frame.message));
}

void UcxCarrier::land_in(const LandingPlaces& places) {
  for (auto& peer : peers_) peer->inbound->land_in(places);
}

// --- sending -----------------------------------------------------------------------------------

SendStatus UcxCarrier::try_send(Frame& frame, TimeNs) {
  Peer* const peer = peer_of(frame.peer);
  if (peer == nullptr || peer->is_write_ended || is_closing_) [[unlikely]]
    return SendStatus::unreachable;
  UcxOutbound& outbound = *peer->outbound;
  const std::size_t bytes = header_bytes + frame.message->payload_bytes;
  const bool is_full = outbound.outstanding_parts() > outstanding_parts_max ||
                       outbound.outstanding_bytes() + bytes > options_.outstanding_bytes_max;
  if (is_full && !outbound.is_idle()) return SendStatus::busy;
  outbound.send(std::move(frame.message));
  if (outbound.failure()) [[unlikely]]
    on_broken(peer, peer->endpoint, *outbound.failure());
  return SendStatus::sent;
}

LinkState UcxCarrier::link_state(ProcessId peer) {
  const Peer* const to = peer_of(peer);
  return {0, to == nullptr ? 0 : to->outbound->outstanding_bytes()};
}

// --- receiving ---------------------------------------------------------------------------------

template <UcxKind kind>
ucs_status_t UcxCarrier::on_active_message(void* carrier, const void* header,
                                           std::size_t head_bytes, void* data,
                                           std::size_t data_bytes,
                                           const ucp_am_recv_param_t* param) {
  UcxArrival arrival;
  arrival.kind = kind;
  arrival.head = {static_cast<const std::byte*>(header), head_bytes};
  arrival.data = data;
  arrival.data_bytes = data_bytes;
  arrival.is_rendezvous = (param->recv_attr & UCP_AM_RECV_ATTR_FLAG_RNDV) != 0;
  // Without a header of its own the bytes begin with ours, and are not kept.
  if (head_bytes == 0 && !arrival.is_rendezvous) {
    arrival.head = {static_cast<const std::byte*>(data), data_bytes};
    arrival.data_bytes = 0;
  } else {
    arrival.may_stay = (param->recv_attr & UCP_AM_RECV_ATTR_FLAG_DATA) != 0;
  }
  UcxPrefix prefix;
  if (arrival.head.size() < sizeof(prefix)) return UCS_OK;  // of a stranger
  std::memcpy(&prefix, arrival.head.data(), sizeof(prefix));
  arrival.head = arrival.head.subspan(sizeof(prefix));
  return static_cast<UcxCarrier*>(carrier)->take(prefix, arrival);
}

ucs_status_t UcxCarrier::take(const UcxPrefix& prefix, const UcxArrival& arrival) {
  const std::size_t place = prefix.token & (ucx_token_places - 1);
  if (place >= peers_.size() || peers_[place]->inbound_token != prefix.token) return UCS_OK;
  Peer& peer = *peers_[place];
  const ucs_status_t status = peer.inbound->take(prefix.sequence, arrival);
  if (peer.inbound->needs_attention() && !std::exchange(peer.needs_attention, true)) [[unlikely]]
    attended_.push_back(&peer);
  return status;
}

void UcxCarrier::on_broken(void* peer, ucp_ep_h, ucs_status_t status) {
  Peer& broken = *static_cast<Peer*>(peer);
  broken.broken = status;
  broken.carrier.has_gone_peers_ = true;
}

int UcxCarrier::progress(TimeNs now_ns, int budget) {
  is_in_progress_.store(true, std::memory_order_relaxed);
  if (now_ns >= look_ns_ || has_woken_.load(std::memory_order_relaxed) || is_closing_) look(now_ns);
  room_ = budget;
  deliver_ready();
  // What has come is not kept waiting for another look.
  for (int round = 0; round < rounds_max && room_ == budget; ++round) {
    if (ucp_worker_progress(worker_->handle()) == 0) break;
    if (!attended_.empty()) attend_inbound();
  }
  if (is_closing_ || has_gone_peers_) attend_ends(now_ns);
  if (has_losses_ && ready_.empty()) room_ -= tell_losses();
  is_in_progress_.store(false, std::memory_order_relaxed);
  return budget - room_;
}

void UcxCarrier::deliver(Frame frame) {
  if (room_ <= 0 || !ready_.empty()) return ready_.push_back(std::move(frame));
  --room_;
  above_->deliver(std::move(frame));
}

void UcxCarrier::deliver_ready() {
  for (; room_ > 0 && !ready_.empty(); --room_) {
    Frame frame = std::move(ready_.front());
    ready_.pop_front();
    above_->deliver(std::move(frame));
  }
}

/// Those for whom something waits, or came wrong, or was the last.
void UcxCarrier::attend_inbound() {
  std::erase_if(attended_, [&](Peer* peer) {
    UcxInbound& inbound = *peer->inbound;
    inbound.resume();
    if (inbound.failure() && !peer->is_read_ended) {
      Error why = std::move(*inbound.failure());
      why.where = peer->name;
      lose(*peer, std::move(why));
    } else if (inbound.is_ended() && !peer->is_read_ended) {
      end_reading(*peer);
    }
    peer->needs_attention = inbound.needs_attention() && !peer->is_read_ended;
    return !peer->needs_attention;
  });
}

// --- sleeping ----------------------------------------------------------------------------------

bool UcxCarrier::fall_asleep() { return !has_losses_ && ready_.empty() && worker_->arm(); }

void UcxCarrier::look(TimeNs now_ns) {
  look_ns_ = now_ns + look_interval_ns;
  has_woken_.store(false, std::memory_order_relaxed);
  for (const std::size_t place : watch_.ended()) {
    peers_[place]->gone_ns = now_ns;
    peers_[place]->taken_when_gone = peers_[place]->inbound->taken_count();
    has_gone_peers_ = true;
  }
}

// --- the end -----------------------------------------------------------------------------------

/// The peer has said that it sends no more.
void UcxCarrier::end_reading(Peer& peer) {
  if (!is_close_expected_) {
    return lose(peer, {ErrorCode::unreachable, "the peer ended the connection", peer.name});
  }
  peer.is_read_ended = true;
}

void UcxCarrier::attend_ends(TimeNs now_ns) {
  has_gone_peers_ = false;
  for (std::size_t place = 0; place < peers_.size(); ++place) {
    Peer& peer = *peers_[place];
    if (peer.is_lost) continue;
    if (peer.gone_ns != never_ns || peer.broken) attend_gone(peer, now_ns);
    if (is_closing_ && peer.outbound->is_ended()) peer.is_write_ended = true;
    // The peer waits for this, should it not know that all has come.
    if (peer.is_read_ended && peer.is_write_ended) watch_.close(place);
  }
}

void UcxCarrier::attend_gone(Peer& peer, TimeNs now_ns) {
  if (peer.is_read_ended) {
    peer.is_write_ended = true;  // nobody is there who would need it
    return;
  }
  if (peer.gone_ns == never_ns) peer.gone_ns = now_ns;
  const std::uint64_t taken_count = peer.inbound->taken_count();
  if (std::exchange(peer.taken_when_gone, taken_count) != taken_count) peer.gone_ns = now_ns;
  if (now_ns < peer.gone_ns + drain_ns) {
    has_gone_peers_ = true;
    return;
  }
  std::string what = "the peer ended the connection";
  if (peer.broken) what = "UCX lost the peer: " + ucx_text(*peer.broken);
  if (peer.inbound->is_mid_frame()) what += " in the middle of a frame";
  lose(peer, {ErrorCode::unreachable, std::move(what), peer.name});
}

/// Nothing more goes either way; tell_losses tells why. What UCX has of the peer's it keeps until
/// the worker ends, unless it can be told to give it back.
void UcxCarrier::lose(Peer& peer, Error why) {
  if (std::exchange(peer.is_lost, true)) return;
  peer.inbound->stop();
  peer.is_read_ended = true;
  peer.is_write_ended = true;
  peer.failure = std::move(why);
  has_losses_ = true;
}

int UcxCarrier::tell_losses() {
  int told = 0;
  has_losses_ = false;
  for (auto& peer : peers_) {
    if (!peer->failure) continue;
    const Error why = std::move(*peer->failure);
    peer->failure.reset();
    above_->peer_lost(peer->id, why);
    ++told;
  }
  return told;
}

void UcxCarrier::close() {
  is_closing_ = true;
  for (auto& peer : peers_) {
    if (!peer->is_write_ended) peer->outbound->end();
  }
}

bool UcxCarrier::is_finished() const {
  return ready_.empty() && std::ranges::all_of(peers_, [](const auto& peer) {
           return peer->is_read_ended && peer->is_write_ended;
         });
}

TimeNs UcxCarrier::deadline_ns() const {
  if (has_losses_ || !ready_.empty()) return 0;
  TimeNs deadline = look_ns_;
  for (const auto& peer : peers_) {
    if (!peer->is_lost && peer->gone_ns != never_ns)
      deadline = std::min(deadline, peer->gone_ns + drain_ns);
  }
  return deadline;
}

bool UcxCarrier::holds_frames() const {
  return !ready_.empty() || std::ranges::any_of(peers_, [](const auto& peer) {
    return (!peer->is_write_ended && !peer->outbound->is_idle()) ||
           (!peer->is_read_ended && peer->inbound->is_mid_frame());
  });
}

}  // namespace isthmus::fabric
