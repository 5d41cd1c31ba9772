#include "mesh/output/slice.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "mesh/output/merge.hpp"
#include "mesh/output/number_text.hpp"
#include "mesh/refinement/interpolation.hpp"

namespace isthmus::mesh {

namespace {

constexpr std::array<const char*, dimension_count> axis_names{"x", "y", "z"};

/// The last row comes to the top.
Plane turned(std::size_t columns, const std::vector<double>& values) {
  Plane plane{.columns = columns, .values = {}};
  plane.values.reserve(values.size());
  for (std::size_t end = values.size(); end > 0; end -= columns) {
    for (std::size_t i = end - columns; i < end; ++i) plane.values.push_back(values[i]);
  }
  return plane;
}

double place_of(const Geometry& geometry, const OutputField& field, std::size_t dimension,
                std::int32_t index) {
  const double shift = field.is_staggered ? 0.5 * geometry.spacing[dimension] : 0.0;
  return geometry.coordinate(dimension, index) + shift;
}

}  // namespace

Box Slice::part_of(const Box& box) const {
  Box part = box;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (!at[d]) continue;
    part.low[d] = std::max(box.low[d], at[d]->first);
    part.high[d] = std::min(box.high[d], at[d]->end());
  }
  return part.is_empty() ? Box{} : part;
}

std::string Slice::file_name() const {
  const bool is_between =
      std::ranges::any_of(at, [](const auto& place) { return place && place->weights.size() > 1; });
  std::string name = record_name(field.name);
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (!at[d]) continue;
    name += std::string("_") + axis_names[d] +
            (is_between ? number_text(at[d]->coordinate) : std::to_string(at[d]->first));
  }
  return name + ".csv";
}

std::string Slice::title() const {
  std::string text = field.name;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (at[d]) text += std::string(", ") + axis_names[d] + " = " + number_text(at[d]->coordinate);
  }
  return text;
}

std::vector<std::string> Slice::columns() const {
  std::vector<std::string> names;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (!at[d]) names.emplace_back(axis_names[d]);
  }
  names.push_back(field.name);
  return names;
}

std::optional<Plane> plane_of(const std::vector<std::vector<double>>& lines) {
  if (lines.empty() || lines.front().size() != 3) return {};
  std::size_t columns = 0;
  while (columns < lines.size() && lines[columns][1] == lines.front()[1]) ++columns;
  if (lines.size() % columns != 0) return {};
  std::vector<double> values;
  values.reserve(lines.size());
  for (const std::vector<double>& line : lines) values.push_back(line.back());
  return turned(columns, values);
}

std::optional<Plane> plane_of(const Box& box, const std::vector<double>& values) {
  std::vector<std::size_t> wide;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (box.extent(d) > 1) wide.push_back(static_cast<std::size_t>(box.extent(d)));
  }
  if (wide.size() != 2 || values.size() != wide[0] * wide[1]) return {};
  return turned(wide[0], values);
}

Expected<std::int32_t> index_at(const Geometry& geometry, std::size_t dimension, double coordinate,
                                bool is_staggered) {
  const OutputField field{"", is_staggered};
  const double first = place_of(geometry, field, dimension, geometry.whole.low[dimension]);
  const double last = place_of(geometry, field, dimension, geometry.whole.high[dimension] - 1);
  const double half = 0.5 * geometry.spacing[dimension];
  if (!(coordinate >= first - half && coordinate <= last + half)) {
    return fail(ErrorCode::bad_input,
                std::string(axis_names[dimension]) + " = " + number_text(coordinate) +
                    " is outside of the grid",
                "", number_text(first) + " to " + number_text(last));
  }
  const double steps = std::round((coordinate - first) / geometry.spacing[dimension]);
  const std::int32_t count = geometry.whole.extent(dimension);
  const auto index = static_cast<std::int32_t>(std::fmin(std::fmax(steps, 0), count - 1));
  return geometry.whole.low[dimension] + index;
}

