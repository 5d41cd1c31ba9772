#include "isthmus/collective/tree.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::collective {

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
                int branching, PeId root) {
  ISTHMUS_ASSERT(branching >= 1);
  TreePlace place;
  const std::size_t root_at = find(root.value);
  std::size_t begin = 0;
  std::size_t end = count;
  for (const Level level : all_levels) {
    std::vector<std::size_t> leaders;
    std::size_t own_begin = begin;
    std::size_t own_end = end;
    std::size_t own_leader = begin;
    for (std::size_t i = begin; i < end;) {
      const std::size_t next = std::min(end, find(group_end(topology, level, at(i))));
      const bool has_root = i <= root_at && root_at < next;
      const std::size_t leader = has_root ? root_at : i;
      leaders.push_back(leader);
      if (has_root) std::swap(leaders.front(), leaders.back());
      if (at(i) <= me && (next == end || me < at(next))) {
        own_begin = i;
        own_end = next;
        own_leader = leader;
      }
      i = next;
    }
    if (at(own_leader) == me) {
      const auto own = std::ranges::find(leaders, own_leader) - leaders.begin();
      join(
          place, static_cast<std::size_t>(own), leaders.size(),
          [&](std::size_t i) { return at(leaders[i]); }, branching);
    }
    begin = own_begin;
    end = own_end;
  }
  // The root changes places with the first.
  const bool has_root = begin <= root_at && root_at < end;
  const auto turned = [&](std::size_t i) {
    if (!has_root || (i != 0 && i != root_at - begin)) return i;
    return root_at - begin - i;
  };
  join(
      place, turned(find(me.value) - begin), end - begin,
      [&](std::size_t i) { return at(begin + turned(i)); }, branching);
  return place;
}

// The first PE of the group that `pe` belongs to on a level, as far as the level goes by itself.
PeId group_begin(const topology::Topology& topology, Level level, PeId pe) {
  switch (level) {
    case Level::site:
      return topology.pes_of(topology.site_of(pe)).first;
    case Level::node:
      return topology.pes_of(topology.node_of(pe)).first;
    case Level::process:
      return topology.pes_of(topology.process_of(pe)).first;
  }
  return pe;
}

struct Run {
  std::size_t begin;
  std::size_t end;
};

// Deals groups out to as many branches as there may be; the first of a branch is its way.
void deal(std::vector<Branch>& all, std::span<const PeId> pes, const std::vector<Run>& groups,
          int branching) {
  const std::size_t ways = std::min(groups.size(), static_cast<std::size_t>(branching));
  for (std::size_t way = 0; way < ways; ++way) {
    const std::size_t first = way * groups.size() / ways;
    Branch& branch = all.emplace_back(pes[groups[first].begin], std::vector<std::size_t>{});
    for (std::size_t g = first; g < (way + 1) * groups.size() / ways; ++g) {
      for (std::size_t i = groups[g].begin; i < groups[g].end; ++i) branch.items.push_back(i);
    }
  }
}

}  // namespace

TreePlace place_in_tree(const topology::Topology& topology, std::span<const PeId> pes, PeId me,
                        int branching, PeId root) {
  ISTHMUS_ASSERT(std::ranges::binary_search(pes, me) && std::ranges::binary_search(pes, root));
  const bool are_all = pes.size() == static_cast<std::size_t>(topology.pe_count());
  return place(
      topology, pes.size(), [&](std::size_t i) { return pes[i]; },
      [&](std::uint32_t pe) {
        if (are_all) return static_cast<std::size_t>(pe);
        return static_cast<std::size_t>(std::ranges::lower_bound(pes, PeId(pe)) - pes.begin());
      },
      me, branching, root);
}

TreePlace place_in_tree(const topology::Members& members, PeId me, int branching, PeId root) {
  if (!members.contains(me)) return {.parent = root, .children = {}};
  return place_in_tree(members.topology(), members.pes(), me, branching, root);
}

std::vector<Branch> branches(const topology::Topology& topology, std::span<const PeId> pes, PeId me,
                             int branching) {
  ISTHMUS_ASSERT(branching >= 1 && std::ranges::is_sorted(pes));
  const auto find = [&](PeId pe) {
    return static_cast<std::size_t>(std::ranges::lower_bound(pes, pe) - pes.begin());
  };
  std::vector<Branch> all;
  // What shares with `me` the groups of the levels above.
  Run near{0, pes.size()};
  const auto leave_out = [&](PeId begin, PeId end, auto end_of_group) {
    const Run own{std::clamp(find(begin), near.begin, near.end),
                  std::clamp(find(end), near.begin, near.end)};
    std::vector<Run> groups;
    for (const Run& others : {Run{near.begin, own.begin}, Run{own.end, near.end}}) {
      for (std::size_t i = others.begin; i < others.end; i = groups.back().end) {
        groups.push_back({i, std::min(others.end, find(end_of_group(pes[i])))});
      }
    }
    deal(all, pes, groups, branching);
    near = own;
  };
  for (const Level level : all_levels) {
    const auto end = [&](PeId pe) { return PeId(group_end(topology, level, pe)); };
    leave_out(group_begin(topology, level, me), end(me), end);
  }
  leave_out(me, PeId(me.value + 1), [](PeId pe) { return PeId(pe.value + 1); });
  return all;
}

}  // namespace isthmus::engine::collective
