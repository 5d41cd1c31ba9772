#include "isthmus/topology/grouping.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::topology {

namespace {

/// Disjoint sets with path halving.
class Sets {
 public:
  explicit Sets(std::uint32_t count) : parents_(count) {
    std::iota(parents_.begin(), parents_.end(), 0u);
  }
  std::uint32_t find(std::uint32_t unit) {
    while (parents_[unit] != unit) {
      parents_[unit] = parents_[parents_[unit]];
      unit = parents_[unit];
    }
    return unit;
  }
  /// False where they are one already.
  bool join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a == b) return false;
    parents_[std::max(a, b)] = std::min(a, b);
    return true;
  }

 private:
  std::vector<std::uint32_t> parents_;
};

void join_together(Sets& sets, std::span<const std::uint32_t> together) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_name;
  for (std::uint32_t unit = 0; unit < together.size(); ++unit) {
    by_name.emplace_back(together[unit], unit);
  }
  std::ranges::sort(by_name);
  for (std::size_t i = 1; i < by_name.size(); ++i) {
    if (by_name[i - 1].first == by_name[i].first) {
      sets.join(by_name[i - 1].second, by_name[i].second);
    }
  }
}

/// Kruskal's tree, its edges in ascending order.
std::vector<RoundTrip> spanning_tree(Sets sets, std::uint32_t count,
                                     std::span<const RoundTrip> trips) {
  std::vector<RoundTrip> sorted(trips.begin(), trips.end());
  std::ranges::sort(sorted, {},
                    [](const RoundTrip& trip) { return std::tuple(trip.time_ns, trip.a, trip.b); });
  std::vector<RoundTrip> tree;
  for (const RoundTrip& trip : sorted) {
    ISTHMUS_ASSERT(trip.a < count && trip.b < count);
    if (sets.join(trip.a, trip.b)) tree.push_back(trip);
  }
  return tree;
}

/// How many of the ascending edges stay when the tree is cut at its largest gap; all of them where
/// none is clear.
std::size_t edges_below_gap(std::span<const RoundTrip> edges, const GroupingOptions& options) {
  std::size_t below = edges.size();
  double largest = options.clear_ratio;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const std::int64_t before_ns =
        i == 0 ? options.loose_ns : std::max(edges[i - 1].time_ns, options.near_ns);
    const double ratio = static_cast<double>(edges[i].time_ns) / static_cast<double>(before_ns);
    if (ratio < largest || (ratio == largest && below < edges.size())) continue;
    largest = ratio;
    below = i;
  }
  return below;
}

/// Joins in `sets` what a part of the tree, with ascending edges, holds together.
void cut_at_gaps(std::span<const RoundTrip> edges, const GroupingOptions& options,
                 std::uint32_t count, Sets& sets) {
  std::vector<std::vector<RoundTrip>> parts = {{edges.begin(), edges.end()}};
  while (!parts.empty()) {
    const std::vector<RoundTrip> part = std::move(parts.back());
    parts.pop_back();
    const std::size_t below = edges_below_gap(part, options);
    const auto kept = std::span(part).first(below);
    if (below == part.size()) {
      for (const RoundTrip& edge : kept) sets.join(edge.a, edge.b);
      continue;
    }
    Sets own = sets;
    for (const RoundTrip& edge : kept) own.join(edge.a, edge.b);
    std::vector<std::vector<RoundTrip>> of_root(count);
    for (const RoundTrip& edge : kept) of_root[own.find(edge.a)].push_back(edge);
    for (auto& smaller : of_root) {
      if (!smaller.empty()) parts.push_back(std::move(smaller));
    }
  }
}

}  // namespace

std::vector<std::uint32_t> group_by_latency(std::uint32_t count, std::span<const RoundTrip> trips,
                                            std::span<const std::uint32_t> together,
                                            const GroupingOptions& options) {
  ISTHMUS_ASSERT(together.empty() || together.size() == count);
  Sets sets(count);
  join_together(sets, together);
  const std::vector<RoundTrip> tree = spanning_tree(sets, count, trips);
  cut_at_gaps(tree, options, count, sets);
  std::vector<std::uint32_t> number_of_root(count, count);
  std::vector<std::uint32_t> groups;
  std::uint32_t next = 0;
  for (std::uint32_t unit = 0; unit < count; ++unit) {
    std::uint32_t& number = number_of_root[sets.find(unit)];
    if (number == count) number = next++;
    groups.push_back(number);
  }
  return groups;
}

std::optional<std::uint32_t> next_landmark(std::uint32_t count, std::span<const RoundTrip> trips,
                                           std::span<const std::uint32_t> landmarks,
                                           std::span<const std::uint32_t> together,
                                           const GroupingOptions& options) {
  if (count < 2) return std::nullopt;
  if (landmarks.empty()) return 0;
  std::vector<bool> is_landmark(count);
  for (const std::uint32_t landmark : landmarks) is_landmark[landmark] = true;
  std::vector<std::int64_t> nearest_ns(count, INT64_MAX);
  for (const RoundTrip& trip : trips) {
    if (is_landmark[trip.a]) nearest_ns[trip.b] = std::min(nearest_ns[trip.b], trip.time_ns);
    if (is_landmark[trip.b]) nearest_ns[trip.a] = std::min(nearest_ns[trip.a], trip.time_ns);
  }
  const std::vector<std::uint32_t> groups = group_by_latency(count, trips, together, options);
  std::vector<bool> has_landmark(count);
  for (const std::uint32_t landmark : landmarks) has_landmark[groups[landmark]] = true;
  std::optional<std::uint32_t> farthest;
  for (std::uint32_t unit = 0; unit < count; ++unit) {
    if (has_landmark[groups[unit]]) continue;
    if (!farthest || nearest_ns[unit] > nearest_ns[*farthest]) farthest = unit;
  }
  return farthest;
}

}  // namespace isthmus::engine::topology
