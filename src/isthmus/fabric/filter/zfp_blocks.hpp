// isthmus/fabric/filter/zfp_blocks.hpp: numbers made fewer bytes by zfp, none of them changed by
// more than a bound.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace isthmus::engine::fabric {

/// Numbers of a block are packed up to this power of two, which is at most the bound.
using ZfpExponent = std::int16_t;

/// Packs and unpacks blocks of numbers; holds zfp's working memory, about 150 KiB whatever comes.
/// One thread. In a build without zfp nothing is ever packed, and nothing unpacks.
class ZfpBlocks {
 public:
  /// Numbers of a block at most.
  static constexpr std::size_t numbers_max = 4096;
  /// The fewest bits that zfp makes of four numbers: 1.
  static constexpr std::size_t numbers_per_byte_max = 32;

  /// Whether this build has zfp.
  static bool are_available();

  ZfpBlocks();
  ZfpBlocks(const ZfpBlocks&) = delete;
  ZfpBlocks& operator=(const ZfpBlocks&) = delete;
  ~ZfpBlocks();

  /// Bytes written to `to`, for floats (4 bytes) or doubles (8 bytes), at most `numbers_max` of
  /// them, aligned for their type. 0 where they would not fit, and where unpacking would change a
  /// number by more than the bound: zfp keeps a fixed number of bits below the largest of four
  /// numbers, which is not enough where their magnitudes lie far apart. So what was packed is
  /// unpacked again and compared. All numbers must be finite.
  std::size_t pack(std::span<const std::byte> numbers, std::size_t number_bytes, double bound,
                   std::span<std::byte> to);
  /// False where the bytes, which may be anything, are not as many as zfp needs for so many
  /// numbers.
  bool unpack(std::span<const std::byte> from, std::size_t number_bytes, ZfpExponent exponent,
              std::span<std::byte> numbers);

 private:
  struct Memory;

  const std::unique_ptr<Memory> memory_;
};

/// The greatest whose power of two is at most a bound, which is positive and finite.
inline ZfpExponent exponent_of(double bound) {
  int exponent = 0;
  std::frexp(bound, &exponent);
  return static_cast<ZfpExponent>(exponent - 1);
}

}  // namespace isthmus::engine::fabric
