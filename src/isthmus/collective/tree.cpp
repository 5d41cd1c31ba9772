#include "isthmus/collective/tree.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "isthmus/base/assert.hpp"

namespace isthmus::collective {

namespace {

// The levels above that of single PEs.
enum class Level { site, node, process };
constexpr std::array all_levels = {Level::site, Level::node, Level::process};

// The PE behind the last one of the group that `pe` belongs to on a level.
std::uint32_t group_end(const topology::Topology& topology, Level level, PeId pe) {
  const auto end = [](const topology::PeRange& range) {
    return range.first.value + static_cast<std::uint32_t>(range.count);
  };
  const std::uint32_t site = end(topology.pes_of(topology.site_of(pe)));
  switch (level) {
    case Level::site:
      return site;
    case Level::node:
      return std::min(site, end(topology.pes_of(topology.node_of(pe))));
    case Level::process:
      return std::min(site, end(topology.pes_of(topology.process_of(pe))));
  }
  return pe.value + 1;
}

// Joins member `own` of `count` to its parent and its children among them; `at(i)` is the i-th.
template <class At>
void join(TreePlace& place, std::size_t own, std::size_t count, At at, int branching) {
  const auto k = static_cast<std::size_t>(branching);
  if (own > 0 && !place.parent) place.parent = at((own - 1) / k);
  for (std::size_t c = k * own + 1; c <= k * own + k && c < count; ++c) {
    place.children.push_back(at(c));
  }
}

// `at(i)` is the i-th PE; `find(pe_value)` the position of the first PE not before it. Takes time
// in proportion to the groups of a level and not to the PEs: each of thousands asks for its place.
template <class At, class Find>
TreePlace place(const topology::Topology& topology, std::size_t count, At at, Find find, PeId me,
                int branching) {
  ISTHMUS_ASSERT(branching >= 1);
  TreePlace place;
  std::size_t begin = 0;
  std::size_t end = count;
  for (const Level level : all_levels) {
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
      join(place, own, leaders.size(), [&](std::size_t i) { return at(leaders[i]); }, branching);
    }
    begin = leaders[own];
    end = own_end;
  }
  join(
      place, find(me.value) - begin, end - begin, [&](std::size_t i) { return at(begin + i); },
      branching);
  return place;
}

}  // namespace

TreePlace place_in_tree(const topology::Topology& topology, std::span<const PeId> pes, PeId me,
                        int branching) {
  ISTHMUS_ASSERT(std::ranges::binary_search(pes, me));
  const bool are_all = pes.size() == static_cast<std::size_t>(topology.pe_count());
  return place(
      topology, pes.size(), [&](std::size_t i) { return pes[i]; },
      [&](std::uint32_t pe) {
        if (are_all) return static_cast<std::size_t>(pe);
        return static_cast<std::size_t>(std::ranges::lower_bound(pes, PeId(pe)) - pes.begin());
      },
      me, branching);
}

TreePlace place_in_tree(const topology::Members& members, PeId me, int branching) {
  if (!members.contains(me)) return {.parent = members.first(), .children = {}};
  return place_in_tree(members.topology(), members.pes(), me, branching);
}

}  // namespace isthmus::collective
