#include "isthmus/topology/grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace isthmus::engine::topology {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

std::string fault_of(const Grid& grid) {
  const auto result = validate(grid);
  if (result) return "valid";
  EXPECT_EQ(result.error().code, ErrorCode::bad_input);
  return result.error().text();
}

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

TEST(Grid, HasDefaultChainsForEveryKindOfLink) {
  const Grid grid;
  EXPECT_EQ(grid.links.at(LinkKind::same_process).chain, std::vector<DeviceSpec>{{"local"}});
  EXPECT_EQ(grid.links.at(LinkKind::same_node).chain, std::vector<DeviceSpec>{{"shm"}});
  EXPECT_EQ(grid.links.at(LinkKind::same_site).chain, std::vector<DeviceSpec>{{"tcp"}});
  EXPECT_EQ(grid.links.at(LinkKind::between_sites).chain,
            (std::vector<DeviceSpec>{{"crypt"}, {"delay"}, {"tcp"}}));
}

TEST(Grid, SaysSpeedsWhereAnyNodeDoes) {
  Grid grid = uniform_grid(2, 2);
  EXPECT_FALSE(grid.says_speeds());
  EXPECT_THAT(to_toml(grid), Not(HasSubstr("speed")));
  grid.sites[1].nodes[0].speed = 0.5;
  EXPECT_TRUE(grid.says_speeds());
  const auto said = read_grid("[[site]]\nspeed = 1\n[[site]]\n", "g.toml");
  ASSERT_TRUE(said);
  EXPECT_TRUE(said->sites[0].nodes[0].says_speed());
  EXPECT_FALSE(said->sites[1].nodes[0].says_speed());
  EXPECT_TRUE(read_grid(to_toml(*said), "g.toml")->says_speeds());
}

TEST(Grid, IsUniformFromThreeNumbers) {
  const Grid grid = uniform_grid(2, 6, 3);
  ASSERT_EQ(grid.sites.size(), 2u);
  EXPECT_EQ(grid.sites[1].name, "site1");
  ASSERT_EQ(grid.sites[1].nodes.size(), 1u);
  EXPECT_EQ(grid.sites[1].nodes[0].name, "site1-0");
  EXPECT_EQ(grid.sites[1].nodes[0].pes, 6);
  EXPECT_EQ(grid.sites[1].nodes[0].processes, 3);
  EXPECT_EQ(fault_of(grid), "valid");
}

