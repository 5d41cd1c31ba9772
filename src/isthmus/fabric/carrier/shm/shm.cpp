#include "isthmus/fabric/carrier/shm/shm.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/carrier/frame_queue.hpp"

namespace isthmus::engine::fabric {

namespace {

/// Of the stream, how much is read before the writer is told that it is free.
constexpr std::uint64_t run_bytes_max = 64 * 1024;

}  // namespace

ShmCarrier::Peer::Peer(ShmLink from)
    : link(std::move(from)),
      name("process " + std::to_string(link.peer.value) + " at " +
           remote_address(link.connection).text()),
      writer(link.outbound.begin(), link.outbound.sizes()),
      reader(link.inbound.begin(), link.inbound.sizes()),
      fence(link.has_machine_fence) {}

Expected<std::unique_ptr<ShmCarrier>> ShmCarrier::adopt(std::vector<ShmLink> links,
                                                        const WireLimits& limits) {
  Socket epoll(epoll_create1(EPOLL_CLOEXEC));
  if (!epoll) return fail(ErrorCode::io, with_errno("cannot make an epoll descriptor", errno));
  std::unique_ptr<ShmCarrier> carrier(new ShmCarrier(limits, std::move(epoll)));
  for (ShmLink& link : links) {
    auto peer = std::make_unique<Peer>(std::move(link));
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.ptr = peer.get();
    if (epoll_ctl(carrier->epoll_.descriptor(), EPOLL_CTL_ADD, peer->link.connection.descriptor(),
                  &event) != 0) {
      return fail(ErrorCode::io, with_errno("cannot watch a connection", errno), peer->name);
    }
    const std::size_t rank = peer->link.peer.value;
    if (carrier->by_rank_.size() <= rank) carrier->by_rank_.resize(rank + 1);
    ISTHMUS_ASSERT(carrier->by_rank_[rank] == nullptr);
    carrier->by_rank_[rank] = peer.get();
    carrier->peers_.push_back(std::move(peer));
  }
  return carrier;
}

ShmCarrier::~ShmCarrier() {
  for (auto& peer : peers_) {
    pool_.release(std::move(peer->pending));
    peer->assembler.drop(pool_);
  }
}

void ShmCarrier::land_in(const Regions& places) {
  for (auto& peer : peers_) peer->assembler.land_in(places);
}

/// Whether there is some now, where a frame waits for it.
bool ShmCarrier::Peer::has_wanted_room() {
  if (pending != nullptr) return writer.stream_room(1) > 0;
  return was_refused && writer.has_slot() &&
         writer.stream_room(shm_whole_bytes_max) >= shm_whole_bytes_max;
}

// --- sending -----------------------------------------------------------------------------------

SendStatus ShmCarrier::try_send(Frame& frame, TimeNs) {
  Peer* const peer = peer_of(frame.peer);
  if (peer == nullptr || peer->is_write_ended || is_closing_) [[unlikely]]
    return SendStatus::unreachable;
  if (peer->pending != nullptr || !peer->writer.has_slot()) [[unlikely]]
    return refuse(*peer);
  peer->was_refused = false;
  if (!packs(*frame.message)) return send_streamed(*peer, frame);
  peer->writer.post(*frame.message);
  blocks_->release(std::move(frame.message));
  wake_reader(*peer);
  return SendStatus::sent;
}

bool ShmCarrier::is_credible(Peer& peer) {
  return !peer.writer.is_broken() || malformed(peer, "has read more than was written", "no more");
}

SendStatus ShmCarrier::refuse(Peer& peer) {
  if (!is_credible(peer)) return SendStatus::unreachable;
  peer.was_refused = true;
  return SendStatus::busy;
}

SendStatus ShmCarrier::send_streamed(Peer& peer, Frame& frame) {
  const std::size_t frame_bytes = header_bytes + frame.message->payload_bytes;
  const bool is_whole = frame_bytes <= shm_whole_bytes_max;
  if (is_whole) {
    if (peer.writer.stream_room(frame_bytes) < frame_bytes) return refuse(peer);
    peer.writer.put(encode_header(*frame.message));
    for_each_piece(*frame.message, [&](serial::Piece piece) { peer.writer.put(piece); });
    peer.writer.end_frame();
    peer.writer.publish_stream();
    peer.writer.post_streamed(frame_bytes);
    blocks_->release(std::move(frame.message));
    wake_reader(peer);
    return SendStatus::sent;
  }
  peer.writer.post_streamed(frame_bytes);
  wake_reader(peer);
  peer.pending = std::move(frame.message);
  peer.pending_written = 0;
  ++pending_count_;
  if (!write_pending(peer) && is_lent(*peer.pending)) {
    const std::size_t written = peer.pending_written;
    peer.pending =
        flattened(std::move(peer.pending), *blocks_, written - std::min(written, header_bytes));
  }
  return SendStatus::sent;
}

/// Writes as much of the pending frame as there is room for; true when that was all.
bool ShmCarrier::write_pending(Peer& peer) {
  const Message& message = *peer.pending;
  const std::size_t frame_bytes = header_bytes + message.payload_bytes;
  std::size_t skip = peer.pending_written;
  bool is_full = false;
  const auto write = [&](std::span<const std::byte> piece) {
    const std::size_t skipped = std::min(skip, piece.size());
    skip -= skipped;
    piece = piece.subspan(skipped);
    while (!piece.empty() && !is_full) {
      const std::size_t wanted = std::min(piece.size(), piece_bytes);
      const std::size_t room = peer.writer.stream_room(wanted);
      const std::size_t count = std::min(wanted, room);
      peer.writer.put(piece.first(count));
      peer.pending_written += count;
      if (peer.pending_written == frame_bytes) peer.writer.end_frame();
      if (count > 0) peer.writer.publish_stream();
      piece = piece.subspan(count);
      is_full = count < wanted;
    }
  };
  if (skip < header_bytes) {
    const HeaderBytes header = encode_header(message);
    write(header);
  } else {
    skip -= header_bytes;
  }
  for_each_piece(message, write);
  wake_reader(peer);
  if (peer.pending_written < frame_bytes) return false;
  blocks_->release(std::move(peer.pending));
  --pending_count_;
  return true;
}

/// After something was published.
void ShmCarrier::wake_reader(Peer& peer) {
  // Pairs with fall_asleep on the other side: either it sees what is there, or we see it asleep.
  peer.fence.light();
  if (peer.writer.take_sleeper()) [[unlikely]]
    ring(peer);
}

void ShmCarrier::ring(Peer& peer) {
  if (!peer.link.connection) return;
  const std::byte bell{1};
  // A full socket is readable at the other end; one that has ended is noticed where it is read.
  [[maybe_unused]] const ssize_t sent =
      send(peer.link.connection.descriptor(), &bell, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// --- receiving ---------------------------------------------------------------------------------

bool ShmCarrier::has_arrivals() const {
  return std::ranges::any_of(peers_, [](const auto& peer) { return peer->reader.looks_ready(); });
}

int ShmCarrier::progress(TimeNs now_ns, int budget) {
  if (now_ns >= look_ns_ || has_woken_.load(std::memory_order_relaxed) || is_closing_) look(now_ns);
  int events = 0;
  is_end_due_ = false;
  // Starts with another peer each time, so that none starves behind one that fills the budget.
  const std::size_t first = next_peer_++;
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    Peer& peer = *peers_[(first + i) % peers_.size()];
    if (peer.pending != nullptr) {
      const std::size_t before = peer.pending_written;
      events += write_pending(peer) || peer.pending_written > before;
      if (is_closing_ && peer.pending == nullptr) end_writing(peer);
      if (peer.writer.is_broken()) is_credible(peer);
    }
    if (events < budget && !peer.is_read_ended) events += receive(peer, budget - events);
    is_end_due_ = is_end_due_ || peer.is_end_due();
  }
  if (has_losses_) events += tell_losses();
  return events;
}

int ShmCarrier::receive(Peer& peer, int budget) {
  // Before the rings are looked at: what was written before the connection ended is in them.
  const bool has_gone = peer.has_gone;
  const int events = receive_slots(peer, budget);
  if (peer.is_read_ended) return events;
  if (peer.has_read) tell_freed(peer);
  if (has_gone && events == 0) [[unlikely]]
    return end_reading(peer);
  return events;
}

int ShmCarrier::receive_slots(Peer& peer, int budget) {
  int events = 0;
  while (events < budget) {
    if (peer.frame_left > 0) {
      if (!receive_stream(peer, events)) break;
      continue;
    }
    ShmSlot slot;
    const ShmSlotKind kind = peer.reader.next(slot);
    if (kind == ShmSlotKind::none) break;
    ++events;
    peer.reader.pop();
    peer.has_read = true;
    const bool is_sound = kind == ShmSlotKind::malformed
                              ? malformed(peer, "posts a slot of an unknown kind", "1 to 3")
                          : kind == ShmSlotKind::streamed ? begin_streamed(peer, slot)
                                                          : deliver_packed(peer, slot, kind);
    if (!is_sound) break;
  }
  // Also where the budget has ended in the middle of a frame: the rest may be there already.
  if (!peer.is_read_ended) peer.reader.await_stream(peer.frame_left > 0);
  return events;
}

bool ShmCarrier::deliver_packed(Peer& peer, const ShmSlot& slot, ShmSlotKind kind) {
  if (slot.payload_bytes > ShmSlot::payload_bytes_max) {
    return malformed(peer, "packs " + std::to_string(slot.payload_bytes) + " bytes into a slot",
                     "at most " + std::to_string(ShmSlot::payload_bytes_max));
  }
  MessagePtr message = unpacked(slot, kind, *blocks_);
  if (auto sound = check_header(*message, limits_); !sound) [[unlikely]] {
    message->flags = 0;  // nothing that it says of its payload is true
    blocks_->release(std::move(message));
    lose(peer, {ErrorCode::malformed, std::move(sound.error().what), peer.name,
                std::move(sound.error().expected_what)});
    return false;
  }
  above_->deliver({std::move(message), peer.link.peer});
  return true;
}

bool ShmCarrier::begin_streamed(Peer& peer, const ShmSlot& slot) {
  const std::uint64_t frame_bytes = slot.ops_id;
  if (frame_bytes < header_bytes || frame_bytes > header_bytes + limits_.payload_bytes_max) {
    return malformed(peer, "announces a frame of " + std::to_string(frame_bytes) + " bytes",
                     std::to_string(header_bytes) + " to " +
                         std::to_string(header_bytes + limits_.payload_bytes_max));
  }
  peer.frame_left = frame_bytes;
  peer.is_frame_whole = frame_bytes <= shm_whole_bytes_max;
  return true;
}

/// Reads what there is of the frame; false when that was nothing, or made no sense.
bool ShmCarrier::receive_stream(Peer& peer, int& events) {
  std::uint64_t readable = peer.frame_left;
  if (!peer.is_frame_whole) {
    const auto published = peer.reader.readable();
    if (!published) return malformed(peer, "has written more than there is room for", "less");
    readable = std::min(readable, *published);
    if (readable == 0) return false;
  }
  peer.has_read = true;
  return take_run(peer, readable, events);
}

bool ShmCarrier::take_run(Peer& peer, std::uint64_t readable, int& events) {
  std::span<const std::byte> bytes = peer.reader.peek(std::min(readable, run_bytes_max));
  const std::size_t offered = bytes.size();
  Expected<MessagePtr> message = peer.assembler.take(bytes, limits_, *blocks_);
  if (!message) {
    lose(peer, {ErrorCode::malformed, std::move(message.error().what), peer.name,
                std::move(message.error().expected_what)});
    return false;
  }
  const std::size_t taken = offered - bytes.size();
  peer.reader.skip(taken);
  peer.frame_left -= taken;
  const bool is_complete = *message != nullptr;
  if (is_complete != (peer.frame_left == 0)) {
    blocks_->release(std::move(*message));
    return malformed(peer, "sends a frame of another length than it announced", "the same");
  }
  if (is_complete) {
    peer.reader.end_frame();
    above_->deliver({std::move(*message), peer.link.peer, peer.assembler.landed_bytes()});
  } else {
    peer.reader.publish_freed();
    ++events;
  }
  return true;
}

/// After something was read.
void ShmCarrier::tell_freed(Peer& peer) {
  peer.has_read = false;
  peer.reader.publish_freed();
  peer.fence.light();
  if (peer.reader.take_sleeper()) [[unlikely]]
    ring(peer);
}

// --- sleeping and waking -----------------------------------------------------------------------

bool ShmCarrier::fall_asleep() {
  if (has_losses_) return false;
  sleeper_count_.fetch_add(1, std::memory_order_relaxed);
  announce_sleep();
  const bool has_work =
      has_arrivals() || std::ranges::any_of(peers_, [](const auto& peer) {
        return peer->has_wanted_room() || peer->is_end_due();  // no bell tells of the end again
      });
  if (!has_work) return true;
  sleeper_count_.fetch_add(-1, std::memory_order_relaxed);
  return false;
}

/// Each peer that writes something from now on rings, and each that makes room where that is
/// wanted, unless the next look at the rings finds it.
void ShmCarrier::announce_sleep() {
  bool needs_barrier = false;
  for (auto& peer : peers_) {
    if (peer->is_read_ended) continue;
    peer->reader.announce_sleep();
    if (peer->pending != nullptr || peer->was_refused) peer->writer.announce_sleep();
    needs_barrier = needs_barrier || peer->link.has_machine_fence;
  }
  // For those peers that have no barrier for the whole machine, and then for those that have.
  MachineFence(false).heavy();
  if (needs_barrier) MachineFence(true).heavy();
}

void ShmCarrier::wake_up() {
  sleeper_count_.fetch_add(-1, std::memory_order_relaxed);
  has_woken_.store(true, std::memory_order_relaxed);
}

/// Reads the bells, and finds out who has gone.
void ShmCarrier::look(TimeNs now_ns) {
  look_ns_ = now_ns + look_interval_ns;
  const bool has_woken = has_woken_.exchange(false, std::memory_order_relaxed);
  const bool somebody_sleeps = sleeper_count_.load(std::memory_order_relaxed) > 0;
  // The bytes that wake a sleeper are left to it.
  if (somebody_sleeps && !has_woken && !is_closing_) return;
  std::array<epoll_event, 64> ready;
  const int count =
      epoll_wait(epoll_.descriptor(), ready.data(), static_cast<int>(ready.size()), 0);
  for (int i = 0; i < count; ++i) {
    listen(*static_cast<Peer*>(ready[static_cast<std::size_t>(i)].data.ptr));
  }
  // A bell that has woken one may not have woken all, and will not ring again.
  if (somebody_sleeps) announce_sleep();
}

void ShmCarrier::listen(Peer& peer) {
  std::array<std::byte, 512> bells;
  const ssize_t got =
      recv(peer.link.connection.descriptor(), bells.data(), bells.size(), MSG_DONTWAIT);
  if (got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR))) return;
  peer.has_gone = true;
  unwatch(peer);
}

