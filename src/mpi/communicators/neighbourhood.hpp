// mpi/communicators/neighbourhood.hpp: who is next to whom in a communicator with a topology.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mpi/collectives/collective.hpp"
#include "mpi/communicators/communicator.hpp"

namespace isthmus::engine::mpi {

/// Coordinates of a rank in a grid: the last changes fastest.
std::vector<std::int32_t> coordinates_of(const CartesianTopology& grid, int rank);
/// MPI_PROC_NULL where the grid ends.
int rank_at(const CartesianTopology& grid, std::vector<std::int32_t> coordinates);

/// The neighbours of a rank in a graph that all ranks know.
std::span<const std::int32_t> neighbours_of(const GraphTopology& graph, int rank);

/// From whom this rank receives and to whom it sends in operations of neighbours, in the standard's
/// order (MPI 5.0, 8.6); MPI_PROC_NULL where a grid ends.
std::vector<std::int32_t> sources_of(const Communicator& communicator);
std::vector<std::int32_t> destinations_of(const Communicator& communicator);

/// For each destination, which of the edges to it this one is. Where two are joined by more than
/// one edge, what goes along one is received along the same: in a grid the way up of one is the way
/// down of the other; in graphs the first is the first.
std::vector<std::int32_t> edges_to(const Communicator& communicator);
/// Where in its sources this rank has what `from` has sent along that edge; -1: it knows none.
int place_of_source(const Communicator& communicator, int from, int edge);

/// An edge of MPI_Dist_graph_create, as it travels, behind a word that says whether there are
/// weights.
struct WovenEdge {
  std::int32_t source = 0;
  std::int32_t destination = 0;
  std::int32_t weight = 0;
};
/// What `rank` has of the edges that all have named.
NeighbourTopology woven(const std::vector<Part>& parts, int rank);

}  // namespace isthmus::engine::mpi