TEST(Grid, RefusesUniformNonsenseWithoutFillingTheMemory) {
  EXPECT_THAT(fault_of(uniform_grid(0, 1)), HasSubstr("no site (expected at least one [[site]])"));
  EXPECT_THAT(fault_of(uniform_grid(-5, 1)), HasSubstr("no site"));
  EXPECT_THAT(fault_of(uniform_grid(2'000'000'000, 1)), HasSubstr("too many sites"));
  EXPECT_THAT(fault_of(uniform_grid(2, 0)), HasSubstr("has 0 PEs (expected 1 to 1000000)"));
  EXPECT_THAT(fault_of(uniform_grid(2, 600'000)), HasSubstr("too many PEs"));
  EXPECT_THAT(fault_of(uniform_grid(2, 2, 0)), HasSubstr("has 0 processes for 2 PEs"));
  EXPECT_THAT(fault_of(uniform_grid(2, 2, 3)), HasSubstr("has 3 processes for 2 PEs"));
}

TEST(Grid, RefusesBadNamesSpeedsAndAddresses) {
  Grid grid = uniform_grid(2, 1);
  grid.sites[0].nodes[0].speed = 0.0 / 0.0;
  EXPECT_THAT(fault_of(grid), HasSubstr("speed"));
  grid = uniform_grid(2, 1);
  grid.sites[0].nodes[0].address = "two words";
  EXPECT_THAT(fault_of(grid), HasSubstr("no usable address"));
  for (const std::string& name :
       {std::string(), std::string("a\nb"), std::string(201, 'x'), std::string("\xff"),
        std::string("\xed\xa0\x80"), std::string("\xc0\xaf"), std::string("cut \xe2\x82")}) {
    grid = uniform_grid(2, 1);
    grid.sites[0].name = name;
    EXPECT_THAT(fault_of(grid), HasSubstr("a site's name is empty, too long or unprintable"));
  }
  grid = uniform_grid(2, 1);
  grid.sites[1].nodes.clear();
  EXPECT_THAT(fault_of(grid), HasSubstr("'site1' has no node"));
}

TEST(Grid, RefusesBadChains) {
  Grid grid = uniform_grid(2, 1);
  grid.links[LinkKind::same_node].chain.clear();
  EXPECT_THAT(fault_of(grid), HasSubstr("'same_node' has an empty chain"));
  grid = uniform_grid(2, 1);
  grid.links.erase(LinkKind::same_site);
  EXPECT_THAT(fault_of(grid), HasSubstr("no link class for same_site"));
  grid = uniform_grid(2, 1);
  grid.links[LinkKind::same_node].chain = {{"chain"}};
  EXPECT_THAT(fault_of(grid), HasSubstr("'chain' is no device name"));
  grid.links[LinkKind::same_node].chain = {{"zip", {{"level", "3"}}}, {"zip"}, {"tcp"}};
  EXPECT_THAT(fault_of(grid), HasSubstr("'zip' stands twice in one chain and differs"));
  grid.links[LinkKind::same_node].chain = {{"zip", {{"level", "\xff"}}}};
  EXPECT_THAT(fault_of(grid), HasSubstr("a parameter of device 'zip' is no text"));
  grid = uniform_grid(2, 1);
  grid.link_classes["same_site"] = default_link(LinkKind::same_site);
  EXPECT_THAT(fault_of(grid), HasSubstr("has the name of a kind of link"));
}

TEST(Grid, ChangesAParameterOfEveryDeviceOfThatName) {
  LinkClass link = {"x", {{"profile"}, {"delay"}, {"profile"}}};
  EXPECT_TRUE(link.set("profile", "file", "a"));
  EXPECT_EQ(link.chain[0].parameters.at("file"), "a");
  EXPECT_EQ(link.chain[2].parameters.at("file"), "a");
  EXPECT_TRUE(link.chain[1].parameters.empty());
  EXPECT_FALSE(link.set("crypt", "key", "a"));
}

TEST(Grid, SurvivesWritingAndReading) {
  const Grid grid = rich_grid();
  ASSERT_EQ(fault_of(grid), "valid");
  const auto again = read_grid(to_toml(grid), "again.toml");
  ASSERT_TRUE(again) << again.error().text() << "\n" << to_toml(grid);
  EXPECT_EQ(*again, grid);
  EXPECT_EQ(to_toml(*again), to_toml(grid));
  const Grid plain = uniform_grid(4, 3, 2);
  EXPECT_EQ(read_grid(to_toml(plain), "again.toml").value(), plain);
}

TEST(GridWarnings, AreSilentOnASensibleGrid) {
  Grid grid = uniform_grid(2, 1);
  grid.links[LinkKind::between_sites].set("delay", "latency", "8ms");
  EXPECT_THAT(warnings(grid, 2), IsEmpty());
  EXPECT_THAT(warnings(uniform_grid(1, 2), 2), IsEmpty());
}

TEST(GridWarnings, TellOfADelayThatDelaysNothing) {
  Grid grid = uniform_grid(2, 1);
  EXPECT_THAT(warnings(grid, 0),
              Contains(HasSubstr("'between_sites' has a delay without latency")));
  grid.links[LinkKind::between_sites].set("delay", "bandwidth", "1Mb/s");
  EXPECT_THAT(warnings(grid, 0), IsEmpty());
  grid = uniform_grid(2, 1);
  grid.links[LinkKind::between_sites].set("delay", "latency", "1ms");
  grid.links[LinkKind::between_sites].set("delay", "jitter", "2ms");
  EXPECT_THAT(warnings(grid, 0), Contains(HasSubstr("more jitter than latency")));
}

TEST(GridWarnings, PassOverTheGeneralLinkWhereEveryPairHasItsOwn) {
  Grid grid = uniform_grid(2, 1);
  grid.link_classes["wan"] = {"wan", {{"delay", {{"latency", "1ms"}}}, {"tcp"}}};
  grid.overrides = {{"site0", "site1", "wan"}};
  EXPECT_THAT(warnings(grid, 0), IsEmpty());
  grid.overrides[0].directed = true;
  EXPECT_THAT(warnings(grid, 0), Contains(HasSubstr("'between_sites' has a delay without")));
}

TEST(GridWarnings, TellOfValuesThatDoNotRead) {
  const auto grid = read_grid(
      "[[site]]\n[[site]]\n[link.between_sites]\n"
      "delay.latency = \"8 knots\"\n",
      "g.toml");
  ASSERT_TRUE(grid);
  EXPECT_THAT(
      warnings(*grid, 0),
      Contains(HasSubstr("g.toml:4: 'latency' of device 'delay': '8 knots' has an unknown")));
}

TEST(GridWarnings, TellOfSpeedsCoresAndIdleClasses) {
  Grid grid = uniform_grid(2, 4);
  grid.sites[1].nodes[0].speed = 50.0;
  grid.link_classes["spare"] = {"spare", {{"tcp"}}};
  EXPECT_THAT(warnings(grid, 2), Contains(HasSubstr("site 'site1' (speed 50) are far faster")));
  EXPECT_THAT(warnings(grid, 2), Contains(HasSubstr("8 PEs on this machine of 2 cores")));
  EXPECT_THAT(warnings(grid, 2), Contains(HasSubstr("'spare' is not used")));
  for (Site& site : grid.sites) site.nodes[0].address = "10.0.0.1";
  EXPECT_THAT(warnings(grid, 2), testing::Not(Contains(HasSubstr("cores"))));
}

}  // namespace
}  // namespace isthmus::engine::topology
