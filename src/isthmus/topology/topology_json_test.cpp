// Topologies as the command line reads them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::topology {
namespace {

using testing::HasSubstr;

TEST(TopologyJson, WritesAllThatTheCommandLineDraws) {
  Grid grid;
  grid.name = "q\"\\";
  grid.sites = {{"a", {{"a-0", 3, 2, 0.5, "h"}}}, {"b", {{"b-0"}}}};
  grid.links[LinkKind::between_sites].chain = {
      {"delay", {{"latency", "8ms"}, {"jitter", "soon"}, {"bandwidth", "8Mb/s"}}}, {"tcp"}};
  grid.overrides = {{"a", "b", "same_node", true}};
  const std::string json = to_json(Topology::from_grid(grid).value(), {"mind the\tgap"});
  EXPECT_THAT(json, HasSubstr(R"("version": 1, "name": "q\"\\", "file": "")"));
  EXPECT_THAT(json, HasSubstr(R"("site_count": 2, "node_count": 2, "process_count": 3)"));
  EXPECT_THAT(json, HasSubstr(R"({"id": 0, "name": "a", "first_pe": 0, "pe_count": 3, "nodes": [)"
                              R"({"id": 0, "name": "a-0", "address": "h", "speed": 0.5, )"
                              R"("first_pe": 0, "pe_count": 3, "processes": [)"
                              R"({"id": 0, "first_pe": 0, "pe_count": 2}, )"
                              R"({"id": 1, "first_pe": 2, "pe_count": 1}]}]})"));
  EXPECT_THAT(json, HasSubstr(R"({"name": "between_sites", "chain": [{"device": "delay", )"
                              R"("parameters": {"bandwidth": "8Mb/s", "jitter": "soon", )"
                              R"("latency": "8ms"}}, {"device": "tcp", "parameters": {}}], )"
                              R"("latency_ns": 8000000, "jitter_ns": null, )"
                              R"("bandwidth_bytes_per_s": 1e+06})"));
  EXPECT_THAT(json, HasSubstr(R"("between": [{"sites": ["a", "b"], "class": "same_node", )"
                              R"("directed": true}])"));
  EXPECT_THAT(json, HasSubstr(R"("warnings": ["mind the\u0009gap"]})"));
}

TEST(TopologyJson, ShowsAProcessThatSpansNodesUnderEach) {
  Grid grid;
  grid.sites = {{"a", {{"a-0", 5, 2}, {"a-1", 2, 2}}}, {"b", {{"b-0", 3}}}};
  const std::string json = to_json(Topology::from_grid(grid).value().in_one_process());
  EXPECT_THAT(json, HasSubstr(R"("processes": [{"id": 0, "first_pe": 5, "pe_count": 2}])"));
  EXPECT_THAT(json, HasSubstr(R"("processes": [{"id": 0, "first_pe": 7, "pe_count": 3}])"));
}

TEST(TopologyJson, ReplacesBytesThatAreNoText) {
  Grid grid = uniform_grid(1, 1);
  grid.file_name = "odd\xff.toml";
  EXPECT_THAT(to_json(Topology::from_grid(grid).value()), HasSubstr(R"("file": "odd?.toml")"));
}

TEST(TopologyJson, WritesOneSpeedWhereAllPesOfANodeAreAlike) {
  Grid grid = uniform_grid(1, 2);
  grid.sites[0].nodes[0].pe_speeds = {2, 2};
  EXPECT_THAT(to_json(Topology::from_grid(grid).value()), Not(HasSubstr("pe_speeds")));
  grid.sites[0].nodes[0].pe_speeds = {2, 3};
  EXPECT_THAT(to_json(Topology::from_grid(grid).value()),
              HasSubstr(R"("speed": 2, "pe_speeds": [2, 3])"));
}

TEST(TopologyJson, SaysWhatIsProbedAndWhoIsAGateway) {
  Grid grid = uniform_grid(2, 2, 2);
  EXPECT_THAT(to_json(Topology::from_grid(grid).value()),
              HasSubstr(R"("probe": [], "gateways": false, "gateways_reserved": false)"));
  grid.probe = {.speeds = true};
  grid.gateways = grid.gateways_reserved = true;
  EXPECT_THAT(to_json(Topology::from_grid(grid).value()),
              HasSubstr(R"("probe": ["speeds"], "gateways": true, "gateways_reserved": true)"));
}

TEST(TopologyJson, SaysWhatWasMeasuredBesideWhatIsExpected) {
  Grid grid = uniform_grid(2, 1);
  grid.links[LinkKind::between_sites].chain = {{"delay", {{"latency", "8ms"}}}, {"tcp"}};
  grid.links[LinkKind::between_sites].measured = {9'000'000, 2e6};
  EXPECT_THAT(to_json(Topology::from_grid(grid).value()),
              HasSubstr(R"("latency_ns": 9000000, "jitter_ns": null, )"
                        R"("bandwidth_bytes_per_s": 2e+06, "measured_latency_ns": 9000000, )"
                        R"("measured_bandwidth_bytes_per_s": 2e+06})"));
}

}  // namespace
}  // namespace isthmus::engine::topology
