#include "isthmus/fabric/carrier/tcp.hpp"

#include <linux/sockios.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "isthmus/base/assert.hpp"

namespace isthmus::fabric {

namespace {

constexpr std::size_t staging_bytes = 128 * 1024;
/// A payload of which so much is missing is received in place, and then another one is likely: from
/// there on reads bring little to the staging memory, which would have to be copied out of it.
constexpr std::size_t bulk_bytes_min = 32 * 1024;
constexpr std::size_t bulk_staging_bytes = 4096;
/// Up to here one copy costs less than a second piece in the system call.
constexpr std::size_t copied_bytes_max = 1024;
/// How long a full socket is left alone: time for it to drain, yet not to run dry.
constexpr TimeNs retry_ns = 20'000;

/// Bytes written; -1 with errno, EAGAIN for a full socket.
ssize_t write_pieces(const Socket& socket, iovec* pieces, std::size_t piece_count) {
  msghdr message{};
  message.msg_iov = pieces;
  message.msg_iovlen = piece_count;
  ssize_t written = 0;
  do {
    written = sendmsg(socket.descriptor(), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  } while (written < 0 && errno == EINTR);
  return written;
}

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
  return write_pieces(socket, pieces.data(), count);
}

}  // namespace

TcpCarrier::TcpCarrier(const TcpOptions& options, Socket epoll, Reconnector* reconnector)
    : options_(options),
      epoll_(std::move(epoll)),
      reconnector_(reconnector),
      staging_(std::make_unique_for_overwrite<std::byte[]>(staging_bytes)) {}

TcpCarrier::~TcpCarrier() {
  for (auto& stream : streams_) {
    stream->queue.drop(pool_);
    stream->assembler.drop(pool_);
  }
}

void TcpCarrier::land_in(const LandingPlaces& places) {
  for (auto& stream : streams_) stream->assembler.land_in(places);
}

TcpCarrier::Stream* TcpCarrier::stream_of(ProcessId peer) const {
  return peer.value < by_rank_.size() ? by_rank_[peer.value] : nullptr;
}

/// Tells epoll what to watch now; a system call only when that has changed.
bool TcpCarrier::watch(Stream& stream) {
  const std::uint32_t wanted =
      (stream.is_read_ended ? 0u : EPOLLIN) | (stream.is_blocked ? EPOLLOUT : 0u);
  if (wanted == stream.interest) return true;
  epoll_event event{};
  event.events = wanted;
  event.data.ptr = &stream;
  const int operation = stream.interest == 0 ? EPOLL_CTL_ADD
                        : wanted == 0        ? EPOLL_CTL_DEL
                                             : EPOLL_CTL_MOD;
  stream.interest = wanted;
  return epoll_ctl(epoll_.descriptor(), operation, stream.socket.descriptor(), &event) == 0;
}

SendStatus TcpCarrier::try_send(Frame& frame, TimeNs now_ns) {
  Stream* stream = stream_of(frame.peer);
  if (stream == nullptr || stream->is_write_ended || is_closing_) return SendStatus::unreachable;
  if (!stream->is_open()) [[unlikely]] {
    return stream->is_unmet() ? keep(*stream, frame, now_ns) : SendStatus::unreachable;
  }
  if (std::exchange(stream->progress_count, progress_count_) != progress_count_) {
    stream->direct_sends = 0;
  }
  const std::size_t bytes = header_bytes + frame.message->payload_bytes;
  // However many: to queue it would be to copy it, or to gain nothing.
  const bool goes_alone = bytes > waiting_bytes_max || is_lent(*frame.message);
  const bool may_wait = (frame.message->flags & flag_may_wait) != 0;
  const bool is_direct = goes_alone || (stream->direct_sends < direct_sends_max && !may_wait);
  if (is_direct) {
    if (!goes_alone) ++stream->direct_sends;
    // What waits goes in one write with this, unless this would have to be copied for it.
    if (goes_alone && !stream->queue.is_empty() && !stream->is_blocked) flush(*stream);
    if (stream->is_write_ended) return SendStatus::unreachable;
    if (stream->queue.is_empty()) return send_directly(*stream, frame, now_ns);
  }
  if (!stream->queue.is_empty() && stream->queue.byte_count() + bytes > options_.queued_bytes_max) {
    return SendStatus::busy;
  }
  stream->queue.push(std::move(frame.message), 0, pool_);
  if (stream->is_blocked) return SendStatus::sent;
  if (is_direct || stream->queue.frame_count() >= FrameQueue::gathered_frames_max) {
    flush(*stream);
    if (stream->is_blocked) flush_ns_ = std::min(flush_ns_, now_ns + retry_ns);
  } else {
    flush_ns_ = 0;
  }
  return SendStatus::sent;
}

SendStatus TcpCarrier::send_directly(Stream& stream, Frame& frame, TimeNs now_ns) {
  const std::size_t bytes = header_bytes + frame.message->payload_bytes;
  const ssize_t written = write_message(stream.socket, *frame.message);
  if (written == static_cast<ssize_t>(bytes)) [[likely]] {
    pool_.release(std::move(frame.message));
    return SendStatus::sent;
  }
  if (written < 0 && errno != EAGAIN) {
    write_failed(stream, errno);
    return SendStatus::unreachable;
  }
  stream.queue.push(std::move(frame.message),
                    static_cast<std::size_t>(std::max<ssize_t>(written, 0)), pool_);
  stream.is_blocked = true;
  watch(stream);
  flush_ns_ = std::min(flush_ns_, now_ns + retry_ns);
  return SendStatus::sent;
}

/// Progress tells the loss, after it has read what the peer may have sent before.
void TcpCarrier::write_failed(Stream& stream, int error_number) {
  stream.queue.drop(pool_);
  stream.is_write_ended = true;
  stream.is_blocked = false;
  watch(stream);
  if (is_close_expected_) {
    if (stream.is_read_ended) stream.socket.close();
    return;
  }
  stream.failure =
      Error{ErrorCode::unreachable, with_errno("the connection broke", error_number), stream.name};
  has_losses_ = true;
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
        write_pieces(stream.socket, gathered.pieces.data(), gathered.piece_count);
    if (written < 0 && errno != EAGAIN) return write_failed(stream, errno);
    if (written > 0) stream.queue.written(static_cast<std::size_t>(written), pool_);
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
    if (!stream->queue.is_empty()) flush_ns_ = now_ns + retry_ns;
  }
  return flushed;
}

