#include "isthmus/fabric/session/sum.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace isthmus::engine::fabric::session {

std::uint32_t sum_of(std::span<const std::byte> segment) {
  return static_cast<std::uint32_t>(XXH3_64bits(segment.data(), segment.size()));
}

std::uint32_t sum_of(const KeptFrames& frames, Segment segment) {
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  Gathered gathered;
  while (segment.length > 0) {
    gathered.clear();
    frames.gather(segment, gathered);
    for (std::size_t i = 0; i < gathered.piece_count; ++i) {
      XXH3_64bits_update(&state, gathered.pieces[i].iov_base, gathered.pieces[i].iov_len);
    }
    segment.offset += gathered.byte_count;
    segment.length -= static_cast<std::uint32_t>(gathered.byte_count);
  }
  return static_cast<std::uint32_t>(XXH3_64bits_digest(&state));
}

}  // namespace isthmus::engine::fabric::session
