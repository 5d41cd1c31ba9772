#include "fem/insertion.hpp"

#include <algorithm>
#include <numeric>

namespace isthmus::fem {

namespace {

std::size_t side_number(std::int32_t element, int side) {
  return 4 * static_cast<std::size_t>(element) + static_cast<std::size_t>(side);
}

// Of a tetrahedron of 4 or 10 nodes.
bool has_corner(int side, int corner) {
  if (corner < 4) return side != corner;
  const auto& ends = edges_of_tet[static_cast<std::size_t>(corner - 4)];
  return side != ends[0] && side != ends[1];
}

}  // namespace

Insertion::Insertion(const Piece& piece, std::span<const Facet> facets)
    : corners_(nodes_per(piece.kind)), node_count_(piece.node_count()) {
  const auto sides = 4 * static_cast<std::size_t>(piece.element_count());
  facet_.assign(sides, -1);
  across_.assign(sides, -1);
  is_tied_.assign(facets.size(), 1);
  std::vector<std::vector<std::int32_t>> at(static_cast<std::size_t>(piece.node_count()));
  for (std::int32_t i = 0; i < piece.element_count(); ++i) {
    for (const std::int32_t node : piece.nodes_of(i)) {
      at[node].push_back(i);
      place_.push_back(node);
    }
  }
  for (const auto& list : at) at_.add(list);
  node_ = place_;
  for (std::size_t i = 0; i < facets.size(); ++i) {
    const Facet& facet = facets[i];
    const auto number = static_cast<std::int32_t>(i);
    facet_[side_number(facet.first, facet.side)] = number;
    across_[side_number(facet.first, facet.side)] = facet.second;
    for (int corner = 0; corner < 4; ++corner) {
      const std::int32_t place = place_[number_of(facet.second, corner)];
      if (std::ranges::find(facet.nodes, place) != facet.nodes.end()) continue;
      const std::size_t opposite = side_number(facet.second, corner);
      facet_[opposite] = number;
      across_[opposite] = facet.first;
    }
  }
}

int Insertion::corner_at(std::int32_t element, std::int32_t place) const {
  const auto first = place_.begin() + static_cast<std::ptrdiff_t>(number_of(element, 0));
  return static_cast<int>(std::find(first, first + corners_, place) - first);
}

std::vector<Insertion::Fresh> Insertion::come_apart(std::int32_t place) {
  const std::span<const std::int32_t> elements = at_[place];
  // Each element is of the group of another one, of a smaller number, or is the first of a group.
  std::vector<std::size_t> group(elements.size());
  std::iota(group.begin(), group.end(), std::size_t{0});
  const auto first_of = [&](std::size_t i) {
    while (group[i] != i) i = group[i];
    return i;
  };
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const int own = corner_at(elements[i], place);
    for (int side = 0; side < 4; ++side) {
      const std::size_t at = side_number(elements[i], side);
      if (!has_corner(side, own) || facet_[at] < 0 || !is_tied(facet_[at])) continue;
      const auto other = std::ranges::lower_bound(elements, across_[at]);
      const std::size_t one = first_of(i);
      const std::size_t two = first_of(static_cast<std::size_t>(other - elements.begin()));
      group[std::max(one, two)] = std::min(one, two);
    }
  }
  std::vector<Fresh> fresh;
  std::vector<std::int32_t> given(elements.size(), -1);  // the node of each group, by its first
  std::vector<std::int32_t> kept;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    std::int32_t& node = node_[number_of(elements[i], corner_at(elements[i], place))];
    const std::size_t first = first_of(i);
    if (given[first] < 0) {
      given[first] = node;
      if (std::ranges::find(kept, node) != kept.end()) {
        given[first] = add_node(place);
        fresh.push_back({given[first], node});
      }
      kept.push_back(given[first]);
    }
    node = given[first];
  }
  return fresh;
}

std::vector<Insertion::Fresh> Insertion::keep_apart(std::int32_t place) {
  std::vector<Fresh> fresh;
  const std::span<const std::int32_t> elements = at_[place];
  for (std::size_t i = 1; i < elements.size(); ++i) {
    std::int32_t& node = node_[number_of(elements[i], corner_at(elements[i], place))];
    fresh.push_back({add_node(place), node});
    node = fresh.back().node;
  }
  return fresh;
}

}  // namespace isthmus::fem
