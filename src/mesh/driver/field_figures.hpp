// mesh/driver/field_figures.hpp: sums, norms and extrema of a field.
#pragma once

#include <cstdint>

#include "mesh/box.hpp"
#include "mesh/driver/exact_sum.hpp"
#include "mesh/patch.hpp"

namespace isthmus::mesh {

/// The absolute value of a complex number, without overflow on the way. The same bits on every
/// processor.
double modulus(double re, double im);

/// What figures are of: a field, or the absolute values of complex numbers, of which two fields
/// have the parts. A reference: owns nothing.
class FigureSource {
 public:
  explicit FigureSource(const View& values) : re_(values), im_(values) {}
  FigureSource(const View& re, const View& im) : re_(re), im_(im), is_complex_(true) {}

  double operator()(std::int32_t i, std::int32_t j, std::int32_t k) const {
    return is_complex_ ? modulus(re_(i, j, k), im_(i, j, k)) : re_(i, j, k);
  }

 private:
  View re_;
  View im_;
  bool is_complex_ = false;
};

/// `imaginary`: the field of imaginary parts, or -1.
template <class Fields>
FigureSource figure_source(const Fields& fields, std::int32_t field, std::int32_t imaginary) {
  if (imaginary < 0) return FigureSource(fields[field]);
  return {fields[field], fields[imaginary]};
}

/// Of some points of a field. Everything in it is the same bits whatever the order in which points
/// are added: sums are exact, and where an extremum is at several points, the first of them counts,
/// by z, then y, then x. Plain data; may be sent.
class FieldFigures {
 public:
  struct Extremum {
    double value = 0;
    Point at{0, 0, 0};
  };

  FieldFigures() = default;
  FieldFigures(const View& field, const Box& box) : FieldFigures(FigureSource(field), box) {}
  FieldFigures(const FigureSource& source, const Box& box);
  void add(const FieldFigures& other);
  /// A point that counts for so many in sums and means.
  void add_point(double value, const Point& at, double weight);

  std::int64_t points() const { return points_; }
  /// Points whose value is no number, or infinite; they count nowhere else, but make sums and norms
  /// no number.
  /// As many as there are points, where nobody weighs them.
  double weight() const { return weight_; }
  std::int64_t not_finite() const { return not_finite_; }
  Extremum least() const { return least_; }
  Extremum greatest() const { return greatest_; }
  double sum() const;
  double mean() const { return sum() / weight_; }
  /// The mean of the absolute values.
  double norm_1() const;
  /// The root of the mean of the squares.
  double norm_2() const;
  /// The greatest absolute value.
  double norm_max() const;
  /// All that a reduction says; no number where there are no points.
  ReducedValues reduced() const;

  void serialize(auto& archive) {
    archive(points_, weight_, not_finite_, least_, greatest_, sum_, absolute_, squares_);
  }

 private:
  bool has_values() const { return points_ > not_finite_; }

  std::int64_t points_ = 0;
  double weight_ = 0;  // a sum of few bits, without rounding
  std::int64_t not_finite_ = 0;
  Extremum least_;
  Extremum greatest_;
  ExactSum sum_;
  ExactSum absolute_;
  ExactSum squares_;
};

inline std::vector<double> as_result(const ReducedValues& values) {
  return {values.begin(), values.end()};
}

/// For reductions.
struct AddFigures {
  FieldFigures operator()(const FieldFigures& a, const FieldFigures& b) const {
    FieldFigures both = a;
    both.add(b);
    return both;
  }
};

}  // namespace isthmus::mesh
