// The account of many PEs in few rows: nothing is lost, and nothing of one site is another's.
#include "isthmus/program/pe_times.hpp"

#include <gtest/gtest.h>

#include "isthmus/testing/shape.hpp"

namespace isthmus::engine::program {
namespace {

/// Each PE works for its number of nanoseconds and waits for site 1.
PeTimes times_of_pes(std::uint32_t count) {
  PeTimes times;
  for (std::uint32_t pe = 0; pe < count; ++pe) {
    times[PeId(pe)] = {.entry_ns = pe, .runtime_ns = 2, .waited_ns = {0, 5}, .idle_ns = 3};
  }
  return times;
}

TEST(PeTimes, HaveARowForEachPeOfAJobThatIsNotLarge) {
  const auto rows = rows_of(testing::uniform_topology(2, 3, "0"), times_of_pes(6));
  ASSERT_EQ(rows.size(), 6u);
  EXPECT_EQ(rows[4].first, PeId(4));
  EXPECT_EQ(rows[4].pe_count, 1);
  EXPECT_EQ(rows[4].site, SiteId(1));
  EXPECT_EQ(rows[4].sums.entry_ns, 4);
  EXPECT_EQ(rows[4].most_entry_pe, PeId(4));
}

TEST(PeTimes, SumUpNeighboursOfOneSiteWhereThereAreMore) {
  // 10 PEs in 4 rows are 3 in each; the fourth of site 0 stands alone, as no row has two sites.
  const auto rows = rows_of(testing::uniform_topology(2, 5, "0"), times_of_pes(10), 4);
  ASSERT_EQ(rows.size(), 4u);
  std::vector<std::uint32_t> firsts;
  std::vector<int> counts;
  TimeNs whole_ns = 0;
  for (const TimeRow& row : rows) {
    firsts.push_back(row.first.value);
    counts.push_back(row.pe_count);
    whole_ns += row.sums.whole_ns();
    EXPECT_EQ(row.sums.waited_ns, (std::vector<TimeNs>{0, 5 * row.pe_count}));
    EXPECT_EQ(row.least_entry_ns, row.first.value);
    EXPECT_EQ(row.most_entry_pe.value, row.first.value + row.pe_count - 1);
    EXPECT_EQ(row.most_entry_ns, row.most_entry_pe.value);
  }
  EXPECT_EQ(firsts, (std::vector<std::uint32_t>{0, 3, 5, 8}));
  EXPECT_EQ(counts, (std::vector<int>{3, 2, 3, 2}));
  EXPECT_EQ(whole_ns, 45 + 10 * (2 + 5 + 3));
}

TEST(PeTimes, LeaveOutWhoIsGone) {
  PeTimes times = times_of_pes(6);
  times.erase(PeId(1));
  const auto rows = rows_of(testing::uniform_topology(1, 6, "0"), times, 2);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].pe_count, 1);
  EXPECT_EQ(rows[1].first, PeId(2));
  EXPECT_EQ(rows[1].pe_count, 3);
  EXPECT_EQ(rows[2].first, PeId(5));
}

TEST(PeTimes, OfReportsAreThoseOfPesThatKeptAnAccount) {
  const std::map<PeId, runtime::PeReport> reports = {
      {PeId(0), {.sums_ns = {1, 2, 3, 4}, .waited_ns = {5}}}, {PeId(1), {}}};
  const PeTimes times = times_of(reports);
  ASSERT_EQ(times.size(), 1u);
  EXPECT_EQ(times.at(PeId(0)).whole_ns(), 15);
}

}  // namespace
}  // namespace isthmus::engine::program
