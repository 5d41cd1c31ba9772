#include "mesh/driver/probes.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace isthmus::mesh {
namespace {

/// Which of a dimension's points lie in the box; empty where none does.
struct Slots {
  std::int32_t all = 0;
  std::array<bool, lagrange_order_max + 1> own{};
};

Slots slots_in(const AxisStencil& axis, const Box& box, std::size_t dimension) {
  Slots slots;
  for (std::int32_t slot = 0; slot < axis.count; ++slot) {
    const std::int32_t at = axis.index(slot);
    const bool is_own = at >= box.low[dimension] && at < box.high[dimension];
    slots.own[static_cast<std::size_t>(slot)] = is_own;
    slots.all += is_own ? 1 : 0;
  }
  return slots;
}

template <class What>
void for_each_slot(const Stencil& stencil, What&& what) {
  for (std::int32_t k = 0; k < stencil.axes[2].count; ++k) {
    for (std::int32_t j = 0; j < stencil.axes[1].count; ++j) {
      for (std::int32_t i = 0; i < stencil.axes[0].count; ++i) what(i, j, k);
    }
  }
}

}  // namespace

Stencil stencil_of(const Probe& probe, const Geometry& geometry, const Box& points,
                   const std::array<bool, dimension_count>& is_periodic) {
  Stencil stencil;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    const double x = (probe.place[d] - geometry.origin[d]) / geometry.spacing[d];
    stencil.axes[d] = axis_stencil(x, probe.order, points.low[d], points.high[d], is_periodic[d],
                                   probe.derivative[d]);
    for (std::int32_t n = 0; n < probe.derivative[d]; ++n) {
      for (double& weight : stencil.axes[d].weights) weight /= geometry.spacing[d];
    }
  }
  return stencil;
}

std::vector<Stencil> stencils_of(const Reduction& interpolation, const Geometry& geometry,
                                 const std::array<bool, dimension_count>& is_periodic) {
  std::vector<Stencil> stencils;
  for (const Probe& probe : interpolation.probes) {
    stencils.push_back(stencil_of(probe, geometry, geometry.whole, is_periodic));
  }
  return stencils;
}

std::vector<Sample> samples_of(std::span<const Stencil> stencils, std::int32_t region,
                               const View& field, const Box& own) {
  std::vector<Sample> samples;
  for (std::size_t number = 0; number < stencils.size(); ++number) {
    const Stencil& stencil = stencils[number];
    if (!stencil.is_inside() || stencil.region != region) continue;
    std::array<Slots, dimension_count> slots;
    std::int32_t all = 1;
    for (std::size_t d = 0; d < dimension_count; ++d) {
      slots[d] = slots_in(stencil.axes[d], own, d);
      all *= slots[d].all;
    }
    if (all == 0) continue;
    const auto probe = static_cast<std::int32_t>(number);
    const auto value = [&](std::int32_t i, std::int32_t j, std::int32_t k) {
      return field(stencil.axes[0].index(i), stencil.axes[1].index(j), stencil.axes[2].index(k));
    };
    if (all == stencil.count()) {
      samples.push_back({probe, whole_slot, interpolate(stencil.axes, value)});
      continue;
    }
    const auto is_own = [&](std::size_t d, std::int32_t slot) {
      return slots[d].own[static_cast<std::size_t>(slot)];
    };
    for_each_slot(stencil, [&](std::int32_t i, std::int32_t j, std::int32_t k) {
      if (!is_own(0, i) || !is_own(1, j) || !is_own(2, k)) return;
      samples.push_back({probe, stencil.slot(i, j, k), value(i, j, k)});
    });
  }
  return samples;
}

std::vector<double> values_of(std::span<const Stencil> stencils, std::vector<Sample> samples) {
  std::ranges::sort(samples, {}, [](const Sample& one) { return std::tuple(one.probe, one.slot); });
  std::vector<double> values(stencils.size(), std::numeric_limits<double>::quiet_NaN());
  auto next = samples.begin();
  for (std::size_t number = 0; number < stencils.size(); ++number) {
    const Stencil& stencil = stencils[number];
    if (!stencil.is_inside()) continue;
    const auto begin = next;
    while (next != samples.end() && std::cmp_equal(next->probe, number)) ++next;
    const bool is_value = next - begin == 1 && begin->slot == whole_slot;
    if (!is_value && next - begin != stencil.count()) {
      throw std::logic_error("samples of a place are missing: " + std::to_string(next - begin) +
                             " of " + std::to_string(stencil.count()));
    }
    values[number] =
        is_value ? begin->value
                 : interpolate(stencil.axes, [&](std::int32_t i, std::int32_t j, std::int32_t k) {
                     return begin[stencil.slot(i, j, k)].value;
                   });
  }
  return values;
}

}  // namespace isthmus::mesh
