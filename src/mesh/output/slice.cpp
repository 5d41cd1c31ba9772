#include "mesh/output/slice.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

#include "mesh/output/merge.hpp"
#include "mesh/output/number_text.hpp"

namespace isthmus::mesh {

namespace {

constexpr std::array<const char*, dimension_count> axis_names{"x", "y", "z"};

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
    if (*at[d] < box.low[d] || *at[d] >= box.high[d]) return {};
    part.low[d] = *at[d];
    part.high[d] = *at[d] + 1;
  }
  return part;
}

std::string Slice::file_name() const {
  std::string name = record_name(field.name);
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (at[d]) name += std::string("_") + axis_names[d] + std::to_string(*at[d]);
  }
  return name + ".csv";
}

std::vector<std::string> Slice::columns() const {
  std::vector<std::string> names;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (!at[d]) names.emplace_back(axis_names[d]);
  }
  names.push_back(field.name);
  return names;
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

std::vector<std::vector<double>> SliceGatherer::lines_of(const std::vector<double>& values) const {
  std::vector<std::vector<double>> lines;
  lines.reserve(values.size());
  std::size_t next = 0;
  Point point{};
  for (point[2] = box_.low[2]; point[2] < box_.high[2]; ++point[2]) {
    for (point[1] = box_.low[1]; point[1] < box_.high[1]; ++point[1]) {
      for (point[0] = box_.low[0]; point[0] < box_.high[0]; ++point[0]) {
        std::vector<double> line;
        for (std::size_t d = 0; d < dimension_count; ++d) {
          if (!slice_.at[d]) line.push_back(place_of(geometry_, slice_.field, d, point[d]));
        }
        line.push_back(values[next++]);
        lines.push_back(std::move(line));
      }
    }
  }
  return lines;
}

}  // namespace isthmus::mesh
