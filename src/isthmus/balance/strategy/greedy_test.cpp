// Greedy: the heaviest object to the PE with least.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "isthmus/balance/strategy.hpp"
#include "isthmus/balance/test_snapshots.hpp"

namespace isthmus::engine::balance {
namespace {

TEST(Greedy, GivesTheHotObjectAPeOfItsOwn) {
  const Snapshot snapshot = made({.pattern = "hot_object", .objects = 1024, .pes_per_site = 4});
  const Placement after = find_strategy("greedy")->decide(snapshot, {});
  const auto hot =
      std::ranges::max_element(snapshot.objects.cpu_s) - snapshot.objects.cpu_s.begin();
  EXPECT_EQ(std::ranges::count(after, after[hot]), 1);
}

Snapshot two_pes(double speed_of_second) {
  Snapshot snapshot;
  snapshot.sites = {"a"};
  snapshot.add_pe(SiteId(0), NodeId(0));
  snapshot.add_pe(SiteId(0), NodeId(0));
  snapshot.pes.speed[1] = speed_of_second;
  return snapshot;
}

TEST(Greedy, GivesEachToThePeThatEndsFirstWithItTheHeaviestFirst) {
  Snapshot snapshot = two_pes(2);
  for (const double cpu_s : {1, 4, 6, 2}) snapshot.add_object(cpu_s, PeId(0));
  snapshot.add_object(0, PeId(1));
  snapshot.set_edges({});
  // 6 / 2 < 6; 4 < (6 + 4) / 2; (6 + 2) / 2 < 4 + 2; (6 + 2 + 1) / 2 < 4 + 1. What has no load
  // stays.
  const Placement after = find_strategy("greedy")->decide(snapshot, {});
  EXPECT_EQ(after, (Placement{PeId(1), PeId(0), PeId(1), PeId(1), PeId(1)}));
}

TEST(Greedy, LeavesAllWhereItIsWhereNothingIsGained) {
  Snapshot snapshot = two_pes(1);
  for (const std::uint32_t pe : {1, 0, 1, 0}) snapshot.add_object(1, PeId(pe));
  snapshot.set_edges({});
  EXPECT_EQ(find_strategy("greedy")->decide(snapshot, {}), current_placement(snapshot));
}

}  // namespace
}  // namespace isthmus::engine::balance
