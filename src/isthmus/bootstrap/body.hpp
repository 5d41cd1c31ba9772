// isthmus/bootstrap/body.hpp: writes and reads the bodies of handshake records, little-endian.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "isthmus/base/assert.hpp"
#include "isthmus/bootstrap/job_key.hpp"

namespace isthmus::engine::bootstrap {

static_assert(std::endian::native == std::endian::little, "bodies are copied, not swapped");

template <class T>
concept BodyInteger = std::is_integral_v<T>;

/// The longest text in a body: a host name, a site's name.
inline constexpr std::size_t text_bytes_max = 255;

class BodyWriter {
 public:
  template <BodyInteger T>
  BodyWriter& put(T value) {
    return put_bytes(std::as_bytes(std::span(&value, 1)));
  }
  BodyWriter& put_bytes(std::span<const std::byte> bytes);
  BodyWriter& put_text(std::string_view text) {
    ISTHMUS_ASSERT(text.size() <= text_bytes_max);
    put(static_cast<std::uint16_t>(text.size()));
    return put_bytes(std::as_bytes(std::span(text)));
  }
  Bytes take() { return std::move(bytes_); }
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  Bytes bytes_;
};

/// Reads what a stranger may have written: after the first thing that does not fit, everything
/// reads as zero or empty and is_whole() is false.
class BodyReader {
 public:
  explicit BodyReader(std::span<const std::byte> bytes) : left_(bytes) {}

  template <BodyInteger T>
  T get() {
    T value{};
    const auto bytes = get_bytes(sizeof(T));
    if (!bytes.empty()) std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
  }
  std::span<const std::byte> get_bytes(std::size_t count) {
    if (count > left_.size()) {
      is_short_ = true;
      left_ = {};
      return {};
    }
    const auto bytes = left_.first(count);
    left_ = left_.subspan(count);
    return bytes;
  }
  std::string get_text() {
    const auto count = get<std::uint16_t>();
    if (count > text_bytes_max) is_short_ = true;
    const auto bytes = get_bytes(is_short_ ? 0 : count);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  /// Everything was there, and nothing is left over.
  bool is_whole() const { return !is_short_ && left_.empty(); }

 private:
  std::span<const std::byte> left_;
  bool is_short_ = false;
};

/// One line of at most `bytes_max` bytes that cannot disturb a terminal.
std::string printable(std::string_view text, std::size_t bytes_max = 400);

}  // namespace isthmus::engine::bootstrap
