#include "isthmus/fabric/datagram/format.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <type_traits>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::fabric::datagram {

namespace {

static_assert(std::endian::native == std::endian::little, "the wire is little-endian");

struct WireHead {
  std::uint64_t token;
  std::uint64_t sum;
  std::uint64_t number;
  std::uint64_t credit;
  std::uint64_t received_end;
  std::uint32_t unsettled;  // number less settled
  std::uint32_t delay_us;
  std::uint32_t range_count;
  std::uint32_t filler;  // bytes of it behind the ranges, where no pieces are
};
static_assert(sizeof(WireHead) == head_bytes && std::is_trivially_copyable_v<WireHead>);

struct WireRange {
  std::uint32_t missing;
  std::uint32_t come;
};
static_assert(sizeof(WireRange) == range_bytes && std::is_trivially_copyable_v<WireRange>);

struct WirePiece {
  std::uint64_t frame;
  std::uint32_t frame_bytes;
  std::uint32_t at;
};
static_assert(sizeof(WirePiece) == piece_head_bytes && std::is_trivially_copyable_v<WirePiece>);

constexpr std::size_t summed_from = offsetof(WireHead, number);

std::uint64_t sum_of(std::span<const std::byte> datagram, std::uint64_t token) {
  const auto summed = datagram.subspan(summed_from);
  return XXH3_64bits_withSeed(summed.data(), summed.size(), token);
}

template <class T>
T read_front(std::span<const std::byte>& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof(T));
  bytes = bytes.subspan(sizeof(T));
  return value;
}

auto malformed(std::string what, std::string expected) {
  return fail(ErrorCode::malformed, std::move(what), {}, std::move(expected));
}

/// Downwards from `end`.
Expected<Ranges> take_ranges(std::span<const std::byte>& bytes, std::uint64_t end,
                             std::uint32_t count) {
  Ranges ranges;
  if (count > ranges_max || bytes.size() < count * range_bytes) {
    return malformed("a datagram with " + std::to_string(count) + " ranges of numbers",
                     "at most " + std::to_string(ranges_max) + ", all of them there");
  }
  if ((end == 0) != (count == 0)) {
    return malformed(
        "numbers up to " + std::to_string(end) + " in " + std::to_string(count) + " ranges",
        "a range where there are numbers");
  }
  std::uint64_t upper = end;
  for (; ranges.count < count; ++ranges.count) {
    const auto range = read_front<WireRange>(bytes);
    const bool is_apart = (range.missing == 0) == (ranges.count == 0);
    if (!is_apart || range.come == 0 || std::uint64_t{range.missing} + range.come > upper) {
      return malformed("a range of " + std::to_string(range.come) + " numbers behind " +
                           std::to_string(range.missing) + " missing ones below " +
                           std::to_string(upper),
                       "ranges that do not touch, of numbers that there can be");
    }
    upper -= range.missing;
    ranges.range[ranges.count] = {upper - range.come, upper};
    upper -= range.come;
  }
  return ranges;
}

}  // namespace

std::size_t write_head(const Head& head, std::uint64_t token, std::span<std::byte> to) {
  const std::size_t bytes = head_bytes + head.received.count * range_bytes;
  ISTHMUS_ASSERT(bytes <= to.size() && head.settled <= head.number);
  const WireHead wire{token,
                      0,
                      head.number,
                      head.credit,
                      head.received.end(),
                      static_cast<std::uint32_t>(head.number - head.settled),
                      head.delay_us,
                      static_cast<std::uint32_t>(head.received.count),
                      0};
  std::memcpy(to.data(), &wire, sizeof(wire));
  std::uint64_t upper = head.received.end();
  for (std::size_t i = 0; i < head.received.count; ++i) {
    const Range& range = head.received.range[i];
    const WireRange written{static_cast<std::uint32_t>(upper - range.end),
                            static_cast<std::uint32_t>(range.end - range.first)};
    std::memcpy(&to[head_bytes + i * range_bytes], &written, sizeof(written));
    upper = range.first;
  }
  return bytes;
}

