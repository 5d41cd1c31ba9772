// metacomputer/shares.hpp: data and objects in proportion to the speeds of the PEs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "metacomputer/matrix.hpp"

namespace metacomputer {

/// A mapping: PE by PE, in the order of the indices, the last coordinate fastest, as many elements
/// as isthmus::partition says (Neff 1995, 3.4.3, CkDataPartition).
struct ByShares {
  std::vector<std::int64_t> ends = {};  ///< Of each PE's share.

  static ByShares of(std::int64_t size, const isthmus::topology::Topology& topology) {
    ByShares shares;
    for (const isthmus::Share& share : isthmus::partition(size, topology)) {
      shares.ends.push_back(share.end);
    }
    return shares;
  }

  isthmus::PeId operator()(isthmus::Index1 index, const isthmus::MapContext&) const {
    return owner(index);
  }
  isthmus::PeId operator()(const isthmus::Index2& index, const isthmus::MapContext& context) const {
    return owner(static_cast<std::int64_t>(index[0]) * context.extent().size[1] + index[1]);
  }
  isthmus::PeId owner(std::int64_t position) const {
    return isthmus::PeId(std::ranges::upper_bound(ends, position) - ends.begin());
  }
  Range share_of(isthmus::PeId pe) const {
    const std::int64_t begin = pe.value == 0 ? 0 : ends[pe.value - 1];
    return {static_cast<int>(begin), static_cast<int>(ends[pe.value])};
  }
};

/// Spends the time of so many operations, where costs are charged.
inline void charge_operations(std::int64_t count, double operation_ns) {
  isthmus::charge(std::llround(static_cast<double>(count) * operation_ns));
}

/// When a program began to deal its input out, began to work, and ended. Seconds of the job's
/// clock.
struct Times {
  double dealing_s = 0;
  double begin_s = 0;
  double end_s = 0;

  double seconds() const { return end_s - begin_s; }
  /// Prints and reports both parts.
  void tell(isthmus::Job& job) const {
    std::printf("  time      %.6f s, after %.6f s to deal the input out\n", seconds(),
                begin_s - dealing_s);
    job.report("seconds", seconds());
    job.report("input_s", begin_s - dealing_s);
  }
};

}  // namespace metacomputer
