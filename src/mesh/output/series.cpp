#include "mesh/output/series.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <map>
#include <system_error>

namespace isthmus::mesh {

namespace {

constexpr std::string_view index_prefix = "data";
constexpr std::string_view index_suffix = ".h5";

std::string padded(std::int64_t number, std::size_t digits) {
  std::string text = std::to_string(number);
  if (text.size() < digits) text.insert(0, digits - text.size(), '0');
  return text;
}

}  // namespace

std::string OutputField::stored_name() const {
  return level == 0 ? name : name + "_lvl" + std::to_string(level);
}

Geometry geometry_of(const Geometry& whole, const FinerBox& finer) {
  Geometry result = whole;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (whole.whole.extent(d) > 1) result.spacing[d] = std::ldexp(whole.spacing[d], -finer.level);
  }
  result.whole = finer.box;
  return result;
}

Box bounds_of(const std::vector<FinerBox>& finer, std::int32_t level) {
  Box bounds;
  for (const FinerBox& one : finer) {
    if (one.level != level) continue;
    if (bounds.is_empty()) bounds = one.box;
    for (std::size_t d = 0; d < dimension_count; ++d) {
      bounds.low[d] = std::min(bounds.low[d], one.box.low[d]);
      bounds.high[d] = std::max(bounds.high[d], one.box.high[d]);
    }
  }
  return bounds;
}

Box box_of_numbers(Box points, std::int32_t numbers_a_point) {
  points.low[0] *= numbers_a_point;
  points.high[0] *= numbers_a_point;
  return points;
}

Box box_of_points(Box numbers, std::int32_t numbers_a_point) {
  numbers.low[0] /= numbers_a_point;
  numbers.high[0] /= numbers_a_point;
  return numbers;
}

std::string record_name(std::string_view field) {
  std::string name;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field.substr(i, 2) == "::") ++i;
    const char letter = field[i];
    name += std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
  }
  return name;
}

std::optional<std::string> clash_of_records(const std::vector<OutputField>& fields) {
  std::map<std::string, std::string> seen;
  for (const OutputField& field : fields) {
    const std::string name = field.stored_name();
    const auto [at, is_new] = seen.emplace(record_name(name), name);
    if (!is_new) return "'" + at->second + "' and '" + name + "'";
  }
  return {};
}

std::string index_name(std::int64_t step) {
  return std::string(index_prefix) + padded(step, 8) + std::string(index_suffix);
}

std::optional<std::int64_t> step_of_index(std::string_view name) {
  if (!name.starts_with(index_prefix) || !name.ends_with(index_suffix)) return {};
  name.remove_prefix(index_prefix.size());
  if (name.size() < index_suffix.size() + 8) return {};
  name.remove_suffix(index_suffix.size());
  std::int64_t step = 0;
  const auto [stopped, error] = std::from_chars(name.data(), name.data() + name.size(), step);
  if (error != std::errc() || stopped != name.data() + name.size() || step < 0) return {};
  return step;
}

std::string part_name(std::int64_t step, std::int32_t writer) {
  return "parts/" + padded(step, 8) + "/" + padded(writer, 4) + ".h5";
}

std::string dataset_name(std::string_view field, std::int32_t number) {
  return record_name(field) + "/" + std::to_string(number);
}

std::string mesh_name(std::int64_t step, std::string_view field) {
  return "/data/" + std::to_string(step) + "/meshes/" + record_name(field);
}

std::vector<std::int64_t> steps_in(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::int64_t> steps;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (const auto step = step_of_index(at->path().filename().string())) steps.push_back(*step);
  }
  std::ranges::sort(steps);
  return steps;
}

}  // namespace isthmus::mesh
