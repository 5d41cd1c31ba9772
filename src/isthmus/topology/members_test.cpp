#include "isthmus/topology/members.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::topology {
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
  EXPECT_THAT(members.of(SiteId(0)), ElementsAre(PeId(1), PeId(2)));
  EXPECT_THAT(members.of(SiteId(1)), ElementsAre(PeId(5)));
  EXPECT_TRUE(Members(topology, 2, {PeId(3), PeId(4)}).of(SiteId(0)).empty());
}

std::map<PeId, int> heirs_of(const Members& members, PeId lost, int count) {
  std::map<PeId, int> heirs;
  for (int i = 0; i < count; ++i) {
    ++heirs[members.heir(lost, Random::mix(static_cast<std::uint64_t>(i) + 1))];
  }
  return heirs;
}

TEST(Members, InheritTheObjectsOfThoseOfTheirSiteInProportionToTheirSpeeds) {
  Grid grid = uniform_grid(2, 4);
  grid.sites[1].nodes[0].pe_speeds = {1, 1, 1, 3};
  const Topology topology = Topology::from_grid(grid).value();
  const Members members(topology, 1, {PeId(0), PeId(1), PeId(2), PeId(5), PeId(7)});
  EXPECT_EQ(members.heir(PeId(5), 77), PeId(5)) << "itself, where it is there";
  const auto heirs = heirs_of(members, PeId(6), 4000);
  ASSERT_EQ(heirs.size(), 2u) << "PEs 5 and 7, of its site";
  EXPECT_NEAR(heirs.at(PeId(5)), 1000, 100);
  EXPECT_NEAR(heirs.at(PeId(7)), 3000, 100);
}

TEST(Members, InheritTheObjectsOfALostSiteAllTogether) {
  const Topology topology = Topology::from_grid(uniform_grid(2, 2)).value();
  const Members members(topology, 1, {PeId(0), PeId(1)});
  const auto heirs = heirs_of(members, PeId(3), 4000);
  EXPECT_NEAR(heirs.at(PeId(0)), 2000, 150);
  EXPECT_NEAR(heirs.at(PeId(1)), 2000, 150);
  // A PE of a larger shape, from which the job goes on.
  EXPECT_EQ(heirs_of(members, PeId(900), 100).size(), 2u);
}

TEST(Members, InheritNothingWhereTheyHoldNoObjects) {
  const Topology topology = reserved_gateways();
  const Members members(topology, 1, {PeId(0), PeId(1), PeId(3), PeId(5)});
  EXPECT_EQ(members.heir(PeId(2), 0), PeId(1));
  for (const PeId lost : {PeId(2), PeId(4)}) {
    for (const std::uint64_t hash : {std::uint64_t{0}, ~std::uint64_t{0}}) {
      EXPECT_EQ(members.heir(lost, hash), lost == PeId(2) ? PeId(1) : PeId(5));
    }
  }
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
}  // namespace isthmus::engine::topology
