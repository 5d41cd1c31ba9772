#include "jacobi2d/tile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "isthmus/base/random.hpp"
#include "jacobi2d/npy.hpp"
#include "jacobi2d/serial.hpp"

namespace jacobi2d {
namespace {

using isthmus::Random;

Field random_field(Random& random, int rows, int columns) {
  Field field{rows, columns, {}};
  for (int i = 0; i < rows * columns; ++i) field.cells.push_back(random.uniform() * 2.0 - 1.0);
  return field;
}

/// The mesh as tiles that are stepped one after another, in an order drawn anew for each step.
class Tiling {
 public:
  Tiling(const Problem& problem, const Field& start) : problem_(problem), field_(start) {
    for (int i = 0; i < problem.objects_down; ++i) {
      for (int j = 0; j < problem.objects_across; ++j) {
        tiles_.emplace_back(piece_of(start, split(problem.rows, problem.objects_down, i),
                                     split(problem.columns, problem.objects_across, j)));
      }
    }
  }

  Tile& tile(int i, int j) { return tiles_[i * problem_.objects_across + j]; }

  double step(Random& random, bool with_residual) {
    std::vector<int> order;
    for (std::size_t at = 0; at < tiles_.size(); ++at) {
      order.insert(order.begin() + random.below(at + 1), static_cast<int>(at));
    }
    double residual = 0.0;
    for (const int at : order) {
      Tile& tile = tiles_[at];
      if (with_residual) {
        residual = std::max(residual, tile.step_with_residual());
      } else {
        tile.step();
      }
      const int i = at / problem_.objects_across;
      const int j = at % problem_.objects_across;
      give(tile, i - 1, j, Side::north);
      give(tile, i + 1, j, Side::south);
      give(tile, i, j - 1, Side::west);
      give(tile, i, j + 1, Side::east);
    }
    return residual;
  }

  const Field& gathered() {
    for (int i = 0; i < problem_.objects_down; ++i) {
      for (int j = 0; j < problem_.objects_across; ++j) {
        place(field_, split(problem_.rows, problem_.objects_down, i),
              split(problem_.columns, problem_.objects_across, j), tile(i, j).cells());
      }
    }
    return field_;
  }

 private:
  void give(const Tile& from, int i, int j, Side side) {
    if (i < 0 || i >= problem_.objects_down || j < 0 || j >= problem_.objects_across) return;
    tile(i, j).set_ghost(opposite(side), from.steps_done(), from.edge(side));
  }

