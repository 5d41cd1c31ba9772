#include "isthmus/topology/topology.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace isthmus::engine::topology {
namespace {

using testing::HasSubstr;

/// Site a: node a-0 with 5 PEs in 2 processes, node a-1 with 2 PEs in 2. Site b: 3 PEs in 1.
Grid uneven_grid() {
  Grid grid;
  grid.sites = {{"a", {{"a-0", 5, 2, 1.5, "10.0.0.1"}, {"a-1", 2, 2}}},
                {"b", {{"b-0", 3, 1, 0.5}}}};
  return grid;
}

Topology uneven() { return Topology::from_grid(uneven_grid()).value(); }

TEST(Topology, NumbersPesSiteBySiteNodeByNodeProcessByProcess) {
  const Topology topology = uneven();
  EXPECT_EQ(topology.site_count(), 2);
  EXPECT_EQ(topology.node_count(), 3);
  EXPECT_EQ(topology.process_count(), 5);
  EXPECT_EQ(topology.pe_count(), 10);
  const std::vector<int> process_of_pe = {0, 0, 0, 1, 1, 2, 3, 4, 4, 4};
  const std::vector<int> node_of_pe = {0, 0, 0, 0, 0, 1, 1, 2, 2, 2};
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(topology.process_of(PeId(i)), ProcessId(process_of_pe[i])) << i;
    EXPECT_EQ(topology.node_of(PeId(i)), NodeId(node_of_pe[i])) << i;
    EXPECT_EQ(topology.site_of(PeId(i)), SiteId(i < 7 ? 0 : 1)) << i;
  }
}

TEST(Topology, KnowsASpeedForEachPe) {
  Grid grid = uneven_grid();
  grid.sites[0].nodes[0].pe_speeds = {1, 2, 3, 4, 5};
  const Topology topology = Topology::from_grid(grid).value();
  std::vector<double> speeds;
  for (int pe = 0; pe < 10; ++pe) speeds.push_back(topology.speed_of(PeId(pe)));
  EXPECT_THAT(speeds, testing::ElementsAre(1, 2, 3, 4, 5, 1, 1, 0.5, 0.5, 0.5));
  EXPECT_EQ(topology.speeds_before().back(), 18.5);
  EXPECT_EQ(topology.in_one_process().speed_of(PeId(3)), 4);
  EXPECT_THAT(to_json(topology), HasSubstr("\"speed\": 1, \"pe_speeds\": [1, 2, 3, 4, 5]"));
}

TEST(Topology, SplitsAGreatestFirstWhenPesDoNotComeOut) {
  const Topology topology = Topology::from_grid(uniform_grid(1, 11, 4)).value();
  std::vector<int> sizes;
  for (int i = 0; i < 4; ++i) sizes.push_back(topology.pes_of(ProcessId(i)).count);
  EXPECT_THAT(sizes, testing::ElementsAre(3, 3, 3, 2));
}

TEST(Topology, GivesContiguousRanges) {
  const Topology topology = uneven();
  EXPECT_EQ(topology.pes_of(ProcessId(1)), (PeRange{PeId(3), 2}));
  EXPECT_EQ(topology.pes_of(NodeId(1)), (PeRange{PeId(5), 2}));
  EXPECT_EQ(topology.pes_of(SiteId(1)), (PeRange{PeId(7), 3}));
  EXPECT_EQ(topology.processes_of(SiteId(0)), (ProcessRange{ProcessId(0), 4}));
  EXPECT_EQ(topology.processes_of(SiteId(1)), (ProcessRange{ProcessId(4), 1}));
  EXPECT_EQ(topology.nodes_of(SiteId(1)), (NodeRange{NodeId(2), 1}));
  std::vector<PeId> pes;
  for (const PeId pe : topology.pes_of(SiteId(1))) pes.push_back(pe);
  EXPECT_THAT(pes, testing::ElementsAre(PeId(7), PeId(8), PeId(9)));
  EXPECT_TRUE(topology.pes_of(SiteId(1)).contains(PeId(9)));
  EXPECT_FALSE(topology.pes_of(SiteId(1)).contains(PeId(6)));
  EXPECT_FALSE(topology.pes_of(SiteId(0)).contains(PeId(7)));
}

TEST(Topology, KnowsNamesSpeedsAndAddresses) {
  const Topology topology = uneven();
  EXPECT_EQ(topology.site_name(SiteId(1)), "b");
  EXPECT_EQ(topology.node_name(NodeId(1)), "a-1");
  EXPECT_EQ(topology.speed_of(PeId(4)), 1.5);
  EXPECT_EQ(topology.speed_of(PeId(5)), 1.0);
  EXPECT_EQ(topology.speed_of(PeId(9)), 0.5);
  EXPECT_EQ(topology.address_of(ProcessId(1)), "10.0.0.1");
  EXPECT_EQ(topology.address_of(ProcessId(2)), "127.0.0.1");
  EXPECT_EQ(topology.site_of(ProcessId(4)), SiteId(1));
  EXPECT_EQ(topology.node_of(ProcessId(3)), NodeId(1));
}

