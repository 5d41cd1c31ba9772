// isthmus/fabric/session/record.hpp: what the connections of a session carry;
// docs/formats/session.md is the page.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "isthmus/base/error.hpp"

namespace isthmus::engine::fabric::session {

inline constexpr std::size_t record_bytes = 40;
inline constexpr std::uint32_t version = 3;
/// The longest segment that a receiver takes.
inline constexpr std::uint32_t segment_bytes_limit = std::uint32_t{1} << 20;

enum class RecordKind : std::uint8_t {
  hello = 1,            ///< First on a connection: `length` is the version, `offset` the window.
  data = 2,             ///< `length` bytes of the stream follow, the first of which is `offset`.
  acknowledgement = 3,  ///< Nothing but what every record says; `offset` 1 asks for an answer.
  end = 4,              ///< The stream ends at `offset`.
};

/// The head of everything that is written to a connection.
struct Record {
  RecordKind kind = RecordKind::acknowledgement;
  std::uint32_t length = 0;
  std::uint64_t offset = 0;
  std::uint64_t received = 0;  ///< Of the other direction: all before this offset has come.
  std::uint64_t taken = 0;     ///< Bytes of data that have come on this connection.
  std::uint8_t number = 0;     ///< How many records are before it on the connection, modulo 256.
  std::uint32_t sum = 0;       ///< sum_of the segment; 0 where none follows.

  bool operator==(const Record&) const = default;
};

/// A part of the stream.
struct Segment {
  std::uint64_t offset = 0;
  std::uint32_t length = 0;

  std::uint64_t end() const { return offset + length; }
  bool operator==(const Segment&) const = default;
};

using RecordBytes = std::array<std::byte, record_bytes>;

RecordBytes encode(const Record& record);

/// With an empty `where`: ErrorCode::io for what was changed on its way, ErrorCode::malformed for
/// what encode would not have written; never asserts.
Expected<Record> decode(std::span<const std::byte, record_bytes> bytes);

}  // namespace isthmus::engine::fabric::session
