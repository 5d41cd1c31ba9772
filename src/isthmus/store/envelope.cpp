#include "isthmus/store/envelope.hpp"

// The whole library in this source: nothing to link, and functions that fit this processor.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>
#include <memory>
#include <string>

namespace isthmus::engine::store {

namespace {

struct Header {
  std::array<char, 8> magic = {'I', 's', 't', 'h', 'm', 'u', 's', '\n'};
  std::uint32_t version = format_version;
  FileKind kind = FileKind::index;
  std::uint64_t size = 0;
  std::uint64_t sum = 0;
};
static_assert(sizeof(Header) == envelope_bytes);

using Spans = std::vector<std::span<const std::byte>>;

std::uint64_t sum_of(const Spans& pieces) {
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(),
                                                                       &XXH3_freeState);
  XXH3_64bits_reset(state.get());
  for (const std::span<const std::byte> piece : pieces) {
    XXH3_64bits_update(state.get(), piece.data(), piece.size());
  }
  return XXH3_64bits_digest(state.get());
}

Header header_of(std::span<const std::byte> file) {
  Header header;
  std::memcpy(&header, file.data(), sizeof header);
  return header;
}

}  // namespace

std::uint64_t size_of(const Pieces& pieces) {
  std::uint64_t bytes = 0;
  for (const std::vector<std::byte>& piece : pieces) bytes += piece.size();
  return bytes;
}

std::vector<std::byte> envelope(FileKind kind, std::span<const std::vector<std::byte>> pieces) {
  Header header;
  header.kind = kind;
  for (const std::vector<std::byte>& piece : pieces) header.size += piece.size();
  header.sum = sum_of({pieces.begin(), pieces.end()});
  std::vector<std::byte> bytes(sizeof header);
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

namespace {

/// That the file, which begins with `first`, is of that kind, and has `bytes` in all.
Expected<Header> checked_header(FileKind kind, std::span<const std::byte> first,
                                std::uint64_t bytes) {
  const auto refuse = [](const std::string& what, const std::string& expected_what) {
    return fail(ErrorCode::bad_input, what, {}, expected_what);
  };
  if (first.size() < sizeof(Header)) {
    return refuse(std::to_string(first.size()) + " bytes", "a file of a checkpoint");
  }
  const Header header = header_of(first);
  if (header.magic != Header().magic) {
    return refuse("it is no file of a checkpoint", "one that Isthmus wrote");
  }
  if (header.version != format_version) {
    return refuse("version " + std::to_string(header.version) + " of the format",
                  "version " + std::to_string(format_version));
  }
  if (header.kind != kind) {
    return refuse("it is a file of another kind",
                  kind == FileKind::index ? "an index of a checkpoint" : "an image");
  }
  if (bytes - sizeof(Header) != header.size) {
    return refuse(std::to_string(bytes - sizeof(Header)) + " bytes after the envelope",
                  std::to_string(header.size));
  }
  return header;
}

std::unexpected<Error> altered() {
  return fail(ErrorCode::bad_input, "its bytes were altered", {},
              "those of the sum in its envelope");
}

}  // namespace

Expected<std::span<const std::byte>> opened(FileKind kind, std::span<const std::byte> file) {
  Expected<Header> header = checked_header(kind, file, file.size());
  if (!header) return forward_error(header);
  const std::span<const std::byte> rest = file.subspan(sizeof(Header));
  if (XXH3_64bits(rest.data(), rest.size()) != header->sum) return altered();
  return rest;
}

Expected<Spans> opened(FileKind kind, const Pieces& file) {
  std::span<const std::byte> first;
  if (!file.empty()) first = file.front();
  Expected<Header> header = checked_header(kind, first, size_of(file));
  if (!header) return forward_error(header);
  Spans rest = {first.subspan(sizeof(Header))};
  rest.insert(rest.end(), file.begin() + 1, file.end());
  std::erase_if(rest, [](std::span<const std::byte> piece) { return piece.empty(); });
  if (sum_of(rest) != header->sum) return altered();
  return rest;
}

bool is_of(FileKind kind, std::span<const std::byte> file) {
  return file.size() >= sizeof(Header) && header_of(file).kind == kind;
}

std::uint64_t sum_in(std::span<const std::byte> file) { return header_of(file).sum; }

}  // namespace isthmus::engine::store
