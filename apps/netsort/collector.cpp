#include "netsort/collector.hpp"

#include <string_view>
#include <utility>

namespace netsort {

Collector::Collector(std::int32_t size, std::int32_t pe_count,
                     const isthmus::Callback<void>& sorted, const isthmus::Callback<void>& counted)
    : values_(static_cast<std::size_t>(size)),
      counts_(static_cast<std::size_t>(pe_count)),
      missing_values_(size),
      missing_pes_(pe_count),
      sorted_(sorted),
      counted_(counted) {}

void Collector::take(std::int32_t element, std::int32_t value) {
  values_[static_cast<std::size_t>(element)] = value;
  if (--missing_values_ == 0) isthmus::send(sorted_);
}

void Collector::take_counts(PeCounts counts) {
  counts_[counts.pe.value] = std::move(counts);
  if (--missing_pes_ == 0) isthmus::send(counted_);
}

void Tally::tell(const isthmus::ChareProxy<Collector>& collector) {
  PeCounts counts;
  counts.pe = pe();
  counts.values = values_;
  for (const auto& [name, value] : isthmus::pe_counters()) {
    if (name == "messages_forwarded") counts.forwarded = value;
    if (name == "location_updates") counts.updates = value;
    if (name == "migrations") counts.migrations = value;
  }
  counts.arrivals_by_forwards = isthmus::pe_arrivals_by_forwards();
  collector.send<&Collector::take_counts>(std::move(counts));
}

}  // namespace netsort
