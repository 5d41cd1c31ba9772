// netsort/tally.hpp: what each PE has counted.
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

/// Those of this PE, on which the program itself has counted so many values.
PeCounts counts_of(isthmus::PeId pe, std::uint64_t values);

/// Counts on its PE what the runtime cannot tell from other messages.
class Tally : public isthmus::Chare<Tally, isthmus::PeId> {
 public:
  /// Nothing: what the runtime counts begins anew where a job goes on from a checkpoint, too.
  void serialize(auto&) {}
  void absorb(const Tally&) {}

  void count_value() { ++values_; }
  /// Contributes to the counts of all PEs, in their order.
  void tell();

 private:
  std::uint64_t values_ = 0;
};

inline constexpr const char* counts_name = "the counts of all PEs";

}  // namespace netsort
