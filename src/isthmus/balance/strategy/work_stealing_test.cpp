// Work stealing: whom a PE asks that has nothing to do, and what comes of it.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy.hpp"
#include "isthmus/balance/strategy/work_stealing.hpp"
#include "isthmus/balance/test_snapshots.hpp"

namespace isthmus::engine::balance {
namespace {

TEST(WorkStealing, StealsFromItsOwnSiteFirst) {
  Snapshot snapshot = made({.objects = 4096, .start = Start::block});
  for (std::size_t i = 0; i < 4096; i += 2) snapshot.objects.cpu_s[i] *= i % 128 < 64 ? 2.0 : 1.0;
  for (std::size_t i = 0; i < 64; ++i) snapshot.objects.cpu_s[i] *= 3.0;
  for (std::size_t i = 2048; i < 2112; ++i) snapshot.objects.cpu_s[i] *= 3.0;
  const Placement after = find_strategy("work_stealing")->decide(snapshot, {});
  EXPECT_LE(overload(snapshot, after), 1.05);
  std::uint64_t far = 0;
  for (std::size_t i = 0; i < 4096; ++i) {
    far += snapshot.site_of(after[i]) != snapshot.site_of(snapshot.objects.pe[i]) ? 1 : 0;
  }
  EXPECT_LE(3 * far, measure(snapshot, after).objects_moved);
}

TEST(Thief, AsksItsOwnSiteADozenTimesBeforeOthersAndGivesUp) {
  Thief thief(4, 100, 7);
  for (int i = 0; i < 36; ++i) {
    const auto victim = thief.next_victim();
    ASSERT_TRUE(victim) << i;
    EXPECT_EQ(victim->is_near, i < 12) << i;
    EXPECT_LT(victim->position, i < 12 ? 4u : 100u);
    thief.got(0);
  }
  EXPECT_FALSE(thief.next_victim());
}

TEST(Thief, BeginsAnewWhereItGotSomethingButNotWithASiteThatHasNothing) {
  Thief thief(4, 100, 7);
  for (int i = 0; i < 11; ++i) {
    thief.next_victim();
    thief.got(0);
  }
  thief.next_victim();
  thief.got(3);
  for (int i = 0; i < 12; ++i) {
    EXPECT_TRUE(thief.next_victim()->is_near) << i;
    thief.got(0);
  }
  EXPECT_FALSE(thief.next_victim()->is_near);
  thief.got(3);
  EXPECT_FALSE(thief.next_victim()->is_near) << "its own site had nothing to give";
}

TEST(Thief, AsksTheSameForTheSameSeed) {
  Thief one(10, 1000, 5);
  Thief same(10, 1000, 5);
  Thief other(10, 1000, 6);
  bool differs = false;
  for (int i = 0; i < 30; ++i) {
    const auto asked = one.next_victim()->position;
    EXPECT_EQ(asked, same.next_victim()->position);
    differs = differs || asked != other.next_victim()->position;
    for (Thief* thief : {&one, &same, &other}) thief->got(0);
  }
  EXPECT_TRUE(differs);
}

}  // namespace
}  // namespace isthmus::engine::balance
