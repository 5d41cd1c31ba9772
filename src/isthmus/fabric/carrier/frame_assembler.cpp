#include "isthmus/fabric/carrier/frame_assembler.hpp"

#include <algorithm>
#include <cstring>

namespace isthmus::fabric {

Expected<MessagePtr> FrameAssembler::take(std::span<const std::byte>& bytes,
                                          const WireLimits& limits, Pool& pool) {
  if (message_ == nullptr) {
    std::span<const std::byte, header_bytes> whole(header_);
    if (header_have_ == 0 && bytes.size() >= header_bytes) [[likely]] {
      whole = bytes.first<header_bytes>();
      bytes = bytes.subspan(header_bytes);
    } else {
      const std::size_t count = std::min(bytes.size(), header_bytes - header_have_);
      std::copy_n(bytes.data(), count, header_.data() + header_have_);
      bytes = bytes.subspan(count);
      header_have_ += count;
      if (header_have_ < header_bytes) return MessagePtr();
      header_have_ = 0;
    }
    auto header = decode_header(whole, limits);
    if (!header) [[unlikely]]
      return forward_error(header);
    message_ = message_for(*header, pool);
    filled_bytes_ = 0;
  }
  const std::span<std::byte> missing = gap();
  const std::size_t count = std::min(bytes.size(), missing.size());
  if (count > 0) std::memcpy(missing.data(), bytes.data(), count);
  bytes = bytes.subspan(count);
  if (count < missing.size()) {
    filled_bytes_ += count;
    return MessagePtr();
  }
  return std::move(message_);
}

std::span<std::byte> FrameAssembler::gap() {
  if (message_ == nullptr) return {};
  return std::span(message_->payload(), message_->payload_bytes).subspan(filled_bytes_);
}

void FrameAssembler::drop(Pool& pool) {
  header_have_ = 0;
  pool.release(std::move(message_));
}

}  // namespace isthmus::fabric
