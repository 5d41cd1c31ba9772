#include "isthmus/watch/sums.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace isthmus::engine::watch {

std::vector<ShownRow> take_entries(PeStatuses& pes) {
  struct Sums {
    double pes = 0, calls = 0, time_s = 0, longest_s = 0, waited_s = 0, waited_other_s = 0;
  };
  std::map<std::pair<std::string, std::string>, Sums> entries;
  for_each_row(pes, "entries", [&](PeId, const PeStatus&, const ShownRow& row) {
    Sums& sums = entries[{word_of(row, "array"), word_of(row, "entry")}];
    sums.pes += figure_or(row, "pes", 1);
    sums.calls += figure_of(row, "calls");
    sums.time_s += figure_of(row, "time_s");
    sums.longest_s = std::max(sums.longest_s, figure_of(row, "longest_s"));
    sums.waited_s += figure_of(row, "waited_s");
    sums.waited_other_s += figure_of(row, "waited_other_sites_s");
  });
  erase_panel(pes, "entries");
  std::vector<ShownRow> rows;
  for (const auto& [names, sums] : entries) {
    rows.push_back({.panel = "entries",
                    .figures = {{"pes", sums.pes},
                                {"calls", sums.calls},
                                {"time_s", sums.time_s},
                                {"longest_s", sums.longest_s},
                                {"waited_s", sums.waited_s},
                                {"waited_other_sites_s", sums.waited_other_s}},
                    .words = {{"array", names.first}, {"entry", names.second}}});
  }
  return rows;
}

std::vector<ShownRow> take_arrays(PeStatuses& pes) {
  struct Sums {
    std::string kind;
    double objects = 0, least = std::numeric_limits<double>::max(), most = 0, pes = 0, bytes = 0,
           moved = 0;
  };
  std::map<std::string, Sums> arrays;
  for_each_row(pes, "arrays", [&](PeId, const PeStatus&, const ShownRow& row) {
    Sums& sums = arrays[word_of(row, "array")];
    const double objects = figure_of(row, "objects");
    sums.kind = word_of(row, "kind");
    sums.objects += objects;
    sums.least = std::min(sums.least, figure_or(row, "least", objects));
    sums.most = std::max(sums.most, figure_or(row, "most", objects));
    sums.pes += figure_or(row, "pes", objects > 0 ? 1 : 0);
    sums.bytes += figure_of(row, "object_bytes");
    sums.moved += figure_of(row, "moved");
  });
  erase_panel(pes, "arrays");
  std::vector<ShownRow> rows;
  for (const auto& [name, sums] : arrays) {
    rows.push_back({.panel = "arrays",
                    .figures = {{"objects", sums.objects},
                                {"least", sums.least},
                                {"most", sums.most},
                                {"pes", sums.pes},
                                {"object_bytes", sums.bytes},
                                {"moved", sums.moved}},
                    .words = {{"array", name}, {"kind", sums.kind}}});
  }
  return rows;
}

void tell_most(JobStatus& status, std::vector<ShownRow> rows, std::string_view figure,
               std::size_t told_max) {
  const std::size_t count = rows.size();
  std::ranges::stable_sort(rows, std::ranges::greater(),
                           [&](const ShownRow& row) { return figure_of(row, figure); });
  if (count > told_max) {
    status.bounds[rows.front().panel] = {count, told_max};
    rows.resize(told_max);
  }
  std::ranges::move(rows, std::back_inserter(status.job_rows));
}

void add_site_links(JobStatus& status, const PeStatuses& silent,
                    const topology::Topology& topology) {
  struct Sums {
    ShownRow row;
    double processes = 0;
  };
  std::map<std::tuple<SiteId, std::string, std::string>, Sums> links;
  const auto add = [&](PeId pe, const ShownRow& row, double processes) {
    const SiteId site = topology.site_of(pe);
    Sums& sums = links[{site, word_of(row, "class"), word_of(row, "joins")}];
    sums.processes += processes;
    if (sums.row.panel.empty()) {
      sums.row = row;
      sums.row.panel = "site_links";
      sums.row.words.push_back({"site", std::string(topology.site_name(site))});
      return;
    }
    for (const ShownFigure& figure : row.figures) {
      if (figure.name == "latency_s") continue;
      const auto known = std::ranges::find(sums.row.figures, figure.name, &ShownFigure::name);
      if (known == sums.row.figures.end()) {
        sums.row.figures.push_back(figure);
      } else {
        known->value += figure.value;
      }
    }
  };
  for_each_row(status.pes, "links",
               [&](PeId pe, const PeStatus&, const ShownRow& row) { add(pe, row, 1); });
  for_each_row(silent, "links",
               [&](PeId pe, const PeStatus&, const ShownRow& row) { add(pe, row, 0); });
  for (auto& [key, sums] : links) {
    sums.row.figures.push_back({"processes", sums.processes});
    status.job_rows.push_back(std::move(sums.row));
  }
}

void add_site_sums(JobStatus& status, const PeStatuses& silent, std::string_view panel,
                   std::string_view of_site, const topology::Topology& topology) {
  struct Sums {
    double count = 0;
    std::vector<ShownFigure> figures = {};
  };
  std::map<SiteId, Sums> sites;
  const auto add = [&](PeId pe, const ShownRow& row, double count) {
    Sums& sums = sites[topology.site_of(pe)];
    sums.count += count;
    add_figures(sums.figures, row);
  };
  for_each_row(status.pes, panel,
               [&](PeId pe, const PeStatus&, const ShownRow& row) { add(pe, row, 1); });
  for_each_row(silent, panel,
               [&](PeId pe, const PeStatus&, const ShownRow& row) { add(pe, row, 0); });
  for (auto& [site, sums] : sites) {
    sums.figures.push_back({"count", sums.count});
    status.job_rows.push_back({.panel = std::string(of_site),
                               .figures = std::move(sums.figures),
                               .words = {{"site", std::string(topology.site_name(site))}}});
  }
}

void add_message_bytes(JobStatus& status, const topology::Topology& topology) {
  std::map<ProcessId, double> bytes;
  FigureAt queued_bytes("queued_bytes");
  FigureAt arrived_bytes("arrived_bytes");
  for_each_row(status.pes, "pes", [&](PeId pe, const PeStatus&, const ShownRow& row) {
    const double waiting = queued_bytes.of(row) + arrived_bytes.of(row);
    if (waiting > 0) bytes[topology.process_of(pe)] += waiting;
  });
  for (auto& [pe, of_pe] : status.pes) {
    for (ShownRow& row : of_pe.process_rows) {
      if (row.panel != "processes") continue;
      for (ShownFigure& figure : row.figures) {
        if (figure.name == "message_bytes") figure.value += bytes[topology.process_of(pe)];
      }
    }
  }
}

}  // namespace isthmus::engine::watch
