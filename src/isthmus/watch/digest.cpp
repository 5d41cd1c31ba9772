#include "isthmus/watch/digest.hpp"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace isthmus::engine::watch {

namespace {

constexpr std::array<std::string_view, Shares::part_count> part_names = {
    "work", "runtime", "balancing", "waited_same_site", "waited_other_sites", "idle"};
/// As a PE's row has them.
constexpr std::array<std::string_view, Shares::part_count> part_figures = {
    "entry_s", "runtime_s", "balancing_s", "waited_same_site_s", "waited_other_sites_s", "idle_s"};

const ShownFigure* find_figure(const ShownRow& row, std::string_view name) {
  const auto found = std::ranges::find(row.figures, name, &ShownFigure::name);
  return found == row.figures.end() ? nullptr : &*found;
}

double figure_or(const ShownRow& row, std::string_view name, double otherwise) {
  const ShownFigure* const found = find_figure(row, name);
  return found == nullptr ? otherwise : found->value;
}

double figure_of(const ShownRow& row, std::string_view name) { return figure_or(row, name, 0); }

/// The same of many rows: most have the figure where the one before had it.
class FigureAt {
 public:
  explicit FigureAt(std::string_view name) : name_(name) {}
  double of(const ShownRow& row) {
    if (at_ < row.figures.size() && row.figures[at_].name == name_) return row.figures[at_].value;
    const ShownFigure* const found = find_figure(row, name_);
    if (found == nullptr) return 0;
    at_ = static_cast<std::size_t>(found - row.figures.data());
    return found->value;
  }

 private:
  std::string_view name_;
  std::size_t at_ = 0;
};

/// Adds the figures of a row to their sums by name.
void add_figures(std::vector<ShownFigure>& sums, const ShownRow& row) {
  for (std::size_t i = 0; i < row.figures.size(); ++i) {
    const ShownFigure& figure = row.figures[i];
    // Mostly it stands where it stood in the first row.
    auto known = i < sums.size() && sums[i].name == figure.name
                     ? sums.begin() + static_cast<std::ptrdiff_t>(i)
                     : std::ranges::find(sums, figure.name, &ShownFigure::name);
    if (known == sums.end()) {
      sums.push_back(figure);
    } else {
      known->value += figure.value;
    }
  }
}

std::string word_of(const ShownRow& row, std::string_view name) {
  const auto found = std::ranges::find(row.words, name, &ShownWord::name);
  return found == row.words.end() ? std::string() : found->text;
}

const ShownRow* find_row(const std::vector<ShownRow>& rows, std::string_view panel) {
  const auto found = std::ranges::find(rows, panel, &ShownRow::panel);
  return found == rows.end() ? nullptr : &*found;
}

using PeStatuses = std::map<PeId, PeStatus>;

/// visit(PeId, const PeStatus&, const ShownRow&) for each row of the panel, of PEs or processes.
template <class Visit>
void for_each_row(const PeStatuses& pes, std::string_view panel, Visit&& visit) {
  for (const auto& [pe, of_pe] : pes) {
    for (const std::vector<ShownRow>* rows : {&of_pe.rows, &of_pe.process_rows}) {
      for (const ShownRow& row : *rows) {
        if (row.panel == panel) visit(pe, of_pe, row);
      }
    }
  }
}

std::size_t rows_of_panel(const JobStatus& status, std::string_view panel) {
  std::size_t count = 0;
  for_each_row(status.pes, panel, [&](PeId, const PeStatus&, const ShownRow&) { ++count; });
  return count;
}

void erase_panel(PeStatuses& pes, std::string_view panel) {
  const auto is_of_panel = [&](const ShownRow& row) { return row.panel == panel; };
  for (auto& [pe, of_pe] : pes) {
    std::erase_if(of_pe.rows, is_of_panel);
    std::erase_if(of_pe.process_rows, is_of_panel);
  }
}

using RowRank = std::function<double(const PeStatus&, const ShownRow&)>;

/// Leaves the rows of the panel for which `rank` is least, so many; says how many are gone.
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

/// The same, and notes what there was, `more` of which have not even come.
void bound(JobStatus& status, std::string_view panel, std::size_t told_max, std::size_t more,
           const RowRank& rank) {
  const std::size_t gone = more + leave_first(status.pes, panel, told_max, rank);
  if (gone == 0) return;
  const std::size_t told = rows_of_panel(status, panel);
  status.bounds[std::string(panel)] = {told + gone, told};
}

/// Those that have something to tell.
void forget_silent_rows(JobStatus& status) {
  std::erase_if(status.pes, [](const auto& one) {
    return one.second.rows.empty() && one.second.process_rows.empty();
  });
}

/// Least, median, most and sum of a figure over those of a site.
ShownRow spread_row(const std::string& site, std::string of, std::string figure,
                    std::vector<double> values) {
  // A peer may have sent what is no number.
  const auto less = [](double a, double b) { return std::is_lt(std::strong_order(a, b)); };
  double sum = 0;
  for (const double value : values) sum += value;
  const auto [least, most] = std::ranges::minmax(values, less);
  const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, half, less);
  const double median =
      values.size() % 2 == 1 ? *half : (*std::max_element(values.begin(), half, less) + *half) / 2;
  return {.panel = "spread",
          .figures = {{"count", static_cast<double>(values.size())},
                      {"least", least},
                      {"median", median},
                      {"most", most},
                      {"sum", sum}},
          .words = {{"site", site}, {"of", std::move(of)}, {"figure", std::move(figure)}}};
}

