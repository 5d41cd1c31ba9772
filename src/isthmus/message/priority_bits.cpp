#include "isthmus/message/priority_bits.hpp"

#include <algorithm>
#include <cstring>

namespace isthmus::engine {

namespace {

constexpr std::size_t head_bytes = sizeof(std::int32_t);

}  // namespace

PriorityBits& PriorityBits::append(std::uint64_t value, int count) {
  ISTHMUS_ASSERT(count >= 0 && count <= 64);
  for (int bit = count - 1; bit >= 0; --bit, ++count_) {
    if (count_ % 8 == 0) bytes_.push_back({});
    bytes_.back() |= static_cast<std::byte>(((value >> bit) & 1) << (7 - count_ % 8));
  }
  return *this;
}

std::int32_t PriorityBits::head() const {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < head_bytes; ++i) {
    number = number << 8 | (i < bytes_.size() ? std::to_integer<std::uint32_t>(bytes_[i]) : 0);
  }
  if (!tail().empty()) number |= 1;
  return static_cast<std::int32_t>(number ^ 0x80000000U);
}

PriorityBits::Tail PriorityBits::tail_of(std::span<const std::byte> bytes) {
  while (!bytes.empty() && bytes.back() == std::byte{}) bytes = bytes.first(bytes.size() - 1);
  return bytes.size() <= head_bytes ? Tail() : bytes.subspan(head_bytes - 1);
}

PriorityBits::Tail PriorityBits::tail_of_payload(std::span<const std::byte> payload) {
  std::uint64_t count = 0;
  if (payload.size() < sizeof(count)) return {};
  std::memcpy(&count, payload.data(), sizeof(count));
  payload = payload.subspan(sizeof(count));
  return count > payload.size() ? Tail() : tail_of(payload.first(count));
}

int PriorityBits::compare(Tail first, Tail second) {
  // One without a tail is the whole number that the head says. With one, bit 31 tells whether that
  // is the number before, or this one, behind which it goes on.
  const auto before_number = [](Tail tail) { return (tail.front() & std::byte{1}) == std::byte{}; };
  if (first.empty() && second.empty()) return 0;
  if (first.empty()) return before_number(second) ? 1 : -1;
  if (second.empty()) return before_number(first) ? -1 : 1;
  if (std::ranges::lexicographical_compare(first, second)) return -1;
  return std::ranges::equal(first, second) ? 0 : 1;
}

}  // namespace isthmus::engine
