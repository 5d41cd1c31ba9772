#include "isthmus/program/probe.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/bootstrap/join/introduction.hpp"
#include "isthmus/object/readonly.hpp"
#include "isthmus/program/speed_kernel.hpp"
#include "isthmus/runtime/job.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine::program {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using topology::Findings;
using topology::Grid;
using topology::LinkKind;
using topology::ProbeWishes;
using topology::Topology;

/// `sites` sites of `nodes` nodes, each with `pes` PEs in a process; a latency between sites.
Grid grid_of(int sites, int nodes, const std::string& latency, int pes = 1) {
  Grid grid = topology::uniform_grid(sites, pes);
  for (topology::Site& site : grid.sites) {
    const topology::Node node = site.nodes[0];
    for (int i = 1; i < nodes; ++i) {
      site.nodes.push_back(node);
      site.nodes.back().name += "." + std::to_string(i);
    }
  }
  grid.links.at(LinkKind::between_sites).set("delay", "latency", latency);
  return grid;
}

Topology topology_of(const Grid& grid) { return Topology::from_grid(grid).value(); }

Task<void> probe_and_keep(Job& job, const MainProgram& probe, Findings& kept) {
  co_await probe(job);
  kept = readonly<Findings>();
}

/// What the first process is told; the job must end well in all of them.
Findings probed(const Topology& topology, const ProbeWishes& wishes,
                isthmus::engine::testing::Drive drive, std::uint64_t seed = 1,
                bool speeds_at_work = false) {
  Findings findings;
  const MainProgram probe = probe_program({wishes, {}, speeds_at_work});
  const isthmus::engine::testing::Outcome outcome = isthmus::engine::testing::run_on(
      {.topology = topology,
       .drive = drive,
       .settings = isthmus::engine::testing::test_settings(seed)},
      [&](Job& job) { return probe_and_keep(job, probe, findings); });
  for (const auto& failure : outcome.failures) {
    EXPECT_FALSE(failure.has_value()) << failure->text();
  }
  EXPECT_EQ(outcome.messages_alive, 0);
  return findings;
}

constexpr auto simulated = isthmus::engine::testing::Drive::simulated;
constexpr auto in_turn = isthmus::engine::testing::Drive::in_turn;
constexpr auto on_threads = isthmus::engine::testing::Drive::threads;

TEST(Probe, FindsSitesInVirtualTime) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Findings found =
        probed(topology_of(grid_of(3, 4, "8ms")), {.sites = true}, simulated, seed);
    EXPECT_THAT(found.site_of_node, ElementsAre(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2));
    ASSERT_THAT(found.links, SizeIs(3));
    for (const topology::LinkFinding& link : found.links) {
      EXPECT_NEAR(static_cast<double>(link.latency_ns), 8e6, 0.2e6);
    }
    EXPECT_THAT(found.speed_of_pe, IsEmpty());
  }
}

TEST(Probe, FindsSitesOnLocalSocketsInAnyOrderOfSteps) {
  for (std::uint64_t seed = 0; seed <= 5; ++seed) {
    const Findings found =
        probed(topology_of(grid_of(2, 2, "8ms", 2)), {.sites = true}, in_turn, seed);
    EXPECT_THAT(found.site_of_node, ElementsAre(0, 0, 1, 1));
  }
}

TEST(Probe, FindsSitesOnThreads) {
  const Findings found = probed(topology_of(grid_of(2, 2, "20ms")), {.sites = true}, on_threads);
  EXPECT_THAT(found.site_of_node, ElementsAre(0, 0, 1, 1));
}

TEST(Probe, FindsSitesOfNodesInOneProcess) {
  const Topology written = topology_of(grid_of(2, 3, "8ms", 2));
  const Findings found = probed(written.in_one_process(), {.sites = true}, in_turn);
  EXPECT_THAT(found.site_of_node, ElementsAre(0, 0, 0, 1, 1, 1));
}

TEST(Probe, FindsOneSiteWhereNothingIsFar) {
  EXPECT_THAT(probed(topology_of(grid_of(3, 2, "0")), {.sites = true}, simulated).site_of_node,
              Each(0u));
  EXPECT_THAT(probed(topology_of(grid_of(1, 1, "0")), {.sites = true}, simulated).site_of_node,
              ElementsAre(0));
}