// --- the end -----------------------------------------------------------------------------------

int ShmCarrier::end_reading(Peer& peer) {
  const bool is_mid_frame = peer.frame_left > 0;
  if (is_close_expected_ && !is_mid_frame) {
    peer.reader.close();
    peer.is_read_ended = true;
    if (peer.is_write_ended) peer.link.connection.close();
    return 1;
  }
  std::string what = "the peer ended the connection";
  if (is_mid_frame) what += " in the middle of a frame";
  lose(peer, Error{ErrorCode::unreachable, std::move(what), peer.name});
  return 1;
}

/// False, for whoever returns it.
bool ShmCarrier::malformed(Peer& peer, std::string what, std::string expected) {
  lose(peer, Error{ErrorCode::malformed, std::move(what), peer.name, std::move(expected)});
  return false;
}

/// Nothing more goes either way; tell_losses tells why.
void ShmCarrier::lose(Peer& peer, Error why) {
  if (peer.is_read_ended && peer.is_write_ended) return;
  unwatch(peer);
  peer.link.connection.close();
  if (peer.pending != nullptr) --pending_count_;
  blocks_->release(std::move(peer.pending));
  peer.assembler.drop(*blocks_);
  peer.frame_left = 0;
  peer.was_refused = false;
  peer.reader.close();
  peer.is_read_ended = true;
  peer.is_write_ended = true;
  peer.failure = std::move(why);
  has_losses_ = true;
}

