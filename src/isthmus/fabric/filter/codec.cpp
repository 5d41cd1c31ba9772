#include "isthmus/fabric/filter/codec.hpp"

#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <climits>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/filter/shuffle.hpp"

namespace isthmus::engine::fabric {

namespace {

/// More is given back after use.
constexpr std::size_t scratch_kept_bytes = std::size_t{16} << 20;

const char* chars_of(std::span<const std::byte> bytes) {
  return reinterpret_cast<const char*>(bytes.data());
}
char* chars_of(std::span<std::byte> bytes) { return reinterpret_cast<char*>(bytes.data()); }

int int_of(std::size_t size) {
  return static_cast<int>(std::min(size, static_cast<std::size_t>(INT_MAX)));
}

}  // namespace

struct Codecs::Contexts {
  struct FreeCompression {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  struct FreeDecompression {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  // Made at first use: most chains have no need of one of them.
  std::unique_ptr<ZSTD_CCtx, FreeCompression> compression;
  std::unique_ptr<ZSTD_DCtx, FreeDecompression> decompression;
};

std::string to_string(Packing packing) {
  constexpr std::array<const char*, 4> names = {"none", "lz4", "zstd",
                                                "zfp within the error admitted"};
  std::string text = names[static_cast<std::size_t>(packing.codec)];
  if (packing.element_bytes > 1) {
    text += " after shuffling " + std::to_string(packing.element_bytes) + " bytes";
  }
  return text;
}

Codecs::Codecs(int zstd_level) : zstd_level_(zstd_level), contexts_(std::make_unique<Contexts>()) {}

Codecs::~Codecs() = default;

std::span<std::byte> Codecs::scratch(std::size_t bytes) {
  if (scratch_bytes_ < bytes || scratch_bytes_ > std::max(bytes, scratch_kept_bytes)) {
    scratch_.reset();
    scratch_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
    scratch_bytes_ = bytes;
  }
  return {scratch_.get(), bytes};
}

std::size_t Codecs::pack(Packing packing, std::span<const std::byte> from,
                         std::span<std::byte> to) {
  ISTHMUS_ASSERT(packing.codec == Codec::lz4 || packing.codec == Codec::zstd);
  if (packing.element_bytes > 1) {
    const std::span<std::byte> shuffled = scratch(from.size());
    shuffle_bytes(from, shuffled, packing.element_bytes);
    from = shuffled;
  }
  if (packing.codec == Codec::lz4) {
    if (from.size() > LZ4_MAX_INPUT_SIZE) return 0;
    const int written =
        LZ4_compress_default(chars_of(from), chars_of(to), int_of(from.size()), int_of(to.size()));
    return static_cast<std::size_t>(written);
  }
  if (contexts_->compression == nullptr) contexts_->compression.reset(ZSTD_createCCtx());
  const std::size_t written = ZSTD_compressCCtx(contexts_->compression.get(), to.data(), to.size(),
                                                from.data(), from.size(), zstd_level_);
  return ZSTD_isError(written) != 0 ? 0 : written;
}

bool Codecs::may_unpack(Codec codec, std::span<const std::byte> from, std::size_t bytes) {
  // A byte of lz4 stands for 255 at most.
  if (codec == Codec::lz4) return bytes / 256 <= from.size();
  return ZSTD_getFrameContentSize(from.data(), from.size()) == bytes;
}

bool Codecs::unpack(Packing packing, std::span<const std::byte> from, std::span<std::byte> to) {
  if (packing.element_bytes == 1) return decode(packing.codec, from, to);
  const std::span<std::byte> shuffled = scratch(to.size());
  if (!decode(packing.codec, from, shuffled)) return false;
  unshuffle_bytes(shuffled, to, packing.element_bytes);
  return true;
}

bool Codecs::decode(Codec codec, std::span<const std::byte> from, std::span<std::byte> to) {
  if (codec == Codec::lz4) {
    if (from.size() > INT_MAX || to.size() > INT_MAX) return false;
    const int written =
        LZ4_decompress_safe(chars_of(from), chars_of(to), int_of(from.size()), int_of(to.size()));
    return written >= 0 && static_cast<std::size_t>(written) == to.size();
  }
  if (contexts_->decompression == nullptr) contexts_->decompression.reset(ZSTD_createDCtx());
  const std::size_t written = ZSTD_decompressDCtx(contexts_->decompression.get(), to.data(),
                                                  to.size(), from.data(), from.size());
  return ZSTD_isError(written) == 0 && written == to.size();
}

}  // namespace isthmus::engine::fabric
