#include "mpi/communicators/neighbourhood.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "mpi/abi/mpi.h"

namespace isthmus::engine::mpi {

std::vector<std::int32_t> coordinates_of(const CartesianTopology& grid, int rank) {
  std::vector<std::int32_t> coordinates(grid.sizes.size());
  for (std::size_t i = grid.sizes.size(); i-- > 0;) {
    coordinates[i] = rank % grid.sizes[i];
    rank /= grid.sizes[i];
  }
  return coordinates;
}

int rank_at(const CartesianTopology& grid, std::vector<std::int32_t> coordinates) {
  int rank = 0;
  for (std::size_t i = 0; i < grid.sizes.size(); ++i) {
    const std::int32_t size = grid.sizes[i];
    std::int32_t& at = coordinates[i];
    if (grid.is_periodic[i]) at = (at % size + size) % size;
    if (at < 0 || at >= size) return MPI_PROC_NULL;
    rank = rank * size + at;
  }
  return rank;
}

std::span<const std::int32_t> neighbours_of(const GraphTopology& graph, int rank) {
  const auto at = static_cast<std::size_t>(rank);
  const std::int32_t begin = rank == 0 ? 0 : graph.index[at - 1];
  return std::span(graph.edges)
      .subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(graph.index[at] - begin));
}

namespace {

std::vector<std::int32_t> in_grid(const CartesianTopology& grid, int rank) {
  std::vector<std::int32_t> all;
  const std::vector<std::int32_t> own = coordinates_of(grid, rank);
  for (std::size_t i = 0; i < own.size(); ++i) {
    for (const int step : {-1, 1}) {
      std::vector<std::int32_t> other = own;
      other[i] += step;
      all.push_back(rank_at(grid, std::move(other)));
    }
  }
  return all;
}

std::vector<std::int32_t> neighbours(const Communicator& communicator, bool are_sources) {
  const Topology& topology = communicator.topology;
  if (topology.cartesian) return in_grid(*topology.cartesian, communicator.rank);
  if (topology.graph) {
    const auto all = neighbours_of(*topology.graph, communicator.rank);
    return {all.begin(), all.end()};
  }
  if (!topology.neighbours) return {};
  return are_sources ? topology.neighbours->sources : topology.neighbours->destinations;
}

}  // namespace

std::vector<std::int32_t> sources_of(const Communicator& communicator) {
  return neighbours(communicator, true);
}
std::vector<std::int32_t> destinations_of(const Communicator& communicator) {
  return neighbours(communicator, false);
}

std::vector<std::int32_t> edges_to(const Communicator& communicator) {
  const std::vector<std::int32_t> all = destinations_of(communicator);
  std::vector<std::int32_t> edges(all.size());
  std::map<std::int32_t, std::int32_t> seen;
  for (std::size_t i = 0; i < all.size(); ++i) {
    edges[i] = communicator.topology.cartesian ? static_cast<std::int32_t>(i ^ 1) : seen[all[i]]++;
  }
  return edges;
}

int place_of_source(const Communicator& communicator, int from, int edge) {
  if (communicator.topology.cartesian) return edge;
  const std::vector<std::int32_t> all = sources_of(communicator);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] == from && edge-- == 0) return static_cast<int>(i);
  }
  return -1;
}

NeighbourTopology woven(const std::vector<Part>& parts, int rank) {
  NeighbourTopology own;
  std::vector<const Part*> in_order(parts.size());
  for (const Part& part : parts) in_order[static_cast<std::size_t>(part.from)] = &part;
  for (const Part* const part : in_order) {
    std::int32_t is_weighted = 0;
    std::memcpy(&is_weighted, part->bytes.data(), sizeof is_weighted);
    own.is_weighted = own.is_weighted || is_weighted != 0;
    for (std::size_t at = sizeof is_weighted; at < part->bytes.size(); at += sizeof(WovenEdge)) {
      WovenEdge edge;
      std::memcpy(&edge, part->bytes.data() + at, sizeof edge);
      if (edge.source == rank) {
        own.destinations.push_back(edge.destination);
        own.destination_weights.push_back(edge.weight);
      }
      if (edge.destination == rank) {
        own.sources.push_back(edge.source);
        own.source_weights.push_back(edge.weight);
      }
    }
  }
  return own;
}

}  // namespace isthmus::engine::mpi
