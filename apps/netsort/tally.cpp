#include "netsort/tally.hpp"

namespace netsort {

PeCounts counts_of(isthmus::PeId pe, std::uint64_t values) {
  PeCounts counts;
  counts.pe = pe;
  counts.values = values;
  for (const auto& [name, value] : isthmus::pe_counters()) {
    if (name == "messages_forwarded") counts.forwarded = value;
    if (name == "location_updates") counts.updates = value;
    if (name == "migrations") counts.migrations = value;
  }
  counts.arrivals_by_forwards = isthmus::pe_arrivals_by_forwards();
  return counts;
}

void Tally::tell() { gather(counts_name, counts_of(pe(), values_)); }

}  // namespace netsort
