#include "netsort/tally.hpp"

#include <utility>

namespace netsort {

void Tally::tell() {
  PeCounts counts;
  counts.pe = pe();
  counts.values = values_;
  for (const auto& [name, value] : isthmus::pe_counters()) {
    if (name == "messages_forwarded") counts.forwarded = value;
    if (name == "location_updates") counts.updates = value;
    if (name == "migrations") counts.migrations = value;
  }
  counts.arrivals_by_forwards = isthmus::pe_arrivals_by_forwards();
  gather(counts_name, std::move(counts));
}

}  // namespace netsort
