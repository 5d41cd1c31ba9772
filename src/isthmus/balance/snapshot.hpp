// isthmus/balance/snapshot.hpp: what a job looked like over a period: PEs, objects, who talks to
// whom.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::balance {

// Plain data in flat arrays, fit for a million objects: what a strategy decides from, whether it
// was measured, read from a file (docs/formats/snapshot.md) or made up (generator.hpp).

inline constexpr std::size_t object_count_max = 50'000'000;
inline constexpr std::size_t edge_count_max = 1'000'000'000;

/// By PE. A site may have none.
struct PeColumns {
  std::vector<SiteId> site = {};
  std::vector<NodeId> node = {};          ///< Of one site each.
  std::vector<double> speed = {};         ///< Relative; above 0.
  std::vector<double> background_s = {};  ///< Time of the period taken by what cannot be moved.

  std::size_t size() const { return site.size(); }
  bool operator==(const PeColumns&) const = default;
};

/// By object.
struct ObjectColumns {
  std::vector<double> cpu_s = {};  ///< Of the period, as a PE of speed 1 takes it.
  std::vector<PeId> pe = {};       ///< Where it is.
  std::vector<std::uint8_t> is_pinned = {};
  std::vector<std::uint64_t> bytes = {};            ///< That a migration of it sends.
  std::vector<std::array<float, 2>> position = {};  ///< For pictures alone; empty or of each.

  std::size_t size() const { return cpu_s.size(); }
  bool operator==(const ObjectColumns&) const = default;
};

/// What one object sent to one other in the period.
struct Edge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t messages = 0;
  std::uint64_t bytes = 0;

  bool operator==(const Edge&) const = default;
};

/// All edges by their sender: those of object i are begin[i] .. begin[i + 1] of the other columns,
/// each receiver once, in ascending order.
struct EdgeColumns {
  std::vector<std::uint32_t> begin = {0};
  std::vector<std::uint32_t> to = {};
  std::vector<std::uint32_t> messages = {};
  std::vector<std::uint64_t> bytes = {};

  std::size_t size() const { return to.size(); }
  bool operator==(const EdgeColumns&) const = default;
};

/// What it takes to send, for estimates of time. Zero where nobody knows.
struct LinkCosts {
  double wide_area_latency_s = 0;
  double wide_area_bytes_per_s = 0;  ///< Of each site's connection; 0: not limited.
  double local_bytes_per_s = 0;      ///< Of a PE's connection within a site; 0: not limited.
  double message_s = 0;              ///< CPU time that a message between two PEs takes, on each.

  bool operator==(const LinkCosts&) const = default;
};

struct Snapshot {
  std::string name = {};
  std::uint64_t steps = 1;  ///< Of the program, in the period.
  std::vector<std::string> sites = {};
  PeColumns pes = {};
  ObjectColumns objects = {};
  EdgeColumns edges = {};
  LinkCosts links = {};

  std::size_t site_count() const { return sites.size(); }
  std::size_t pe_count() const { return pes.size(); }
  std::size_t object_count() const { return objects.size(); }
  SiteId site_of(PeId pe) const { return pes.site[pe.value]; }

  void add_pe(SiteId site, NodeId node, double speed = 1.0, double background_s = 0.0);
  void add_object(double cpu_s, PeId pe, bool is_pinned = false, std::uint64_t bytes = 0);
  /// Replaces the edges; any order, those of the same pair are summed, what an object sends to
  /// itself is left out. O(edges log edges).
  void set_edges(std::vector<Edge> all);

  bool operator==(const Snapshot&) const = default;
};

/// The PE of each object.
using Placement = std::vector<PeId>;

inline const Placement& current_placement(const Snapshot& snapshot) { return snapshot.objects.pe; }

/// A snapshot of the topology's sites and of its PEs that hold objects, in order; without objects.
Snapshot without_objects(const topology::Topology& topology);

/// The first thing that makes no sense, as ErrorCode::bad_input. What does not pass here must not
/// be shown to any other function of this room.
Expected<void> validate(const Snapshot& snapshot);

/// Every object has a PE of the snapshot, and pinned ones are where they were.
bool is_valid(const Snapshot& snapshot, const Placement& placement);

}  // namespace isthmus::engine::balance
