// isthmus/message/priority_bits.hpp: a priority of any length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine {

/// A string of bits that says what comes first: at the first bit that differs, who has 0 (Koenig
/// 2007, 6.2). A string that ends goes on with zeros. In a search tree, a node's string followed by
/// the number of a child is that child's: then all below the first child comes before the second.
///
/// As the first parameter of an entry method, by value or const reference, it is the priority of
/// each of its messages; what `with_priority` says is for others. Among whole numbers a string
/// whose first 32 bits, read as a number without sign, are u stands at u - 2^31, and behind that
/// number if it goes on. So strings that begin with 1 come behind messages of the usual priority.
class PriorityBits {
 public:
  PriorityBits() = default;

  /// Adds the lowest `count` bits of `value`, the highest of them first; `count` is at most 64.
  PriorityBits& append(std::uint64_t value, int count);
  /// Returns this string with these bits behind it.
  PriorityBits followed_by(std::uint64_t value, int count) const {
    return PriorityBits(*this).append(value, count);
  }

  std::size_t size() const { return count_; }
  bool operator[](std::size_t at) const {
    ISTHMUS_ASSERT(at < count_);
    return ((bytes_[at / 8] >> (7 - at % 8)) & std::byte{1}) != std::byte{0};
  }
  bool operator==(const PriorityBits&) const = default;

  void serialize(auto& archive) { archive(bytes_, count_); }

  /// For the runtime: the priority of a message, odd where the string goes on in a `tail`.
  std::int32_t head() const;

  /// The rest of a string, which a head does not tell: its bytes from the one with bit 31 on,
  /// without zeros at the end. Empty where there are no ones from bit 32 on.
  using Tail = std::span<const std::byte>;
  Tail tail() const { return tail_of(bytes_); }
  /// Finds the tail in a payload that begins with such a string and may be any bytes.
  static Tail tail_of_payload(std::span<const std::byte> payload);
  /// Below 0 if the first comes first, above 0 if the second does, of two of one head.
  static int compare(Tail first, Tail second);

 private:
  static Tail tail_of(std::span<const std::byte> bytes);

  std::vector<std::byte> bytes_;  // the first bit is the highest of the first; the rest zeros
  std::uint32_t count_ = 0;
};

}  // namespace isthmus::engine

namespace isthmus {

using engine::PriorityBits;

}  // namespace isthmus
