// isthmus/fabric/bundle.hpp: several small messages to one process as one frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "isthmus/base/error.hpp"
#include "isthmus/fabric/wire.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric {

// The payload of a frame with flag_bundle is a row of messages; docs/formats/frame.md has the
// bytes. A message says what of its header differs from the one before it, so that one of many
// alike takes its payload and one byte.

/// Payloads of more serialized bytes are no small messages.
inline constexpr std::size_t bundled_payload_bytes_max = 256;

/// Collects messages. One thread at a time.
class BundleWriter {
 public:
  /// With its header a bundle fills a block of 4 KiB.
  static constexpr std::size_t bundle_bytes_max = 4096 - header_bytes;
  /// A message takes at most so many bytes besides its payload.
  static constexpr std::size_t record_header_bytes_max = 64;

  bool is_empty() const { return bundle_ == nullptr; }
  bool has_room(std::size_t payload_bytes) const {
    return used_bytes_ + record_header_bytes_max + payload_bytes <= bundle_bytes_max;
  }
  /// Of a message without flag_lands; `payload_bytes` are those of its serialized form, for which
  /// there is room. A copy: the message remains its owner's.
  void add(const Message& message, std::size_t payload_bytes, Pool& pool);
  /// The frame; null where nothing was added.
  MessagePtr take();
  /// How many messages are in it.
  int message_count() const { return message_count_; }

 private:
  struct WireKind;
  static std::uint8_t novelty_of(const Message& message, const WireKind& kind,
                                 std::size_t payload_bytes, const Message& last);
  std::byte* put_news(std::byte* at, std::uint8_t novelty, const Message& message,
                      const WireKind& kind, std::size_t payload_bytes);

  MessagePtr bundle_;
  std::size_t used_bytes_ = 0;
  int message_count_ = 0;
  Message last_{};  // as on the wire
};

/// Takes a bundle apart, which may be anything: its payload must outlive this.
class BundleReader {
 public:
  BundleReader(std::span<const std::byte> payload, const WireLimits& limits)
      : bytes_(payload), limits_(limits) {
    limits.put_epoch(last_);  // as its frame has it
  }

  bool is_at_end() const { return bytes_.empty(); }
  /// The next message, as decode_header and the payload's bytes would have made it.
  /// ErrorCode::malformed, with an empty `where`; then nothing more can be read.
  Expected<MessagePtr> next(Pool& pool);

 private:
  template <class... Fields>
  bool take(Fields&... fields);

  std::span<const std::byte> bytes_;
  const WireLimits& limits_;
  Message last_{};
};

}  // namespace isthmus::engine::fabric
