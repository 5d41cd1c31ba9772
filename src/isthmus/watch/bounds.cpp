#include "isthmus/watch/bounds.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace isthmus::engine::watch {

namespace {

/// A peer that says more, or what is no number, says nothing.
constexpr double more_waits_max = 1e12;

}  // namespace

std::size_t leave_first(PeStatuses& pes, std::string_view panel, std::size_t told_max,
                        const RowRank& rank) {
  std::vector<std::pair<double, const ShownRow*>> ranked;
  for_each_row(pes, panel, [&](PeId, const PeStatus& of_pe, const ShownRow& row) {
    ranked.emplace_back(rank(of_pe, row), &row);
  });
  const std::size_t told = std::min(told_max, ranked.size());
  if (told == ranked.size()) return 0;
  // Where they rank alike, those of the first PEs.
  std::ranges::stable_sort(ranked, {}, [](const auto& one) { return one.first; });
  std::set<const ShownRow*> stay;
  for (std::size_t i = 0; i < told; ++i) stay.insert(ranked[i].second);
  for (auto& [pe, of_pe] : pes) {
    for (std::vector<ShownRow>* rows : {&of_pe.rows, &of_pe.process_rows}) {
      std::vector<ShownRow> kept;
      for (ShownRow& row : *rows) {
        if (row.panel != panel || stay.contains(&row)) kept.push_back(std::move(row));
      }
      *rows = std::move(kept);
    }
  }
  return ranked.size() - told;
}

void bound(JobStatus& status, std::string_view panel, std::size_t told_max, std::size_t more,
           const RowRank& rank) {
  const std::size_t gone = more + leave_first(status.pes, panel, told_max, rank);
  if (gone == 0) return;
  const std::size_t told = rows_of_panel(status.pes, panel);
  status.bounds[std::string(panel)] = {told + gone, told};
}

double began_of(const PeStatus& of_pe, const ShownRow& row) {
  const ShownFigure* const since_s = find_figure(row, "since_s");
  return since_s == nullptr ? 0.0 : since_s->value - static_cast<double>(of_pe.at_ns) * 1e-9;
}

std::size_t take_more_waits(PeStatuses& pes) {
  std::size_t more = 0;
  for_each_row(pes, "more_waits", [&](PeId, const PeStatus&, const ShownRow& row) {
    const double told = figure_of(row, "more");
    if (told > 0 && told < more_waits_max) more += static_cast<std::size_t>(told);
  });
  erase_panel(pes, "more_waits");
  return more;
}

void bound_waits(JobStatus& status, std::size_t told_max) {
  bound(status, "waits", told_max, take_more_waits(status.pes), began_of);
}

void bound_silent(JobStatus& status, std::size_t told_max) {
  const std::size_t count = status.silent_ns.size();
  if (count <= told_max) return;
  status.bounds["silent"] = {count, told_max};
  auto end = status.silent_ns.begin();
  std::advance(end, told_max);
  status.silent_ns.erase(end, status.silent_ns.end());
}

void forget_silent_rows(JobStatus& status) {
  std::erase_if(status.pes, [](const auto& one) {
    return one.second.rows.empty() && one.second.process_rows.empty();
  });
}

}  // namespace isthmus::engine::watch