int TcpCarrier::progress(TimeNs now_ns, int budget) {
  ++progress_count_;
  if (now_ns >= look_ns_) [[unlikely]]
    look_at_reconnector(now_ns);
  int events = now_ns >= flush_ns_ ? flush_all(now_ns) : 0;
  events += deliver_staged(budget - events);
  if (staged_.empty() && events < budget) {
    events += met_.size() <= polled_peers_max ? receive_polled(budget - events)
                                              : receive_ready(budget - events);
  }
  if (has_losses_) events += tell_losses();
  return events;
}

TimeNs TcpCarrier::deadline_ns() const {
  return staged_.empty() ? std::min(flush_ns_, look_deadline_ns_) : 0;
}

int TcpCarrier::receive_polled(int budget) {
  int events = 0;
  // Starts with another peer each time, so that none starves behind one that fills the budget.
  const std::size_t first = next_polled_++;
  for (std::size_t i = 0; i < met_.size() && events < budget && staged_.empty(); ++i) {
    Stream& stream = *met_[(first + i) % met_.size()];
    if (!stream.is_read_ended) events += receive(stream, budget - events);
  }
  return events;
}

int TcpCarrier::receive_ready(int budget) {
  std::array<epoll_event, 64> ready;
  const int count =
      epoll_wait(epoll_.descriptor(), ready.data(), static_cast<int>(ready.size()), 0);
  int events = 0;
  for (int i = 0; i < count && events < budget && staged_.empty(); ++i) {
    if (ready[static_cast<std::size_t>(i)].data.ptr == nullptr) {
      look_ns_ = 0;  // somebody calls
      continue;
    }
    Stream& stream = *static_cast<Stream*>(ready[static_cast<std::size_t>(i)].data.ptr);
    // Room in a full socket: flush_all sees to it when it is time.
    if (!stream.is_read_ended) events += receive(stream, budget - events);
  }
  return events;
}

