#include "isthmus/topology/grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace isthmus::engine::topology {
namespace {

using testing::HasSubstr;

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
  EXPECT_TRUE(validate(grid));
}

TEST(Grid, ChangesAParameterOfEveryDeviceOfThatName) {
  LinkClass link = {"x", {{"profile"}, {"delay"}, {"profile"}}};
  EXPECT_TRUE(link.set("profile", "file", "a"));
  EXPECT_EQ(link.chain[0].parameters.at("file"), "a");
  EXPECT_EQ(link.chain[2].parameters.at("file"), "a");
  EXPECT_TRUE(link.chain[1].parameters.empty());
  EXPECT_FALSE(link.set("crypt", "key", "a"));
}

}  // namespace
}  // namespace isthmus::engine::topology
