// Grids as files: what is written reads back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "isthmus/topology/grid.hpp"

namespace isthmus::engine::topology {
namespace {

using testing::HasSubstr;

/// Three sites with all that a file can say.
Grid rich_grid() {
  Grid grid = uniform_grid(3, 4, 2);
  grid.name = "three \"campuses\" \\";
  grid.probe = {.speeds = true};
  grid.gateways = grid.gateways_reserved = true;
  grid.tuning = {{"batch", "3"}, {"queue limit", "4 \"KiB\""}};
  grid.sites[0].name = "S\u00e3o Paulo";
  grid.sites[0].nodes[0].pe_speeds = {1, 0.25, 1.0 / 3.0, 7};
  grid.sites[1].nodes.push_back({"fast one", 7, 3, 1.0 / 3.0, "10.0.0.7"});
  grid.links[LinkKind::between_sites].chain = {{"profile"},
                                               {"delay", {{"latency", "8ms"}}},
                                               {"profile"},
                                               {"tcp", {{"no delay", "a\tb\x7f\n"}}}};
  grid.links[LinkKind::between_sites].measured = {8'061'000, 11'775'000.0};
  grid.links[LinkKind::same_node].measured.latency_ns = 12'345;
  grid.link_classes["thin"] = {"thin", {{"delay", {{"bandwidth", "1Mb/s"}}}, {"tcp"}}};
  grid.overrides = {{"S\u00e3o Paulo", "site1", "thin"},
                    {"site2", "site1", "thin", true},
                    {"site2", "site1", "between_sites"}};
  return grid;
}

TEST(GridWriter, SurvivesWritingAndReading) {
  const Grid grid = rich_grid();
  ASSERT_TRUE(validate(grid));
  const auto again = read_grid(to_toml(grid), "again.toml");
  ASSERT_TRUE(again) << again.error().text() << "\n" << to_toml(grid);
  EXPECT_EQ(*again, grid);
  EXPECT_EQ(to_toml(*again), to_toml(grid));
  const Grid plain = uniform_grid(4, 3, 2);
  EXPECT_EQ(read_grid(to_toml(plain), "again.toml").value(), plain);
}

TEST(GridWriter, LeavesOutWhatIsAsItIsByDefault) {
  Grid grid = uniform_grid(1, 2);
  for (const char* word : {"[grid]", "[tune]", "[class.", "[[between]]", "speed", "listen"}) {
    EXPECT_THAT(to_toml(grid), Not(HasSubstr(word)));
  }
  grid.probe = {.sites = true, .speeds = true};
  EXPECT_THAT(to_toml(grid), HasSubstr("[grid]\nprobe = [\"sites\", \"speeds\"]\n"));
  grid.gateways = true;
  EXPECT_THAT(to_toml(grid), HasSubstr("gateways = true\n"));
  grid.gateways_reserved = true;
  EXPECT_THAT(to_toml(grid), HasSubstr("gateways = \"reserved\"\n"));
}

TEST(GridWriter, EscapesWhatTomlDoesNotTakeWithinQuotes) {
  Grid grid = uniform_grid(1, 1);
  grid.name = "a\"b\\c";
  EXPECT_THAT(to_toml(grid), HasSubstr(R"(name = "a\"b\\c")"));
  grid.links[LinkKind::same_node].chain = {{"shm", {{"tab\tand\x7f", "\n"}}}};
  EXPECT_THAT(to_toml(grid), HasSubstr(R"(shm."tab\u0009and\u007F" = "\u000A")"));
}

TEST(GridWriter, WritesADevicesParametersOnceHoweverOftenItStands) {
  Grid grid = uniform_grid(2, 1);
  const DeviceSpec profile{"profile", {{"file", "f"}}};
  grid.links[LinkKind::same_site].chain = {profile, {"delay"}, profile, {"tcp"}};
  const std::string text = to_toml(grid);
  const std::string line = "profile.\"file\" = \"f\"\n";
  ASSERT_THAT(text, HasSubstr(line));
  EXPECT_EQ(text.find(line, text.find(line) + 1), std::string::npos);
  EXPECT_THAT(text, HasSubstr(R"(chain = ["profile", "delay", "profile", "tcp"])"));
}

TEST(GridWriter, SaysWhereANodeIsReached) {
  Grid grid = uniform_grid(1, 1);
  grid.sites[0].nodes[0].reach = {"[::]:7000", "gate:80", ""};
  const std::string text = to_toml(grid);
  EXPECT_THAT(text, HasSubstr("listen = \"[::]:7000\"\nadvertise = \"gate:80\"\n"));
  EXPECT_THAT(text, Not(HasSubstr("relay")));
}

}  // namespace
}  // namespace isthmus::engine::topology
