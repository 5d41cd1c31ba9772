// Diffusion: PEs that even out in pairs, site by site and between sites.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy.hpp"
#include "isthmus/balance/strategy/diffusion.hpp"
#include "isthmus/balance/test_snapshots.hpp"

namespace isthmus::engine::balance {
namespace {

Snapshot piled(std::uint32_t pes, std::size_t objects) {
  Snapshot snapshot;
  snapshot.sites = {"a", "b"};
  for (std::uint32_t pe = 0; pe < pes; ++pe) snapshot.add_pe(SiteId(pe / (pes / 2)), NodeId(0));
  for (std::size_t i = 0; i < objects; ++i) snapshot.add_object(1.0, PeId(0));
  snapshot.set_edges({});
  return snapshot;
}

TEST(Diffusion, EvensOutWhatOnePeHasOverAllOfAllSites) {
  const Snapshot snapshot = piled(8, 256);
  const Placement after = diffusion(snapshot, {});
  ASSERT_TRUE(is_valid(snapshot, after));
  for (const double load : loads_s(snapshot, after)) EXPECT_NEAR(load, 32, 2);
}

TEST(Diffusion, GivesFasterPesMore) {
  Snapshot snapshot = piled(4, 120);
  snapshot.pes.speed = {1, 1, 1, 3};
  const std::vector<double> loads = loads_s(snapshot, diffusion(snapshot, {}));
  for (const double load : loads) EXPECT_NEAR(load, 20, 2);
}

TEST(Diffusion, BringsAHeavyObjectToAFastPeThatNoSlowOneLiesBefore) {
  for (std::uint32_t fast = 1; fast < 8; ++fast) {
    Snapshot snapshot = piled(8, 1);
    snapshot.objects.cpu_s[0] = 100;
    snapshot.pes.speed[fast] = 10;
    EXPECT_EQ(diffusion(snapshot, {})[0], PeId(fast));
  }
}

TEST(Diffusion, MovesNothingWhereAllIsEven) {
  Snapshot snapshot = piled(4, 40);
  for (std::uint32_t i = 0; i < 40; ++i) snapshot.objects.pe[i] = PeId(i % 4);
  EXPECT_EQ(diffusion(snapshot, {}), current_placement(snapshot));
}

TEST(Diffusion, LeavesOutSitesWithoutPesAndPinnedObjects) {
  Snapshot snapshot = piled(4, 40);
  snapshot.sites = {"a", "b", "empty"};
  for (std::uint32_t i = 0; i < 10; ++i) snapshot.objects.is_pinned[i] = 1;
  const Placement after = diffusion(snapshot, {});
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(after[i], PeId(0));
  for (const double load : loads_s(snapshot, after)) EXPECT_NEAR(load, 10, 1);
}

}  // namespace
}  // namespace isthmus::engine::balance
