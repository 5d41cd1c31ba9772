#include "isthmus/program/launch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace isthmus::engine::program {
namespace {

using bootstrap::Introduction;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Options options_of(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "program");
  return parse_options(static_cast<int>(arguments.size()), arguments.data(), 8).value().options;
}

/// One process for each host, all of which have CPUs 0 to `cpus` - 1.
std::vector<Introduction> on_hosts(const std::vector<std::string>& hosts, int cpus) {
  std::vector<Introduction> processes;
  for (const std::string& host : hosts) {
    processes.push_back({host});
    for (int cpu = 0; cpu < cpus; ++cpu) processes.back().cpus.push_back(cpu);
  }
  return processes;
}

std::string refusal(const Options& options, const std::vector<Introduction>& processes) {
  const auto placement = place(options, processes);
  if (placement) return "";
  EXPECT_EQ(placement.error().code, ErrorCode::bad_input);
  return placement.error().text();
}

topology::Topology topology_of(const topology::Grid& grid) {
  return topology::Topology::from_grid(grid).value();
}

/// Site, node and PEs of each process by its rank, such as "site0 a 2".
std::vector<std::string> shape_of(const JobLayout& placement) {
  const topology::Topology topology = topology_of(placement.grid);
  std::vector<std::string> lines;
  for (int rank = 0; rank < topology.process_count(); ++rank) {
    const ProcessId process(static_cast<std::uint32_t>(rank));
    lines.push_back(std::string(topology.site_name(topology.site_of(process))) + " " +
                    std::string(topology.node_name(topology.node_of(process))) + " " +
                    std::to_string(topology.pes_of(process).count));
  }
  return lines;
}

