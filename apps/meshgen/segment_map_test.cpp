#include "meshgen/segment_map.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace meshgen {
namespace {

using Found = std::vector<std::int32_t>;

Found on(const SegmentMap& map, const Point& point) {
  Found found = {77};
  map.find(point, found);
  return found;
}

Point between(const Family& segment, double share) {
  return {segment.from.x + share * (segment.to.x - segment.from.x),
          segment.from.y + share * (segment.to.y - segment.from.y)};
}

TEST(SegmentMap, FindsAllSegmentsThatAPointLiesOn) {
  const std::vector<Family> segments = {
      {{0, 0}, {4, 0}}, {{4, 0}, {4, 4}}, {{0, 0}, {4, 4}}, {{2, -2}, {2, 6}}};
  const SegmentMap map(segments);
  EXPECT_EQ(on(map, {1, 0}), Found{0});
  EXPECT_EQ(on(map, {0, 0}), (Found{0, 2}));
  EXPECT_EQ(on(map, {4, 4}), (Found{1, 2}));
  EXPECT_EQ(on(map, {2, 2}), (Found{2, 3}));
  EXPECT_EQ(on(map, {2, 0}), (Found{0, 3}));
  EXPECT_EQ(on(map, {1, 2}), Found{});
  EXPECT_EQ(on(map, {5, 0}), Found{});  // on the line, and not on the segment
  EXPECT_EQ(on(map, {2, 6.001}), Found{});
}

TEST(SegmentMap, AllowsForRoundingAndForNoMore) {
  const std::vector<Family> segments = {{{1000, 1000}, {1003, 1007}}, {{1000, 990}, {1010, 990}}};
  const SegmentMap map(segments);
  EXPECT_EQ(map.tolerance(), 1e-13 * 1010);
  for (int i = 0; i <= 1000; ++i) {
    EXPECT_EQ(on(map, between(segments[0], i / 1000.0)), Found{0}) << i;
  }
  EXPECT_EQ(on(map, {1005, 990 + 1.2e-10}), Found{});
}

TEST(SegmentMap, MissesNoneHoweverSegmentsLie) {
  std::minstd_rand random(3);
  std::uniform_real_distribution<double> anywhere(-5, 5);
  std::vector<Family> segments;
  for (int i = 0; i < 60; ++i) {
    const Point from = {anywhere(random), anywhere(random)};
    // Half of them are shorter than a cell of the map.
    const double far = i % 2 == 0 ? 1 : 0.001;
    segments.push_back({from, {from.x + far * anywhere(random), from.y + far * anywhere(random)}});
  }
  const SegmentMap map(segments);
  std::uniform_real_distribution<double> share(0, 1);
  for (std::int32_t i = 0; i < 60; ++i) {
    for (int k = 0; k < 200; ++k) {
      const Found found = on(map, between(segments[static_cast<std::size_t>(i)], share(random)));
      EXPECT_THAT(found, testing::Contains(i)) << "segment " << i;
    }
  }
}

TEST(SegmentMap, KnowsOfNoneBeyondItsCellsOrWithoutAny) {
  const std::vector<Family> segments = {{{0, 0}, {1, 1}}};
  const SegmentMap map(segments);
  EXPECT_EQ(on(map, {-100, 0}), Found{});
  EXPECT_EQ(on(map, {100, 100}), Found{});
  const std::vector<Family> none;
  EXPECT_EQ(on(SegmentMap(none), {0, 0}), Found{});
}

}  // namespace
}  // namespace meshgen
