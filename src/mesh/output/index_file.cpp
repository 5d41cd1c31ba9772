#include "mesh/output/index_file.hpp"

#include <array>
#include <cstddef>
#include <limits>

#include "mesh/output/block_table.hpp"
#include "mesh/output/hdf5_calls.hpp"
#include "mesh/output/new_file.hpp"

namespace isthmus::mesh {

namespace {

/// What a job knows in the order x, y, z; files have the slowest index first.
std::vector<double> file_order(const std::array<double, dimension_count>& values) {
  return {values[2], values[1], values[0]};
}

/// openPMD 1.1.0, "Required attributes for the root group"; the indices of a folder are a series.
void describe_series(Hdf5Calls& calls, hid_t file) {
  set_attribute(calls, file, "openPMD", "1.1.0");
  set_attribute(calls, file, "openPMDextension", std::uint32_t{0});
  set_attribute(calls, file, "basePath", "/data/%T/");
  set_attribute(calls, file, "meshesPath", "meshes/");
  set_attribute(calls, file, "iterationEncoding", "fileBased");
  set_attribute(calls, file, "iterationFormat", "data%08T");
  set_attribute(calls, file, "software", "isthmus");
}

/// A scalar record, whose one component is the dataset itself. Lengths and values are in the units
/// of the job, which the standard takes for SI where nobody says otherwise. `geometry` is of the
/// record's points, which need not begin at 0.
void describe_mesh(Hdf5Calls& calls, hid_t mesh, const OutputField& field,
                   const Geometry& geometry) {
  std::array<double, dimension_count> first{};
  for (std::size_t d = 0; d < dimension_count; ++d) {
    first[d] = geometry.coordinate(d, geometry.whole.low[d]);
  }
  set_attribute(calls, mesh, "geometry", "cartesian");
  set_attribute(calls, mesh, "dataOrder", "C");
  set_attribute(calls, mesh, "axisLabels", std::vector<std::string>{"z", "y", "x"});
  set_attribute(calls, mesh, "gridSpacing", file_order(geometry.spacing));
  set_attribute(calls, mesh, "gridGlobalOffset", file_order(first));
  set_attribute(calls, mesh, "gridUnitSI", 1.0);
  set_attribute(calls, mesh, "unitDimension", std::vector<double>(7, 0.0));
  set_attribute(calls, mesh, "timeOffset", 0.0);
  set_attribute(calls, mesh, "unitSI", 1.0);
  set_attribute(calls, mesh, "position",
                std::vector<double>(dimension_count, field.is_staggered ? 0.5 : 0.0));
  set_attribute(calls, mesh, "field", field.name);
}

/// Of a finer level; the ratio as openPMD's mesh refinement has it, to the next coarser one.
void describe_level(Hdf5Calls& calls, hid_t mesh, std::int32_t level, const Geometry& whole) {
  std::vector<std::int64_t> ratio;
  for (std::size_t d = dimension_count; d-- > 0;) {
    ratio.push_back(whole.whole.extent(d) > 1 ? 2 : 1);
  }
  set_attribute(calls, mesh, "refinementRatio", ratio);
  set_attribute(calls, mesh, "level", std::int64_t{level});
}

/// Says that the points of `block` are those of a dataset in a part.
void refer(Hdf5Calls& calls, hid_t options, const Hdf5Handle& whole, const Point& first,
           const StoredBlock& block, const std::string& part, const std::string& field) {
  const Hdf5Shape shape = hdf5_shape(block.box);
  Point low = block.box.low;
  for (std::size_t d = 0; d < dimension_count; ++d) low[d] -= first[d];
  const Hdf5Shape place = hdf5_place(low);
  const Hdf5Handle source(calls, H5Screate_simple(shape.size(), shape.data(), nullptr), H5Sclose);
  calls.note(H5Sselect_hyperslab(whole.id(), H5S_SELECT_SET, place.data(), nullptr, shape.data(),
                                 nullptr));
  const std::string dataset = "/" + dataset_name(field, block.dataset);
  calls.note(H5Pset_virtual(options, whole.id(), part.c_str(), dataset.c_str(), source.id()));
}

void write_mesh(Hdf5Calls& calls, hid_t meshes, std::size_t number, const OutputField& field,
                const Geometry& geometry, const std::vector<PartRecord>& parts) {
  const Hdf5Shape shape = hdf5_shape(geometry.whole);
  const Hdf5Handle whole(calls, H5Screate_simple(shape.size(), shape.data(), nullptr), H5Sclose);
  const Hdf5Handle options(calls, H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  constexpr double missing = std::numeric_limits<double>::quiet_NaN();
  const std::array none{missing, missing};
  const Hdf5Handle type(calls, number_type(calls, H5T_IEEE_F64LE, field.is_complex()), H5Tclose);
  const Hdf5Handle native(calls, number_type(calls, H5T_NATIVE_DOUBLE, field.is_complex()),
                          H5Tclose);
  calls.note(H5Pset_fill_value(options.id(), native.id(), none.data()));
  for (const PartRecord& part : parts) {
    const std::string name = part_name(part.moment.step, part.writer);
    for (const StoredBlock& block : part.blocks) {
      if (static_cast<std::size_t>(block.field) == number) {
        refer(calls, options.id(), whole, geometry.whole.low, block, name, field.stored_name());
      }
    }
  }
  calls.note(H5Sselect_all(whole.id()));
  const Hdf5Handle mesh(calls,
                        H5Dcreate2(meshes, record_name(field.stored_name()).c_str(), type.id(),
                                   whole.id(), H5P_DEFAULT, options.id(), H5P_DEFAULT),
                        H5Dclose);
  describe_mesh(calls, mesh.id(), field, geometry);
  if (field.level > 0) describe_level(calls, mesh.id(), field.level, geometry);
}

void write_finer(Hdf5Calls& calls, hid_t group, const std::vector<FinerBox>& finer) {
  std::vector<std::int32_t> numbers;
  for (const auto& [level, box] : finer) {
    numbers.insert(numbers.end(), {level, box.low[2], box.low[1], box.low[0], box.high[2],
                                   box.high[1], box.high[0]});
  }
  const std::array<hsize_t, 2> shape{finer.size(), 7};
  const Hdf5Handle space(calls, H5Screate_simple(2, shape.data(), nullptr), H5Sclose);
  const Hdf5Handle boxes(calls,
                         H5Dcreate2(group, finer_name, H5T_STD_I32LE, space.id(), H5P_DEFAULT,
                                    H5P_DEFAULT, H5P_DEFAULT),
                         H5Dclose);
  if (finer.empty()) return;
  calls.note(H5Dwrite(boxes.id(), H5T_NATIVE_INT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()));
}

/// What checks and restarts go by: which part has what.
void write_manifest(Hdf5Calls& calls, hid_t file, const Geometry& geometry,
                    const std::vector<OutputField>& fields, const std::vector<PartRecord>& parts,
                    const std::vector<FinerBox>& finer) {
  const Hdf5Handle group(calls, H5Gcreate2(file, "/isthmus", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                         H5Gclose);
  const Hdf5Shape shape = hdf5_shape(geometry.whole);
  set_attribute(calls, group.id(), "shape", std::vector<std::int64_t>(shape.begin(), shape.end()));
  set_attribute(calls, group.id(), "spacing", file_order(geometry.spacing));
  set_attribute(calls, group.id(), "origin", file_order(geometry.origin));
  std::vector<std::string> names;
  std::vector<std::string> components;
  std::vector<std::int64_t> levels;
  for (const OutputField& field : fields) {
    names.push_back(field.stored_name());
    levels.push_back(field.level);
    components.push_back(field.is_complex() ? field.parts[0] : "");
    components.push_back(field.is_complex() ? field.parts[1] : "");
  }
  write_texts(calls, group.id(), "fields", names);
  write_texts(calls, group.id(), components_name, components);
  set_attribute(calls, group.id(), levels_name, levels);
  write_finer(calls, group.id(), finer);
  std::vector<std::string> paths;
  std::vector<std::string> errors;
  std::vector<BlockRow> rows;
  for (const PartRecord& part : parts) {
    if (part.blocks.empty() && part.error.empty()) continue;
    const auto number = static_cast<std::int32_t>(paths.size());
    paths.push_back(part_name(part.moment.step, part.writer));
    errors.push_back(part.error);
    for (const StoredBlock& block : part.blocks) {
      const Point& low = block.box.low;
      const Point& high = block.box.high;
      rows.push_back({number,
                      block.field,
                      block.dataset,
                      {low[2], low[1], low[0]},
                      {high[2], high[1], high[0]},
                      block.checksum});
    }
  }
  write_texts(calls, group.id(), "parts", paths);
  write_texts(calls, group.id(), "errors", errors);
  write_block_table(calls, file, rows);
}

}  // namespace

Expected<void> write_index(const std::string& folder, const SeriesStep& of,
                           const Geometry& geometry, const std::vector<OutputField>& fields,
                           const std::vector<PartRecord>& parts) {
  const Moment& moment = of.moment;
  const std::string path = folder + "/" + index_name(moment.step);
  NewFile file(path);
  if (auto ready = file.prepare(0); !ready) return ready;
  {
    Hdf5Calls calls;
    Hdf5Handle index(calls, create_hdf5_file(calls, file.unfinished()), H5Fclose);
    describe_series(calls, index.id());
    const std::string step = "/data/" + std::to_string(moment.step);
    const Hdf5Handle linking(calls, H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    calls.note(H5Pset_create_intermediate_group(linking.id(), 1));
    const Hdf5Handle meshes(
        calls,
        H5Gcreate2(index.id(), (step + "/meshes").c_str(), linking.id(), H5P_DEFAULT, H5P_DEFAULT),
        H5Gclose);
    {
      const Hdf5Handle iteration(calls, H5Gopen2(index.id(), step.c_str(), H5P_DEFAULT), H5Gclose);
      set_attribute(calls, iteration.id(), "time", moment.time);
      set_attribute(calls, iteration.id(), "dt", moment.step_size);
      set_attribute(calls, iteration.id(), "timeUnitSI", 1.0);
    }
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const FinerBox points{fields[f].level, fields[f].level == 0
                                                 ? geometry.whole
                                                 : bounds_of(of.finer, fields[f].level)};
      if (points.box.is_empty()) continue;
      write_mesh(calls, meshes.id(), f, fields[f], geometry_of(geometry, points), parts);
    }
    write_manifest(calls, index.id(), geometry, fields, parts, of.finer);
    // The file's handle is the first of several, which close before it does.
    calls.note(H5Fflush(index.id(), H5F_SCOPE_GLOBAL));
    if (auto written = calls.outcome("cannot write", path, ErrorCode::io); !written) {
      return written;
    }
  }
  return file.keep();
}

}  // namespace isthmus::mesh