TEST(Topology, TellsHowTwoPesAreJoinedAndHowFar) {
  const Topology topology = uneven();
  const auto expect = [&](int a, int b, LinkKind kind, int distance) {
    for (const auto& [from, to] : {std::pair(PeId(a), PeId(b)), std::pair(PeId(b), PeId(a))}) {
      EXPECT_EQ(topology.link_kind(from, to), kind) << a << " " << b;
      EXPECT_EQ(topology.distance(from, to), distance) << a << " " << b;
    }
  };
  expect(0, 0, LinkKind::same_process, 0);
  expect(0, 2, LinkKind::same_process, 1);
  expect(0, 3, LinkKind::same_node, 2);
  expect(0, 5, LinkKind::same_site, 3);
  expect(6, 7, LinkKind::between_sites, 4);
}

TEST(Topology, TellsHowTwoProcessesAreJoined) {
  const Topology topology = uneven();
  EXPECT_EQ(topology.link_kind(ProcessId(0), ProcessId(0)), LinkKind::same_process);
  EXPECT_EQ(topology.link_kind(ProcessId(0), ProcessId(1)), LinkKind::same_node);
  EXPECT_EQ(topology.link_kind(ProcessId(1), ProcessId(2)), LinkKind::same_site);
  EXPECT_EQ(topology.link_kind(ProcessId(3), ProcessId(4)), LinkKind::between_sites);
}

TEST(Topology, InOneProcessLetsSitesDecideFirst) {
  const Topology topology = uneven().in_one_process();
  EXPECT_EQ(topology.process_count(), 1);
  EXPECT_EQ(topology.pe_count(), 10);
  EXPECT_EQ(topology.site_count(), 2);
  EXPECT_EQ(topology.node_of(PeId(6)), NodeId(1));
  EXPECT_EQ(topology.pes_of(ProcessId(0)), (PeRange{PeId(0), 10}));
  EXPECT_EQ(topology.processes_of(SiteId(1)), (ProcessRange{ProcessId(0), 1}));
  EXPECT_EQ(topology.link_kind(PeId(6), PeId(7)), LinkKind::between_sites);
  EXPECT_EQ(topology.link_kind(PeId(0), PeId(5)), LinkKind::same_process);
  EXPECT_EQ(topology.link_kind(ProcessId(0), ProcessId(0)), LinkKind::same_process);
  EXPECT_EQ(topology.distance(PeId(6), PeId(7)), 4);
  EXPECT_EQ(topology.speed_of(PeId(9)), 0.5);
}

TEST(Topology, FindsTheClassOfEachPairOfSites) {
  Grid grid = uniform_grid(3, 1);
  grid.link_classes["thin"] = {"thin", {{"delay", {{"latency", "1ms"}}}, {"tcp"}}};
  grid.link_classes["up"] = {"up", {{"tcp"}}};
  // The directed one comes first and must win all the same.
  grid.overrides = {{"site1", "site0", "up", true}, {"site0", "site1", "thin"}};
  const Topology topology = Topology::from_grid(grid).value();
  EXPECT_EQ(topology.link_class(SiteId(0), SiteId(1)).name, "thin");
  EXPECT_EQ(topology.link_class(SiteId(1), SiteId(0)).name, "up");
  EXPECT_EQ(topology.link_class(SiteId(0), SiteId(2)).name, "between_sites");
  EXPECT_EQ(topology.link_class(SiteId(2), SiteId(0)).name, "between_sites");
  EXPECT_EQ(topology.link_class(SiteId(1), SiteId(1)).name, "same_site");
  EXPECT_EQ(topology.link_class(PeId(0), PeId(1)).name, "thin");
  EXPECT_EQ(topology.link_class(PeId(0), PeId(0)).name, "same_process");
  EXPECT_EQ(topology.link_class(LinkKind::same_node).name, "same_node");
  EXPECT_EQ(topology.in_one_process().link_class(PeId(0), PeId(1)).name, "thin");
}

TEST(Topology, LetsAllProcessesSpeakToEachOtherWhereThereAreNoGateways) {
  const Topology topology = Topology::from_grid(uniform_grid(2, 4, 2)).value();
  EXPECT_EQ(topology.next_hop(ProcessId(1), ProcessId(3)), ProcessId(3));
  EXPECT_EQ(topology.neighbours_of(ProcessId(1)),
            (std::vector{ProcessId(0), ProcessId(2), ProcessId(3)}));
}

