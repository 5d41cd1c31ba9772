#include "netsort/problem.hpp"

#include <string>

#include "isthmus/base/random.hpp"

namespace netsort {

namespace {

using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::Random;

constexpr std::uint64_t purpose_values = 0x5a17;
constexpr std::uint64_t purpose_moves = 0x303e;
constexpr std::int32_t payload_bytes_max = 1 << 26;
constexpr std::int64_t stage_ns_max = 1'000'000'000;

Expected<void> check_range(const std::string& what, std::int64_t value, std::int64_t least,
                           std::int64_t most) {
  if (value >= least && value <= most) return {};
  return isthmus::fail(ErrorCode::bad_input, what + " is " + std::to_string(value), {},
                       std::to_string(least) + " to " + std::to_string(most));
}

Random random_of(const Problem& problem, std::uint64_t purpose, std::int32_t element,
                 std::int32_t stage) {
  const auto place = static_cast<std::uint64_t>(element) << 32 | static_cast<std::uint32_t>(stage);
  return Random::for_purpose(problem.seed ^ Random::mix(place), purpose);
}

}  // namespace

Expected<void> validate(const Problem& problem) {
  if (!Network::exists_for(problem.size)) {
    return isthmus::fail(ErrorCode::bad_input, "size is " + std::to_string(problem.size), {},
                         "a power of two from 2 to 1048576");
  }
  Expected<void> all = check_range("payload", problem.payload_bytes, 0, payload_bytes_max);
  if (all) {
    all = check_range("stages between moves", problem.stages_between_moves, 0,
                      problem.network().stage_count());
  }
  if (all) {
    all = check_range("stages between points", problem.stages_between_points, 0,
                      problem.network().stage_count());
  }
  if (all) all = check_range("stage time in ns", problem.stage_ns, 0, stage_ns_max);
  return all;
}

std::int32_t value_of(const Problem& problem, std::int32_t element) {
  return static_cast<std::int32_t>(random_of(problem, purpose_values, element, 0).next() >> 32);
}

std::vector<std::int32_t> values_of(const Problem& problem) {
  std::vector<std::int32_t> values;
  for (std::int32_t i = 0; i < problem.size; ++i) values.push_back(value_of(problem, i));
  return values;
}

std::int32_t destination(const Problem& problem, std::int32_t element, std::int32_t stages_done,
                         std::int32_t pe_count) {
  if (problem.stages_between_moves == 0 || stages_done % problem.stages_between_moves != 0) {
    return -1;
  }
  Random random = random_of(problem, purpose_moves, element, stages_done);
  return static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(pe_count)));
}

}  // namespace netsort