TEST(Place, MakesOneSiteWithANodeForEachHost) {
  const auto placement = place(options_of({}), on_hosts({"a", "a", "b", "b"}, 4)).value();
  EXPECT_THAT(placement.ranks, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(shape_of(placement), ElementsAre("site0 a 2", "site0 a 2", "site0 b 2", "site0 b 2"));
}

TEST(Place, NumbersProcessesNodeByNodeHoweverTheyWereDealtOut) {
  const auto placement = place(options_of({}), on_hosts({"a", "b", "a", "b", "c"}, 2)).value();
  EXPECT_THAT(placement.ranks, ElementsAre(0, 2, 1, 3, 4));
  EXPECT_THAT(shape_of(placement),
              ElementsAre("site0 a 1", "site0 a 1", "site0 b 1", "site0 b 1", "site0 c 2"));
}

TEST(Place, GivesANodeAsManyPesAsItsProcessesMayUseCpus) {
  std::vector<Introduction> processes = {{"a", {0, 1}}, {"a", {2, 3}}, {"b", {5}}, {"b", {5}}};
  EXPECT_THAT(shape_of(place(options_of({}), processes).value()),
              ElementsAre("site0 a 2", "site0 a 2", "site0 b 1", "site0 b 1"));
}

TEST(Place, DealsOutThePesThatAreAskedFor) {
  EXPECT_THAT(shape_of(place(options_of({"--pes", "7"}), on_hosts({"a", "a", "b"}, 1)).value()),
              ElementsAre("site0 a 3", "site0 a 2", "site0 b 2"));
}

TEST(Place, SplitsTheProcessesAmongSites) {
  const auto placement =
      place(options_of({"--sites", "2"}), on_hosts({"a", "b", "a", "b"}, 4)).value();
  EXPECT_THAT(placement.ranks, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(shape_of(placement), ElementsAre("site0 a 2", "site0 b 2", "site1 a 2", "site1 b 2"));
}

TEST(Place, KeepsWhatTheOptionsSayOfLinks) {
  const auto placement =
      place(options_of({"--sites", "2", "--latency", "8ms"}), on_hosts({"a", "a"}, 1)).value();
  const topology::Topology topology = topology_of(placement.grid);
  const auto* delay = topology.link_class(topology::LinkKind::between_sites).find("delay");
  ASSERT_NE(delay, nullptr);
  EXPECT_EQ(delay->parameters.at("latency"), "8ms");
}

TEST(Place, RefusesNumbersThatDoNotFit) {
  const auto three = on_hosts({"a", "a", "b"}, 4);
  EXPECT_EQ(refusal(options_of({"--processes", "2"}), three),
            "--processes: 1 site of 2 processes, and the manager started 3 processes (expected as "
            "many)");
  EXPECT_EQ(refusal(options_of({"--sites", "2"}), three),
            "--sites: 2 sites, and the manager started 3 processes (expected as many processes for "
            "each site)");
  EXPECT_EQ(refusal(options_of({"--pes", "2"}), three),
            "--pes: 2 PEs for a site of 3 processes (expected at least as many PEs)");
  EXPECT_EQ(refusal(options_of({"--processes", "3", "--pes", "6"}), three), "");
}

TEST(Place, TakesTheRanksOfAGridFileInOrder) {
  Options options;
  options.shape.is_from_file = true;
  options.grid = topology::uniform_grid(2, 4, 2);
  options.grid.file_name = "grid.toml";
  // Not by host name: the file says where they are.
  const auto placement = place(options, on_hosts({"a", "b", "a", "b"}, 4)).value();
  EXPECT_EQ(placement.grid, options.grid);
  EXPECT_THAT(placement.ranks, ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(refusal(options, on_hosts({"a", "b", "c"}, 4)),
            "grid.toml: the grid has 4 processes, and the manager started 3 processes (expected as "
            "many, or --site NAME where each site has a manager of its own)");
}

TEST(Place, CountsTheRanksOfASiteFromItsFirst) {
  Options options;
  options.shape.is_from_file = true;
  options.grid = topology::uniform_grid(3, 4, 2);
  options.site = "site1";
  EXPECT_THAT(place(options, on_hosts({"x", "x"}, 1)).value().ranks, ElementsAre(2, 3));
  EXPECT_THAT(refusal(options, on_hosts({"x"}, 1)),
              HasSubstr("site 'site1' has 2 processes, and the manager started 1 process"));
  options.site = "site4";
  EXPECT_THAT(refusal(options, on_hosts({"x", "x"}, 1)), HasSubstr("the grid has no site 'site4'"));
}

// --- whether there is a manager to ask ---

constexpr const char* at = "host:4711";

bool wants(std::vector<const char*> arguments, const Surroundings& surroundings) {
  return wants_manager(options_of(std::move(arguments)), surroundings).value();
}

std::string not_wanted(std::vector<const char*> arguments, const Surroundings& surroundings) {
  const auto wanted = wants_manager(options_of(std::move(arguments)), surroundings);
  if (wanted) return "";
  EXPECT_EQ(wanted.error().code, ErrorCode::bad_input);
  return wanted.error().text();
}

TEST(WantsManager, WhereOneIsThereAndNothingElseIsSaid) {
  EXPECT_TRUE(wants({}, {true}));
  EXPECT_TRUE(wants({"--backend", "processes"}, {true}));
  EXPECT_TRUE(wants({"--bootstrap", "pmix"}, {true}));
  EXPECT_TRUE(wants({"--rendezvous", at, "--site", "site0"}, {true}));
  EXPECT_FALSE(wants({}, {false}));
}

TEST(WantsManager, NotWhereTheOptionsSayOtherwise) {
  EXPECT_FALSE(wants({"--backend", "threads"}, {true}));
  EXPECT_FALSE(wants({"--backend", "sim"}, {true}));
  EXPECT_FALSE(wants({"--bootstrap", "rendezvous"}, {true}));
  EXPECT_FALSE(wants({"--rendezvous", at, "--rank", "1"}, {true}));
  EXPECT_FALSE(wants({"--describe"}, {true}));
}

TEST(WantsManager, NotInABuildThatKnowsNone) {
  EXPECT_THAT(not_wanted({}, {true, "this build has no PMIx"}),
              HasSubstr("this build has no PMIx (expected a build with libpmix-dev, or"));
  EXPECT_FALSE(wants({}, {false, "this build has no PMIx"}));
  EXPECT_FALSE(wants({"--bootstrap", "rendezvous"}, {true, "this build has no PMIx"}));
}

TEST(WantsManager, RefusesOptionsThatDoNotGoTogether) {
  EXPECT_THAT(not_wanted({"--bootstrap", "pmix"}, {false}), HasSubstr("no PMIx server"));
  EXPECT_THAT(not_wanted({"--bootstrap", "pmix", "--backend", "sim"}, {true}),
              HasSubstr("--backend processes"));
  EXPECT_THAT(not_wanted({"--rendezvous", at}, {true}), HasSubstr("of which site"));
  EXPECT_THAT(not_wanted({"--site", "site0"}, {true}), HasSubstr("--rendezvous HOST:PORT"));
}

TEST(WantsManager, RefusesToRunAsManyJobsAsThereAreProcesses) {
  const Surroundings plain_srun{false, {}, 4};
  EXPECT_THAT(not_wanted({}, plain_srun),
              HasSubstr("a manager without PMIx has started 4 processes"));
  EXPECT_FALSE(wants({"--backend", "sim"}, plain_srun));
  EXPECT_FALSE(wants({"--bootstrap", "rendezvous"}, plain_srun));
  EXPECT_FALSE(wants({"--rendezvous", at, "--rank", "1"}, plain_srun));
}

// --- who runs on which CPU ---

CoreShare share(std::vector<Introduction> processes, std::size_t self, const char* pes) {
  const auto placement = place(options_of({"--pes", pes}), processes).value();
  return core_share_of({{}, std::move(processes), placement.ranks, self},
                       topology_of(placement.grid));
}

TEST(ShareOf, GivesEachPeACpuOfItsOwn) {
  const auto same = on_hosts({"a", "a"}, 4);
  EXPECT_THAT(share(same, 0, "4").cores, ElementsAre(0, 1));
  EXPECT_THAT(share(same, 1, "4").cores, ElementsAre(2, 3));
  EXPECT_TRUE(share(same, 1, "4").cores_suffice);
  const std::vector<Introduction> bound = {{"a", {4, 5}}, {"a", {6, 7}}, {"b", {4, 5}}};
  EXPECT_THAT(share(bound, 1, "6").cores, ElementsAre(6, 7));
  EXPECT_THAT(share(bound, 2, "6").cores, ElementsAre(4, 5));
}

TEST(ShareOf, GivesNoneWhereThereAreTooFew) {
  const CoreShare crowded = share(on_hosts({"a", "a"}, 3), 0, "4");
  EXPECT_FALSE(crowded.cores_suffice);
  EXPECT_THAT(crowded.cores, IsEmpty());
}

TEST(ShareOf, CountsThoseOfOtherManagersOnTheMachine) {
  Options options;
  options.grid = topology::uniform_grid(2, 2, 2);  // all at one address
  options.shape.is_from_file = true;
  options.site = "site1";
  auto processes = on_hosts({"a", "a"}, 4);
  const auto placement = place(options, processes).value();
  const Launch four{{}, std::move(processes), placement.ranks, 0};
  EXPECT_TRUE(core_share_of(four, topology_of(options.grid)).cores_suffice);
  EXPECT_THAT(core_share_of(four, topology_of(options.grid)).cores, IsEmpty());
  const Launch two{{}, on_hosts({"a", "a"}, 2), placement.ranks, 0};
  EXPECT_FALSE(core_share_of(two, topology_of(options.grid)).cores_suffice);
}

}  // namespace
}  // namespace isthmus::engine::program
