#include "isthmus/topology/grouping.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::topology {
namespace {

using Groups = std::vector<std::uint32_t>;
using Trips = std::vector<RoundTrip>;

constexpr std::int64_t us = 1'000;
constexpr std::int64_t ms = 1'000'000;

/// A world with known sites: what a measurement of each pair would say.
class World {
 public:
  World(std::vector<std::uint32_t> site_of, std::int64_t within_ns, std::int64_t between_ns,
        std::uint64_t seed = 1)
      : site_of_(std::move(site_of)),
        within_ns_(within_ns),
        between_ns_(between_ns),
        random_(seed) {}

  /// Longer than the true one by up to half, and seldom by a lot.
  std::int64_t measure(std::uint32_t a, std::uint32_t b) {
    const std::int64_t true_ns = site_of_[a] == site_of_[b] ? within_ns_ : between_ns_;
    const bool is_outlier = random_.below(50) == 0;
    const double noise = 1 + 0.5 * random_.uniform() + (is_outlier ? 20 * random_.uniform() : 0);
    return static_cast<std::int64_t>(static_cast<double>(true_ns) * noise);
  }

  Trips all_pairs() {
    Trips trips;
    for (std::uint32_t a = 0; a < count(); ++a) {
      for (std::uint32_t b = a + 1; b < count(); ++b) trips.push_back({a, b, measure(a, b)});
    }
    return trips;
  }

  std::uint32_t count() const { return static_cast<std::uint32_t>(site_of_.size()); }

