#include "isthmus/fabric/wire.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::fabric {

namespace {

constexpr std::uint16_t travelling_flags = flag_uncounted | flag_wants_reply | flag_on_wire |
                                           flag_ordered | flag_lands | flag_bundle | flag_change;
constexpr std::uint16_t known_flags = travelling_flags | rewritten_flags;
// flag_arrived shares a bit with a mark: a message has it in the mailbox of a PE alone, above every
// chain, where no mark is left (Chain::deliver).
static_assert((travelling_flags & rewritten_flags) == 0);
static_assert((travelling_flags & (flag_arrived | flag_has_destructor | flag_may_wait)) == 0);

std::unexpected<Error> malformed(std::string what, std::string expected) {
  return fail(ErrorCode::malformed, "frame header with " + std::move(what), {},
              std::move(expected));
}

Expected<void> check_payload(const Message& header, const WireLimits& limits) {
  const auto form = static_cast<unsigned>(header.form);
  if (header.form != PayloadForm::none && header.form != PayloadForm::bytes) {
    return malformed("payload form " + std::to_string(form), "0 (none) or 2 (bytes)");
  }
  if (header.form == PayloadForm::none && (header.payload_bytes != 0 || header.ops_id != 0)) {
    return malformed("payload form 0 and a payload of " + std::to_string(header.payload_bytes) +
                         " bytes, kind " + std::to_string(header.ops_id),
                     "no bytes and no kind");
  }
  if (header.payload_bytes > limits.payload_bytes_max) {
    return malformed("a payload of " + std::to_string(header.payload_bytes) + " bytes",
                     "at most " + std::to_string(limits.payload_bytes_max));
  }
  return {};
}

Expected<void> check_slice(const Message& header) {
  if ((header.flags & flag_ordered) != 0) {
    return malformed("flags " + std::to_string(header.flags), "a payload that lands or is ordered");
  }
  if (header.payload_bytes < slice_bytes_min) {
    return malformed("a payload of " + std::to_string(header.payload_bytes) + " bytes that lands",
                     "at least " + std::to_string(slice_bytes_min));
  }
  return {};
}

/// Of what is no message itself.
Expected<void> check_kind(const Message& header) {
  constexpr std::uint16_t kinds = flag_bundle | flag_change;
  constexpr std::uint16_t others = flag_wants_reply | flag_ordered | flag_lands;
  if ((header.flags & kinds) == kinds || (header.flags & others) != 0 ||
      header.form != PayloadForm::bytes || header.ops_id != 0) {
    return malformed("flags " + std::to_string(header.flags) + ", kind " +
                         std::to_string(header.ops_id) + " and payload form " +
                         std::to_string(static_cast<unsigned>(header.form)),
                     "a bundle or a sign of change, of no kind");
  }
  return {};
}

Expected<void> check_ends(const Message& header, const WireLimits& limits) {
  const bool are_sound =
      std::max(header.source.value, header.destination.value) < limits.pe_count &&
      static_cast<unsigned>(header.handler) < limits.handler_count;
  if (are_sound) [[likely]]
    return {};
  for (const auto& [name, pe] :
       {std::pair{"source", header.source}, std::pair{"destination", header.destination}}) {
    if (pe.value < limits.pe_count) continue;
    return malformed(std::string(name) + " PE " + std::to_string(pe.value),
                     "less than " + std::to_string(limits.pe_count));
  }
  const auto handler = static_cast<unsigned>(header.handler);
  if (handler >= limits.handler_count) {
    return malformed("handler " + std::to_string(handler),
                     "less than " + std::to_string(limits.handler_count));
  }
  return {};
}

}  // namespace

HeaderBytes encode_header(const Message& message) {
  ISTHMUS_ASSERT(message.form != PayloadForm::typed);
  Message header = message;
  header.ops_id = wire_id(message);
  header.flags = wire_flags(message);
  if (message.form == PayloadForm::pieces) header.form = PayloadForm::bytes;
  header.size_class = 0;
  return std::bit_cast<HeaderBytes>(header);
}

Expected<Message> decode_header(std::span<const std::byte, header_bytes> bytes,
                                const WireLimits& limits) {
  HeaderBytes copy;
  std::ranges::copy(bytes, copy.begin());
  const auto header = std::bit_cast<Message>(copy);
  if (header.size_class != 0) {
    return malformed("byte 61 of " + std::to_string(header.size_class), "0");
  }
  if (auto checked = check_header(header, limits); !checked) return forward_error(checked);
  return header;
}

Expected<void> check_header(const Message& header, const WireLimits& limits) {
  if (header.epoch != limits.wire_epoch()) [[unlikely]] {
    return malformed("epoch " + std::to_string(header.epoch) + " of the members",
                     std::to_string(limits.wire_epoch()) + ", the one here");
  }
  if ((header.flags & ~known_flags) != 0 || (header.flags & flag_on_wire) == 0) {
    return malformed("flags " + std::to_string(header.flags),
                     std::to_string(flag_on_wire) + " and no unknown ones");
  }
  if (auto checked = check_payload(header, limits); !checked) return checked;
  if ((header.flags & flag_lands) != 0) [[unlikely]] {
    if (auto checked = check_slice(header); !checked) return checked;
  }
  if ((header.flags & (flag_bundle | flag_change)) != 0) {
    if (auto checked = check_kind(header); !checked) return checked;
  }
  return check_ends(header, limits);
}

MessagePtr message_for(const Message& header, Pool& pool) {
  MessagePtr message = pool.acquire(header.payload_bytes);
  const std::uint8_t size_class = message->size_class;
  *message = header;
  message->size_class = size_class;
  return message;
}

}  // namespace isthmus::engine::fabric