/// One read from one peer: the rest of a payload in place, what follows it to the staging memory.
int TcpCarrier::receive(Stream& stream, int budget) {
  std::size_t in_place_max = 0;
  ssize_t got = 0;
  if (!stream.assembler.has_gap()) [[likely]] {
    const std::size_t staged_bytes_max = stream.is_bulk ? bulk_staging_bytes : staging_bytes;
    got = recv(stream.socket.descriptor(), staging_.get(), staged_bytes_max, MSG_DONTWAIT);
    // Many small messages, or the beginning of a large one, which the next read will find.
    if (got == static_cast<ssize_t>(staged_bytes_max)) stream.is_bulk = false;
  } else {
    got = receive_in_place(stream, in_place_max);
  }
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
    if (stream.failure) [[unlikely]]
      lose(stream, std::move(*stream.failure));
    return 0;
  }
  if (got <= 0) {
    read_ended(stream, got < 0 ? errno : 0);
    return 1;
  }
  const auto byte_count = static_cast<std::size_t>(got);
  const std::size_t in_place = std::min(byte_count, in_place_max);
  stream.assembler.filled(in_place);
  if (in_place < in_place_max) return 1;
  staged_ = {staging_.get(), byte_count - in_place};
  staged_stream_ = &stream;
  return std::max(deliver_staged(budget), 1);
}

/// As the system call returns, with errno; `in_place_max` is how much would have gone in place.
ssize_t TcpCarrier::receive_in_place(Stream& stream, std::size_t& in_place_max) {
  const FrameAssembler::Gap gap = stream.assembler.gap(pool_);
  in_place_max = gap.memory.size();
  if (in_place_max >= bulk_bytes_min) stream.is_bulk = true;
  const std::array<iovec, 2> pieces = {
      {{gap.memory.data(), in_place_max},
       {staging_.get(), stream.is_bulk ? bulk_staging_bytes : staging_bytes}}};
  return readv(stream.socket.descriptor(), pieces.data(), static_cast<int>(pieces.size()));
}

/// Delivers what is staged as far as the budget goes; the rest stays for the next progress.
int TcpCarrier::deliver_staged(int budget) {
  if (staged_stream_ == nullptr) return 0;
  Stream& stream = *staged_stream_;
  for (int delivered = 0; delivered < budget; ++delivered) {
    auto message = stream.assembler.take(staged_, options_.limits, pool_);
    if (!message) {
      Error why = std::move(message.error());
      why.where = stream.name;
      lose(stream, std::move(why));
      return delivered + 1;
    }
    if (*message == nullptr) {
      staged_stream_ = nullptr;
      return delivered;
    }
    above_->deliver({std::move(*message), stream.peer, stream.assembler.landed_bytes()});
  }
  if (staged_.empty()) staged_stream_ = nullptr;
  return budget;
}

void TcpCarrier::read_ended(Stream& stream, int error_number) {
  const bool mid_frame = stream.assembler.is_mid_frame();
  if (is_close_expected_ && !mid_frame) {
    stream.is_read_ended = true;
    if (error_number != 0 || stream.is_late) end_writing(stream);
    if (stream.is_write_ended) stream.socket.close();
    if (stream.is_open()) watch(stream);
    return;
  }
  if (stream.failure && error_number == 0) return lose(stream, std::move(*stream.failure));
  std::string what = error_number == 0 ? "the peer ended the connection"
                                       : with_errno("the connection broke", error_number);
  if (mid_frame) what += " in the middle of a frame";
  lose(stream, Error{ErrorCode::unreachable, std::move(what), stream.name});
}

/// Nothing more goes either way; tell_losses tells why.
void TcpCarrier::lose(Stream& stream, Error why) {
  if (stream.is_unmet()) reconnector_->hang_up(stream.peer);
  meet(stream);
  stream.queue.drop(pool_);
  stream.assembler.drop(pool_);
  stream.is_read_ended = true;
  stream.is_write_ended = true;
  stream.is_blocked = false;
  stream.socket.close();
  stream.failure = std::move(why);
  has_losses_ = true;
  if (staged_stream_ == &stream) {
    staged_stream_ = nullptr;
    staged_ = {};
  }
}

int TcpCarrier::tell_losses() {
  int told = 0;
  bool more = false;
  for (auto& stream : streams_) {
    if (!stream->failure) continue;
    if (stream->is_open()) {
      more = true;  // Writing failed; reading has not come to its end yet.
      continue;
    }
    const Error why = std::move(*stream->failure);
    stream->failure.reset();
    above_->peer_lost(stream->peer, why);
    ++told;
  }
  has_losses_ = more;
  return told;
}

void TcpCarrier::end_writing(Stream& stream) {
  if (stream.is_write_ended) return;
  stream.is_write_ended = true;
  stream.queue.drop(pool_);
  shutdown(stream.socket.descriptor(), SHUT_WR);
  if (stream.is_read_ended) stream.socket.close();
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
  return !staged_.empty() || std::ranges::any_of(streams_, [](const auto& stream) {
    return !stream->queue.is_empty() || stream->assembler.is_mid_frame();
  });
}

}  // namespace isthmus::fabric
