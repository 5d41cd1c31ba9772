// isthmus/fabric/datagram/format.hpp: what a datagram between two processes says;
// docs/formats/udp.md is the page.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "isthmus/base/error.hpp"
#include "isthmus/fabric/wire.hpp"

namespace isthmus::engine::fabric::datagram {

inline constexpr std::uint32_t version = 2;
inline constexpr std::size_t head_bytes = 56;
inline constexpr std::size_t range_bytes = 8;
inline constexpr std::size_t ranges_max = 32;
/// So that pieces of a frame have a size that does not depend on what is acknowledged beside them.
inline constexpr std::size_t ranges_beside_pieces_max = 4;
inline constexpr std::size_t piece_head_bytes = 16;
/// What an IP packet can take, and what leaves room for a frame's header in its first piece.
inline constexpr std::size_t datagram_bytes_max = 65'000;
inline constexpr std::size_t datagram_bytes_min = 512;

/// What is left for a frame's bytes in a datagram with one piece.
constexpr std::size_t piece_bytes_of(std::size_t datagram_bytes) {
  return datagram_bytes - head_bytes - ranges_beside_pieces_max * range_bytes - piece_head_bytes;
}
static_assert(piece_bytes_of(datagram_bytes_min) >= header_bytes);

/// Numbers of datagrams that have come: `first` and all before `end`.
struct Range {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  bool operator==(const Range&) const = default;
};

/// Those of one datagram, the highest first, with a gap between any two.
struct Ranges {
  std::array<Range, ranges_max> range = {};
  std::size_t count = 0;

  std::span<const Range> span() const { return {range.data(), count}; }
  std::uint64_t end() const { return count == 0 ? 0 : range[0].end; }
};

struct Head {
  std::uint64_t number = 0;    ///< Of a datagram with pieces; else of the next one that has any.
  std::uint64_t settled = 0;   ///< The sender asks for no number before it any more.
  std::uint64_t credit = 0;    ///< So many bytes of frames the other end may have begun to send.
  std::uint32_t delay_us = 0;  ///< Since the highest of the numbers in `received` came.
  Ranges received = {};
};

/// A part of a frame's bytes, header and payload as they follow each other. All but the last of a
/// frame are as long as piece_bytes_of says.
struct Piece {
  std::uint64_t frame = 0;        ///< Counted from 0.
  std::uint32_t frame_bytes = 0;  ///< 0: no frame, and none follows; or a ping.
  std::uint32_t at = 0;
  std::span<const std::byte> bytes = {};

  bool is_end() const { return frame_bytes == 0 && frame != ping_frame; }
  bool is_ping() const { return frame == ping_frame; }
  /// Says nothing and is acknowledged.
  static constexpr std::uint64_t ping_frame = UINT64_MAX;
};

/// Of a piece at `at`, with the rest of its datagram left for it.
constexpr std::size_t length_of_piece(std::uint32_t frame_bytes, std::uint32_t at,
                                      std::size_t piece_bytes) {
  const std::size_t left = frame_bytes - at;
  return left < piece_bytes ? left : piece_bytes;
}

/// Writes the head, without the sum, and returns its size: head_bytes and the ranges.
std::size_t write_head(const Head& head, std::uint64_t token, std::span<std::byte> to);
/// Makes a datagram without pieces as long as `datagram`, whose first `bytes_written` write_head
/// has written, to find out whether the way takes so much.
void fill(std::span<std::byte> datagram, std::size_t bytes_written);
/// Behind all else: the sum over a datagram that is otherwise complete.
void seal(std::span<std::byte> datagram);
/// Returns the size: piece_head_bytes; the bytes follow.
std::size_t write_piece_head(const Piece& piece, std::span<std::byte> to);

/// Whether a datagram has this token and is as it was sent. Anything may come from the network.
bool is_whole(std::span<const std::byte> datagram, std::uint64_t token);

/// Takes the head from the front of a datagram that is whole. ErrorCode::malformed, with an empty
/// `where`, for what breaks a rule of the format.
Expected<Head> take_head(std::span<const std::byte>& datagram);
/// The next piece from the front of what is left, which is not empty. Likewise.
Expected<Piece> take_piece(std::span<const std::byte>& datagram, std::size_t piece_bytes);

}  // namespace isthmus::engine::fabric::datagram
