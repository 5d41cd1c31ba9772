#include "isthmus/fabric/carrier/mpi/mpi.hpp"

#include <algorithm>
#include <utility>

namespace isthmus::engine::fabric {

MpiCarrier::Peer::Peer(MpiCarrier& of, const MpiLink& link, int bulk_tag)
    : carrier(of),
      id(link.peer),
      inbound(link.rank, bulk_tag, of.options_.limits, of.blocks_, &sink, this),
      outbound(link.rank, link.tag, of.blocks_) {}

void MpiCarrier::Peer::sink(void* peer, MessagePtr message, std::size_t landed_bytes) {
  Peer& from = *static_cast<Peer*>(peer);
  from.carrier.ready_.deliver({std::move(message), from.id, landed_bytes});
}

Expected<std::unique_ptr<MpiCarrier>> MpiCarrier::adopt(MpiGroup group, const MpiOptions& options) {
  auto watch = ConnectionWatch::make();
  if (!watch) return forward_error(watch);
  std::unique_ptr<MpiCarrier> carrier(new MpiCarrier(group, std::move(*watch), options));
  for (MpiLink& link : group.links) {
    if (auto joined = carrier->join(std::move(link)); !joined) return forward_error(joined);
  }
  if (auto opened = carrier->open_ring(); !opened) return forward_error(opened);
  return carrier;
}

Expected<void> MpiCarrier::join(MpiLink link) {
  const auto mpi_rank = static_cast<std::size_t>(link.rank);
  if (place_by_mpi_rank_.size() <= mpi_rank) {
    place_by_mpi_rank_.resize(mpi_rank + 1, PeerEnds::no_place);
  }
  if (place_by_mpi_rank_[mpi_rank] != PeerEnds::no_place) {
    return fail(ErrorCode::malformed,
                "two processes say that they are MPI's rank " + std::to_string(mpi_rank));
  }
  place_by_mpi_rank_[mpi_rank] = peers_.size();
  if (auto added = ends_.add(link.peer, std::move(link.connection)); !added) return added;
  peers_.push_back(std::make_shared<Peer>(*this, link, tag_ + 1));
  return {};
}

Expected<void> MpiCarrier::open_ring() {
  ring_->requests.fill(MPI_REQUEST_NULL);
  for (std::size_t i = 0; i < receive_count; ++i) {
    int status = MPI_Recv_init(ring_->buffers[i].data(), mpi_message_bytes_max, MPI_BYTE,
                               MPI_ANY_SOURCE, tag_, MPI_COMM_WORLD, &ring_->requests[i]);
    if (status == MPI_SUCCESS) status = MPI_Start(&ring_->requests[i]);
    if (status != MPI_SUCCESS) {
      return fail(ErrorCode::io, "MPI cannot receive: " + mpi_text(status));
    }
  }
  return {};
}

MpiCarrier::~MpiCarrier() {
  blocks_ = &pool_;
  for (MPI_Request& request : ring_->requests) {
    if (request == MPI_REQUEST_NULL) continue;
    MPI_Cancel(&request);
    MPI_Request_free(&request);
  }
  session_->keep(std::move(ring_));
  for (std::shared_ptr<Peer>& peer : peers_) {
    // What MPI still has of a lost peer's must stay where it is.
    if (peer->outbound.is_idle() && !peer->inbound.is_receiving()) continue;
    session_->abandon();
    session_->keep(std::move(peer));
  }
  ready_.drop(pool_);
}

void MpiCarrier::land_in(const Regions& places) {
  for (auto& peer : peers_) peer->inbound.land_in(places);
}

// --- sending -----------------------------------------------------------------------------------

SendStatus MpiCarrier::try_send(Frame& frame, TimeNs) {
  const std::size_t place = ends_.place_of(frame.peer);
  if (place == PeerEnds::no_place || ends_.is_write_ended(place) || is_closing_) [[unlikely]]
    return SendStatus::unreachable;
  MpiOutbound& outbound = peers_[place]->outbound;
  const std::size_t bytes = header_bytes + frame.message->payload_bytes;
  const bool is_full = outbound.outstanding_count() > outstanding_count_max ||
                       outbound.outstanding_bytes() + bytes > options_.outstanding_bytes_max;
  if (is_full && !outbound.is_idle()) return SendStatus::busy;
  outbound.send(std::move(frame.message));
  return SendStatus::sent;
}

LinkState MpiCarrier::link_state(ProcessId peer) {
  const std::size_t place = ends_.place_of(peer);
  return {0, place == PeerEnds::no_place ? 0 : peers_[place]->outbound.outstanding_bytes()};
}

// --- receiving ---------------------------------------------------------------------------------

int MpiCarrier::progress(TimeNs now_ns, int budget) {
  is_in_progress_.store(true, std::memory_order_relaxed);
  ready_.begin(budget);
  bool has_received = false;
  // What has come is not kept waiting for another look.
  while (budget > 0 && ready_.left() == budget && receive()) has_received = true;
  attend_peers();
  attend_ends(now_ns);
  int events = budget - ready_.left();
  if (ends_.has_losses() && ready_.is_empty()) events += ends_.tell_losses(*above_);
  if (events > 0 || has_received) arrival_ns_ = now_ns;
  nap_end_ns_ = now_ns + std::clamp((now_ns - arrival_ns_) / 4, nap_ns_min, nap_ns_max);
  is_in_progress_.store(false, std::memory_order_relaxed);
  return events;
}

/// One message, of whomever.
bool MpiCarrier::receive() {
  MPI_Request& request = ring_->requests[ring_->next];
  int is_done = 0;
  MPI_Status status;
  if (MPI_Test(&request, &is_done, &status) != MPI_SUCCESS || is_done == 0) return false;
  int count = 0;
  MPI_Get_count(&status, MPI_BYTE, &count);
  const auto source = static_cast<std::size_t>(status.MPI_SOURCE);
  const std::size_t place =
      source < place_by_mpi_rank_.size() ? place_by_mpi_rank_[source] : PeerEnds::no_place;
  if (place != PeerEnds::no_place && !ends_.is_read_ended(place)) {
    const MpiBuffer& buffer = ring_->buffers[ring_->next];
    MpiInbound& inbound = peers_[place]->inbound;
    inbound.take(std::span(buffer).first(static_cast<std::size_t>(count)));
  }
  MPI_Start(&request);
  ring_->next = (ring_->next + 1) % receive_count;
  return true;
}

/// Bulks under way, and what has been sent.
void MpiCarrier::attend_peers() {
  for (std::size_t place = 0; place < peers_.size(); ++place) {
    Peer& peer = *peers_[place];
    if (!peer.outbound.is_idle()) {
      peer.outbound.progress();
      if (peer.outbound.failure() != MPI_SUCCESS) {
        ends_.break_off(place, "MPI lost the peer: " + mpi_text(peer.outbound.failure()));
      }
    }
    if (peer.inbound.is_receiving() && !ends_.is_read_ended(place)) peer.inbound.progress();
    if (peer.inbound.failure()) [[unlikely]] {
      ends_.lose(place, std::move(*peer.inbound.failure()));
    } else if (peer.inbound.is_ended()) {
      ends_.end_reading(place);
    }
  }
}

// --- the end -----------------------------------------------------------------------------------

void MpiCarrier::attend_ends(TimeNs now_ns) {
  if (!is_closing_ && now_ns < ends_.deadline_ns()) [[likely]]
    return;
  ends_.attend(now_ns, is_closing_, [&](std::size_t place) {
    const MpiInbound& inbound = peers_[place]->inbound;
    return PeerEnds::Inbound{inbound.taken_count(), inbound.is_mid_frame()};
  });
  if (ends_.has_losses()) session_->abandon();
  for (std::size_t place = 0; place < peers_.size(); ++place) {
    if (is_closing_ && peers_[place]->outbound.is_ended()) ends_.end_writing(place);
  }
}

void MpiCarrier::close() {
  is_closing_ = true;
  for (std::size_t place = 0; place < peers_.size(); ++place) {
    if (!ends_.is_write_ended(place)) peers_[place]->outbound.end();
  }
}

bool MpiCarrier::holds_frames() const {
  for (std::size_t place = 0; place < peers_.size(); ++place) {
    const Peer& peer = *peers_[place];
    if (!ends_.is_write_ended(place) && !peer.outbound.is_idle()) return true;
    if (!ends_.is_read_ended(place) && peer.inbound.is_mid_frame()) return true;
  }
  return !ready_.is_empty();
}

}  // namespace isthmus::engine::fabric