/// Entry methods by array and name: rows of PEs, or such sums of them, become their sums.
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

/// Likewise arrays.
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

/// Tells of those with most of a figure, so many.
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

/// The sums of the links of a site's processes, by class; `silent` have counted, and are not there.
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

/// The sums of the rows of a site's PEs, or processes, and how many they are; likewise.
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

/// What waits in each process as messages: of its PEs' queues and on the way to others.
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

}  // namespace

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
  bound_silent(status);
  forget_silent_rows(status);
}

namespace {

/// Which have begun first. The clocks of processes are not the same: by how long they have waited.
double began_of(const PeStatus& of_pe, const ShownRow& row) {
  const ShownFigure* const since_s = find_figure(row, "since_s");
  return since_s == nullptr ? 0.0 : since_s->value - static_cast<double>(of_pe.at_ns) * 1e-9;
}

/// A peer that says more, or what is no number, says nothing.
constexpr double more_waits_max = 1e12;

/// How many wait beside those that have rows.
std::size_t take_more_waits(PeStatuses& pes) {
  std::size_t more = 0;
  for_each_row(pes, "more_waits", [&](PeId, const PeStatus&, const ShownRow& row) {
    const double told = figure_of(row, "more");
    if (told > 0 && told < more_waits_max) more += static_cast<std::size_t>(told);
  });
  erase_panel(pes, "more_waits");
  return more;
}

}  // namespace

