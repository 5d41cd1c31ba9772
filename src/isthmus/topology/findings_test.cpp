#include "isthmus/topology/findings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace isthmus::engine::topology {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Sites near and far of two nodes each, 8 ms apart; every node has two PEs in two processes.
Grid two_sites() {
  Grid grid;
  grid.sites = {{"near", {{"n0", 2, 2}, {"n1", 2, 2}}}, {"far", {{"f0", 2, 2}, {"f1", 2, 2}}}};
  grid.links[LinkKind::between_sites].chain = {{"delay", {{"latency", "8ms"}}}, {"tcp"}};
  return grid;
}

FoundGrid found(const Findings& findings, const Grid& written = two_sites()) {
  auto result = apply(findings, Topology::from_grid(written).value());
  EXPECT_TRUE(result) << result.error().text();
  return result ? *result : FoundGrid();
}

std::vector<std::string> names_of(const Grid& grid) {
  std::vector<std::string> names;
  for (const Site& site : grid.sites) {
    std::string text = site.name + ":";
    for (const Node& node : site.nodes) text += " " + node.name;
    names.push_back(text);
  }
  return names;
}

TEST(Findings, ThatAgreeWithTheFileChangeNothing) {
  const FoundGrid same = found({.site_of_node = {0, 0, 1, 1}});
  EXPECT_EQ(same.grid, two_sites());
  EXPECT_THAT(same.nodes, ElementsAre(NodeId(0), NodeId(1), NodeId(2), NodeId(3)));
  EXPECT_EQ(same.ranks.size(), 8u);
  for (std::size_t rank = 0; rank < 8; ++rank) EXPECT_EQ(same.ranks[rank], ProcessId(rank));
}

TEST(Findings, OfNothingLeaveEverythingAsItIsWritten) {
  Grid grid = two_sites();
  grid.link_classes["own"] = {"own", {{"tcp"}}};
  grid.overrides = {{"near", "far", "own"}};
  EXPECT_EQ(found({}, grid).grid, grid);
}

TEST(Findings, ForgetWhatWasToBeFound) {
  Grid grid = two_sites();
  grid.probe.sites = true;
  EXPECT_FALSE(found({.site_of_node = {0, 0, 1, 1}}, grid).grid.probe.has_any());
}

TEST(Findings, BringTheNodesOfASiteTogether) {
  const FoundGrid mixed = found({.site_of_node = {0, 1, 0, 1}});
  EXPECT_THAT(names_of(mixed.grid), ElementsAre("site0: n0 f0", "site1: n1 f1"));
  EXPECT_THAT(mixed.nodes, ElementsAre(NodeId(0), NodeId(2), NodeId(1), NodeId(3)));
  EXPECT_THAT(mixed.ranks, ElementsAre(ProcessId(0), ProcessId(1), ProcessId(4), ProcessId(5),
                                       ProcessId(2), ProcessId(3), ProcessId(6), ProcessId(7)));
  EXPECT_EQ(Topology::from_grid(mixed.grid).value().process_count(), 8);
}

TEST(Findings, KeepTheNameOfASiteThatIsFoundAgainAndGiveOthersFreeOnes) {
  Grid grid = two_sites();
  grid.sites[1].name = "site0";
  EXPECT_THAT(names_of(found({.site_of_node = {0, 1, 2, 2}}, grid).grid),
              ElementsAre("site1: n0", "site2: n1", "site0: f0 f1"));
}

TEST(Findings, MakeNodesOfOneNameDiffer) {
  Grid grid = two_sites();
  grid.sites[1].nodes[0].name = "n0";
  grid.sites[1].nodes[1].name = "n0-2";
  EXPECT_THAT(names_of(found({.site_of_node = {0, 0, 0, 0}}, grid).grid),
              ElementsAre("site0: n0 n1 n0-2 n0-2-2"));
}

TEST(Findings, JoinFoundSitesByWhatWasWrittenBetweenTheirNodes) {
  const Grid grid = found({.site_of_node = {0, 1, 2, 2}}).grid;
  const Topology topology = Topology::from_grid(grid).value();
  const auto chain = [&](int a, int b) { return topology.link_class(SiteId(a), SiteId(b)).chain; };
  EXPECT_EQ(chain(0, 1), std::vector<DeviceSpec>{{"tcp"}});
  const std::vector<DeviceSpec> delayed = {{"delay", {{"latency", "8ms"}}}, {"tcp"}};
  EXPECT_EQ(chain(0, 2), delayed);
  EXPECT_EQ(chain(2, 1), delayed);
}

TEST(Findings, KeepTheDirectionsOfALinkApart) {
  Grid grid = two_sites();
  grid.link_classes["back"] = {"back", {{"delay", {{"latency", "9ms"}}}, {"tcp"}}};
  grid.overrides = {{"far", "near", "back", true}};
  const FoundGrid same = found({.site_of_node = {0, 0, 1, 1}}, grid);
  const Topology topology = Topology::from_grid(same.grid).value();
  EXPECT_EQ(topology.link_class(SiteId(0), SiteId(1)).chain[0].parameters.at("latency"), "8ms");
  EXPECT_EQ(topology.link_class(SiteId(1), SiteId(0)).chain[0].parameters.at("latency"), "9ms");
}

