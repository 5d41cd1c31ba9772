#include "mesh/refinement/interpolation.hpp"

#include <algorithm>

#include "isthmus/isthmus.hpp"
#include "mesh/lagrange.hpp"

namespace isthmus::mesh {
namespace {

constexpr std::int32_t floor_half(std::int32_t index) {
  return index >= 0 ? index / 2 : -((1 - index) / 2);
}

const std::vector<double> one{1.0};

}  // namespace

std::vector<double> lagrange_weights(std::int32_t count, double x) {
  std::vector<double> weights(static_cast<std::size_t>(count));
  lagrange_weights(count, x, weights.data());
  return weights;
}

Prolongation::Prolongation(std::int32_t order, const Refined& is_refined, const Box& reachable)
    : order_(order), is_refined_(is_refined), reachable_(reachable) {
  ISTHMUS_ASSERT(order >= 1 && order <= prolongation_order_max);
  for (std::size_t d = 0; d < dimension_count; ++d) {
    ISTHMUS_ASSERT(!is_refined[d] || reachable.extent(d) > order);
  }
  // Beyond the last of them where a point lies outside all that can be reached.
  for (std::int32_t below = 0; below <= order; ++below) {
    weights_.push_back(lagrange_weights(order + 1, below + 0.5));
  }
}

Prolongation::Stencil Prolongation::stencil(std::size_t dimension, std::int32_t index) const {
  if (!is_refined_[dimension]) return {index, 1, one.data()};
  const std::int32_t below = floor_half(index);
  if (index == 2 * below) return {below, 1, one.data()};
  const std::int32_t low = reachable_.low[dimension];
  const std::int32_t high = reachable_.high[dimension] - (order_ + 1);
  const std::int32_t start = std::clamp(below - order_ / 2, low, high);
  return {start, order_ + 1, weights_.at(static_cast<std::size_t>(below - start)).data()};
}

Box Prolongation::source(const Box& fine) const {
  Box box;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    box.low[d] = reachable_.high[d];
    box.high[d] = reachable_.low[d];
    // Stencils of neighbours do not differ in more than where they are.
    for (std::int32_t i = fine.low[d]; i < fine.high[d]; ++i) {
      const Stencil points = stencil(d, i);
      box.low[d] = std::min(box.low[d], points.start);
      box.high[d] = std::max(box.high[d], points.start + points.count);
    }
  }
  return box;
}

void Prolongation::fill(const View& coarse, const View& fine, const Box& box) const {
  if (box.is_empty()) return;
  std::vector<Stencil> along;
  for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) along.push_back(stencil(0, i));
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    const Stencil z = stencil(2, k);
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      const Stencil y = stencil(1, j);
      double* const to = fine.row(j, k);
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
        const Stencil& x = along[static_cast<std::size_t>(i - box.low[0])];
        double value = 0;
        for (std::int32_t c = 0; c < z.count; ++c) {
          double plane = 0;
          for (std::int32_t b = 0; b < y.count; ++b) {
            const double* const from = coarse.row(y.start + b, z.start + c) + x.start;
            double row = 0;
            for (std::int32_t a = 0; a < x.count; ++a) row += x.weights[a] * from[a];
            plane += y.weights[b] * row;
          }
          value += z.weights[c] * plane;
        }
        to[i] = value;
      }
    }
  }
}

Box coarsened(const Box& fine, const Refined& is_refined) {
  Box box = fine;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (!is_refined[d]) continue;
    box.low[d] = floor_half(fine.low[d] + 1);
    box.high[d] = floor_half(fine.high[d] - 1) + 1;
  }
  return box;
}

Box refined(const Box& coarse, const Refined& is_refined) {
  Box box = coarse;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (!is_refined[d]) continue;
    box.low[d] = 2 * coarse.low[d];
    box.high[d] = 2 * (coarse.high[d] - 1) + 1;
  }
  return box;
}

double* pack_injected(const View& fine, const Box& coarse, const Refined& is_refined, double* to) {
  Point factor;
  for (std::size_t d = 0; d < dimension_count; ++d) factor[d] = is_refined[d] ? 2 : 1;
  for (std::int32_t k = coarse.low[2]; k < coarse.high[2]; ++k) {
    for (std::int32_t j = coarse.low[1]; j < coarse.high[1]; ++j) {
      const double* const row = fine.row(factor[1] * j, factor[2] * k);
      for (std::int32_t i = coarse.low[0]; i < coarse.high[0]; ++i) *to++ = row[factor[0] * i];
    }
  }
  return to;
}

std::vector<TimeSource> time_sources(std::int32_t field, std::int32_t level) {
  if (level % 2 == 0) return {{field + level / 2, 1}};
  const std::vector<double> weights = lagrange_weights(3, 0.5 * level);
  return {{field, weights[0]}, {field + 1, weights[1]}, {field + 2, weights[2]}};
}

double* pack_mixed(std::span<double* const> all, const Box& storage,
                   std::span<const TimeSource> sources, const Box& box, double* to) {
  const auto view = [&](const TimeSource& source) {
    return View(all[static_cast<std::size_t>(source.field)], storage);
  };
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
        double value = sources[0].weight * view(sources[0])(i, j, k);
        for (const TimeSource& source : sources.subspan(1)) {
          value += source.weight * view(source)(i, j, k);
        }
        *to++ = value;
      }
    }
  }
  return to;
}

}  // namespace isthmus::mesh
