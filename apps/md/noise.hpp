// md/noise.hpp: random kicks that depend on seed, atom and step alone.
#pragma once

#include <array>
#include <cstdint>

#include "isthmus/base/random.hpp"
#include "md/system.hpp"

namespace md {

/// Three nearly normal numbers with a mean of 0 and a variance of 1, each the sum of twelve even
/// ones of 16 bits: a counter-based generator (Salmon and others 2011) on splitmix64's finalizer.
/// By sums and products alone, so the bits are the same on every machine; the same atom and step
/// get the same numbers wherever they are asked for.
inline Vec noise_of(std::uint64_t seed, std::int64_t atom, int step) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15ull;
  constexpr std::uint64_t purpose = 0x6c616e676576696eull;
  using isthmus::Random;
  std::uint64_t key = Random::mix(seed ^ purpose);
  key = Random::mix(key + odd * static_cast<std::uint64_t>(atom));
  key = Random::mix(key + odd * static_cast<std::uint64_t>(step));
  Vec noise;
  for (double& value : noise) {
    std::uint64_t sum = 0;
    for (int word = 0; word < 3; ++word) {
      const std::uint64_t bits = Random::mix(key += odd);
      sum += (bits & 0xffff) + ((bits >> 16) & 0xffff) + ((bits >> 32) & 0xffff) + (bits >> 48);
    }
    // The mean is 12 x 65535 / 2, the variance 65536^2 - 1.
    value = (static_cast<double>(sum) - 393210.0) * 0x1.0p-16;
  }
  return noise;
}

}  // namespace md
