#include "meshgen/coarsen.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <utility>

#include "meshgen/decompose.hpp"
#include "meshgen/test_domains.hpp"
#include "meshgen/test_verdicts.hpp"
#include "meshgen/triangulate.hpp"

namespace meshgen {
namespace {

void refine_all(Mesh& mesh, const Bounds& bounds) {
  Refiner refiner(mesh, bounds, nullptr);
  refiner.look_at_all();
  EXPECT_TRUE(refiner.run());
}

Removals thin_out(Mesh& mesh, const Bounds& bounds) {
  Coarsener coarsener(mesh, bounds);
  coarsener.thin();
  coarsener.finish();
  return coarsener.removals();
}

std::size_t fresh_count(const Domain& domain, const Bounds& bounds) {
  Mesh mesh = *triangulate(domain);
  refine_all(mesh, bounds);
  return mesh.triangles().size();
}

TEST(Coarsener, LeavesAValidMeshThatRefinementMakesGoodAgain) {
  for (const Domain& domain : {unit_square(), framed_square(), fan(), wedge(29), wedge(7)}) {
    const double area = total_area(*triangulate(domain));
    const Bounds fine{.angle_deg = 20, .area = area / 3000, .length_least = 1e-9};
    for (const double growth : {2.0, 8.0, 100.0}) {
      SCOPED_TRACE(growth);
      Mesh mesh = *triangulate(domain);
      refine_all(mesh, fine);
      const std::size_t before = mesh.triangles().size();
      const Bounds coarse{.angle_deg = 20, .area = fine.area * growth, .length_least = 1e-9};
      const Removals removals = thin_out(mesh, coarse);
      EXPECT_GT(removals.interior_points, 0);
      expect_holds(mesh, domain, coarse, true);
      refine_all(mesh, coarse);
      expect_holds(mesh, domain, coarse, false);
      EXPECT_LT(mesh.triangles().size(), before);
      // About as coarse as a mesh that was never finer.
      const std::size_t fresh = fresh_count(domain, coarse);
      EXPECT_LT(mesh.triangles().size(), fresh + fresh / 3 + 40);
    }
  }
}

TEST(Coarsener, TakesNothingOutWhereTheLimitIsAsItWas) {
  Mesh mesh = *triangulate(framed_square());
  const Bounds bounds{.angle_deg = 20, .area = 0.01};
  refine_all(mesh, bounds);
  const std::size_t before = mesh.triangles().size();
  Mesh same = mesh;
  thin_out(same, {.angle_deg = 20, .area = 0});
  EXPECT_EQ(same.points(), mesh.points());
  // Where refinement has put points closer together than it had to, some may go.
  thin_out(mesh, {.angle_deg = 20, .area = bounds.area / 8});
  EXPECT_GT(mesh.triangles().size(), before - before / 10);
}

TEST(Coarsener, KeepsThePointsThatTheMeshWasMadeWith) {
  const Domain domain = fan();
  Mesh mesh = *triangulate(domain);
  const std::vector<Point> own = mesh.points();
  refine_all(mesh, {.angle_deg = 20, .area = 0.002});
  thin_out(mesh, {.angle_deg = 20, .area = 100});
  ASSERT_GE(mesh.points().size(), own.size());
  EXPECT_TRUE(std::equal(own.begin(), own.end(), mesh.points().begin()));
  expect_holds(mesh, domain, {}, true);
}

TEST(Coarsener, MayRefineAndCoarsenAgainAndAgain) {
  const Domain domain = framed_square();
  Mesh mesh = *triangulate(domain);
  const Bounds fine{.angle_deg = 20, .area = 0.004};
  const Bounds coarse{.angle_deg = 20, .area = 0.1};
  std::set<std::size_t> counts;
  for (int i = 0; i < 6; ++i) {
    refine_all(mesh, fine);
    expect_holds(mesh, domain, fine, false);
    thin_out(mesh, coarse);
    refine_all(mesh, coarse);
    expect_holds(mesh, domain, coarse, false);
    counts.insert(mesh.triangles().size());
  }
  EXPECT_LT(*counts.rbegin(), 2 * *counts.begin());  // it does not creep up
}

/// Two or more subdomains of one domain, and the splits that they owe each other.
class Company {
 public:
  Company(const Domain& domain, int subdomains, double area)
      : domain_(domain), meshes_(*decompose(*triangulate(domain), subdomains, 6)) {
    for (int i = 0; i < subdomains; ++i) limit(i, area);
    for (int i = 0; i < subdomains; ++i) refine(i);
    while (follow_splits()) {
    }
  }

  void limit(int i, double area) { bounds_[i] = {.angle_deg = 20, .area = area}; }

