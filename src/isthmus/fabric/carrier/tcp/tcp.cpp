#include "isthmus/fabric/carrier/tcp/tcp.hpp"

#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::fabric {

namespace {

/// Up to here one copy costs less than a second piece in the system call.
constexpr std::size_t copied_bytes_max = 1024;
ssize_t write_message(const Socket& socket, Message& message) {
  HeaderBytes header = encode_header(message);
  const std::size_t bytes = header_bytes + message.payload_bytes;
  if (bytes <= copied_bytes_max && message.form != PayloadForm::pieces) {
    std::array<std::byte, copied_bytes_max> copy;
    std::memcpy(copy.data(), header.data(), header_bytes);
    std::memcpy(copy.data() + header_bytes, message.payload(), message.payload_bytes);
    ssize_t written = 0;
    do {
      written = send(socket.descriptor(), copy.data(), bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
    } while (written < 0 && errno == EINTR);
    return written;
  }
  std::array<iovec, 1 + Pieces::count_max> pieces;
  std::size_t count = 0;
  pieces[count++] = {header.data(), header_bytes};
  for_each_piece(message, [&](serial::Piece piece) { pieces[count++] = vector_of(piece); });
  return write_pieces(socket, std::span(pieces).first(count));
}

}  // namespace

TcpCarrier::TcpCarrier(const TcpOptions& options, StreamSockets sockets, Reconnector* reconnector)
    : options_(options), sockets_(std::move(sockets)), reconnector_(reconnector) {}

TcpCarrier::~TcpCarrier() {
  for (auto& stream : streams_) {
    stream->queue.drop(pool_);
    stream->assembler.drop(pool_);
  }
}

void TcpCarrier::land_in(const Regions& places) {
  for (auto& stream : streams_) stream->assembler.land_in(places);
}

TcpCarrier::Stream* TcpCarrier::stream_of(ProcessId peer) const {
  return peer.value < by_rank_.size() ? by_rank_[peer.value] : nullptr;
}

bool TcpCarrier::watch(Stream& stream) {
  return sockets_.watch(stream, !stream.is_read_ended, stream.is_blocked);
}

SendStatus TcpCarrier::try_send(Frame& frame, TimeNs now_ns) {
  Stream* stream = stream_of(frame.peer);
  if (stream == nullptr || stream->is_write_ended || is_closing_) return SendStatus::unreachable;
  if (!stream->is_open()) [[unlikely]] {
    return stream->is_unmet() ? keep(*stream, frame, now_ns) : SendStatus::unreachable;
  }
  const std::size_t bytes = header_bytes + frame.message->payload_bytes;
  // However many: to queue it would be to copy it, or to gain nothing.
  const bool goes_alone = !stream->direct_sends.is_batched(bytes) || is_lent(*frame.message);
  const bool may_wait = (frame.message->flags & flag_may_wait) != 0;
  const bool is_direct = stream->direct_sends.take(goes_alone, may_wait, progress_count_);
  if (is_direct) {
    // What waits goes in one write with this, unless this would have to be copied for it.
    if (goes_alone && !stream->queue.is_empty() && !stream->is_blocked) flush(*stream);
    if (stream->is_write_ended) return SendStatus::unreachable;
    if (stream->queue.is_empty()) return send_directly(*stream, frame, now_ns);
  }
  if (!stream->queue.is_empty() && stream->queue.byte_count() + bytes > options_.queued_bytes_max) {
    return SendStatus::busy;
  }
  stream->queue.push(std::move(frame.message), 0, *blocks_);
  if (stream->is_blocked) return SendStatus::sent;
  if (is_direct || stream->queue.frame_count() >= FrameQueue::gathered_frames_max) {
    flush(*stream);
    if (stream->is_blocked) flush_ns_ = std::min(flush_ns_, now_ns + full_socket_retry_ns);
  } else {
    flush_ns_ = 0;
  }
  return SendStatus::sent;
}

SendStatus TcpCarrier::send_directly(Stream& stream, Frame& frame, TimeNs now_ns) {
  const std::size_t bytes = header_bytes + frame.message->payload_bytes;
  const ssize_t written = write_message(stream.socket, *frame.message);
  if (written == static_cast<ssize_t>(bytes)) [[likely]] {
    blocks_->release(std::move(frame.message));
    return SendStatus::sent;
  }
  if (written < 0 && errno != EAGAIN) {
    write_failed(stream, errno);
    return SendStatus::unreachable;
  }
  stream.queue.push(std::move(frame.message),
                    static_cast<std::size_t>(std::max<ssize_t>(written, 0)), *blocks_);
  stream.is_blocked = true;
  watch(stream);
  flush_ns_ = std::min(flush_ns_, now_ns + full_socket_retry_ns);
  return SendStatus::sent;
}

/// Progress tells the loss, after it has read what the peer may have sent before.
void TcpCarrier::write_failed(Stream& stream, int error_number) {
  stream.queue.drop(*blocks_);
  stream.is_write_ended = true;
  stream.is_blocked = false;
  watch(stream);
  if (is_close_expected_) {
    if (stream.is_read_ended) StreamSockets::close(stream);
    return;
  }
  stream.write_failure =
      Error{ErrorCode::unreachable, with_errno("the connection broke", error_number), stream.name};
}

/// Writes until the queue is empty or the socket full.
void TcpCarrier::flush(Stream& stream) {
  FrameQueue::Gathered gathered;
  bool is_full = false;
  while (!stream.queue.is_empty() && !is_full) {
    const std::size_t before = stream.queue.byte_count();
    stream.queue.gather(gathered);
    std::size_t offered = 0;
    for (std::size_t i = 0; i < gathered.piece_count; ++i) offered += gathered.pieces[i].iov_len;
    const ssize_t written =
        write_pieces(stream.socket, std::span(gathered.pieces).first(gathered.piece_count));
    if (written < 0 && errno != EAGAIN) return write_failed(stream, errno);
    if (written > 0) stream.queue.written(static_cast<std::size_t>(written), *blocks_);
    is_full = before - stream.queue.byte_count() < offered;
  }
  if (stream.is_blocked != is_full) {
    stream.is_blocked = is_full;
    watch(stream);
  }
  if (is_closing_ && stream.queue.is_empty() && !stream.is_late) end_writing(stream);
}

int TcpCarrier::flush_all(TimeNs now_ns) {
  int flushed = 0;
  flush_ns_ = never_ns;
  for (auto& stream : streams_) {
    if (stream->queue.is_empty() || !stream->is_open()) continue;
    const std::size_t before = stream->queue.byte_count();
    flush(*stream);
    flushed += stream->queue.byte_count() < before;
    if (!stream->queue.is_empty()) flush_ns_ = now_ns + full_socket_retry_ns;
  }
  return flushed;
}

int TcpCarrier::progress(TimeNs now_ns, int budget) {
  ++progress_count_;
  if (now_ns >= look_ns_) [[unlikely]]
    look_at_reconnector(now_ns);
  int events = now_ns >= flush_ns_ ? flush_all(now_ns) : 0;
  events += deliver_staged(budget - events);
  if (!sockets_.has_staged() && events < budget) {
    events += sockets_.receive_all(
        std::span<Stream* const>(met_), budget - events,
        // Room in a full socket: flush_all sees to it when it is time.
        [this](Stream& stream, int rest) {
          return stream.is_read_ended ? 0 : receive(stream, rest);
        },
        [this] { look_ns_ = 0; });  // somebody calls
  }
  if (has_losses_) events += tell_losses();
  return events;
}

TimeNs TcpCarrier::deadline_ns() const {
  return sockets_.has_staged() ? 0 : std::min(flush_ns_, look_deadline_ns_);
}

/// One read from one peer: the rest of a payload in place, what follows it to the staging memory.
int TcpCarrier::receive(Stream& stream, int budget) {
  std::span<std::byte> gap;
  if (stream.assembler.has_gap()) [[unlikely]]
    gap = stream.assembler.gap(*blocks_).memory;
  const ssize_t got = sockets_.read(stream, gap);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
    if (stream.write_failure) [[unlikely]]
      lose(stream, std::move(*stream.write_failure));
    return 0;
  }
  if (got <= 0) {
    read_ended(stream, got < 0 ? errno : 0);
    return 1;
  }
  const auto byte_count = static_cast<std::size_t>(got);
  const std::size_t in_place = std::min(byte_count, gap.size());
  stream.assembler.filled(in_place);
  if (in_place < gap.size()) return 1;
  sockets_.stage(stream, byte_count - in_place);
  return std::max(deliver_staged(budget), 1);
}

