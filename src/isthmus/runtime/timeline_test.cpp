// The file of --timeline, read back: what it says of a job, and that a viewer can make sense of it.
#include "isthmus/runtime/timeline.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "isthmus/runtime/trace_json.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

using nlohmann::json;
using runtime::Timeline;

class Ball : public Chare<Ball, Index2> {
 public:
  void hit(int left, ElementProxy<Ball> back) {
    if (left == 0) return contribute("missed", 1, reduce::sum);
    back.send<&Ball::hit>(left - 1, proxy());
  }
  int weigh(int grams) const { return grams + 1; }
  Task<void> ask(ElementProxy<Ball> other) {
    const int grams = co_await other.call<&Ball::weigh>(4);
    contribute("asked", grams, reduce::sum);
  }
  void rest() {
    Objects::current().pe().note("rested", "once \"more\"");
    contribute("missed", 0, reduce::sum);
  }
};

Task<void> play(Job& job) {
  const auto balls = job.create_array<Ball>(Index2{2, 2}, mapping::round_robin);
  co_await job.quiescence();
  balls[Index2{0, 0}].send<&Ball::hit>(20, balls[Index2{1, 1}]);
  for (const Index2 at : {Index2{0, 1}, Index2{1, 0}, Index2{1, 1}}) balls[at].send<&Ball::rest>();
  EXPECT_EQ(co_await job.reduction<int>("missed"), 1);
  for (const Index2 at : {Index2{0, 0}, Index2{0, 1}, Index2{1, 0}, Index2{1, 1}}) {
    balls[at].send<&Ball::ask>(balls[Index2{1 - at[0], at[1]}]);
  }
  EXPECT_EQ(co_await job.reduction<int>("asked"), 20);
}

// Cases run side by side, each in a process of its own.
std::string path_of(const std::string& name) {
  return ::testing::TempDir() + std::to_string(getpid()) + "_" + name;
}

// Takes the file away.
json read_json(const std::string& path) {
  std::ifstream file(path);
  std::remove(path.c_str());
  return json::parse(file);
}

// Runs `play`, on one timeline or on one for each process, and returns what was written.
std::vector<json> play_on(const topology::Topology& topology, bool in_parts,
                          std::uint32_t events_per_pe = 100'000, std::uint64_t seed = 7) {
  std::vector<std::unique_ptr<Timeline>> timelines;
  testing::World world(topology, {.settings = testing::test_settings(seed)});
  for (int rank = 0; rank < topology.process_count(); ++rank) {
    if (in_parts || rank == 0) timelines.push_back(std::make_unique<Timeline>(events_per_pe));
    timelines.back()->attach(world.process(ProcessId(rank)));
  }
  const auto failure = world.run(play);
  EXPECT_FALSE(failure) << failure->text();
  std::vector<json> files;
  for (std::size_t i = 0; i < timelines.size(); ++i) {
    testing::MemoryLog log;
    const std::string path =
        Timeline::part_path(path_of("timeline_test.json"), ProcessId(static_cast<int>(i)));
    const auto written = timelines[i]->write(path, log);
    EXPECT_TRUE(written) << written.error().text();
    files.push_back(read_json(path));
    const bool is_full = !files.back()["otherData"]["full_pes"].empty();
    EXPECT_EQ(log.text().find("is not complete") != std::string::npos, is_full) << log.text();
  }
  return files;
}

struct Slice {
  std::int64_t begin_ns;
  std::int64_t end_ns;
  json event;
};
using Row = std::pair<int, int>;

std::int64_t ns_of(const json& us) { return std::llround(us.get<double>() * 1000); }

std::map<Row, std::vector<Slice>> slices_of(const json& file) {
  std::map<Row, std::vector<Slice>> rows;
  for (const json& event : file["traceEvents"]) {
    if (event["ph"] != "X") continue;
    const std::int64_t begin_ns = ns_of(event["ts"]);
    rows[{event["pid"], event["tid"]}].push_back({begin_ns, begin_ns + ns_of(event["dur"]), event});
  }
  for (auto& [row, slices] : rows) {
    std::ranges::sort(slices, {}, &Slice::begin_ns);
  }
  return rows;
}

std::map<std::string, json> arrow_ends_of(const json& file, const std::string& phase) {
  std::map<std::string, json> ends;
  for (const json& event : file["traceEvents"]) {
    if (event["ph"] != phase) continue;
    EXPECT_TRUE(ends.emplace(event["id"], event).second) << event;
  }
  return ends;
}

void expect_rows_in_order(const std::map<Row, std::vector<Slice>>& rows) {
  for (const auto& [row, slices] : rows) {
    for (std::size_t i = 1; i < slices.size(); ++i) {
      EXPECT_LE(slices[i - 1].end_ns, slices[i].begin_ns) << slices[i].event;
      EXPECT_LT(slices[i].begin_ns, slices[i].end_ns) << slices[i].event;
    }
  }
}

