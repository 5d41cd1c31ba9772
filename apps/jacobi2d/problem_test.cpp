#include "jacobi2d/problem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "jacobi2d/npy.hpp"

namespace jacobi2d {
namespace {

TEST(Split, CoversEveryCellOnceWithTheLongerPartsFirst) {
  for (int size = 1; size <= 40; ++size) {
    for (int parts = 1; parts <= size; ++parts) {
      int next = 0;
      int last_size = size;
      for (int part = 0; part < parts; ++part) {
        const Range range = split(size, parts, part);
        EXPECT_EQ(range.first, next);
        EXPECT_EQ(range.size, size / parts + (part < size % parts ? 1 : 0));
        EXPECT_LE(range.size, last_size);
        last_size = range.size;
        next += range.size;
      }
      EXPECT_EQ(next, size);
    }
  }
}

TEST(Memory, IsNeededForTheOwnCellsAndTheWholeField) {
  Problem problem;
  problem.rows = 1000;
  problem.columns = 500;
  EXPECT_EQ(memory_need_bytes(problem, 1, false), 4e6);
  EXPECT_EQ(memory_need_bytes(problem, 0.25, false), 1e6);
  EXPECT_EQ(memory_need_bytes(problem, 0.25, true), 5e6);
}

TEST(Memory, ThatIsNotThereIsToldInOneLine) {
  Problem problem;
  EXPECT_TRUE(check_memory(problem, memory_need_bytes(problem, 1, true)));
  problem.rows = problem.columns = 1 << 24;
  const auto failed = check_memory(problem, memory_need_bytes(problem, 0.5, false));
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, isthmus::ErrorCode::bad_input);
  EXPECT_TRUE(failed.error().text().starts_with(
      "--mesh: 16777216x16777216 cells need at least 1048576.0 GiB of memory here (expected a mesh "
      "that fits the "))
      << failed.error().text();
}

TEST(ProblemValidation, NamesTheFieldAndTheLimit) {
  Problem problem;
  EXPECT_TRUE(validate(problem));

  problem.objects_down = problem.rows + 1;
  auto failed = validate(problem);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, isthmus::ErrorCode::bad_input);
  EXPECT_EQ(failed.error().text(), "--objects: 2049 rows (expected 1 to 2048)");
}

TEST(ProblemValidation, RefusesWhatCannotBeStepped) {
  const auto refused = [](auto change) {
    Problem problem;
    change(problem);
    return !validate(problem).has_value();
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(refused([](Problem& p) { p.rows = 0; }));
  EXPECT_TRUE(refused([](Problem& p) { p.columns = -1; }));
  EXPECT_TRUE(refused([](Problem& p) { p.objects_across = 0; }));
  EXPECT_TRUE(refused([](Problem& p) { p.steps = -1; }));
  EXPECT_TRUE(refused([](Problem& p) { p.residual_every = 0; }));
  EXPECT_TRUE(refused([](Problem& p) { p.tolerance = -1e-9; }));
  EXPECT_TRUE(refused([&](Problem& p) { p.tolerance = nan; }));
  EXPECT_TRUE(refused([&](Problem& p) { p.boundary.west = nan; }));
  EXPECT_TRUE(refused([](Problem& p) { p.boundary.initial = HUGE_VAL; }));
}

TEST(Residual, IsWantedAtTheIntervalOnlyWithAToleranceAndAlwaysAtTheEnd) {
  Problem problem;
  problem.steps = 25;
  problem.residual_every = 10;
  EXPECT_FALSE(wants_residual(problem, 10));
  EXPECT_TRUE(wants_residual(problem, 25));
  problem.tolerance = 1e-3;
  EXPECT_TRUE(wants_residual(problem, 10));
  EXPECT_FALSE(wants_residual(problem, 11));
}

TEST(Residual, ThatIsWantedNextIsToldWithoutCounting) {
  for (const double tolerance : {0.0, 1e-6}) {
    for (const int every : {1, 3, 10, 1'000'000'000}) {
      Problem problem;
      problem.steps = 25;
      problem.tolerance = tolerance;
      problem.residual_every = every;
      for (int done = 0; done < problem.steps; ++done) {
        int next = done + 1;
        while (!wants_residual(problem, next)) ++next;
        EXPECT_EQ(next_residual(problem, done), next) << every << ", " << done;
      }
    }
  }
  Problem problem;
  problem.steps = 2'000'000'000;
  problem.tolerance = 1e-6;
  problem.residual_every = 1'500'000'000;
  EXPECT_EQ(next_residual(problem, 1'500'000'000), problem.steps);
}

TEST(Residual, EndsTheRunWhenItIsWithinTheToleranceAndNeverWithoutOne) {
  EXPECT_TRUE(converged(1e-3, 1e-3));
  EXPECT_FALSE(converged(1e-3, 2e-3));
  EXPECT_FALSE(converged(0.0, 0.0));
}

TEST(StartField, PutsEachConstantOnItsSide) {
  Problem problem;
  problem.rows = 2;
  problem.columns = 3;
  problem.boundary = {1, 2, 3, 4, 5, {}};
  const auto field = start_field(problem);
  ASSERT_TRUE(field);
  const Field expected{4, 5, {1, 1, 1, 1, 1, 3, 5, 5, 5, 4, 3, 5, 5, 5, 4, 2, 2, 2, 2, 2}};
  EXPECT_EQ(*field, expected);
}

TEST(StartField, CutIntoPiecesAgreesWithThePiecesOfTheConstants) {
  Problem problem;
  problem.rows = 7;
  problem.columns = 5;
  problem.boundary = {1, 2, 3, 4, 5, {}};
  const auto field = start_field(problem);
  ASSERT_TRUE(field);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 2; ++j) {
      const Range rows = split(7, 3, i);
      const Range columns = split(5, 2, j);
      EXPECT_EQ(piece_of(*field, rows, columns), piece_of(problem, rows, columns));
    }
  }
}

TEST(StartField, RefusesAFileOfAnotherShapeOrWithoutFiniteValues) {
  const std::string path = testing::TempDir() + "jacobi2d_start.npy";
  Problem problem;
  problem.rows = 1;
  problem.columns = 2;
  problem.boundary.file = path;
  Field field{3, 4, std::vector<double>(12, 0.5)};
  ASSERT_TRUE(write_npy(path, field));
  const auto read = start_field(problem);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, field);

  field.cells[6] = std::numeric_limits<double>::quiet_NaN();
  ASSERT_TRUE(write_npy(path, field));
  const auto not_finite = start_field(problem);
  ASSERT_FALSE(not_finite);
  EXPECT_EQ(not_finite.error().text(),
            path + ": value at [1, 2] is nan (expected finite numbers of at most 1e300)");

  problem.columns = 3;
  const auto wrong_shape = start_field(problem);
  ASSERT_FALSE(wrong_shape);
  EXPECT_EQ(wrong_shape.error().text(),
            path + ": shape is (3, 4) (expected (3, 5): mesh and one ring of boundary)");
}

}  // namespace
}  // namespace jacobi2d
