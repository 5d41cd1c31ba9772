#include "mesh/output/part_file.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

#include "mesh/output/hdf5_calls.hpp"
#include "mesh/output/merge.hpp"
#include "mesh/output/new_file.hpp"

namespace isthmus::mesh {

namespace {

std::vector<std::int64_t> file_order(const Point& point) { return {point[2], point[1], point[0]}; }

/// Some MB at a time: the system begins to write the first while the last are copied, and makes
/// nobody wait who hands over little at once.
void write_in_slabs(Hdf5Calls& calls, const Hdf5Handle& dataset, const Hdf5Handle& space,
                    const Hdf5Shape& shape, const std::vector<double>& values,
                    const OutputField& field) {
  const Hdf5Handle type(calls, number_type(calls, H5T_NATIVE_DOUBLE, field.is_complex()), H5Tclose);
  const auto numbers = static_cast<hsize_t>(field.numbers_a_point());
  constexpr hsize_t points_at_once = hsize_t{1} << 18U;
  const hsize_t plane = shape[1] * shape[2];
  const hsize_t most = std::max<hsize_t>(1, points_at_once / std::max<hsize_t>(1, plane));
  for (hsize_t low = 0; low < shape[0] && !calls.has_failed(); low += most) {
    const Hdf5Shape place{low, 0, 0};
    const Hdf5Shape size{std::min(most, shape[0] - low), shape[1], shape[2]};
    const Hdf5Handle memory(calls, H5Screate_simple(size.size(), size.data(), nullptr), H5Sclose);
    calls.note(H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, place.data(), nullptr, size.data(),
                                   nullptr));
    calls.note(H5Dwrite(dataset.id(), type.id(), memory.id(), space.id(), H5P_DEFAULT,
                        values.data() + low * plane * numbers));
  }
}

void write_block(Hdf5Calls& calls, hid_t group, std::int32_t number, const OutputField& field,
                 const Box& box, const std::vector<double>& values) {
  const Hdf5Shape shape = hdf5_shape(box);
  const Hdf5Handle type(calls, number_type(calls, H5T_IEEE_F64LE, field.is_complex()), H5Tclose);
  const Hdf5Handle space(calls, H5Screate_simple(shape.size(), shape.data(), nullptr), H5Sclose);
  const Hdf5Handle options(calls, H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  calls.note(H5Pset_fill_time(options.id(), H5D_FILL_TIME_NEVER));
  const Hdf5Handle dataset(calls,
                           H5Dcreate2(group, std::to_string(number).c_str(), type.id(), space.id(),
                                      H5P_DEFAULT, options.id(), H5P_DEFAULT),
                           H5Dclose);
  set_attribute(calls, dataset.id(), "low", file_order(box.low));
  set_attribute(calls, dataset.id(), "high", file_order(box.high));
  write_in_slabs(calls, dataset, space, shape, values, field);
}

/// Other writers of the process wait meanwhile: for the disk they would, anyway.
Expected<std::vector<StoredBlock>> write_blocks(const std::string& path, const Moment& moment,
                                                std::int32_t writer,
                                                const std::vector<OutputField>& fields,
                                                PartBlocks& blocks) {
  NewFile file(path);
  std::uint64_t bytes = 0;
  for (const auto& of_field : blocks) {
    for (const BlockValues& block : of_field) bytes += block.values.size() * sizeof(double);
  }
  if (auto ready = file.prepare(bytes); !ready) return forward_error(ready);
  std::vector<StoredBlock> stored;
  {
    Hdf5Calls calls;
    Hdf5Handle part(calls, create_hdf5_file(calls, file.unfinished()), H5Fclose);
    set_attribute(calls, part.id(), "step", moment.step);
    set_attribute(calls, part.id(), "time", moment.time);
    set_attribute(calls, part.id(), "writer", std::int64_t{writer});
    for (std::size_t f = 0; f < blocks.size() && !calls.has_failed(); ++f) {
      const Hdf5Handle group(calls,
                             H5Gcreate2(part.id(), record_name(fields[f].stored_name()).c_str(),
                                        H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                             H5Gclose);
      set_attribute(calls, group.id(), "field", fields[f].stored_name());
      std::int32_t number = 0;
      const std::int32_t numbers = fields[f].numbers_a_point();
      for (BlockValues& block : merged(std::exchange(blocks[f], {}), numbers * merge_points_max)) {
        const Box box = box_of_points(block.box, numbers);
        write_block(calls, group.id(), number, fields[f], box, block.values);
        stored.push_back({static_cast<std::int32_t>(f), number, box, checksum_of(block.values)});
        block.values = {};
        ++number;
        if (calls.has_failed()) break;
      }
    }
    part.close();
    if (auto written = calls.outcome("cannot write", path, ErrorCode::io); !written) {
      return forward_error(written);
    }
  }
  if (auto kept = file.keep(); !kept) return forward_error(kept);
  return stored;
}

}  // namespace

Expected<void> check_hdf5() { return {}; }

std::uint64_t checksum_of(const std::vector<double>& values) {
  std::uint64_t sum = 0;
  std::uint64_t factor = 1;
  for (const double value : values) {
    sum += factor * std::bit_cast<std::uint64_t>(value);
    factor += 2;
  }
  return sum;
}

PartRecord write_part(const std::string& folder, const Moment& moment, std::int32_t writer,
                      const std::vector<OutputField>& fields, PartBlocks blocks) {
  PartRecord record{.moment = moment, .writer = writer, .error = {}, .blocks = {}};
  if (std::ranges::all_of(blocks, [](const auto& of_field) { return of_field.empty(); })) {
    return record;
  }
  const std::string path = folder + "/" + part_name(moment.step, writer);
  if (auto stored = write_blocks(path, moment, writer, fields, blocks)) {
    record.blocks = std::move(*stored);
  } else {
    record.error = stored.error().text();
  }
  return record;
}

}  // namespace isthmus::mesh
