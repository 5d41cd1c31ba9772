#include "isthmus/network/routes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "isthmus/testing/shape.hpp"

namespace isthmus::engine::network {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using topology::LinkKind;

std::vector<LinkPlan> links_of(const Standpoint& at) {
  auto links = plan_links(at);
  EXPECT_TRUE(links) << links.error().text();
  return links ? std::move(*links) : std::vector<LinkPlan>();
}

std::vector<Route> routes_of(PeId from, const Standpoint& at) {
  return routes_from(from, at, links_of(at));
}

std::vector<ProcessId> processes_of(const std::vector<Route>& routes) {
  std::vector<ProcessId> processes;
  for (const Route& route : routes) processes.push_back(route.process);
  return processes;
}

constexpr ProcessId p0(0), p1(1), p2(2), p3(3);

TEST(Routes, JoinAProcessToAllOthersByOneLinkForEachClass) {
  const auto topology = testing::uniform_topology(2, 2, "0", "0", 2);
  const auto links = links_of({topology, p0});
  ASSERT_EQ(links.size(), 2U);
  EXPECT_EQ(links[0], (LinkPlan{&topology.link_class(LinkKind::same_node), false, false, {p1}}));
  EXPECT_EQ(links[1],
            (LinkPlan{&topology.link_class(LinkKind::between_sites), false, true, {p2, p3}}));
}

TEST(Routes, LeadIntoTheMailboxesOfPesOfTheSameProcessAndByLinkToAllOthers) {
  const auto topology = testing::uniform_topology(2, 2, "0", "0", 1);
  EXPECT_THAT(routes_of(PeId(0), {topology, p0}),
              ElementsAre(Route{Route::by_mailbox, p0, false}, Route{Route::by_mailbox, p0, false},
                          Route{0, p1, true}, Route{0, p1, true}));
}

TEST(Routes, NeedNoLinkWhereAJobIsOneProcessOfOneSite) {
  const auto topology = testing::uniform_topology(1, 3);
  EXPECT_THAT(links_of({topology, p0}), IsEmpty());
}

TEST(Routes, LeadByALinkBetweenSitesThatShareAProcess) {
  const auto topology = testing::uniform_topology(2, 2);
  const auto links = links_of({topology, p0});
  ASSERT_EQ(links.size(), 1U);
  EXPECT_EQ(links[0], (LinkPlan{&topology.link_class(LinkKind::between_sites), true, false, {}}));
  EXPECT_THAT(routes_of(PeId(0), {topology, p0}),
              ElementsAre(Route{Route::by_mailbox, p0, false}, Route{Route::by_mailbox, p0, false},
                          Route{0, p0, true}, Route{0, p0, true}));
  EXPECT_THAT(
      routes_of(PeId(3), {topology, p0}),
      ElementsAre(Route{0, p0, true}, Route{0, p0, true}, Route{Route::by_mailbox, p0, false},
                  Route{Route::by_mailbox, p0, false}));
}

TEST(Routes, AreTheSameForAllPesOfASite) {
  const auto topology = testing::uniform_topology(2, 2);
  EXPECT_EQ(routes_of(PeId(0), {topology, p0}), routes_of(PeId(1), {topology, p0}));
}

TEST(Routes, LeadByALinkWithinASiteTooWhereTheWorldHasOne) {
  const auto topology = testing::uniform_topology(1, 2);
  const Standpoint at{topology, p0, true};
  const auto links = links_of(at);
  ASSERT_EQ(links.size(), 1U);
  EXPECT_EQ(links[0], (LinkPlan{&topology.link_class(LinkKind::same_process), true, false, {}}));
  EXPECT_THAT(routes_of(PeId(0), at), ElementsAre(Route{0, p0, false}, Route{0, p0, false}));
}

TEST(Routes, LeadThroughTheGatewaysOfBothSites) {
  const auto topology =
      testing::with_gateways(testing::uniform_topology(2, 3, "0", "0", 3));  // 0 and 3
  EXPECT_THAT(processes_of(routes_of(PeId(1), {topology, p1})),
              ElementsAre(p0, p1, p2, p0, p0, p0));
  EXPECT_THAT(processes_of(routes_of(PeId(0), {topology, p0})),
              ElementsAre(p0, p1, p2, p3, p3, p3));
}

TEST(Routes, JoinOthersThanGatewaysToTheirOwnSiteAlone) {
  const auto topology = testing::with_gateways(testing::uniform_topology(2, 3, "0", "0", 3));
  const auto of_other = links_of({topology, p1});
  ASSERT_EQ(of_other.size(), 1U);
  EXPECT_THAT(of_other[0].peers, ElementsAre(p0, p2));
  const auto of_gateway = links_of({topology, p0});
  ASSERT_EQ(of_gateway.size(), 2U);
  EXPECT_THAT(of_gateway[1].peers, ElementsAre(p3));
  EXPECT_TRUE(of_gateway[1].leaves_site);
}

/// From site0 to site1 there is a class of its own.
topology::Topology with_way_there(std::vector<topology::DeviceSpec> chain) {
  topology::Grid grid = testing::uniform_topology(2, 1, "1ms", "0", 1).grid();
  grid.link_classes["there"] = {"there", std::move(chain)};
  grid.overrides.push_back({"site0", "site1", "there", true});
  auto topology = topology::Topology::from_grid(grid);
  EXPECT_TRUE(topology) << topology.error().text();
  return std::move(*topology);
}

TEST(Routes, HaveTheClassOfTheWayFromThePeer) {
  const auto topology = with_way_there({{"crypt"}, {"tcp"}});
  EXPECT_EQ(links_of({topology, p0}).at(0).link_class->name, "between_sites");
  EXPECT_EQ(links_of({topology, p1}).at(0).link_class->name, "there");
}

TEST(Routes, AreRefusedWhereTheWayThereDoesNotFitTheWayBack) {
  const auto topology = with_way_there({{"tcp"}});
  const auto links = plan_links({topology, p0});
  ASSERT_FALSE(links);
  EXPECT_EQ(links.error().code, ErrorCode::bad_input);
  EXPECT_THAT(links.error().text(), HasSubstr("crypt"));
}

}  // namespace
}  // namespace isthmus::engine::network