TEST(Topology, LeadsFromSiteToSiteThroughTheGateways) {
  Grid grid = uniform_grid(3, 4, 2);
  grid.gateways = true;
  const Topology topology = Topology::from_grid(grid).value();
  EXPECT_EQ(topology.gateway_of(SiteId(1)), ProcessId(2));
  EXPECT_EQ(topology.next_hop(ProcessId(1), ProcessId(0)), ProcessId(0)) << "within the site";
  EXPECT_EQ(topology.next_hop(ProcessId(1), ProcessId(5)), ProcessId(0));
  EXPECT_EQ(topology.next_hop(ProcessId(0), ProcessId(5)), ProcessId(4));
  EXPECT_EQ(topology.next_hop(ProcessId(4), ProcessId(5)), ProcessId(5));
  EXPECT_EQ(topology.next_hop(ProcessId(1), ProcessId(4)), ProcessId(0)) << "to a gateway";
  EXPECT_EQ(topology.next_hop(ProcessId(4), ProcessId(1)), ProcessId(0));
  EXPECT_EQ(topology.neighbours_of(ProcessId(1)), std::vector{ProcessId(0)});
  EXPECT_EQ(topology.neighbours_of(ProcessId(2)),
            (std::vector{ProcessId(0), ProcessId(3), ProcessId(4)}));
  EXPECT_EQ(topology.in_one_process().next_hop(ProcessId(0), ProcessId(0)), ProcessId(0));
}

TEST(Topology, KeepsObjectsOffReservedGateways) {
  Grid grid = uniform_grid(2, 5, 2);
  grid.gateways = grid.gateways_reserved = true;
  const Topology topology = Topology::from_grid(grid).value();
  const std::vector holders = {PeId(3), PeId(4), PeId(8), PeId(9)};
  EXPECT_EQ(topology.object_pes(), holders);
  EXPECT_EQ(topology.in_one_process().object_pes(), holders) << "wherever the PEs are";
  EXPECT_FALSE(topology.holds_objects(PeId(2)));
  EXPECT_TRUE(topology.holds_objects(PeId(3)));
  EXPECT_EQ(topology.speeds_before(), (std::vector<double>{0, 0, 0, 0, 1, 2, 2, 2, 2, 3, 4}));
}

TEST(Topology, ReservesNothingWhereNothingGoesThroughGateways) {
  Grid grid = uniform_grid(2, 2, 2);
  grid.gateways_reserved = true;
  EXPECT_EQ(Topology::from_grid(grid)->object_pes().size(), 4u);
  grid.gateways = true;
  grid.sites.pop_back();
  EXPECT_EQ(Topology::from_grid(grid)->object_pes().size(), 2u);
}

TEST(Topology, RefusesToReserveAllOfASite) {
  Grid grid = uniform_grid(2, 4, 2);
  grid.gateways = grid.gateways_reserved = true;
  grid.sites[1].nodes[0].processes = 1;
  const auto refused = Topology::from_grid(grid);
  ASSERT_FALSE(refused);
  EXPECT_EQ(
      refused.error().text(),
      "the gateway of 'site1' is to have no objects, and is all of it (expected two processes "
      "or more in each site)");
}

TEST(Topology, RefusesGatewaysThatAreJoinedAsProcessesOfOneSite) {
  Grid grid = uniform_grid(2, 4, 2);
  grid.overrides.push_back({"site0", "site1", "same_site"});
  EXPECT_TRUE(Topology::from_grid(grid));
  grid.gateways = true;
  const auto refused = Topology::from_grid(grid);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().text(), ::testing::HasSubstr("as processes of one site"));
}

TEST(Topology, RefusesAGridThatIsNotValid) {
  const auto topology = Topology::from_grid(uniform_grid(0, 1));
  ASSERT_FALSE(topology);
  EXPECT_EQ(topology.error().code, ErrorCode::bad_input);
}

TEST(Topology, HoldsAMillionPes) {
  const Topology topology = Topology::from_grid(uniform_grid(4, 250'000, 1000)).value();
  EXPECT_EQ(topology.pe_count(), pe_count_max);
  EXPECT_EQ(topology.process_of(PeId(pe_count_max - 1)), ProcessId(3999));
}

TEST(Topology, GivesEachProcessOfANodeAPortOfItsOwn) {
  Grid grid;
  grid.sites = {{"a", {{"a-0", 2, 2}, {"a-1", 1, 1}}}};
  grid.sites[0].nodes[0].reach = {"0.0.0.0:7000", "gate:80", "relay:7100"};
  const auto topology = Topology::from_grid(grid).value();
  EXPECT_EQ(topology.listen_of(ProcessId(1)), (HostPort{"0.0.0.0", 7001}));
  EXPECT_EQ(topology.advertised_of(ProcessId(0)), (HostPort{"gate", 80}));
  EXPECT_EQ(topology.relay_of(ProcessId(1)), (HostPort{"relay", 7100}));
  EXPECT_EQ(topology.listen_of(ProcessId(2)), HostPort());
  EXPECT_EQ(topology.relay_of(ProcessId(2)), HostPort());
  EXPECT_THAT(to_json(topology),
              HasSubstr(R"("listen": "0.0.0.0:7000", "advertise": "gate:80", "relay": )"));
}

}  // namespace
}  // namespace isthmus::engine::topology
