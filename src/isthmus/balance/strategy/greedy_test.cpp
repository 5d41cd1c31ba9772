// Greedy: the heaviest object to the PE with least.
#include <gtest/gtest.h>

#include <algorithm>

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

}  // namespace
}  // namespace isthmus::engine::balance
