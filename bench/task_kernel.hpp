// bench/task_kernel.hpp: the work of a task: multiplications and additions, and no memory.
#pragma once

#include <cstdint>

namespace bench {

/// Eight independent chains, a multiplication and an addition of each an iteration: some 2 ns. The
/// same machine code in every program that includes it, since it is never part of another function.
[[gnu::noinline]] inline double compute(std::int64_t iterations) {
  double values[8] = {1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7};
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
