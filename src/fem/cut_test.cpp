#include "fem/cut.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "fem/adjacency.hpp"
#include "fem/box.hpp"

namespace isthmus::fem {
namespace {

Mesh box(std::array<std::int32_t, 3> cells) {
  return box_of_tets({{0, 0, 0}, {1, 1, 1}, cells, Kind::tet4}).value();
}

TEST(Cut, GivesEachPartItsShareOfTheWork) {
  const Mesh mesh = box({8, 8, 4});
  std::vector<double> work;
  for (std::int32_t i = 0; i < mesh.element_count(); ++i) work.push_back(i % 3 == 0 ? 5 : 1);
  Cutting cutting = even_parts(6);
  cutting.parts[2].speed = 3;
  const auto part = cut(mesh, work, cutting);
  ASSERT_TRUE(part);
  std::vector<double> sums(6, 0);
  double all = 0;
  for (std::size_t i = 0; i < work.size(); ++i) {
    sums[(*part)[i]] += work[i];
    all += work[i];
  }
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(sums[i] / all, cutting.parts[i].speed / 8, 0.1 * cutting.parts[i].speed / 8);
  }
}

TEST(Cut, IsScotchsWhereThatIsWanted) {
  const Mesh mesh = box({8, 8, 4});
  std::vector<double> work;
  for (std::int32_t i = 0; i < mesh.element_count(); ++i) work.push_back(i % 3 == 0 ? 5 : 1);
  Cutting cutting = even_parts(6);
  cutting.by = CutBy::scotch;
  for (std::size_t i = 3; i < 6; ++i) cutting.parts[i].site = 1;
  cutting.parts[4].speed = 2;
  const auto part = cut(mesh, work, cutting);
  ASSERT_TRUE(part) << part.error().text();
  std::vector<double> sums(6, 0);
  const double all = std::accumulate(work.begin(), work.end(), 0.0);
  for (std::size_t i = 0; i < work.size(); ++i) sums.at((*part)[i]) += work[i];
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(sums[i] / all, cutting.parts[i].speed / 7, 0.12 * cutting.parts[i].speed / 7);
  }
  EXPECT_EQ(cut(mesh, work, cutting).value(), *part);
  cutting.by = CutBy::metis;
  EXPECT_NE(cut(mesh, work, cutting).value(), *part);
}

TEST(Cut, KeepsThePartsOfASiteTogether) {
  const Mesh mesh = box({12, 4, 4});
  Cutting cutting = even_parts(8);
  for (std::size_t i = 0; i < 8; ++i) cutting.parts[i].site = i % 2 == 0 ? 7 : 3;
  const auto by_site = cut(mesh, {}, cutting);
  const auto blind = cut(mesh, {}, even_parts(8));
  ASSERT_TRUE(by_site && blind);
  const auto crossing = [&](const std::vector<std::int32_t>& part) {
    const auto facets = facets_of(mesh).value();
    return std::ranges::count_if(facets, [&](const Facet& facet) {
      return facet.second >= 0 && part[facet.first] % 2 != part[facet.second] % 2;
    });
  };
  // A plane across the box has 4 x 4 cells of two triangles.
  EXPECT_LE(crossing(*by_site), 2 * 2 * 4 * 4);
  EXPECT_LT(crossing(*by_site), crossing(*blind));
}

TEST(Cut, LeavesNoPartEmpty) {
  const Mesh mesh = box({1, 1, 1});
  for (std::int32_t count = 1; count <= 6; ++count) {
    const auto part = cut(mesh, {}, even_parts(count));
    ASSERT_TRUE(part);
    EXPECT_EQ(std::ssize(std::set(part->begin(), part->end())), count);
  }
  const auto many = cut(mesh, {}, even_parts(7));
  ASSERT_FALSE(many);
  EXPECT_EQ(many.error().text(), "mesh: 7 parts (expected 1 to 6, the number of elements)");
  EXPECT_FALSE(cut(mesh, {}, even_parts(0)));
}

TEST(Cut, IsTheSameForTheSameSeed) {
  const Mesh mesh = box({6, 6, 6});
  EXPECT_EQ(cut(mesh, {}, even_parts(9, 4)).value(), cut(mesh, {}, even_parts(9, 4)).value());
}

}  // namespace
}  // namespace isthmus::fem
