// isthmus/store/compression.hpp: images made smaller, and back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/store/envelope.hpp"

namespace isthmus::engine::store {

/// The values stand in files.
enum class Compression : std::uint8_t { none = 0, zstd = 1 };

inline constexpr std::array<std::string_view, 2> compression_names = {"none", "zstd"};

/// The file of an image of these objects, those of a PE a piece, compressed. Takes its time.
Pieces compressed(const Pieces& objects_of_pes);

/// What is in the file of an image. Plain data, but that `objects` may view the file.
struct OpenedImage {
  Compression compression = Compression::none;
  std::vector<std::byte> unpacked;     ///< Empty where nothing was compressed.
  std::span<const std::byte> objects;  ///< See object_bytes.
};

/// ErrorCode::bad_input, which says what is wrong and not where, for one that is cut short,
/// altered, or no image. The file outlives what is returned.
Expected<OpenedImage> opened_image(std::span<const std::byte> file);

}  // namespace isthmus::engine::store
