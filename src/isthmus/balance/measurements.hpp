// isthmus/balance/measurements.hpp: what PEs have measured of their objects, and how that becomes a
// snapshot.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isthmus/balance/snapshot.hpp"
#include "isthmus/balance/strategy/pairing.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/base/object_id.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine {

class Objects;

namespace balance {

/// Plain data, sent from PE to PE.
struct Move {
  ObjectId object;
  PeId to;
};

/// Plain data, sent from PE to PE.
struct MeasuredObject {
  ObjectId id;
  TimeNs busy_ns = 0;       ///< On this PE.
  std::uint64_t bytes = 0;  ///< That a migration of it sends.
  bool is_here = true;      ///< Else it has left during the period.
  bool stays = false;       ///< It cannot be moved, or the program wants it to stay.
};

struct MeasuredTraffic {
  std::uint32_t from = 0;  ///< Position among the PE's objects.
  ObjectId to;
  std::uint32_t messages = 0;
  std::uint64_t bytes = 0;
};

/// What one PE says of a period.
struct PeMeasurements {
  PeId pe;
  TimeNs busy_ns = 0;
  TimeNs displaced_ns = 0;  ///< The PE could have run, but others had its core.
  std::vector<MeasuredObject> objects = {};
  std::vector<MeasuredTraffic> traffic = {};
};

/// Nothing has run in the period, and nothing has been sent.
bool is_idle(const PeMeasurements& pe);

/// Whether what a PE says can be true of the job, as ErrorCode::malformed; what does not pass must
/// not be shown to `assemble`.
Expected<void> validate(const PeMeasurements& pe, const topology::Topology& topology);

/// The objects of the PE, as its gauge has measured them; elements of groups, which belong to their
/// PE, are left out. O(objects + traffic), and what it takes to find the size of each object.
PeMeasurements read_meter(Objects& objects);

/// What a period says of one PE, and what of that is going to last: the share of its core that
/// others leave it is half of this period and half of those before; what it does beside its objects
/// once, such as making them, does not come again.
class PeOutlook {
 public:
  /// `share` is what others leave the PE of its core before the first period.
  explicit PeOutlook(double share = 1) : share_(share) {}
  /// Replaces what this period alone says. `full_speed` is with the core to itself.
  void apply(double full_speed, double& speed, double& background_s);

 private:
  double share_;
  double background_s_ = 0;  // in the period before
};

/// What a PE has to do, as it has measured itself; what it measured of objects that have left
/// counts no more. O(objects log objects).
Share share_of(const PeMeasurements& pe, double full_speed, PeOutlook& outlook);

/// A snapshot, and the object behind each of its positions, in ascending order.
struct Measured {
  Snapshot snapshot;
  std::vector<ObjectId> ids;
  std::vector<PeId> at;   ///< By object: the job's PE on which it is.
  std::vector<PeId> pes;  ///< By the snapshot's PE: the job's.
};

/// Pure. Each PE's measurements once, in any order; an object that was on several PEs is where it
/// says that it is, with all that was measured of it, and missing where none says so. What PEs did
/// beside running objects is their background; where others had a PE's core part of the time, it is
/// slower by so much. The snapshot has the PEs that hold objects, and no others; objects that the
/// program has put elsewhere are on their site's first of those, for a strategy to move them on, or
/// missing where they must stay. `speeds` are by PE, with their cores to themselves. O(objects log
/// objects + traffic).
Measured assemble(const topology::Topology& topology, std::span<const double> speeds,
                  const std::vector<PeMeasurements>& pes);

}  // namespace balance

}  // namespace isthmus::engine
