// isthmus/object/object_bytes.hpp: objects as bytes, as an image keeps them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/base/object_id.hpp"

namespace isthmus::engine {

/// What is kept of an object.
struct ObjectImage {
  ObjectId id;
  std::uint64_t kind = 0;            ///< PayloadOps::id of its class's MigrantOps.
  std::span<const std::byte> bytes;  ///< What `serialize` has written.
};

/// Objects as bytes, one behind the other: for each its collection, the low and the high half of
/// its key, its kind, and the size of what its class has written, as 8 bytes each; then that, up to
/// a multiple of 8 bytes.
namespace object_bytes {

inline constexpr std::size_t header_bytes = 5 * sizeof(std::uint64_t);

/// That an object of so many bytes takes.
constexpr std::size_t size_of(std::size_t bytes) {
  return header_bytes +
         (bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t) * sizeof(std::uint64_t);
}
/// Writes the head of an object at `at`, over what is there and beyond its end, and returns where
/// its class writes to.
std::span<std::byte> put(std::vector<std::byte>& to, std::size_t at, const ObjectId& id,
                         std::uint64_t kind, std::size_t bytes);
/// The same behind all that is there.
std::span<std::byte> add(std::vector<std::byte>& to, const ObjectId& id, std::uint64_t kind,
                         std::size_t bytes);
/// Adds a copy.
void add(std::vector<std::byte>& to, const ObjectImage& image);
/// visit(image) for each, in their order, until one fails; fails where the bytes are no objects.
using Visit = std::function<Expected<void>(const ObjectImage&)>;
Expected<void> for_each(std::span<const std::byte> all, const Visit& visit);

}  // namespace object_bytes

}  // namespace isthmus::engine
