#include "isthmus/runtime/trace_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace isthmus::engine::runtime {
namespace {

using ::testing::HasSubstr;

/// What the file says that was written so.
std::string written(const std::function<void(TraceJson&)>& write) {
  const std::string path = ::testing::TempDir() + "isthmus_trace_json_test.json";
  TraceJson trace(path, R"({"seed": 7})");
  write(trace);
  EXPECT_TRUE(trace.close());
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  std::filesystem::remove(path);
  return text.str();
}

nlohmann::json events(const std::function<void(TraceJson&)>& write) {
  const nlohmann::json all = nlohmann::json::parse(written(write));
  EXPECT_EQ(all["otherData"]["seed"], 7);
  return all["traceEvents"];
}

TEST(TraceJson, IsAnArrayOfEventsALineEach) {
  EXPECT_EQ(events([](TraceJson&) {}).size(), 0u);
  const std::string text = written([](TraceJson& trace) {
    trace.instant({1, 2}, 0, "one", {});
    trace.instant({1, 2}, 0, "two", {});
  });
  EXPECT_EQ(std::ranges::count(text, '\n'), 4) << text;
}

TEST(TraceJson, GivesTimesInMicrosecondsToTheNanosecond) {
  const std::string text = written(
      [](TraceJson& trace) { trace.slice({3, 4}, 1'234'007, 1'240'000, "entry", "work", {}); });
  EXPECT_THAT(text, HasSubstr(R"({"ts":1234.007,"dur":5.993,"ph":"X","pid":3,"tid":4,)"));
  EXPECT_THAT(text, HasSubstr(R"("cat":"entry","name":"work","args":{}})"));
}

TEST(TraceJson, TellsDetailsButForEmptyTexts) {
  const auto args = events([](TraceJson& trace) {
    trace.instant({0, 0}, 5, "moment",
                  {{"bytes", std::int64_t{-3}},
                   {"nothing", std::string()},
                   {"share", 0.25},
                   {"who", std::string("PE 1")}});
  })[0]["args"];
  EXPECT_EQ(args, nlohmann::json::parse(R"({"bytes": -3, "share": 0.25, "who": "PE 1"})"));
}

TEST(TraceJson, EscapesWhatJsonDoesNotTakeWithinQuotes) {
  EXPECT_EQ(json_text("a\"b\\c\n\x1f"), R"("a\"b\\c\u000a\u001f")");
  EXPECT_EQ(json_text("\xc3\xa9"), "\"\xc3\xa9\"");
  EXPECT_EQ(events([](TraceJson& trace) { trace.name_thread({0, 1}, "a\tb"); })[0]["args"]["name"],
            "a\tb");
}

TEST(TraceJson, NamesProcessesAndThreads) {
  const auto all = events([](TraceJson& trace) {
    trace.name_process(5, "rank 5");
    trace.name_thread({5, 9}, "PE 9");
  });
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0]["name"], "process_name");
  EXPECT_EQ(all[0]["pid"], 5);
  EXPECT_EQ(all[1]["name"], "thread_name");
  EXPECT_EQ(all[1]["tid"], 9);
  EXPECT_EQ(all[1]["ph"], "M");
}

TEST(TraceJson, GivesBothEndsOfAnArrowOneIdOf64Bits) {
  const auto all = events([](TraceJson& trace) {
    trace.arrow_begin({0, 1}, 10, 0xfedcba9876543210u);
    trace.arrow_end({1, 2}, 20, 0xfedcba9876543210u);
  });
  EXPECT_EQ(all[0]["ph"], "s");
  EXPECT_EQ(all[1]["ph"], "f");
  EXPECT_EQ(all[0]["id"], "0xfedcba9876543210");
  EXPECT_EQ(all[1]["id"], all[0]["id"]);
}

TEST(TraceJson, LosesNothingOfWhatIsMoreThanItHolds) {
  constexpr int count = 30'000;  // some 3 MB
  const auto all = events([](TraceJson& trace) {
    for (int i = 0; i < count; ++i) {
      trace.instant({0, 0}, i, "an event of many, with a name of some length", {});
    }
  });
  ASSERT_EQ(all.size(), static_cast<std::size_t>(count));
  EXPECT_NEAR(all[count - 1]["ts"].get<double>(), (count - 1) * 1e-3, 1e-9);
}

TEST(TraceJson, SaysThatAFileCannotBeWritten) {
  TraceJson trace("/no/such/folder/trace.json", "{}");
  trace.instant({0, 0}, 0, "lost", {});
  const auto closed = trace.close();
  ASSERT_FALSE(closed);
  EXPECT_EQ(closed.error().code, ErrorCode::io);
  EXPECT_THAT(closed.error().text(), HasSubstr("/no/such/folder/trace.json: cannot write the"));
  EXPECT_THAT(closed.error().text(), HasSubstr("No such file or directory"));
}

}  // namespace
}  // namespace isthmus::engine::runtime