int ShmCarrier::tell_losses() {
  int told = 0;
  has_losses_ = false;
  for (auto& peer : peers_) {
    if (!peer->failure) continue;
    const Error why = std::move(*peer->failure);
    peer->failure.reset();
    above_->peer_lost(peer->link.peer, why);
    ++told;
  }
  return told;
}

void ShmCarrier::unwatch(Peer& peer) {
  if (!std::exchange(peer.is_watched, false)) return;
  epoll_ctl(epoll_.descriptor(), EPOLL_CTL_DEL, peer.link.connection.descriptor(), nullptr);
}

void ShmCarrier::end_writing(Peer& peer) {
  if (std::exchange(peer.is_write_ended, true)) return;
  // The peer sees this after all that was written to the rings.
  shutdown(peer.link.connection.descriptor(), SHUT_WR);
  if (peer.is_read_ended) peer.link.connection.close();
}

void ShmCarrier::close() {
  is_closing_ = true;
  for (auto& peer : peers_) {
    if (peer->pending == nullptr) end_writing(*peer);
  }
}

bool ShmCarrier::is_finished() const {
  return std::ranges::all_of(
      peers_, [](const auto& peer) { return peer->is_read_ended && peer->is_write_ended; });
}

TimeNs ShmCarrier::deadline_ns() const {
  return has_losses_ || is_end_due_ || pending_count_ > 0 ? 0 : look_ns_;
}

bool ShmCarrier::holds_frames() const {
  return std::ranges::any_of(
      peers_, [](const auto& peer) { return peer->pending != nullptr || peer->frame_left > 0; });
}

}  // namespace isthmus::engine::fabric
