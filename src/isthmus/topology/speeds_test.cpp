#include "isthmus/topology/speeds.hpp"

#include <gtest/gtest.h>

#include <string>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::topology {
namespace {

using Speeds = std::vector<double>;

Speeds speeds_of(const Grid& grid, const std::vector<std::int64_t>& times) {
  return speeds_from_times(Topology::from_grid(grid).value(), times);
}

TEST(Speeds, AreRelativeToTheFastest) {
  EXPECT_EQ(speeds_of(uniform_grid(2, 1), {3'000, 1'000}), (Speeds{0.333, 1}));
}

TEST(Speeds, OfOnePeIsOne) { EXPECT_EQ(speeds_of(uniform_grid(1, 1), {7}), Speeds{1}); }

TEST(Speeds, OfEqualProcessorsAreEqualThoughTheirTimesDiffer) {
  EXPECT_EQ(speeds_of(uniform_grid(2, 2), {1'000, 1'030, 1'010, 1'050}), (Speeds{1, 1, 1, 1}));
}

TEST(Speeds, DifferWithinANodeThatHasTwoKindsOfCores) {
  EXPECT_EQ(speeds_of(uniform_grid(1, 4), {1'000, 1'020, 2'000, 2'050}), (Speeds{1, 1, 0.5, 0.5}));
}

TEST(Speeds, FindTheKindsOfManyNodesInNoise) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    std::vector<std::int64_t> times;
    for (int pe = 0; pe < 60; ++pe) {
      const double true_ns = pe < 30 ? 400'000 : 1'200'000;
      times.push_back(static_cast<std::int64_t>(true_ns * (1 + 0.04 * random.uniform())));
    }
    const Speeds speeds = speeds_of(uniform_grid(6, 10), times);
    for (std::size_t pe = 0; pe < 60; ++pe) {
      EXPECT_EQ(speeds[pe], speeds[pe < 30 ? 0 : 30]);
      EXPECT_NEAR(speeds[pe], pe < 30 ? 1.0 : 1.0 / 3, 0.02);
    }
  }
}

TEST(Speeds, StayWithinWhatAGridFileMaySay) {
  const Speeds speeds = speeds_of(uniform_grid(2, 1), {1, INT64_MAX});
  EXPECT_EQ(speeds, (Speeds{1, 1e-6}));
}

std::vector<double> shares_of(const Grid& grid, const std::vector<WorkSample>& samples) {
  return shares_from_samples(Topology::from_grid(grid).value(), samples);
}

TEST(Shares, AreWhatOthersLeaveEachCore) {
  EXPECT_EQ(
      shares_of(uniform_grid(1, 3), {{1, 1'000, 0, {0}}, {1, 1'000, 500, {1}}, {1, 8, 8, {2}}}),
      (Speeds{1, 0.5, 0.05}));
}

TEST(Shares, AreWholeWhereNearlyNothingIsMissing) {
  EXPECT_EQ(shares_of(uniform_grid(1, 2), {{1, 1'000, 50, {0}}, {1, 1'000, 250, {1}}}),
            (Speeds{1, 0.75}));
}

TEST(Shares, AreEqualWherePesShareTheirCores) {
  EXPECT_EQ(shares_of(uniform_grid(1, 3),
                      {{1, 1'000, 500, {0, 1}}, {1, 1'000, 100, {0, 1}}, {1, 1'000, 100, {2}}}),
            (Speeds{0.7, 0.7, 0.9}));
}

TEST(Shares, OfTwoMachinesHaveNothingToDoWithEachOther) {
  Grid grid = uniform_grid(2, 1);
  const std::vector<WorkSample> samples = {{1, 1'000, 500, {0, 1}}, {1, 1'000, 100, {0, 1}}};
  EXPECT_EQ(shares_of(grid, samples), (Speeds{0.7, 0.7}));
  grid.sites[1].nodes[0].address = "far.example";
  EXPECT_EQ(shares_of(grid, samples), (Speeds{0.5, 0.9}));
}

TEST(Shares, OfTwoSamplesAreThoseOfBoth) {
  const WorkSample both = merged({500, 1'000, 900, {0}}, {400, 3'000, 100, {0}});
  EXPECT_EQ(both, (WorkSample{400, 4'000, 1'000, {0}}));
  EXPECT_EQ(shares_of(uniform_grid(1, 1), {both}), Speeds{0.75});
}

}  // namespace
}  // namespace isthmus::engine::topology
