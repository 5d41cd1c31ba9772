// isthmus/serial/archive.hpp: the three archives: Sizer counts bytes, Writer lays them down, Reader
// takes them up. Users include serial.hpp, which also brings the codecs of the types.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "isthmus/base/assert.hpp"
#include "isthmus/base/error.hpp"

namespace isthmus::engine::serial {

static_assert(std::endian::native == std::endian::little && sizeof(long) == 8 &&
                  sizeof(std::size_t) == 8,
              "isthmus: the wire form is the memory form of 64-bit little-endian machines");

/// How the values of one type are laid down and taken up; specialized in the headers beside this
/// one. What a specialization holds is told in codec.hpp.
template <class T>
struct Codec;

/// True, or a compile-time error that names the type at fault (serializable.hpp).
template <class T>
consteval bool require_serializable();

/// What the start of a buffer must be aligned to (bytes) for spans to be read as views.
inline constexpr std::size_t buffer_alignment = 64;

/// The first multiple of `alignment` (a power of two) from `position` on.
constexpr std::size_t aligned_position(std::size_t position, std::size_t alignment) {
  return (position + alignment - 1) & ~(alignment - 1);
}

/// Counts the bytes that a Writer lays down for the same values. Allocates nothing, except to sort
/// the keys of unordered containers. One thread.
class Sizer {
 public:
  static constexpr bool is_reading = false;

  template <class... Ts>
  void operator()(const Ts&... values) {
    if constexpr ((require_serializable<Ts>() && ...)) (Codec<Ts>::save(*this, values), ...);
  }

  /// Bytes counted so far.
  std::size_t position() const { return position_; }

  /// For codecs.
  void put(const void*, std::size_t size) { position_ += size; }
  void align(std::size_t alignment) { position_ = aligned_position(position_, alignment); }

 private:
  std::size_t position_ = 0;
};

/// Lays values down in a buffer that the caller has sized with a Sizer; a value that does not fit
/// is a programmer error and aborts. Allocates nothing, except to sort the keys of unordered
/// containers. One thread.
class Writer {
 public:
  static constexpr bool is_reading = false;

  explicit Writer(std::span<std::byte> to) : begin_(to.data()), size_(to.size()) {}

  template <class... Ts>
  void operator()(const Ts&... values) {
    if constexpr ((require_serializable<Ts>() && ...)) (Codec<Ts>::save(*this, values), ...);
  }

  /// Bytes written so far.
  std::size_t position() const { return position_; }

  /// For codecs.
  void put(const void* from, std::size_t size) {
    ISTHMUS_ASSERT(size <= size_ - position_);
    if (size != 0) std::memcpy(begin_ + position_, from, size);
    position_ += size;
  }
  void align(std::size_t alignment) {
    static constexpr std::byte zeros[buffer_alignment] = {};
    put(zeros, aligned_position(position_, alignment) - position_);
  }

 private:
  std::byte* begin_;
  std::size_t size_;
  std::size_t position_ = 0;
};

/// Takes values up from bytes that nobody vouches for. The first failure stays: every later read
/// fails at once, a scalar that fails reads as zero, and what containers hold is unspecified. Views
/// (std::span, std::string_view) point into the buffer, which must outlive them. Never throws but
/// for want of memory; never asserts. One thread.
class Reader {
 public:
  static constexpr bool is_reading = true;

  /// Values nested deeper than this are refused, so that no input exhausts the stack.
  static constexpr int nesting_max = 512;

  explicit Reader(std::span<const std::byte> from) : begin_(from.data()), size_(from.size()) {}

  template <class... Ts>
  void operator()(Ts&... values) {
    if constexpr ((require_serializable<Ts>() && ...)) (Codec<Ts>::load(*this, values), ...);
  }

  bool is_ok() const { return reason_ == nullptr; }
  /// Bytes read so far; after a failure, where it happened.
  std::size_t position() const { return position_; }
  /// Bytes left; 0 after a failure.
  std::size_t remaining() const { return end() - position_; }

  /// Nothing if all bytes were read without failure; else ErrorCode::malformed with the offset of
  /// the failure, what was being read, and why it failed; bytes left over are a failure, too.
  Expected<void> finish() const {
    if (is_ok() && position_ == size_) [[likely]]
      return {};
    return failure();
  }

  /// Refuses what is being read. Both texts must live for ever. A `serialize` that has read
  /// nonsense may call this.
  void fail(const char* reason, std::string_view what = {});

  /// For codecs: copies `size` bytes to `to`, or fails and fills it with zeros.
  bool get(void* to, std::size_t size, std::string_view what) {
    if (size > remaining()) [[unlikely]] {
      fail("the bytes end too early", what);
      if (size != 0) std::memset(to, 0, size);
      return false;
    }
    if (size != 0) std::memcpy(to, begin_ + position_, size);
    position_ += size;
    return true;
  }
  /// For codecs: `size` bytes where they lie; nullptr after a failure. `size` must not be 0.
  const std::byte* view(std::size_t size, std::string_view what) {
    if (size > remaining()) [[unlikely]] {
      fail("the bytes end too early", what);
      return nullptr;
    }
    const std::byte* const at = begin_ + position_;
    position_ += size;
    return at;
  }
  void align(std::size_t alignment, std::string_view what) {
    const std::size_t padding = aligned_position(position_, alignment) - position_;
    if (padding > remaining()) [[unlikely]]
      return fail("the bytes end too early", what);
    position_ += padding;
  }
  /// For codecs of types that may contain themselves; `leave` follows a successful `enter`.
  bool enter(std::string_view what) {
    if (nesting_ == nesting_max) [[unlikely]] {
      fail("nested too deeply", what);
      return false;
    }
    ++nesting_;
    return true;
  }
  void leave() { --nesting_; }

 private:
  Expected<void> failure() const;
  std::size_t end() const { return reason_ == nullptr ? size_ : position_; }

  const std::byte* begin_;
  std::size_t size_;
  std::size_t position_ = 0;
  const char* reason_ = nullptr;
  std::string_view what_;
  int nesting_ = 0;
};

}  // namespace isthmus::engine::serial
