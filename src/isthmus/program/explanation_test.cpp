#include "isthmus/program/explanation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace isthmus::engine::program {
namespace {

using ::testing::HasSubstr;

topology::Topology sites_of(int sites, int pes) {
  return topology::Topology::from_grid(topology::uniform_grid(sites, pes)).value();
}

std::string explained(const topology::Topology& topology, const PeTimes& times) {
  ::testing::internal::CaptureStdout();
  explain(topology, times);
  return ::testing::internal::GetCapturedStdout();
}

constexpr TimeNs s = 1'000'000'000;

TEST(Explanation, HasNothingToSayOfNobody) { EXPECT_EQ(explained(sites_of(2, 1), {}), ""); }

TEST(Explanation, GivesSharesOfTheWholeAndSecondsOfEachPe) {
  PeTimes times;
  times[PeId(0)] = {.entry_ns = 3 * s, .runtime_ns = s, .waited_ns = {2 * s}, .idle_ns = 2 * s};
  times[PeId(1)] = {.entry_ns = 8 * s};
  const std::string text = explained(sites_of(1, 2), times);
  EXPECT_THAT(text, HasSubstr("where the time of 2 PEs goes, of 8.000000 s:"));
  // (3 + 8) / 16, 1 / 16, 2 / 16, 2 / 16
  EXPECT_THAT(text, HasSubstr(" 68.75 %      5.500000 s per PE"));
  EXPECT_THAT(text, HasSubstr("  6.25 %      0.500000 s per PE"));
  EXPECT_THAT(text, HasSubstr("waiting for a message, same site"));
  EXPECT_THAT(text, Not(HasSubstr("between sites"))) << "there is one";
  EXPECT_THAT(text, Not(HasSubstr("balancing the load"))) << "nobody did";
}

TEST(Explanation, TellsWhichSiteWaitsForWhichTheLongestFirst) {
  PeTimes times;
  times[PeId(0)] = {.waited_ns = {4 * s, 1 * s, 0}};
  times[PeId(1)] = {.waited_ns = {3 * s, 0, 2 * s}};
  times[PeId(2)] = {};
  const std::string text = explained(sites_of(3, 1), times);
  const auto place = [&](const char* what) {
    EXPECT_THAT(text, HasSubstr(what));
    return text.find(what);
  };
  EXPECT_LT(place("site1 for site0"), place("site1 for site2"));
  EXPECT_LT(place("site1 for site2"), place("site0 for site1"));
  EXPECT_THAT(text, Not(HasSubstr("site0 for site0")));
  EXPECT_THAT(text, Not(HasSubstr("site0 for site2"))) << "it never did";
  EXPECT_THAT(text, HasSubstr("waiting for a message, same site          40.00 %"));
  EXPECT_THAT(text, HasSubstr("waiting for a message, between sites      60.00 %"));
}

TEST(Explanation, NamesTheDozenLongestWaitsAlone) {
  PeTimes times;
  for (int pe = 0; pe < 5; ++pe) {
    sched::TimeSums sums;
    for (int site = 0; site < 5; ++site) sums.waited_ns.push_back((1 + 5 * pe + site) * s);
    times[PeId(pe)] = sums;
  }
  const std::string text = explained(sites_of(5, 1), times);
  std::size_t lines = 0;
  for (std::size_t at = text.find(" for site"); at != std::string::npos;
       at = text.find(" for site", at + 1)) {
    ++lines;
  }
  EXPECT_EQ(lines, 12u);
}

TEST(Explanation, HasARowOfEachPeWhereTheyAreFew) {
  PeTimes times;
  times[PeId(0)] = {.entry_ns = s, .balancing_ns = s};
  EXPECT_THAT(explained(sites_of(1, 40), times), Not(HasSubstr("other sites"))) << "it is the sum";
  times[PeId(31)] = {.entry_ns = s, .idle_ns = 3 * s};
  const std::string text = explained(sites_of(1, 40), times);
  EXPECT_THAT(text, HasSubstr("balancing the load"));
  EXPECT_THAT(text, HasSubstr("     31  site0                4.000000     25.00 %"));
  for (int pe = 0; pe < 33; ++pe) times[PeId(pe)] = {.entry_ns = s};
  EXPECT_THAT(explained(sites_of(1, 40), times), Not(HasSubstr("other sites")));
}

TEST(Explanation, SaysOfVirtualTimeWhatMessagesTake) {
  sim::Summary summary;
  summary.times[PeId(0)] = {.entry_ns = 3 * s, .runtime_ns = s};
  summary.total.messages = 12;
  summary.total.message_ns = s;
  summary.frames = 5;
  summary.queued_ns = s / 2;
  ::testing::internal::CaptureStdout();
  explain(sites_of(1, 1), summary);
  const std::string text = ::testing::internal::GetCapturedStdout();
  EXPECT_THAT(text,
              HasSubstr("messages handled 12: receiving them, and sending, takes 25.00 % of"));
  EXPECT_THAT(text, HasSubstr("frames sent 5, which queued for 0.500000 s in links"));
}

}  // namespace
}  // namespace isthmus::engine::program
