// fracture/test_solids.hpp: for tests: a solid in parts that are stepped one after the other.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "fem/cut.hpp"
#include "fracture/solid.hpp"

namespace fracture {

inline std::vector<Solid> cut_up(const Problem& problem, const fem::Mesh& mesh,
                                 std::int32_t parts) {
  const auto part = fem::cut(mesh, {}, fem::even_parts(parts)).value();
  std::vector<Solid> solids;
  for (fem::Piece& piece : fem::pieces_of(mesh, part, {1, fem::Ghosts::By::owned_node})) {
    solids.emplace_back(std::move(piece), problem);
  }
  return solids;
}

inline void step(std::vector<Solid>& solids) {
  for (Solid& solid : solids) solid.move();
  std::vector<std::int32_t> apart;
  std::vector<double> values;
  for (Solid& from : solids) {
    for (std::size_t link = 0; link < from.piece().links.size(); ++link) {
      from.give(link, apart, values);
      Solid& to = solids[from.piece().links[link].part];
      const auto& back = to.piece().links;
      const auto at = std::ranges::find(back, from.piece().part, &fem::Link::part) - back.begin();
      ASSERT_TRUE(to.take(static_cast<std::size_t>(at), apart, values));
    }
  }
  for (Solid& solid : solids) solid.settle();
}

inline Energies energies(const std::vector<Solid>& solids) {
  Energies sum;
  for (const Solid& solid : solids) sum = sum + solid.energies();
  return sum;
}

inline std::vector<NodeState> nodes(const std::vector<Solid>& solids) {
  std::vector<NodeState> all;
  for (const Solid& solid : solids) {
    const auto own = solid.nodes();
    all.insert(all.end(), own.begin(), own.end());
  }
  std::ranges::sort(all, {}, [](const NodeState& n) { return std::tuple(n.place, n.element); });
  return all;
}

}  // namespace fracture
