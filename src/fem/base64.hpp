// fem/base64.hpp: bytes as text and back, as arrays of VTK's XML files are.
#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace isthmus::fem {

/// Puts values into a file as base64 of their little-endian bytes. Errors are the file's.
class Base64Writer {
 public:
  explicit Base64Writer(std::FILE* file) : file_(file) {}

  /// The lowest `bytes` of it.
  void put(std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) put_byte(static_cast<std::uint8_t>(value >> (8 * i)));
  }
  /// After the last value.
  void finish();

 private:
  void put_byte(std::uint8_t byte) {
    group_ = group_ << 8 | byte;
    if (++held_ == 3) put_group();
  }
  void put_group();

  std::FILE* file_;
  std::uint32_t group_ = 0;
  int held_ = 0;
  std::string text_;
};

/// The bytes; nothing where the text is no base64. White space in it is none of it.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace isthmus::fem
