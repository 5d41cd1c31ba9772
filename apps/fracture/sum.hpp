// fracture/sum.hpp: a sum of numbers that does not depend on their order.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace fracture {

/// In fixed point: whole numbers and 2^-60ths of one, so each term is rounded once and the sum is
/// exact, in any order and in any parts. Where a term or the sum is beyond 2^62, or no number, the
/// sum is no number. Plain data.
struct Sum {
  std::int64_t whole = 0;
  std::int64_t fraction = 0;  ///< From 0 up to, but not including, 2^60.
  bool is_finite = true;

  void add(double term) {
    const double floor = std::floor(term);
    if (!(std::abs(floor) < 0x1p62)) {
      *this = {0, 0, false};
      return;
    }
    *this = *this + Sum{static_cast<std::int64_t>(floor),
                        static_cast<std::int64_t>(std::ldexp(term - floor, 60))};
  }
  double value() const {
    if (!is_finite) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(whole) + std::ldexp(static_cast<double>(fraction), -60);
  }

  friend Sum operator+(const Sum& one, const Sum& other) {
    constexpr std::int64_t unit = std::int64_t{1} << 60;
    Sum sum;
    if (!one.is_finite || !other.is_finite ||
        __builtin_add_overflow(one.whole, other.whole, &sum.whole)) {
      return {0, 0, false};
    }
    sum.fraction = one.fraction + other.fraction;
    if (sum.fraction >= unit) {
      sum.fraction -= unit;
      if (__builtin_add_overflow(sum.whole, 1, &sum.whole)) return {0, 0, false};
    }
    return sum;
  }
  bool operator==(const Sum&) const = default;
};

}  // namespace fracture