// The slice that an arrow's end lies in; a viewer draws none that lies in no slice.
std::string slice_at(const std::map<Row, std::vector<Slice>>& rows, const json& end) {
  const std::int64_t time_ns = ns_of(end["ts"]);
  const auto row = rows.find({end["pid"], end["tid"]});
  if (row == rows.end()) return {};
  const auto found = std::ranges::find_if(row->second, [&](const Slice& slice) {
    return slice.begin_ns <= time_ns && time_ns < slice.end_ns && slice.event["cat"] != "idle";
  });
  return found == row->second.end() ? std::string() : found->event["name"].get<std::string>();
}

std::vector<json> named(const json& file, const std::string& part) {
  std::vector<json> found;
  for (const json& event : file["traceEvents"]) {
    if (event["ph"] == "X" && event["name"].get<std::string>().ends_with(part)) {
      found.push_back(event);
    }
  }
  return found;
}

TEST(Timeline, DrawsSlicesSideBySideAndArrowsFromSliceToSlice) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const json file = play_on(testing::uniform_topology(2, 2, "5ms"), false, 100'000, seed)[0];
    const auto rows = slices_of(file);
    EXPECT_EQ(rows.size(), 4u);
    expect_rows_in_order(rows);
    const auto begins = arrow_ends_of(file, "s");
    const auto ends = arrow_ends_of(file, "f");
    ASSERT_EQ(begins.size(), ends.size());
    std::size_t handled = 0;
    for (const auto& [row, slices] : rows) {
      handled += static_cast<std::size_t>(std::ranges::count_if(slices, [](const Slice& slice) {
        return slice.event["args"].contains("from_pe") && slice.event["cat"] != "idle";
      }));
    }
    EXPECT_EQ(begins.size(), handled);
    for (const auto& [id, begin] : begins) {
      ASSERT_TRUE(ends.contains(id));
      EXPECT_LE(ns_of(begin["ts"]), ns_of(ends.at(id)["ts"]));
      EXPECT_NE(slice_at(rows, begin), "") << begin;
      EXPECT_NE(slice_at(rows, ends.at(id)), "") << ends.at(id);
    }
  }
}

TEST(Timeline, NamesSitesPesEntryMethodsAndObjects) {
  const json file = play_on(testing::uniform_topology(2, 2, "5ms"), false)[0];
  std::set<std::string> names;
  for (const json& event : file["traceEvents"]) {
    if (event["ph"] == "M") names.insert(event["args"]["name"]);
  }
  EXPECT_EQ(names, (std::set<std::string>{"site site0", "site site1", "PE 0 (site0-0, process 0)",
                                          "PE 1 (site0-0, process 0)", "PE 2 (site1-0, process 0)",
                                          "PE 3 (site1-0, process 0)"}));
  const auto hits = named(file, "Ball::hit");
  ASSERT_EQ(hits.size(), 21u);
  for (const json& hit : hits) {
    EXPECT_EQ(hit["cat"], "entry");
    const std::string object = hit["args"]["object"];
    EXPECT_TRUE(object.ends_with("Ball[0,0]") || object.ends_with("Ball[1,1]")) << hit;
    EXPECT_TRUE(hit["args"].contains("us_since_sent"));
  }
  const auto resumed = named(file, "Ball::ask (resumed)");
  ASSERT_EQ(resumed.size(), 4u);
  EXPECT_TRUE(resumed[0]["args"]["object"].get<std::string>().find("Ball[") != std::string::npos);
  EXPECT_FALSE(named(file, "main program").empty());
  EXPECT_FALSE(named(file, "creation of isthmus::{anonymous}::Ball").empty());
}

TEST(Timeline, HasWhatWasNoted) {
  const json file = play_on(testing::uniform_topology(2, 2, "1ms"), false).front();
  int count = 0;
  for (const json& event : file["traceEvents"]) {
    if (event["ph"] != "i" || event["name"] != "rested") continue;
    ++count;
    EXPECT_EQ(event["args"]["text"], "once \"more\"");
  }
  EXPECT_EQ(count, 3);
}

TEST(Timeline, SaysWhatAnIdlePeWaitedFor) {
  const json file = play_on(testing::uniform_topology(2, 1, "5ms"), false)[0];
  int far_waits = 0;
  for (const json& idle : named(file, "idle")) {
    const json& arguments = idle["args"];
    ASSERT_TRUE(arguments.contains("waited_for")) << idle;
    EXPECT_GE(ns_of(idle["dur"]), 1000) << idle;
    if (!arguments["waited_for"].get<std::string>().ends_with("Ball::hit")) continue;
    // The balls fly between the sites alone, 5 ms each way.
    EXPECT_EQ(arguments["from_pe"], 1 - idle["tid"].get<int>()) << idle;
    EXPECT_EQ(arguments["from_site"], idle["tid"] == 0 ? "site1" : "site0") << idle;
    EXPECT_GE(ns_of(idle["dur"]), 9'000'000) << idle;
    ++far_waits;
  }
  EXPECT_GE(far_waits, 10);
}

