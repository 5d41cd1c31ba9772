// What a grid may not be, whoever made it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "isthmus/topology/grid.hpp"

namespace isthmus::engine::topology {
namespace {

using testing::HasSubstr;

std::string fault_of(const Grid& grid) {
  const auto result = validate(grid);
  if (result) return "valid";
  EXPECT_EQ(result.error().code, ErrorCode::bad_input);
  return result.error().text();
}

TEST(GridValidation, RefusesUniformNonsenseWithoutFillingTheMemory) {
  EXPECT_THAT(fault_of(uniform_grid(0, 1)), HasSubstr("no site (expected at least one [[site]])"));
  EXPECT_THAT(fault_of(uniform_grid(-5, 1)), HasSubstr("no site"));
  EXPECT_THAT(fault_of(uniform_grid(2'000'000'000, 1)), HasSubstr("too many sites"));
  EXPECT_THAT(fault_of(uniform_grid(2, 0)), HasSubstr("has 0 PEs (expected 1 to 1000000)"));
  EXPECT_THAT(fault_of(uniform_grid(2, 600'000)), HasSubstr("too many PEs"));
  EXPECT_THAT(fault_of(uniform_grid(2, 2, 0)), HasSubstr("has 0 processes for 2 PEs"));
  EXPECT_THAT(fault_of(uniform_grid(2, 2, 3)), HasSubstr("has 3 processes for 2 PEs"));
}

TEST(GridValidation, RefusesBadNamesSpeedsAndAddresses) {
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

TEST(GridValidation, RefusesBadChains) {
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

TEST(GridValidation, RefusesNamesThatStandTwice) {
  Grid grid = uniform_grid(2, 1);
  grid.sites[1].name = "site0";
  grid.sites[0].line = 7;
  EXPECT_THAT(fault_of(grid), HasSubstr("site 'site0' stands twice"));
  EXPECT_THAT(fault_of(grid), HasSubstr("the first is on line 7"));
  grid = uniform_grid(2, 1);
  grid.sites[1].nodes.push_back(grid.sites[1].nodes[0]);
  EXPECT_THAT(fault_of(grid), HasSubstr("node 'site1-0' stands twice in site 'site1'"));
  grid.sites[1].nodes[1].name = "site0-0";
  EXPECT_EQ(fault_of(grid), "valid") << "nodes of two sites may have one name";
}

TEST(GridValidation, WantsASpeedForEachPeOrOneForAll) {
  Grid grid = uniform_grid(1, 3);
  Node& node = grid.sites[0].nodes[0];
  node.pe_speeds = {1, 2};
  EXPECT_THAT(fault_of(grid), HasSubstr("2 speeds for 3 PEs (expected one number, or one for"));
  node.pe_speeds = {1, 2, 0};
  EXPECT_THAT(fault_of(grid), HasSubstr("speed 0 (expected a number from"));
  node.pe_speeds = {1, 2, 1e6};
  EXPECT_EQ(fault_of(grid), "valid");
  node.pe_speeds[1] = 1.1e6;
  EXPECT_THAT(fault_of(grid), HasSubstr("speed 1100000"));
}

TEST(GridValidation, KeepsThePortsOfAllProcessesOfANodeWithinRange) {
  Grid grid = uniform_grid(1, 3, 3);
  Reach& reach = grid.sites[0].nodes[0].reach;
  reach.listen = "node:65533";
  EXPECT_EQ(fault_of(grid), "valid");
  reach.listen = "node:65534";
  EXPECT_THAT(fault_of(grid), HasSubstr("with ports for 3 processes"));
  reach.listen = "node:0";
  EXPECT_EQ(fault_of(grid), "valid") << "any port";
  reach.relay = "relay:65535";
  EXPECT_EQ(fault_of(grid), "valid") << "one port for all";
  reach.relay = "relay:0";
  EXPECT_THAT(fault_of(grid), HasSubstr("and a port above 0"));
}

TEST(GridValidation, RefusesMeasurementsBelowNothing) {
  Grid grid = uniform_grid(2, 1);
  MeasuredLink& measured = grid.links[LinkKind::between_sites].measured;
  measured = {0, 1.0};
  EXPECT_EQ(fault_of(grid), "valid");
  measured.latency_ns = -1;
  EXPECT_THAT(fault_of(grid), HasSubstr("has a negative measurement"));
  measured = {0, 0.0};
  EXPECT_THAT(fault_of(grid), HasSubstr("has a negative measurement"));
}

TEST(GridValidation, BoundsTheLengthOfAChain) {
  Grid grid = uniform_grid(2, 1);
  std::vector<DeviceSpec>& chain = grid.links[LinkKind::same_site].chain;
  chain = std::vector<DeviceSpec>(32, {"tcp"});
  EXPECT_EQ(fault_of(grid), "valid");
  chain.push_back({"tcp"});
  EXPECT_THAT(fault_of(grid), HasSubstr("too long a chain (expected at most 32)"));
}

TEST(GridValidation, JoinsTwoSitesThatAreThereByAClassThatIsThere) {
  Grid grid = uniform_grid(3, 1);
  grid.link_classes["thin"] = {"thin", {{"tcp"}}};
  grid.overrides = {{"site0", "site7", "thin"}};
  EXPECT_THAT(fault_of(grid), HasSubstr("unknown site 'site7' in [[between]]"));
  grid.overrides = {{"site1", "site1", "thin"}};
  EXPECT_THAT(fault_of(grid), HasSubstr("joins site 'site1' with itself"));
  grid.overrides = {{"site0", "site1", "thim"}};
  EXPECT_THAT(fault_of(grid), HasSubstr("unknown link class 'thim' in [[between]]"));
  EXPECT_THAT(fault_of(grid), HasSubstr("did you mean 'thin'?"));
  grid.overrides = {{"site0", "site1", "same_site"}};
  EXPECT_EQ(fault_of(grid), "valid");
}

TEST(GridValidation, TakesOneClassForAPairAndOneForEachOfItsDirections) {
  Grid grid = uniform_grid(2, 1);
  grid.overrides = {{"site0", "site1"}, {"site0", "site1", "between_sites", true}};
  grid.overrides.push_back({"site1", "site0", "between_sites", true});
  EXPECT_EQ(fault_of(grid), "valid");
  grid.overrides.push_back({"site1", "site0"});
  EXPECT_THAT(fault_of(grid), HasSubstr("a second [[between]] for 'site1' and 'site0'"));
  grid.overrides.back().directed = true;
  EXPECT_THAT(fault_of(grid), HasSubstr("a second [[between]] for 'site1' and 'site0'"));
}

TEST(GridValidation, KeepsGatewaysFromWhatTheyCannotDo) {
  Grid grid = uniform_grid(2, 2, 1);
  grid.gateways = true;
  EXPECT_EQ(fault_of(grid), "valid");
  grid.probe.links = true;
  EXPECT_THAT(fault_of(grid), HasSubstr("gateways, and sites or links to be found out"));
  grid.probe = {.speeds = true};
  EXPECT_EQ(fault_of(grid), "valid");
  grid.overrides = {{"site0", "site1", "same_node"}};
  EXPECT_THAT(fault_of(grid), HasSubstr("are joined by 'same_node', as processes of one site"));
  grid.overrides.clear();
  grid.gateways_reserved = true;
  EXPECT_THAT(fault_of(grid), HasSubstr("the gateway of 'site0' is to have no objects"));
  grid.sites[0].nodes[0].processes = 2;
  EXPECT_THAT(fault_of(grid), HasSubstr("the gateway of 'site1' is to have no objects"));
  grid.sites[1].nodes.push_back({"another"});
  EXPECT_EQ(fault_of(grid), "valid");
}

}  // namespace
}  // namespace isthmus::engine::topology
