#include "isthmus/object/object_bytes.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace isthmus::engine {

namespace object_bytes {

namespace {

struct Header {
  std::uint64_t collection;
  std::uint64_t low;
  std::uint64_t high;
  std::uint64_t kind;
  std::uint64_t size;
};
static_assert(sizeof(Header) == header_bytes);

}  // namespace

std::span<std::byte> put(std::vector<std::byte>& to, std::size_t at, const ObjectId& id,
                         std::uint64_t kind, std::size_t bytes) {
  const std::size_t end = at + size_of(bytes);
  if (to.size() < end) to.resize(end);
  const Header header{id.collection.value, id.key.low, id.key.high, kind, bytes};
  std::memcpy(to.data() + at, &header, sizeof header);
  const std::span<std::byte> object = std::span(to).subspan(at + header_bytes, bytes);
  std::fill(object.data() + bytes, to.data() + end, std::byte{});
  return object;
}

std::span<std::byte> add(std::vector<std::byte>& to, const ObjectId& id, std::uint64_t kind,
                         std::size_t bytes) {
  return put(to, to.size(), id, kind, bytes);
}

void add(std::vector<std::byte>& to, const ObjectImage& image) {
  const std::span<std::byte> at = add(to, image.id, image.kind, image.bytes.size());
  if (!at.empty()) std::memcpy(at.data(), image.bytes.data(), at.size());
}

Expected<void> for_each(std::span<const std::byte> all, const Visit& visit) {
  while (!all.empty()) {
    Header header{};
    if (all.size() < header_bytes) return fail(ErrorCode::malformed, "objects end too early");
    std::memcpy(&header, all.data(), sizeof header);
    const std::size_t left = all.size() - header_bytes;
    if (header.size > left || size_of(header.size) > all.size()) {
      return fail(ErrorCode::malformed, "an object of " + std::to_string(header.size) + " bytes",
                  {}, "no more than the " + std::to_string(left) + " that are there");
    }
    const ObjectImage image{{CollectionId(header.collection), {header.low, header.high}},
                            header.kind,
                            all.subspan(header_bytes, header.size)};
    if (auto visited = visit(image); !visited) return visited;
    all = all.subspan(size_of(header.size));
  }
  return {};
}

}  // namespace object_bytes

}  // namespace isthmus::engine
