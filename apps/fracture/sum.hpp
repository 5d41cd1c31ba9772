// fracture/sum.hpp: a sum of numbers that does not depend on their order.
#pragma once

#include <cmath>
#include <cstdint>

namespace fracture {

/// In fixed point: whole numbers and 2^-60ths of one, so each term is rounded once and the sum is
/// exact, in any order and in any parts. For magnitudes up to 2^62. Plain data.
struct Sum {
  std::int64_t whole = 0;
  std::int64_t fraction = 0;  ///< From 0 up to, but not including, 2^60.

  void add(double term) {
    const double floor = std::floor(term);
    *this = *this + Sum{static_cast<std::int64_t>(floor),
                        static_cast<std::int64_t>(std::ldexp(term - floor, 60))};
  }
  double value() const {
    return static_cast<double>(whole) + std::ldexp(static_cast<double>(fraction), -60);
  }

  friend Sum operator+(const Sum& one, const Sum& other) {
    constexpr std::int64_t unit = std::int64_t{1} << 60;
    Sum sum{one.whole + other.whole, one.fraction + other.fraction};
    if (sum.fraction >= unit) {
      sum.fraction -= unit;
      ++sum.whole;
    }
    return sum;
  }
  bool operator==(const Sum&) const = default;
};

}  // namespace fracture
