#include "isthmus/watch/digest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "isthmus/testing/shape.hpp"
#include "isthmus/watch/status_json.hpp"

namespace isthmus::engine::watch {
namespace {

constexpr TimeNs tenth_ns = 100'000'000;

/// What a PE says that has worked so much of its time and waited the rest for site `for_site`.
PeStatus answer(TimeNs at_ns, double wall_s, double share, double objects,
                const std::string& for_site) {
  const double waited_s = wall_s * (1 - share);
  return {.at_ns = at_ns,
          .rows = {{.panel = "pes",
                    .figures = {{"wall_s", wall_s},
                                {"entry_s", wall_s * share},
                                {"runtime_s", 0},
                                {"balancing_s", 0},
                                {"waited_same_site_s", 0},
                                {"waited_other_sites_s", waited_s},
                                {"idle_s", 0},
                                {"objects", objects},
                                {"border", 1},
                                {"queued", 0},
                                {"queued_bytes", 0},
                                {"arrived_bytes", 0}}},
                   {.panel = "waited_for_sites",
                    .figures = {{"waited_s", waited_s}},
                    .words = {{"for_site", for_site}}},
                   {.panel = "entries",
                    .figures = {{"calls", 3},
                                {"time_s", wall_s * share},
                                {"longest_s", wall_s * share / 2},
                                {"waited_s", waited_s},
                                {"waited_other_sites_s", waited_s}},
                    .words = {{"array", "Block #1"}, {"entry", "Block::step"}}},
                   {.panel = "arrays",
                    .figures = {{"objects", objects}, {"object_bytes", 8 * objects}, {"moved", 1}},
                    .words = {{"array", "Block #1"}, {"kind", "array"}}}},
          .process_rows = {}};
}

double figure(const ShownRow& row, const std::string& name) {
  const auto found = std::ranges::find(row.figures, name, &ShownFigure::name);
  if (found == row.figures.end()) ADD_FAILURE() << "no " << name;
  return found == row.figures.end() ? 0 : found->value;
}

std::string word(const ShownRow& row, const std::string& name) {
  const auto found = std::ranges::find(row.words, name, &ShownWord::name);
  return found == row.words.end() ? "" : found->text;
}

const ShownRow& job_row(const JobStatus& status, const std::string& panel, const std::string& name,
                        const std::string& is, const std::string& site = "") {
  static const ShownRow none;
  for (const ShownRow& row : status.job_rows) {
    if (row.panel == panel && word(row, name) == is && (site.empty() || word(row, "site") == site))
      return row;
  }
  ADD_FAILURE() << "no row of " << panel << " with " << name << " " << is;
  return none;
}

std::size_t rows_of(const JobStatus& status, const std::string& panel) {
  std::size_t count = 0;
  for (const auto& [pe, of_pe] : status.pes) {
    count += static_cast<std::size_t>(std::ranges::count(of_pe.rows, panel, &ShownRow::panel));
    count +=
        static_cast<std::size_t>(std::ranges::count(of_pe.process_rows, panel, &ShownRow::panel));
  }
  return count;
}

TEST(Digests, HaveTheSharesSinceTheStatusBeforeAndTheSumsOfAll) {
  const topology::Topology topology = testing::uniform_topology(2, 2, "1ms", "0", 1);
  const std::string far(topology.site_name(SiteId(1)));
  Digester digester(topology);
  JobStatus status;
  // The first half second they wait; then PE 0 works a fifth of the time and PE 1 all of it.
  for (const std::uint32_t pe : {0u, 1u}) {
    status.pes[PeId(pe)] = answer(5 * tenth_ns, 0.5, 0, 10, far);
  }
  digester.digest(status);
  EXPECT_FALSE(status.over_ns);
  EXPECT_EQ(rows_of(status, "entries"), 0u);
  EXPECT_TRUE(std::ranges::none_of(
      status.job_rows, [](const ShownRow& row) { return word(row, "figure") == "work"; }));

  JobStatus next;
  next.at_ns = 10 * tenth_ns;
  next.pes[PeId(0)] = answer(10 * tenth_ns, 1.0, 0.1, 10, far);
  next.pes[PeId(1)] = answer(10 * tenth_ns, 1.0, 0.5, 30, far);
  digester.digest(next);
  EXPECT_EQ(next.over_ns, 10 * tenth_ns);
  const ShownRow& work = job_row(next, "spread", "figure", "work");
  EXPECT_NEAR(figure(work, "least"), 0.2, 1e-9);
  EXPECT_NEAR(figure(work, "median"), 0.6, 1e-9);
  EXPECT_NEAR(figure(work, "most"), 1.0, 1e-9);
  EXPECT_EQ(figure(work, "count"), 2);
  const ShownRow& pair = job_row(next, "site_pairs", "for_site", far);
  EXPECT_EQ(word(pair, "site"), topology.site_name(SiteId(0)));
  EXPECT_NEAR(figure(pair, "busy_s"), 0.6, 1e-9);
  EXPECT_NEAR(figure(pair, "waited_s"), 1.4, 1e-9);
  // Of the second half second of both, 0.6 s was work and 0.4 s waiting.
  EXPECT_NEAR(figure(pair, "hidden"), 0.6, 1e-9);
  const ShownRow& entry = job_row(next, "entries", "entry", "Block::step");
  EXPECT_EQ(figure(entry, "pes"), 2);
  EXPECT_EQ(figure(entry, "calls"), 6);
  EXPECT_NEAR(figure(entry, "time_s"), 0.6, 1e-9);
  EXPECT_NEAR(figure(entry, "longest_s"), 0.25, 1e-9);
  const ShownRow& array = job_row(next, "arrays", "array", "Block #1");
  EXPECT_EQ(figure(array, "objects"), 40);
  EXPECT_EQ(figure(array, "least"), 10);
  EXPECT_EQ(figure(array, "most"), 30);
  EXPECT_EQ(figure(array, "object_bytes"), 320);
  EXPECT_EQ(figure(array, "moved"), 2);
  EXPECT_TRUE(next.bounds.empty());
}

/// 10,000 PEs in 400 processes with a million objects; PE n worked n / 10,000 of its time.
JobStatus large(const topology::Topology& topology, double wall_s) {
  JobStatus status;
  const auto count = static_cast<std::uint32_t>(topology.pe_count());
  status.pe_count = count;
  const std::string far(topology.site_name(SiteId(1)));
  for (std::uint32_t pe = 0; pe < count; ++pe) {
    const double share = static_cast<double>(pe) / count;
    PeStatus& of_pe = status.pes[PeId(pe)] =
        answer(static_cast<TimeNs>(wall_s * 1e9), wall_s, share, pe == 77 ? 5000 : 100, far);
    for (int i = 0; i < 4; ++i) {
      of_pe.rows.push_back({.panel = "waits",
                            .figures = {{"since_s", pe == 4321 ? -100.0 : 0.0}},
                            .words = {{"who", "somebody"}}});
    }
    if (topology.pes_of(topology.process_of(PeId(pe))).first != PeId(pe)) continue;
    of_pe.process_rows = {
        {.panel = "links",
         .figures = {{"frames_sent", 5}},
         .words = {{"class", "between_sites"}, {"joins", "sites"}}},
        {.panel = "processes", .figures = {{"resident_bytes", 1000.0 + pe}, {"message_bytes", 7}}}};
  }
  return status;
}

TEST(Digests, OfTenThousandPesAreSmallAndSayWhatTheyLeaveOut) {
  const topology::Topology topology = testing::uniform_topology(4, 2500, "1ms", "0", 100);
  Digester digester(topology);
  JobStatus first = large(topology, 1.0);
  digester.digest(first);
  JobStatus status = large(topology, 2.0);
  digester.digest(status);

  EXPECT_EQ(status.pe_count, 10'000u);
  EXPECT_EQ(status.bounds.at("pes").of, 10'000u);
  EXPECT_EQ(status.bounds.at("pes").told, rows_of(status, "pes"));
  EXPECT_LE(rows_of(status, "pes"), 64u);
  const auto is_told = [&](std::uint32_t pe) {
    const auto found = status.pes.find(PeId(pe));
    return found != status.pes.end() &&
           std::ranges::count(found->second.rows, "pes", &ShownRow::panel) == 1;
  };
  // Those that work least and most, and the one with so many objects.
  for (const std::uint32_t pe : {0u, 15u, 9'984u, 9'999u, 77u}) EXPECT_TRUE(is_told(pe)) << pe;
  EXPECT_FALSE(is_told(5'000));
  EXPECT_EQ(rows_of(status, "waits"), 64u);
  EXPECT_EQ(status.bounds.at("waits").of, 40'000u);
  EXPECT_EQ(std::ranges::count(status.pes.at(PeId(4321)).rows, "waits", &ShownRow::panel), 4);
  EXPECT_EQ(rows_of(status, "links"), 256u);
  EXPECT_EQ(status.bounds.at("links").of, 400u);
  EXPECT_EQ(rows_of(status, "processes"), 256u);

  // What is of the whole job counts all.
  double objects = 0;
  for (int site = 0; site < 4; ++site) {
    const std::string name(topology.site_name(SiteId(static_cast<std::uint32_t>(site))));
    const ShownRow& spread = job_row(status, "spread", "figure", "objects", name);
    EXPECT_EQ(figure(spread, "count"), 2500);
    objects += figure(spread, "sum");
    const ShownRow& work = job_row(status, "spread", "figure", "work", name);
    EXPECT_NEAR(figure(work, "median"), 0.125 + 0.25 * site, 1e-3);
    const ShownRow& link = job_row(status, "site_links", "class", "between_sites", name);
    EXPECT_EQ(figure(link, "processes"), 100);
    EXPECT_EQ(figure(link, "frames_sent"), 500);
    const ShownRow& pes = job_row(status, "site_pes", "site", name);
    EXPECT_EQ(figure(pes, "count"), 2500);
    EXPECT_EQ(figure(pes, "objects"), figure(spread, "sum"));
    EXPECT_NEAR(figure(pes, "entry_s"), 2 * 2500 * (0.125 + 0.25 * site), 1);
    const ShownRow& processes = job_row(status, "site_processes", "site", name);
    EXPECT_EQ(figure(processes, "count"), 100);
  }
  EXPECT_EQ(objects, 1'004'900);
  EXPECT_EQ(figure(job_row(status, "arrays", "array", "Block #1"), "objects"), 1'004'900);
  EXPECT_LT(to_json(status, topology).size(), 150'000u);
}

TEST(Digests, CountWhatSilentPesAndProcessesHaveCounted) {
  const topology::Topology topology = testing::uniform_topology(4, 2500, "1ms", "0", 100);
  const std::string name(topology.site_name(SiteId(1)));
  const std::string other(topology.site_name(SiteId(0)));
  Digester digester(topology);
  JobStatus whole = large(topology, 1.0);
  digester.digest(whole);
  // The second site says nothing any more.
  for (const double wall_s : {2.0, 3.0}) {
    JobStatus status = large(topology, wall_s);
    for (const PeId pe : topology.pes_of(SiteId(1))) status.pes.erase(pe);
    digester.digest(status);
    const ShownRow& before = job_row(whole, "site_pes", "site", name);
    const ShownRow& now = job_row(status, "site_pes", "site", name);
    EXPECT_EQ(figure(now, "entry_s"), figure(before, "entry_s"));
    EXPECT_EQ(figure(now, "count"), 0);
    EXPECT_EQ(std::ranges::count(now.figures, "objects", &ShownFigure::name), 0);
    EXPECT_EQ(std::ranges::count(now.figures, "border", &ShownFigure::name), 0);
    const ShownRow& link = job_row(status, "site_links", "class", "between_sites", name);
    EXPECT_EQ(figure(link, "frames_sent"), 500);
    EXPECT_EQ(figure(link, "processes"), 0);
    const ShownRow& others = job_row(status, "site_pes", "site", other);
    EXPECT_EQ(figure(others, "count"), 2500);
    EXPECT_NEAR(figure(others, "entry_s"), wall_s * 2500 * 0.125, 1);
    const double waited_s =
        figure(job_row(status, "site_pairs", "for_site", name, name), "waited_s");
    EXPECT_EQ(waited_s, figure(job_row(whole, "site_pairs", "for_site", name, name), "waited_s"));
  }
}

TEST(Digests, WhereAllAnswerGiveRowsBackToBeWrittenOver) {
  const topology::Topology topology = testing::uniform_topology(4, 2500, "1ms", "0", 100);
  Digester some(topology);
  Digester all(topology, Digester::Answers::all);
  for (const double wall_s : {1.0, 2.0}) {
    JobStatus of_some = large(topology, wall_s);
    JobStatus of_all = large(topology, wall_s);
    some.digest(of_some);
    all.digest(of_all);
    EXPECT_EQ(to_json(of_some, topology), to_json(of_all, topology));
  }
  const ShownRow row = all.reuse_row(PeId(5'000));
  EXPECT_EQ(row.panel, "pes");
  EXPECT_EQ(figure(row, "wall_s"), 2);
  EXPECT_TRUE(all.reuse_row(PeId(5'000)).figures.empty()) << "once";
  EXPECT_TRUE(all.reuse_row(PeId(77)).figures.empty()) << "it is told";
}

TEST(Digests, TakeWhatAPeWaitedForInAnyOrder) {
  const topology::Topology topology = testing::uniform_topology(3, 1, "1ms", "0", 1);
  Digester digester(topology);
  const auto name = [&](int site) { return std::string(topology.site_name(SiteId(site))); };
  for (const double so_far : {1.0, 2.0}) {
    JobStatus status{.at_ns = static_cast<TimeNs>(so_far) * 10 * tenth_ns, .pe_count = 3};
    PeStatus& first = status.pes[PeId(0)] = answer(status.at_ns, so_far, 0.5, 1, name(2));
    first.rows.push_back({.panel = "waited_for_sites",
                          .figures = {{"waited_s", so_far / 10}},
                          .words = {{"for_site", name(1)}}});
    digester.digest(status);
    const ShownRow& near = job_row(status, "site_pairs", "for_site", name(1), name(0));
    EXPECT_NEAR(figure(near, "waited_s"), so_far / 10, 1e-12);
    const ShownRow& far = job_row(status, "site_pairs", "for_site", name(2), name(0));
    EXPECT_NEAR(figure(far, "waited_s"), so_far / 2, 1e-12);
    if (so_far < 2) continue;
    // Half a second of work beside that wait, of the last one.
    EXPECT_NEAR(figure(near, "hidden"), 0.5 / 0.6, 1e-12);
    EXPECT_NEAR(figure(far, "hidden"), 0.5, 1e-12);
  }
}

TEST(Digests, AreTheSameOfWhatWasFoldedOnTheWay) {
  const topology::Topology topology = testing::uniform_topology(2, 8, "1ms", "0", 4);
  std::string texts[2];
  for (const bool is_folded : {false, true}) {
    Digester digester(topology);
    for (const double wall_s : {1.0, 2.0}) {
      JobStatus status = large(topology, wall_s);
      status.pes[PeId(3)].rows.push_back({.panel = "more_waits", .figures = {{"more", 5}}});
      if (is_folded) {
        // Of the processes of the second site, and then of that site.
        std::map<PeId, PeStatus> site;
        for (std::uint32_t process = 4; process < 8; ++process) {
          std::map<PeId, PeStatus> of_process;
          for (const PeId pe : topology.pes_of(ProcessId(process))) {
            of_process.insert(status.pes.extract(pe));
          }
          fold(of_process, 64);
          site.merge(of_process);
        }
        fold(site, 64);
        EXPECT_EQ(rows_of({.pes = site}, "entries"), 1u);
        EXPECT_EQ(rows_of({.pes = site}, "arrays"), 1u);
        status.pes.merge(site);
      }
      digester.digest(status);
      texts[is_folded ? 1 : 0] = to_json(status, topology);
    }
  }
  EXPECT_EQ(texts[0], texts[1]);
}

TEST(Digests, CountTheWaitsThatWereLeftOutOnTheWay) {
  const topology::Topology topology = testing::uniform_topology(2, 50, "1ms", "0", 1);
  JobStatus status = large(topology, 1.0);
  std::map<PeId, PeStatus> site;
  for (std::uint32_t pe = 50; pe < 100; ++pe) site.insert(status.pes.extract(PeId(pe)));
  fold(site, 64);
  EXPECT_EQ(rows_of({.pes = site}, "waits"), 64u);
  status.pes.merge(site);
  bound_waits(status, 64);
  EXPECT_EQ(rows_of(status, "waits"), 64u);
  EXPECT_EQ(status.bounds.at("waits").of, 400u);
}

}  // namespace
}  // namespace isthmus::engine::watch