  Problem problem_;
  Field field_;
  std::vector<Tile> tiles_;
};

/// Cases run at the same time as processes of their own.
std::string own_path() {
  return testing::TempDir() + "jacobi2d_tile_test_" +
         testing::UnitTest::GetInstance()->current_test_info()->name() + ".npy";
}

/// Writes a random start, solves it serially, and expects the tiles to give the same bits.
void expect_equal_to_serial(Problem problem, Random& random) {
  SCOPED_TRACE(std::to_string(problem.rows) + " x " + std::to_string(problem.columns) + " in " +
               std::to_string(problem.objects_down) + " x " +
               std::to_string(problem.objects_across));
  problem.boundary.file = own_path();
  const Field start = random_field(random, problem.rows + 2, problem.columns + 2);
  ASSERT_TRUE(write_npy(problem.boundary.file, start));
  const auto serial = solve_serial(problem);
  std::remove(problem.boundary.file.c_str());
  ASSERT_TRUE(serial);
  Tiling tiling(problem, start);
  double residual = 0.0;
  for (int step = 0; step < problem.steps; ++step) {
    residual = tiling.step(random, step % 3 == 0 || step + 1 == problem.steps);
  }
  EXPECT_EQ(tiling.gathered(), serial->field);
  EXPECT_EQ(residual, serial->residual);
}

TEST(Tiles, GiveTheSerialFieldBitForBitForAnyMeshAndCut) {
  Random random(20240501);
  for (int round = 0; round < 120; ++round) {
    Problem problem;
    problem.rows = 1 + static_cast<int>(random.below(70));
    problem.columns = 1 + static_cast<int>(random.below(70));
    problem.objects_down = 1 + static_cast<int>(random.below(std::min(problem.rows, 6)));
    problem.objects_across = 1 + static_cast<int>(random.below(std::min(problem.columns, 6)));
    problem.steps = 1 + static_cast<int>(random.below(8));
    expect_equal_to_serial(problem, random);
  }
}

TEST(Tiles, GiveTheSerialFieldWhereEveryCellIsATile) {
  Random random(1);
  for (const auto& [rows, columns] : {std::pair{1, 1}, {1, 9}, {9, 1}, {6, 7}}) {
    Problem problem;
    problem.rows = problem.objects_down = rows;
    problem.columns = problem.objects_across = columns;
    problem.steps = 5;
    expect_equal_to_serial(problem, random);
  }
}

TEST(Tiles, GiveTheSerialFieldForMeshesOfOneRowOrColumn) {
  Random random(2);
  for (const auto& [rows, columns] : {std::pair{1, 300}, {300, 1}}) {
    Problem problem;
    problem.rows = rows;
    problem.columns = columns;
    problem.objects_down = std::min(rows, 7);
    problem.objects_across = std::min(columns, 7);
    problem.steps = 6;
    expect_equal_to_serial(problem, random);
  }
}

TEST(Tiles, GiveTheSerialFieldForRowsLongerThanThePrefetch) {
  Random random(3);
  Problem problem;
  problem.rows = 5;
  problem.columns = 5000;
  problem.objects_down = 1;
  problem.objects_across = 2;
  problem.steps = 3;
  expect_equal_to_serial(problem, random);
}

TEST(Tile, HasTheCellsAlongEachSideAsEdgesBeforeAndAfterAStep) {
  Random random(4);
  Tile tile(random_field(random, 5 + 2, 11 + 2));
  for (int step = 0; step < 3; ++step) {
    const std::vector<double> cells = tile.cells();
    ASSERT_EQ(tile.edge(Side::west).size(), 5u);
    ASSERT_EQ(tile.edge(Side::north).size(), 11u);
    for (int i = 0; i < 5; ++i) {
      EXPECT_EQ(tile.edge(Side::west)[i], cells[i * 11]);
      EXPECT_EQ(tile.edge(Side::east)[i], cells[i * 11 + 10]);
    }
    for (int j = 0; j < 11; ++j) {
      EXPECT_EQ(tile.edge(Side::north)[j], cells[j]);
      EXPECT_EQ(tile.edge(Side::south)[j], cells[4 * 11 + j]);
    }
    tile.step();
  }
}

TEST(Tile, KeepsGhostsThatComeAStepEarlyApartFromThoseInUse) {
  Tile tile(Field{3, 3, {0, 1, 0, 2, 0, 3, 0, 4, 0}});
  for (const Side side : all_sides) tile.set_ghost(side, 1, std::vector<double>{8.0});
  tile.step();
  EXPECT_EQ(tile.row(0)[0], 0.25 * (1 + 4 + 2 + 3));
  EXPECT_EQ(tile.step_with_residual(), 8.0 - 2.5);
  EXPECT_EQ(tile.row(0)[0], 8.0);
}

TEST(Tile, RefusesGhostsOfAnyOtherStepOrLength) {
  Tile tile(Field{3, 4, std::vector<double>(12)});
  const std::vector<double> two(2);
  EXPECT_DEATH(tile.set_ghost(Side::north, 2, two), "assertion failed");
  EXPECT_DEATH(tile.set_ghost(Side::west, 0, two), "assertion failed");
  tile.step();
  EXPECT_DEATH(tile.set_ghost(Side::north, 0, two), "assertion failed");
}

TEST(Tile, BeginsItsRowsAtCacheLines) {
  Random random(5);
  Tile tile(random_field(random, 9, 21));
  for (int step = 0; step < 2; ++step, tile.step()) {
    for (int i = 0; i < tile.rows(); ++i) {
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(tile.row(i).data()) % 64, 0u);
    }
  }
}

TEST(Tile, CountsAResidualOfNothingWhereNothingChanges) {
  Tile tile(Field{4, 5, std::vector<double>(20, 1.5)});
  EXPECT_EQ(tile.step_with_residual(), 0.0);
}

/// Copies members one by one from one object to another, as a serializer does by way of bytes.
struct MemberList {
  std::vector<int> numbers;
  std::vector<double> values;
  bool reads = false;

  template <class Memory>
  void operator()(int& rows, int& columns, int& steps_done, Memory& memory) {
    if (reads) {
      rows = numbers[0];
      columns = numbers[1];
      steps_done = numbers[2];
      memory.assign(values.begin(), values.end());
    } else {
      numbers = {rows, columns, steps_done};
      values.assign(memory.begin(), memory.end());
    }
  }
};

TEST(Tile, GoesOnAfterSerializationAsIfNothingHadHappened) {
  Random random(6);
  Tile tile(random_field(random, 12, 19));
  for (int step = 0; step < 3; ++step) {
    tile.step();
    MemberList archive;
    tile.serialize(archive);
    Tile restored;
    archive.reads = true;
    restored.serialize(archive);
    Tile copy = tile;
    EXPECT_EQ(restored.step_with_residual(), copy.step_with_residual());
    EXPECT_EQ(restored.cells(), copy.cells());
    EXPECT_EQ(restored.steps_done(), step + 2);
  }
}

TEST(Side, HasAnOppositeThatLeadsBack) {
  for (const Side side : all_sides) {
    EXPECT_NE(opposite(side), side);
    EXPECT_EQ(opposite(opposite(side)), side);
  }
  EXPECT_EQ(opposite(Side::west), Side::east);
}

}  // namespace
}  // namespace jacobi2d
