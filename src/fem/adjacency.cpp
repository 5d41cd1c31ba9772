#include "fem/adjacency.hpp"

#include <algorithm>
#include <string>
#include <tuple>

namespace isthmus::fem {

namespace {

// A side of one element, by its corners in ascending order.
struct Side {
  std::array<std::int32_t, 3> key;
  std::int32_t element;
  std::int8_t number;

  auto operator<=>(const Side&) const = default;
};

std::vector<Side> sides_of(Kind kind, std::span<const std::int32_t> nodes) {
  const auto per = static_cast<std::size_t>(nodes_per(kind));
  const auto count = static_cast<std::int32_t>(nodes.size() / per);
  std::vector<Side> sides;
  sides.reserve(4 * static_cast<std::size_t>(count));
  for (std::int32_t i = 0; i < count; ++i) {
    const auto n = nodes.subspan(per * static_cast<std::size_t>(i), per);
    for (std::int8_t number = 0; number < 4; ++number) {
      const auto& side = sides_of_tet[static_cast<std::size_t>(number)];
      std::array<std::int32_t, 3> key = {n[side[0]], n[side[1]], n[side[2]]};
      std::ranges::sort(key);
      sides.push_back({key, i, number});
    }
  }
  std::ranges::sort(sides);
  return sides;
}

// The middles of a side's edges, ascending; of four nodes always the same.
std::array<std::int32_t, 3> middles_of(Kind kind, std::span<const std::int32_t> nodes,
                                       const Side& side) {
  std::array<std::int32_t, 3> middles = {};
  if (kind == Kind::tet4) return middles;
  const auto n = nodes.subspan(10 * static_cast<std::size_t>(side.element), 10);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto at = middles_of_sides[static_cast<std::size_t>(side.number)][i];
    middles[i] = n[static_cast<std::size_t>(at)];
  }
  std::ranges::sort(middles);
  return middles;
}

}  // namespace

Lists elements_of_nodes(const Mesh& mesh) {
  Lists lists;
  lists.begin.assign(static_cast<std::size_t>(mesh.node_count()) + 1, 0);
  for (const std::int32_t node : mesh.nodes) ++lists.begin[static_cast<std::size_t>(node) + 1];
  for (std::size_t i = 1; i < lists.begin.size(); ++i) lists.begin[i] += lists.begin[i - 1];
  lists.items.resize(mesh.nodes.size());
  std::vector<std::int64_t> next(lists.begin.begin(), lists.begin.end() - 1);
  for (std::int32_t i = 0; i < mesh.element_count(); ++i) {
    for (const std::int32_t node : mesh.nodes_of(i)) lists.items[next[node]++] = i;
  }
  return lists;
}

Expected<std::vector<Facet>> facets_of(const Mesh& mesh) {
  return facets_of(mesh.kind, mesh.nodes);
}

Expected<std::vector<Facet>> facets_of(Kind kind, std::span<const std::int32_t> nodes) {
  const auto per = static_cast<std::size_t>(nodes_per(kind));
  const std::vector<Side> sides = sides_of(kind, nodes);
  std::vector<Facet> facets;
  facets.reserve(sides.size() / 2 + 1);
  for (std::size_t i = 0; i < sides.size();) {
    std::size_t end = i + 1;
    while (end < sides.size() && sides[end].key == sides[i].key) ++end;
    if (end - i > 2) {
      return fail(ErrorCode::bad_input,
                  "elements " + std::to_string(sides[i].element) + ", " +
                      std::to_string(sides[i + 1].element) + " and " +
                      std::to_string(sides[i + 2].element) + " share a side",
                  "mesh", "two at most");
    }
    if (end - i == 2 &&
        middles_of(kind, nodes, sides[i]) != middles_of(kind, nodes, sides[i + 1])) {
      return fail(ErrorCode::bad_input,
                  "elements " + std::to_string(sides[i].element) + " and " +
                      std::to_string(sides[i + 1].element) +
                      " share a side, but not the middles of its edges",
                  "mesh", "the same nodes");
    }
    const auto n = nodes.subspan(per * static_cast<std::size_t>(sides[i].element), per);
    const auto& side = sides_of_tet[static_cast<std::size_t>(sides[i].number)];
    facets.push_back({{n[side[0]], n[side[1]], n[side[2]]},
                      sides[i].element,
                      end - i == 2 ? sides[i + 1].element : -1,
                      sides[i].number});
    i = end;
  }
  std::ranges::sort(facets, [](const Facet& one, const Facet& other) {
    return std::tie(one.first, one.side) < std::tie(other.first, other.side);
  });
  return facets;
}

FacetNodes nodes_of(const Facet& facet, Kind kind, std::span<const std::int32_t> nodes) {
  FacetNodes all;
  std::ranges::copy(facet.nodes, all.nodes.begin());
  if (kind == Kind::tet4) return all;
  all.count = 6;
  const auto n = nodes.subspan(10 * static_cast<std::size_t>(facet.first), 10);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto middle = middles_of_sides[static_cast<std::size_t>(facet.side)][i];
    all.nodes[3 + i] = n[static_cast<std::size_t>(middle)];
  }
  return all;
}

Lists neighbours_of(const Mesh& mesh, Adjacency by) {
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  if (by == Adjacency::facet) {
    const std::vector<Side> sides = sides_of(mesh.kind, mesh.nodes);
    for (std::size_t i = 1; i < sides.size(); ++i) {
      if (sides[i].key != sides[i - 1].key) continue;
      pairs.emplace_back(sides[i - 1].element, sides[i].element);
      pairs.emplace_back(sides[i].element, sides[i - 1].element);
    }
    std::ranges::sort(pairs);
  }
  Lists lists;
  const Lists at_node = by == Adjacency::node ? elements_of_nodes(mesh) : Lists{};
  std::size_t next = 0;
  std::vector<std::int32_t> list;
  for (std::int32_t i = 0; i < mesh.element_count(); ++i) {
    list.clear();
    for (; next < pairs.size() && pairs[next].first == i; ++next) {
      list.push_back(pairs[next].second);
    }
    if (by == Adjacency::node) {
      for (const std::int32_t node : mesh.nodes_of(i)) {
        std::ranges::copy_if(at_node[node], std::back_inserter(list),
                             [&](std::int32_t other) { return other != i; });
      }
      std::ranges::sort(list);
    }
    const auto rest = std::ranges::unique(list);
    list.erase(rest.begin(), rest.end());
    lists.add(list);
  }
  return lists;
}

}  // namespace isthmus::fem