void fill(std::span<std::byte> datagram, std::size_t bytes_written) {
  ISTHMUS_ASSERT(head_bytes <= bytes_written && bytes_written <= datagram.size());
  const std::span<std::byte> rest = datagram.subspan(bytes_written);
  std::ranges::fill(rest, std::byte{0});
  const auto filler = static_cast<std::uint32_t>(rest.size());
  std::memcpy(&datagram[offsetof(WireHead, filler)], &filler, sizeof(filler));
}

void seal(std::span<std::byte> datagram) {
  std::uint64_t token = 0;
  std::memcpy(&token, datagram.data(), sizeof(token));
  const std::uint64_t sum = sum_of(datagram, token);
  std::memcpy(&datagram[offsetof(WireHead, sum)], &sum, sizeof(sum));
}

std::size_t write_piece_head(const Piece& piece, std::span<std::byte> to) {
  const WirePiece wire{piece.frame, piece.frame_bytes, piece.at};
  ISTHMUS_ASSERT(sizeof(wire) <= to.size());
  std::memcpy(to.data(), &wire, sizeof(wire));
  return sizeof(wire);
}

bool is_whole(std::span<const std::byte> datagram, std::uint64_t token) {
  if (datagram.size() < head_bytes) return false;
  std::uint64_t said = 0;
  std::memcpy(&said, datagram.data(), sizeof(said));
  if (said != token) return false;
  std::memcpy(&said, &datagram[offsetof(WireHead, sum)], sizeof(said));
  return said == sum_of(datagram, token);
}

Expected<Head> take_head(std::span<const std::byte>& datagram) {
  ISTHMUS_ASSERT(datagram.size() >= head_bytes);
  const auto wire = read_front<WireHead>(datagram);
  if (wire.unsettled > wire.number) {
    return malformed(
        std::to_string(wire.unsettled) + " open numbers below " + std::to_string(wire.number),
        "at most as many");
  }
  Expected<Ranges> ranges = take_ranges(datagram, wire.received_end, wire.range_count);
  if (!ranges) return forward_error(ranges);
  if (wire.filler != 0) {
    if (wire.filler != datagram.size()) {
      return malformed("a filler of " + std::to_string(wire.filler) + " bytes before " +
                           std::to_string(datagram.size()),
                       "nothing else behind the head and its ranges");
    }
    datagram = {};
  }
  return Head{wire.number, wire.number - wire.unsettled, wire.credit, wire.delay_us, *ranges};
}

Expected<Piece> take_piece(std::span<const std::byte>& datagram, std::size_t piece_bytes) {
  if (datagram.size() < piece_head_bytes) {
    return malformed(std::to_string(datagram.size()) + " bytes behind the last piece", "none");
  }
  const auto wire = read_front<WirePiece>(datagram);
  Piece piece{wire.frame, wire.frame_bytes, wire.at};
  if (piece.frame_bytes == 0) {
    if (piece.at == 0) return piece;
    return malformed("an end at byte " + std::to_string(piece.at), "0");
  }
  if (piece.is_ping()) return malformed("a frame with the number of a ping", "another number");
  if (piece.at >= piece.frame_bytes || piece.at % piece_bytes != 0) {
    return malformed("a piece at byte " + std::to_string(piece.at) + " of a frame of " +
                         std::to_string(piece.frame_bytes),
                     "a multiple of " + std::to_string(piece_bytes) + " within the frame");
  }
  const std::size_t length = length_of_piece(piece.frame_bytes, piece.at, piece_bytes);
  if (datagram.size() < length) {
    return malformed("a piece of " + std::to_string(length) + " bytes of which " +
                         std::to_string(datagram.size()) + " are there",
                     "all of it");
  }
  piece.bytes = datagram.first(length);
  datagram = datagram.subspan(length);
  return piece;
}

}  // namespace isthmus::engine::fabric::datagram
