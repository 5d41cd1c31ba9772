// isthmus/topology/grouping.hpp: which processes form a site, told from the time that messages take
// between them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace isthmus::engine::topology {

/// The shortest round trip seen between two of `count` units, which are numbered from 0. Either
/// direction; a pair may be listed more than once, and most pairs may be missing.
struct RoundTrip {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::int64_t time_ns = 0;

  bool operator==(const RoundTrip&) const = default;
};

struct GroupingOptions {
  /// Round trips below this are all alike: what tells a socket on one machine from a switch.
  std::int64_t near_ns = 500'000;
  /// Where nothing shows how near the units of one site are to each other, this is taken for it.
  std::int64_t loose_ns = 1'250'000;
  /// A gap is clear where the round trips above it take at least so many times as long.
  double clear_ratio = 4;
};

/// The group of each unit, numbered in the order of their first units. Single linkage, cut at gaps:
/// a minimum spanning tree is made of the round trips (Gower and Ross 1969), its edges are sorted,
/// and the tree is cut at the largest ratio of one edge to the edge before it, if that is clear;
/// each part is then treated alike. So with the options' defaults units less than 2 ms apart are
/// never cut apart, units with nobody nearer than 5 ms always are, and a unit that is slower than
/// all others by far does not hide the gap among these. Without a clear gap there is one group.
///
/// `together` names for each unit something whose units stay in one group, such as a node; empty
/// for none. Units that no round trip joins to others, not even over third ones, are groups of
/// their own. Round trips may be as noisy as they like upwards, as long as each unit has one good
/// one to its group; the triangle inequality is not needed. Pure; O(m log m + n^2) at worst for m
/// round trips and n units.
std::vector<std::uint32_t> group_by_latency(std::uint32_t count, std::span<const RoundTrip> trips,
                                            std::span<const std::uint32_t> together = {},
                                            const GroupingOptions& options = {});

/// Which unit should measure its round trips to all others next, so that every unit is grouped
/// without measuring all pairs: unit 0 first, then the one that is farthest from those that have
/// (`landmarks`), as in the choice of centres by Gonzalez (1985), until each group has one of them.
/// None when that is so. About one more than there are groups will do, so n units in k groups take
/// some n(k + 1) pairs and not n^2 / 2. Arguments as above.
std::optional<std::uint32_t> next_landmark(std::uint32_t count, std::span<const RoundTrip> trips,
                                           std::span<const std::uint32_t> landmarks,
                                           std::span<const std::uint32_t> together = {},
                                           const GroupingOptions& options = {});

}  // namespace isthmus::engine::topology
