// isthmus/base/secret.hpp: a key that does not outlive its owner in memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <span>

namespace isthmus::engine {

/// 32 bytes that nobody else may know. Can be moved, not copied or compared; what is left behind is
/// wiped. Immutable; any thread may read.
class Secret {
 public:
  static constexpr std::size_t byte_count = 32;

  explicit Secret(const std::array<std::byte, byte_count>& bytes) : bytes_(bytes) {}
  Secret(Secret&& other) noexcept : bytes_(other.bytes_) { other.wipe(); }
  Secret& operator=(Secret&& other) noexcept {
    bytes_ = other.bytes_;
    if (this != &other) other.wipe();
    return *this;
  }
  ~Secret() { wipe(); }

  std::span<const std::byte, byte_count> bytes() const { return bytes_; }

 private:
  void wipe() { explicit_bzero(bytes_.data(), bytes_.size()); }

  std::array<std::byte, byte_count> bytes_;
};

}  // namespace isthmus::engine
