#include "md/spline.hpp"

#include <cmath>

namespace md {

namespace {

void raise(SplineWeights& weights, int k, double at) {
  const auto n = static_cast<std::size_t>(k);
  const double scale = 1.0 / (k - 1);
  weights[n - 1] = scale * at * weights[n - 2];
  for (std::size_t j = 1; j + 1 < n; ++j) {
    const double lower = static_cast<double>(j);
    weights[n - j - 1] = scale * ((at + lower) * weights[n - j - 2] +
                                  (static_cast<double>(n - j) - at) * weights[n - j - 1]);
  }
  weights[0] = scale * (1 - at) * weights[0];
}

}  // namespace

Spline spline_at(double place, int points, int order) {
  const double whole = std::floor(place);
  const double at = place - whole;
  Spline spline;
  spline.first = static_cast<int>(whole) % points;
  if (spline.first < 0) spline.first += points;
  SplineWeights& weights = spline.weights;
  weights = {1 - at, at};
  for (int k = 3; k < order; ++k) raise(weights, k, at);
  spline.slopes[0] = -weights[0];
  for (std::size_t j = 1; j < static_cast<std::size_t>(order); ++j) {
    spline.slopes[j] = weights[j - 1] - weights[j];
  }
  raise(weights, order, at);
  return spline;
}

}  // namespace md
