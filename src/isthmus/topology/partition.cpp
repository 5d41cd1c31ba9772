#include "isthmus/topology/partition.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <queue>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus {

namespace {

/// Shares by speed rounded down are part of the best cut; the pieces left over, fewer than there
/// are speeds, go one by one to whoever is done with one more the soonest.
std::vector<std::int64_t> sizes_by_speed(std::int64_t size, std::span<const double> speeds) {
  const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  std::vector<std::int64_t> sizes;
  std::int64_t left = size;
  for (const double speed : speeds) {
    const auto whole =
        static_cast<std::int64_t>(std::floor(static_cast<double>(size) * (speed / all)));
    sizes.push_back(std::min(whole, left));
    left -= sizes.back();
  }
  // (time with one piece more, place), the soonest first; of equals the first.
  using Next = std::pair<double, std::size_t>;
  std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
  const auto offer = [&](std::size_t place) {
    if (speeds[place] <= 0) return;
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

}  // namespace

std::vector<Share> partition(std::int64_t size, std::span<const double> speeds) {
  ISTHMUS_ASSERT(size >= 0);
  ISTHMUS_ASSERT(
      std::ranges::all_of(speeds, [](double speed) { return std::isfinite(speed) && speed >= 0; }));
  ISTHMUS_ASSERT(std::ranges::any_of(speeds, [](double speed) { return speed > 0; }));
  std::vector<Share> shares;
  std::int64_t begin = 0;
  for (const std::int64_t own : sizes_by_speed(size, speeds)) {
    shares.push_back({begin, begin + own});
    begin += own;
  }
  return shares;
}

std::vector<Share> partition(std::int64_t size, const topology::Topology& topology) {
  std::vector<double> speeds;
  for (int number = 0; number < topology.pe_count(); ++number) {
    const PeId pe(number);
    speeds.push_back(topology.holds_objects(pe) ? topology.speed_of(pe) : 0);
  }
  return partition(size, speeds);
}

}  // namespace isthmus
