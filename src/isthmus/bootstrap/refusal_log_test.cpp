#include "isthmus/bootstrap/refusal_log.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace isthmus::engine::bootstrap {
namespace {

struct LinesLog final : Log {
  void write(LogLevel level, std::string_view line) override {
    EXPECT_EQ(level, LogLevel::warning);
    lines.emplace_back(line);
  }
  std::vector<std::string> lines;
};

using Lines = std::vector<std::string>;

constexpr TimeNs s = 1'000'000'000;

Error refusal(std::string where, std::string what = "does not know the job key") {
  return {ErrorCode::refused, std::move(what), std::move(where), {}};
}

TEST(RefusalLog, TellsOfTheFirstAtOnceAndOfThoseThatFollowInOneLine) {
  LinesLog log;
  RefusalLog refusals(log);
  refusals.note(refusal("10.0.0.1:40000"), 5 * s);
  const std::string first = "connection refused: 10.0.0.1:40000: does not know the job key";
  EXPECT_EQ(log.lines, Lines{first});
  EXPECT_EQ(refusals.wake_ns(), never_ns);
  for (int i = 1; i <= 30; ++i) refusals.note(refusal("10.0.0.1:" + std::to_string(i)), 6 * s);
  refusals.note(refusal("10.0.0.2:1", "came for something else"), 7 * s);
  EXPECT_EQ(log.lines.size(), 1u);
  EXPECT_EQ(refusals.wake_ns(), 15 * s);
  refusals.progress(15 * s - 1);
  EXPECT_EQ(log.lines.size(), 1u);
  refusals.progress(15 * s);
  EXPECT_EQ(log.lines,
            (Lines{first,
                   "connection refused: 31 more in 10s, from 10.0.0.1 (30), 10.0.0.2 (1): "
                   "does not know the job key (30), came for something else (1)"}));
  EXPECT_EQ(refusals.wake_ns(), never_ns);
}

TEST(RefusalLog, GivesAFloodThatGoesOnOneLineAnInterval) {
  LinesLog log;
  RefusalLog refusals(log);
  for (int i = 0; i < 1000; ++i) refusals.note(refusal("10.0.0.1:1"), i * s / 10);
  EXPECT_EQ(log.lines.size(), 1u + 9);
  refusals.progress(100 * s);
  EXPECT_EQ(log.lines.size(), 1u + 10);
  std::size_t told = 1;
  for (std::size_t i = 1; i < log.lines.size(); ++i) told += std::stoul(log.lines[i].substr(20));
  EXPECT_EQ(told, 1000u);
}

TEST(RefusalLog, TellsAgainAtOnceAfterAnIntervalOfQuiet) {
  LinesLog log;
  RefusalLog refusals(log);
  refusals.note(refusal("10.0.0.1:1"), 0);
  refusals.note(refusal("10.0.0.1:2"), 10 * s);
  EXPECT_EQ(log.lines.size(), 2u);
  EXPECT_EQ(log.lines.back(), "connection refused: 10.0.0.1:2: does not know the job key");
}

TEST(RefusalLog, NamesAFewHostsAndReasonsAndSumsUpTheRest) {
  LinesLog log;
  RefusalLog refusals(log);
  for (std::size_t i = 0; i <= RefusalLog::named_max + 2; ++i) {
    refusals.note(refusal("host" + std::to_string(i) + ":7", "reason " + std::to_string(i)), 0);
  }
  refusals.note(refusal("a caller through relay at host:7", "reason 2"), 0);
  refusals.note(refusal("[::1]:7", "reason 1"), 0);
  refusals.progress(10 * s);
  EXPECT_EQ(log.lines.back(),
            "connection refused: 8 more in 10s, from host1 (1), host2 (1), host3 (1), host4 (1), "
            "elsewhere (4): reason 1 (2), reason 2 (2), reason 3 (1), reason 4 (1), "
            "for other reasons (2)");
}

TEST(RefusalLog, TellsWhatIsLeftWhenItEnds) {
  LinesLog log;
  {
    RefusalLog refusals(log);
    for (int i = 0; i < 3; ++i) refusals.note(refusal("a caller through the relay"), 0);
  }
  EXPECT_EQ(log.lines.size(), 2u);
  EXPECT_EQ(log.lines.back(),
            "connection refused: 2 more, from a caller through the relay (2): does not know the "
            "job key (2)");
}

}  // namespace
}  // namespace isthmus::engine::bootstrap
