#include "isthmus/store/compression.hpp"

#include <zstd.h>

#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::store {

namespace {

// Images are written while the job goes on, on processors that it has a use for: the fastest of the
// usual levels.
constexpr int level = 1;

/// What stands before the compressed bytes.
struct CompressedHeader {
  std::uint64_t bytes = 0;  ///< Of the objects.
  std::uint32_t codec = 0;
  std::uint32_t reserved = 0;
};
static_assert(sizeof(CompressedHeader) == 16);

struct Free {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

/// Without memory there is none.
template <class Context>
std::unique_ptr<Context, Free> owned(Context* context) {
  if (context == nullptr) throw std::bad_alloc();
  return std::unique_ptr<Context, Free>(context);
}

/// Room for `bytes` more behind what is there.
ZSTD_outBuffer room_behind(std::vector<std::byte>& all, std::size_t bytes) {
  const std::size_t before = all.size();
  all.resize(before + bytes);
  return {all.data() + before, bytes, 0};
}

Expected<std::vector<std::byte>> unpacked(std::span<const std::byte> frame, std::uint64_t bytes) {
  const auto context = owned(ZSTD_createDCtx());
  const auto refuse = [] {
    return fail(ErrorCode::bad_input, "its compressed bytes cannot be unpacked", {},
                "a frame of zstd of the size that it gives");
  };
  std::vector<std::byte> all;
  ZSTD_inBuffer from{frame.data(), frame.size(), 0};
  // In pieces, as the size is what the file says.
  for (std::size_t left = 1; left != 0;) {
    ZSTD_outBuffer to = room_behind(all, ZSTD_DStreamOutSize());
    left = ZSTD_decompressStream(context.get(), &to, &from);
    if (ZSTD_isError(left) != 0) return refuse();
    all.resize(all.size() - (to.size - to.pos));
    // Too much, or all is read and the frame has not ended.
    if (all.size() > bytes || (left != 0 && from.pos == from.size && to.pos < to.size)) {
      return refuse();
    }
  }
  if (all.size() != bytes || from.pos != from.size) return refuse();
  return all;
}

}  // namespace

Pieces compressed(const Pieces& objects_of_pes) {
  const CompressedHeader header{size_of(objects_of_pes),
                                static_cast<std::uint32_t>(Compression::zstd)};
  std::vector<std::byte> packed(sizeof header);
  std::memcpy(packed.data(), &header, sizeof header);
  const auto context = owned(ZSTD_createCCtx());
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setPledgedSrcSize(context.get(), header.bytes);
  const auto add = [&](std::span<const std::byte> piece, ZSTD_EndDirective end) {
    ZSTD_inBuffer from{piece.data(), piece.size(), 0};
    for (bool is_done = false; !is_done;) {
      ZSTD_outBuffer to = room_behind(packed, ZSTD_CStreamOutSize());
      const std::size_t left = ZSTD_compressStream2(context.get(), &to, &from, end);
      ISTHMUS_ASSERT(ZSTD_isError(left) == 0);
      packed.resize(packed.size() - (to.size - to.pos));
      is_done = end == ZSTD_e_end ? left == 0 : from.pos == from.size;
    }
  };
  for (const std::vector<std::byte>& piece : objects_of_pes) add(piece, ZSTD_e_continue);
  add({}, ZSTD_e_end);
  Pieces file;
  file.push_back(std::move(packed));
  file.insert(file.begin(), envelope(FileKind::compressed_image, file));
  return file;
}

Expected<OpenedImage> opened_image(std::span<const std::byte> file) {
  OpenedImage image;
  if (!is_of(FileKind::compressed_image, file)) {
    auto objects = opened(FileKind::image, file);
    if (!objects) return forward_error(objects);
    image.objects = *objects;
    return image;
  }
  auto packed = opened(FileKind::compressed_image, file);
  if (!packed) return forward_error(packed);
  CompressedHeader header;
  if (packed->size() < sizeof header) {
    return fail(ErrorCode::bad_input, "it ends before its compressed bytes");
  }
  std::memcpy(&header, packed->data(), sizeof header);
  if (header.codec != static_cast<std::uint32_t>(Compression::zstd) || header.reserved != 0) {
    return fail(ErrorCode::bad_input, "it is compressed by codec " + std::to_string(header.codec),
                {}, "zstd, which is 1");
  }
  auto bytes = unpacked(packed->subspan(sizeof header), header.bytes);
  if (!bytes) return forward_error(bytes);
  image.compression = Compression::zstd;
  image.unpacked = std::move(*bytes);
  image.objects = image.unpacked;
  return image;
}

}  // namespace isthmus::engine::store
