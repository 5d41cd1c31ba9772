#include "md/pair_kernel.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "isthmus/base/clone_per_cpu.hpp"

namespace md {

namespace {

// Its square is a number, and so is the square's cube's inverse: 0.
constexpr double far_away = 1e30;

namespace plain {
#include "md/pair_rows.inc"
}  // namespace plain

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define MD_HAS_WIDE_ROWS
#pragma GCC push_options
#pragma GCC target("arch=x86-64-v3")
namespace v3 {
#include "md/pair_rows.inc"
}  // namespace v3
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("arch=x86-64-v4")
namespace v4 {
#include "md/pair_rows.inc"
}  // namespace v4
#pragma GCC pop_options
#endif

}  // namespace

void gather(const Positions& all, const std::vector<std::int32_t>& atoms,
            const std::vector<double>& charges, const Vec& shift, std::vector<Quad>& into) {
  into.resize(atoms.size() + strands - 1);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const auto atom = static_cast<std::size_t>(atoms[i]);
    into[i] = {
        {all.x[atom] + shift[0], all.y[atom] + shift[1], all.z[atom] + shift[2], charges[i]}};
  }
  std::fill(into.begin() + std::ssize(atoms), into.end(), Quad{{far_away, far_away, far_away, 0}});
}

std::vector<Kernel> kernels_of_this_cpu() {
  std::vector<Kernel> kernels = {plain::compute};
#ifdef MD_HAS_WIDE_ROWS
  if (__builtin_cpu_supports("x86-64-v3")) kernels.push_back(v3::compute);
  if (__builtin_cpu_supports("x86-64-v4")) kernels.push_back(v4::compute);
#endif
  return kernels;
}

Energies compute_rows(const PairRows& rows, const PairTable& table, bool with_energies) {
  static const Kernel widest = kernels_of_this_cpu().back();
  Energies found;
  widest(rows, table, with_energies, found);
  return found;
}

namespace {

// The least and greatest of each group of so many numbers, the last of which is filled up.
ISTHMUS_CLONE_PER_CPU void bounds_rows(const double* values, std::size_t count,
                                       std::vector<double>& lows, std::vector<double>& highs) {
  for (std::size_t group = 0; group < lows.size(); ++group) {
    const double* const some = values + group * group_size;
    double low = some[0];
    double high = some[0];
    const std::size_t size = std::min(group_size, count - group * group_size);
    for (std::size_t i = 1; i < size; ++i) {
      low = some[i] < low ? some[i] : low;
      high = some[i] > high ? some[i] : high;
    }
    lows[group] = low;
    highs[group] = high;
  }
}

}  // namespace

void NearFinder::begin(const Positions& atoms, const Vec& shift, double reach_squared) {
  reach_squared_ = reach_squared;
  count_ = atoms.size();
  const std::size_t groups = (count_ + group_size - 1) / group_size;
  apart_.resize(groups);
  const std::vector<double>* const rows[] = {&atoms.x, &atoms.y, &atoms.z};
  for (std::size_t d = 0; d < 3; ++d) {
    std::vector<double>& places = places_[d];
    places.assign(groups * group_size, far_away);
    for (std::size_t i = 0; i < count_; ++i) places[i] = (*rows[d])[i] + shift[d];
    bounds_.low[d].resize(groups);
    bounds_.high[d].resize(groups);
    bounds_rows(places.data(), count_, bounds_.low[d], bounds_.high[d]);
  }
}

namespace {

// The squares of the distances between a box, which may be a point, and others.
ISTHMUS_CLONE_PER_CPU void measure_boxes(const Vec& low, const Vec& high, const GroupBounds& boxes,
                                         double* apart) {
  const double* const lows[] = {boxes.low[0].data(), boxes.low[1].data(), boxes.low[2].data()};
  const double* const highs[] = {boxes.high[0].data(), boxes.high[1].data(), boxes.high[2].data()};
  const std::size_t count = boxes.size();
#pragma omp simd
  for (std::size_t i = 0; i < count; ++i) {
    double sum = 0;
    for (std::size_t d = 0; d < 3; ++d) {
      const double above = lows[d][i] - high[d];
      const double below = low[d] - highs[d][i];
      const double more = above > below ? above : below;
      const double way = more > 0 ? more : 0;
      sum += way * way;
    }
    apart[i] = sum;
  }
}

}  // namespace

