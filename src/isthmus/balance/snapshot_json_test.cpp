#include "isthmus/balance/snapshot_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::balance {
namespace {

using testing::HasSubstr;

Snapshot example() {
  Snapshot snapshot;
  snapshot.name = "with \"quotes\" and ümlauts";
  snapshot.steps = 7;
  snapshot.sites = {"a", "empty", "b"};
  snapshot.add_pe(SiteId(0), NodeId(0), 1.0 / 3.0);
  snapshot.add_pe(SiteId(2), NodeId(4), 2.0, 0.125);
  for (std::uint32_t i = 0; i < 70; ++i) {
    snapshot.add_object(0.1 * i, PeId(i % 2), i % 9 == 0, std::uint64_t{1} << (i % 50));
    snapshot.objects.position.push_back({0.1f * static_cast<float>(i), -1.0f});
  }
  std::vector<Edge> edges;
  for (std::uint32_t i = 0; i < 70; ++i) edges.push_back({i, (i + 1) % 70, i + 1, 1ull << 40});
  snapshot.set_edges(edges);
  snapshot.links = {0.016, 1e7, 1e9, 2e-6};
  return snapshot;
}

std::string error_of(const std::string& text) {
  const auto read = read_snapshot(text, "s.json");
  if (read) return "no error";
  EXPECT_EQ(read.error().code, ErrorCode::bad_input);
  EXPECT_EQ(read.error().text().find('\n'), std::string::npos);
  return read.error().text();
}

constexpr const char* small = R"({"version": 1, "sites": ["a"], "pes": {"site": [0, 0]},
"objects": {"cpu_s": [1, 2.5], "pe": [0, 1]}, "edges": {"from": [0, 1], "to": [1, 0]}})";

std::string with(const std::string& what, const std::string& instead) {
  std::string text = small;
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), instead);
}

TEST(SnapshotJson, ReadsBackWhatItWrote) {
  const Snapshot snapshot = example();
  ASSERT_TRUE(validate(snapshot));
  const auto read = read_snapshot(to_json(snapshot), "s.json");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(*read, snapshot);
}

TEST(SnapshotJson, ReadsASnapshotWithoutObjects) {
  Snapshot snapshot;
  snapshot.sites = {"a"};
  snapshot.add_pe(SiteId(0), NodeId(0));
  EXPECT_EQ(read_snapshot(to_json(snapshot), "s.json").value(), snapshot);
}

TEST(SnapshotJson, HasDefaultsForWhatIsLeftOut) {
  const Snapshot read = read_snapshot(small, "s.json").value();
  EXPECT_EQ(read.steps, 1);
  EXPECT_EQ(read.pes.speed, (std::vector{1.0, 1.0}));
  EXPECT_EQ(read.pes.node, (std::vector{NodeId(0), NodeId(0)}));
  EXPECT_EQ(read.edges.messages, (std::vector<std::uint32_t>{1, 1}));
  EXPECT_EQ(read.objects.bytes, (std::vector<std::uint64_t>{0, 0}));
  EXPECT_EQ(read.links, LinkCosts{});
}

TEST(SnapshotJson, SaysInOneLineWhatIsWrongWhereAndWhatWasExpected) {
  struct Case {
    std::string text;
    std::string said;
  };
  const std::vector<Case> cases = {
      {"", "s.json:1: not JSON from here on"},
      {"{\n\n\"version\": 1,,", "s.json:3: not JSON from here on"},
      {"[]", "s.json: the file: found an array (expected an object with version, name"},
      {"7", "s.json: the file: found a number"},
      {"null", "s.json: the file: found null"},
      {"{}", "s.json: no key 'sites'"},
      {with(R"("version": 1)", R"("version": 2)"), "version: found '2' (expected a whole number"},
      {with(R"("version": 1)", R"("version": 0)"), "version: found another (expected 1)"},
      {with(R"("version": 1,)", ""), "no key 'version'"},
      {with(R"("version")", R"("verzion")"), "verzion: unknown key 'verzion' (expected version, "},
      {with(R"("cpu_s")", R"("cpu")"), "objects.cpu: unknown key 'cpu' (expected cpu_s, pe, "},
      {with(R"("pe": [0, 1])", R"("pe": [0, 2])"), "s.json: objects.pe[1]: no PE 2 (expected one"},
      {with(R"("pe": [0, 1])", R"("pe": [0])"), "objects.pe: 1 values (expected 2"},
      {with("2.5", "\"x\""), "objects.cpu_s[1]: found a string (expected a number)"},
      {with("2.5", "-1"), "objects.cpu_s[1]: '-1' is no time"},
      {with("2.5", "1e999"), "s.json:2: not JSON"},
      {with("[1, 2.5]", "3"), "objects.cpu_s: found a number (expected an array, each of a numb"},
      {with("[1, 2.5]", "[[1], 2]"), "objects.cpu_s[0]: found an array"},
      {with("[1, 2.5]", "{}"), "objects.cpu_s: found an object"},
      {with(R"("to": [1, 0])", R"("to": [1, 0.5])"), "edges.to[1]: found '0.5' (expected a whole"},
      {with(R"("to": [1, 0])", R"("to": [1, 4294967295])"), "edges.to[1]: found '4294967295'"},
      {with(R"("to": [1, 0])", R"("to": [1, 2])"), "edges.to[1]: no object 2 (expected one of 2"},
      {with(R"("to": [1, 0])", R"("to": [1])"), "edges.to: 1 values (expected 2, as edges.from"},
      {with(R"(["a"])", R"([1])"), "sites[0]: found a number (expected a name)"},
      {with(R"(["a"])", R"("a")"), "sites: found a string (expected an array of names)"},
      {with(R"(["a"])", R"([["a"]])"), "sites[0]: found an array"},
      {with(R"({"site": [0, 0]})", R"({"site": []})"), "pes: no PE"},
      {with(R"({"site": [0, 0]})", R"([])"), "pes: found an array (expected an object)"},
      {with(R"("version": 1)", R"("version": 1, "version": 1)"), "version: is given twice"},
      {with(R"("version": 1)", R"("version": 1, "steps": 0)"), "steps: no step"},
      {with(R"("version": 1)", R"("version": 1, "name": true)"), "name: found true (expected a st"},
      {with(R"("pe": [0, 1])", R"("pe": [0, 1], "pinned": [2])"), "objects.pinned: no object 2"},
      {with(R"("pe": [0, 1])", R"("pe": [0, 1], "position": [[1]])"), "position[0]: found fewer"},
      {with(R"("pe": [0, 1])", R"("pe": [0, 1], "position": [[1,2,3]])"),
       "objects.position[0]: found three numbers"},
      {with(R"("pe": [0, 1])", R"("pe": [0, 1], "position": [[1,2]])"), "position: 1 values"},
      {with(R"("pe": [0, 1])", R"("pe": [0, 1], "position": [1,2])"), "position[0]: found a numb"},
  };
  for (const Case& one : cases) EXPECT_THAT(error_of(one.text), HasSubstr(one.said)) << one.text;
}

