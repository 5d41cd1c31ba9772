#include "mesh/output/reader.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <utility>

#include "mesh/output/block_table.hpp"
#include "mesh/output/hdf5_calls.hpp"
#include "mesh/output/merge.hpp"
#include "mesh/output/part_file.hpp"

namespace isthmus::mesh {

namespace {

namespace fs = std::filesystem;

Expected<std::string> index_of(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return path;
  const std::vector<std::int64_t> steps = steps_in(path);
  if (steps.empty()) {
    return fail(ErrorCode::bad_input, "no step of a mesh is in this folder", path,
                "files such as " + index_name(0));
  }
  return path + "/" + index_name(steps.back());
}

std::array<double, dimension_count> job_order(std::vector<double> values) {
  values.resize(dimension_count);
  return {values[2], values[1], values[0]};
}

Box box_of(const std::int32_t (&low)[3], const std::int32_t (&high)[3]) {
  return {{low[2], low[1], low[0]}, {high[2], high[1], high[0]}};
}

std::vector<FinerBox> read_finer(Hdf5Calls& calls, hid_t group) {
  if (calls.has_failed() || H5Lexists(group, finer_name, H5P_DEFAULT) <= 0) return {};
  const Hdf5Handle boxes(calls, H5Dopen2(group, finer_name, H5P_DEFAULT), H5Dclose);
  const Hdf5Handle space(calls, H5Dget_space(boxes.id()), H5Sclose);
  const hssize_t count = calls.note(H5Sget_simple_extent_npoints(space.id()));
  if (calls.has_failed() || count <= 0 || count % 7 != 0) return {};
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(count));
  calls.note(H5Dread(boxes.id(), H5T_NATIVE_INT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()));
  std::vector<FinerBox> finer;
  for (std::size_t i = 0; i < numbers.size(); i += 7) {
    const std::int32_t* row = &numbers[i];
    finer.push_back({row[0], {{row[3], row[2], row[1]}, {row[6], row[5], row[4]}}});
  }
  return finer;
}

/// By field; those of level 0 are told by nothing else in older files.
std::vector<double> read_levels(Hdf5Calls& calls, hid_t group, std::size_t count) {
  std::vector<double> levels;
  if (!calls.has_failed() && H5Aexists(group, levels_name) > 0) {
    levels = real_attributes(calls, group, levels_name);
  }
  levels.resize(count);
  return levels;
}

/// Reads `wanted`, which lies in the dataset's box, to an array of that.
Expected<std::vector<double>> read_piece(const std::string& path, const std::string& dataset_name,
                                         const StoredBlock& block, const Box& wanted,
                                         bool is_complex) {
  const std::size_t numbers = is_complex ? 2 : 1;
  std::vector<double> values(numbers * static_cast<std::size_t>(wanted.point_count()));
  {
    Hdf5Calls calls;
    const Hdf5Handle file(calls, open_hdf5_file(path), H5Fclose);
    const Hdf5Handle dataset(calls, H5Dopen2(file.id(), dataset_name.c_str(), H5P_DEFAULT),
                             H5Dclose);
    const Hdf5Handle space(calls, H5Dget_space(dataset.id()), H5Sclose);
    Hdf5Shape has{};
    const int rank = calls.note(H5Sget_simple_extent_ndims(space.id()));
    if (rank == static_cast<int>(has.size())) {
      calls.note(H5Sget_simple_extent_dims(space.id(), has.data(), nullptr));
    }
    if (!calls.has_failed() && has != hdf5_shape(block.box)) {
      return fail(ErrorCode::bad_input, dataset_name + " has another shape than the index says",
                  path);
    }
    const Hdf5Shape shape = hdf5_shape(wanted);
    Point from = wanted.low;
    for (std::size_t d = 0; d < dimension_count; ++d) from[d] -= block.box.low[d];
    const Hdf5Shape place = hdf5_place(from);
    calls.note(H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, place.data(), nullptr, shape.data(),
                                   nullptr));
    const Hdf5Handle memory(calls, H5Screate_simple(shape.size(), shape.data(), nullptr), H5Sclose);
    const Hdf5Handle type(calls, number_type(calls, H5T_NATIVE_DOUBLE, is_complex), H5Tclose);
    calls.note(
        H5Dread(dataset.id(), type.id(), memory.id(), space.id(), H5P_DEFAULT, values.data()));
    if (auto read = calls.outcome("cannot read " + dataset_name, path, ErrorCode::bad_input);
        !read) {
      return forward_error(read);
    }
  }
  if (wanted == block.box && checksum_of(values) != block.checksum) {
    return fail(ErrorCode::bad_input, dataset_name + " is damaged: its checksum is another", path);
  }
  return values;
}

}  // namespace