Expected<SliceAt> place_at(const Geometry& geometry, std::size_t dimension, double coordinate,
                           bool is_staggered, std::int32_t order) {
  const auto nearest = index_at(geometry, dimension, coordinate, is_staggered);
  if (!nearest) return std::unexpected(nearest.error());
  const std::int32_t count = geometry.whole.extent(dimension);
  const OutputField field{"", is_staggered};
  const std::int32_t low = geometry.whole.low[dimension];
  if (order == 0 || count == 1) {
    return SliceAt{*nearest, {1.0}, place_of(geometry, field, dimension, *nearest)};
  }
  const double first_place = place_of(geometry, field, dimension, low);
  const double last_place = place_of(geometry, field, dimension, low + count - 1);
  const double rounding = 1e-9 * geometry.spacing[dimension];
  if (coordinate < first_place - rounding || coordinate > last_place + rounding) {
    return fail(
        ErrorCode::bad_input, std::to_string(coordinate) + " lies beyond the last points", "",
        std::to_string(first_place) + " to " + std::to_string(last_place) + ", or order = 0");
  }
  const std::int32_t degree = std::min(order, count - 1);
  const double steps = (coordinate - first_place) / geometry.spacing[dimension];
  const auto below = static_cast<std::int32_t>(std::floor(steps));
  const std::int32_t first = std::clamp(below - degree / 2, 0, count - 1 - degree);
  return SliceAt{low + first, lagrange_weights(degree + 1, steps - first), coordinate};
}

SliceGatherer::SliceGatherer(Slice slice, const Geometry& geometry)
    : slice_(std::move(slice)), geometry_(geometry), box_(slice_.part_of(geometry.whole)) {}

std::optional<std::vector<std::vector<double>>> SliceGatherer::add(std::int64_t step,
                                                                   const BlockValues& piece) {
  const auto [at, is_new] = steps_.try_emplace(step);
  Gathered& gathered = at->second;
  if (is_new) {
    gathered.values.resize(static_cast<std::size_t>(box_.point_count()));
    gathered.missing = box_.point_count();
  }
  copy_common(piece.box, piece.values.data(), box_, gathered.values.data());
  gathered.missing -= piece.box.intersection(box_).point_count();
  if (gathered.missing > 0) return {};
  auto lines = lines_of(gathered.values);
  steps_.erase(at);
  return lines;
}

double SliceGatherer::value_at(const View& values, const Point& point) const {
  static const std::vector<double> one{1.0};
  const auto weights = [&](std::size_t d) -> const std::vector<double>& {
    return slice_.at[d] ? slice_.at[d]->weights : one;
  };
  const std::vector<double>& x = weights(0);
  const std::vector<double>& y = weights(1);
  const std::vector<double>& z = weights(2);
  if (x.size() * y.size() * z.size() == 1) return values(point[0], point[1], point[2]);
  double value = 0;
  for (std::size_t c = 0; c < z.size(); ++c) {
    double plane = 0;
    for (std::size_t b = 0; b < y.size(); ++b) {
      const double* const from = values.row(point[1] + static_cast<std::int32_t>(b),
                                            point[2] + static_cast<std::int32_t>(c)) +
                                 point[0];
      double row = 0;
      for (std::size_t a = 0; a < x.size(); ++a) row += x[a] * from[a];
      plane += y[b] * row;
    }
    value += z[c] * plane;
  }
  return value;
}

std::vector<std::vector<double>> SliceGatherer::lines_of(const std::vector<double>& values) const {
  std::vector<std::vector<double>> lines;
  lines.reserve(values.size());
  // A view writes, too, where it is asked to.
  const View view(const_cast<double*>(values.data()), box_);
  Box box = box_;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (slice_.at[d]) box.high[d] = box.low[d] + 1;
  }
  Point point{};
  for (point[2] = box.low[2]; point[2] < box.high[2]; ++point[2]) {
    for (point[1] = box.low[1]; point[1] < box.high[1]; ++point[1]) {
      for (point[0] = box.low[0]; point[0] < box.high[0]; ++point[0]) {
        std::vector<double> line;
        for (std::size_t d = 0; d < dimension_count; ++d) {
          if (!slice_.at[d]) line.push_back(place_of(geometry_, slice_.field, d, point[d]));
        }
        line.push_back(value_at(view, point));
        lines.push_back(std::move(line));
      }
    }
  }
  return lines;
}

}  // namespace isthmus::mesh
