#include "isthmus/watch/sums.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace isthmus::engine::watch {
namespace {

topology::Topology pes_at(int sites, int pes, int processes = 1) {
  return topology::Topology::from_grid(topology::uniform_grid(sites, pes, processes)).value();
}

ShownRow entry_row(double calls, double time_s, double longest_s) {
  return {.panel = "entries",
          .figures = {{"calls", calls}, {"time_s", time_s}, {"longest_s", longest_s}},
          .words = {{"array", "Block"}, {"entry", "halo"}}};
}

TEST(EntrySums, AreByArrayAndNameAndTheLongestOfAll) {
  PeStatuses pes;
  pes[PeId(0)].rows = {entry_row(2, 5, 4), {.panel = "pes"}};
  pes[PeId(1)].rows = {entry_row(3, 6, 3)};
  pes[PeId(2)].rows = {entry_row(1, 1, 1)};
  pes[PeId(2)].rows[0].words[1].text = "begin";
  const auto rows = take_entries(pes);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(word_of(rows[0], "entry"), "begin");
  EXPECT_EQ(figure_of(rows[1], "pes"), 2);
  EXPECT_EQ(figure_of(rows[1], "calls"), 5);
  EXPECT_EQ(figure_of(rows[1], "time_s"), 11);
  EXPECT_EQ(figure_of(rows[1], "longest_s"), 4);
  EXPECT_EQ(rows_of_panel(pes, "entries"), 0u);
  EXPECT_EQ(rows_of_panel(pes, "pes"), 1u);
}

TEST(EntrySums, OfSumsAreTheSumsOfAll) {
  PeStatuses halves[2];
  for (int pe = 0; pe < 5; ++pe) {
    halves[pe / 3][PeId(pe)].rows = {entry_row(pe, 10.0 * pe, pe == 3 ? 9 : 1)};
  }
  PeStatuses both;
  for (PeStatuses& half : halves) both[half.begin()->first].rows = take_entries(half);
  const auto rows = take_entries(both);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(figure_of(rows[0], "pes"), 5);
  EXPECT_EQ(figure_of(rows[0], "calls"), 10);
  EXPECT_EQ(figure_of(rows[0], "longest_s"), 9);
}

ShownRow array_row(double objects) {
  return {.panel = "arrays",
          .figures = {{"objects", objects}, {"object_bytes", 100 * objects}, {"moved", 1}},
          .words = {{"array", "Block"}, {"kind", "array"}}};
}

TEST(ArraySums, KnowHowUnevenlyObjectsLie) {
  PeStatuses pes;
  const double objects[] = {4, 0, 7};
  for (std::uint32_t pe = 0; pe < 3; ++pe) pes[PeId(pe)].rows = {array_row(objects[pe])};
  const auto rows = take_arrays(pes);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(figure_of(rows[0], "objects"), 11);
  EXPECT_EQ(figure_of(rows[0], "least"), 0);
  EXPECT_EQ(figure_of(rows[0], "most"), 7);
  EXPECT_EQ(figure_of(rows[0], "pes"), 2) << "that have any";
  EXPECT_EQ(figure_of(rows[0], "object_bytes"), 1100);
  EXPECT_EQ(figure_of(rows[0], "moved"), 3);
  EXPECT_EQ(word_of(rows[0], "kind"), "array");
  PeStatuses again;
  again[PeId(0)].rows = rows;
  again[PeId(5)].rows = {array_row(3)};
  const auto sums = take_arrays(again);
  EXPECT_EQ(figure_of(sums[0], "least"), 0) << "of the PEs, not of their sums";
  EXPECT_EQ(figure_of(sums[0], "most"), 7);
  EXPECT_EQ(figure_of(sums[0], "pes"), 3);
}

TEST(JobRows, TellOfThoseWithMostAndHowManyThereWere) {
  JobStatus status;
  std::vector<ShownRow> rows;
  for (const double objects : {3, 9, 1, 9}) rows.push_back(array_row(objects));
  rows[1].words[0].text = "first";
  tell_most(status, rows, "objects", 4);
  EXPECT_EQ(status.job_rows.size(), 4u);
  EXPECT_TRUE(status.bounds.empty());
  status.job_rows.clear();
  tell_most(status, rows, "objects", 3);
  ASSERT_EQ(status.job_rows.size(), 3u);
  EXPECT_EQ(word_of(status.job_rows[0], "array"), "first");
  EXPECT_EQ(figure_of(status.job_rows[2], "objects"), 3);
  EXPECT_EQ(status.bounds["arrays"].of, 4u);
  EXPECT_EQ(status.bounds["arrays"].told, 3u);
}

TEST(SiteSums, AreOfThoseThatAnswerAndCountThoseThatDidBefore) {
  const topology::Topology topology = pes_at(2, 2);
  JobStatus status;
  PeStatuses silent;
  for (const int pe : {0, 1, 2}) {
    status.pes[PeId(pe)].rows = {{.panel = "pes", .figures = {{"sent", 10.0 + pe}}}};
  }
  silent[PeId(3)].rows = {{.panel = "pes", .figures = {{"sent", 100}}}};
  add_site_sums(status, silent, "pes", "site_pes", topology);
  ASSERT_EQ(status.job_rows.size(), 2u);
  EXPECT_EQ(figure_of(status.job_rows[0], "sent"), 21);
  EXPECT_EQ(figure_of(status.job_rows[0], "count"), 2);
  EXPECT_EQ(word_of(status.job_rows[1], "site"), "site1");
  EXPECT_EQ(figure_of(status.job_rows[1], "sent"), 112);
  EXPECT_EQ(figure_of(status.job_rows[1], "count"), 1) << "one does not answer";
}

TEST(SiteLinks, AreSumsByClassButForTheirLatency) {
  const topology::Topology topology = pes_at(2, 2, 2);
  const auto link = [](const char* name, double bytes) {
    return ShownRow{.panel = "links",
                    .figures = {{"bytes", bytes}, {"latency_s", 0.5}},
                    .words = {{"class", name}, {"joins", "sites"}}};
  };
  JobStatus status;
  status.pes[PeId(0)].process_rows = {link("wan", 1), link("lan", 10)};
  status.pes[PeId(1)].process_rows = {link("wan", 2)};
  status.pes[PeId(1)].process_rows[0].figures.push_back({"resent", 3});
  status.pes[PeId(2)].process_rows = {link("wan", 4)};
  PeStatuses silent;
  silent[PeId(3)].process_rows = {link("wan", 8)};
  add_site_links(status, silent, topology);
  ASSERT_EQ(status.job_rows.size(), 3u);
  const ShownRow& lan = status.job_rows[0];
  const ShownRow& wan = status.job_rows[1];
  const ShownRow& other = status.job_rows[2];
  EXPECT_EQ(wan.panel, "site_links");
  EXPECT_EQ(figure_of(lan, "bytes"), 10);
  EXPECT_EQ(figure_of(wan, "bytes"), 3);
  EXPECT_EQ(figure_of(wan, "resent"), 3);
  EXPECT_EQ(figure_of(wan, "latency_s"), 0.5);
  EXPECT_EQ(figure_of(wan, "processes"), 2);
  EXPECT_EQ(figure_of(other, "bytes"), 12);
  EXPECT_EQ(figure_of(other, "processes"), 1);
  EXPECT_EQ(word_of(other, "site"), "site1");
}

TEST(MessageBytes, AreThoseInTheQueuesOfAProcesssPesBesideItsOwn) {
  const topology::Topology topology = pes_at(1, 4, 2);
  JobStatus status;
  for (const int pe : {0, 1, 2}) {
    status.pes[PeId(pe)].rows = {
        {.panel = "pes", .figures = {{"queued_bytes", 10.0}, {"arrived_bytes", 1.0 * pe}}}};
  }
  status.pes[PeId(0)].process_rows = {
      {.panel = "processes", .figures = {{"message_bytes", 100}, {"resident_bytes", 5}}}};
  status.pes[PeId(2)].process_rows = {{.panel = "processes", .figures = {{"message_bytes", 7}}}};
  add_message_bytes(status, topology);
  EXPECT_EQ(figure_of(status.pes[PeId(0)].process_rows[0], "message_bytes"), 121);
  EXPECT_EQ(figure_of(status.pes[PeId(0)].process_rows[0], "resident_bytes"), 5);
  EXPECT_EQ(figure_of(status.pes[PeId(2)].process_rows[0], "message_bytes"), 19);
}

}  // namespace
}  // namespace isthmus::engine::watch
