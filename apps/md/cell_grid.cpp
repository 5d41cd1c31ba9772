#include "md/cell_grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace md {

namespace {

constexpr int cells_max = 1'000'000;
constexpr double fitting_cells_max = 32;  // in a dimension, unless more are asked for

std::string text_of(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", value);
  return text.data();
}

void sort_and_unite(std::vector<Place>& cells) {
  std::ranges::sort(cells);
  const auto repeated = std::ranges::unique(cells);
  cells.erase(repeated.begin(), repeated.end());
}

}  // namespace

CellGrid::CellGrid(const Box& box, const Place& cells, int away)
    : box_(box), cells_(cells), away_(away) {
  directions_.push_back({0, 0, 0});
  for (std::int32_t x = 0; x <= away; ++x) {
    for (std::int32_t y = -away; y <= away; ++y) {
      for (std::int32_t z = -away; z <= away; ++z) {
        const bool is_first_half = x > 0 || (x == 0 && (y > 0 || (y == 0 && z > 0)));
        if (is_first_half) directions_.push_back({x, y, z});
      }
    }
  }
}

CellGrid CellGrid::stretched(double stretch) const {
  CellGrid grid = *this;
  grid.box_ = box_.stretched(stretch);
  return grid;
}

Place CellGrid::place_of(int number) const {
  const std::int32_t z = number % cells_[2];
  const std::int32_t rest = number / cells_[2];
  return {rest / cells_[1], rest % cells_[1], z};
}

int CellGrid::pair_count() const {
  int count = 0;
  for (int cell = 0; cell < cell_count(); ++cell) {
    for (int direction = 0; direction < direction_count(); ++direction) {
      count += partner(place_of(cell), direction).has_value();
    }
  }
  return count;
}

Place CellGrid::cell_of(const Vec& position) const {
  Place place;
  for (std::size_t d = 0; d < 3; ++d) {
    const double at = std::floor((position[d] - box_.low[d]) / side(static_cast<int>(d)));
    place[d] = static_cast<std::int32_t>(std::clamp(at, 0.0, static_cast<double>(cells_[d] - 1)));
  }
  return place;
}

std::optional<CellGrid::Partner> CellGrid::at_offset(const Place& cell, const Place& offset,
                                                     int sign) const {
  Partner partner{cell, {0, 0, 0}};
  for (std::size_t d = 0; d < 3; ++d) {
    std::int32_t at = cell[d] + sign * offset[d];
    if (!box_.periodic[d] && (at < 0 || at >= cells_[d])) return std::nullopt;
    for (; at < 0; at += cells_[d]) partner.shift[d] -= box_.length(static_cast<int>(d));
    for (; at >= cells_[d]; at -= cells_[d]) partner.shift[d] += box_.length(static_cast<int>(d));
    partner.cell[d] = at;
  }
  return partner;
}

std::optional<CellGrid::Partner> CellGrid::partner(const Place& cell, int direction) const {
  return at_offset(cell, directions_[static_cast<std::size_t>(direction)], 1);
}

std::vector<CellGrid::Part> CellGrid::parts_of(const Place& cell) const {
  std::vector<Part> parts;
  for (int direction = 0; direction < direction_count(); ++direction) {
    if (partner(cell, direction)) parts.push_back({cell, direction, false});
  }
  for (int direction = 1; direction < direction_count(); ++direction) {
    const auto first = at_offset(cell, directions_[static_cast<std::size_t>(direction)], -1);
    if (first) parts.push_back({first->cell, direction, true});
  }
  return parts;
}

std::vector<Place> CellGrid::block(const Place& corner) const {
  std::vector<Place> cells;
  for (std::int32_t x = 0; x <= 1; ++x) {
    for (std::int32_t y = 0; y <= 1; ++y) {
      for (std::int32_t z = 0; z <= 1; ++z) {
        const auto found = at_offset(corner, {x, y, z}, 1);
        const bool is_new = found && std::ranges::find(cells, found->cell) == cells.end();
        if (is_new) cells.push_back(found->cell);
      }
    }
  }
  return cells;
}

std::vector<Place> CellGrid::corners_of(const Place& cell) const {
  std::vector<Place> corners;
  for (std::int32_t x = 0; x <= 1; ++x) {
    for (std::int32_t y = 0; y <= 1; ++y) {
      for (std::int32_t z = 0; z <= 1; ++z) {
        const auto found = at_offset(cell, {x, y, z}, -1);
        if (found) corners.push_back(found->cell);
      }
    }
  }
  sort_and_unite(corners);
  return corners;
}

