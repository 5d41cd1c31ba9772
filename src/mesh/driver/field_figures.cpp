#include "mesh/driver/field_figures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace isthmus::mesh {
namespace {

bool comes_before(const Point& a, const Point& b) {
  if (a[2] != b[2]) return a[2] < b[2];
  if (a[1] != b[1]) return a[1] < b[1];
  return a[0] < b[0];
}

bool is_less(const FieldFigures::Extremum& a, const FieldFigures::Extremum& b) {
  return a.value < b.value || (a.value == b.value && comes_before(a.at, b.at));
}
bool is_greater(const FieldFigures::Extremum& a, const FieldFigures::Extremum& b) {
  return a.value > b.value || (a.value == b.value && comes_before(a.at, b.at));
}

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double modulus(double re, double im) {
  // Squares of such are normal numbers. A power of two changes no other bit than the exponent.
  constexpr double least = 0x1p-500;
  constexpr double most = 0x1p+500;
  constexpr double scale = 0x1p+600;
  const double greater = std::max(std::abs(re), std::abs(im));
  double by = 1;
  if (greater > most) by = 1 / scale;
  if (greater > 0 && greater < least) by = scale;
  const double x = re * by;
  const double y = im * by;
  return std::sqrt(x * x + y * y) / by;
}

FieldFigures::FieldFigures(const FigureSource& source, const Box& box) {
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
        add_point(source(i, j, k), {i, j, k}, 1);
      }
    }
  }
}

void FieldFigures::add_point(double value, const Point& at, double weight) {
  ++points_;
  weight_ += weight;
  if (!std::isfinite(value)) {
    ++not_finite_;
    return;
  }
  sum_.add(weight * value);
  absolute_.add(weight * std::abs(value));
  const double square = weight * (value * value);
  if (std::isfinite(square)) squares_.add(square);
  const Extremum here{value, at};
  const bool is_first = points_ - not_finite_ == 1;
  if (is_first || is_less(here, least_)) least_ = here;
  if (is_first || is_greater(here, greatest_)) greatest_ = here;
}

void FieldFigures::add(const FieldFigures& other) {
  if (other.has_values()) {
    if (!has_values() || is_less(other.least_, least_)) least_ = other.least_;
    if (!has_values() || is_greater(other.greatest_, greatest_)) greatest_ = other.greatest_;
  }
  points_ += other.points_;
  weight_ += other.weight_;
  not_finite_ += other.not_finite_;
  sum_.add(other.sum_);
  absolute_.add(other.absolute_);
  squares_.add(other.squares_);
}

double FieldFigures::sum() const { return not_finite_ > 0 ? no_number : sum_.value(); }

double FieldFigures::norm_1() const {
  return not_finite_ > 0 ? no_number : absolute_.value() / weight_;
}

double FieldFigures::norm_2() const {
  if (not_finite_ > 0) return no_number;
  // A square that is infinite has not been added.
  const double most = norm_max();
  if (!std::isfinite(most * most)) return std::numeric_limits<double>::infinity();
  return std::sqrt(squares_.value() / weight_);
}

ReducedValues FieldFigures::reduced() const {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (points_ == 0) return {none, none, none, none, none, none};
  const bool has = has_values();
  return {norm_1(), norm_2(), norm_max(), has ? least_.value : none, has ? greatest_.value : none,
          sum()};
}

double FieldFigures::norm_max() const {
  if (not_finite_ > 0) return no_number;
  return std::max(std::abs(least_.value), std::abs(greatest_.value));
}

}  // namespace isthmus::mesh