/// Delivers what is staged as far as the budget goes; the rest stays for the next progress.
int TcpCarrier::deliver_staged(int budget) {
  if (!sockets_.has_staged()) return 0;
  auto& stream = static_cast<Stream&>(*sockets_.staged_of());
  for (int delivered = 0; delivered < budget; ++delivered) {
    auto message = stream.assembler.take(sockets_.staged(), options_.limits, *blocks_);
    if (!message) {
      Error why = std::move(message.error());
      why.where = stream.name;
      lose(stream, std::move(why));
      return delivered + 1;
    }
    if (*message == nullptr) {
      sockets_.unstage();
      return delivered;
    }
    above_->deliver({std::move(*message), stream.peer, stream.assembler.landed_bytes()});
  }
  if (sockets_.staged().empty()) sockets_.unstage();
  return budget;
}

void TcpCarrier::read_ended(Stream& stream, int error_number) {
  const bool mid_frame = stream.assembler.is_mid_frame();
  const bool is_due = is_close_expected_ && !mid_frame;
  // What broke before there was an end to expect is a loss all the same.
  if (stream.write_failure && (is_due || error_number == 0)) {
    return lose(stream, std::move(*stream.write_failure));
  }
  if (is_due) {
    stream.is_read_ended = true;
    if (error_number != 0 || stream.is_late) end_writing(stream);
    if (stream.is_write_ended) StreamSockets::close(stream);
    if (stream.is_open()) watch(stream);
    return;
  }
  std::string what = error_number == 0 ? "the peer ended the connection"
                                       : with_errno("the connection broke", error_number);
  if (mid_frame) what += " in the middle of a frame";
  lose(stream, Error{ErrorCode::unreachable, std::move(what), stream.name});
}

