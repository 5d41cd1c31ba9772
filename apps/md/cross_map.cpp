#include "md/cross_map.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace md {

namespace {

// Slopes at the points of a cubic spline that goes round: s[i-1] + 4 s[i] + s[i+1] = 3 (y[i+1] -
// y[i-1]). Far more turns than it takes, as each takes three quarters of what is left.
std::vector<double> spline_slopes(const std::vector<double>& values) {
  constexpr int turns = 40;
  const std::size_t count = values.size();
  std::vector<double> slopes(count, 0.0);
  for (int turn = 0; turn < turns; ++turn) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t before = (i + count - 1) % count;
      const std::size_t behind = (i + 1) % count;
      const double rise = 3 * (values[behind] - values[before]);
      slopes[i] = (rise - slopes[before] - slopes[behind]) / 4;
    }
  }
  return slopes;
}

// Weights of the values and slopes at the ends of a part, at a place in it, and their slopes.
struct Hermite {
  explicit Hermite(double t)
      : values{1 + t * t * (2 * t - 3), t * t * (3 - 2 * t)},
        slopes{t * (1 - t) * (1 - t), t * t * (t - 1)},
        value_slopes{6 * t * (t - 1), 6 * t * (1 - t)},
        slope_slopes{(1 - t) * (1 - 3 * t), t * (3 * t - 2)} {}
  std::array<double, 2> values;
  std::array<double, 2> slopes;
  std::array<double, 2> value_slopes;
  std::array<double, 2> slope_slopes;
};

}  // namespace

CrossMap::CrossMap(const CrossType& type) : points_(type.points) {
  const auto n = static_cast<std::size_t>(points_);
  corners_.resize(n * n);
  for (std::size_t i = 0; i < n * n; ++i) corners_[i][0] = type.energies[i];
  // Along the second angle, then along the first of both.
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> row;
    for (std::size_t j = 0; j < n; ++j) row.push_back(corners_[i * n + j][0]);
    const std::vector<double> slopes = spline_slopes(row);
    for (std::size_t j = 0; j < n; ++j) corners_[i * n + j][2] = slopes[j];
  }
  for (const std::size_t from : {0, 2}) {
    for (std::size_t j = 0; j < n; ++j) {
      std::vector<double> column;
      for (std::size_t i = 0; i < n; ++i) column.push_back(corners_[i * n + j][from]);
      const std::vector<double> slopes = spline_slopes(column);
      for (std::size_t i = 0; i < n; ++i) corners_[i * n + j][from + 1] = slopes[i];
    }
  }
}

CrossMap::Value CrossMap::at(double one, double other) const {
  constexpr double pi = std::numbers::pi;
  const double scale = points_ / (2 * pi);
  const double x = (one + pi) * scale;
  const double y = (other + pi) * scale;
  // Angles of atoms that lie upon each other are no numbers: then energy and slopes are none.
  const auto part = [this](double at) {
    return at > 0 ? std::min(static_cast<int>(at), points_ - 1) : 0;
  };
  const int i = part(x);
  const int j = part(y);
  const Hermite along(x - i);
  const Hermite across(y - j);
  Value value;
  for (std::size_t a = 0; a < 2; ++a) {
    for (std::size_t b = 0; b < 2; ++b) {
      const Corner& c = corner(i + static_cast<int>(a), j + static_cast<int>(b));
      const double level = c[0] * across.values[b] + c[2] * across.slopes[b];
      const double rise = c[1] * across.values[b] + c[3] * across.slopes[b];
      const double level_slope = c[0] * across.value_slopes[b] + c[2] * across.slope_slopes[b];
      const double rise_slope = c[1] * across.value_slopes[b] + c[3] * across.slope_slopes[b];
      value.energy += level * along.values[a] + rise * along.slopes[a];
      value.slopes[0] += level * along.value_slopes[a] + rise * along.slope_slopes[a];
      value.slopes[1] += level_slope * along.values[a] + rise_slope * along.slopes[a];
    }
  }
  for (double& slope : value.slopes) slope *= scale;
  return value;
}

}  // namespace md
