// How a carrier's connections open: those that are there, and those that are made when needed.
#include <algorithm>
#include <cerrno>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/carrier/tcp/tcp.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::fabric {

namespace {

/// How often the reconnector is looked at: while nobody is called for, and while somebody is, at
/// first.
constexpr TimeNs look_interval_ns = 2'000'000;
constexpr TimeNs quick_look_interval_ns = 100'000;
/// Of the time between two looks no more counts against a peer.
constexpr TimeNs counted_ns_max = 200'000'000;

}  // namespace

Expected<std::unique_ptr<TcpCarrier>> TcpCarrier::adopt(std::vector<Connection> connections,
                                                        const TcpOptions& options,
                                                        Reconnector* reconnector) {
  auto sockets = StreamSockets::make();
  if (!sockets) return forward_error(sockets);
  std::unique_ptr<TcpCarrier> carrier(new TcpCarrier(options, std::move(*sockets), reconnector));
  for (auto& [peer, socket] : connections) {
    ISTHMUS_ASSERT(peer && (socket || reconnector != nullptr));
    if (carrier->by_rank_.size() <= peer.value) carrier->by_rank_.resize(peer.value + 1);
    ISTHMUS_ASSERT(carrier->by_rank_[peer.value] == nullptr);
    Stream& stream = *carrier->streams_.emplace_back(
        std::make_unique<Stream>(DirectSends(options.batched_bytes_max)));
    stream.peer = peer;
    stream.name = "process " + std::to_string(peer.value);
    carrier->by_rank_[peer.value] = &stream;
    if (!socket) {
      ++carrier->unmet_count_;
    } else if (!carrier->open(stream, std::move(socket))) {
      return fail(ErrorCode::io, with_errno("cannot watch a connection", errno), stream.name);
    }
  }
  if (carrier->unmet_count_ == 0) return carrier;
  if (!carrier->sockets_.add_other(reconnector->descriptor())) {
    return fail(ErrorCode::io, with_errno("cannot watch the data port", errno));
  }
  carrier->look_ns_ = carrier->look_deadline_ns_ = 0;
  return carrier;
}

bool TcpCarrier::is_joined_to(ProcessId peer) const {
  const Stream* const stream = stream_of(peer);
  return stream != nullptr && (!stream->is_unmet() || stream->is_called);
}

bool TcpCarrier::open(Stream& stream, Socket socket) {
  stream.name =
      "process " + std::to_string(stream.peer.value) + " at " + remote_address(socket).text();
  stream.socket = std::move(socket);
  stream.has_met = true;
  met_.push_back(&stream);
  return watch(stream);
}

/// Frames wait for the connection as they would for room.
SendStatus TcpCarrier::keep(Stream& stream, Frame& frame, TimeNs now_ns) {
  if (is_close_expected_ && !stream.is_called) return SendStatus::unreachable;
  const std::size_t bytes = header_bytes + frame.message->payload_bytes;
  if (!stream.queue.is_empty() && stream.queue.byte_count() + bytes > options_.queued_bytes_max) {
    return SendStatus::busy;
  }
  stream.queue.push(std::move(frame.message), 0, *blocks_);
  call(stream, now_ns);
  return SendStatus::sent;
}

void TcpCarrier::call(Stream& stream, TimeNs now_ns) {
  if (std::exchange(stream.is_called, true)) return;
  ++called_count_;
  called_ns_ = now_ns;
  looked_ns_ = std::max(looked_ns_, now_ns);
  look_ns_ = look_deadline_ns_ = 0;
  reconnector_->call(stream.peer, 0);
}

void TcpCarrier::look_at_reconnector(TimeNs now_ns) {
  reconnector_->progress(now_ns);
  const TimeNs passed_ns = std::clamp<TimeNs>(now_ns - looked_ns_, 0, counted_ns_max);
  looked_ns_ = now_ns;
  if (called_count_ > 0 || reconnector_->has_news()) {
    for (auto& stream : streams_) {
      if (!stream->is_unmet()) continue;
      while (auto event = reconnector_->take(stream->peer)) {
        handle(*stream, std::move(*event), now_ns);
        if (!stream->is_unmet()) break;
      }
      if (stream->is_unmet() && stream->is_called) check_patience(*stream, passed_ns);
    }
  }
  if (unmet_count_ == 0) {
    // Nobody of this carrier's has to be heard any more.
    sockets_.remove_other(reconnector_->descriptor());
    look_ns_ = look_deadline_ns_ = never_ns;
    return;
  }
  const TimeNs pace_ns = called_count_ > 0 ? (now_ns - called_ns_) / 8 : look_interval_ns;
  look_ns_ = now_ns + std::clamp(pace_ns, quick_look_interval_ns, look_interval_ns);
  const bool goes_on = called_count_ > 0 || reconnector_->deadline_ns() != never_ns;
  look_deadline_ns_ = goes_on ? look_ns_ : never_ns;
}

void TcpCarrier::handle(Stream& stream, Reconnector::Event event, TimeNs now_ns) {
  switch (event.kind) {
    case Reconnector::Event::Kind::connected:
      stream.is_late = is_close_expected_ && !stream.is_called;
      meet(stream);
      // What cannot be watched is read only while nobody sleeps.
      open(stream, std::move(event.socket));
      flush(stream);
      break;
    case Reconnector::Event::Kind::asked:
      if (!is_close_expected_) call(stream, now_ns);
      break;
    case Reconnector::Event::Kind::answered:
      break;
    case Reconnector::Event::Kind::gone:
      // Who has ended with the job is gone, too, and word of that may be on its way: so patience
      // decides.
      if (is_close_expected_) lose(stream, {ErrorCode::refused, event.why, stream.name});
      break;
  }
}

/// It is unmet no more, for better or worse.
void TcpCarrier::meet(Stream& stream) {
  if (std::exchange(stream.has_met, true)) return;
  --unmet_count_;
  if (std::exchange(stream.is_called, false)) --called_count_;
}

void TcpCarrier::check_patience(Stream& stream, TimeNs passed_ns) {
  const bool is_busy = reconnector_->is_waiting_for_answer(stream.peer);
  stream.in_vain_ns = is_busy ? 0 : stream.in_vain_ns + passed_ns;
  if (stream.in_vain_ns <= options_.opening_patience_ns) return;
  const std::string why = reconnector_->why_in_vain(stream.peer);
  lose(stream, {ErrorCode::unreachable,
                "no connection for " + topology::format_duration(options_.opening_patience_ns) +
                    (why.empty() ? "" : " (" + why + ")"),
                stream.name});
}

}  // namespace isthmus::engine::fabric
