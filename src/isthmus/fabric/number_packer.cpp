#include "isthmus/fabric/number_packer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/filter/codec.hpp"
#include "isthmus/fabric/filter/inexact_payload.hpp"

namespace isthmus::engine {

namespace {

using fabric::Codec;
using fabric::Packing;

constexpr Packing exact_packing{Codec::zstd, sizeof(double)};
constexpr int fast_level = 1;

/// What goes before packed numbers.
struct Head {
  std::uint32_t bytes;  ///< That follow.
  Codec codec;
  std::array<std::uint8_t, 3> zero;
};
static_assert(sizeof(Head) == 8);

}  // namespace

struct NumberPacker::Codecs {
  fabric::Codecs exact{fast_level};
  fabric::InexactPayloads inexact;
};

NumberPacker::NumberPacker() = default;
NumberPacker::~NumberPacker() = default;
NumberPacker::NumberPacker(NumberPacker&& from) noexcept = default;
NumberPacker& NumberPacker::operator=(NumberPacker&& from) noexcept = default;

void NumberPacker::pack(std::span<const double> numbers, double error, std::vector<std::byte>& to) {
  if (codecs_ == nullptr) codecs_ = std::make_unique<Codecs>();
  const std::span<const std::byte> from = std::as_bytes(numbers);
  ISTHMUS_ASSERT(from.size() <= UINT32_MAX);
  const std::size_t at = to.size();
  to.resize(at + sizeof(Head) + from.size());
  const std::span<std::byte> room = std::span(to).subspan(at + sizeof(Head));
  std::size_t bytes = 0;
  Codec codec = Codec::none;
  if (!numbers.empty() && error > 0 && std::isfinite(error)) {
    const InexactArray all{.at = 0,
                           .count = static_cast<std::uint32_t>(numbers.size()),
                           .number_bytes = sizeof(double),
                           .bound = error,
                           .spent_at = 0};
    bytes = codecs_->inexact.pack(from, std::span(&all, 1), room);
    if (bytes > 0) codec = Codec::zfp;
  }
  if (bytes == 0 && !numbers.empty()) {
    bytes = codecs_->exact.pack(exact_packing, from, room);
    if (bytes > 0) codec = exact_packing.codec;
  }
  if (bytes == 0) {
    bytes = from.size();
    std::ranges::copy(from, room.begin());
  }
  const Head head{static_cast<std::uint32_t>(bytes), codec, {}};
  std::memcpy(&to[at], &head, sizeof(head));
  to.resize(at + sizeof(Head) + bytes);
}

bool NumberPacker::unpack(std::span<const std::byte>& from, std::span<double> numbers) {
  if (codecs_ == nullptr) codecs_ = std::make_unique<Codecs>();
  Head head;
  if (from.size() < sizeof(head)) return false;
  std::memcpy(&head, from.data(), sizeof(head));
  if (head.bytes > from.size() - sizeof(head)) return false;
  const std::span<const std::byte> packed = from.subspan(sizeof(head), head.bytes);
  const std::span<std::byte> to = std::as_writable_bytes(numbers);
  from = from.subspan(sizeof(head) + head.bytes);
  switch (head.codec) {
    case Codec::none:
      if (packed.size() != to.size()) return false;
      std::ranges::copy(packed, to.begin());
      return true;
    case exact_packing.codec:
      return fabric::Codecs::may_unpack(head.codec, packed, to.size()) &&
             codecs_->exact.unpack(exact_packing, packed, to);
    case Codec::zfp: {
      const auto claim = fabric::InexactPayloads::read_claim(packed, to.size());
      return claim && codecs_->inexact.unpack(*claim, packed, to);
    }
    default:
      return false;
  }
}

}  // namespace isthmus::engine
