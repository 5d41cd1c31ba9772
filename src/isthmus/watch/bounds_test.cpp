#include "isthmus/watch/bounds.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace isthmus::engine::watch {
namespace {

ShownRow waiting(const std::string& who, double since_s) {
  return {.panel = "waits", .figures = {{"since_s", since_s}}, .words = {{"who", who}}};
}

std::string whose(const PeStatuses& pes, std::string_view panel = "waits") {
  std::string names;
  for_each_row(pes, panel,
               [&](PeId, const PeStatus&, const ShownRow& row) { names += word_of(row, "who"); });
  return names;
}

double by_since(const PeStatus&, const ShownRow& row) { return figure_of(row, "since_s"); }

TEST(Bounds, LeaveThoseThatRankFirstWhereTheyAre) {
  PeStatuses pes;
  pes[PeId(0)].rows = {waiting("a", 4), {.panel = "pes"}, waiting("b", 1)};
  pes[PeId(1)].process_rows = {waiting("c", 2), waiting("d", 3)};
  EXPECT_EQ(leave_first(pes, "waits", 2, by_since), 2u);
  EXPECT_EQ(whose(pes), "bc");
  EXPECT_EQ(rows_of_panel(pes, "pes"), 1u);
  EXPECT_EQ(leave_first(pes, "waits", 2, by_since), 0u);
}

TEST(Bounds, LeaveThoseOfTheFirstPesWhereAllRankAlike) {
  PeStatuses pes;
  for (int pe = 3; pe >= 0; --pe)
    pes[PeId(pe)].rows = {waiting(std::string(1, static_cast<char>('a' + pe)), 1)};
  leave_first(pes, "waits", 2, by_since);
  EXPECT_EQ(whose(pes), "ab");
}

TEST(Bounds, SayHowManyThereWereWhereSomeAreGone) {
  JobStatus status;
  status.pes[PeId(0)].rows = {waiting("a", 1), waiting("b", 2), waiting("c", 3)};
  bound(status, "waits", 3, 0, by_since);
  EXPECT_TRUE(status.bounds.empty());
  bound(status, "waits", 2, 10, by_since);
  ASSERT_TRUE(status.bounds.contains("waits"));
  EXPECT_EQ(status.bounds["waits"].of, 13u);
  EXPECT_EQ(status.bounds["waits"].told, 2u);
}

TEST(Bounds, CountWaitsFromWhenEachProcessAnswered) {
  PeStatus early;
  early.at_ns = 10'000'000'000;
  PeStatus late;
  late.at_ns = 100'000'000'000;
  // One has waited for 9 s, the other one for 10 s.
  EXPECT_LT(began_of(late, waiting("b", 90)), began_of(early, waiting("a", 1)));
  EXPECT_EQ(began_of(late, {.panel = "waits"}), 0.0) << "it does not say";
}

TEST(Bounds, TellOfTheWaitsThatBeganFirstAndHowManyThereAre) {
  JobStatus status;
  status.pes[PeId(0)].at_ns = 5'000'000'000;
  status.pes[PeId(0)].rows = {waiting("a", 4),
                              waiting("b", 1),
                              waiting("c", 2),
                              {.panel = "more_waits", .figures = {{"more", 7}}}};
  bound_waits(status, 2);
  EXPECT_EQ(whose(status.pes), "bc");
  EXPECT_EQ(rows_of_panel(status.pes, "more_waits"), 0u);
  EXPECT_EQ(status.bounds["waits"].of, 10u);
}

TEST(Bounds, TakeNoNumberOfWaitsFromAPeerThatCannotBe) {
  for (const double more : {-1.0, 1e12, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
    PeStatuses pes;
    pes[PeId(0)].rows = {{.panel = "more_waits", .figures = {{"more", more}}},
                         {.panel = "more_waits", .figures = {{"more", 3}}}};
    EXPECT_EQ(take_more_waits(pes), 3u) << more;
    EXPECT_TRUE(pes[PeId(0)].rows.empty());
  }
}

TEST(Bounds, LeaveTheFirstOfThoseThatAreSilent) {
  JobStatus status;
  for (int pe = 0; pe < 5; ++pe) status.silent_ns[PeId(pe)] = 1;
  bound_silent(status, 5);
  EXPECT_EQ(status.silent_ns.size(), 5u);
  EXPECT_TRUE(status.bounds.empty());
  bound_silent(status, 3);
  EXPECT_EQ(status.silent_ns.size(), 3u);
  EXPECT_TRUE(status.silent_ns.contains(PeId(2)));
  EXPECT_EQ(status.bounds["silent"].of, 5u);
  EXPECT_EQ(status.bounds["silent"].told, 3u);
}

TEST(Bounds, ForgetPesThatTellNothing) {
  JobStatus status;
  status.pes[PeId(0)].rows = {{.panel = "pes"}};
  status.pes[PeId(1)] = {};
  status.pes[PeId(2)].process_rows = {{.panel = "processes"}};
  forget_silent_rows(status);
  EXPECT_EQ(status.pes.size(), 2u);
  EXPECT_FALSE(status.pes.contains(PeId(1)));
}

}  // namespace
}  // namespace isthmus::engine::watch
