// isthmus/base/random.hpp: seeded random numbers; the only ones in the library.
#pragma once

#include <cstdint>

namespace isthmus::engine {

/// xoshiro256** seeded through splitmix64 (Blackman and Vigna, 2018). One owner, no thread safety.
/// The same seed gives the same sequence on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) {
    for (auto& word : state_) word = mix(seed += 0x9e3779b97f4a7c15ull);
  }

  std::uint64_t next() {
    const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// Uniform in [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  /// Uniform in [0, bound); bound > 0. The bias is below 2^-32 for bounds that fit 32 bits.
  std::uint64_t below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(next()) * bound) >> 64);
  }

  /// A generator for a named purpose, independent of how many numbers others draw.
  static Random for_purpose(std::uint64_t seed, std::uint64_t purpose) {
    return Random(mix(seed ^ mix(purpose)));
  }

  /// splitmix64's finalizer: a bijection that scatters bits.
  static constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }

 private:
  static std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

  std::uint64_t state_[4];
};

}  // namespace isthmus::engine

namespace isthmus {

using engine::Random;

}  // namespace isthmus