TEST(SnapshotJson, NeverNestsDeeperThanTheFormat) {
  EXPECT_THAT(error_of(std::string(1'000'000, '[')), HasSubstr("found an array"));
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"pes\":";
  EXPECT_THAT(error_of(objects), HasSubstr("unknown key 'pes'"));
}

TEST(SnapshotJson, MeetsSpoiledFilesWithAnErrorOrAValidSnapshot) {
  const std::string text = to_json(example());
  Random random(5);
  int refused = 0;
  for (int i = 0; i < 2'000; ++i) {
    std::string spoiled = text;
    for (std::uint64_t n = 1 + random.below(4); n > 0; --n) {
      spoiled[random.below(spoiled.size())] = static_cast<char>(random.below(256));
    }
    if (i % 3 == 0) spoiled.resize(random.below(spoiled.size()));
    const auto read = read_snapshot(spoiled, "s.json");
    if (read) {
      EXPECT_TRUE(validate(*read));
    } else {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1'000);
}

TEST(SnapshotJson, LoadsWhatItSaved) {
  const std::string path = testing::TempDir() + "snapshot_json_test.json";
  ASSERT_TRUE(save_snapshot(example(), path));
  EXPECT_EQ(load_snapshot(path).value(), example());
  EXPECT_THAT(load_snapshot(path + ".none").error().text(), HasSubstr("No such file"));
  EXPECT_THAT(load_snapshot(testing::TempDir()).error().text(), HasSubstr("is a directory"));
  EXPECT_EQ(save_snapshot(example(), "/nowhere/s.json").error().code, ErrorCode::io);
  std::remove(path.c_str());
}

std::string format_text(const std::string& name) {
  std::ifstream file(std::string(ISTHMUS_FORMATS_FOLDER) + "/" + name);
  EXPECT_TRUE(file) << name;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(SnapshotFormat, ItsPageShowsSnapshotsThatRead) {
  const std::string page = format_text("snapshot.md");
  const std::string fence = "```json\n";
  int shown = 0;
  for (auto at = page.find(fence); at != std::string::npos; at = page.find(fence, at + 1)) {
    const auto begin = at + fence.size();
    const std::string text = page.substr(begin, page.find("```\n", begin) - begin);
    const auto read = read_snapshot(text, "snapshot.md");
    EXPECT_TRUE(read) << read.error().text();
    ++shown;
  }
  EXPECT_GE(shown, 2);
}

TEST(SnapshotFormat, ItsSchemaAndPageNameEveryKeyThatIsWritten) {
  const auto schema = nlohmann::json::parse(format_text("snapshot.schema.json"));
  const std::string page = format_text("snapshot.md");
  const auto written = nlohmann::json::parse(to_json(example()));
  for (const auto& [key, value] : written.items()) {
    ASSERT_TRUE(schema["properties"].contains(key)) << key;
    EXPECT_THAT(page, HasSubstr("`" + key + "`"));
    if (!value.is_object()) continue;
    const auto& inner = schema["properties"][key]["properties"];
    EXPECT_EQ(inner.size(), value.size()) << key;
    for (const auto& [name, column] : value.items()) {
      EXPECT_TRUE(inner.contains(name)) << name;
      EXPECT_THAT(page, HasSubstr("`" + key + "." + name + "`"));
    }
  }
  EXPECT_EQ(schema["properties"].size(), written.size());
}

}  // namespace
}  // namespace isthmus::engine::balance
