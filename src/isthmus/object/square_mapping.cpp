// The mappings that lay elements out in near-square pieces (Koenig 2007, 5.2).
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "isthmus/object/mapping.hpp"

namespace isthmus::engine::mapping {

namespace {

/// Elements in columns, the lower coordinate `y` fastest, that PEs in columns share out.
struct Sheet {
  std::int64_t height;  // y: all dimensions but the last
  std::int64_t width;   // x: the last dimension
  topology::PeRange pes;
  int columns;  // of PEs; each has pes.count / columns of them
};

/// Of how many columns PEs stand, so that pieces are as near to squares as can be.
int columns_of(std::int64_t height, std::int64_t width, int pes) {
  int best = 1;
  double least = 0;
  for (int columns = 1; columns <= pes; ++columns) {
    if (pes % columns != 0) continue;
    const double across = static_cast<double>(width) / columns;
    const double down = static_cast<double>(height) * columns / pes;
    const double off = std::abs(std::log(across / down));
    if (columns == 1 || off <= least + 1e-9) {
      best = columns;
      least = off;
    }
  }
  return best;
}

/// Where the elements of a column of PEs begin, in order: column by column, y fastest.
std::int64_t begin_of(const Sheet& sheet, int column, const std::vector<double>& speeds_before) {
  const std::size_t first = sheet.pes.first.value;
  const auto count = static_cast<std::size_t>(sheet.pes.count);
  const std::size_t per_column = count / static_cast<std::size_t>(sheet.columns);
  const double low = speeds_before[first];
  const double all = speeds_before[first + count] - low;
  const double own = speeds_before[first + static_cast<std::size_t>(column) * per_column] - low;
  return std::llround(own / all * static_cast<double>(sheet.height * sheet.width));
}

/// How many elements of [begin, end), in that order, have a lower y than this one, or the same y
/// and a lower x.
std::int64_t rank_of(const Sheet& sheet, std::int64_t begin, std::int64_t end, std::int64_t x,
                     std::int64_t y) {
  const auto before_of = [&](std::int64_t limit) {
    // Elements before `limit` in the order of columns.
    const std::int64_t whole = limit / sheet.height;
    const std::int64_t rest = limit % sheet.height;
    const std::int64_t in_row = std::min(x, whole + (y < rest ? 1 : 0));
    return whole * y + std::min(y, rest) + in_row;
  };
  return before_of(end) - before_of(begin);
}

PeId piece_of(const Sheet& sheet, std::int64_t x, std::int64_t y, const MapContext& context) {
  const std::vector<double>& speeds_before = context.members().speeds_before();
  const std::int64_t position = x * sheet.height + y;
  int column = sheet.columns - 1;
  std::int64_t begin = begin_of(sheet, column, speeds_before);
  std::int64_t end = sheet.height * sheet.width;
  while (position < begin) {
    end = begin;
    begin = begin_of(sheet, --column, speeds_before);
  }
  const int per_column = sheet.pes.count / sheet.columns;
  const PeId first(sheet.pes.first.value + static_cast<std::uint32_t>(column * per_column));
  return context.pe_by_weight(rank_of(sheet, begin, end, x, y), end - begin, {first, per_column});
}

/// To the PEs row of PEs by row, so that a piece of the border is mostly as high up as its PE's
/// other elements.
PeId border_piece_of(const Sheet& sheet, std::int64_t position, std::int64_t count,
                     const MapContext& context) {
  const std::vector<double>& speeds_before = context.members().speeds_before();
  const std::uint32_t first = sheet.pes.first.value;
  const auto pes = static_cast<std::uint32_t>(sheet.pes.count);
  const auto columns = static_cast<std::uint32_t>(sheet.columns);
  const double all = speeds_before[first + pes] - speeds_before[first];
  double left = (static_cast<double>(position) + 0.5) / static_cast<double>(count) * all;
  std::uint32_t last = first;
  for (std::uint32_t turn = 0; turn < pes; ++turn) {
    const std::uint32_t pe = first + (turn % columns) * (pes / columns) + turn / columns;
    const double speed = speeds_before[pe + 1] - speeds_before[pe];
    if (speed <= 0) continue;
    last = pe;
    left -= speed;
    if (left < 0) break;
  }
  return PeId(last);
}

}  // namespace

PeId Square::place(const std::array<std::int32_t, 4>& at, const MapContext& context,
                   bool spreads_border) {
  const Extent& extent = context.extent();
  const auto last = static_cast<std::size_t>(extent.dimensions - 1);
  const MapContext::Slab slab = context.slab_of(at[last]);
  std::int64_t y = 0;
  std::int64_t height = 1;
  for (std::size_t d = 0; d < last; ++d) {
    y = y * extent.size[d] + at[d];
    height *= extent.size[d];
  }
  std::int64_t x = at[last] - slab.begin;
  std::int64_t width = slab.end - slab.begin;
  const topology::PeRange pes = context.topology().pes_of(slab.site);
  if (!spreads_border)
    return piece_of({height, width, pes, columns_of(height, width, pes.count)}, x, y, context);
  const auto [at_begin, at_end] = context.has_neighbours(slab);
  const std::int64_t borders = std::min<std::int64_t>(width, (at_begin ? 1 : 0) + (at_end ? 1 : 0));
  const bool is_first = at_begin && x == 0;
  const bool is_last = at_end && x == width - 1;
  const std::int64_t inner = width - borders;
  const Sheet sheet{height, inner, pes,
                    columns_of(height, std::max<std::int64_t>(inner, 1), pes.count)};
  if (is_first || is_last) {
    const std::int64_t column = is_first ? 0 : borders - 1;
    return border_piece_of(sheet, y * borders + column, height * borders, context);
  }
  return piece_of(sheet, x - (at_begin ? 1 : 0), y, context);
}

}  // namespace isthmus::engine::mapping
