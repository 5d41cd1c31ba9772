// isthmus/topology/members.hpp: the PEs that take part in a job.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "isthmus/base/ids.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::topology {

/// Of the PEs that a topology numbers, those that take part: all of them where a job begins. Who is
/// lost or joins changes that, from one epoch to the next. Trees, rings, homes and mappings go by
/// the members and not by the topology's numbers, so that they are right in every epoch.
///
/// Immutable, and the same on every PE of an epoch; any thread may ask. The topology outlives it.
class Members {
 public:
  /// All PEs of processes that are not absent.
  explicit Members(const Topology& topology, std::uint32_t epoch = 0);
  /// `pes` in ascending order, one at least that may hold objects.
  Members(const Topology& topology, std::uint32_t epoch, std::vector<PeId> pes);

  const Topology& topology() const { return *topology_; }
  std::uint32_t epoch() const { return epoch_; }
  /// All of them, in ascending order.
  const std::vector<PeId>& pes() const { return pes_; }
  std::size_t count() const { return pes_.size(); }
  /// Those of a site, in ascending order; none where all of it are absent.
  std::span<const PeId> of(SiteId site) const;
  bool contains(PeId pe) const { return pe.value < is_member_.size() && is_member_[pe.value]; }
  /// Where the main program is, and with it the root of trees and whoever counts for all.
  PeId first() const { return pes_.front(); }
  /// In a ring of all members; `pe` is one.
  PeId after(PeId pe) const;
  PeId before(PeId pe) const;
  /// Who does what `pe` would do: itself where it is a member, else one that holds objects, the
  /// same on every PE. For what is named by a PE that may be of an earlier shape of the job.
  PeId stand_in(PeId pe) const {
    return contains(pe) ? pe : object_pes_[pe.value % object_pes_.size()];
  }

  /// Who takes over an object of `pe`: itself where it is a member, else one that holds objects, of
  /// the same site if there is one. Objects, told apart by their hashes, are dealt out to those in
  /// proportion to their speeds. The same on every PE.
  PeId heir(PeId pe, std::uint64_t object_hash) const;

  /// Whether mappings may put objects there.
  bool holds_objects(PeId pe) const { return contains(pe) && topology_->holds_objects(pe); }
  /// All of those, in order.
  const std::vector<PeId>& object_pes() const { return object_pes_; }
  /// By PE of the topology, the speeds of all PEs before it that hold objects; at the end, one
  /// more, of all.
  const std::vector<double>& speeds_before() const { return speeds_before_; }

 private:
  std::size_t position_of(PeId pe) const;

  const Topology* topology_;
  std::uint32_t epoch_;
  std::vector<PeId> pes_;
  std::vector<bool> is_member_;  // by PE of the topology
  std::vector<PeId> object_pes_;
  std::vector<double> speeds_before_;
};

}  // namespace isthmus::engine::topology
