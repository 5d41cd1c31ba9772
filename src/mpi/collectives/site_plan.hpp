// mpi/collectives/site_plan.hpp: who hands a collective operation's data to whom, site by site.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace isthmus::engine::mpi {

/// At which site ranks began, by their numbers in the job. Plain data.
struct RankSites {
  std::vector<std::uint16_t> first = {};  ///< of those that the job began with
  /// Ranks that others start take turns, by their numbers, among the PEs of which these are the
  /// sites; empty: all are at one site, and so are the first ones without an entry.
  std::vector<std::uint16_t> later = {};
  bool differ = false;  ///< those of the first ranks

  std::uint16_t of(std::int32_t rank) const {
    const auto number = static_cast<std::size_t>(rank);
    if (number < first.size()) return first[number];
    return later.empty() ? std::uint16_t{0} : later[number % later.size()];
  }
};

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

/// `self` is one of the group.
SitePlan make_site_plan(std::int32_t self, std::span<const std::int32_t> group,
                        std::span<const std::int32_t> peers, const RankSites& sites);

/// Members by site, ascending each; their firsts are its leaders.
std::vector<std::vector<std::int32_t>> by_site(std::span<const std::int32_t> members,
                                               const RankSites& sites);

/// The subtrees below the first of these, each with its top first: halves, so that neighbours,
/// which mostly share a PE, are below each other.
std::vector<std::span<const std::int32_t>> branches_of(std::span<const std::int32_t> subtree);

}  // namespace isthmus::engine::mpi
