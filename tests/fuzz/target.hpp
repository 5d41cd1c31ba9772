// tests/fuzz/target.hpp: a decoder, and how bytes from anywhere are given to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace isthmus::engine::fuzz {

using Input = std::span<const std::byte>;
using Bytes = std::vector<std::byte>;

/// One decoder under test. A file of this folder defines each, under its own name, in this
/// namespace; targets.cpp lists them.
struct Target {
  std::string_view name;
  /// Gives the input to the decoder, and aborts (require) where what comes of it does not hold
  /// together. The same input does the same every time, as far as the decoder does.
  void (*run)(Input);
  /// What a peer or a user who keeps to the format would write.
  std::vector<Bytes> (*seeds)();
};

/// All of them, by name.
std::span<const Target* const> all_targets();

/// In every build: the fuzzer takes an abort as a finding.
void require(bool condition, std::string_view what);

/// Cuts an input into numbers and runs of bytes; once it is used up, into zeros and nothing.
class Source {
 public:
  explicit Source(Input input) : left_(input) {}

  template <class T>
    requires std::is_trivially_copyable_v<T>
  T take() {
    T value{};
    const Input bytes = take_bytes(sizeof(T));
    if (bytes.size() == sizeof(T)) std::memcpy(static_cast<void*>(&value), bytes.data(), sizeof(T));
    return value;
  }
  Input take_bytes(std::size_t count) {
    const Input bytes = left_.first(count < left_.size() ? count : left_.size());
    left_ = left_.subspan(bytes.size());
    return bytes;
  }
  Input rest() { return take_bytes(left_.size()); }
  bool is_empty() const { return left_.empty(); }

 private:
  Input left_;
};

/// The other direction, for seeds.
class Sink {
 public:
  template <class T>
    requires std::is_trivially_copyable_v<T>
  Sink& put(const T& value) {
    return put_bytes(std::as_bytes(std::span(&value, 1)));
  }
  Sink& put_bytes(Input bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
  }
  Bytes take() { return std::move(bytes_); }

 private:
  Bytes bytes_;
};

inline std::string_view text_of(Input bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
inline Bytes bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

}  // namespace isthmus::engine::fuzz
