#include "isthmus/watch/spread.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "isthmus/watch/rows.hpp"

namespace isthmus::engine::watch {
namespace {

/// count, least, median, most, sum
std::vector<double> spread_of(const std::vector<double>& values) {
  const ShownRow row = spread_row("west", "pes", "queued", values);
  EXPECT_EQ(row.panel, "spread");
  EXPECT_EQ(word_of(row, "site"), "west");
  EXPECT_EQ(word_of(row, "of"), "pes");
  EXPECT_EQ(word_of(row, "figure"), "queued");
  std::vector<double> figures;
  for (const ShownFigure& figure : row.figures) figures.push_back(figure.value);
  return figures;
}

TEST(Spread, IsTheFigureItselfOfOne) {
  EXPECT_EQ(spread_of({7}), (std::vector<double>{1, 7, 7, 7, 7}));
}

TEST(Spread, HasTheMiddleOneOfAnOddNumber) {
  EXPECT_EQ(spread_of({5, -1, 100}), (std::vector<double>{3, -1, 5, 100, 104}));
}

TEST(Spread, HasTheMeanOfTheTwoInTheMiddleOfAnEvenNumber) {
  EXPECT_EQ(spread_of({4, 1, 10, 2}), (std::vector<double>{4, 1, 3, 10, 17}));
}

TEST(Spread, IsSomethingAlsoWhereAPeerSendsWhatIsNoNumber) {
  const double no_number = std::numeric_limits<double>::quiet_NaN();
  const auto figures = spread_of({no_number, 2, no_number, 1});
  EXPECT_EQ(figures[0], 4);
  EXPECT_EQ(figures[1], 1);
}

}  // namespace
}  // namespace isthmus::engine::watch
