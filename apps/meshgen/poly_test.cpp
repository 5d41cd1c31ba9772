#include "meshgen/poly.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace meshgen {
namespace {

using testing::HasSubstr;

std::string error_of(std::string_view text) {
  const auto domain = read_poly(text, "x.poly");
  return domain ? "" : domain.error().text();
}

constexpr std::string_view square =
    "# a square\n"
    "4 2 1 1\n"
    "1 0 0 3.5 1   # with an attribute and a marker\n"
    "2 1 0 3.5 1\n"
    "\n"
    "3 1 1 3.5 1\n"
    "4 0 1 3.5 1\n"
    "4 1\n"
    "1 1 2 7\n"
    "2 2 3 7\n"
    "3 3 4 7\n"
    "4 4 1 7\n"
    "1\n"
    "1 0.5 0.25\n";

TEST(PolyReader, ReadsVerticesSegmentsAndHoles) {
  const auto domain = read_poly(square, "square.poly");
  ASSERT_TRUE(domain) << domain.error().text();
  EXPECT_THAT(domain->points,
              testing::ElementsAre(Point{0, 0}, Point{1, 0}, Point{1, 1}, Point{0, 1}));
  ASSERT_EQ(domain->sides.size(), 4u);
  EXPECT_EQ(domain->sides[3].from, 3);
  EXPECT_EQ(domain->sides[3].to, 0);
  EXPECT_EQ(domain->sides[3].line, 12);
  ASSERT_EQ(domain->holes.size(), 1u);
  EXPECT_EQ(domain->holes[0].point, (Point{0.5, 0.25}));
}

TEST(PolyReader, CountsFromZeroWhereTheFirstVertexIsZero) {
  const auto domain =
      read_poly("3 2 0 0\n0 0 0\n1 1 0\n2 0 1\n3 0\n0 0 1\n1 1 2\n2 2 0\n0\n", "x.poly");
  ASSERT_TRUE(domain) << domain.error().text();
  EXPECT_EQ(domain->sides[2].from, 2);
  EXPECT_EQ(domain->sides[2].to, 0);
}

TEST(PolyReader, TakesVerticesFromTheFileBeside) {
  const std::string segments = "0 2 0 0\n3 0\n1 1 2\n2 2 3\n3 3 1\n0\n";
  const NamedText nodes{"3 2 0 0\n1 0 0\n2 1 0\n3 0 1\n", "x.node"};
  const auto domain = read_poly(segments, "x.poly", nodes);
  ASSERT_TRUE(domain) << domain.error().text();
  EXPECT_EQ(domain->points.size(), 3u);
  EXPECT_EQ(domain->sides[0].line, 3);
  EXPECT_THAT(error_of(segments), HasSubstr("x.poly:1: 0 vertices (expected 3 or more, or 0 and"));
  const auto wrong = read_poly(segments, "x.poly", NamedText{"3 2 0 0\n1 0 z\n", "x.node"});
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().text(), HasSubstr("x.node:2: 'z' (expected y"));
}

TEST(PolyReader, TakesWindowsLinesAndLeavesRegionsAlone) {
  const auto domain = read_poly(
      "3 2 0 0\r\n0 0 -0\r\n1 1 0\r\n2 0 1\r\n3 0\r\n0 0 1\r\n1 1 2\r\n2 2 0\r\n0\r\n"
      "1\r\n1 0.1 0.1 5 0.01\r\n",
      "x.poly");
  ASSERT_TRUE(domain) << domain.error().text();
  EXPECT_FALSE(std::signbit(domain->points[0].y));
}

TEST(PolyReader, NamesTheLineOfWhatIsWrong) {
  EXPECT_THAT(error_of(""), HasSubstr("x.poly:0: the file ends early"));
  EXPECT_THAT(error_of("# nothing\n"), HasSubstr("x.poly:1: the file ends early"));
  EXPECT_THAT(error_of("2 2 0 0\n"), HasSubstr("x.poly:1: 2 vertices (expected 3 or more, or 0"));
  EXPECT_THAT(error_of("4 3 0 0\n"), HasSubstr("x.poly:1: '3' (expected the dimension"));
  EXPECT_THAT(error_of("3 2 0 0\n5 0 0\n"), HasSubstr("x.poly:2: '5' (expected the number of"));
  EXPECT_THAT(error_of("3 2 0 0\n1 0 0\n3 1 0\n"), HasSubstr("x.poly:3: '3'"));
  EXPECT_THAT(error_of("3 2 0 0\n1 0 zero\n"), HasSubstr("x.poly:2: 'zero' (expected y"));
  EXPECT_THAT(error_of("3 2 0 0\n1 0 nan\n"), HasSubstr("x.poly:2: 'nan' (expected y"));
  EXPECT_THAT(error_of("3 2 0 0\n1 0 1e61\n"), HasSubstr("x.poly:2: '1e61' (expected y"));
  EXPECT_THAT(error_of("3 2 0 0\n1 0 +-1\n"), HasSubstr("x.poly:2: '+-1' (expected y"));
  EXPECT_THAT(error_of("3 2 0 0\n1 0\n"), HasSubstr("x.poly:2: the line ends early (expected y"));
  EXPECT_THAT(error_of("3 2 0 0\n1 0 0\n2 1 0\n"),
              HasSubstr("x.poly:3: the file ends after 2 vertices (expected 3 vertices)"));
  EXPECT_THAT(error_of("3 2 0 0\n1 0 0\n2 1 0\n3 0 0\n"),
              HasSubstr("x.poly:4: the vertex of line 2 again"));
  const std::string points = "3 2 0 0\n1 0 0\n2 1 0\n3 0 1\n";
  EXPECT_THAT(error_of(points), HasSubstr("x.poly:4: the file ends early"));
  EXPECT_THAT(error_of(points + "3 0\n1 1 4\n"), HasSubstr("x.poly:6: '4' (expected a vertex, 1"));
  EXPECT_THAT(error_of(points + "3 0\n1 2 2\n"), HasSubstr("x.poly:6: a segment from a vertex to"));
  EXPECT_THAT(error_of(points + "3 0\n1 1 2\n2 2 3\n3 3 1\n"),
              HasSubstr("x.poly:8: the file ends early (expected the number of holes"));
  EXPECT_THAT(error_of(points + "3 0\n1 1 2\n2 2 3\n3 3 1\n1\n"),
              HasSubstr("x.poly:9: the file ends after 0 holes"));
}

TEST(PolyReader, RefusesACountThatNoFileHas) {
  EXPECT_THAT(error_of("99999999999 2 0 0\n"), HasSubstr("x.poly:1: '99999999999'"));
  EXPECT_THAT(error_of("99999999999999999999999 2 0 0\n"), HasSubstr("x.poly:1:"));
}

TEST(PolyReader, TellsOfAFileThatIsNotThere) {
  const auto domain = read_poly_file("/nowhere/x.poly");
  ASSERT_FALSE(domain);
  EXPECT_EQ(domain.error().code, isthmus::ErrorCode::bad_input);
  EXPECT_THAT(domain.error().text(), HasSubstr("/nowhere/x.poly: cannot read"));
}

}  // namespace
}  // namespace meshgen
