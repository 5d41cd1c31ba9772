#include "isthmus/fabric/filter/inexact_payload.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace isthmus::engine::fabric {

namespace {

using ClaimedArray = InexactPayloads::Claim::Array;
static_assert(sizeof(ClaimedArray) == 12 && alignof(ClaimedArray) == 4);

/// Takes bytes up, one piece after the other.
class Cursor {
 public:
  explicit Cursor(std::span<const std::byte> from) : from_(from) {}
  std::size_t left() const { return from_.size(); }
  std::span<const std::byte> take(std::size_t bytes) {
    const auto taken = from_.first(bytes);
    from_ = from_.subspan(bytes);
    return taken;
  }
  template <class T>
  T value() {
    T value;
    std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
    return value;
  }

 private:
  std::span<const std::byte> from_;
};

/// Lays bytes down, as long as they fit.
class Pen {
 public:
  explicit Pen(std::span<std::byte> to) : to_(to) {}
  void put(const void* from, std::size_t bytes) {
    if (bytes > room().size()) fits_ = false;
    if (!fits_ || bytes == 0) return;
    std::memcpy(&to_[at_], from, bytes);
    at_ += bytes;
  }
  /// `bytes` of the room have been written to.
  void advance(std::size_t bytes) { at_ += bytes; }
  std::span<std::byte> room() const { return to_.subspan(at_); }
  bool fits() const { return fits_; }
  std::size_t written() const { return at_; }

 private:
  std::span<std::byte> to_;
  std::size_t at_ = 0;
  bool fits_ = true;
};

/// visit(bytes) for all that lies between the arrays, in turn.
template <class Byte, class Arrays, class Visit>
void for_each_rest(std::span<Byte> payload, const Arrays& arrays, Visit&& visit) {
  std::size_t at = 0;
  for (const auto& array : arrays) {
    visit(payload.subspan(at, array.at - at));
    at = array.at + std::size_t{array.count} * array.number_bytes;
  }
  visit(payload.subspan(at));
}

/// visit(bytes) for each block of an array, in turn, as long as it says yes.
template <class Byte, class Array, class Visit>
bool for_each_block(std::span<Byte> payload, const Array& array, Visit&& visit) {
  auto left = payload.subspan(array.at, std::size_t{array.count} * array.number_bytes);
  while (!left.empty()) {
    const std::size_t bytes =
        std::min<std::size_t>(left.size(), ZfpBlocks::numbers_max * array.number_bytes);
    if (!visit(left.first(bytes))) return false;
    left = left.subspan(bytes);
  }
  return true;
}

template <class Bits>
bool are_all_below(std::span<const std::byte> numbers, Bits infinity) {
  bool all = true;
  for (std::size_t at = 0; at < numbers.size(); at += sizeof(Bits)) {
    Bits bits;
    std::memcpy(&bits, &numbers[at], sizeof(bits));
    all &= (bits & infinity) != infinity;
  }
  return all;
}

bool are_finite(std::span<const std::byte> numbers, std::size_t number_bytes) {
  return number_bytes == 4 ? are_all_below<std::uint32_t>(numbers, 0x7f800000)
                           : are_all_below<std::uint64_t>(numbers, 0x7ff0000000000000);
}

Expected<InexactPayloads::Claim> refuse(std::string what) {
  return fail(ErrorCode::malformed, std::move(what));
}

}  // namespace

ZfpBlocks& InexactPayloads::blocks() {
  if (blocks_ == nullptr) blocks_ = std::make_unique<ZfpBlocks>();
  return *blocks_;
}

