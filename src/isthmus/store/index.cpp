#include "isthmus/store/index.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "isthmus/object/waiting.hpp"
#include "isthmus/serial/serial.hpp"

namespace isthmus::engine::store {

namespace {

/// A name that stays in its folder.
bool is_plain(const std::string& name) {
  return !name.empty() && name.front() != '.' && name.find('/') == std::string::npos &&
         name.find('\0') == std::string::npos && name.size() <= 255;
}

}  // namespace

bool is_lasting(const CallbackTarget& target) {
  using Kind = CallbackTarget::Kind;
  switch (target.kind) {
    case Kind::element:
    case Kind::all:
    case Kind::section:
      return true;
    case Kind::inbox:
      return (target.word & Inboxes::named) != 0;
    case Kind::none:
    case Kind::handler:
      return false;
  }
  return false;
}

std::uint64_t Index::bytes() const {
  std::uint64_t sum = 0;
  for (const FileRecord& file : files) sum += file.bytes;
  return sum;
}

std::uint64_t Index::object_bytes() const {
  std::uint64_t sum = 0;
  for (const FileRecord& file : files) sum += file.object_bytes;
  return sum;
}

std::uint64_t Index::objects() const {
  std::uint64_t sum = singles;
  for (const CollectionRecord& collection : collections) sum += collection.elements;
  return sum;
}

std::vector<std::byte> encoded(const Index& index) {
  Pieces pieces{serial::to_bytes(index)};
  std::vector<std::byte> file = envelope(FileKind::index, pieces);
  file.insert(file.end(), pieces.front().begin(), pieces.front().end());
  return file;
}

Expected<Index> decoded_index(std::span<const std::byte> file) {
  auto rest = opened(FileKind::index, file);
  if (!rest) return forward_error(rest);
  Expected<Index> index = serial::from_bytes<Index>(*rest);
  if (!index) return fail(ErrorCode::bad_input, "it does not decode: " + index.error().text());
  if (std::ranges::adjacent_find(index->pes, std::ranges::greater_equal()) != index->pes.end()) {
    return fail(ErrorCode::bad_input, "its PEs are in no order", {}, "each once, in rising order");
  }
  if (!std::ranges::all_of(index->wishes, is_lasting)) {
    return fail(ErrorCode::bad_input, "somebody waits for quiescence who cannot", {},
                "objects, arrays, sections, and channels of the main program");
  }
  std::set<std::string> names;
  for (const FileRecord& record : index->files) {
    if (!is_plain(record.name) || !names.insert(record.name).second) {
      return fail(ErrorCode::bad_input, "an image has a name that cannot be", {},
                  "names of files in its folder, each once");
    }
    const auto codec = static_cast<std::size_t>(record.compression);
    if (codec >= compression_names.size()) {
      return fail(ErrorCode::bad_input, "an image is compressed by codec " + std::to_string(codec),
                  {}, "none or zstd, which are 0 and 1");
    }
  }
  return index;
}

Pieces encoded(std::vector<std::vector<std::byte>> objects_of_pes) {
  Pieces pieces = std::move(objects_of_pes);
  pieces.insert(pieces.begin(), envelope(FileKind::image, pieces));
  return pieces;
}

}  // namespace isthmus::engine::store
