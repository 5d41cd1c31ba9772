#include "isthmus/runtime/pictures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::runtime {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
// The letters of base64url (RFC 4648, section 5): the least number is the first one.
constexpr std::string_view letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

constexpr std::size_t parts_of(std::size_t length, std::size_t part) {
  return (length + part - 1) / part;
}

/// Of the numbers in a square, those of infinite size and none left out. Their sum may be too
/// large for a number of their kind.
double mean_of(std::span<const double> values, std::size_t columns, std::size_t row,
               std::size_t column, std::size_t side) {
  long double sum = 0;
  std::size_t count = 0;
  for (std::size_t i = row; i < std::min(row + side, values.size() / columns); ++i) {
    for (std::size_t j = column; j < std::min(column + side, columns); ++j) {
      const double value = values[i * columns + j];
      if (!std::isfinite(value)) continue;
      sum += value;
      ++count;
    }
  }
  return count == 0 ? nothing : static_cast<double>(sum / static_cast<long double>(count));
}

}  // namespace

void Pictures::set(std::string_view name, std::size_t columns, std::span<const double> values,
                   TimeNs now_ns) {
  std::erase_if(pictures_, [&](const Picture& picture) { return picture.name == name; });
  if (values.empty()) return;
  ISTHMUS_ASSERT(columns > 0 && values.size() % columns == 0);
  const std::size_t rows = values.size() / columns;
  const std::size_t side = parts_of(std::max(rows, columns), side_max);
  Picture picture{.name = std::string(name),
                  .set_ns = now_ns,
                  .of_columns = columns,
                  .of_rows = rows,
                  .columns = parts_of(columns, side),
                  .cells = {}};
  picture.cells.reserve(parts_of(rows, side) * picture.columns);
  for (std::size_t row = 0; row < rows; row += side) {
    for (std::size_t column = 0; column < columns; column += side) {
      picture.cells.push_back(mean_of(values, columns, row, column, side));
    }
  }
  if (pictures_.size() == count_max) pictures_.erase(pictures_.begin());
  pictures_.push_back(std::move(picture));
}

void Pictures::show(std::vector<ShownRow>& rows) const {
  for (const Picture& picture : pictures_) {
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (const double cell : picture.cells) {
      if (std::isnan(cell)) continue;
      least = std::min(least, cell);
      most = std::max(most, cell);
    }
    // Halves, so that no difference is too large to be a number; that of the least numbers is none.
    const double halves = most / 2 - least / 2;
    const double half = halves > 0 ? halves : 1;
    std::string cells;
    cells.reserve(picture.cells.size());
    for (const double cell : picture.cells) {
      const double share = (cell / 2 - least / 2) / half;
      const auto letter = static_cast<std::size_t>(
          std::lround(std::isnan(cell) ? 0 : std::clamp(share, 0.0, 1.0) * (letters.size() - 1)));
      cells += std::isnan(cell) ? '.' : letters[letter];
    }
    ShownRow row{.panel = "pictures",
                 .figures = {{"set_at_s", static_cast<double>(picture.set_ns) * 1e-9},
                             {"columns", static_cast<double>(picture.columns)},
                             {"of_columns", static_cast<double>(picture.of_columns)},
                             {"of_rows", static_cast<double>(picture.of_rows)}},
                 .words = {{"name", picture.name}, {"cells", std::move(cells)}}};
    if (most >= least) {
      row.figures.push_back({"least", least});
      row.figures.push_back({"most", most});
    }
    rows.push_back(std::move(row));
  }
}

}  // namespace isthmus::engine::runtime
