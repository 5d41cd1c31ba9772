// netsort/problem.hpp: what is sorted, and how its elements move; pure functions of a seed.
#pragma once

#include <cstdint>
#include <vector>

#include "isthmus/base/error.hpp"
#include "netsort/network.hpp"

namespace netsort {

/// Plain data.
struct Problem {
  std::int32_t size = 4096;                ///< Elements; a power of two.
  std::int32_t payload_bytes = 10240;      ///< Of every element, and of every value sent.
  std::int32_t stages_between_moves = 1;   ///< 0: elements stay.
  std::int32_t stages_between_points = 0;  ///< For checkpoints and the load balancer; 0: none.
  std::int64_t stage_ns = 10'000;  ///< Charged for each comparison, where costs are charged.
  std::uint64_t seed = 1;

  Network network() const { return Network(size); }
  /// After so many stages all wait for all, unless they are sorted; and how often they do.
  bool comes_to_point(std::int32_t stages_done) const {
    return stages_between_points > 0 && stages_done % stages_between_points == 0;
  }
  std::int32_t point_count() const {
    return stages_between_points > 0 ? (network().stage_count() - 1) / stages_between_points : 0;
  }
};

/// ErrorCode::bad_input in one line for what makes no sense.
isthmus::Expected<void> validate(const Problem& problem);

/// The number that an element starts with, and those of all.
std::int32_t value_of(const Problem& problem, std::int32_t element);
std::vector<std::int32_t> values_of(const Problem& problem);

/// The PE, below `pe_count`, that the element moves to once it has done `stages_done` stages; -1
/// where it stays. Random, but the same in every run of one seed.
std::int32_t destination(const Problem& problem, std::int32_t element, std::int32_t stages_done,
                         std::int32_t pe_count);

}  // namespace netsort