TEST(Probe, FindsManyProcessesOfManySitesWithFewMeasurements) {
  const Topology topology = topology_of(grid_of(6, 30, "8ms"));
  std::vector<std::string> lines;
  Findings findings;
  const MainProgram probe =
      probe_program({{.sites = true}, [&](const std::string& line) { lines.push_back(line); }});
  const auto outcome = isthmus::engine::testing::run_in_virtual_time(
      topology, [&](Job& job) { return probe_and_keep(job, probe, findings); });
  for (const auto& failure : outcome.failures) ASSERT_FALSE(failure) << failure->text();
  for (std::uint32_t node = 0; node < 180; ++node) {
    EXPECT_EQ(findings.site_of_node[node], node / 30);
  }
  EXPECT_THAT(lines, SizeIs(6));
  EXPECT_EQ(lines.back(), "round trips from 6 of 180 processes measured");
  // Six times 179 pairs, most of them far; all pairs would be 16,110.
  EXPECT_LT(outcome.summary.frames, 30'000u);
}

TEST(Probe, TellsEveryProcess) {
  const MainProgram probe = probe_program({{.sites = true}, {}});
  isthmus::engine::testing::World world(topology_of(grid_of(2, 2, "8ms")));
  ASSERT_FALSE(world.run(probe));
  for (int rank = 0; rank < 4; ++rank) {
    EXPECT_THAT(findings_of(world.process(ProcessId(rank))).site_of_node, ElementsAre(0, 0, 1, 1));
  }
}

TEST(Probe, MeasuresTheBandwidthBetweenSites) {
  Grid grid = grid_of(3, 2, "8ms");
  grid.links.at(LinkKind::between_sites).set("delay", "bandwidth", "10MB/s");
  const Findings found = probed(topology_of(grid), {.links = true}, simulated);
  EXPECT_THAT(found.site_of_node, IsEmpty());
  ASSERT_THAT(found.links, SizeIs(3));
  for (const topology::LinkFinding& link : found.links) {
    EXPECT_NEAR(static_cast<double>(link.latency_ns), 8e6, 0.2e6);
    EXPECT_NEAR(link.bandwidth_bytes_per_s, 1e7, 0.05e7);
  }
}

TEST(Probe, MeasuresSpeedsInVirtualTime) {
  Grid grid = grid_of(2, 1, "8ms", 3);
  grid.sites[1].nodes[0].pe_speeds = {1, 0.25, 0.5};
  const Findings found = probed(topology_of(grid), {.speeds = true}, simulated);
  EXPECT_THAT(found.speed_of_pe, ElementsAre(1, 1, 1, 1, 0.25, 0.5));
  EXPECT_THAT(found.links, IsEmpty());
}

TEST(Probe, MeasuresSpeedsOfThreads) {
  const Findings found = probed(topology_of(grid_of(1, 2, "0", 2)), {.speeds = true}, on_threads);
  ASSERT_THAT(found.speed_of_pe, SizeIs(4));
  // The machine may be busy, so little can be said.
  for (const double speed : found.speed_of_pe) {
    EXPECT_GT(speed, 0.01);
    EXPECT_LE(speed, 1);
  }
}

TEST(Probe, MeasuresSpeedsAndSharesOfCoresWhileAllWork) {
  // As many PEs as this machine has cores, and as many again: none has a core to itself.
  const int cores = static_cast<int>(bootstrap::usable_cpus().size());
  const Topology topology = topology_of(grid_of(2, 1, "1ms", cores));
  const Findings found = probed(topology, {}, on_threads, 1, true);
  const auto pes = static_cast<std::size_t>(2 * cores);
  ASSERT_THAT(found.speed_of_pe, SizeIs(pes));
  EXPECT_EQ(std::ranges::max(found.speed_of_pe), 1);
  ASSERT_THAT(found.share_of_pe, SizeIs(pes));
  EXPECT_THAT(found.share_of_pe, Each(found.share_of_pe[0])) << "they share all cores";
  if (DisplacedClock().now_ns() == 0) GTEST_SKIP() << "this system does not tell of others";
  EXPECT_LT(found.share_of_pe[0], 0.8);
}

TEST(Probe, LeavesNothingBehindAnywhere) {
  Findings findings;
  const MainProgram probe = probe_program({{.sites = true, .speeds = true}, {}});
  isthmus::engine::testing::expect_runs_everywhere(
      [&](Job& job) { return probe_and_keep(job, probe, findings); });
}

TEST(Probe, SumsUpInALine) {
  Findings findings{.site_of_node = {0, 1, 1}, .speed_of_pe = {1, 0.5, 1}};
  findings.links = {{0, 1, 8'061'000, 1.25e8}};
  const auto found = topology::apply(findings, topology_of(grid_of(1, 3, "0")));
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(summary(findings, found->grid),
            "2 sites of 3 nodes; 8.06ms, 1Gb/s between sites; speeds of PEs 0.5 to 1");
  findings.share_of_pe = {0.9, 0.25, 1};
  EXPECT_THAT(summary(findings, found->grid), EndsWith("0.5 to 1; shares of cores 0.25 to 1"));
}

TEST(SpeedKernel, DoesTheSameEachTime) { EXPECT_EQ(speed_kernel(), speed_kernel()); }

}  // namespace
}  // namespace isthmus::engine::program
