// isthmus/fabric/filter/codec.hpp: bytes made fewer, and back; lz4 and zstd. What there is besides.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace isthmus::engine::fabric {

/// The values stand on the wire (docs/formats/frame.md). All but zfp (inexact_payload.hpp) give
/// back what they were given.
enum class Codec : std::uint8_t { none = 0, lz4 = 1, zstd = 2, zfp = 3 };

/// A codec, and the elements that are shuffled before it (shuffle.hpp); 1 is no shuffle.
struct Packing {
  Codec codec = Codec::none;
  std::uint8_t element_bytes = 1;

  bool operator==(const Packing&) const = default;
};

inline constexpr std::array<Packing, 8> packings = {{{Codec::none, 1},
                                                     {Codec::lz4, 1},
                                                     {Codec::lz4, 4},
                                                     {Codec::lz4, 8},
                                                     {Codec::zstd, 1},
                                                     {Codec::zstd, 4},
                                                     {Codec::zstd, 8},
                                                     {Codec::zfp, 1}}};
/// The place of the one that changes numbers; those before it are of Codecs.
inline constexpr std::size_t inexact_packing = 7;
static_assert(packings[inexact_packing].codec == Codec::zfp);

/// "none", "zstd", "zstd after shuffling 8 bytes", "zfp within the error admitted".
std::string to_string(Packing packing);

/// Packs and unpacks; holds the codecs' working memory. One thread.
class Codecs {
 public:
  /// The level is zstd's own.
  explicit Codecs(int zstd_level);
  Codecs(const Codecs&) = delete;
  Codecs& operator=(const Codecs&) = delete;
  ~Codecs();

  /// Bytes written to `to`, which is elsewhere; 0 where they would not fit. For lz4 and zstd.
  std::size_t pack(Packing packing, std::span<const std::byte> from, std::span<std::byte> to);
  /// Whether bytes, which may be anything, could unpack to so many; looks at their beginning alone.
  static bool may_unpack(Codec codec, std::span<const std::byte> from, std::size_t bytes);
  /// False where the bytes, which may be anything, do not unpack to exactly as many as `to` has.
  bool unpack(Packing packing, std::span<const std::byte> from, std::span<std::byte> to);

 private:
  struct Contexts;

  std::span<std::byte> scratch(std::size_t bytes);
  bool decode(Codec codec, std::span<const std::byte> from, std::span<std::byte> to);

  const int zstd_level_;
  const std::unique_ptr<Contexts> contexts_;
  std::unique_ptr<std::byte[]> scratch_;
  std::size_t scratch_bytes_ = 0;
};

}  // namespace isthmus::engine::fabric
