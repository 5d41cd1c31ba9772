// mpi/collectives/site_plan.hpp: who hands a collective operation's data to whom, site by site.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace isthmus::mpi {

/// Ranks below are those of the job. The members of a group that begin at one site form a tree,
/// whose top, the lowest of them, leads the site: leaders alone speak to other sites, each to each,
/// so data is one wide-area latency under way and crosses each link once (Kielmann, Hofman, Bal,
/// Plaat, Bhoedjang 1999). Ranks that have moved to another site since are still found, as any
/// element is. Plain data.
struct SitePlan {
  std::int32_t parent = -1;           ///< within the site; of a leader: none
  std::vector<std::int32_t> subtree;  ///< ascending, this rank first; a leader's: all of its site
  std::vector<std::int32_t> leaders;  ///< of the group's sites
  std::vector<std::int32_t> peer_leaders;  ///< of those that data goes to; mostly the same

  bool leads() const { return parent < 0; }
};

/// `site_of` is by rank of the job; empty: all begin at one site. `self` is one of the group.
SitePlan make_site_plan(std::int32_t self, std::span<const std::int32_t> group,
                        std::span<const std::int32_t> peers,
                        std::span<const std::uint16_t> site_of);

/// Members by site, ascending each; their firsts are its leaders.
std::vector<std::vector<std::int32_t>> by_site(std::span<const std::int32_t> members,
                                               std::span<const std::uint16_t> site_of);

/// The subtrees below the first of these, each with its top first: halves, so that neighbours,
/// which mostly share a PE, are below each other.
std::vector<std::span<const std::int32_t>> branches_of(std::span<const std::int32_t> subtree);

}  // namespace isthmus::mpi