  void refine(int i) {
    Ear ear(*this);
    Refiner refiner(meshes_[i], bounds_[i], &ear);
    for (const Split& split : std::exchange(owed_[i], {})) EXPECT_TRUE(refiner.take(split));
    refiner.look_at_all();
    EXPECT_TRUE(refiner.run());
  }

  bool follow_splits() {
    bool any = false;
    for (int i = 0; i < std::ssize(meshes_); ++i) {
      if (owed_[i].empty()) continue;
      refine(i);
      any = true;
    }
    return any;
  }

  /// By messages one after the other; how many have been granted.
  int coarsen(int i) {
    Coarsener own(meshes_[i], bounds_[i]);
    own.thin();
    const std::vector<Split> first = own.wishes();
    std::deque<Split> wishes(first.begin(), first.end());
    int granted = 0;
    while (!wishes.empty()) {
      const Split wish = wishes.front();
      wishes.pop_front();
      const Line line = meshes_[i].lines()[wish.line];
      Coarsener other(meshes_[line.neighbor], bounds_[line.neighbor]);
      const Split there{line.peer_line, wish.position};
      if (!other.grant(there)) continue;
      ++granted;
      EXPECT_TRUE(other.grant(there));  // as well where both ask at once
      EXPECT_TRUE(own.follow(wish));
      EXPECT_TRUE(own.follow(wish));
      if (const auto next = own.next_wish(wish)) wishes.push_back(*next);
    }
    return granted;
  }

  void expect_good(bool any_angle) {
    const Mesh first = *triangulate(domain_);
    const Requirements required{.angle_deg = 20,
                                .area = total_area(first),
                                .segments = first.families(),
                                .holes = domain_.holes};
    Pieces pieces;
    for (int i = 0; i < std::ssize(meshes_); ++i) {
      pieces.push_back(piece_of(meshes_[i], i, 0, bounds_[i]));
    }
    for (const Verdict& verdict : check(assemble(std::move(pieces)), required)) {
      if (any_angle && (verdict.subject == "angles" || verdict.subject == "areas")) continue;
      EXPECT_TRUE(verdict.holds) << verdict.subject << ": " << verdict.finding;
    }
  }

  Mesh& mesh(int i) { return meshes_[i]; }
  Bounds& bounds(int i) { return bounds_[i]; }

 private:
  struct Ear final : Refiner::Listener {
    explicit Ear(Company& pair) : pair_(pair) {}
    void on_split(const Line& line, Split split) override {
      pair_.owed_[line.neighbor].push_back(split);
    }
    Company& pair_;
  };

  Domain domain_;
  std::vector<Mesh> meshes_;
  std::map<int, Bounds> bounds_;
  std::map<int, std::vector<Split>> owed_;
};

TEST(Coarsener, JoinsSharedSegmentsOnBothSides) {
  for (const int subdomains : {2, 5}) {
    Company pair(framed_square(), subdomains, 0.004);
    pair.expect_good(false);
    for (int i = 0; i < subdomains; ++i) pair.limit(i, 0.1);
    int granted = 0;
    for (int i = 0; i < subdomains; ++i) granted += pair.coarsen(i);
    EXPECT_GT(granted, 0);
    pair.expect_good(true);
    for (int i = 0; i < subdomains; ++i) pair.refine(i);
    while (pair.follow_splits()) {
    }
    pair.expect_good(false);
  }
}

TEST(Coarsener, GrantsNothingThatItsOwnLimitDoesNotAllow) {
  Company pair(framed_square(), 2, 0.004);
  const std::size_t before = pair.mesh(1).triangles().size();
  pair.limit(0, 0.4);
  EXPECT_EQ(pair.coarsen(0), 0);
  EXPECT_EQ(pair.mesh(1).triangles().size(), before);
  pair.expect_good(true);
  pair.refine(0);
  while (pair.follow_splits()) {
  }
  pair.expect_good(false);
}

TEST(Coarsener, RefusesWhatIsNoSharedSegment) {
  Company pair(framed_square(), 2, 0.01);
  const Bounds bounds{.angle_deg = 20, .area = 1};
  Coarsener coarsener(pair.mesh(0), bounds);
  std::uint64_t own = 0;
  while (pair.mesh(0).lines()[own].neighbor >= 0) ++own;
  for (const Split& none :
       {Split{1'000'000, 1}, Split{0, 0}, Split{0, position_max}, Split{own, 1}}) {
    EXPECT_FALSE(coarsener.grant(none));
    EXPECT_FALSE(coarsener.follow(none));
  }
}

}  // namespace
}  // namespace meshgen