std::size_t InexactPayloads::pack(std::span<const std::byte> payload,
                                  std::span<const InexactArray> arrays, std::span<std::byte> to) {
  for (const InexactArray& array : arrays) {
    if (!are_finite(payload.subspan(array.at, array.bytes()), array.number_bytes)) return 0;
  }
  Pen pen(to);
  const auto count = static_cast<std::uint32_t>(arrays.size());
  pen.put(&count, sizeof(count));
  for (const InexactArray& array : arrays) {
    const ClaimedArray claimed{array.at, array.count, array.number_bytes, 0,
                               exponent_of(array.bound)};
    pen.put(&claimed, sizeof(claimed));
  }
  for_each_rest(payload, arrays,
                [&](std::span<const std::byte> rest) { pen.put(rest.data(), rest.size()); });
  if (!pen.fits()) return 0;
  for (const InexactArray& array : arrays) {
    const auto pack_block = [&](std::span<const std::byte> numbers) {
      std::uint32_t bytes = 0;
      if (pen.room().size() < sizeof(bytes)) return false;
      bytes = static_cast<std::uint32_t>(blocks().pack(numbers, array.number_bytes, array.bound,
                                                       pen.room().subspan(sizeof(bytes))));
      pen.put(&bytes, sizeof(bytes));
      pen.advance(bytes);
      return bytes > 0;
    };
    if (!for_each_block(payload, array, pack_block)) return 0;
  }
  return pen.written();
}

Expected<InexactPayloads::Claim> InexactPayloads::read_claim(std::span<const std::byte> from,
                                                             std::size_t bytes) {
  Cursor cursor(from);
  if (cursor.left() < sizeof(std::uint32_t)) return refuse("that ends in its head");
  const auto count = cursor.value<std::uint32_t>();
  if (count == 0 || count > InexactArrays::count_max) {
    return refuse("with " + std::to_string(count) + " arrays of numbers");
  }
  Claim claim;
  claim.head_bytes = sizeof(count) + count * sizeof(ClaimedArray);
  if (from.size() < claim.head_bytes) return refuse("that ends in its head");
  std::size_t end = 0;
  std::size_t numbers_bytes = 0;
  std::size_t numbers = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto array = cursor.value<ClaimedArray>();
    const std::size_t array_bytes = std::size_t{array.count} * array.number_bytes;
    const bool is_sound = (array.number_bytes == 4 || array.number_bytes == 8) && array.zero == 0 &&
                          array.count > 0 && array.at >= end &&
                          array.at % array.number_bytes == 0 && array.at <= bytes &&
                          array_bytes <= bytes - array.at && array.exponent >= -1074 &&
                          array.exponent <= 1023;
    if (!is_sound) return refuse("whose array " + std::to_string(i) + " cannot be");
    end = array.at + array_bytes;
    numbers_bytes += array_bytes;
    numbers += array.count;
    claim.arrays.push_back(array);
  }
  const std::size_t rest = bytes - numbers_bytes;
  if (cursor.left() < rest || numbers / ZfpBlocks::numbers_per_byte_max > cursor.left() - rest) {
    return refuse("of " + std::to_string(from.size()) + " bytes that claims to unpack to " +
                  std::to_string(bytes));
  }
  return claim;
}

bool InexactPayloads::unpack(const Claim& claim, std::span<const std::byte> from,
                             std::span<std::byte> to) {
  Cursor cursor(from.subspan(claim.head_bytes));
  for_each_rest(to, claim.arrays, [&](std::span<std::byte> rest) {
    const auto taken = cursor.take(rest.size());
    if (!rest.empty()) std::memcpy(rest.data(), taken.data(), rest.size());
  });
  for (const Claim::Array& array : claim.arrays) {
    const auto unpack_block = [&](std::span<std::byte> numbers) {
      if (cursor.left() < sizeof(std::uint32_t)) return false;
      const auto bytes = cursor.value<std::uint32_t>();
      return bytes <= cursor.left() &&
             blocks().unpack(cursor.take(bytes), array.number_bytes, array.exponent, numbers);
    };
    if (!for_each_block(to, array, unpack_block)) return false;
  }
  return cursor.left() == 0;
}

bool InexactPayloads::spend(const Claim& claim, const InexactArrays& admitted,
                            std::span<std::byte> payload) {
  const auto is_admitted = [](const Claim::Array& packed, const InexactArray& found) {
    return packed.at == found.at && packed.count == found.count &&
           packed.number_bytes == found.number_bytes &&
           std::ldexp(1.0, packed.exponent) <= found.bound;
  };
  if (!std::ranges::equal(claim.arrays, admitted.all(), is_admitted)) return false;
  for (const InexactArray& array : admitted.all()) payload[array.spent_at] = std::byte{1};
  return true;
}

}  // namespace isthmus::engine::fabric