Expected<SeriesReader> SeriesReader::open(const std::string& path) {
  auto index = index_of(path);
  if (!index) return forward_error(index);
  SeriesReader reader;
  reader.path_ = *index;
  reader.folder_ = fs::path(*index).parent_path().string();
  if (reader.folder_.empty()) reader.folder_ = ".";
  const auto step = step_of_index(fs::path(*index).filename().string());
  if (!step) {
    return fail(ErrorCode::bad_input, "not a step of a mesh by its name", *index,
                "a folder, or a file such as " + index_name(0));
  }
  reader.moment_.step = *step;
  std::vector<BlockRow> rows;
  std::vector<double> levels;
  {
    Hdf5Calls calls;
    const Hdf5Handle file(calls, open_hdf5_file(*index), H5Fclose);
    const Hdf5Handle iteration(
        calls, H5Gopen2(file.id(), ("/data/" + std::to_string(*step)).c_str(), H5P_DEFAULT),
        H5Gclose);
    reader.moment_.time = real_attribute(calls, iteration.id(), "time");
    reader.moment_.step_size = real_attribute(calls, iteration.id(), "dt");
    const Hdf5Handle group(calls, H5Gopen2(file.id(), "/isthmus", H5P_DEFAULT), H5Gclose);
    const auto shape = job_order(real_attributes(calls, group.id(), "shape"));
    for (std::size_t d = 0; d < dimension_count; ++d) {
      reader.geometry_.whole.high[d] = static_cast<std::int32_t>(shape[d]);
    }
    reader.geometry_.spacing = job_order(real_attributes(calls, group.id(), "spacing"));
    reader.geometry_.origin = job_order(real_attributes(calls, group.id(), "origin"));
    reader.fields_ = read_texts(calls, group.id(), "fields");
    reader.finer_ = read_finer(calls, group.id());
    levels = read_levels(calls, group.id(), reader.fields_.size());
    if (!calls.has_failed() && H5Lexists(group.id(), components_name, H5P_DEFAULT) > 0) {
      reader.components_ = read_texts(calls, group.id(), components_name);
    }
    reader.components_.resize(2 * reader.fields_.size());
    reader.parts_ = read_texts(calls, group.id(), "parts");
    reader.errors_ = read_texts(calls, group.id(), "errors");
    rows = read_block_table(calls, file.id());
    if (auto read = calls.outcome("cannot read", *index, ErrorCode::bad_input); !read) {
      return forward_error(read);
    }
  }
  for (const BlockRow& row : rows) {
    const Box box = box_of(row.low, row.high);
    if (row.part < 0 || std::cmp_greater_equal(row.part, reader.parts_.size()) || row.field < 0 ||
        std::cmp_greater_equal(row.field, reader.fields_.size())) {
      return fail(ErrorCode::malformed, "the list of blocks is damaged", *index);
    }
    const auto level = static_cast<std::int32_t>(levels[static_cast<std::size_t>(row.field)]);
    const Box whole = level == 0 ? reader.geometry_.whole : bounds_of(reader.finer_, level);
    if (!whole.holds(box)) {
      return fail(ErrorCode::malformed, "the list of blocks is damaged", *index);
    }
    reader.sources_.push_back({row.part, {row.field, row.dataset, box, row.checksum}});
  }
  return reader;
}

Expected<std::string> SeriesReader::find_part(const Source& source) const {
  std::string part = folder_ + "/" + parts_[static_cast<std::size_t>(source.part)];
  std::error_code error;
  if (!fs::exists(part, error)) {
    return fail(ErrorCode::bad_input, "this part is missing", part, "all parts of " + path_);
  }
  return part;
}

Expected<void> SeriesReader::find_parts() const {
  for (const Source& source : sources_) {
    if (auto found = find_part(source); !found) return forward_error(found);
  }
  return {};
}

Expected<std::vector<double>> SeriesReader::read_source(const Source& source,
                                                        const Box& wanted) const {
  const auto part = find_part(source);
  if (!part) return std::unexpected(part.error());
  const std::string& field = fields_[static_cast<std::size_t>(source.block.field)];
  return read_piece(*part, dataset_name(field, source.block.dataset), source.block, wanted,
                    is_complex(source.block.field));
}

SeriesReader::Place SeriesReader::place_of(const std::string& field) const {
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const auto number = static_cast<std::int64_t>(i);
    if (!is_complex(number)) {
      if (fields_[i] == field) return {number, 0};
      continue;
    }
    for (const std::int32_t part : {0, 1}) {
      if (components_[2 * i + static_cast<std::size_t>(part)] == field) return {number, part};
    }
  }
  return {};
}

Expected<void> SeriesReader::check() const {
  for (const Source& source : sources_) {
    const auto values = read_source(source, source.block.box);
    if (!values) return std::unexpected(values.error());
  }
  return {};
}

Expected<void> SeriesReader::read(const std::string& field, const Box& box, double* to) const {
  const auto [number, part] = place_of(field);
  if (number < 0) {
    return fail(ErrorCode::bad_input, "no field '" + field + "'", path_);
  }
  if (!geometry_.whole.holds(box)) {
    return fail(ErrorCode::bad_input, "a part of the grid that it does not have is asked for",
                path_);
  }
  std::int64_t missing = box.point_count();
  for (const Source& source : sources_) {
    if (source.block.field != number) continue;
    const Box wanted = source.block.box.intersection(box);
    if (wanted.is_empty()) continue;
    auto values = read_source(source, wanted);
    if (!values) return std::unexpected(values.error());
    if (is_complex(number)) {
      for (std::size_t i = 0; i < values->size() / 2; ++i) {
        (*values)[i] = (*values)[2 * i + static_cast<std::size_t>(part)];
      }
    }
    copy_common(wanted, values->data(), box, to);
    missing -= wanted.point_count();
  }
  if (missing == 0) return {};
  std::string why;
  for (const std::string& error : errors_) {
    if (why.empty()) why = error;
  }
  return fail(ErrorCode::bad_input,
              std::to_string(missing) + " points of '" + field + "' were never written" +
                  (why.empty() ? "" : ": " + why),
              path_);
}

}  // namespace isthmus::mesh
