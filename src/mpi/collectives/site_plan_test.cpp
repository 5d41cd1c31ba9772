#include "mpi/collectives/site_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

namespace isthmus::engine::mpi {
namespace {

std::vector<std::int32_t> first(int count) {
  std::vector<std::int32_t> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

TEST(SitePlan, ReachesEachRankOnceFromTheLeaderOfItsSite) {
  const std::vector<std::int32_t> group = {9, 2, 5, 0, 7, 1, 8, 3, 6, 4};
  const RankSites site_of{.first = {0, 0, 0, 0, 1, 1, 1, 3, 3, 3}};
  std::map<std::int32_t, std::int32_t> parent_of;
  std::map<std::int32_t, std::size_t> below;
  for (const std::int32_t self : group) {
    const SitePlan plan = make_site_plan(self, group, group, site_of);
    EXPECT_EQ(plan.leaders, (std::vector<std::int32_t>{0, 4, 7}));
    EXPECT_EQ(plan.peer_leaders, plan.leaders);
    EXPECT_EQ(plan.subtree.front(), self);
    EXPECT_EQ(plan.leads(), self == 0 || self == 4 || self == 7) << self;
    below[self] = plan.subtree.size();
    parent_of[self] = plan.parent;
    for (const auto branch : branches_of(plan.subtree)) {
      const SitePlan child = make_site_plan(branch.front(), group, group, site_of);
      EXPECT_EQ(child.parent, self);
      EXPECT_TRUE(std::ranges::equal(child.subtree, branch));
    }
  }
  EXPECT_EQ(below[0] + below[4] + below[7], group.size());
}

TEST(SitePlan, IsAsDeepAsTheLogarithm) {
  for (const int count : {1, 2, 3, 64, 1000}) {
    const std::vector<std::int32_t> group = first(count);
    int deepest = 0;
    for (const std::int32_t self : group) {
      int depth = 0;
      std::int32_t at = self;
      while (true) {
        const SitePlan plan = make_site_plan(at, group, group, {});
        if (plan.leads()) break;
        at = plan.parent;
        ++depth;
      }
      deepest = std::max(deepest, depth);
    }
    EXPECT_LE(1 << deepest, 2 * count);
  }
}

TEST(SitePlan, OfTwoGroupsHasLeadersOfBoth) {
  const RankSites site_of{.first = {0, 0, 1, 1, 2, 2}};
  const std::vector<std::int32_t> group = {0, 2};
  const std::vector<std::int32_t> peers = {5, 1, 3};
  const SitePlan plan = make_site_plan(2, group, peers, site_of);
  EXPECT_EQ(plan.leaders, (std::vector<std::int32_t>{0, 2}));
  EXPECT_EQ(plan.peer_leaders, (std::vector<std::int32_t>{1, 3, 5}));
  EXPECT_TRUE(plan.leads());
}

TEST(SitePlan, KnowsWhereRanksBeginThatOthersStart) {
  const RankSites sites{.first = {0, 0, 1, 1}, .later = {0, 1}};
  const std::vector<std::int32_t> group = {1, 2, 7, 4, 5, 6};
  EXPECT_EQ(by_site(group, sites), (std::vector<std::vector<std::int32_t>>{{1, 4, 6}, {2, 5, 7}}));
  EXPECT_TRUE(make_site_plan(2, group, group, sites).leads());
  EXPECT_EQ(make_site_plan(7, group, group, sites).parent, 2);
  EXPECT_EQ(RankSites().of(9), 0);
}

}  // namespace
}  // namespace isthmus::engine::mpi
