// netsort/collector.hpp: what comes out: the sequence, and what each PE has counted.
#pragma once

#include <cstdint>
#include <vector>

#include "isthmus/isthmus.hpp"

namespace netsort {

/// What one PE has sent and done.
struct PeCounts {
  isthmus::PeId pe;
  std::uint64_t values = 0;  ///< Values sent to partners, and words to begin: application messages.
  std::uint64_t forwarded = 0;   ///< Messages that came for an element which had gone on.
  std::uint64_t updates = 0;     ///< Messages about where elements are.
  std::uint64_t migrations = 0;  ///< Elements that left.
  /// Messages that reached an element here after one, two, ... forwards.
  std::vector<std::uint64_t> arrivals_by_forwards;
};

/// Lives on PE 0, where the main program reads it once it is whole.
class Collector : public isthmus::Chare<Collector> {
 public:
  /// `sorted` is told when all `size` values have come, `counted` when all PEs have.
  Collector(std::int32_t size, std::int32_t pe_count, const isthmus::Callback<void>& sorted,
            const isthmus::Callback<void>& counted);

  void take(std::int32_t element, std::int32_t value);
  void take_counts(PeCounts counts);

  const std::vector<std::int32_t>& values() const { return values_; }
  /// By PE.
  const std::vector<PeCounts>& counts() const { return counts_; }

 private:
  std::vector<std::int32_t> values_;
  std::vector<PeCounts> counts_;
  std::int32_t missing_values_;
  std::int32_t missing_pes_;
  isthmus::Callback<void> sorted_;
  isthmus::Callback<void> counted_;
};

/// Counts on its PE what the runtime cannot tell from other messages.
class Tally : public isthmus::Chare<Tally, isthmus::PeId> {
 public:
  void count_value() { ++values_; }
  void tell(const isthmus::ChareProxy<Collector>& collector);

 private:
  std::uint64_t values_ = 0;
};

}  // namespace netsort
