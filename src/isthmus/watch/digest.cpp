#include "isthmus/watch/digest.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "isthmus/watch/bounds.hpp"
#include "isthmus/watch/rows.hpp"
#include "isthmus/watch/spread.hpp"
#include "isthmus/watch/sums.hpp"

namespace isthmus::engine::watch {

Digester::Digester(const topology::Topology& topology, Answers answers)
    : topology_(topology), answers_(answers) {
  for (int site = 0; site < topology.site_count(); ++site) {
    const SiteId id(static_cast<std::uint32_t>(site));
    sites_.emplace(topology.site_name(id), id);
  }
}

void Digester::digest(JobStatus& status) {
  if (last_ns_) status.over_ns = status.at_ns - *last_ns_;
  last_ns_ = status.at_ns;
  const Pes pes = look_at_pes(status);
  spread_pes(pes, status);
  add_message_bytes(status, topology_);
  // Else the rows of all are there, and who wants sums makes them. However many have answered: who
  // counts from look to look has the same kind each time.
  const bool are_many = status.pe_count > pes_told_max;
  const PeStatuses silent = are_many ? counted_by_silent(status) : PeStatuses();
  if (are_many) {
    add_site_sums(status, silent, "pes", "site_pes", topology_);
    note_processes(status);
    bound_pes(pes, status);
    // What follows looks at those that are left, again and again.
    forget_silent_rows(status);
  }
  spread_processes(status, status.job_rows);
  add_site_pairs(status);
  add_site_links(status, silent, topology_);
  if (topology_.present().size() > rows_told_max) {
    add_site_sums(status, silent, "processes", "site_processes", topology_);
  }
  tell_most(status, take_entries(status.pes), "time_s", entries_told_max);
  tell_most(status, take_arrays(status.pes), "objects", arrays_told_max);
  bound(status, "links", rows_told_max, 0, [](const auto&, const auto&) { return 0.0; });
  bound(status, "processes", rows_told_max, 0,
        [](const PeStatus&, const ShownRow& row) { return -figure_of(row, "resident_bytes"); });
  bound_waits(status, waits_told_max);
  bound_silent(status, rows_told_max);
  forget_silent_rows(status);
}

void fold(std::map<PeId, PeStatus>& pes, std::size_t waits_told_max) {
  if (pes.empty()) return;
  std::vector<ShownRow> sums = take_entries(pes);
  std::ranges::move(take_arrays(pes), std::back_inserter(sums));
  std::size_t more = take_more_waits(pes);
  more += leave_first(pes, "waits", waits_told_max, began_of);
  if (more > 0) {
    sums.push_back({.panel = "more_waits", .figures = {{"more", static_cast<double>(more)}}});
  }
  std::ranges::move(sums, std::back_inserter(pes.begin()->second.rows));
}

namespace {

/// What a row has counted, and not what is there now.
ShownRow counts_of(const ShownRow& row) {
  constexpr std::array<std::string_view, 13> present = {
      "objects",       "border",        "queued",         "queued_bytes",        "arrived_bytes",
      "idle_s",        "latency_s",     "resident_bytes", "peak_resident_bytes", "epoch",
      "epoch_began_s", "message_bytes", "wall_s"};
  ShownRow counts{.panel = row.panel, .words = row.words};
  for (const ShownFigure& figure : row.figures) {
    if (std::ranges::find(present, figure.name) == present.end()) counts.figures.push_back(figure);
  }
  return counts;
}

}  // namespace

/// What those have counted that do not say so now, so that sums do not fall for their silence.
std::map<PeId, PeStatus> Digester::counted_by_silent(const JobStatus& status) const {
  PeStatuses silent;
  if (answers_ == Answers::all) return silent;
  std::set<ProcessId> heard;
  for (const auto& [pe, of_pe] : status.pes) {
    if (!of_pe.process_rows.empty()) heard.insert(topology_.process_of(pe));
  }
  for (const auto& [pe, row] : rows_) {
    const auto said = status.pes.find(pe);
    if (said == status.pes.end()) silent[pe].rows.push_back(counts_of(row));
  }
  for (const auto& [process, rows] : counted_of_processes_) {
    if (!heard.contains(process)) silent[topology_.pes_of(process).first].process_rows = rows;
  }
  return silent;
}

void Digester::note_processes(const JobStatus& status) {
  if (answers_ == Answers::all) return;
  for (const auto& [pe, of_pe] : status.pes) {
    if (of_pe.process_rows.empty()) continue;
    std::vector<ShownRow>& rows = counted_of_processes_[topology_.process_of(pe)];
    rows.clear();
    for (const ShownRow& row : of_pe.process_rows) rows.push_back(counts_of(row));
  }
}

ShownRow Digester::reuse_row(PeId pe) {
  const auto known = rows_.find(pe);
  return known == rows_.end() ? ShownRow() : std::exchange(known->second, {});
}

void Digester::spread_processes(const JobStatus& status, std::vector<ShownRow>& rows) {
  std::map<std::pair<SiteId, std::string>, std::vector<double>> values;
  std::map<ProcessId, std::pair<TimeNs, double>> now;
  for_each_row(status.pes, "processes", [&](PeId pe, const PeStatus& of_pe, const ShownRow& row) {
    const SiteId site = topology_.site_of(pe);
    const ProcessId process = topology_.process_of(pe);
    // None in virtual time, where all are in one process.
    if (const ShownFigure* const bytes = find_figure(row, "resident_bytes")) {
      values[{site, "resident_bytes"}].push_back(bytes->value);
    }
    const double used_s = figure_of(row, "user_s") + figure_of(row, "system_s");
    now[process] = {of_pe.at_ns, used_s};
    const auto before = processor_s_.find(process);
    if (before == processor_s_.end() || of_pe.at_ns <= before->second.first) return;
    const double over_s = static_cast<double>(of_pe.at_ns - before->second.first) * 1e-9;
    values[{site, "processors"}].push_back((used_s - before->second.second) / over_s);
  });
  processor_s_ = std::move(now);
  for (auto& [key, of_site] : values) {
    rows.push_back(spread_row(std::string(topology_.site_name(key.first)), "processes", key.second,
                              std::move(of_site)));
  }
}

void Digester::add_site_pairs(JobStatus& status) const {
  for (const auto& [sites, pair] : pairs_) {
    const Busy& busy = busy_.at(sites.first);
    const double both_s = busy.lately_s + pair.waited_lately_s;
    // Null in JSON.
    const double hidden =
        both_s > 0 ? busy.lately_s / both_s : std::numeric_limits<double>::quiet_NaN();
    status.job_rows.push_back(
        {.panel = "site_pairs",
         .figures = {{"pes", static_cast<double>(busy.pes)},
                     {"waited_s", pair.waited_s},
                     {"busy_s", busy.busy_s},
                     {"hidden", hidden}},
         .words = {{"site", std::string(topology_.site_name(sites.first))},
                   {"for_site", std::string(topology_.site_name(sites.second))}}});
  }
}

}  // namespace isthmus::engine::watch
