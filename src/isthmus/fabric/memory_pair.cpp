#include "isthmus/fabric/memory_pair.hpp"

#include "isthmus/base/assert.hpp"
#include "isthmus/message/pieces.hpp"

namespace isthmus::engine::fabric {

namespace {

constexpr WireLimits limits = {UINT32_MAX, UINT32_MAX, UINT32_MAX};

}  // namespace

std::pair<std::unique_ptr<MemoryEnd>, std::unique_ptr<MemoryEnd>> MemoryEnd::pair(
    std::size_t capacity) {
  std::unique_ptr<MemoryEnd> a(new MemoryEnd(ProcessId(1), capacity));
  std::unique_ptr<MemoryEnd> b(new MemoryEnd(ProcessId(0), capacity));
  a->other_ = b.get();
  b->other_ = a.get();
  return {std::move(a), std::move(b)};
}

MemoryEnd::~MemoryEnd() {
  if (other_ != nullptr) other_->other_ = nullptr;
}

SendStatus MemoryEnd::try_send(Frame& frame, TimeNs) {
  if (frame.peer != peer_ || other_ == nullptr) return SendStatus::unreachable;
  if (other_->arrived_.size() >= capacity_) return SendStatus::busy;
  MessagePtr message = flattened(std::move(frame.message), pool_);
  WireLimits of_any_epoch = limits;
  of_any_epoch.epoch = message->epoch;
  const auto header = decode_header(encode_header(*message), of_any_epoch);
  ISTHMUS_ASSERT(header);
  const std::uint8_t size_class = message->size_class;
  *message = *header;
  message->size_class = size_class;
  ++sent_count_;
  sent_bytes_ += header_bytes + message->payload_bytes;
  if (tamper_) tamper_(*message);
  other_->arrived_.push_back(std::move(message));
  return SendStatus::sent;
}

int MemoryEnd::progress(TimeNs, int budget) {
  int delivered = 0;
  for (; delivered < budget && !arrived_.empty(); ++delivered) {
    MessagePtr message = std::move(arrived_.front());
    arrived_.pop_front();
    above_->deliver({std::move(message), peer_});
  }
  if (other_ == nullptr && arrived_.empty() && !is_loss_told_ && delivered < budget) {
    is_loss_told_ = true;
    above_->peer_lost(peer_, {ErrorCode::unreachable, "the other end is gone", {}, {}});
    ++delivered;
  }
  return delivered;
}

}  // namespace isthmus::engine::fabric
