#include "isthmus/fabric/session/record.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::fabric::session {

namespace {

struct Layout {
  std::uint32_t length;
  std::uint8_t kind;
  std::uint8_t number;
  std::uint16_t zero;
  std::uint64_t offset;
  std::uint64_t received;
  std::uint64_t taken;
  std::uint32_t sum;
  std::uint32_t check;
};
static_assert(sizeof(Layout) == record_bytes);
static_assert(std::endian::native == std::endian::little, "the wire is little-endian");

/// Tells a record from other bytes; no protection against who means it. Not 0 of all zeros, as the
/// mixing would be: programs send many of them.
constexpr std::uint64_t check_seed = 0x9e3779b97f4a7c15;
std::uint32_t check_of(const Layout& layout) {
  std::uint64_t check =
      Random::mix(check_seed + layout.offset + layout.kind + (std::uint64_t{layout.number} << 8));
  check = Random::mix(check ^ layout.received);
  check = Random::mix(check ^ layout.taken);
  check = Random::mix(check ^ (std::uint64_t{layout.sum} << 32 | layout.length));
  return static_cast<std::uint32_t>(check);
}

std::unexpected<Error> malformed(std::string what, std::string expected) {
  return fail(ErrorCode::malformed, "session record with " + std::move(what), {},
              std::move(expected));
}

}  // namespace

RecordBytes encode(const Record& record) {
  Layout layout{record.length,
                static_cast<std::uint8_t>(record.kind),
                record.number,
                0,
                record.offset,
                record.received,
                record.taken,
                record.sum,
                0};
  layout.check = check_of(layout);
  return std::bit_cast<RecordBytes>(layout);
}

Expected<Record> decode(std::span<const std::byte, record_bytes> bytes) {
  RecordBytes copy;
  std::ranges::copy(bytes, copy.begin());
  const auto layout = std::bit_cast<Layout>(copy);
  if (layout.check != check_of(layout) || layout.zero != 0) {
    return fail(ErrorCode::io, "bytes were changed or lost on the way: what came is no record");
  }
  const auto kind = static_cast<RecordKind>(layout.kind);
  if (kind < RecordKind::hello || kind > RecordKind::end) {
    return malformed("kind " + std::to_string(layout.kind), "1 to 4");
  }
  if (kind == RecordKind::hello && layout.length != version) {
    return malformed("version " + std::to_string(layout.length), std::to_string(version));
  }
  if (kind == RecordKind::data && (layout.length == 0 || layout.length > segment_bytes_limit)) {
    return malformed("a segment of " + std::to_string(layout.length) + " bytes",
                     "1 to " + std::to_string(segment_bytes_limit));
  }
  if ((kind == RecordKind::acknowledgement || kind == RecordKind::end) && layout.length != 0) {
    return malformed("a length of " + std::to_string(layout.length), "0");
  }
  return Record{kind,         layout.length, layout.offset, layout.received,
                layout.taken, layout.number, layout.sum};
}

}  // namespace isthmus::engine::fabric::session
