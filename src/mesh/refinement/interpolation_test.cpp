#include "mesh/refinement/interpolation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace isthmus::mesh {
namespace {

/// A box of values of a function of the coordinates of a level whose points are `spacing` apart.
struct Piece {
  Box box;
  std::vector<double> values;

  View view() { return {values.data(), box}; }
};
template <class Function>
Piece sampled(const Box& box, double spacing, const Function& function) {
  Piece piece{box, std::vector<double>(static_cast<std::size_t>(box.point_count()))};
  const View view = piece.view();
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
        view(i, j, k) = function(spacing * i, spacing * j, spacing * k);
      }
    }
  }
  return piece;
}

double power(double x, int exponent) {
  double result = 1;
  for (int i = 0; i < exponent; ++i) result *= x;
  return result;
}

constexpr Refined in_all{true, true, true};
constexpr Box coarse_box{{-6, -6, -6}, {7, 8, 9}};

double worst(std::int32_t order, const Box& reachable, const Box& fine, int degree) {
  const auto polynomial = [&](double x, double y, double z) {
    return power(x - 0.3, degree) * (1 + power(y, degree)) - power(z + 0.2, degree) + 0.7;
  };
  Piece coarse = sampled(coarse_box, 0.25, polynomial);
  const Piece expected = sampled(fine, 0.125, polynomial);
  Piece made{fine, std::vector<double>(expected.values.size(), -77)};
  Prolongation(order, in_all, reachable).fill(coarse.view(), made.view(), fine);
  double most = 0;
  for (std::size_t i = 0; i < made.values.size(); ++i) {
    most = std::max(most, std::abs(made.values[i] - expected.values[i]));
  }
  return most;
}

TEST(Prolongation, IsExactForPolynomialsOfItsOrderAndNoOthers) {
  const Box fine{{-5, -4, -6}, {6, 7, 8}};
  for (std::int32_t order = 1; order <= prolongation_order_max; ++order) {
    EXPECT_LT(worst(order, coarse_box, fine, order), 1e-12) << order;
    EXPECT_GT(worst(order, coarse_box, fine, order + 1), 1e-6) << order;
  }
}

TEST(Prolongation, StaysExactWhereItMayNotLookBeyondAFace) {
  const Box reachable{{-1, -1, -2}, {6, 5, 6}};
  const Box fine{{-1, -2, -3}, {8, 8, 10}};
  for (std::int32_t order = 1; order <= prolongation_order_max; ++order) {
    const Prolongation prolongation(order, in_all, reachable);
    EXPECT_TRUE(reachable.holds(prolongation.source(fine))) << order;
    EXPECT_LT(worst(order, reachable, fine, order), 1e-12) << order;
  }
}

TEST(Prolongation, GivesAPointTheSameBitsInEveryBox) {
  const auto function = [](double x, double y, double z) { return std::sin(7 * x + y) + z * x; };
  Piece coarse = sampled(coarse_box, 0.25, function);
  const Box fine{{-4, -4, -4}, {5, 5, 5}};
  const Prolongation prolongation(5, in_all, coarse_box);
  Piece whole{fine, std::vector<double>(static_cast<std::size_t>(fine.point_count()))};
  prolongation.fill(coarse.view(), whole.view(), fine);
  for (const Box& part : {Box{{-3, 0, 1}, {2, 1, 5}}, Box{{0, 0, 0}, {1, 1, 1}}}) {
    const Box source = prolongation.source(part);
    Piece needed = sampled(source, 0.25, function);
    Piece made{part, std::vector<double>(static_cast<std::size_t>(part.point_count()))};
    prolongation.fill(needed.view(), made.view(), part);
    for (std::int32_t k = part.low[2]; k < part.high[2]; ++k) {
      for (std::int32_t j = part.low[1]; j < part.high[1]; ++j) {
        for (std::int32_t i = part.low[0]; i < part.high[0]; ++i) {
          EXPECT_EQ(made.view()(i, j, k), whole.view()(i, j, k));
        }
      }
    }
  }
}

TEST(Prolongation, LeavesADimensionOfOnePointAlone) {
  const Box flat{{-6, -6, 0}, {7, 7, 1}};
  const auto function = [](double x, double y, double) { return x * x - y; };
  Piece coarse = sampled(flat, 0.25, function);
  const Box fine{{-3, -3, 0}, {4, 4, 1}};
  Piece made{fine, std::vector<double>(static_cast<std::size_t>(fine.point_count()))};
  Prolongation(2, {true, true, false}, flat).fill(coarse.view(), made.view(), fine);
  EXPECT_DOUBLE_EQ(made.view()(1, 3, 0), 0.125 * 0.125 - 0.375);
}

TEST(Injection, TakesThePointsThatBothLevelsHave) {
  const Box coarse{{-1, 0, 1}, {3, 2, 4}};
  const Box fine = refined(coarse, in_all);
  EXPECT_EQ(fine, (Box{{-2, 0, 2}, {5, 3, 7}}));
  EXPECT_EQ(coarsened(fine, in_all), coarse);
  EXPECT_EQ(coarsened({{-3, 1, 2}, {6, 4, 8}}, in_all), (Box{{-1, 1, 1}, {3, 2, 4}}));
  const auto function = [](double x, double y, double z) { return x + 10 * y + 100 * z; };
  Piece of_fine = sampled(fine, 0.5, function);
  const Piece of_coarse = sampled(coarse, 1, function);
  std::vector<double> values(of_coarse.values.size());
  EXPECT_EQ(pack_injected(of_fine.view(), coarse, in_all, values.data()),
            values.data() + values.size());
  EXPECT_EQ(values, of_coarse.values);
}

TEST(TimeSources, AreExactForAParabola) {
  const auto at = [](double steps_ago) {
    return 3 - 0.5 * steps_ago + 0.25 * steps_ago * steps_ago;
  };
  for (std::int32_t level = 0; level <= 4; ++level) {
    double value = 0;
    for (const TimeSource& source : time_sources(7, level)) {
      value += source.weight * at(source.field - 7);
    }
    EXPECT_DOUBLE_EQ(value, at(0.5 * level)) << level;
  }
}

TEST(TimeSources, AreMixedPointByPoint) {
  const Box storage{{0, 0, 0}, {3, 2, 1}};
  std::vector<double> one{1, 2, 3, 4, 5, 6};
  std::vector<double> other{10, 20, 30, 40, 50, 60};
  const std::vector<double*> all{one.data(), other.data()};
  const std::vector<TimeSource> sources{{0, 2}, {1, 0.5}};
  std::vector<double> mixed(4);
  pack_mixed(all, storage, sources, {{1, 0, 0}, {3, 2, 1}}, mixed.data());
  EXPECT_EQ(mixed, (std::vector<double>{14, 21, 35, 42}));
}

}  // namespace
}  // namespace isthmus::mesh
