#include "isthmus/program/pe_times.hpp"

#include <algorithm>

namespace isthmus::engine::program {

namespace {

void add(sched::TimeSums& total, const sched::TimeSums& more) {
  total.entry_ns += more.entry_ns;
  total.runtime_ns += more.runtime_ns;
  total.balancing_ns += more.balancing_ns;
  total.idle_ns += more.idle_ns;
  if (total.waited_ns.size() < more.waited_ns.size()) {
    total.waited_ns.resize(more.waited_ns.size());
  }
  for (std::size_t site = 0; site < more.waited_ns.size(); ++site) {
    total.waited_ns[site] += more.waited_ns[site];
  }
}

}  // namespace

PeTimes times_of(const std::map<PeId, runtime::PeReport>& reports) {
  PeTimes times;
  for (const auto& [pe, report] : reports) {
    if (!report.sums_ns.empty()) times.emplace(pe, report.time());
  }
  return times;
}

std::vector<TimeRow> rows_of(const topology::Topology& topology, const PeTimes& times,
                             std::size_t rows_max) {
  const std::size_t pes_of_row = std::max<std::size_t>(1, (times.size() + rows_max - 1) / rows_max);
  std::vector<TimeRow> rows;
  for (const auto& [pe, time] : times) {
    const SiteId site = topology.site_of(pe);
    TimeRow* row = rows.empty() ? nullptr : &rows.back();
    // Where a process is gone, there is a gap.
    const bool goes_on = row != nullptr && row->site == site &&
                         static_cast<std::size_t>(row->pe_count) < pes_of_row &&
                         pe.value == row->first.value + static_cast<std::uint32_t>(row->pe_count);
    if (!goes_on) {
      rows.push_back({pe, 1, site, time, time.entry_ns, time.entry_ns, pe});
      continue;
    }
    ++row->pe_count;
    add(row->sums, time);
    row->least_entry_ns = std::min(row->least_entry_ns, time.entry_ns);
    if (time.entry_ns <= row->most_entry_ns) continue;
    row->most_entry_ns = time.entry_ns;
    row->most_entry_pe = pe;
  }
  return rows;
}

}  // namespace isthmus::engine::program
