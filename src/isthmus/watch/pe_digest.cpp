// What a Digester makes of the rows of PEs: where their time went, and which of them are told.
#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "isthmus/watch/digest.hpp"
#include "isthmus/watch/rows.hpp"
#include "isthmus/watch/spread.hpp"

namespace isthmus::engine::watch {

namespace {

constexpr std::array<std::string_view, Shares::part_count> part_names = {
    "work", "runtime", "balancing", "waited_same_site", "waited_other_sites", "idle"};
/// As a PE's row has them.
constexpr std::array<std::string_view, Shares::part_count> part_figures = {
    "entry_s", "runtime_s", "balancing_s", "waited_same_site_s", "waited_other_sites_s", "idle_s"};

}  // namespace

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
