// Where ranks are on the grid, as programs ask (MPI 5.0, 7.4.2 and 11.1.3; isthmus_mpi.h).
#include "mpi/communicators/grid_attributes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/image/address.hpp"
#include "isthmus/image/heap.hpp"
#include "mpi/abi/isthmus_mpi.h"
#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"

namespace isthmus::engine::mpi {

namespace {

using image::pointer_to;
using Levels = std::array<std::uint32_t, 4>;

/// What a PE is part of, from the widest to the narrowest.
Levels levels_of(PeId pe) {
  const auto& topology = this_topology();
  return {0, topology.site_of(pe).value, topology.node_of(pe).value, topology.process_of(pe).value};
}

/// Arrays that the program may read as long as there is the communicator.
bool lay_out(Rank& rank, Communicator& communicator) {
  const auto& members = communicator.group.members;
  constexpr std::size_t depth = std::tuple_size_v<Levels>;
  const std::size_t count = members.size();
  image::Heap& heap = rank.machine().heap();
  void* const depths_at = heap.allocate(count * sizeof(int));
  void* const colours_at = heap.allocate(count * (sizeof(int*) + depth * sizeof(int)));
  if (depths_at == nullptr || colours_at == nullptr) return false;
  auto* const depths = static_cast<int*>(depths_at);
  auto* const rows = static_cast<int**>(colours_at);
  auto* const colours = std::bit_cast<int*>(rows + count);
  std::array<std::map<std::uint32_t, int>, depth> seen;
  for (std::size_t i = 0; i < count; ++i) {
    const Levels levels = levels_of(first_pe_of(members[i], rank.count()));
    depths[i] = static_cast<int>(depth);
    rows[i] = colours + i * depth;
    for (std::size_t level = 0; level < depth; ++level) {
      const int next = static_cast<int>(seen[level].size());
      rows[i][level] = seen[level].try_emplace(levels[level], next).first->second;
    }
  }
  communicator.grid_depths_at = std::bit_cast<std::uint64_t>(depths_at);
  communicator.grid_colours_at = std::bit_cast<std::uint64_t>(colours_at);
  return true;
}

constexpr std::array<std::string_view, 5> resources = {
    "isthmus:site", "isthmus:node", "isthmus:process", "isthmus:pe", "mpi_shared_memory"};

std::optional<std::uint32_t> colour_of(std::string_view resource) {
  const auto& topology = this_topology();
  const PeId pe = this_pe();
  if (resource == "isthmus:site") return topology.site_of(pe).value;
  if (resource == "isthmus:node") return topology.node_of(pe).value;
  // Windows of shared memory are those of one process.
  if (resource == "isthmus:process" || resource == "mpi_shared_memory") {
    return topology.process_of(pe).value;
  }
  if (resource == "isthmus:pe") return pe.value;
  return std::nullopt;
}

/// No rank is restricted to where it is, as ranks move; all the same it is within one of each.
int resource_info(Rank& rank, MPI_Info* info) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string_view resource : resources) pairs.emplace_back(resource, "true");
  *info = handle_of<MPI_Info>(rank.state().infos.add(std::move(pairs)));
  return MPI_SUCCESS;
}

constexpr Call grid_rows[] = {
    call<decltype(MPI_Get_hw_resource_info), resource_info>("MPI_Get_hw_resource_info"),
};

}  // namespace

PeId first_pe_of(int number, int count) {
  const topology::Members members(this_topology());
  if (number >= count) return InTurn()(Index1(number), MapContext(members, Extent()));
  return mapping::block(Index1(number), MapContext(members, Extent::of(Index1(count))));
}

int get_grid_attribute(Rank& rank, Communicator& communicator, int key, void* at, int* flag) {
  if (communicator.grid_depths_at == 0 && !lay_out(rank, communicator)) {
    return rank.fail(MPI_ERR_NO_MEM, "no memory left for the rank");
  }
  *static_cast<std::uint64_t*>(at) =
      key == MPIX_TOPOLOGY_DEPTHS ? communicator.grid_depths_at : communicator.grid_colours_at;
  *flag = 1;
  return MPI_SUCCESS;
}

void free_grid_attributes(Rank& rank, Communicator& communicator) {
  if (communicator.grid_depths_at == 0) return;
  rank.machine().heap().free(pointer_to<void>(communicator.grid_depths_at));
  rank.machine().heap().free(pointer_to<void>(communicator.grid_colours_at));
  communicator.grid_depths_at = 0;
  communicator.grid_colours_at = 0;
}

int colour_of_resource(Rank& rank, int type, std::uint64_t handle) {
  std::optional<std::uint32_t> colour;
  if (type == MPI_COMM_TYPE_SHARED) colour = colour_of("mpi_shared_memory");
  if (type == MPI_COMM_TYPE_HW_GUIDED || type == MPI_COMM_TYPE_RESOURCE_GUIDED) {
    if (const auto* const info = rank.state().infos.find(handle)) {
      for (const auto& [key, value] : *info) {
        if (key == "mpi_hw_resource_type") colour = colour_of(value);
      }
    }
  }
  return colour ? static_cast<int>(*colour) : MPI_UNDEFINED;
}

std::span<const Call> grid_calls() { return grid_rows; }

}  // namespace isthmus::engine::mpi
