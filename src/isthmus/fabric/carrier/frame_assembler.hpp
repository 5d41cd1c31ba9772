// isthmus/fabric/carrier/frame_assembler.hpp: from a stream of bytes to messages.
#pragma once

#include <cstddef>
#include <span>

#include "isthmus/base/error.hpp"
#include "isthmus/fabric/wire.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::fabric {

/// Cuts a byte stream of headers and payloads into messages, wherever the pieces end. What comes
/// after a malformed header cannot be understood: drop the stream. One thread.
class FrameAssembler {
 public:
  /// Takes bytes from the front of `bytes` until a message is whole; null when it needs more, and
  /// then it has taken all. ErrorCode::malformed for a header that does not decode.
  Expected<MessagePtr> take(std::span<const std::byte>& bytes, const WireLimits& limits,
                            Pool& pool);

  /// The part of a payload that is still missing, for bytes to be received in place; empty between
  /// payloads. Tell how many with filled, then call take.
  std::span<std::byte> gap();
  void filled(std::size_t byte_count) { filled_bytes_ += byte_count; }

  bool is_mid_frame() const { return header_have_ > 0 || message_ != nullptr; }
  /// Gives up the message in progress.
  void drop(Pool& pool);

 private:
  HeaderBytes header_;  // as far as it came, when a piece ended within it
  std::size_t header_have_ = 0;
  MessagePtr message_;
  std::size_t filled_bytes_ = 0;
};

}  // namespace isthmus::fabric
