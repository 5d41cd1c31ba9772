// isthmus/store/envelope.hpp: the first bytes of every file of a checkpoint.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "isthmus/base/error.hpp"

namespace isthmus::engine::store {

/// Of the files, see docs/formats/checkpoint.md. One that another version wrote is refused.
inline constexpr std::uint32_t format_version = 4;

enum class FileKind : std::uint32_t { index = 1, image = 2, compressed_image = 3 };

/// A file in pieces that lie one behind the other; so that nobody copies what is large.
using Pieces = std::vector<std::vector<std::byte>>;
using SharedPieces = std::shared_ptr<const Pieces>;

/// Of all of them.
std::uint64_t size_of(const Pieces& pieces);

inline constexpr std::size_t envelope_bytes = 32;

/// What stands before these pieces in their file.
std::vector<std::byte> envelope(FileKind kind, std::span<const std::vector<std::byte>> pieces);

/// What a file holds behind its envelope. ErrorCode::bad_input, which says what is wrong and not
/// where, for one that is cut short, altered, of another kind, or of another version.
Expected<std::span<const std::byte>> opened(FileKind kind, std::span<const std::byte> file);

/// Likewise of a file in pieces, of which the first one begins with all of the envelope; what each
/// of them holds of the rest, empty ones left out. The pieces outlive what is returned.
Expected<std::vector<std::span<const std::byte>>> opened(FileKind kind, const Pieces& file);

/// Its envelope says so; what follows may be anything.
bool is_of(FileKind kind, std::span<const std::byte> file);

/// The sum that an envelope gives of what follows it; the file is known to have one.
std::uint64_t sum_in(std::span<const std::byte> file);

}  // namespace isthmus::engine::store
