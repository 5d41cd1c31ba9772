#include "isthmus/fabric/carrier/ucx/ucx.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/carrier/exchange.hpp"

namespace isthmus::engine::fabric {

Expected<std::unique_ptr<UcxCarrier>> UcxCarrier::adopt(UcxGroup group, const UcxOptions& options) {
  auto watch = ConnectionWatch::make();
  if (!watch) return forward_error(watch);
  std::unique_ptr<UcxCarrier> carrier(
      new UcxCarrier(std::move(group.worker), std::move(*watch), options));
  if (auto added = carrier->ends_.watch().add_descriptor(carrier->worker_->descriptor()); !added)
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
  const std::size_t place = peers_.size();
  if (auto added = ends_.add(link.peer, std::move(link.connection)); !added) return added;
  auto peer = std::make_unique<Peer>(Peer{*this, place, link.peer, link.inbound_token});
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
                ends_.name(place), "networks that both have (UCX_TLS, UCX_NET_DEVICES)");
  }
  const auto sink = [](void* to, MessagePtr message, std::size_t landed_bytes) {
    Peer& from = *static_cast<Peer*>(to);
    from.carrier.ready_.deliver({std::move(message), from.id, landed_bytes});
  };
  peer->inbound =
      std::make_unique<UcxInbound>(worker_->handle(), options_.limits, blocks_, sink, peer.get());
  peer->outbound = std::make_unique<UcxOutbound>(
      UcxOutbound::Options{.endpoint = peer->endpoint,
                           .token = link.outbound_token,
                           .is_on_this_machine = link.is_on_this_machine,
                           .eager_bytes_max = options_.eager_bytes_max},
      blocks_);
  peers_.push_back(std::move(peer));
  return {};
}

UcxCarrier::~UcxCarrier() {
  blocks_ = &pool_;
  // First: it may still read and write what the peers hold.
  worker_.reset();
  peers_.clear();
  ready_.drop(pool_);
}

void UcxCarrier::land_in(const Regions& places) {
  for (auto& peer : peers_) peer->inbound->land_in(places);
}

// --- sending -----------------------------------------------------------------------------------

SendStatus UcxCarrier::try_send(Frame& frame, TimeNs) {
  const std::size_t place = ends_.place_of(frame.peer);
  if (place == PeerEnds::no_place || ends_.is_write_ended(place) || is_closing_) [[unlikely]]
    return SendStatus::unreachable;
  Peer& peer = *peers_[place];
  UcxOutbound& outbound = *peer.outbound;
  const std::size_t bytes = header_bytes + frame.message->payload_bytes;
  const bool is_full = outbound.outstanding_parts() > outstanding_parts_max ||
                       outbound.outstanding_bytes() + bytes > options_.outstanding_bytes_max;
  if (is_full && !outbound.is_idle()) return SendStatus::busy;
  outbound.send(std::move(frame.message));
  if (outbound.failure()) [[unlikely]]
    on_broken(&peer, peer.endpoint, *outbound.failure());
  return SendStatus::sent;
}

LinkState UcxCarrier::link_state(ProcessId peer) {
  const std::size_t place = ends_.place_of(peer);
  return {0, place == PeerEnds::no_place ? 0 : peers_[place]->outbound->outstanding_bytes()};
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
  if (ends_.is_read_ended(place)) return UCS_OK;
  Peer& peer = *peers_[place];
  const ucs_status_t status = peer.inbound->take(prefix.sequence, arrival);
  if (peer.inbound->needs_attention() && !std::exchange(peer.needs_attention, true)) [[unlikely]]
    attended_.push_back(&peer);
  return status;
}

void UcxCarrier::on_broken(void* peer, ucp_ep_h, ucs_status_t status) {
  const Peer& broken = *static_cast<Peer*>(peer);
  broken.carrier.ends_.break_off(broken.place, "UCX lost the peer: " + ucx_text(status));
}

int UcxCarrier::progress(TimeNs now_ns, int budget) {
  is_in_progress_.store(true, std::memory_order_relaxed);
  ready_.begin(budget);
  // What has come is not kept waiting for another look. But the library hands over all that has
  // come: where nothing may be delivered it is left alone as long as something waits.
  const int rounds = budget > 0 ? rounds_max : ready_.is_empty() ? 1 : 0;
  for (int round = 0; round < rounds && ready_.left() == budget; ++round) {
    if (ucp_worker_progress(worker_->handle()) == 0) break;
    if (!attended_.empty()) attend_inbound();
  }
  attend_ends(now_ns);
  int events = budget - ready_.left();
  if (ends_.has_losses() && ready_.is_empty()) events += ends_.tell_losses(*above_);
  is_in_progress_.store(false, std::memory_order_relaxed);
  return events;
}

/// Those for whom something waits, or came wrong, or was the last.
void UcxCarrier::attend_inbound() {
  std::erase_if(attended_, [&](Peer* peer) {
    UcxInbound& inbound = *peer->inbound;
    inbound.resume();
    if (inbound.failure()) {
      ends_.lose(peer->place, std::move(*inbound.failure()));
    } else if (inbound.is_ended()) {
      ends_.end_reading(peer->place);
    }
    peer->needs_attention = inbound.needs_attention() && !ends_.is_read_ended(peer->place);
    return !peer->needs_attention;
  });
}

// --- sleeping ----------------------------------------------------------------------------------

bool UcxCarrier::fall_asleep() {
  return !ends_.has_losses() && ready_.is_empty() && worker_->arm();
}

// --- the end -----------------------------------------------------------------------------------

/// What UCX has of a lost peer's it keeps until the worker ends.
void UcxCarrier::attend_ends(TimeNs now_ns) {
  if (has_woken_.load(std::memory_order_relaxed)) {
    has_woken_.store(false, std::memory_order_relaxed);
    ends_.look_soon();
  }
  if (!is_closing_ && now_ns < ends_.deadline_ns()) [[likely]]
    return;
  ends_.attend(now_ns, is_closing_, [&](std::size_t place) {
    const UcxInbound& inbound = *peers_[place]->inbound;
    return PeerEnds::Inbound{inbound.taken_count(), inbound.is_mid_frame()};
  });
  for (auto& peer : peers_) {
    if (is_closing_ && peer->outbound->is_ended()) ends_.end_writing(peer->place);
  }
}

void UcxCarrier::close() {
  is_closing_ = true;
  for (auto& peer : peers_) {
    if (!ends_.is_write_ended(peer->place)) peer->outbound->end();
  }
}

bool UcxCarrier::is_finished() const { return ready_.is_empty() && ends_.are_all_ended(); }

TimeNs UcxCarrier::deadline_ns() const { return ready_.is_empty() ? ends_.deadline_ns() : 0; }

bool UcxCarrier::holds_frames() const {
  return !ready_.is_empty() || std::ranges::any_of(peers_, [&](const auto& peer) {
    return (!ends_.is_write_ended(peer->place) && !peer->outbound->is_idle()) ||
           (!ends_.is_read_ended(peer->place) && peer->inbound->is_mid_frame());
  });
}

}  // namespace isthmus::engine::fabric