TEST(Findings, SayWhatLinksWereMeasuredToBeToThreeDigits) {
  Findings findings{.site_of_node = {0, 0, 1, 1}};
  findings.links = {{0, 1, 8'061'234, 11'774'321.0}};
  findings.latency_ns = {0, 12'345, 45'678, 8'061'234};
  const Grid grid = found(findings).grid;
  EXPECT_EQ(grid.links.at(LinkKind::between_sites).measured, (MeasuredLink{8'060'000, 94.2e6 / 8}));
  EXPECT_EQ(grid.links.at(LinkKind::same_node).measured, (MeasuredLink{12'300, {}}));
  EXPECT_EQ(grid.links.at(LinkKind::same_process).measured, MeasuredLink());
  EXPECT_THAT(grid.overrides, IsEmpty());
  EXPECT_EQ(read_grid(to_toml(grid), "again.toml").value(), grid);
}

TEST(Findings, GiveEveryPairOfManySitesItsOwnMeasurements) {
  Findings findings{.site_of_node = {0, 1, 2, 2}};
  findings.links = {{0, 1, 1'000'000, 0}, {0, 2, 8'000'000, 1e6}, {1, 2, 9'000'000, 2e6}};
  const Grid grid = found(findings).grid;
  const Topology topology = Topology::from_grid(grid).value();
  for (const LinkFinding& link : findings.links) {
    const MeasuredLink& known =
        topology.link_class(SiteId(link.site_b), SiteId(link.site_a)).measured;
    EXPECT_EQ(known.latency_ns, link.latency_ns);
    EXPECT_EQ(known.bandwidth_bytes_per_s.value_or(0), link.bandwidth_bytes_per_s);
  }
  EXPECT_EQ(read_grid(to_toml(grid), "again.toml").value(), grid);
}

TEST(Findings, HaveOneClassForTheLinksOfHundredsOfSites) {
  Grid grid;
  grid.sites = {{"all", {}}};
  Findings findings;
  for (std::uint32_t node = 0; node < 200; ++node) {
    grid.sites[0].nodes.push_back({"n" + std::to_string(node)});
    findings.site_of_node.push_back(node);
  }
  findings.latency_ns[3] = 20'000'000;
  const Grid many = found(findings, grid).grid;
  EXPECT_EQ(many.sites.size(), 200u);
  EXPECT_THAT(many.overrides, IsEmpty());
  EXPECT_EQ(many.links.at(LinkKind::between_sites).measured.latency_ns, 20'000'000);
  EXPECT_EQ(many.links.at(LinkKind::between_sites).chain, std::vector<DeviceSpec>{{"tcp"}});
}

TEST(Findings, GiveNodesOneSpeedOrOneForEachPe) {
  const Grid grid =
      found({.site_of_node = {0, 1, 0, 1}, .speed_of_pe = {1, 1, 0.5, 0.5, 1, 0.7, 1, 1}}).grid;
  const Topology topology = Topology::from_grid(grid).value();
  std::vector<double> speeds;
  for (int pe = 0; pe < 8; ++pe) speeds.push_back(topology.speed_of(PeId(pe)));
  EXPECT_THAT(speeds, ElementsAre(1, 1, 1, 0.7, 0.5, 0.5, 1, 1));
  EXPECT_THAT(grid.sites[1].nodes[0].pe_speeds, IsEmpty());
}

TEST(Findings, OfSpeedsAloneKeepAllThatIsWrittenOfLinks) {
  Grid grid = two_sites();
  grid.gateways = true;
  grid.probe.speeds = true;
  grid.link_classes["later"] = {"later", {{"tcp"}}};
  grid.link_classes["own"] = {"own", {{"delay"}, {"tcp"}}};
  grid.overrides = {{"near", "far", "own"}};
  const FoundGrid same = found({.speed_of_pe = {1, 1, 1, 1, 0.5, 0.5, 1, 0.7}}, grid);
  grid.probe = {};
  grid.sites[1].nodes[0].speed = 0.5;
  grid.sites[1].nodes[1].pe_speeds = {1, 0.7};
  EXPECT_EQ(same.grid, grid);
  EXPECT_THAT(same.nodes, ElementsAre(NodeId(0), NodeId(1), NodeId(2), NodeId(3)));
  EXPECT_EQ(same.ranks.size(), 8u);
  EXPECT_TRUE(same.grid.sites[0].nodes[0].says_speed()) << "that it is 1";
}

TEST(Findings, ThatDoNotFitAreAnErrorAndNoCrash) {
  const Topology written = Topology::from_grid(two_sites()).value();
  Findings links{.links = {{0, 2, 1, 0}}};
  Findings negative{.links = {{0, 1, -1, 0}}};
  Findings nonsense{.links = {{0, 1, 1, 0.0 / 0.0}}};
  for (const Findings& findings :
       {Findings{.site_of_node = {0, 0, 1}}, Findings{.site_of_node = {1, 0, 1, 1}},
        Findings{.site_of_node = {0, 0, 2, 1}}, Findings{.speed_of_pe = {1}},
        Findings{.share_of_pe = {1}}, Findings{.speed_of_pe = {1, 1, 1, 1, 1, 1, 1, -1}}, links,
        negative, nonsense}) {
    const auto result = apply(findings, written);
    ASSERT_FALSE(result);
  }
  EXPECT_THAT(apply(links, written).error().text(), HasSubstr("do not fit the grid"));
}

}  // namespace
}  // namespace isthmus::engine::topology
