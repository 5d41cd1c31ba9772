// isthmus/topology/partition.hpp: data cut into parts as uneven as the processors that work on
// them.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine {

/// A contiguous part of data: `begin` up to, but not including, `end`.
struct Share {
  std::int64_t begin = 0;
  std::int64_t end = 0;

  std::int64_t size() const { return end - begin; }
  bool operator==(const Share&) const = default;
};

/// Cuts `size` pieces of data, 0 or more, into one share for each speed, in order, so that whoever
/// takes longest takes as short as it can: the largest size / speed is the least possible. For
/// programs with one object per PE, which cannot be balanced by moving objects (Neff 1995, 3.4.3,
/// CkDataPartition). A speed of 0 gets nothing; at least one is above 0, none below. A processor
/// that is busy with other things half of the time has half its speed. Pure; any thread.
/// O(n log n).
std::vector<Share> partition(std::int64_t size, std::span<const double> speeds);

/// Cuts by the speeds of all PEs of a job; those that hold no objects get nothing.
std::vector<Share> partition(std::int64_t size, const topology::Topology& topology);

/// Further conditions that a cut may go by. The report names CkDataPartition(size, max, base,
/// fraction) and says of its arguments only that speeds and loads decide; that `max` is a bound and
/// `base` where the data begin is our reading.
struct PartitionTerms {
  /// By processor, the share of its time that others take, 0 or more, below 1; empty: none.
  std::span<const double> loads = {};
  /// No share is larger, 0 or more: what fits into a processor's memory.
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  /// The number of the first piece.
  std::int64_t base = 0;
};

/// Cuts likewise on these terms, the best of all cuts that keep to `most`. ErrorCode::bad_input
/// where all together cannot hold the data.
Expected<std::vector<Share>> partition(std::int64_t size, std::span<const double> speeds,
                                       const PartitionTerms& terms);

/// `loads` are of all PEs.
Expected<std::vector<Share>> partition(std::int64_t size, const topology::Topology& topology,
                                       const PartitionTerms& terms);

}  // namespace isthmus::engine

namespace isthmus {

using engine::partition;
using engine::PartitionTerms;
using engine::Share;

}  // namespace isthmus
