#include "isthmus/fabric/filter/rewriting_filter.hpp"

#include <cstring>
#include <iterator>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/message/pieces.hpp"

namespace isthmus::engine::fabric {

RewritingFilter::RewritingFilter(std::unique_ptr<Device> below, const Rewriting& rewriting)
    : Filter(std::move(below)), mark_(rewritten_flag(rewriting.place)), limits_(rewriting.limits) {
  ISTHMUS_ASSERT(rewriting.place < rewriting_places_max);
}

RewritingFilter::~RewritingFilter() = default;

TimeNs RewritingFilter::sooner_if_waiting(TimeNs below_ns) const {
  // Where nothing outside can make room, the devices' own progress does, and that is due already.
  if (waiting_.empty()) return below_ns;
  const Traits of_below = below().traits();
  const bool is_looked_after = of_below.needs_polling && of_below.signals_arrivals != Signals::all;
  return is_looked_after ? below_ns : 0;
}

SendStatus RewritingFilter::readiness(ProcessId peer) const {
  if (is_lost(peer)) return SendStatus::unreachable;
  if (!waiting_.empty() && waiting_.contains(peer)) return SendStatus::busy;
  return SendStatus::sent;
}

SendStatus RewritingFilter::send_marked(Frame& frame, TimeNs now_ns) {
  Message& message = *frame.message;
  ISTHMUS_ASSERT((message.flags & mark_) == 0);
  message.flags |= mark_;
  const SendStatus status = below().try_send(frame, now_ns);
  if (status == SendStatus::busy) {
    if (is_lent(*frame.message)) frame.message = flattened(std::move(frame.message), pool());
    waiting_[frame.peer].push_back(std::move(frame));
    return SendStatus::sent;
  }
  if (status == SendStatus::unreachable) {
    frame.message->flags &= static_cast<std::uint16_t>(~mark_);
  }
  return status;
}

void RewritingFilter::take_header(Message& to, const Message& from) {
  const std::uint8_t size_class = to.size_class;
  const std::uint32_t payload_bytes = to.payload_bytes;
  std::memcpy(static_cast<void*>(&to), &from, sizeof(Message));
  to.size_class = size_class;
  to.payload_bytes = payload_bytes;
  to.form = PayloadForm::bytes;
  to.flags &= static_cast<std::uint16_t>(~(flag_has_destructor | flag_lands));
}

void RewritingFilter::send_later(Frame frame) {
  frame.message->flags |= mark_;
  waiting_[frame.peer].push_back(std::move(frame));
}

int RewritingFilter::progress(TimeNs now_ns, int budget) {
  const int events = below().progress(now_ns, budget);
  return waiting_.empty() ? events : events + send_waiting(now_ns);
}

int RewritingFilter::send_waiting(TimeNs now_ns) {
  int sent = 0;
  for (auto at = waiting_.begin(); at != waiting_.end();) {
    std::deque<Frame>& queue = at->second;
    SendStatus status = SendStatus::sent;
    while (!queue.empty() && status != SendStatus::busy) {
      status = below().try_send(queue.front(), now_ns);
      if (status == SendStatus::busy) break;
      // The device below tells the loss of whom it cannot reach.
      if (status == SendStatus::unreachable) pool().release(std::move(queue.front().message));
      queue.pop_front();
      ++sent;
    }
    at = queue.empty() ? waiting_.erase(at) : std::next(at);
  }
  return sent;
}

void RewritingFilter::deliver(Frame frame) {
  const ProcessId peer = frame.peer;
  if (is_lost(peer)) return pool().release(std::move(frame.message));
  if ((frame.message->flags & mark_) == 0) {
    if (takes_unmarked()) return above().deliver(std::move(frame));
    pool().release(std::move(frame.message));
    return lose(peer, "a frame that has not been through such a filter");
  }
  frame.message->flags &= static_cast<std::uint16_t>(~mark_);
  Expected<MessagePtr> message = restored(std::move(frame.message), peer);
  if (!message) return lose(peer, std::move(message.error().what));
  if (*message == nullptr) return;
  frame.message = std::move(*message);
  above().deliver(std::move(frame));
}

// What waits for the peer still goes there: it may say why.
void RewritingFilter::lose(ProcessId peer, std::string what) {
  give_up(peer,
          Error{ErrorCode::malformed, std::move(what), "process " + std::to_string(peer.value)});
}

void RewritingFilter::peer_lost(ProcessId peer, Error why) {
  if (const auto queue = waiting_.find(peer); queue != waiting_.end()) {
    for (Frame& frame : queue->second) pool().release(std::move(frame.message));
    waiting_.erase(queue);
  }
  give_up(peer, std::move(why));
}

void RewritingFilter::give_up(ProcessId peer, Error why) {
  if (!lost_.insert(peer).second) return;
  forget(peer);
  above().peer_lost(peer, std::move(why));
}

}  // namespace isthmus::engine::fabric
