#include "mesh/driver/exact_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/field_figures.hpp"
#include "mesh/driver/fields.hpp"

namespace isthmus::mesh {
namespace {

double sum_of(const std::vector<double>& values) {
  ExactSum sum;
  for (const double value : values) sum.add(value);
  return sum.value();
}

TEST(ExactSum, OfOneIsTheValueItself) {
  using Limits = std::numeric_limits<double>;
  for (const double value :
       {0.0, 1.0, -1.0, 0.1, -3e300, 1e-310, Limits::denorm_min(), -Limits::denorm_min(),
        Limits::max(), Limits::lowest(), Limits::min(), 4294967296.0, -0.5, 1.0 / 3}) {
    EXPECT_EQ(sum_of({value}), value);
    EXPECT_EQ(sum_of({value, value, -value}), value);
  }
}

TEST(ExactSum, LosesNothingBetweenLargeAndSmall) {
  EXPECT_EQ(sum_of({1e300, 1, -1e300}), 1);
  EXPECT_EQ(sum_of({1e16, 1, 1e-16, -1e16, -1}), 1e-16);
  EXPECT_EQ(sum_of({0.1, 0.2, -0.3}), 0x1p-55);
}

TEST(ExactSum, RoundsToNearestAndTiesToEven) {
  EXPECT_EQ(sum_of({1, 0x1p-53}), 1);
  EXPECT_EQ(sum_of({1, 0x1p-53, 0x1p-1000}), 1 + 0x1p-52);
  EXPECT_EQ(sum_of({1 + 0x1p-52, 0x1p-53}), 1 + 0x1p-51);
  EXPECT_EQ(sum_of({-1, -0x1p-53, -0x1p-1074}), -1 - 0x1p-52);
  EXPECT_EQ(sum_of({0x1.fffffffffffffp0, 0x1p-53}), 2);
}

TEST(ExactSum, IsTheSameForEveryOrderAndGrouping) {
  Random random(7);
  std::vector<double> values;
  for (int i = 0; i < 2000; ++i) {
    values.push_back(std::ldexp(static_cast<double>(random.below(1 << 30)) - (1 << 29),
                                static_cast<int>(random.below(200)) - 100));
  }
  // In the machine's long double as a check that is good enough where nothing cancels much.
  long double plain = 0;
  for (const double value : values) plain += value;
  const double right = sum_of(values);
  EXPECT_NEAR(right, static_cast<double>(plain), 1e-15 * std::abs(right));
  for (int round = 0; round < 5; ++round) {
    for (std::size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[random.below(i)]);
    EXPECT_EQ(sum_of(values), right);
    std::vector<ExactSum> parts(7);
    for (const double value : values) parts[random.below(7)].add(value);
    ExactSum all;
    for (const ExactSum& part : parts) all.add(part);
    EXPECT_EQ(all.value(), right);
  }
}

TEST(FieldFigures, TellNormsAndWhereExtremaAre) {
  const Box box{{2, 0, 0}, {5, 2, 2}};
  const Fields fields(1, box);
  fields[0](4, 1, 0) = -3;
  fields[0](2, 0, 1) = 2;
  fields[0](3, 1, 1) = 2;
  FieldFigures all(fields[0], {{2, 0, 1}, {5, 2, 2}});
  all.add(FieldFigures(fields[0], {{2, 0, 0}, {5, 2, 1}}));
  all.add(FieldFigures());
  EXPECT_EQ(all.points(), 12);
  EXPECT_EQ(all.sum(), 1);
  EXPECT_EQ(all.norm_1(), 7.0 / 12);
  EXPECT_EQ(all.norm_2(), std::sqrt(17.0 / 12));
  EXPECT_EQ(all.norm_max(), 3);
  EXPECT_EQ(all.least().at, (Point{4, 1, 0}));
  EXPECT_EQ(all.greatest().at, (Point{2, 0, 1}));
  EXPECT_EQ(all.greatest().value, 2);
}

TEST(FieldFigures, OfComplexNumbersAreThoseOfTheirAbsoluteValues) {
  const Box box{{0, 0, 0}, {3, 1, 1}};
  const Fields fields(2, box);
  fields[0](0, 0, 0) = 3;
  fields[1](0, 0, 0) = -4;
  fields[1](1, 0, 0) = -1;
  const FieldFigures figures(figure_source(fields, 0, 1), box);
  EXPECT_EQ(figures.norm_1(), 2);
  EXPECT_EQ(figures.norm_2(), std::sqrt(26.0 / 3));
  EXPECT_EQ(figures.norm_max(), 5);
  EXPECT_EQ(figures.greatest().at, (Point{0, 0, 0}));
  EXPECT_EQ(figures.least().value, 0);
  EXPECT_EQ(FieldFigures(figure_source(fields, 0, -1), box).norm_1(), 1);
}

TEST(Modulus, HasNoOverflowOnTheWay) {
  EXPECT_EQ(modulus(3e300, -4e300), 5e300);
  EXPECT_EQ(modulus(-3 * 0x1p-700, 4 * 0x1p-700), 5 * 0x1p-700);
  EXPECT_EQ(modulus(0, -0.0), 0);
  constexpr double most = std::numeric_limits<double>::max();
  EXPECT_EQ(modulus(0, most), most);
  EXPECT_EQ(modulus(0, 5e-324), 5e-324);
  EXPECT_FALSE(std::isfinite(modulus(most, most)));
  EXPECT_FALSE(std::isfinite(modulus(std::nan(""), 1)));
  EXPECT_FALSE(std::isfinite(modulus(1, std::nan(""))));
}

TEST(FieldFigures, CountWhatIsNoNumber) {
  const Fields fields(1, {{0, 0, 0}, {4, 1, 1}});
  fields[0](1, 0, 0) = std::nan("");
  fields[0](2, 0, 0) = -5;
  const FieldFigures figures(fields[0], fields.storage());
  EXPECT_EQ(figures.not_finite(), 1);
  EXPECT_TRUE(std::isnan(figures.sum()));
  EXPECT_TRUE(std::isnan(figures.norm_2()));
  EXPECT_EQ(figures.least().value, -5);
}

}  // namespace
}  // namespace isthmus::mesh
