#include "isthmus/topology/partition.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <queue>
#include <string>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine {

namespace {

constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max();

/// Whoever would get more than `most` by speed gets that, and the others have the more to share
/// out: until all keep to it. Returns who is full.
std::vector<bool> fill_up(std::int64_t& left, std::span<const double> speeds, std::int64_t most) {
  std::vector<bool> is_full(speeds.size());
  for (bool changes = most < left; changes;) {
    changes = false;
    double open = 0;
    for (std::size_t place = 0; place < speeds.size(); ++place) {
      if (!is_full[place]) open += speeds[place];
    }
    if (open <= 0) break;
    const auto size = static_cast<double>(left);
    for (std::size_t place = 0; place < speeds.size(); ++place) {
      if (is_full[place] || size * (speeds[place] / open) <= static_cast<double>(most)) continue;
      is_full[place] = changes = true;
      left -= std::min(most, left);
    }
  }
  return is_full;
}

/// Shares by speed rounded down are part of the best cut; the pieces left over, fewer than there
/// are speeds, go one by one to whoever is done with one more the soonest.
std::vector<std::int64_t> sizes_by_speed(std::int64_t size, std::span<const double> speeds,
                                         std::int64_t most = unbounded) {
  std::int64_t left = size;
  const std::vector<bool> is_full = fill_up(left, speeds, most);
  const auto to_share = static_cast<double>(left);
  double open = 0;
  for (std::size_t place = 0; place < speeds.size(); ++place) {
    if (!is_full[place]) open += speeds[place];
  }
  std::vector<std::int64_t> sizes;
  for (std::size_t place = 0; place < speeds.size(); ++place) {
    if (is_full[place]) {
      sizes.push_back(most);
      continue;
    }
    const double share = open > 0 ? speeds[place] / open : 0;
    const auto whole = static_cast<std::int64_t>(std::floor(to_share * share));
    sizes.push_back(std::min({whole, left, most}));
    left -= sizes.back();
  }
  // (time with one piece more, place), the soonest first; of equals the first.
  using Next = std::pair<double, std::size_t>;
  std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
  const auto offer = [&](std::size_t place) {
    if (speeds[place] <= 0 || sizes[place] >= most) return;
    next.emplace(static_cast<double>(sizes[place] + 1) / speeds[place], place);
  };
  for (std::size_t place = 0; place < speeds.size(); ++place) offer(place);
  for (; left > 0; --left) {
    const std::size_t place = next.top().second;
    next.pop();
    ++sizes[place];
    offer(place);
  }
  return sizes;
}

void expect_sound(std::int64_t size, std::span<const double> speeds) {
  ISTHMUS_ASSERT(size >= 0);
  ISTHMUS_ASSERT(
      std::ranges::all_of(speeds, [](double speed) { return std::isfinite(speed) && speed >= 0; }));
  ISTHMUS_ASSERT(std::ranges::any_of(speeds, [](double speed) { return speed > 0; }));
}

std::vector<Share> shares_of(std::span<const std::int64_t> sizes, std::int64_t begin) {
  std::vector<Share> shares;
  for (const std::int64_t own : sizes) {
    shares.push_back({begin, begin + own});
    begin += own;
  }
  return shares;
}

std::vector<double> speeds_of(const topology::Topology& topology) {
  std::vector<double> speeds;
  for (int number = 0; number < topology.pe_count(); ++number) {
    const PeId pe(number);
    speeds.push_back(topology.holds_objects(pe) ? topology.speed_of(pe) : 0);
  }
  return speeds;
}

}  // namespace

std::vector<Share> partition(std::int64_t size, std::span<const double> speeds) {
  expect_sound(size, speeds);
  return shares_of(sizes_by_speed(size, speeds), 0);
}

std::vector<Share> partition(std::int64_t size, const topology::Topology& topology) {
  return partition(size, speeds_of(topology));
}

Expected<std::vector<Share>> partition(std::int64_t size, std::span<const double> speeds,
                                       const PartitionTerms& terms) {
  expect_sound(size, speeds);
  ISTHMUS_ASSERT(terms.loads.empty() || terms.loads.size() == speeds.size());
  ISTHMUS_ASSERT(
      std::ranges::all_of(terms.loads, [](double load) { return load >= 0 && load < 1; }));
  ISTHMUS_ASSERT(terms.most >= 0);
  std::vector<double> left(speeds.begin(), speeds.end());
  for (std::size_t place = 0; place < terms.loads.size(); ++place) {
    left[place] *= 1 - terms.loads[place];
  }
  const std::int64_t takers = std::ranges::count_if(left, [](double speed) { return speed > 0; });
  if (terms.most < size && terms.most < (size + takers - 1) / takers) {
    return fail(ErrorCode::bad_input, std::to_string(size) + " pieces of data", "partition",
                "at most " + std::to_string(terms.most * takers) + ": " +
                    std::to_string(terms.most) + " for each of " + std::to_string(takers) +
                    " processors");
  }
  return shares_of(sizes_by_speed(size, left, terms.most), terms.base);
}

Expected<std::vector<Share>> partition(std::int64_t size, const topology::Topology& topology,
                                       const PartitionTerms& terms) {
  return partition(size, speeds_of(topology), terms);
}

}  // namespace isthmus::engine
