#include "isthmus/balance/generator.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "isthmus/balance/quality.hpp"

namespace isthmus::engine::balance {
namespace {

using testing::HasSubstr;

Snapshot made(const std::string& pattern, std::uint64_t seed = 1) {
  return generate({.pattern = pattern, .seed = seed}).value();
}

double work_s(const Snapshot& snapshot) {
  return std::accumulate(snapshot.objects.cpu_s.begin(), snapshot.objects.cpu_s.end(), 0.0);
}

TEST(Generator, MakesValidSnapshotsOfEveryPatternTheSameFromTheSameSeed) {
  for (const Pattern& pattern : patterns()) {
    const std::string name(pattern.name);
    const Snapshot snapshot = made(name);
    EXPECT_TRUE(validate(snapshot)) << name;
    EXPECT_GE(snapshot.object_count(), 1000) << name;
    EXPECT_EQ(snapshot, made(name)) << name;
    EXPECT_NE(snapshot, made(name, 2)) << name;
    EXPECT_EQ(snapshot.objects.position.size(), snapshot.object_count()) << name;
  }
}

TEST(Generator, MakesAStencilWithFourNeighbours) {
  const Snapshot snapshot = made("stencil");
  EXPECT_EQ(snapshot.object_count(), 4096);
  EXPECT_EQ(snapshot.edges.size(), 2 * 2 * 64 * 63);
  EXPECT_NEAR(measure(snapshot, current_placement(snapshot)).imbalance, 1.0, 1e-9);
}

TEST(Generator, MakesThe216CellsAnd3024PairsOfTheMolecularDynamicsPattern) {
  const Snapshot snapshot = made("molecular_dynamics");
  EXPECT_EQ(snapshot.object_count(), 216 + 3024);
  EXPECT_NEAR(work_s(snapshot), 14.3, 1e-9);
  for (std::uint32_t i = 0; i < snapshot.object_count(); ++i) {
    const std::uint32_t receivers = snapshot.edges.begin[i + 1] - snapshot.edges.begin[i];
    // A cell talks with 26 pairs and with its own; a pair with at most two cells.
    EXPECT_TRUE(i < 216 ? receivers == 27 : receivers >= 1 && receivers <= 2) << i;
  }
}

TEST(Generator, MakesTheThousandPartsOfTheMesh) {
  const Snapshot snapshot = made("unstructured_mesh");
  EXPECT_EQ(snapshot.object_count(), 1000);
  // What Koenig 2007, table 8.3, has for 8 PEs without a balancer.
  EXPECT_NEAR(work_s(snapshot) / 8, 2.847265, 1e-9);
  std::uint32_t most = 0;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    most = std::max(most, snapshot.edges.begin[i + 1] - snapshot.edges.begin[i]);
  }
  EXPECT_EQ(most, 6);
  EXPECT_GT(snapshot.edges.size(), 5'000);
  const auto [low, high] = std::ranges::minmax(snapshot.objects.cpu_s);
  EXPECT_GT(high, 2.0 * low);
}

TEST(Generator, MakesOneHotObjectAndPowerLawLoads) {
  const Snapshot hot = made("hot_object");
  EXPECT_EQ(std::ranges::count_if(hot.objects.cpu_s, [](double s) { return s > 0.1; }), 1);
  const Snapshot heavy = made("power_law");
  EXPECT_GT(std::ranges::max(heavy.objects.cpu_s), 20 * work_s(heavy) / 4096);
}

TEST(Generator, MakesCommunitiesThatTalkAmongThemselves) {
  const Snapshot snapshot = made("communities");
  std::uint64_t within = 0;
  std::uint64_t all = 0;
  for (std::uint32_t i = 0; i < 4096; ++i) {
    for (std::uint32_t at = snapshot.edges.begin[i]; at < snapshot.edges.begin[i + 1]; ++at) {
      all += snapshot.edges.messages[at];
      if (snapshot.edges.to[at] % 64 == i % 64) within += snapshot.edges.messages[at];
    }
  }
  EXPECT_GT(within, all * 9 / 10);
}

TEST(Generator, PutsObjectsWhereTheStartSays) {
  Parameters parameters{.objects = 64, .pes_per_site = 4};
  EXPECT_EQ(generate(parameters)->objects.pe[9], PeId(1));
  parameters.start = Start::block;
  EXPECT_EQ(generate(parameters)->objects.pe[9], PeId(1));
  EXPECT_EQ(generate(parameters)->objects.pe[63], PeId(7));
  parameters.start = Start::crowded;
  EXPECT_EQ(generate(parameters)->objects.pe[63], PeId(0));
  parameters.start = Start::random;
  const auto pes = generate(parameters)->objects.pe;
  EXPECT_GT(std::ranges::max(pes), PeId(3));
}

TEST(Generator, AddsEmptySitesSpeedsBackgroundAndPins) {
  const Snapshot snapshot = generate({.objects = 400,
                                      .sites = 3,
                                      .empty_sites = 2,
                                      .pes_per_site = 4,
                                      .speeds = {1.0, 2.0},
                                      .background = 0.5,
                                      .pinned = 0.25})
                                .value();
  EXPECT_EQ(snapshot.site_count(), 5);
  EXPECT_EQ(snapshot.pe_count(), 12);
  EXPECT_EQ(snapshot.pes.site[0], SiteId(1));
  EXPECT_EQ(std::ranges::count(snapshot.pes.site, SiteId(0)), 0);
  EXPECT_EQ(std::ranges::count(snapshot.pes.site, SiteId(2)), 0);
  EXPECT_EQ(snapshot.pes.speed[3], 2.0);
  EXPECT_GT(std::ranges::max(snapshot.pes.background_s), 0.0);
  const auto pinned = std::ranges::count(snapshot.objects.is_pinned, 1);
  EXPECT_GT(pinned, 60);
  EXPECT_LT(pinned, 140);
}

TEST(Generator, RefusesWhatMakesNoSense) {
  EXPECT_THAT(generate({.pattern = "sponge"}).error().text(),
              HasSubstr("pattern: no 'sponge' (expected stencil, power_law"));
  EXPECT_FALSE(generate({.objects = 0}));
  EXPECT_FALSE(generate({.sites = 0}));
  EXPECT_FALSE(generate({.sites = 10'001}));
  EXPECT_FALSE(generate({.sites = 1000, .pes_per_site = 1001}));
  EXPECT_FALSE(generate({.speeds = {}}));
  EXPECT_FALSE(generate({.speeds = {0.0}}));
  EXPECT_FALSE(generate({.pinned = 1.5}));
  EXPECT_TRUE(generate({.objects = 1, .sites = 1, .pes_per_site = 1}));
}

}  // namespace
}  // namespace isthmus::engine::balance
