// isthmus/fabric/carrier/frame_assembler.hpp: from a stream of bytes to messages.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "isthmus/base/error.hpp"
#include "isthmus/fabric/wire.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/pool.hpp"
#include "isthmus/message/region.hpp"

namespace isthmus::engine::fabric {

/// Cuts a byte stream of headers and payloads into messages, wherever the pieces end. What comes
/// after a malformed header cannot be understood: drop the stream. One thread.
///
/// The end of a payload that lands (region.hpp) goes to its place, if that is open when the
/// beginning has come. The place is looked up anew for each run of bytes; should it be closed in
/// between, the rest goes nowhere, and the message comes as if all had landed: whoever closed the
/// place refuses it.
class FrameAssembler {
 public:
  /// Where payloads land; outlives the assembler. Without it they come as a part of their messages.
  void land_in(const Regions& places) { places_ = &places; }

  /// Takes bytes from the front of `bytes` until a message is whole; null when it needs more, and
  /// then it has taken all. ErrorCode::malformed for a header that does not decode.
  Expected<MessagePtr> take(std::span<const std::byte>& bytes, const WireLimits& limits,
                            Pool& pool);
  /// Of the message that was taken last: bytes of its payload that are elsewhere.
  std::size_t landed_bytes() const { return landed_bytes_; }

  /// Memory for bytes to be received in place. Keeps a region open, so it lives no longer
  /// than that takes, and not into the next call of `take`.
  struct Gap {
    std::span<std::byte> memory;
    Regions::Access access;
  };
  bool has_gap() const { return message_ != nullptr; }
  /// The next run of what is missing of a payload; empty between payloads. Tell how many came with
  /// filled, then call take.
  Gap gap(Pool& pool);
  void filled(std::size_t byte_count) { filled_bytes_ += byte_count; }

  bool is_mid_frame() const { return header_have_ > 0 || lander_ || message_ != nullptr; }
  /// Gives up the message in progress.
  void drop(Pool& pool);

 private:
  /// What lands, or may: there is no message yet while its RegionSlice is not known.
  struct Lander {
    explicit Lander(const Message& of) : header(of) {}

    Message header;
    RegionSlice slice;
    std::size_t slice_have = 0;
    const Regions* places = nullptr;  // that were told when it began to land
    bool is_span_empty = false;       // the span's count has come, and been taken for 0
    MessagePtr rest;                  // takes what comes after the place has closed
  };

  void begin(const Message& header, Pool& pool);
  Expected<MessagePtr> take_payload(std::span<const std::byte>& bytes);
  /// False while the RegionSlice is not whole. The lander goes where the place is not open.
  Expected<bool> begin_slice(std::span<const std::byte>& bytes, Pool& pool);
  Expected<MessagePtr> take_what_lands(std::span<const std::byte>& bytes, Pool& pool);
  Expected<void> empty_span();

  const Regions* places_ = nullptr;
  HeaderBytes header_;  // as far as it came, when a piece ended within it
  std::size_t header_have_ = 0;
  std::optional<Lander> lander_;
  MessagePtr message_;  // payload_bytes is what belongs into its own block
  std::size_t filled_bytes_ = 0;
  std::size_t landed_bytes_ = 0;
};

}  // namespace isthmus::engine::fabric
