// bench/task_graph.hpp: which tasks of a timestep need which of the one before, as Task Bench has
// it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace bench {

/// Of Task Bench (Slaughter et al. 2020, table 2).
enum class Pattern { stencil_1d, fft, tree, random_nearest };

inline constexpr std::array patterns{Pattern::stencil_1d, Pattern::fft, Pattern::tree,
                                     Pattern::random_nearest};

inline constexpr std::string_view name_of(Pattern pattern) {
  switch (pattern) {
    case Pattern::stencil_1d:
      return "stencil_1d";
    case Pattern::fft:
      return "fft";
    case Pattern::tree:
      return "tree";
    case Pattern::random_nearest:
      return "random_nearest";
  }
  return "";
}

inline std::optional<Pattern> pattern_named(std::string_view name) {
  const auto found = std::ranges::find(patterns, name, name_of);
  return found == patterns.end() ? std::nullopt : std::optional(*found);
}

/// SipHash-2-4 (Aumasson and Bernstein 2012) of some words, under the key 1, 2, ..., 15, 0 that
/// Task Bench draws its random graphs with.
inline std::uint64_t sip_hash(const std::vector<std::uint64_t>& words) {
  constexpr std::uint64_t key[] = {0x0807060504030201, 0x000f0e0d0c0b0a09};
  std::uint64_t v[] = {key[0] ^ 0x736f6d6570736575, key[1] ^ 0x646f72616e646f6d,
                       key[0] ^ 0x6c7967656e657261, key[1] ^ 0x7465646279746573};
  const auto mix = [&v](int rounds) {
    for (; rounds > 0; --rounds) {
      v[0] += v[1];
      v[1] = std::rotl(v[1], 13) ^ v[0];
      v[0] = std::rotl(v[0], 32);
      v[2] += v[3];
      v[3] = std::rotl(v[3], 16) ^ v[2];
      v[0] += v[3];
      v[3] = std::rotl(v[3], 21) ^ v[0];
      v[2] += v[1];
      v[1] = std::rotl(v[1], 17) ^ v[2];
      v[2] = std::rotl(v[2], 32);
    }
  };
  const auto absorb = [&](std::uint64_t word) {
    v[3] ^= word;
    mix(2);
    v[0] ^= word;
  };
  for (const std::uint64_t word : words) absorb(word);
  absorb(std::uint64_t{8 * words.size()} << 56);
  v[2] ^= 0xff;
  mix(4);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/// `width` points, a task each in every timestep from their first on. What a task needs depends on
/// its point and on the timestep's phase alone, and lies in the timestep before; the tasks of
/// timestep 0 need nothing. Plain data, the same in every process.
struct TaskGraph {
  Pattern pattern = Pattern::stencil_1d;
  int width = 1;

  /// Task Bench's own settings for its random graphs.
  static constexpr int radix = 5;
  static constexpr int period = 3;
  static constexpr double fraction = 0.25;

  int phase_count() const {
    if (pattern == Pattern::fft) return std::max(1, log2_of_width());
    return pattern == Pattern::random_nearest ? period : 1;
  }
  int phase_at(int timestep) const {
    const int count = phase_count();
    return (pattern == Pattern::fft ? timestep + count - 1 : timestep) % count;
  }

  /// A tree grows from point 0 and doubles with every timestep until it is as wide as the graph.
  int first_timestep(int point) const {
    return pattern == Pattern::tree ? std::bit_width(static_cast<unsigned>(point)) : 0;
  }
  int width_at(int timestep) const {
    const bool is_growing = pattern == Pattern::tree && timestep < log2_of_width();
    return is_growing ? 1 << timestep : width;
  }
  std::int64_t task_count(int timesteps) const {
    std::int64_t count = 0;
    for (int timestep = 0; timestep < timesteps; ++timestep) count += width_at(timestep);
    return count;
  }

  /// Ascending: the points whose last task a task of this one needs, in a timestep of that phase.
  std::vector<int> needs(int phase, int point) const {
    return chosen([&](int other) { return is_needed(phase, other, point); });
  }
  /// Ascending: the points whose tasks, in a timestep of that phase, need the last one of this.
  std::vector<int> serves(int phase, int point) const {
    return chosen([&](int other) { return is_needed(phase, point, other); });
  }

 private:
  int log2_of_width() const { return std::bit_width(static_cast<unsigned>(width - 1)); }

  bool is_needed(int phase, int giver, int taker) const {
    const int apart = taker - giver;
    switch (pattern) {
      case Pattern::stencil_1d:
        return -1 <= apart && apart <= 1;
      case Pattern::fft:
        return apart == 0 || apart == 1 << phase || -apart == 1 << phase;
      case Pattern::tree:
        return giver == taker / 2;
      case Pattern::random_nearest:
        return is_drawn(phase, giver, taker);
    }
    return false;
  }

  /// Of the `radix` nearest, its own point and the others with a probability of `fraction`.
  static bool is_drawn(int phase, int giver, int taker) {
    if (giver < taker - radix / 2 || giver > taker + (radix - 1) / 2) return false;
    constexpr std::uint64_t graph_index = 0;
    const std::uint64_t bits =
        sip_hash({graph_index, radix, static_cast<std::uint64_t>(phase),
                  static_cast<std::uint64_t>(giver), static_cast<std::uint64_t>(taker)});
    return giver == taker || static_cast<double>(bits) * 0x1p-64 < fraction;
  }

  std::vector<int> chosen(auto&& is_chosen) const {
    std::vector<int> points;
    for (int point = 0; point < width; ++point) {
      if (is_chosen(point)) points.push_back(point);
    }
    return points;
  }
};

}  // namespace bench
