#include "isthmus/runtime/pictures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace isthmus::engine::runtime {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<ShownRow> rows_of(const Pictures& pictures) {
  std::vector<ShownRow> rows;
  pictures.show(rows);
  return rows;
}

std::string word(const ShownRow& row, std::string_view name) {
  return std::ranges::find(row.words, name, &ShownWord::name)->text;
}

double figure(const ShownRow& row, std::string_view name) {
  const auto at = std::ranges::find(row.figures, name, &ShownFigure::name);
  return at == row.figures.end() ? nan : at->value;
}

TEST(Pictures, HaveALetterForEachNumberBetweenTheLeastAndTheMost) {
  Pictures pictures;
  EXPECT_TRUE(rows_of(pictures).empty());
  pictures.set("phi", 3, std::vector<double>{-1, 0, 2, nan, 2, 0.5}, 7'000'000'000);
  const std::vector<ShownRow> rows = rows_of(pictures);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].panel, "pictures");
  EXPECT_EQ(word(rows[0], "name"), "phi");
  EXPECT_EQ(word(rows[0], "cells"), "AV_._g");  // 0, 21, 63, none, 63, 31.5 of 63
  EXPECT_EQ(figure(rows[0], "columns"), 3);
  EXPECT_EQ(figure(rows[0], "of_rows"), 2);
  EXPECT_EQ(figure(rows[0], "least"), -1);
  EXPECT_EQ(figure(rows[0], "most"), 2);
  EXPECT_EQ(figure(rows[0], "set_at_s"), 7);
}

TEST(Pictures, ThatAreLargeAreMeansOfSquaresAndSayOfHowMany) {
  Pictures pictures;
  // Twice as wide as may be, and one more: squares of 3, of which the last ones are not whole.
  const std::size_t columns = 2 * Pictures::side_max + 1;
  const std::size_t side_count = (columns + 2) / 3;
  std::vector<double> values(columns * 4, 1.0);
  values[3 * columns] = 4;  // alone with two others in the second row of squares
  pictures.set("wide", columns, values, 0);
  const ShownRow row = rows_of(pictures).at(0);
  EXPECT_EQ(figure(row, "columns"), static_cast<double>(side_count));
  EXPECT_EQ(figure(row, "of_columns"), static_cast<double>(columns));
  EXPECT_EQ(figure(row, "of_rows"), 4);
  const std::string cells = word(row, "cells");
  ASSERT_EQ(cells.size(), 2 * side_count);
  EXPECT_EQ(figure(row, "most"), 2);  // (4 + 1 + 1) / 3
  EXPECT_EQ(cells.find('_'), side_count);
  EXPECT_EQ(std::ranges::count(cells, 'A'), static_cast<std::ptrdiff_t>(2 * side_count - 1));
}

TEST(Pictures, OfOneNumberOrNoneAreStillPictures) {
  Pictures pictures;
  pictures.set("even", 2, std::vector<double>{5, 5}, 0);
  pictures.set("empty", 2, std::vector<double>{nan, std::numeric_limits<double>::infinity()}, 0);
  const std::vector<ShownRow> rows = rows_of(pictures);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(word(rows[0], "cells"), "AA");
  EXPECT_EQ(figure(rows[0], "most"), 5);
  EXPECT_EQ(word(rows[1], "cells"), "..");
  EXPECT_TRUE(std::isnan(figure(rows[1], "most")));
}

TEST(Pictures, OfTheLargestNumbersThereAreHaveTheirEnds) {
  Pictures pictures;
  constexpr double large = std::numeric_limits<double>::max();
  pictures.set("large", 2, std::vector<double>{-large, large}, 0);
  EXPECT_EQ(word(rows_of(pictures).at(0), "cells"), "A_");
  const std::size_t columns = 2 * Pictures::side_max;
  std::vector<double> many(columns * 2, large);
  many[0] = many[1] = many[columns] = many[columns + 1] = -large;
  pictures.set("large", columns, many, 0);
  EXPECT_EQ(word(rows_of(pictures).at(0), "cells"), "A" + std::string(Pictures::side_max - 1, '_'));
}

TEST(Pictures, OfTheSmallestNumbersThereAreAreEven) {
  Pictures pictures;
  pictures.set("small", 2, std::vector<double>{0, std::numeric_limits<double>::denorm_min()}, 0);
  EXPECT_EQ(word(rows_of(pictures).at(0), "cells"), "AA");
}

TEST(Pictures, AreFourAtMostAndThoseSetLast) {
  Pictures pictures;
  for (const char* name : {"a", "b", "c", "d"}) pictures.set(name, 1, std::vector<double>{1}, 0);
  pictures.set("a", 1, std::vector<double>{2}, 0);
  pictures.set("e", 1, std::vector<double>{1}, 0);
  std::string names;
  for (const ShownRow& row : rows_of(pictures)) names += word(row, "name");
  EXPECT_EQ(names, "cdae");
  pictures.set("d", 1, {}, 0);
  EXPECT_EQ(rows_of(pictures).size(), 3U);
}

}  // namespace
}  // namespace isthmus::engine::runtime
