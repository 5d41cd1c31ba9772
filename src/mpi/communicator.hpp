// mpi/communicator.hpp: who speaks with whom: groups and communicators, as one rank has them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mpi/attributes.hpp"

namespace isthmus::mpi {

/// Ranks of the job (of MPI_COMM_WORLD) in the order of their ranks in the group. Plain data.
struct Group {
  std::vector<std::int32_t> members;

  int size() const { return static_cast<int>(members.size()); }
  /// The rank in the group of a rank of the job.
  std::optional<int> rank_of(std::int32_t member) const {
    const auto found = std::ranges::find(members, member);
    if (found == members.end()) return std::nullopt;
    return static_cast<int>(found - members.begin());
  }
  void serialize(auto& archive) { archive(members); }
};

/// A grid of ranks (MPI 5.0, 8.5), or a graph.
struct CartesianTopology {
  std::vector<std::int32_t> sizes;
  std::vector<bool> is_periodic;

  void serialize(auto& archive) { archive(sizes, is_periodic); }
};
struct GraphTopology {
  std::vector<std::int32_t> index;  ///< as MPI_Graph_create was given it
  std::vector<std::int32_t> edges;

  void serialize(auto& archive) { archive(index, edges); }
};
struct NeighbourTopology {
  std::vector<std::int32_t> sources, destinations;
  std::vector<std::int32_t> source_weights, destination_weights;
  bool is_weighted = false;

  void serialize(auto& archive) {
    archive(sources, destinations, source_weights, destination_weights, is_weighted);
  }
};

/// A section's name, or none.
void serialize_section(auto& archive, std::optional<SectionName>& section) {
  SectionName name = section.value_or(SectionName());
  bool is_there = section.has_value();
  archive(is_there, name.id, name.members);
  if (is_there) section = name;
}

/// One rank's side of a communicator. What is sent in it is told from all else by its context,
/// which is the same number for all its members and for no other communicator of the job.
struct Communicator {
  std::uint64_t context = 0;
  int rank = 0;
  Group group;
  /// How its members are reached together; none where they are all ranks of the job, or one.
  std::optional<SectionName> section;
  std::uint64_t collectives_begun = 0;
  std::string name;
  std::uint64_t error_handler = 0;  ///< a handle
  Attributes attributes;
  std::optional<CartesianTopology> cartesian;
  std::optional<GraphTopology> graph;
  std::optional<NeighbourTopology> neighbours;

  int size() const { return group.size(); }
  bool has_all() const { return !section && group.size() > 1; }
  void serialize(auto& archive) {
    archive(context, rank, group, collectives_begun, name, error_handler, attributes, cartesian,
            graph, neighbours);
    serialize_section(archive, section);
  }
};

}  // namespace isthmus::mpi
