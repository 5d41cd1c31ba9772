#include "isthmus/topology/partition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "isthmus/base/random.hpp"
#include "isthmus/topology/grid.hpp"

namespace isthmus::engine {
namespace {

std::vector<std::int64_t> sizes_of(const std::vector<Share>& shares) {
  std::vector<std::int64_t> sizes;
  for (const Share& share : shares) sizes.push_back(share.size());
  return sizes;
}

using Sizes = std::vector<std::int64_t>;

std::vector<Share> cut(std::int64_t size, const std::vector<double>& speeds) {
  return partition(size, speeds);
}

double longest(const Sizes& sizes, const std::vector<double>& speeds) {
  double time = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] > 0) time = std::max(time, static_cast<double>(sizes[i]) / speeds[i]);
  }
  return time;
}

/// Of all ways to cut, by trying them.
double least_longest(std::int64_t size, const std::vector<double>& speeds, Sizes begun = {}) {
  if (begun.size() + 1 == speeds.size()) {
    begun.push_back(size);
    return longest(begun, speeds);
  }
  double least = 1e300;
  for (std::int64_t own = 0; own <= size; ++own) {
    Sizes more = begun;
    more.push_back(own);
    least = std::min(least, least_longest(size - own, speeds, more));
  }
  return least;
}

TEST(Partition, GivesSharesInProportionToSpeed) {
  EXPECT_EQ(sizes_of(cut(100, {1, 3})), (Sizes{25, 75}));
  EXPECT_EQ(sizes_of(cut(70, {2, 1, 0.5})), (Sizes{40, 20, 10}));
}

TEST(Partition, JoinsTheSharesInOrder) {
  EXPECT_EQ(cut(10, {1, 3, 1}), (std::vector<Share>{{0, 2}, {2, 8}, {8, 10}}));
}

TEST(Partition, GivesEqualSpeedsSharesThatDifferByOneAtMost) {
  EXPECT_EQ(sizes_of(cut(10, {1, 1, 1, 1})), (Sizes{3, 3, 2, 2}));
  EXPECT_EQ(sizes_of(cut(2, {1, 1, 1})), (Sizes{1, 1, 0}));
}

TEST(Partition, LeavesOutWhoDoesNothing) {
  EXPECT_EQ(sizes_of(cut(5, {0, 1, 0})), (Sizes{0, 5, 0}));
}

TEST(Partition, GivesNothingToPesThatHoldNoObjects) {
  topology::Grid grid = topology::uniform_grid(2, 3, 3);
  grid.gateways = grid.gateways_reserved = true;
  const topology::Topology topology = topology::Topology::from_grid(grid).value();
  EXPECT_EQ(sizes_of(partition(8, topology)), (Sizes{0, 2, 2, 0, 2, 2}));
}

TEST(Partition, OfNothingIsNothing) { EXPECT_EQ(sizes_of(cut(0, {1, 2})), (Sizes{0, 0})); }

TEST(Partition, LetsWhoeverTakesLongestTakeAsShortAsItCan) {
  Random random(7);
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    std::vector<double> speeds(3);
    for (double& speed : speeds) speed = 0.1 + random.uniform();
    const auto size = static_cast<std::int64_t>(random.below(25));
    EXPECT_DOUBLE_EQ(longest(sizes_of(cut(size, speeds)), speeds), least_longest(size, speeds));
  }
}

TEST(Partition, TakesTheSpeedsOfAJobsPes) {
  topology::Grid grid;
  grid.sites = {{"a", {{"a-0", 2, 1, 1.5}}}, {"b", {{"b-0", 1, 1, 0.5}}}};
  const topology::Topology topology = topology::Topology::from_grid(grid).value();
  EXPECT_EQ(sizes_of(partition(70, topology)), (Sizes{30, 30, 10}));
}

TEST(Partition, CutsMuchDataWithoutLosingAny) {
  std::vector<double> speeds;
  for (int i = 1; i <= 1000; ++i) speeds.push_back(0.001 * i);
  const std::int64_t size = 1'000'000'000'007;
  const std::vector<Share> shares = cut(size, speeds);
  EXPECT_EQ(shares.front().begin, 0);
  EXPECT_EQ(shares.back().end, size);
  for (std::size_t i = 1; i < shares.size(); ++i) EXPECT_EQ(shares[i].begin, shares[i - 1].end);
}

TEST(Partition, GivesABusyProcessorLess) {
  const std::vector<double> speeds = {1, 1, 2};
  const std::vector<double> loads = {0.5, 0, 0.75};
  // Speeds 0.5, 1, 0.5.
  EXPECT_EQ(sizes_of(partition(40, speeds, {.loads = loads}).value()), (Sizes{10, 20, 10}));
  EXPECT_EQ(sizes_of(partition(40, speeds, {}).value()), sizes_of(cut(40, speeds)));
}

TEST(Partition, NumbersPiecesFromTheBase) {
  const std::vector<double> speeds = {1, 3};
  EXPECT_EQ(partition(8, speeds, {.base = 100}).value(),
            (std::vector<Share>{{100, 102}, {102, 108}}));
}

TEST(Partition, KeepsToTheMostAndIsStillTheBestCut) {
  Random random(5);
  for (int round = 0; round < 60; ++round) {
    std::vector<double> speeds;
    for (int i = 0; i < 4; ++i) speeds.push_back(static_cast<double>(random.below(5)));
    if (*std::ranges::max_element(speeds) == 0) continue;
    const auto takers = std::ranges::count_if(speeds, [](double speed) { return speed > 0; });
    const auto size = static_cast<std::int64_t>(random.below(15));
    const std::int64_t most = (size + takers - 1) / takers + static_cast<int>(random.below(3));
    const Sizes sizes = sizes_of(partition(size, speeds, {.most = most}).value());
    std::int64_t all = 0;
    for (const std::int64_t own : sizes) {
      EXPECT_LE(own, most);
      all += own;
    }
    EXPECT_EQ(all, size);
    // Of all cuts that keep to it, by trying them.
    double least = 1e300;
    for (std::int64_t a = 0; a <= std::min(size, most); ++a) {
      for (std::int64_t b = 0; b <= std::min(size - a, most); ++b) {
        for (std::int64_t c = 0; c <= std::min(size - a - b, most); ++c) {
          const Sizes tried = {a, b, c, size - a - b - c};
          if (tried.back() <= most) least = std::min(least, longest(tried, speeds));
        }
      }
    }
    EXPECT_DOUBLE_EQ(longest(sizes, speeds), least) << "size " << size << ", most " << most;
  }
}

TEST(Partition, SaysWhatDoesNotFit) {
  const std::vector<double> speeds = {1, 0, 1};
  EXPECT_EQ(sizes_of(partition(20, speeds, {.most = 10}).value()), (Sizes{10, 0, 10}));
  const auto cut = partition(21, speeds, {.most = 10});
  ASSERT_FALSE(cut);
  EXPECT_NE(cut.error().text().find("at most 20: 10 for each of 2"), std::string::npos)
      << cut.error().text();
}

}  // namespace
}  // namespace isthmus::engine
