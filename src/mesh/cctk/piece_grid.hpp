// mesh/cctk/piece_grid.hpp: regions of points, and the grid as a cGH has it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "mesh/cctk/parameters.hpp"
#include "mesh/cctk/state.hpp"

namespace isthmus::cctk {

/// Points with low <= point < high.
struct Region {
  std::array<int, dimension_count> low{};
  std::array<int, dimension_count> high{};

  int extent(int d) const {
    return high[static_cast<std::size_t>(d)] - low[static_cast<std::size_t>(d)];
  }
  std::size_t points() const {
    return static_cast<std::size_t>(extent(0)) * static_cast<std::size_t>(extent(1)) *
           static_cast<std::size_t>(extent(2));
  }
  Region common(const Region& other) const {
    Region region;
    for (std::size_t d = 0; d < dimension_count; ++d) {
      region.low[d] = std::max(low[d], other.low[d]);
      region.high[d] = std::max(region.low[d], std::min(high[d], other.high[d]));
    }
    return region;
  }
};

inline Region region_of(const int* low, const int* high) {
  Region region;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    region.low[d] = low[d];
    region.high[d] = high[d] + 1;
  }
  return region;
}

/// Of arrays over a region.
struct Layout {
  Region region;

  std::size_t at(int i, int j, int k) const {
    const auto row = static_cast<std::size_t>(region.extent(0));
    return static_cast<std::size_t>(i - region.low[0]) +
           row * (static_cast<std::size_t>(j - region.low[1]) +
                  static_cast<std::size_t>(region.extent(1)) *
                      static_cast<std::size_t>(k - region.low[2]));
  }
};

/// Calls `row(from, to, count)` for the rows of `what` in both layouts.
template <class Row>
void for_rows(const Region& what, const Layout& one, const Layout& other, Row&& row) {
  const auto count = static_cast<std::size_t>(what.extent(0));
  if (count == 0) return;
  for (int k = what.low[2]; k < what.high[2]; ++k) {
    for (int j = what.low[1]; j < what.high[1]; ++j) {
      row(one.at(what.low[0], j, k), other.at(what.low[0], j, k), count);
    }
  }
}

/// The grid's part of a cGH, and its arrays.
class Grid {
 public:
  Grid() {
    gh_.cctk_dim = dimension_count;
    gh_.cctk_gsh = gsh_.data();
    gh_.cctk_lsh = lsh_.data();
    gh_.cctk_ash = ash_.data();
    gh_.cctk_lbnd = lbnd_.data();
    gh_.cctk_ubnd = ubnd_.data();
    gh_.cctk_from = from_.data();
    gh_.cctk_to = to_.data();
    gh_.cctk_tile_min = from_.data();
    gh_.cctk_tile_max = to_.data();
    gh_.cctk_bbox = bbox_.data();
    gh_.cctk_nghostzones = ghosts_.data();
    gh_.cctk_levfac = ones_.data();
    gh_.cctk_levoff = zeros_.data();
    gh_.cctk_levoffdenom = ones_.data();
    gh_.cctk_timefac = 1;
    gh_.cctk_convfac = 2;
    gh_.cctk_delta_space = spacing_.data();
    gh_.cctk_origin_space = origin_.data();
    levels_.resize(library.variables.size());
    pointers_.resize(library.variables.size());
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      levels_[i].assign(static_cast<std::size_t>(library.variables[i].levels), nullptr);
      pointers_[i] = levels_[i].data();
    }
    gh_.data = pointers_.data();
  }

  /// `whole` are the points of the mesh; boundaries are those of a grid of Cactus.
  void place(const Region& local, const int* whole, const double* origin, const double* spacing) {
    const int ghosts = ghost_size();
    for (std::size_t d = 0; d < dimension_count; ++d) {
      gsh_[d] = whole[d] + 2 * ghosts;
      lsh_[d] = ash_[d] = to_[d] = local.extent(static_cast<int>(d));
      lbnd_[d] = local.low[d] + ghosts;
      ubnd_[d] = lbnd_[d] + lsh_[d] - 1;
      bbox_[2 * d] = lbnd_[d] == 0 ? 1 : 0;
      bbox_[2 * d + 1] = ubnd_[d] == gsh_[d] - 1 ? 1 : 0;
      ghosts_[d] = ghosts;
      spacing_[d] = spacing[d];
      origin_[d] = origin[d] - ghosts * spacing[d];
    }
  }
  void at(int iteration, double time, double step_size) {
    gh_.cctk_iteration = iteration;
    gh_.cctk_time = time;
    gh_.cctk_delta_time = step_size;
  }
  void set(int variable, int level, void* values) {
    levels_[static_cast<std::size_t>(variable)][static_cast<std::size_t>(level)] = values;
  }
  void clear(std::span<const Access> accesses) {
    for (const Access& access : accesses) set(access.variable, access.level, nullptr);
  }
  const cGH* gh() const { return &gh_; }

 private:
  using Numbers = std::array<int, dimension_count>;
  cGH gh_{};
  Numbers gsh_{}, lsh_{}, ash_{}, lbnd_{}, ubnd_{}, from_{}, to_{}, ghosts_{}, zeros_{};
  Numbers ones_{1, 1, 1};
  std::array<int, 2 * dimension_count> bbox_{};
  std::array<double, dimension_count> spacing_{}, origin_{};
  std::vector<std::vector<void*>> levels_;
  std::vector<void**> pointers_;
};

}  // namespace isthmus::cctk
