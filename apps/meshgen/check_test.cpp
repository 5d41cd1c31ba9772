#include "meshgen/check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "meshgen/serial.hpp"
#include "meshgen/test_domains.hpp"

namespace meshgen {
namespace {

// A good mesh in nine subdomains, with what it is held to, to be spoilt.
class Check : public testing::Test {
 protected:
  void SetUp() override {
    Problem problem;
    problem.subdomains = 9;
    problem.triangles = 300;
    auto start = prepare(problem, framed_square());
    ASSERT_TRUE(start);
    required_ = start->required;
    pieces_ = mesh_serially(problem, std::move(*start))->pieces;
    ASSERT_EQ(failures(), "");
  }

  // The subjects that do not hold, in their order.
  std::string failures() const {
    std::string all;
    for (const Verdict& verdict : check(assemble(pieces_), required_)) {
      if (!verdict.holds) all += (all.empty() ? "" : ", ") + verdict.subject;
    }
    return all;
  }

  Pieces pieces_;
  Requirements required_;
};

TEST_F(Check, FindsATriangleThatIsMissing) {
  pieces_[3].triangles.pop_back();
  EXPECT_NE(failures().find("total area"), std::string::npos);
}

TEST_F(Check, FindsTwoTrianglesOnTopOfEachOther) {
  pieces_[3].triangles.push_back(pieces_[3].triangles.back());
  EXPECT_EQ(failures(), "conformity, total area");
}

TEST_F(Check, FindsATriangleThatIsTurnedOver) {
  std::swap(pieces_[3].triangles[0][0], pieces_[3].triangles[0][1]);
  EXPECT_NE(failures().find("orientation, conformity"), std::string::npos);
}

TEST_F(Check, FindsAPointThatNeighboursDoNotShareToTheLastBit) {
  // A point of two subdomains, inside the domain.
  const auto inside = [](const Point& point) {
    const double x = std::abs(point.x - 2);
    const double y = std::abs(point.y - 2);
    return std::max(x, y) > 1 && std::max(x, y) < 2;
  };
  for (Point& point : pieces_[0].points) {
    const bool shared = std::ranges::find(pieces_[1].points, point) != pieces_[1].points.end();
    if (!shared || !inside(point)) continue;
    point.x = std::nextafter(point.x, 9.0);
    EXPECT_EQ(failures().find("conformity"), 0u);
    return;
  }
  FAIL() << "subdomains 0 and 1 share no point";
}

TEST_F(Check, FindsAnEdgeThatIsNotDelaunay) {
  // Turns the edge between some two triangles of a subdomain.
  for (Piece& piece : pieces_) {
    for (auto& one : piece.triangles) {
      for (auto& other : piece.triangles) {
        for (int i = 0; i < 9; ++i) {
          std::ranges::rotate(one, one.begin() + 1);
          if (i % 3 == 2) std::ranges::rotate(other, other.begin() + 1);
          if (one[1] != other[2] || one[2] != other[1]) continue;
          const auto [a, b, c, d] = std::array{one[0], one[1], other[0], one[2]};
          const auto& at = piece.points;
          if (orientation(at[a], at[b], at[c]) <= 0 || orientation(at[a], at[c], at[d]) <= 0 ||
              in_circle(at[a], at[b], at[d], at[c]) == 0) {
            continue;
          }
          one = {a, b, c};
          other = {a, c, d};
          EXPECT_NE(failures().find("Delaunay"), std::string::npos);
          return;
        }
      }
    }
  }
  FAIL() << "there is no edge to turn";
}

TEST_F(Check, HoldsAnglesToTheirLimit) {
  required_.angle_deg = 33;
  EXPECT_EQ(failures(), "angles");
}

TEST_F(Check, HoldsAreasToTheLimitOfTheirSubdomain) {
  pieces_[5].area_limit *= 0.1;
  EXPECT_EQ(failures(), "areas");
}

TEST_F(Check, FindsASegmentThatEdgesDoNotFollow) {
  required_.segments.push_back({{0.11, 0.13}, {0.97, 3.2}});
  EXPECT_EQ(failures(), "segments");
}

TEST_F(Check, FindsAHoleThatIsFilled) {
  required_.holes.push_back({{0.5, 0.5}, 1});
  EXPECT_EQ(failures(), "holes");
}

TEST_F(Check, DoesNotTakeAnInterfaceForTheRim) {
  pieces_.erase(pieces_.begin());
  EXPECT_EQ(failures().find("conformity"), 0u);
}

TEST(CheckOfAngles, AllowsWhatAnAcuteCornerLeavesAndNothingElse) {
  Problem problem;
  problem.subdomains = 3;
  problem.triangles = 100;
  auto start = prepare(problem, wedge(8));
  ASSERT_TRUE(start);
  Requirements required = start->required;
  const Pieces pieces = mesh_serially(problem, std::move(*start))->pieces;
  const auto angles_hold = [&] { return check(assemble(pieces), required)[4].holds; };
  EXPECT_TRUE(angles_hold());
  // The same mesh, of a domain without such a corner.
  required.segments.clear();
  EXPECT_FALSE(angles_hold());
}

}  // namespace
}  // namespace meshgen
