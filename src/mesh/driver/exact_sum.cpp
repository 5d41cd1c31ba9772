#include "mesh/driver/exact_sum.hpp"

#include <bit>
#include <cmath>

namespace isthmus::mesh {

void ExactSum::add(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto exponent = static_cast<std::uint32_t>(bits >> 52 & 0x7ff);
  std::uint64_t mantissa = bits & ((std::uint64_t{1} << 52) - 1);
  // Bit 0 of limb 0 is that of the least double, 2^-1074.
  std::uint32_t place = 0;
  if (exponent > 0) {
    mantissa |= std::uint64_t{1} << 52;
    place = exponent - 1;
  }
  const std::size_t limb = place / 32;
  const std::uint32_t shift = place % 32;
  const std::uint64_t low = mantissa << shift;
  const std::uint64_t high = shift == 0 ? 0 : mantissa >> (64 - shift);
  const std::int64_t sign = bits >> 63 != 0 ? -1 : 1;
  limbs_[limb] += sign * static_cast<std::int64_t>(low & 0xffffffff);
  limbs_[limb + 1] += sign * static_cast<std::int64_t>(low >> 32);
  limbs_[limb + 2] += sign * static_cast<std::int64_t>(high);
  if (++adds_ == adds_between_carries) carry();
}

void ExactSum::add(const ExactSum& other) {
  ExactSum carried = other;
  carried.carry();
  carry();
  for (std::size_t i = 0; i < limb_count; ++i) limbs_[i] += carried.limbs_[i];
  adds_ = 2;
}

void ExactSum::carry() {
  std::int64_t over = 0;
  for (std::size_t i = 0; i + 1 < limb_count; ++i) {
    const std::int64_t all = limbs_[i] + over;
    limbs_[i] = all & (limb_base - 1);
    over = all >> 32;
  }
  limbs_[limb_count - 1] += over;
  adds_ = 1;
}

double ExactSum::value() const {
  ExactSum sum = *this;
  sum.carry();
  const bool is_negative = sum.limbs_[limb_count - 1] < 0;
  if (is_negative) {
    for (std::int64_t& limb : sum.limbs_) limb = -limb;
    sum.carry();
  }
  std::size_t top = limb_count - 1;
  while (top > 0 && sum.limbs_[top] == 0) --top;
  // The three uppermost limbs have at least 65 bits where there are so many; the rest matters to
  // rounding alone, as one bit below them.
  const auto limb = [&](std::size_t below) {
    return top < below ? 0 : static_cast<std::uint64_t>(sum.limbs_[top - below]);
  };
  std::uint64_t bits = limb(0) << 32 | limb(1);
  std::uint64_t rest = limb(2);
  bool has_more = false;
  for (std::size_t i = 0; i + 2 < top; ++i) has_more = has_more || sum.limbs_[i] != 0;
  if (bits == 0) return 0;
  const int zeros = std::countl_zero(bits);
  if (zeros > 0) {
    bits = bits << zeros | (zeros <= 32 ? rest << 32 >> (64 - zeros) : rest << (zeros - 32));
    rest = zeros < 32 ? rest << zeros & 0xffffffff : 0;
  }
  // Now 64 bits, of which 53 stay, where the number is not denormal and so short anyway.
  const int exponent = 32 * (static_cast<int>(top) - 1) - zeros - 1074;
  const bool is_sticky = rest != 0 || has_more;
  const std::uint64_t kept = bits >> 11;
  const std::uint64_t cut = bits & 0x7ff;
  constexpr std::uint64_t half = 0x400;
  const bool goes_up = cut > half || (cut == half && (is_sticky || (kept & 1) != 0));
  const double magnitude = std::ldexp(static_cast<double>(kept + (goes_up ? 1 : 0)), exponent + 11);
  return is_negative ? -magnitude : magnitude;
}

}  // namespace isthmus::mesh
