#include "isthmus/fabric/filter/checksum.hpp"

#include <cstring>
#include <string>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "isthmus/message/pieces.hpp"
#include "isthmus/message/tail.hpp"

namespace isthmus::engine::fabric {

namespace {

constexpr std::size_t sum_bytes = sizeof(std::uint64_t);

std::string in_hexadecimal(std::uint64_t value) {
  std::string text(16, '0');
  for (std::size_t i = 0; i < text.size(); ++i) {
    text[text.size() - 1 - i] = "0123456789abcdef"[value >> (4 * i) & 15];
  }
  return text;
}

}  // namespace

std::uint64_t checksum_of(const Message& message) {
  const HeaderBytes header = encode_header(message);
  const std::uint64_t seed = XXH3_64bits(header.data(), header.size());
  if (message.form != PayloadForm::pieces) {
    return XXH3_64bits_withSeed(message.payload(), message.payload_bytes, seed);
  }
  XXH3_state_t state;
  XXH3_64bits_reset_withSeed(&state, seed);
  for_each_piece(message, [&](serial::Piece piece) {
    XXH3_64bits_update(&state, piece.data(), piece.size());
  });
  return XXH3_64bits_digest(&state);
}

SendStatus ChecksumFilter::try_send(Frame& frame, TimeNs now_ns) {
  if (const SendStatus status = readiness(frame.peer); status != SendStatus::sent) return status;
  Message& given = *frame.message;
  // As the other end will have it: nothing lands, and a payload of nothing is none.
  given.flags &= static_cast<std::uint16_t>(~flag_lands);
  if (given.payload_bytes == 0 && given.ops == nullptr) given.form = PayloadForm::none;
  const std::uint64_t sum = checksum_of(given);
  frame.message = with_tail(std::move(frame.message), std::as_bytes(std::span(&sum, 1)), pool());
  const SendStatus status = send_marked(frame, now_ns);
  if (status == SendStatus::unreachable) drop_tail(*frame.message, sum_bytes);
  return status;
}

Expected<MessagePtr> ChecksumFilter::restored(MessagePtr message, ProcessId) {
  if (message->form != PayloadForm::bytes || message->payload_bytes < sum_bytes) {
    pool().release(std::move(message));
    return fail(ErrorCode::malformed, "a frame that is too short for its checksum");
  }
  std::uint64_t sum = 0;
  std::memcpy(&sum, message->payload() + message->payload_bytes - sum_bytes, sum_bytes);
  drop_tail(*message, sum_bytes);
  const std::uint64_t found = checksum_of(*message);
  if (found == sum) return message;
  pool().release(std::move(message));
  return fail(ErrorCode::malformed, "a frame was damaged on the way: its checksum is " +
                                        in_hexadecimal(found) + ", not " + in_hexadecimal(sum));
}

}  // namespace isthmus::engine::fabric
