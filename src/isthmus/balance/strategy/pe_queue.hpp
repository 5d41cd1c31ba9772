// isthmus/balance/strategy/pe_queue.hpp: which PE is done first, among PEs of any speeds.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "isthmus/balance/snapshot.hpp"

namespace isthmus::engine::balance {

/// PEs by load. Those of about the same speed, within 1/16, are kept together, so that the PE that
/// ends first with an object more is found among the first of each. Loads are the caller's, by PE;
/// whoever changes one says so. An entry that no longer tells the PE's load is dropped when met.
class PeQueue {
 public:
  /// `loads_s` of all PEs of the snapshot must outlive the queue. O(pes log pes).
  PeQueue(const Snapshot& snapshot, std::span<const PeId> pes, const std::vector<double>& loads_s);

  /// The PE that would end first with so much work more; the first of several. O(log pes) but for
  /// the number of different speeds.
  PeId ends_first(double cpu_s);
  /// The PE with the least load.
  PeId least_loaded();
  /// The PE's load has changed.
  void update(PeId pe);

 private:
  using Entry = std::pair<double, std::uint32_t>;
  struct Class {
    int speed_step = 0;
    std::vector<Entry> heap = {};
  };

  const Entry& first_of(Class& group);

  const Snapshot& snapshot_;
  const std::vector<double>& loads_s_;
  std::vector<Class> classes_;
  std::vector<std::uint8_t> class_of_;  // by PE
};

}  // namespace isthmus::engine::balance