std::optional<Place> CellGrid::corner_of(std::span<const Place> cells) const {
  Place corner = cells[0];
  for (std::size_t d = 0; d < 3; ++d) {
    std::int32_t low = cells[0][d];
    std::int32_t high = cells[0][d];
    for (const Place& cell : cells) {
      low = std::min(low, cell[d]);
      high = std::max(high, cell[d]);
    }
    corner[d] = low;
    if (high - low <= 1) continue;
    // Then only the last and the first of a dimension that goes round are next to each other.
    const auto is_end = [&](const Place& cell) { return cell[d] == low || cell[d] == high; };
    const bool goes_round = box_.periodic[d] && low == 0 && high == cells_[d] - 1;
    if (!goes_round || !std::ranges::all_of(cells, is_end)) return std::nullopt;
    corner[d] = high;
  }
  return corner;
}

std::vector<Place> CellGrid::around(const Place& cell) const {
  std::vector<Place> cells;
  for (std::int32_t x = -1; x <= 1; ++x) {
    for (std::int32_t y = -1; y <= 1; ++y) {
      for (std::int32_t z = -1; z <= 1; ++z) {
        const auto found = at_offset(cell, {x, y, z}, 1);
        if (found && found->cell != cell) cells.push_back(found->cell);
      }
    }
  }
  sort_and_unite(cells);
  return cells;
}

double CellGrid::margin(double cutoff) const {
  double least = std::numeric_limits<double>::infinity();
  for (int d = 0; d < 3; ++d) {
    const std::int32_t count = cells_[static_cast<std::size_t>(d)];
    // Without periodic images all cells of such a dimension are pairs of each other.
    if (!box_.periodic[static_cast<std::size_t>(d)] && count <= away_ + 1) continue;
    least = std::min(least, away_ * side(d) - cutoff);
  }
  return least;
}

double CellGrid::distance_outside(const Place& cell, const Vec& position) const {
  double sum = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    const double width = side(static_cast<int>(d));
    const double low = box_.low[d] + cell[d] * width;
    const bool is_open = !box_.periodic[d];
    const double below = is_open && cell[d] == 0 ? 0 : low - position[d];
    const double above = is_open && cell[d] == cells_[d] - 1 ? 0 : position[d] - (low + width);
    const double outside = std::max({0.0, below, above});
    sum += outside * outside;
  }
  return std::sqrt(sum);
}

isthmus::Expected<void> validate(const CellGrid& grid, double cutoff, double skin, double bond) {
  using isthmus::ErrorCode;
  const Place& cells = grid.cells();
  for (int d = 0; d < 3; ++d) {
    const std::int32_t count = cells[static_cast<std::size_t>(d)];
    if (count < 1 || count > 1024) {
      return isthmus::fail(ErrorCode::bad_input, std::to_string(count) + " cells", "--cells",
                           "1 to 1024 in each dimension");
    }
  }
  if (grid.cell_count() > cells_max) {
    return isthmus::fail(ErrorCode::bad_input, std::to_string(grid.cell_count()) + " cells",
                         "--cells", "at most " + std::to_string(cells_max) + " in all");
  }
  if (grid.margin(cutoff) >= skin + 2 * bond) return {};
  const double needed = cutoff + skin + 2 * bond;
  const std::string reach = text_of(needed) + ", cutoff and skin" +
                            (bond > 0 ? std::string(" and two rigid bonds") : std::string());
  int least = 0;
  for (int d = 1; d < 3; ++d) {
    if (grid.side(d) < grid.side(least)) least = d;
  }
  const std::string too_small = " of side " + text_of(grid.side(least)) + " ";
  if (cells[static_cast<std::size_t>(least)] == 1) {
    return isthmus::fail(ErrorCode::bad_input,
                         "a box" + too_small + "is too small for a cutoff of " + text_of(cutoff),
                         "--cutoff",
                         "less, or a larger --away, so that as many sides are at least " + reach);
  }
  return isthmus::fail(ErrorCode::bad_input,
                       "cells" + too_small + "are too small for a cutoff of " + text_of(cutoff),
                       "--cells",
                       "fewer cells, so that " + std::to_string(grid.away()) +
                           " of them reach at least " + reach + "; or a larger --away");
}

Place fitting_cells(const Box& box, double reach, int away) {
  Place cells;
  for (int d = 0; d < 3; ++d) {
    const double most = std::floor(away * box.length(d) / reach);
    cells[static_cast<std::size_t>(d)] =
        static_cast<std::int32_t>(std::clamp(most, 1.0, fitting_cells_max));
  }
  return cells;
}

Place at_most(std::int64_t count, Place cells) {
  while (std::int64_t{cells[0]} * cells[1] * cells[2] > count) --*std::ranges::max_element(cells);
  return cells;
}

}  // namespace md
