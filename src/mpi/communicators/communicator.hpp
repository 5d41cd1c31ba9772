// mpi/communicators/communicator.hpp: groups and communicators, as one rank has them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mpi/collectives/site_plan.hpp"
#include "mpi/communicators/attributes.hpp"

namespace isthmus::engine::mpi {

/// Contexts (Communicator) of MPI_COMM_WORLD, as the job's first ranks have it, and of
/// MPI_COMM_SELF.
inline constexpr std::uint64_t world_context = 1;
inline constexpr std::uint64_t self_context = 2;

/// Ranks of the job, by their numbers, in the order of their ranks in the group. Those of the
/// job's first MPI_COMM_WORLD are numbered as there, those that others start beyond. Plain data.
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

/// Of two groups without common members: which one's are counted first.
inline bool comes_first(const Group& group, const Group& other) {
  return group.members.front() < other.members.front();
}
inline Group united(const Group& a, const Group& b) {
  Group both = comes_first(a, b) ? a : b;
  const Group& second = comes_first(a, b) ? b : a;
  both.members.insert(both.members.end(), second.members.begin(), second.members.end());
  return both;
}

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

/// Who is next to whom (MPI 5.0, chapter 8): one of these, or none.
struct Topology {
  std::optional<CartesianTopology> cartesian = {};
  std::optional<GraphTopology> graph = {};
  std::optional<NeighbourTopology> neighbours = {};

  bool is_none() const { return !cartesian && !graph && !neighbours; }
  void serialize(auto& archive) { archive(cartesian, graph, neighbours); }
};

/// What a communicator has that is to be made, other than a group.
struct Shape {
  std::optional<Group> remote = {};
  Topology topology = {};
  std::uint64_t error_handler = 0;  ///< a handle; 0: that of the communicator it is made of

  void serialize(auto& archive) { archive(remote, topology, error_handler); }
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
  /// Of an intercommunicator: with whom the group speaks. Its ranks are meant wherever one is
  /// named.
  std::optional<Group> remote;
  /// How its members, those of both groups, are reached together; none where they are all of the
  /// job's first ranks, or one, or where ranks are among them that others have started: those are
  /// not of the same array, and operations go by sites.
  std::optional<SectionName> section;
  bool has_later = false;  ///< such ranks are among them
  std::uint64_t collectives_begun = 0;
  std::uint64_t persistent_made = 0;  ///< collective operations
  std::string name;
  std::uint64_t error_handler = 0;  ///< a handle
  /// The first of its collective operations whose errors end the job, where that is what its
  /// handler does: those before it began while errors were returned.
  std::uint64_t ends_job_from = 0;
  Attributes attributes;
  Topology topology;
  /// Arrays in the rank's heap that say where ranks are (grid_attributes.cpp).
  std::uint64_t grid_depths_at = 0, grid_colours_at = 0;
  /// Who speaks to whom where it goes by sites, once that was asked for; not sent along.
  mutable std::shared_ptr<const SitePlan> plan = {};

  int size() const { return group.size(); }
  /// Those that messages go to and come from.
  const Group& peers() const { return remote ? *remote : group; }
  bool is_alone() const { return !remote && group.size() == 1; }
  /// All members, in an order that both groups know without being told.
  Group everyone() const { return remote ? united(group, *remote) : group; }
  /// This rank's place among them.
  int place() const {
    return !remote || comes_first(group, *remote) ? rank : remote->size() + rank;
  }
  void serialize(auto& archive) {
    archive(context, rank, group, remote, collectives_begun, persistent_made, name, error_handler,
            attributes, topology, grid_depths_at, grid_colours_at, has_later, ends_job_from);
    serialize_section(archive, section);
  }
};

/// Whether an error ends the job under the handler.
bool ends_job(std::uint64_t error_handler);

}  // namespace isthmus::engine::mpi
