#include "md/arithmetic.hpp"

#include <cmath>

namespace md {

// By x = n log 2 + r with the series of r; log 2 in two parts, the first of which has so few digits
// that its multiples are exact.
double exponential(double x) {
  constexpr double least = -700;
  constexpr double log2_high = 0x1.62e42feep-1;
  constexpr double log2_low = 0x1.a39ef35793c76p-33;
  if (x < least) return 0;
  const double turns = std::floor(x / (log2_high + log2_low) + 0.5);
  const double rest = (x - turns * log2_high) - turns * log2_low;
  constexpr int terms = 16;
  double series = 1;
  for (int i = terms; i > 0; --i) series = 1 + rest / i * series;
  return std::ldexp(series, static_cast<int>(turns));
}

// By Newton's method on a number near 1, as the powers of 8 are taken out first.
double cube_root(double x) {
  int power = 0;
  std::frexp(x, &power);
  const int thirds = power / 3;
  const double little = std::ldexp(x, -3 * thirds);
  constexpr int steps = 12;
  double root = 1;
  for (int i = 0; i < steps; ++i) root -= (root - little / (root * root)) / 3;
  return std::ldexp(root, thirds);
}

}  // namespace md
