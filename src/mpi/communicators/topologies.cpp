// Topologies of communicators (MPI 5.0, chapter 8).
#include <algorithm>
#include <bit>
#include <cstring>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/communicators/making.hpp"
#include "mpi/communicators/neighbourhood.hpp"

namespace isthmus::engine::mpi {

namespace {

int no_topology(Rank& rank, MPI_Comm comm, std::string_view which) {
  return rank.fail(number_of(comm), MPI_ERR_TOPOLOGY,
                   "a communicator without " + std::string(which));
}
int no_rank(Rank& rank, MPI_Comm comm, int number) {
  return rank.fail(number_of(comm), MPI_ERR_RANK, "no rank " + std::to_string(number));
}

/// One of one group. Null after the error is told: `error`.
Communicator* find_plain(Rank& rank, MPI_Comm comm, int& error) {
  Communicator* const communicator = rank.find_communicator(number_of(comm));
  error = MPI_SUCCESS;
  if (communicator == nullptr) {
    error = no_communicator(rank);
  } else if (communicator->remote) {
    error = rank.fail(number_of(comm), MPI_ERR_COMM, "a communicator of two groups");
    return nullptr;
  }
  return communicator;
}

std::uint64_t hash_of(std::span<const std::byte> bytes) {
  return hash_name({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

/// A communicator of the first `count` ranks of `comm`, where all have asked for the same one.
int begin_alike(Rank& rank, MPI_Comm comm, std::int64_t count, Topology topology, MPI_Comm* made,
                std::uint64_t request) {
  const std::uint64_t alike = hash_of(serial::to_bytes(topology));
  const bool is_member = rank.find_communicator(number_of(comm))->rank < count;
  return begin_regrouping(rank, comm, CollectiveKind::split, is_member ? 0 : MPI_UNDEFINED, 0,
                          std::move(topology), made, request, alike);
}

int test_topology(Rank& rank, MPI_Comm comm, int* status) {
  const Communicator* const communicator = rank.find_communicator(number_of(comm));
  if (communicator == nullptr) return no_communicator(rank);
  *status = MPI_UNDEFINED;
  if (communicator->topology.cartesian) *status = MPI_CART;
  if (communicator->topology.graph) *status = MPI_GRAPH;
  if (communicator->topology.neighbours) *status = MPI_DIST_GRAPH;
  return MPI_SUCCESS;
}

// --- grids ---------------------------------------------------------------------------------------

/// Checks what a grid is to be, and that the communicator has so many ranks.
int make_grid(Rank& rank, MPI_Comm comm, int dimensions, const int* sizes, const int* periods,
              CartesianTopology& grid, std::int64_t& cells) {
  int error = MPI_SUCCESS;
  const Communicator* const communicator = find_plain(rank, comm, error);
  if (communicator == nullptr) return error;
  if (dimensions < 0) {
    return rank.fail(number_of(comm), MPI_ERR_DIMS, "a grid of no dimensions");
  }
  cells = 1;
  for (int i = 0; i < dimensions; ++i) {
    if (sizes[i] <= 0) {
      return rank.fail(number_of(comm), MPI_ERR_DIMS, "a grid of size " + std::to_string(sizes[i]));
    }
    cells *= sizes[i];
    if (cells > communicator->size()) {
      return rank.fail(number_of(comm), MPI_ERR_DIMS,
                       "a grid of more cells than there are ranks, which are " +
                           std::to_string(communicator->size()));
    }
    grid.sizes.push_back(sizes[i]);
    grid.is_periodic.push_back(periods[i] != 0);
  }
  return MPI_SUCCESS;
}

int begin_grid(Rank& rank, MPI_Comm comm, int dimensions, const int* sizes, const int* periods, int,
               MPI_Comm* made, std::uint64_t request) {
  *made = MPI_COMM_NULL;
  CartesianTopology grid;
  std::int64_t cells = 0;
  if (const int error = make_grid(rank, comm, dimensions, sizes, periods, grid, cells)) {
    return error;
  }
  return begin_alike(rank, comm, cells, {.cartesian = std::move(grid)}, made, request);
}

int map_grid(Rank& rank, MPI_Comm comm, int dimensions, const int* sizes, const int* periods,
             int* number) {
  CartesianTopology grid;
  std::int64_t cells = 0;
  if (const int error = make_grid(rank, comm, dimensions, sizes, periods, grid, cells)) {
    return error;
  }
  const int own = rank.find_communicator(number_of(comm))->rank;
  *number = own < cells ? own : MPI_UNDEFINED;
  return MPI_SUCCESS;
}

/// `use(communicator, grid)` answers.
template <class Use>
int with_grid(Rank& rank, MPI_Comm comm, Use use) {
  const Communicator* const communicator = rank.find_communicator(number_of(comm));
  if (communicator == nullptr) return no_communicator(rank);
  if (!communicator->topology.cartesian) return no_topology(rank, comm, "a grid");
  return use(*communicator, *communicator->topology.cartesian);
}

int grid_dimensions(Rank& rank, MPI_Comm comm, int* dimensions) {
  return with_grid(rank, comm, [&](const Communicator&, const CartesianTopology& grid) {
    *dimensions = static_cast<int>(grid.sizes.size());
    return MPI_SUCCESS;
  });
}
int get_grid(Rank& rank, MPI_Comm comm, int room, int* sizes, int* periods, int* coordinates) {
  return with_grid(rank, comm, [&](const Communicator& communicator, const auto& grid) {
    const std::vector<std::int32_t> own = coordinates_of(grid, communicator.rank);
    for (std::size_t i = 0; i < own.size() && std::cmp_less(i, room); ++i) {
      sizes[i] = grid.sizes[i];
      periods[i] = grid.is_periodic[i] ? 1 : 0;
      coordinates[i] = own[i];
    }
    return MPI_SUCCESS;
  });
}
int rank_in_grid(Rank& rank, MPI_Comm comm, const int* coordinates, int* number) {
  return with_grid(rank, comm, [&](const Communicator&, const CartesianTopology& grid) {
    const int found = rank_at(grid, {coordinates, coordinates + grid.sizes.size()});
    if (found == MPI_PROC_NULL) {
      return rank.fail(number_of(comm), MPI_ERR_ARG, "coordinates that are not in the grid");
    }
    *number = found;
    return MPI_SUCCESS;
  });
}
int coordinates_in_grid(Rank& rank, MPI_Comm comm, int number, int room, int* coordinates) {
  return with_grid(rank, comm, [&](const Communicator& communicator, const auto& grid) {
    if (number < 0 || number >= communicator.size()) return no_rank(rank, comm, number);
    const std::vector<std::int32_t> all = coordinates_of(grid, number);
    std::copy_n(all.begin(), std::min<std::ptrdiff_t>(std::ssize(all), std::max(0, room)),
                coordinates);
    return MPI_SUCCESS;
  });
}
int shift(Rank& rank, MPI_Comm comm, int direction, int steps, int* source, int* destination) {
  return with_grid(rank, comm, [&](const Communicator& communicator, const auto& grid) {
    if (direction < 0 || std::cmp_greater_equal(direction, grid.sizes.size())) {
      return rank.fail(number_of(comm), MPI_ERR_DIMS, "no dimension " + std::to_string(direction));
    }
    const auto at = static_cast<std::size_t>(direction);
    // Steps around a ring are taken within one round, so that their sum is an int.
    const int taken = grid.is_periodic[at] ? steps % grid.sizes[at] : steps;
    const auto neighbour = [&](std::int64_t by) -> int {
      std::vector<std::int32_t> place = coordinates_of(grid, communicator.rank);
      const std::int64_t there = place[at] + by;
      if (!grid.is_periodic[at] && (there < 0 || there >= grid.sizes[at])) return MPI_PROC_NULL;
      place[at] = static_cast<std::int32_t>(there);
      return rank_at(grid, std::move(place));
    };
    *source = neighbour(-std::int64_t{taken});
    *destination = neighbour(taken);
    return MPI_SUCCESS;
  });
}

int begin_grid_part(Rank& rank, MPI_Comm comm, const int* remain, MPI_Comm* made,
                    std::uint64_t request) {
  return with_grid(rank, comm, [&](const Communicator& communicator, const auto& grid) {
    // Those with the same coordinates in what is left out stay together.
    CartesianTopology rest;
    const std::vector<std::int32_t> own = coordinates_of(grid, communicator.rank);
    std::vector<std::byte> remains;
    int colour = 0;
    int key = 0;
    for (std::size_t i = 0; i < own.size(); ++i) {
      remains.push_back(std::byte{remain[i] != 0});
      int& number = remain[i] != 0 ? key : colour;
      number = number * grid.sizes[i] + own[i];
      if (remain[i] == 0) continue;
      rest.sizes.push_back(grid.sizes[i]);
      rest.is_periodic.push_back(grid.is_periodic[i]);
    }
    return begin_regrouping(rank, comm, CollectiveKind::split, colour, key,
                            {.cartesian = std::move(rest)}, made, request, hash_of(remains));
  });
}

/// Splits a number into factors that are as near to each other as can be: the largest is as little
/// above the smallest as possible and, where that leaves a choice, the small ones are large.
class Factors {
 public:
  explicit Factors(int number) {
    for (int i = 1; i <= number / i; ++i) {
      if (number % i != 0) continue;
      divisors_.insert(i);
      divisors_.insert(number / i);
    }
  }
  /// The largest first.
  std::vector<int> nearest(int number, std::size_t count) {
    const int root = *std::ranges::find_if(
        divisors_, [&](int divisor) { return is_enough(divisor, count, number); });
    std::vector<int> best;
    for (auto least = divisors_.rbegin(); least != divisors_.rend(); ++least) {
      if (*least > root) continue;
      if (!best.empty() && root - *least >= best.front() - best.back()) break;
      std::vector<int> factors;
      hopeless_.clear();
      if (!split(number / *least, count - 1, number, *least, factors)) continue;
      factors.push_back(*least);
      if (best.empty() || factors.front() - factors.back() < best.front() - best.back()) {
        best = std::move(factors);
      }
    }
    hopeless_.clear();
    std::vector<int> rising{best.back()};
    raise(number / best.back(), count - 1, best.back(), best.front(), rising);
    return {rising.rbegin(), rising.rend()};
  }

 private:
  /// Into factors from `least` to `most`, the smallest first, and each as large as it can be.
  bool raise(int number, std::size_t count, int least, int most, std::vector<int>& factors) {
    if (count == 0) return number == 1;
    if (hopeless_.contains({number, count, least})) return false;
    auto each = divisors_.upper_bound(most);
    while (each != divisors_.begin()) {
      const int factor = *--each;
      if (factor < least) break;
      if (number % factor != 0 || is_more(factor, count, number)) continue;
      factors.push_back(factor);
      if (raise(number / factor, count - 1, factor, most, factors)) return true;
      factors.pop_back();
    }
    hopeless_.emplace(number, count, least);
    return false;
  }
  /// Into factors from `least` to `most`, the first as small as it can be, and so on.
  bool split(int number, std::size_t count, int most, int least, std::vector<int>& factors) {
    if (count == 0) return number == 1;
    if (hopeless_.contains({number, count, most})) return false;
    for (auto each = divisors_.lower_bound(least); each != divisors_.end() && *each <= most;
         ++each) {
      const int factor = *each;
      if (number % factor != 0 || !is_enough(factor, count, number)) continue;
      factors.push_back(factor);
      if (split(number / factor, count - 1, factor, least, factors)) return true;
      factors.pop_back();
    }
    hopeless_.emplace(number, count, most);
    return false;
  }
  /// Whether so many factors, none larger, can make the number.
  static bool is_enough(int factor, std::size_t count, int number) {
    std::int64_t product = 1;
    for (std::size_t i = 0; i < count && product < number && factor > 1; ++i) product *= factor;
    return product >= number;
  }
  /// Whether so many factors, none smaller, make more than the number.
  static bool is_more(int factor, std::size_t count, int number) {
    std::int64_t product = 1;
    for (std::size_t i = 0; i < count && product <= number && factor > 1; ++i) product *= factor;
    return product > number;
  }
  std::set<int> divisors_;
  std::set<std::tuple<int, std::size_t, int>> hopeless_;  ///< in one search
};

int balance(Rank& rank, int ranks, int dimensions, int* sizes) {
  const auto refuse = [&](int code, const std::string& why) { return rank.fail(code, why); };
  if (ranks <= 0) return refuse(MPI_ERR_ARG, "a grid for " + std::to_string(ranks) + " ranks");
  if (dimensions < 0) return refuse(MPI_ERR_DIMS, "a grid of no dimensions");
  std::int64_t fixed = 1;
  std::size_t open = 0;
  for (int i = 0; i < dimensions; ++i) {
    if (sizes[i] < 0) return refuse(MPI_ERR_DIMS, "a grid of size " + std::to_string(sizes[i]));
    if (sizes[i] == 0) {
      ++open;
    } else {
      fixed *= sizes[i];
    }
    if (fixed > ranks) break;
  }
  if (ranks % fixed != 0 || (open == 0 && fixed != ranks && dimensions > 0)) {
    return refuse(MPI_ERR_DIMS, std::to_string(ranks) + " ranks do not fill a grid of that size");
  }
  if (open == 0) return MPI_SUCCESS;
  const int rest = static_cast<int>(ranks / fixed);
  const std::vector<int> factors = Factors(rest).nearest(rest, open);
  for (int i = 0, next = 0; i < dimensions; ++i) {
    if (sizes[i] == 0) sizes[i] = factors[static_cast<std::size_t>(next++)];
  }
  return MPI_SUCCESS;
}

// --- graphs that all ranks know ------------------------------------------------------------------

int make_graph(Rank& rank, MPI_Comm comm, int nodes, const int* index, const int* edges,
               GraphTopology& graph) {
  int error = MPI_SUCCESS;
  const Communicator* const communicator = find_plain(rank, comm, error);
  if (communicator == nullptr) return error;
  if (nodes < 0 || nodes > communicator->size()) {
    return rank.fail(number_of(comm), MPI_ERR_ARG,
                     "a graph of " + std::to_string(nodes) + " nodes for " +
                         std::to_string(communicator->size()) + " ranks");
  }
  for (int i = 0; i < nodes; ++i) {
    if (index[i] < (i == 0 ? 0 : index[i - 1])) {
      return rank.fail(number_of(comm), MPI_ERR_ARG, "an index of a graph that does not rise");
    }
  }
  const int edge_count = nodes == 0 ? 0 : index[nodes - 1];
  for (int i = 0; i < edge_count; ++i) {
    if (edges[i] < 0 || edges[i] >= nodes) {
      return rank.fail(number_of(comm), MPI_ERR_ARG, "an edge to node " + std::to_string(edges[i]));
    }
  }
  graph.index.assign(index, index + nodes);
  graph.edges.assign(edges, edges + edge_count);
  return MPI_SUCCESS;
}

int begin_graph(Rank& rank, MPI_Comm comm, int nodes, const int* index, const int* edges, int,
                MPI_Comm* made, std::uint64_t request) {
  *made = MPI_COMM_NULL;
  GraphTopology graph;
  if (const int error = make_graph(rank, comm, nodes, index, edges, graph)) return error;
  return begin_alike(rank, comm, nodes, {.graph = std::move(graph)}, made, request);
}
int map_graph(Rank& rank, MPI_Comm comm, int nodes, const int* index, const int* edges,
              int* number) {
  GraphTopology graph;
  if (const int error = make_graph(rank, comm, nodes, index, edges, graph)) return error;
  const int own = rank.find_communicator(number_of(comm))->rank;
  *number = own < nodes ? own : MPI_UNDEFINED;
  return MPI_SUCCESS;
}

template <class Use>
int with_graph(Rank& rank, MPI_Comm comm, Use use) {
  const Communicator* const communicator = rank.find_communicator(number_of(comm));
  if (communicator == nullptr) return no_communicator(rank);
  if (!communicator->topology.graph) return no_topology(rank, comm, "a graph");
  return use(*communicator, *communicator->topology.graph);
}

int graph_dimensions(Rank& rank, MPI_Comm comm, int* nodes, int* edges) {
  return with_graph(rank, comm, [&](const Communicator&, const GraphTopology& graph) {
    *nodes = static_cast<int>(graph.index.size());
    *edges = static_cast<int>(graph.edges.size());
    return MPI_SUCCESS;
  });
}
void put(std::span<const std::int32_t> from, int room, int* to) {
  std::copy_n(from.begin(), std::min<std::ptrdiff_t>(std::ssize(from), std::max(0, room)), to);
}
int get_graph(Rank& rank, MPI_Comm comm, int index_room, int edge_room, int* index, int* edges) {
  return with_graph(rank, comm, [&](const Communicator&, const GraphTopology& graph) {
    put(graph.index, index_room, index);
    put(graph.edges, edge_room, edges);
    return MPI_SUCCESS;
  });
}
int graph_neighbour_count(Rank& rank, MPI_Comm comm, int number, int* count) {
  return with_graph(rank, comm, [&](const Communicator& communicator, const auto& graph) {
    if (number < 0 || number >= communicator.size()) return no_rank(rank, comm, number);
    *count = static_cast<int>(neighbours_of(graph, number).size());
    return MPI_SUCCESS;
  });
}
int graph_neighbours(Rank& rank, MPI_Comm comm, int number, int room, int* neighbours) {
  return with_graph(rank, comm, [&](const Communicator& communicator, const auto& graph) {
    if (number < 0 || number >= communicator.size()) return no_rank(rank, comm, number);
    put(neighbours_of(graph, number), room, neighbours);
    return MPI_SUCCESS;
  });
}

// --- graphs of which each rank knows its own part ------------------------------------------------

/// Ranks at the ends of edges, with weights, where there are any.
int take_ends(Rank& rank, MPI_Comm comm, int count, const int* ends, const int* weights,
              std::vector<std::int32_t>& to, std::vector<std::int32_t>& weights_to) {
  const int size = rank.find_communicator(number_of(comm))->size();
  if (count < 0) return rank.fail(number_of(comm), MPI_ERR_ARG, "a negative number of edges");
  for (int i = 0; i < count; ++i) {
    if (ends[i] < 0 || ends[i] >= size) return no_rank(rank, comm, ends[i]);
    to.push_back(ends[i]);
    const bool has_weight = weights != MPI_UNWEIGHTED && weights != MPI_WEIGHTS_EMPTY;
    weights_to.push_back(has_weight ? weights[i] : 1);
    if (weights_to.back() < 0) {
      return rank.fail(number_of(comm), MPI_ERR_ARG, "an edge of negative weight");
    }
  }
  return MPI_SUCCESS;
}

int begin_adjacent(Rank& rank, MPI_Comm comm, int source_count, const int* sources,
                   const int* source_weights, int destination_count, const int* destinations,
                   const int* destination_weights, MPI_Info, int, MPI_Comm* made,
                   std::uint64_t request) {
  int error = MPI_SUCCESS;
  const Communicator* const communicator = find_plain(rank, comm, error);
  if (communicator == nullptr) return error;
  NeighbourTopology own;
  own.is_weighted = source_weights != MPI_UNWEIGHTED;
  error =
      take_ends(rank, comm, source_count, sources, source_weights, own.sources, own.source_weights);
  if (error == MPI_SUCCESS) {
    error = take_ends(rank, comm, destination_count, destinations, destination_weights,
                      own.destinations, own.destination_weights);
  }
  if (error != MPI_SUCCESS) return error;
  const Group group = communicator->group;
  return begin_creating(rank, comm, group, {.neighbours = std::move(own)}, made, request);
}

int begin_weaving(Rank& rank, MPI_Comm comm, int count, const int* sources, const int* degrees,
                  const int* destinations, const int* weights, MPI_Info, int, MPI_Comm* made,
                  std::uint64_t request) {
  int error = MPI_SUCCESS;
  Communicator* const communicator = find_plain(rank, comm, error);
  if (communicator == nullptr) return error;
  std::vector<std::int32_t> from;
  std::vector<std::int32_t> to;
  std::vector<std::int32_t> weights_from;
  std::vector<std::int32_t> weights_to;
  error = take_ends(rank, comm, count, sources, MPI_UNWEIGHTED, from, weights_from);
  int edge_count = 0;
  for (int i = 0; error == MPI_SUCCESS && i < count; ++i) {
    if (degrees[i] < 0) {
      error = rank.fail(number_of(comm), MPI_ERR_ARG, "a negative number of edges");
    }
    edge_count += degrees[i];
  }
  if (error == MPI_SUCCESS) {
    error = take_ends(rank, comm, edge_count, destinations, weights, to, weights_to);
  }
  if (error != MPI_SUCCESS) return error;

  const CollectiveName name = Rank::next_collective(*communicator);
  Part part;
  part.name = name;
  part.kind = CollectiveKind::weave;
  const std::int32_t is_weighted = weights == MPI_UNWEIGHTED ? 0 : 1;
  part.bytes.resize(sizeof is_weighted + to.size() * sizeof(WovenEdge));
  std::memcpy(part.bytes.data(), &is_weighted, sizeof is_weighted);
  for (std::size_t i = 0, at = 0; i < from.size(); ++i) {
    for (int k = 0; k < degrees[i]; ++k, ++at) {
      const WovenEdge edge{from[i], to[at], weights_to[at]};
      std::memcpy(part.bytes.data() + sizeof is_weighted + at * sizeof edge, &edge, sizeof edge);
    }
  }
  const Group group = communicator->group;
  rank.add_making(name, {.kind = CollectiveKind::weave,
                         .communicator = number_of(comm),
                         .request = request,
                         .made_at = std::bit_cast<std::uint64_t>(made),
                         .group = group});
  if (group.members.front() == rank.number()) rank.tell_of_communicator(name, group);
  rank.gather_part(*rank.find_communicator(number_of(comm)), std::move(part), std::nullopt);
  return MPI_SUCCESS;
}

template <class Use>
int with_neighbours(Rank& rank, MPI_Comm comm, Use use) {
  const Communicator* const communicator = rank.find_communicator(number_of(comm));
  if (communicator == nullptr) return no_communicator(rank);
  if (!communicator->topology.neighbours) return no_topology(rank, comm, "a distributed graph");
  return use(*communicator->topology.neighbours);
}
int neighbour_counts(Rank& rank, MPI_Comm comm, int* sources, int* destinations, int* weighted) {
  return with_neighbours(rank, comm, [&](const NeighbourTopology& own) {
    *sources = static_cast<int>(own.sources.size());
    *destinations = static_cast<int>(own.destinations.size());
    *weighted = own.is_weighted ? 1 : 0;
    return MPI_SUCCESS;
  });
}
int get_neighbours(Rank& rank, MPI_Comm comm, int source_room, int* sources, int* source_weights,
                   int destination_room, int* destinations, int* destination_weights) {
  return with_neighbours(rank, comm, [&](const NeighbourTopology& own) {
    const auto put_weights = [&](const std::vector<std::int32_t>& weights, int room, int* to) {
      if (own.is_weighted && to != MPI_UNWEIGHTED && to != MPI_WEIGHTS_EMPTY)
        put(weights, room, to);
    };
    put(own.sources, source_room, sources);
    put(own.destinations, destination_room, destinations);
    put_weights(own.source_weights, source_room, source_weights);
    put_weights(own.destination_weights, destination_room, destination_weights);
    return MPI_SUCCESS;
  });
}

constexpr Call topology_rows[] = {
    call<decltype(MPI_Topo_test), test_topology>("MPI_Topo_test"),
    blocking_call<decltype(MPI_Cart_create), begin_grid>("MPI_Cart_create"),
    call<decltype(MPI_Cart_map), map_grid>("MPI_Cart_map"),
    call<decltype(MPI_Cartdim_get), grid_dimensions>("MPI_Cartdim_get"),
    call<decltype(MPI_Cart_get), get_grid>("MPI_Cart_get"),
    call<decltype(MPI_Cart_rank), rank_in_grid>("MPI_Cart_rank"),
    call<decltype(MPI_Cart_coords), coordinates_in_grid>("MPI_Cart_coords"),
    call<decltype(MPI_Cart_shift), shift>("MPI_Cart_shift"),
    blocking_call<decltype(MPI_Cart_sub), begin_grid_part>("MPI_Cart_sub"),
    call<decltype(MPI_Dims_create), balance>("MPI_Dims_create"),
    blocking_call<decltype(MPI_Graph_create), begin_graph>("MPI_Graph_create"),
    call<decltype(MPI_Graph_map), map_graph>("MPI_Graph_map"),
    call<decltype(MPI_Graphdims_get), graph_dimensions>("MPI_Graphdims_get"),
    call<decltype(MPI_Graph_get), get_graph>("MPI_Graph_get"),
    call<decltype(MPI_Graph_neighbors_count), graph_neighbour_count>("MPI_Graph_neighbors_count"),
    call<decltype(MPI_Graph_neighbors), graph_neighbours>("MPI_Graph_neighbors"),
    blocking_call<decltype(MPI_Dist_graph_create_adjacent), begin_adjacent>(
        "MPI_Dist_graph_create_adjacent"),
    blocking_call<decltype(MPI_Dist_graph_create), begin_weaving>("MPI_Dist_graph_create"),
    call<decltype(MPI_Dist_graph_neighbors_count), neighbour_counts>(
        "MPI_Dist_graph_neighbors_count"),
    call<decltype(MPI_Dist_graph_neighbors), get_neighbours>("MPI_Dist_graph_neighbors"),
};

}  // namespace

std::span<const Call> topology_calls() { return topology_rows; }

}  // namespace isthmus::engine::mpi
