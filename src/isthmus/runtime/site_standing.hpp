// isthmus/runtime/site_standing.hpp: what the processes that are left say of a site that was lost.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/store/checkpoints.hpp"
#include "isthmus/store/index.hpp"
#include "isthmus/topology/members.hpp"

namespace isthmus::engine::runtime {

/// What one process says of itself where a site was lost: all by which it is decided whether that
/// is made again alone, and from what. Plain data: it knows of no other process, and may be told
/// to others.
struct SiteStanding {
  ProcessId process;
  /// The newest whole one, of which it holds the index.
  std::uint64_t checkpoint = 0;
  /// Why the site cannot be made again alone, by what this process sees, in a few words; empty
  /// where it can.
  std::string obstacle;
  /// The files of that checkpoint that it holds in memory.
  std::vector<std::string> images;
  /// Of that checkpoint, of all its PEs together; nothing where it was made again since.
  std::optional<store::Checkpoints::Numbers> numbers;
};

/// While no thread steps the process.
SiteStanding standing_of(Process& process, SiteId lost);

/// The index of that checkpoint, of a process that holds images in memory.
Expected<store::Index> index_of(const Process& process, std::uint64_t checkpoint);

/// Why the site cannot be made again alone, by what all processes of other sites say; empty where
/// it can. Of several reasons the first one's. `index` is of the checkpoint that all have. Pure.
std::string obstacle_to(SiteId lost, const topology::Topology& topology, const store::Index& index,
                        const std::vector<SiteStanding>& all);

/// The numbers of that checkpoint: the job's, and the sums of what those that are left had sent and
/// handled. Pure.
store::Checkpoints::Numbers numbers_of(const std::vector<SiteStanding>& all);

}  // namespace isthmus::engine::runtime
