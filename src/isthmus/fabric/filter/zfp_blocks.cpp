#include "isthmus/fabric/filter/zfp_blocks.hpp"

#include <zfp.h>

#include <array>
#include <cmath>
#include <cstring>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::fabric {

namespace {

/// More than zfp can write, or be made to read, for a block: it checks no end itself. Of four
/// numbers it takes at most 12 bits for the exponent, 64 planes of 4 bits, and a bit for each
/// number that becomes significant.
constexpr std::size_t bytes_max = ZfpBlocks::numbers_max / 4 * (12 + 64 * 4 + 8) / 8 + 64;

struct CloseStream {
  void operator()(zfp_stream* stream) const { zfp_stream_close(stream); }
};
struct CloseBits {
  void operator()(bitstream* bits) const { stream_close(bits); }
};
struct FreeField {
  void operator()(zfp_field* field) const { zfp_field_free(field); }
};
using Field = std::unique_ptr<zfp_field, FreeField>;

Field field_of(void* numbers, std::size_t number_bytes, std::size_t count) {
  const zfp_type type = number_bytes == 4 ? zfp_type_float : zfp_type_double;
  return Field(zfp_field_1d(numbers, type, count));
}

template <class T>
bool are_within(double bound, const void* given, const void* come, std::size_t count) {
  const T* const before = static_cast<const T*>(given);
  const T* const after = static_cast<const T*>(come);
  bool all = true;
  for (std::size_t i = 0; i < count; ++i) {
    const double error = std::abs(static_cast<double>(before[i]) - static_cast<double>(after[i]));
    // Less, so that what was rounded in the difference is within the bound as well.
    all &= error < bound;
  }
  return all;
}

}  // namespace

struct ZfpBlocks::Memory {
  alignas(64) std::array<std::byte, bytes_max> packed{};
  alignas(64) std::array<std::byte, numbers_max * 8> numbers{};
  std::unique_ptr<bitstream, CloseBits> bits{stream_open(packed.data(), packed.size())};
  std::unique_ptr<zfp_stream, CloseStream> stream{zfp_stream_open(bits.get())};

  void begin(ZfpExponent exponent) {
    zfp_stream_rewind(stream.get());
    zfp_stream_set_params(stream.get(), ZFP_MIN_BITS, ZFP_MAX_BITS, ZFP_MAX_PREC, exponent);
  }
  /// Of the numbers' memory, from what is packed; the bytes that were read.
  std::size_t unpack(std::size_t number_bytes, ZfpExponent exponent, std::size_t count) {
    begin(exponent);
    return zfp_decompress(stream.get(), field_of(numbers.data(), number_bytes, count).get());
  }
};

ZfpBlocks::ZfpBlocks() : memory_(std::make_unique<Memory>()) {}
ZfpBlocks::~ZfpBlocks() = default;

bool ZfpBlocks::are_available() { return true; }

std::size_t ZfpBlocks::pack(std::span<const std::byte> numbers, std::size_t number_bytes,
                            double bound, std::span<std::byte> to) {
  const std::size_t count = numbers.size() / number_bytes;
  ISTHMUS_ASSERT(count <= numbers_max && numbers.size() == count * number_bytes);
  const ZfpExponent exponent = exponent_of(bound);
  memory_->begin(exponent);
  // zfp reads there alone.
  void* const from = const_cast<std::byte*>(numbers.data());
  const std::size_t bytes =
      zfp_compress(memory_->stream.get(), field_of(from, number_bytes, count).get());
  ISTHMUS_ASSERT(bytes <= bytes_max);
  if (bytes == 0 || bytes > to.size()) return 0;
  memory_->unpack(number_bytes, exponent, count);
  const bool are_kept = number_bytes == 4
                            ? are_within<float>(bound, from, memory_->numbers.data(), count)
                            : are_within<double>(bound, from, memory_->numbers.data(), count);
  if (!are_kept) return 0;
  std::memcpy(to.data(), memory_->packed.data(), bytes);
  return bytes;
}

bool ZfpBlocks::unpack(std::span<const std::byte> from, std::size_t number_bytes,
                       ZfpExponent exponent, std::span<std::byte> numbers) {
  const std::size_t count = numbers.size() / number_bytes;
  ISTHMUS_ASSERT(count <= numbers_max && numbers.size() == count * number_bytes);
  if (from.empty() || from.size() > memory_->packed.size()) return false;
  // zfp reads on behind what there is: zeros.
  std::memcpy(memory_->packed.data(), from.data(), from.size());
  std::memset(memory_->packed.data() + from.size(), 0, memory_->packed.size() - from.size());
  const std::size_t read = memory_->unpack(number_bytes, exponent, count);
  // Both ends round up to words, which are of 8 bytes at most, as their builds of zfp have it.
  if (read == 0 || read > from.size() + 7 || from.size() > read + 7) return false;
  std::memcpy(numbers.data(), memory_->numbers.data(), numbers.size());
  return true;
}

}  // namespace isthmus::engine::fabric
