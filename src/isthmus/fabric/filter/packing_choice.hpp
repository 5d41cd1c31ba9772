// isthmus/fabric/filter/packing_choice.hpp: whether compressing a message is worth its time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "isthmus/base/clock.hpp"
#include "isthmus/fabric/filter/codec.hpp"

namespace isthmus::engine::fabric {

/// What a packing was found to do to messages of one sort.
struct PackingEstimate {
  double ratio = 1;  ///< Bytes after it for each byte before.
  double pack_ns_per_byte = 0;
  double unpack_ns_per_byte = 0;
};
using PackingEstimates = std::array<PackingEstimate, packings.size()>;

/// Those of `packings` that may be chosen.
using AllowedPackings = std::array<bool, packings.size()>;

/// A message that is to go, and the link as it is.
struct Offer {
  std::size_t bytes = 0;
  double bandwidth_bytes_per_s = 0;  ///< 0: no limit is known.
  TimeNs backlog_ns = 0;             ///< How long the link is busy with what it has.
};

/// When the message would be unpacked at the other end, from now, in nanoseconds: packing goes on
/// while the link works off its backlog; then the link carries it; then it is unpacked, in a stream
/// of messages while the link carries the next one.
double arrival_ns(const PackingEstimate& estimate, const Offer& offer);

/// The place in `packings` of that by which it is there first; of equal ones the first. Pure.
std::size_t best_packing(const PackingEstimates& estimates, const AllowedPackings& allowed,
                         const Offer& offer);

}  // namespace isthmus::engine::fabric
