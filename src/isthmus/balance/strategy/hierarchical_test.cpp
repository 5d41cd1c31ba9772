// Hierarchical: between sites what they lack, then within each.
#include <gtest/gtest.h>

#include <cstddef>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy.hpp"
#include "isthmus/balance/test_snapshots.hpp"

namespace isthmus::engine::balance {
namespace {

TEST(Hierarchical, MovesBetweenSitesOnlyWhatTheyLack) {
  Snapshot snapshot = made({.objects = 4096, .start = Start::block});
  for (std::size_t i = 0; i < 2048; ++i) snapshot.objects.cpu_s[i] *= 1.5;
  const Placement after = find_strategy("hierarchical")->decide(snapshot, {});
  EXPECT_LE(overload(snapshot, after), 1.05);
  // Site 0 has 3072 of 5120 units and keeps 2560: 342 of its objects leave, along the border.
  std::size_t left = 0;
  for (std::size_t i = 0; i < 4096; ++i) {
    left += snapshot.site_of(after[i]) != snapshot.site_of(snapshot.objects.pe[i]) ? 1 : 0;
  }
  EXPECT_LE(left, 360u);
  EXPECT_LE(cross_site_messages(snapshot, after), 200u);
}

}  // namespace
}  // namespace isthmus::engine::balance
