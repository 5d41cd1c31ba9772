#include "md/cell_grid.hpp"

#include <gtest/gtest.h>

#include <set>

namespace md {
namespace {

Box cube(double side, bool periodic = true) {
  return {{0, 0, 0}, {side, side, side}, {periodic, periodic, periodic}};
}

TEST(CellGrid, HasThePublishedNumbersOfCellsAndPairs) {
  const CellGrid grid(cube(33.6), {6, 6, 6}, 1);
  EXPECT_EQ(grid.cell_count(), 216);
  EXPECT_EQ(grid.pair_count(), 3024);
  EXPECT_EQ(grid.direction_count(), 14);
  EXPECT_EQ(grid.parts_of({0, 3, 5}).size(), 27u);
  EXPECT_EQ(grid.around({0, 3, 5}).size(), 26u);
}

TEST(CellGrid, NamesEachTwoImagesOfCellsOnceWhateverTheirNumber) {
  for (const int away : {1, 2}) {
    for (const Place cells : {Place{1, 1, 1}, Place{2, 3, 5}, Place{1, 2, 4}, Place{6, 4, 5}}) {
      const CellGrid grid(cube(10), cells, away);
      std::set<std::pair<std::array<double, 3>, std::array<double, 3>>> seen;
      for (int number = 0; number < grid.cell_count(); ++number) {
        const Place cell = grid.place_of(number);
        EXPECT_EQ(grid.number_of(cell), number);
        for (int direction = 0; direction < grid.direction_count(); ++direction) {
          const auto partner = grid.partner(cell, direction);
          ASSERT_TRUE(partner);
          std::array<double, 3> one{};
          std::array<double, 3> other{};
          for (std::size_t d = 0; d < 3; ++d) {
            one[d] = cell[d];
            // The partner's place without periodicity; a pair seen from its other end is moved
            // back.
            other[d] =
                partner->cell[d] + partner->shift[d] / grid.side(static_cast<int>(d)) - cell[d];
          }
          EXPECT_TRUE(seen.insert({one, other}).second);
        }
      }
      const auto width = static_cast<std::size_t>(2 * away + 1);
      EXPECT_EQ(seen.size(), static_cast<std::size_t>(grid.cell_count()) *
                                 ((width * width * width - 1) / 2 + 1));
    }
  }
}

TEST(CellGrid, EndsWhereTheBoxIsOpen) {
  const CellGrid grid(cube(9, false), {3, 3, 3}, 1);
  EXPECT_EQ(grid.parts_of({1, 1, 1}).size(), 27u);
  EXPECT_EQ(grid.parts_of({0, 0, 0}).size(), 8u);
  EXPECT_EQ(grid.around({0, 0, 2}).size(), 7u);
  EXPECT_EQ(grid.cell_of({-100, 4, 100}), (Place{0, 1, 2}));
  EXPECT_EQ(grid.distance_outside({0, 1, 2}, {-100, 4, 100}), 0);
  EXPECT_EQ(grid.distance_outside({0, 1, 2}, {1, 7, 100}), 1);
}

TEST(CellGrid, PartsNameThePairsThatACellIsIn) {
  const CellGrid grid(cube(10), {3, 4, 5}, 1);
  for (int number = 0; number < grid.cell_count(); ++number) {
    const Place cell = grid.place_of(number);
    for (const CellGrid::Part& part : grid.parts_of(cell)) {
      const auto partner = grid.partner(part.first, part.direction);
      ASSERT_TRUE(partner);
      EXPECT_EQ(part.is_second ? partner->cell : part.first, cell);
    }
  }
}

TEST(CellGrid, ThatIsTooFineIsToldInOneLine) {
  EXPECT_TRUE(validate(CellGrid(cube(10), {3, 3, 3}, 1), 2.5, 0.3));
  const auto failed = validate(CellGrid(cube(10), {3, 4, 3}, 1), 2.5, 0.3);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, isthmus::ErrorCode::bad_input);
  EXPECT_EQ(
      failed.error().text(),
      "--cells: cells of side 2.5 are too small for a cutoff of 2.5 (expected fewer cells, so "
      "that 1 of them reach at least 2.8, cutoff and skin; or a larger --away)");
  EXPECT_TRUE(validate(CellGrid(cube(10), {6, 6, 6}, 2), 2.5, 0.3));
}

TEST(CellGrid, OfABoxThatIsTooSmallNamesTheCutoff) {
  const auto failed = validate(CellGrid(cube(6.25), {1, 1, 1}, 1), 8, 2, 1);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().text(),
            "--cutoff: a box of side 6.25 is too small for a cutoff of 8 (expected less, or a "
            "larger --away, so that as many sides are at least 12, cutoff and skin and two rigid "
            "bonds)");
  EXPECT_TRUE(validate(CellGrid(cube(6.25), {1, 1, 1}, 2), 8, 2, 1));
  const auto tiny = validate(CellGrid(cube(1e-30), {1, 1, 1}, 1), 8, 2);
  ASSERT_FALSE(tiny);
  EXPECT_EQ(tiny.error().what, "a box of side 1e-30 is too small for a cutoff of 8");
}

TEST(CellGrid, AsManyCellsAsFit) {
  EXPECT_EQ(fitting_cells(cube(33.6), 5.3, 1), (Place{6, 6, 6}));
  EXPECT_EQ(fitting_cells(cube(2), 5.3, 1), (Place{1, 1, 1}));
}

TEST(CellGrid, NoMoreCellsThanAreAskedFor) {
  EXPECT_EQ(at_most(216, {6, 6, 6}), (Place{6, 6, 6}));
  EXPECT_EQ(at_most(215, {6, 6, 6}), (Place{5, 6, 6}));
  EXPECT_EQ(at_most(27, {32, 32, 32}), (Place{3, 3, 3}));
  EXPECT_EQ(at_most(27, {32, 1, 2}), (Place{13, 1, 2}));
  EXPECT_EQ(at_most(1, {1024, 1024, 1024}), (Place{1, 1, 1}));
}

}  // namespace
}  // namespace md
