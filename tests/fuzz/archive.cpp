#include "fuzz/archive.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <string_view>

namespace isthmus::engine::fuzz {
namespace {

constexpr std::size_t block_bytes = 512;

struct Field {
  std::size_t offset;
  std::size_t bytes;
};
constexpr Field name_field{0, 100};
constexpr Field size_field{124, 12};
constexpr Field kind_field{156, 1};
constexpr Field magic_field{257, 5};

/// As far as the zero that ends it.
std::string_view text_at(Input header, Field field) {
  const std::string_view text = text_of(header.subspan(field.offset, field.bytes));
  return text.substr(0, text.find('\0'));
}

std::size_t size_in(Input header) {
  const std::string_view digits = text_at(header, size_field);
  std::size_t size = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), size, /*base=*/8);
  require(error == std::errc{}, "a member's size is an octal number");
  return size;
}

Bytes content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  require(static_cast<bool>(file), "the archive " + path.string() + " can be read");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return bytes_of(text);
}

}  // namespace

std::vector<KeptInput> read_archive(const std::filesystem::path& path) {
  const Bytes bytes = content_of(path);
  std::vector<KeptInput> inputs;
  Input left(bytes);
  while (left.size() >= block_bytes) {
    const Input header = left.first(block_bytes);
    left = left.subspan(block_bytes);
    // A block of zeros ends the archive.
    if (std::ranges::all_of(header, [](std::byte byte) { return byte == std::byte{0}; })) {
      return inputs;
    }
    require(text_at(header, magic_field) == "ustar", "a member begins with a ustar header");
    require(text_at(header, kind_field) == "0", "a member is a regular file");
    const std::size_t size = size_in(header);
    const std::size_t padded = (size + block_bytes - 1) / block_bytes * block_bytes;
    require(size <= left.size() && padded <= left.size(), "a member ends within the archive");
    // A copy of its own, so that a sanitizer sees who reads beyond it.
    inputs.push_back({std::string(text_at(header, name_field)),
                      Bytes(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(size))});
    left = left.subspan(padded);
  }
  require(false, "the archive " + path.string() + " ends with a block of zeros");
  return inputs;
}

}  // namespace isthmus::engine::fuzz
