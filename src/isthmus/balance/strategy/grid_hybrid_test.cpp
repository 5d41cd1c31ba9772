// GridHybrid: sites cut apart by METIS, each laid out for its border.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy.hpp"
#include "isthmus/balance/strategy/graph.hpp"
#include "isthmus/balance/test_snapshots.hpp"
#include "isthmus/graph/partition.hpp"

namespace isthmus::engine::balance {
namespace {

TEST(GridHybrid, CutsNoMoreMessagesBetweenSitesThanMetisAlone) {
  for (const Pattern& pattern : patterns()) {
    for (const std::size_t sites : {2, 4}) {
      const Snapshot snapshot =
          made({.pattern = std::string(pattern.name), .sites = sites, .start = Start::random});
      const std::vector<double> equal(sites, 1.0);
      const std::vector<std::uint32_t> part =
          graph::partition(graph_of(snapshot), snapshot.objects.cpu_s, equal, {});
      Placement alone;
      for (const std::uint32_t site : part) alone.push_back(PeId(site * 32));
      const std::uint64_t reference = cross_site_messages(snapshot, alone);
      for (const char* name : {"grid_hybrid", "grid_metis"}) {
        const Placement after = find_strategy(name)->decide(snapshot, {});
        EXPECT_LE(cross_site_messages(snapshot, after), reference * 21 / 20)
            << name << pattern.name;
      }
    }
  }
}

TEST(GridHybrid, KeepsNeighboursTogetherByItsMode) {
  const Snapshot snapshot = made({.pattern = "molecular_dynamics", .start = Start::random});
  const Strategy& hybrid = *find_strategy("grid_hybrid");
  const auto crossing = [&](HybridMode mode) {
    return measure(snapshot, hybrid.decide(snapshot, {.hybrid_mode = mode})).cross_pe_messages;
  };
  const std::uint64_t spread = crossing(HybridMode::spread);
  const std::uint64_t border = crossing(HybridMode::border_seeds);
  const std::uint64_t seeds = crossing(HybridMode::seeds);
  EXPECT_LT(border, spread);
  EXPECT_LT(seeds, border);
  EXPECT_LT(seeds * 5 / 4, spread);
}

TEST(GridHybrid, SpreadsBorderObjectsEvenly) {
  const Snapshot snapshot = made({.pattern = "molecular_dynamics", .start = Start::random});
  const auto most = [&](const char* name) {
    return measure(snapshot, find_strategy(name)->decide(snapshot, {})).border_objects_max;
  };
  EXPECT_LT(most("grid_hybrid"), most("grid_metis"));
}

}  // namespace
}  // namespace isthmus::engine::balance