void bound_waits(JobStatus& status, std::size_t told_max) {
  bound(status, "waits", told_max, take_more_waits(status.pes), began_of);
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

void bound_silent(JobStatus& status) {
  const std::size_t count = status.silent_ns.size();
  if (count <= Digester::rows_told_max) return;
  status.bounds["silent"] = {count, Digester::rows_told_max};
  auto end = status.silent_ns.begin();
  std::advance(end, Digester::rows_told_max);
  status.silent_ns.erase(end, status.silent_ns.end());
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

// --- PEs ----------------------------------------------------------------------------------------

void Digester::note_waits(const PeStatus& status, Said& said) const {
  said.waited_s.clear();
  for (const ShownRow& waited : status.rows) {
    if (waited.panel != "waited_for_sites") continue;
    if (const auto site = sites_.find(word_of(waited, "for_site")); site != sites_.end()) {
      said.waited_s.emplace_back(site->second, figure_of(waited, "waited_s"));
    }
  }
  // A peer may have said them in any order, and one twice: then the last counts.
  const auto at = std::ranges::adjacent_find(said.waited_s, std::ranges::greater_equal(),
                                             &std::pair<SiteId, double>::first);
  if (at == said.waited_s.end()) return;
  const std::map<SiteId, double> by_site(said.waited_s.rbegin(), said.waited_s.rend());
  said.waited_s.assign(by_site.begin(), by_site.end());
}

namespace {

/// Of the time between two answers of a PE; none where no account of it was kept all along. For
/// what a PE waits is known when the wait has ended: what has not ended is idle, and waits that
/// began before count no more than the time between the answers.
std::optional<Shares> shares_of(double wall_s, std::array<double, Shares::part_count> parts_s) {
  double busy_s = 0;
  for (std::size_t part = 0; part <= Shares::balancing; ++part) {
    if (parts_s[part] < 0) return std::nullopt;
    busy_s += parts_s[part];
  }
  if (wall_s <= 0) return std::nullopt;
  const double rest_s = std::max(0.0, wall_s - busy_s);
  double explained_s = 0;
  for (std::size_t part = Shares::waited_same_site; part < Shares::part_count; ++part) {
    parts_s[part] = std::max(0.0, parts_s[part]);
    explained_s += parts_s[part];
  }
  Shares shares;
  for (std::size_t part = 0; part < Shares::part_count; ++part) {
    const bool is_wait = part > Shares::balancing;
    shares.of[part] =
        (is_wait ? (explained_s > 0 ? parts_s[part] * rest_s / explained_s : 0) : parts_s[part]) /
        wall_s;
  }
  if (explained_s <= 0) shares.of[Shares::idle] = rest_s / wall_s;
  return shares;
}

}  // namespace

struct Digester::PeFigures {
  FigureAt wall_s{"wall_s"}, queued{"queued"}, queued_bytes{"queued_bytes"}, objects{"objects"};
  std::vector<FigureAt> parts_s{part_figures.begin(), part_figures.end()};
};

namespace {

double busy_of(const std::array<double, Shares::part_count>& parts_s) {
  return parts_s[Shares::work] + parts_s[Shares::runtime] + parts_s[Shares::balancing];
}

}  // namespace

Digester::Pes Digester::look_at_pes(const JobStatus& status) {
  pairs_.clear();
  busy_.clear();
  ++looks_;
  Pes pes;
  pes.reserve(status.pes.size());
  PeFigures figures;
  Said said;
  auto before = said_.begin();
  for (const auto& [pe, of_pe] : status.pes) {
    const ShownRow* const row = find_row(of_pe.rows, "pes");
    if (row == nullptr) continue;
    const SiteId site = topology_.site_of(pe);
    said.look = looks_;
    said.wall_s = figures.wall_s.of(*row);
    for (std::size_t part = 0; part < Shares::part_count; ++part) {
      said.parts_s[part] = figures.parts_s[part].of(*row);
    }
    note_waits(of_pe, said);
    Busy& busy = busy_[site];
    ++busy.pes;
    busy.busy_s += busy_of(said.parts_s);
    for (const auto& [for_site, waited_s] : said.waited_s) {
      pairs_[{site, for_site}].waited_s += waited_s;
    }
    while (before != said_.end() && before->first < pe) ++before;
    if (before == said_.end() || before->first != pe) {
      before = said_.emplace_hint(before, pe, Said());
    }
    Now now{.pe = pe,
            .site = site,
            .queued = figures.queued.of(*row),
            .queued_bytes = figures.queued_bytes.of(*row),
            .objects = figures.objects.of(*row)};
    if (before->second.look != 0 && said.wall_s > before->second.wall_s) {
      now.shares = compare(site, before->second, said);
    }
    std::swap(before->second, said);
    pes.push_back(now);
  }
  // Who says nothing now has waited and worked all the same.
  for (const auto& [pe, last] : said_) {
    if (last.look == looks_) continue;
    const SiteId site = topology_.site_of(pe);
    busy_[site].busy_s += busy_of(last.parts_s);
    for (const auto& [for_site, waited_s] : last.waited_s) {
      pairs_[{site, for_site}].waited_s += waited_s;
    }
  }
  return pes;
}

/// Adds to the sums what a PE has done since it said so before.
std::optional<Shares> Digester::compare(SiteId site, const Said& before, const Said& said) {
  std::array<double, Shares::part_count> parts_s{};
  for (std::size_t part = 0; part < Shares::part_count; ++part) {
    parts_s[part] = said.parts_s[part] - before.parts_s[part];
  }
  busy_[site].lately_s += std::max(0.0, busy_of(parts_s));
  auto earlier = before.waited_s.begin();
  for (const auto& [for_site, waited_s] : said.waited_s) {
    while (earlier != before.waited_s.end() && earlier->first < for_site) ++earlier;
    const bool is_known = earlier != before.waited_s.end() && earlier->first == for_site;
    pairs_[{site, for_site}].waited_lately_s +=
        std::max(0.0, waited_s - (is_known ? earlier->second : 0));
  }
  return shares_of(said.wall_s - before.wall_s, parts_s);
}

void Digester::spread_pes(const Pes& pes, JobStatus& status) const {
  using Values = std::map<std::string_view, std::vector<double>>;
  struct OfSite {
    Values values;
    std::vector<double>& objects = values["objects"];
    std::vector<double>& queued = values["queued"];
    std::vector<double>& queued_bytes = values["queued_bytes"];
    std::array<std::vector<double>*, Shares::part_count> parts = {};
  };
  std::map<SiteId, OfSite> sites;
  for (const Now& now : pes) {
    OfSite& site = sites[now.site];
    site.objects.push_back(now.objects);
    site.queued.push_back(now.queued);
    site.queued_bytes.push_back(now.queued_bytes);
    if (!now.shares) continue;
    for (std::size_t part = 0; part < Shares::part_count; ++part) {
      if (site.parts[part] == nullptr) site.parts[part] = &site.values[part_names[part]];
      site.parts[part]->push_back(now.shares->of[part]);
    }
  }
  for (auto& [site, of_site] : sites) {
    for (auto& [figure, values] : of_site.values) {
      status.job_rows.push_back(spread_row(std::string(topology_.site_name(site)), "pes",
                                           std::string(figure), std::move(values)));
    }
  }
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

void Digester::bound_pes(const Pes& pes, JobStatus& status) {
  struct Rank {
    PeId pe;
    double busy, queued, objects;
  };
  std::vector<Rank> ranks;
  ranks.reserve(pes.size());
  for (const Now& now : pes) {
    ranks.push_back({now.pe, now.shares ? now.shares->busy() : 0, now.queued, now.objects});
  }
  std::set<PeId> told;
  const auto tell = [&](auto less) {
    const std::size_t count = std::min(extremes_told, ranks.size());
    std::ranges::partial_sort(ranks, ranks.begin() + static_cast<std::ptrdiff_t>(count), less);
    for (std::size_t i = 0; i < count; ++i) told.insert(ranks[i].pe);
  };
  const auto by = [](auto rank) {
    return [rank](const Rank& a, const Rank& b) {
      return rank(a) != rank(b) ? rank(a) < rank(b) : a.pe < b.pe;
    };
  };
  tell(by([](const Rank& rank) { return -rank.busy; }));
  tell(by([](const Rank& rank) { return rank.busy; }));
  tell(by([](const Rank& rank) { return -rank.queued; }));
  tell(by([](const Rank& rank) { return -rank.objects; }));
  status.bounds["pes"] = {pes.size(), told.size()};
  auto kept = rows_.begin();
  for (auto& [pe, of_pe] : status.pes) {
    const auto row = std::ranges::find(of_pe.rows, "pes", &ShownRow::panel);
    if (row == of_pe.rows.end()) continue;
    const bool is_told = told.contains(pe);
    if (is_told && answers_ == Answers::all) continue;
    kept = rows_.insert_or_assign(kept, pe, is_told ? *row : std::move(*row));
    ++kept;
    if (is_told) continue;
    row->panel = "pes";  // what has moved goes with the others
    std::erase_if(of_pe.rows, [](const ShownRow& each) {
      return each.panel == "pes" || each.panel == "waited_for_sites";
    });
  }
}

}  // namespace isthmus::engine::watch
