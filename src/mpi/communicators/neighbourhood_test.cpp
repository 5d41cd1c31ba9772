#include "mpi/communicators/neighbourhood.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "mpi/abi/mpi.h"

namespace isthmus::engine::mpi {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// 2 x 3 x 4, periodic in the second dimension.
CartesianTopology three_dimensions() { return {{2, 3, 4}, {false, true, false}}; }

Communicator in_three_dimensions(int rank) {
  Communicator communicator;
  communicator.rank = rank;
  communicator.topology.cartesian = three_dimensions();
  return communicator;
}

TEST(CartesianGrid, CountsItsLastCoordinateFastest) {
  const CartesianTopology grid = three_dimensions();
  EXPECT_THAT(coordinates_of(grid, 0), ElementsAre(0, 0, 0));
  EXPECT_THAT(coordinates_of(grid, 1), ElementsAre(0, 0, 1));
  EXPECT_THAT(coordinates_of(grid, 4), ElementsAre(0, 1, 0));
  EXPECT_THAT(coordinates_of(grid, 23), ElementsAre(1, 2, 3));
  for (int rank = 0; rank < 24; ++rank) EXPECT_EQ(rank_at(grid, coordinates_of(grid, rank)), rank);
}

TEST(CartesianGrid, GoesRoundWhereItIsPeriodicAndEndsElsewhere) {
  const CartesianTopology grid = three_dimensions();
  EXPECT_EQ(rank_at(grid, {0, 3, 0}), 0);
  EXPECT_EQ(rank_at(grid, {0, -1, 0}), 8);
  EXPECT_EQ(rank_at(grid, {1, -7, 2}), rank_at(grid, {1, 2, 2}));
  EXPECT_EQ(rank_at(grid, {2, 0, 0}), MPI_PROC_NULL);
  EXPECT_EQ(rank_at(grid, {0, 0, -1}), MPI_PROC_NULL);
  EXPECT_EQ(rank_at(grid, {0, 0, 4}), MPI_PROC_NULL);
}

// MPI 5.0, 8.6: for each dimension first the one below, then the one above.
TEST(CartesianGrid, HasNeighboursInTheOrderOfTheStandard) {
  EXPECT_THAT(sources_of(in_three_dimensions(0)),
              ElementsAre(MPI_PROC_NULL, 12, 8, 4, MPI_PROC_NULL, 1));
  EXPECT_THAT(destinations_of(in_three_dimensions(23)),
              ElementsAre(11, MPI_PROC_NULL, 19, 15, 22, MPI_PROC_NULL));
}

// Where two are neighbours both ways, what one sends up comes from below.
TEST(CartesianGrid, ReceivesFromBelowWhatIsSentUp) {
  Communicator pair;
  pair.topology.cartesian = CartesianTopology{{2}, {true}};
  EXPECT_THAT(destinations_of(pair), ElementsAre(1, 1));
  EXPECT_THAT(edges_to(pair), ElementsAre(1, 0));
  // The first goes down, and is where the receiver has who is above.
  EXPECT_EQ(place_of_source(pair, 1, edges_to(pair)[0]), 1);
  EXPECT_EQ(place_of_source(pair, 1, edges_to(pair)[1]), 0);
}

TEST(GraphOfRanks, HasTheNeighboursThatItsIndexSays) {
  const GraphTopology graph{{2, 2, 5}, {1, 2, 0, 1, 2}};
  const auto of = [&](int rank) {
    const auto all = neighbours_of(graph, rank);
    return std::vector<std::int32_t>(all.begin(), all.end());
  };
  EXPECT_THAT(of(0), ElementsAre(1, 2));
  EXPECT_THAT(of(1), IsEmpty());
  EXPECT_THAT(of(2), ElementsAre(0, 1, 2));
}

TEST(NeighbourGraph, TellsEdgesBetweenTheSameTwoApartByTheirOrder) {
  Communicator communicator;
  communicator.topology.neighbours = NeighbourTopology{{4, 2, 4, 4}, {3, 3, 1, 3}, {}, {}, false};
  EXPECT_THAT(sources_of(communicator), ElementsAre(4, 2, 4, 4));
  EXPECT_THAT(edges_to(communicator), ElementsAre(0, 1, 0, 2));
  EXPECT_EQ(place_of_source(communicator, 4, 0), 0);
  EXPECT_EQ(place_of_source(communicator, 4, 1), 2);
  EXPECT_EQ(place_of_source(communicator, 4, 2), 3);
  EXPECT_EQ(place_of_source(communicator, 4, 3), -1);
  EXPECT_EQ(place_of_source(communicator, 7, 0), -1);
}

TEST(NeighbourGraph, IsNoneWithoutATopology) {
  EXPECT_THAT(sources_of(Communicator()), IsEmpty());
  EXPECT_THAT(destinations_of(Communicator()), IsEmpty());
  EXPECT_THAT(edges_to(Communicator()), IsEmpty());
}

Part named_by(std::int32_t from, std::int32_t is_weighted, const std::vector<WovenEdge>& edges) {
  Part part;
  part.from = from;
  part.bytes.resize(sizeof is_weighted + edges.size() * sizeof(WovenEdge));
  std::memcpy(part.bytes.data(), &is_weighted, sizeof is_weighted);
  std::memcpy(part.bytes.data() + sizeof is_weighted, edges.data(),
              edges.size() * sizeof(WovenEdge));
  return part;
}

// Parts come in any order; the neighbours' order is that of the ranks that named them.
TEST(NeighbourGraph, IsWovenOfWhatAllHaveNamed) {
  const std::vector<Part> parts = {named_by(2, 1, {{1, 0, 30}, {1, 1, 31}}),
                                   named_by(0, 0, {{0, 1, 10}, {2, 1, 11}}), named_by(1, 0, {})};
  const NeighbourTopology own = woven(parts, 1);
  EXPECT_THAT(own.sources, ElementsAre(0, 2, 1));
  EXPECT_THAT(own.source_weights, ElementsAre(10, 11, 31));
  EXPECT_THAT(own.destinations, ElementsAre(0, 1));
  EXPECT_THAT(own.destination_weights, ElementsAre(30, 31));
  EXPECT_TRUE(own.is_weighted);
  EXPECT_FALSE(woven({named_by(0, 0, {{0, 0, 1}})}, 0).is_weighted);
}

}  // namespace
}  // namespace isthmus::engine::mpi
