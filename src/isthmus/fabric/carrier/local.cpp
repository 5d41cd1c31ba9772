#include "isthmus/fabric/carrier/local.hpp"

#include <utility>

namespace isthmus::engine::fabric {

void LocalCarrier::attach(Receiver& above) { above_ = &above; }

SendStatus LocalCarrier::try_send(Frame& frame, TimeNs) {
  if (frame.peer != self_) return SendStatus::unreachable;
  if (waiting_.size() >= capacity_) return SendStatus::busy;
  waiting_.push_back(std::move(frame));
  return SendStatus::sent;
}

int LocalCarrier::progress(TimeNs, int budget) {
  int delivered = 0;
  while (delivered < budget && !waiting_.empty()) {
    // Out of the queue first: the receiver's work must find the device in a sound state.
    Frame frame = std::move(waiting_.front());
    waiting_.pop_front();
    above_->deliver(std::move(frame));
    ++delivered;
  }
  return delivered;
}

TimeNs LocalCarrier::deadline_ns() const { return waiting_.empty() ? never_ns : 0; }

}  // namespace isthmus::engine::fabric