bool NearFinder::restrict_to(const Vec& low, const Vec& high, std::size_t begin) {
  measure_boxes(low, high, bounds_, apart_.data());
  near_.clear();
  for (std::size_t group = begin; group < apart_.size(); ++group) {
    if (apart_[group] < reach_squared_) near_.push_back(static_cast<std::int32_t>(group));
  }
  for (std::size_t d = 0; d < 3; ++d) {
    near_bounds_.low[d].resize(near_.size());
    near_bounds_.high[d].resize(near_.size());
    for (std::size_t i = 0; i < near_.size(); ++i) {
      near_bounds_.low[d][i] = bounds_.low[d][static_cast<std::size_t>(near_[i])];
      near_bounds_.high[d][i] = bounds_.high[d][static_cast<std::size_t>(near_[i])];
    }
  }
  return !near_.empty();
}

namespace {

ISTHMUS_CLONE_PER_CPU std::size_t find_in_group(const Vec& point, const double* x, const double* y,
                                                const double* z, double reach_squared,
                                                std::int32_t first, std::int32_t begin,
                                                std::int32_t* found) {
  alignas(64) std::array<double, group_size> apart;
#pragma omp simd
  for (std::size_t s = 0; s < group_size; ++s) {
    const double dx = point[0] - x[s];
    const double dy = point[1] - y[s];
    const double dz = point[2] - z[s];
    apart[s] = dx * dx + dy * dy + dz * dz;
  }
  std::size_t count = 0;
  for (std::int32_t s = 0; s < static_cast<std::int32_t>(group_size); ++s) {
    found[count] = first + s;
    count += apart[static_cast<std::size_t>(s)] < reach_squared && first + s >= begin;
  }
  return count;
}

}  // namespace

std::size_t NearFinder::find(const Vec& point, std::int32_t begin, std::int32_t* found) {
  measure_boxes(point, point, near_bounds_, apart_.data());
  std::size_t count = 0;
  for (std::size_t i = 0; i < near_.size(); ++i) {
    if (!(apart_[i] < reach_squared_)) continue;
    const std::int32_t first = near_[i] * static_cast<std::int32_t>(group_size);
    count += find_in_group(point, places_[0].data() + first, places_[1].data() + first,
                           places_[2].data() + first, reach_squared_, first, begin, found + count);
  }
  return count;
}

ISTHMUS_CLONE_PER_CPU double longest_way_squared(const Positions& from, const Positions& to) {
  constexpr std::size_t lanes = 8;
  std::array<double, lanes> longest = {};
  const std::size_t count = to.size();
  const std::size_t whole = count / lanes * lanes;
  for (std::size_t begin = 0; begin < whole; begin += lanes) {
#pragma omp simd
    for (std::size_t s = 0; s < lanes; ++s) {
      const double dx = to.x[begin + s] - from.x[begin + s];
      const double dy = to.y[begin + s] - from.y[begin + s];
      const double dz = to.z[begin + s] - from.z[begin + s];
      const double way = dx * dx + dy * dy + dz * dz;
      longest[s] = way > longest[s] ? way : longest[s];
    }
  }
  for (std::size_t i = whole; i < count; ++i) {
    const double dx = to.x[i] - from.x[i];
    const double dy = to.y[i] - from.y[i];
    const double dz = to.z[i] - from.z[i];
    longest[0] = std::max(longest[0], dx * dx + dy * dy + dz * dz);
  }
  return *std::ranges::max_element(longest);
}

}  // namespace md
