// isthmus/object/test_mappings.hpp: where mappings put elements; for the room's own tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "isthmus/object/mapping.hpp"
#include "isthmus/topology/members.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine {

inline topology::Topology grid_of(const std::vector<std::vector<double>>& node_speeds,
                                  int pes_per_node) {
  topology::Grid grid;
  for (std::size_t s = 0; s < node_speeds.size(); ++s) {
    topology::Site site{.name = "site" + std::to_string(s)};
    for (std::size_t n = 0; n < node_speeds[s].size(); ++n) {
      site.nodes.push_back({.name = "node" + std::to_string(s) + "." + std::to_string(n),
                            .pes = pes_per_node,
                            .speed = node_speeds[s][n]});
    }
    grid.sites.push_back(site);
  }
  return topology::Topology::from_grid(grid).value();
}

inline topology::Topology uniform(int sites, int pes) {
  return topology::Topology::from_grid(topology::uniform_grid(sites, pes)).value();
}

/// How many elements each PE has.
template <class Mapping, class IndexType>
std::vector<int> shares(const Mapping& mapping, const MapContext& context) {
  std::vector<int> counts(static_cast<std::size_t>(context.pe_count()));
  for_each_index<IndexType>(context.extent(), [&](const IndexType& index) {
    ++counts.at(PeId(mapping(index, context)).value);
  });
  return counts;
}

/// Row r, column c of the figures is Index2{r, c}.
template <class Mapping, class Expected>
void expect_figure(const Mapping& mapping, int pes_per_site, const Expected& expected) {
  const topology::Topology topology = uniform(2, pes_per_site);
  const topology::Members members(topology);
  const MapContext context(members, Extent::of(Index2{16, 16}));
  for (int row = 0; row < 16; ++row) {
    for (int column = 0; column < 16; ++column) {
      EXPECT_EQ(mapping(Index2{row, column}, context), PeId(expected(row, column)))
          << row << "," << column;
    }
  }
}

}  // namespace isthmus::engine