TEST(Timeline, StopsAtItsLimitAndSaysSo) {
  const json whole = play_on(testing::uniform_topology(2, 2, "5ms"), false)[0];
  EXPECT_TRUE(whole["otherData"]["full_pes"].empty());
  const std::uint32_t limit = 24;
  const json file = play_on(testing::uniform_topology(2, 2, "5ms"), false, limit)[0];
  EXPECT_EQ(file["otherData"]["events_per_pe_max"], limit);
  EXPECT_TRUE(std::ranges::count(file["otherData"]["full_pes"], json(0)));
  const auto rows = slices_of(file);
  expect_rows_in_order(rows);
  for (const auto& [row, slices] : rows) EXPECT_LE(slices.size(), limit);
  const auto begins = arrow_ends_of(file, "s");
  const auto ends = arrow_ends_of(file, "f");
  EXPECT_EQ(begins.size(), ends.size());
  for (const auto& [id, begin] : begins) EXPECT_TRUE(ends.contains(id)) << begin;
  EXPECT_LT(begins.size(), arrow_ends_of(whole, "s").size());
  const auto says_so = [](const json& event) {
    return event["ph"] == "i" && event["name"] == "recording ends: no room";
  };
  EXPECT_EQ(std::ranges::count_if(file["traceEvents"], says_so),
            std::ssize(file["otherData"]["full_pes"]));
}

TEST(Timeline, OfSeveralProcessesFitsTogether) {
  const topology::Topology topology = testing::uniform_topology(2, 2, "5ms", "0", 2);
  const std::vector<json> parts = play_on(topology, true);
  ASSERT_EQ(parts.size(), 4u);
  std::set<std::string> begins;
  std::map<std::string, std::string> ends;  // and the slices that they lie in
  std::size_t within = 0;
  for (const json& part : parts) {
    const auto rows = slices_of(part);
    expect_rows_in_order(rows);
    const auto own_begins = arrow_ends_of(part, "s");
    for (const auto& [id, begin] : own_begins) {
      EXPECT_TRUE(begins.insert(id).second) << begin;
    }
    for (const auto& [id, end] : arrow_ends_of(part, "f")) {
      EXPECT_TRUE(ends.emplace(id, slice_at(rows, end)).second) << end;
      within += own_begins.contains(id) ? 1 : 0;
    }
  }
  EXPECT_GT(ends.size(), within + 20);
  for (const auto& [id, slice] : ends) {
    // The process itself, by no PE, tells the others that the job has ended.
    EXPECT_TRUE(begins.contains(id) || slice.starts_with("runtime::Process::")) << slice;
  }
}

TEST(Timeline, RefusesAPathThatCannotBeWrittenBeforeTheRun) {
  const auto checked = Timeline::check_path(path_of("no/such/folder/t.json"));
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, ErrorCode::io);
  EXPECT_NE(checked.error().text().find("no/such/folder/t.json"), std::string::npos);
}

TEST(Timeline, TellsThatTheDiskIsFull) {
  std::ofstream device("/dev/full");
  if (!device) GTEST_SKIP() << "this system has no /dev/full";
  runtime::TraceJson trace("/dev/full", "{}");
  trace.name_process(0, "site");
  const auto closed = trace.close();
  ASSERT_FALSE(closed);
  EXPECT_NE(closed.error().text().find("/dev/full"), std::string::npos) << closed.error().text();
}

TEST(Timeline, BoundsTheMemoryOfAllPesTogether) {
  EXPECT_EQ(Timeline::events_for(1), Timeline::events_for(4));
  EXPECT_LE(std::uint64_t{Timeline::events_for(4096)} * 4096, std::uint64_t{1} << 22);
  EXPECT_GE(Timeline::events_for(4096), 1000u);
}

TEST(TraceJson, EscapesNames) {
  const std::string name = "a \"b\" \\ c\n\x01 \xc3\xa9 <int>";
  const std::string path = path_of("trace_json_test.json");
  runtime::TraceJson trace(path, R"({"a":1})");
  trace.name_process(3, name);
  trace.slice({3, 4}, 1'002, 2'000'003, "entry", name, {{"key", name}, {"none", std::string()}});
  ASSERT_TRUE(trace.close());
  const json file = read_json(path);
  EXPECT_EQ(file["otherData"]["a"], 1);
  EXPECT_EQ(file["traceEvents"][0]["args"]["name"], name);
  const json& slice = file["traceEvents"][1];
  EXPECT_EQ(slice["name"], name);
  EXPECT_EQ(slice["args"], (json{{"key", name}}));
  EXPECT_EQ(slice["ts"], 1.002);
  EXPECT_EQ(slice["dur"], 1999.001);
}

}  // namespace
}  // namespace isthmus::engine
