// ScotchMap: the graph of objects onto the tree of sites, nodes and PEs.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy.hpp"
#include "isthmus/balance/test_snapshots.hpp"

namespace isthmus::engine::balance {
namespace {

TEST(ScotchMap, KeepsNeighboursOnTheirNodeAndSite) {
  Snapshot snapshot = made({.pes_per_site = 16, .start = Start::random});
  for (std::uint32_t pe = 0; pe < 32; ++pe) snapshot.pes.node[pe] = NodeId(pe / 4);
  const Placement after = find_strategy("scotch_map")->decide(snapshot, {});
  const Quality quality = measure(snapshot, after);
  EXPECT_LE(quality.imbalance, 1.03);
  EXPECT_LE(quality.cross_site_messages, 300u);
  EXPECT_LE(quality.cross_pe_messages, 3'000u);
}

TEST(ScotchMap, MapsOntoPesOfVeryDifferentSpeeds) {
  for (const std::size_t pes_per_site : {8, 16, 32}) {
    for (const double background : {0.1, 3.0}) {
      const Snapshot snapshot = made({.pattern = "stencil",
                                      .objects = 100,
                                      .sites = 8,
                                      .pes_per_site = pes_per_site,
                                      .speeds = {1.0, 100.0},
                                      .background = background});
      EXPECT_TRUE(is_valid(snapshot, find_strategy("scotch_map")->decide(snapshot, {})));
    }
  }
}

TEST(ScotchMap, MapsManyPesSiteBySite) {
  const Snapshot snapshot = made({.sites = 3, .pes_per_site = 100, .start = Start::random});
  const Placement after = find_strategy("scotch_map")->decide(snapshot, {});
  EXPECT_LE(overload(snapshot, after), 1.1);
  EXPECT_LE(cross_site_messages(snapshot, after), 400u);
}

}  // namespace
}  // namespace isthmus::engine::balance
