#include "isthmus/collective/tree.hpp"

#include <algorithm>

#include "isthmus/base/assert.hpp"

namespace isthmus::collective {

namespace {

// The PE behind the last one of the group that `pe` belongs to on a level.
std::uint32_t group_end(const topology::Topology& topology, int level, PeId pe) {
  const auto end = [](const topology::PeRange& range) {
    return range.first.value + static_cast<std::uint32_t>(range.count);
  };
  const std::uint32_t site = end(topology.pes_of(topology.site_of(pe)));
  switch (level) {
    case 0:
      return site;
    case 1:
      return std::min(site, end(topology.pes_of(topology.node_of(pe))));
    case 2:
      return std::min(site, end(topology.pes_of(topology.process_of(pe))));
    default:
      return pe.value + 1;
  }
}

constexpr int level_count = 4;

// `at(i)` is the i-th PE; `find(pe_value)` the position of the first PE not before it.
template <class At, class Find>
TreePlace place(const topology::Topology& topology, std::size_t count, At at, Find find, PeId me,
                int branching) {
  ISTHMUS_ASSERT(branching >= 1);
  TreePlace place;
  std::size_t begin = 0;
  std::size_t end = count;
  for (int level = 0; level < level_count; ++level) {
    std::vector<std::size_t> leaders;
    std::size_t own = 0;
    std::size_t own_end = end;
    for (std::size_t i = begin; i < end;) {
      leaders.push_back(i);
      const std::size_t next = std::min(end, find(group_end(topology, level, at(i))));
      if (at(i) <= me && (next == end || me < at(next))) {
        own = leaders.size() - 1;
        own_end = next;
      }
      i = next;
    }
    if (at(leaders[own]) == me) {
      const auto k = static_cast<std::size_t>(branching);
      if (own > 0 && !place.parent) place.parent = at(leaders[(own - 1) / k]);
      for (std::size_t c = k * own + 1; c <= k * own + k && c < leaders.size(); ++c) {
        place.children.push_back(at(leaders[c]));
      }
    }
    begin = leaders[own];
    end = own_end;
  }
  return place;
}

}  // namespace

TreePlace place_in_tree(const topology::Topology& topology, PeId me, int branching) {
  return place(
      topology, static_cast<std::size_t>(topology.pe_count()),
      [](std::size_t i) { return PeId(i); },
      [](std::uint32_t pe) { return static_cast<std::size_t>(pe); }, me, branching);
}

TreePlace place_in_tree(const topology::Topology& topology, std::span<const PeId> pes, PeId me,
                        int branching) {
  ISTHMUS_ASSERT(std::ranges::binary_search(pes, me));
  return place(
      topology, pes.size(), [&](std::size_t i) { return pes[i]; },
      [&](std::uint32_t pe) {
        return static_cast<std::size_t>(std::ranges::lower_bound(pes, PeId(pe)) - pes.begin());
      },
      me, branching);
}

}  // namespace isthmus::collective
