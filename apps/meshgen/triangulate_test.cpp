#include "meshgen/triangulate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "meshgen/test_domains.hpp"

namespace meshgen {
namespace {

using testing::HasSubstr;

TEST(Triangulate, CoversTheDomainLessItsHoles) {
  const auto mesh = triangulate(framed_square());
  ASSERT_TRUE(mesh) << mesh.error().text();
  EXPECT_DOUBLE_EQ(total_area(*mesh), 16.0 - 4.0);
  EXPECT_EQ(mesh->lines().size(), 8u);
}

TEST(Triangulate, LeavesOutWhatLiesBesideAConcaveOutline) {
  const auto mesh = triangulate(domain_of({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}},
                                          {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}}));
  ASSERT_TRUE(mesh) << mesh.error().text();
  EXPECT_DOUBLE_EQ(total_area(*mesh), 3.0);
}

TEST(Triangulate, CutsASegmentAtAVertexThatLiesOnIt) {
  const auto mesh = triangulate(domain_of({{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1, 0}, {1, 1}},
                                          {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}}));
  ASSERT_TRUE(mesh) << mesh.error().text();
  EXPECT_EQ(mesh->lines().size(), 6u);
}

TEST(Triangulate, NamesBothSegmentsThatCross) {
  const auto mesh = triangulate(domain_of({{0, 0}, {2, 0}, {2, 2}, {0, 2}},
                                          {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}, {1, 3}}));
  ASSERT_FALSE(mesh);
  EXPECT_THAT(mesh.error().text(), HasSubstr("test.poly:6: this segment crosses that of line 5"));
}

TEST(Triangulate, RefusesAHoleOutside) {
  Domain domain = framed_square();
  domain.holes.push_back({{9, 9}, 77});
  const auto mesh = triangulate(domain);
  ASSERT_FALSE(mesh);
  EXPECT_THAT(mesh.error().text(), HasSubstr("test.poly:77: the hole lies outside"));
}

TEST(Triangulate, RefusesSegmentsThatEncloseNothing) {
  const auto mesh = triangulate(domain_of({{0, 0}, {2, 0}, {2, 2}}, {{0, 1}, {1, 2}}));
  ASSERT_FALSE(mesh);
  EXPECT_THAT(mesh.error().text(), HasSubstr("the segments enclose nothing"));
}

TEST(Triangulate, RefusesSegmentsThatAllLieOnOneLine) {
  for (const double rise : {0.0, 1.0}) {
    const auto mesh = triangulate(domain_of({{0, 0}, {1, rise}, {2, 2 * rise}, {3, 3 * rise}},
                                            {{0, 1}, {1, 2}, {2, 3}, {3, 0}}));
    ASSERT_FALSE(mesh);
    EXPECT_THAT(mesh.error().text(), HasSubstr("the segments enclose nothing"));
  }
}

TEST(AcuteVertices, AreThoseWhereTwoSidesMeetBelowSixtyDegrees) {
  const std::vector<Point> points = {{0, 0}, {4, 0}, {4, 1}, {0, 9}};
  EXPECT_THAT(acute_vertices(points, {{0, 1}, {0, 2}, {0, 3}}),
              testing::ElementsAre(true, false, false, false));
  EXPECT_THAT(acute_vertices(points, {{0, 1}, {0, 3}}),
              testing::ElementsAre(false, false, false, false));
}

}  // namespace
}  // namespace meshgen