 private:
  std::vector<std::uint32_t> site_of_;
  std::int64_t within_ns_;
  std::int64_t between_ns_;
  Random random_;
};

/// Numbered by first appearance, as groups are.
Groups renumbered(const Groups& names) {
  Groups seen;
  Groups result;
  for (const std::uint32_t name : names) {
    const auto at = std::ranges::find(seen, name);
    result.push_back(static_cast<std::uint32_t>(at - seen.begin()));
    if (at == seen.end()) seen.push_back(name);
  }
  return result;
}

Trips matrix(const std::vector<std::vector<std::int64_t>>& rows) {
  Trips trips;
  for (std::uint32_t a = 0; a < rows.size(); ++a) {
    for (std::uint32_t b = 0; b < rows[a].size(); ++b) trips.push_back({a + 1, b, rows[a][b]});
  }
  return trips;
}

TEST(Grouping, FindsTwoSitesThatAreFarApart) {
  const Trips trips = matrix({{80 * us}, {16 * ms, 16 * ms}, {16 * ms, 17 * ms, 90 * us}});
  EXPECT_EQ(group_by_latency(4, trips), (Groups{0, 0, 1, 1}));
}

TEST(Grouping, NumbersGroupsByTheirFirstUnits) {
  const Trips trips = matrix({{16 * ms}, {80 * us, 16 * ms}, {16 * ms, 90 * us, 16 * ms}});
  EXPECT_EQ(group_by_latency(4, trips), (Groups{0, 1, 0, 1}));
}

TEST(Grouping, OfNothingIsNothingAndOfOneIsOne) {
  EXPECT_EQ(group_by_latency(0, {}), Groups{});
  EXPECT_EQ(group_by_latency(1, {}), Groups{0});
}

TEST(Grouping, LeavesOneSiteWhereNoGapIsClear) {
  const Trips near = matrix({{20 * us}, {400 * us, 90 * us}, {20 * us, 1'900 * us, 400 * us}});
  EXPECT_EQ(group_by_latency(4, near), (Groups{0, 0, 0, 0}));
  const Trips slow_but_alike = matrix({{3 * ms}, {4 * ms, 3 * ms}, {4 * ms, 4 * ms, 3 * ms}});
  EXPECT_EQ(group_by_latency(4, slow_but_alike), (Groups{0, 0, 0, 0}));
}

TEST(Grouping, TellsSitesOfOneProcessEachApart) {
  EXPECT_EQ(group_by_latency(2, matrix({{30 * ms}})), (Groups{0, 1}));
  EXPECT_EQ(group_by_latency(3, matrix({{30 * ms}, {31 * ms, 29 * ms}})), (Groups{0, 1, 2}));
}

TEST(Grouping, DoesNotTakeASocketOnOneMachineForASite) {
  // A pair on one machine is ten times nearer than the switch of their cluster.
  const Trips trips = matrix({{15 * us}, {150 * us, 160 * us}, {170 * us, 150 * us, 15 * us}});
  EXPECT_EQ(group_by_latency(4, trips), (Groups{0, 0, 0, 0}));
}

TEST(Grouping, KeepsASlowClusterInOnePiece) {
  const Trips trips = matrix({{2'500 * us}, {40 * ms, 40 * ms}, {40 * ms, 41 * ms, 3 * ms}});
  EXPECT_EQ(group_by_latency(4, trips), (Groups{0, 0, 1, 1}));
}

TEST(Grouping, FindsSitesBehindAUnitThatIsSlowerThanAll) {
  // Unit 4 answers after a second; the gap above everything else must not hide the one below.
  const Trips trips = matrix({{80 * us},
                              {16 * ms, 16 * ms},
                              {16 * ms, 16 * ms, 80 * us},
                              {1'000 * ms, 1'000 * ms, 1'000 * ms, 1'000 * ms}});
  EXPECT_EQ(group_by_latency(5, trips), (Groups{0, 0, 1, 1, 2}));
}

TEST(Grouping, TellsNeighbouringCitiesApartThoughAnOceanIsWider) {
  const Trips trips = matrix({{80 * us},
                              {4 * ms, 4 * ms},
                              {4 * ms, 4 * ms, 80 * us},
                              {150 * ms, 150 * ms, 150 * ms, 150 * ms},
                              {150 * ms, 150 * ms, 150 * ms, 150 * ms, 80 * us}});
  EXPECT_EQ(group_by_latency(6, trips), (Groups{0, 0, 1, 1, 2, 2}));
}

TEST(Grouping, TakesNoHarmFromViolatedTriangles) {
  // 0 to 2 is measured as far, though both are near to 1.
  const Trips trips = matrix({{80 * us}, {25 * ms, 80 * us}, {16 * ms, 16 * ms, 16 * ms}});
  EXPECT_EQ(group_by_latency(4, trips), (Groups{0, 0, 0, 1}));
}

TEST(Grouping, UsesTheShortestOfSeveralMeasurementsOfAPair) {
  const Trips trips = {{0, 1, 40 * ms}, {1, 0, 60 * us}, {0, 1, 50 * ms}};
  EXPECT_EQ(group_by_latency(2, trips), (Groups{0, 0}));
}

TEST(Grouping, LeavesAUnitAloneThatNobodyHasMeasured) {
  const Trips trips = {{0, 2, 60 * us}};
  EXPECT_EQ(group_by_latency(3, trips), (Groups{0, 1, 0}));
}

TEST(Grouping, KeepsTogetherWhatIsSaidToBeTogether) {
  const Trips trips = matrix({{16 * ms}, {16 * ms, 80 * us}});
  const Groups one_node = {7, 7, 3};
  EXPECT_EQ(group_by_latency(3, trips, one_node), (Groups{0, 0, 0}));
  const Groups names_only = {7, 5, 3};
  EXPECT_EQ(group_by_latency(3, trips, names_only), (Groups{0, 1, 1}));
}

TEST(Grouping, FindsRandomSitesInNoiseFromAllPairs) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const auto sites = static_cast<std::uint32_t>(1 + random.below(6));
    Groups site_of;
    // Two of each site, so that noise cannot make a unit look alone; then as it comes.
    for (std::uint32_t i = 0; i < 3 * sites; ++i) site_of.push_back(i % sites);
    for (std::uint64_t i = random.below(30); i > 0; --i) {
      site_of.push_back(static_cast<std::uint32_t>(random.below(sites)));
    }
    const auto within_ns = static_cast<std::int64_t>(20 * us + random.below(400 * us));
    const auto between_ns = static_cast<std::int64_t>(10 * ms + random.below(100 * ms));
    World world(site_of, within_ns, between_ns, seed);
    EXPECT_EQ(group_by_latency(world.count(), world.all_pairs()), renumbered(site_of));
  }
}

TEST(Grouping, DependsNeitherOnTheOrderNorOnTheDirectionOfMeasurements) {
  World world({0, 1, 0, 1, 2, 2, 0, 1}, 100 * us, 20 * ms, 5);
  Trips trips = world.all_pairs();
  const Groups expected = group_by_latency(world.count(), trips);
  Random random(9);
  for (int round = 0; round < 20; ++round) {
    for (std::size_t i = trips.size() - 1; i > 0; --i) std::swap(trips[i], trips[random.below(i)]);
    for (RoundTrip& trip : trips) {
      if (random.below(2) == 0) std::swap(trip.a, trip.b);
    }
    EXPECT_EQ(group_by_latency(world.count(), trips), expected);
  }
}

/// As a job does it: landmarks measure until none is wanted.
struct Survey {
  Groups groups;
  Groups landmarks;
};

Survey survey(World& world) {
  Trips trips;
  Survey result;
  while (const auto next = next_landmark(world.count(), trips, result.landmarks)) {
    result.landmarks.push_back(*next);
    for (std::uint32_t other = 0; other < world.count(); ++other) {
      if (other != *next) trips.push_back({*next, other, world.measure(*next, other)});
    }
  }
  result.groups = group_by_latency(world.count(), trips);
  return result;
}

TEST(Landmarks, FindHundredsOfProcessesWithoutMeasuringAllPairs) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const auto sites = static_cast<std::uint32_t>(1 + random.below(8));
    Groups site_of;
    for (std::uint32_t i = 0; i < 600; ++i) {
      site_of.push_back(i < sites ? i : static_cast<std::uint32_t>(random.below(sites)));
    }
    World world(site_of, 100 * us, 20 * ms, seed);
    const Survey found = survey(world);
    EXPECT_EQ(found.groups, renumbered(site_of));
    // Those whose only measurement came out badly are looked at once more.
    EXPECT_LE(found.landmarks.size(), sites + 12);
  }
}

TEST(Landmarks, AreOneForEachSiteWithoutNoise) {
  Groups site_of;
  for (std::uint32_t i = 0; i < 300; ++i) site_of.push_back(i % 5);
  Trips trips;
  Groups landmarks;
  while (const auto next = next_landmark(300, trips, landmarks)) {
    landmarks.push_back(*next);
    for (std::uint32_t other = 0; other < 300; ++other) {
      if (other == *next) continue;
      trips.push_back({*next, other, site_of[other] == site_of[*next] ? 100 * us : 20 * ms});
    }
  }
  EXPECT_EQ(landmarks.size(), 5u);
  EXPECT_EQ(group_by_latency(300, trips), site_of);
}

TEST(Landmarks, FindASiteThatLiesBesideALonelyFirstUnit) {
  World world({0, 1, 1, 1, 1, 1}, 100 * us, 20 * ms, 3);
  EXPECT_EQ(survey(world).groups, (Groups{0, 1, 1, 1, 1, 1}));
}

TEST(Landmarks, EndWhereEveryUnitIsASiteOfItsOwn) {
  World world({0, 1, 2, 3, 4}, 100 * us, 20 * ms);
  const Survey found = survey(world);
  EXPECT_EQ(found.groups, (Groups{0, 1, 2, 3, 4}));
  EXPECT_EQ(found.landmarks.size(), 5u);
}

TEST(Landmarks, AreNoneForOneUnit) { EXPECT_FALSE(next_landmark(1, {}, {})); }

}  // namespace
}  // namespace isthmus::engine::topology
