// isthmus/fabric/wire.hpp: a message as bytes between processes; docs/formats/frame.md is the page.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "isthmus/base/error.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/message/pool.hpp"
#include "isthmus/message/region.hpp"

namespace isthmus::engine::fabric {

inline constexpr std::size_t header_bytes = sizeof(Message);
using HeaderBytes = std::array<std::byte, header_bytes>;

/// The least that a payload with flag_lands can be: the RegionSlice, and the count of a span.
inline constexpr std::size_t slice_bytes_min = sizeof(RegionSlice) + sizeof(std::uint64_t);

/// Bits of Message::flags that tell which filters of a chain have rewritten a frame's payload on
/// its way down; each one's own is its place among the devices, from the top. None is left at the
/// top of the other end.
inline constexpr std::uint16_t rewritten_flags = 0x7f00;
inline constexpr std::size_t rewriting_places_max = 7;
constexpr std::uint16_t rewritten_flag(std::size_t place) {
  return static_cast<std::uint16_t>(0x100u << place);
}

/// What a header from outside must keep to.
struct WireLimits {
  std::uint32_t payload_bytes_max = 0;
  std::uint32_t pe_count = 0;
  std::uint32_t handler_count = 0;
  /// Of the members: what was sent in another one is refused.
  std::uint32_t epoch = 0;

  /// What a message has of it.
  unsigned wire_epoch() const { return epoch % Message::epoch_modulus; }
  void put_epoch(Message& message) const {
    message.epoch = static_cast<std::uint16_t>(epoch) & (Message::epoch_modulus - 1);
  }
};

/// A message's identity and flags as a header has them.
inline std::uint64_t wire_id(const Message& message) {
  if ((message.flags & flag_on_wire) != 0) return message.ops_id;
  return message.form == PayloadForm::none || message.ops == nullptr ? 0 : message.ops->id;
}
inline std::uint16_t wire_flags(const Message& message) {
  constexpr std::uint16_t own_flags = flag_has_destructor | flag_may_wait;
  return static_cast<std::uint16_t>((message.flags | flag_on_wire) & ~own_flags);
}

inline PayloadForm wire_form(const Message& message) {
  return message.form == PayloadForm::none ? PayloadForm::none : PayloadForm::bytes;
}

/// The header that precedes the payload's bytes. A typed payload must be marshalled first.
HeaderBytes encode_header(const Message& message);

/// Checks every field. On success flag_on_wire is set: `ops_id` is an identity that the receiver
/// looks up, and it may be unknown. ErrorCode::malformed, with an empty `where`, for anything that
/// encode_header would not have written; never asserts.
Expected<Message> decode_header(std::span<const std::byte, header_bytes> bytes,
                                const WireLimits& limits);

/// The same checks of a header that has come in another way, maybe into a block of a pool.
/// ErrorCode::malformed likewise.
Expected<void> check_header(const Message& header, const WireLimits& limits);

/// A block for a message with this decoded header; its payload is to be filled in.
MessagePtr message_for(const Message& header, Pool& pool);

}  // namespace isthmus::engine::fabric
