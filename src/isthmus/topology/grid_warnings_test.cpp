// What is allowed in a grid but probably not meant.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "isthmus/topology/grid.hpp"

namespace isthmus::engine::topology {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

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

TEST(GridWarnings, CompareSpeedsByTheMeanOfASitesPes) {
  Grid grid = uniform_grid(2, 1);
  grid.sites[1].nodes.push_back({.name = "fast", .pes = 3, .speed = 13.0});
  EXPECT_THAT(warnings(grid, 0), Not(Contains(HasSubstr("far faster")))) << "10 to 1 is usual";
  grid.sites[1].nodes[1].speed = 13.1;
  EXPECT_THAT(warnings(grid, 0), Contains(HasSubstr("site 'site1' (speed 10.07")));
  grid.sites.erase(grid.sites.begin());
  EXPECT_THAT(warnings(grid, 0), Not(Contains(HasSubstr("far faster"))));
}

TEST(GridWarnings, CountThePesOfThisMachineAlone) {
  Grid grid = uniform_grid(3, 2);
  grid.sites[0].nodes[0].address = "::1";
  grid.sites[1].nodes[0].address = "localhost";
  grid.sites[2].nodes[0].address = "elsewhere";
  EXPECT_THAT(warnings(grid, 4), Not(Contains(HasSubstr("cores"))));
  EXPECT_THAT(warnings(grid, 3), Contains(HasSubstr("4 PEs on this machine of 3 cores")));
  EXPECT_THAT(warnings(grid, 0), Not(Contains(HasSubstr("cores")))) << "nobody knows how many";
}

TEST(GridWarnings, LookAtAClassThatPairsUse) {
  Grid grid = uniform_grid(3, 1);
  grid.links[LinkKind::between_sites].set("delay", "latency", "1ms");
  grid.link_classes["wan"] = {"wan", {{"delay"}, {"tcp"}}};
  EXPECT_THAT(warnings(grid, 0), Contains(HasSubstr("'wan' is not used by any [[between]]")));
  grid.overrides = {{"site0", "site1", "wan"}};
  EXPECT_THAT(warnings(grid, 0), Contains(HasSubstr("'wan' has a delay without latency")));
  grid.link_classes["wan"].measured = {1'000'000, {}};
  EXPECT_THAT(warnings(grid, 0), IsEmpty()) << "what was measured counts";
}

}  // namespace
}  // namespace isthmus::engine::topology
