#include "meshgen/refine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "isthmus/base/random.hpp"
#include "meshgen/check.hpp"
#include "meshgen/decompose.hpp"
#include "meshgen/test_domains.hpp"
#include "meshgen/test_verdicts.hpp"
#include "meshgen/triangulate.hpp"

namespace meshgen {
namespace {

Effort refine(Mesh& mesh, const Bounds& bounds) {
  Refiner refiner(mesh, bounds, nullptr);
  refiner.look_at_all();
  EXPECT_TRUE(refiner.run());
  return refiner.effort();
}

TEST(Refiner, MeetsAngleAndAreaBounds) {
  for (const double area : {0.3, 0.01, 0.0007}) {
    for (const Domain& domain : {unit_square(), framed_square(), fan()}) {
      Mesh mesh = *triangulate(domain);
      const Bounds bounds{.angle_deg = angle_deg_proven, .area = area};
      EXPECT_EQ(refine(mesh, bounds).given_up, 0);
      expect_holds(mesh, domain, bounds);
    }
  }
}

TEST(Refiner, EndsAtCornersOfAnySize) {
  for (const double angle : {0.1, 1.0, 5.0, 13.0, 20.0, 29.0, 37.0, 44.0, 51.0, 59.0}) {
    const Domain domain = wedge(angle);
    Mesh mesh = *triangulate(domain);
    const Bounds bounds{.angle_deg = angle_deg_proven, .area = 0.05, .length_least = 1e-9};
    EXPECT_EQ(refine(mesh, bounds).given_up, 0) << angle;
    expect_holds(mesh, domain, bounds);
    EXPECT_LT(mesh.triangles().size(), 20'000u) << angle;
  }
}

TEST(Refiner, LeavesAGoodMeshAlone) {
  Mesh mesh = *triangulate(framed_square());
  const Bounds bounds{.angle_deg = 20, .area = 0.1};
  refine(mesh, bounds);
  const std::size_t triangles = mesh.triangles().size();
  const Effort again = refine(mesh, bounds);
  EXPECT_EQ(again.interior_points + again.split_points, 0);
  EXPECT_EQ(mesh.triangles().size(), triangles);
}

TEST(Refiner, StopsWhereThereWouldBeTooManyTriangles) {
  Mesh mesh = *triangulate(unit_square());
  Refiner refiner(mesh, {.angle_deg = 20, .area = 1e-6, .triangles_max = 500}, nullptr);
  refiner.look_at_all();
  EXPECT_FALSE(refiner.run());
  EXPECT_LT(mesh.triangles().size(), 510u);
}

TEST(Refiner, GoesOnWhereAnotherHasStopped) {
  const Bounds bounds{.angle_deg = 20, .area = 0.005};
  Mesh mesh = *triangulate(framed_square());
  std::vector<Candidate> pending;
  std::int64_t points = 0;
  int slices = 0;
  do {
    Refiner refiner(mesh, bounds, nullptr);
    refiner.add_pending(pending);
    if (slices++ == 0) refiner.look_at_all();
    ASSERT_TRUE(refiner.run_for(100));
    points += refiner.effort().points();
    pending = refiner.take_pending();
  } while (!pending.empty());
  EXPECT_GE(slices, points / 150);
  EXPECT_LE(slices, points / 100 + 1);
  expect_holds(mesh, framed_square(), bounds);
}

struct Log final : Refiner::Listener {
  void on_split(const Line& line, Split split) override { told[line.neighbor].push_back(split); }
  std::map<std::int32_t, std::vector<Split>> told;
};

// The points of all whole segments of lines to the neighbour.
std::set<std::pair<double, double>> shared_points(const Mesh& mesh, std::int32_t neighbor) {
  std::set<std::pair<double, double>> points;
  for (const Segment& segment : mesh.segments()) {
    if (mesh.lines()[segment.line].neighbor != neighbor || segment.first_part >= 0) continue;
    for (const std::int32_t end : {segment.from, segment.to}) {
      points.emplace(mesh.point(end).x, mesh.point(end).y);
    }
  }
  return points;
}

TEST(Refiner, FollowsSplitsInWhateverOrderTheyCome) {
  const std::vector<Mesh> parts = *decompose(*triangulate(framed_square()), 2, 4);
  Mesh refined = parts[0];
  Log log;
  Refiner refiner(refined, {.angle_deg = 20, .area = 0.002}, &log);
  refiner.look_at_all();
  ASSERT_TRUE(refiner.run());
  ASSERT_GT(log.told[1].size(), 20u);
  isthmus::Random random(7);
  for (int round = 0; round < 5; ++round) {
    std::vector<Split>& splits = log.told[1];
    for (std::size_t i = splits.size(); i > 1; --i) {
      std::swap(splits[i - 1], splits[random.below(i)]);
    }
    Mesh neighbor = parts[1];
    Refiner follower(neighbor, {.angle_deg = 20, .area = 10}, nullptr);
    for (const Split& split : splits) ASSERT_TRUE(follower.take(split));
    for (const Split& split : splits) ASSERT_TRUE(follower.take(split));
    const auto count = std::ssize(splits);
    EXPECT_EQ(follower.effort().foreign_points, count);
    EXPECT_GE(follower.effort().repeated, count);
    EXPECT_EQ(shared_points(neighbor, 0), shared_points(refined, 1));
  }
}

TEST(Refiner, TellsNobodyOfSplitsItWasToldOf) {
  const std::vector<Mesh> parts = *decompose(*triangulate(unit_square()), 2, 4);
  Mesh mesh = parts[0];
  std::uint32_t line = 0;
  while (mesh.lines()[line].neighbor < 0) ++line;
  Log log;
  Refiner refiner(mesh, {.angle_deg = 20, .area = 10}, &log);
  ASSERT_TRUE(refiner.take({line, 1}));
  EXPECT_TRUE(log.told.empty());
}

TEST(Refiner, RefusesSplitsOfLinesThatAreNotShared) {
  const std::vector<Mesh> parts = *decompose(*triangulate(unit_square()), 2, 4);
  Mesh mesh = parts[0];
  Refiner refiner(mesh, {}, nullptr);
  const auto lines = static_cast<std::uint32_t>(mesh.lines().size());
  EXPECT_FALSE(refiner.take({lines, 1}));
  EXPECT_FALSE(refiner.take({~0u, 1}));
  std::uint32_t own = 0;
  std::uint32_t shared = 0;
  while (mesh.lines()[own].neighbor >= 0) ++own;
  while (mesh.lines()[shared].neighbor < 0) ++shared;
  EXPECT_FALSE(refiner.take({own, 1}));
  EXPECT_FALSE(refiner.take({shared, 0}));
  EXPECT_FALSE(refiner.take({shared, position_max}));
  // So deep that the coordinates do not tell its ends apart.
  EXPECT_FALSE(refiner.take({shared, position_max - 1}));
  EXPECT_TRUE(refiner.take({shared, 5}));
}

TEST(Decompose, GivesOutEveryTriangleOnceAndJoinsTheParts) {
  for (const int count : {1, 2, 7, 40}) {
    const std::vector<Mesh> parts = *decompose(*triangulate(framed_square()), count, 4);
    ASSERT_EQ(std::ssize(parts), count);
    double area = 0;
    for (std::int32_t i = 0; i < count; ++i) {
      EXPECT_FALSE(parts[i].triangles().empty());
      area += total_area(parts[i]);
      for (std::size_t l = 0; l < parts[i].lines().size(); ++l) {
        const Line& line = parts[i].lines()[l];
        if (line.neighbor < 0) continue;
        const Mesh& other = parts[line.neighbor];
        const Line& peer = other.lines()[line.peer_line];
        EXPECT_EQ(peer.neighbor, i);
        EXPECT_EQ(peer.peer_line, l);
        EXPECT_EQ(peer.from_acute, line.from_acute);
        EXPECT_EQ(peer.to_acute, line.to_acute);
        const Segment& here = parts[i].segments()[line.root];
        const Segment& there = other.segments()[peer.root];
        EXPECT_EQ(parts[i].point(here.from), other.point(there.from));
        EXPECT_EQ(parts[i].point(here.to), other.point(there.to));
      }
    }
    EXPECT_DOUBLE_EQ(area, 12.0);
  }
}

}  // namespace
}  // namespace meshgen
