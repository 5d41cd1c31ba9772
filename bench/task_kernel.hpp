// bench/task_kernel.hpp: the work of a task: multiplications and additions, and no memory.
#pragma once

#include <cstdint>

namespace bench {

/// Independent chains, a multiplication and an addition of each an iteration: some 2 ns. They are
/// so many that they keep the arithmetic units busy: short tasks take no less when they overlap.
/// The same machine code in every program that includes it, since it is never part of another
/// function.
[[gnu::noinline]] inline double compute(std::int64_t iterations) {
  constexpr int chains = 24;
  asm volatile("" : "+r"(iterations));  // Else one call could serve for many of the same number.
  double values[chains];
  for (int i = 0; i < chains; ++i) values[i] = 1.0 + 0.1 * i;
  for (std::int64_t i = 0; i < iterations; ++i) {
    for (double& value : values) value = value * 0.999 + 0.001;
  }
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

/// The same, whatever becomes of the result.
inline void work(std::int64_t iterations) {
  const double sum = compute(iterations);
  asm volatile("" : : "g"(&sum) : "memory");
}

}  // namespace bench
