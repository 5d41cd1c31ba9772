#include <gtest/gtest.h>

#include <array>

#include "isthmus/base/random.hpp"
#include "isthmus/topology/topology.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::topology {
namespace {

constexpr std::string_view sample = R"([grid]
name = "two campuses"
[[site]]
name = "urbana"
pes = 2
[[site]]
name = "chicago"
speed = 1.5
  [[site.node]]
  name = "c"
  pes = 4
  processes = 2
  count = 3
  address = "10.0.0.{}"
[link.same_node]
chain = ["tcp"]
[link.between_sites]
chain = ["profile", "delay", "tcp"]
delay = { latency = "8ms", jitter = "1ms", bandwidth = "100Mb/s" }
[class.ocean]
delay.latency = "70ms"
[[between]]
sites = ["urbana", "chicago"]
class = "ocean"
directed = true
delay.jitter = """
5ms"""
)";

constexpr std::array<std::string_view, 26> tokens = {
    "[",   "]",    "[[",         "]]",    "{",    "}",    "=",        ".", ",",
    "\"",  "'",    "\"\"\"",     "\n",    "\\u",  "#",    "-",        "1", "1e99",
    "nan", "true", "1979-05-27", "chain", "site", "\xff", "\xc3\xa9", "{}"};

/// Whatever was read must hold together, and survive the writers.
void use(std::string_view text) {
  const auto grid = read_grid(text, "fuzz.toml");
  if (!grid) {
    EXPECT_EQ(grid.error().code, ErrorCode::bad_input);
    EXPECT_EQ(grid.error().text().find('\n'), std::string::npos) << grid.error().text();
    EXPECT_EQ(grid.error().where.find("fuzz.toml"), 0u) << grid.error().text();
    return;
  }
  const auto topology = Topology::from_grid(*grid);
  ASSERT_TRUE(topology) << topology.error().text();
  EXPECT_FALSE(to_json(*topology, warnings(*grid, 2)).empty());
  const auto again = read_grid(to_toml(*grid), "again.toml");
  ASSERT_TRUE(again) << again.error().text() << "\n" << text;
  EXPECT_EQ(*again, *grid) << text;
}

TEST(GridFuzz, ReadsTheSampleItself) { EXPECT_TRUE(read_grid(sample, "sample.toml")); }

TEST(GridFuzz, EveryTruncationIsReadOrRefused) {
  for (std::size_t size = 0; size <= sample.size(); ++size) use(sample.substr(0, size));
}

TEST(GridFuzz, EveryMutationIsReadOrRefused) {
  Random random(20260214);
  for (int round = 0; round < 4000 && !testing::Test::HasFatalFailure(); ++round) {
    std::string text(sample);
    for (std::uint64_t i = 1 + random.below(4); i > 0; --i) {
      const std::size_t at = random.below(text.size());
      const std::size_t length = random.below(12);
      switch (random.below(4)) {
        case 0:
          text[at] = static_cast<char>(random.below(256));
          break;
        case 1:
          text.insert(at, tokens[random.below(tokens.size())]);
          break;
        case 2:
          text.erase(at, length);
          break;
        default:
          text.insert(random.below(text.size()), text.substr(at, length));
      }
      if (text.empty()) text.push_back('=');
    }
    use(text);
  }
}

TEST(GridFuzz, UnitsNeverCrash) {
  constexpr std::string_view letters = "0123456789.-+eE kKMGTimunsbBhit/\xc2\xb5";
  Random random(7);
  int read = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (std::uint64_t i = random.below(8); i > 0; --i)
      text += letters[random.below(letters.size())];
    if (const auto value = parse_duration_ns(text)) {
      EXPECT_GE(*value, 0) << text;
      ++read;
    }
    const auto bandwidth = parse_bandwidth_bytes_per_s(text);
    EXPECT_GT(bandwidth.value_or(1.0), 0.0) << text;
    const auto size = parse_size_bytes(text);
    EXPECT_GE(size.value_or(0), 0) << text;
  }
  EXPECT_GT(read, 10);
}

}  // namespace
}  // namespace isthmus::topology
