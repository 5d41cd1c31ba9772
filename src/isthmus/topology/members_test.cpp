#include "isthmus/topology/members.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace isthmus::topology {
namespace {

using ::testing::ElementsAre;

Topology reserved_gateways() {
  Grid grid = uniform_grid(2, 3, 3);
  grid.gateways = true;
  grid.gateways_reserved = true;
  return Topology::from_grid(grid).value();
}

TEST(Members, AreAllPesWhereAJobBegins) {
  const Topology topology = Topology::from_grid(uniform_grid(2, 2)).value();
  const Members members(topology);
  EXPECT_EQ(members.epoch(), 0u);
  EXPECT_THAT(members.pes(), ElementsAre(PeId(0), PeId(1), PeId(2), PeId(3)));
  EXPECT_EQ(members.first(), PeId(0));
  EXPECT_TRUE(members.contains(PeId(3)));
  EXPECT_FALSE(members.contains(PeId(4)));
  EXPECT_EQ(members.object_pes(), topology.object_pes());
  EXPECT_EQ(members.speeds_before(), topology.speeds_before());
}

TEST(Members, FormARingWithoutThoseWhoAreLost) {
  const Topology topology = Topology::from_grid(uniform_grid(2, 3)).value();
  const Members members(topology, 1, {PeId(1), PeId(2), PeId(5)});
  EXPECT_EQ(members.epoch(), 1u);
  EXPECT_EQ(members.count(), 3u);
  EXPECT_EQ(members.first(), PeId(1));
  EXPECT_EQ(members.after(PeId(2)), PeId(5));
  EXPECT_EQ(members.after(PeId(5)), PeId(1));
  EXPECT_EQ(members.before(PeId(5)), PeId(2));
  EXPECT_EQ(members.before(PeId(1)), PeId(5));
  EXPECT_FALSE(members.contains(PeId(0)));
}

TEST(Members, HoldObjectsWhereTheTopologyLetsThem) {
  const Topology topology = reserved_gateways();
  const Members members(topology, 1, {PeId(0), PeId(1), PeId(3), PeId(5)});
  EXPECT_THAT(members.object_pes(), ElementsAre(PeId(1), PeId(5)));
  EXPECT_FALSE(members.holds_objects(PeId(0))) << "a reserved gateway";
  EXPECT_FALSE(members.holds_objects(PeId(2))) << "no member";
  EXPECT_THAT(members.speeds_before(), ElementsAre(0, 0, 1, 1, 1, 1, 2));
}

}  // namespace
}  // namespace isthmus::topology