/// Nothing more goes either way; tell_losses tells why.
void TcpCarrier::lose(Stream& stream, Error why) {
  if (stream.is_unmet()) reconnector_->hang_up(stream.peer);
  meet(stream);
  stream.queue.drop(*blocks_);
  stream.assembler.drop(*blocks_);
  stream.is_read_ended = true;
  stream.is_write_ended = true;
  stream.is_blocked = false;
  StreamSockets::close(stream);
  stream.failure = std::move(why);
  has_losses_ = true;
  if (sockets_.staged_of() == &stream) sockets_.unstage();
}

int TcpCarrier::tell_losses() {
  int told = 0;
  has_losses_ = false;
  for (auto& stream : streams_) {
    if (!stream->failure) continue;
    const Error why = std::move(*stream->failure);
    stream->failure.reset();
    above_->peer_lost(stream->peer, why);
    ++told;
  }
  return told;
}

void TcpCarrier::end_writing(Stream& stream) {
  if (stream.is_write_ended) return;
  stream.is_write_ended = true;
  stream.queue.drop(*blocks_);
  shutdown(stream.socket.descriptor(), SHUT_WR);
  if (stream.is_read_ended) StreamSockets::close(stream);
}

void TcpCarrier::close() {
  is_closing_ = true;
  for (auto& stream : streams_) {
    if (stream->is_open()) flush(*stream);
    if (!stream->queue.is_empty()) flush_ns_ = 0;
  }
}

bool TcpCarrier::is_finished() const {
  return std::ranges::all_of(streams_, [&](const auto& stream) {
    if (stream->is_unmet()) return !stream->is_called && !reconnector_->has_news_of(stream->peer);
    return stream->is_read_ended && stream->is_write_ended;
  });
}

LinkState TcpCarrier::link_state(ProcessId peer) {
  LinkState state;
  const Stream* const stream = stream_of(peer);
  if (stream == nullptr) return state;
  state.unsent_bytes = stream->queue.byte_count();
  if (!stream->is_open()) return state;
  int in_socket = 0;
  // Not yet sent once, that is; sockets other than TCP do not say.
  if (ioctl(stream->socket.descriptor(), SIOCOUTQNSD, &in_socket) == 0) {
    state.unsent_bytes += static_cast<std::size_t>(in_socket);
  }
  return state;
}

bool TcpCarrier::holds_frames() const {
  return sockets_.has_staged() || std::ranges::any_of(streams_, [](const auto& stream) {
           return !stream->queue.is_empty() || stream->assembler.is_mid_frame();
         });
}

}  // namespace isthmus::engine::fabric
