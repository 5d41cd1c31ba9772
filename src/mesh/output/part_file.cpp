#include "mesh/output/part_file.hpp"

#include <fcntl.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>
#include <utility>

#include "mesh/output/hdf5_calls.hpp"
#include "mesh/output/merge.hpp"
#include "mesh/output/new_file.hpp"

namespace isthmus::mesh {

namespace {

std::vector<std::int64_t> file_order(const Point& point) { return {point[2], point[1], point[0]}; }

/// Of values of which so many come before.
std::uint64_t checksum_from(std::span<const double> values, std::uint64_t before) {
  std::uint64_t sum = 0;
  std::uint64_t factor = 2 * before + 1;
  for (const double value : values) {
    sum += factor * std::bit_cast<std::uint64_t>(value);
    factor += 2;
  }
  return sum;
}

/// Has the disk begin with so many bytes of the dataset and all before, which the system would
/// keep until it is made to write: the rest is copied meanwhile. Only a hint, whoever wants to know
/// what has become of them asks for all.
void begin_to_write(Hdf5Calls& calls, const Hdf5Handle& file, const Hdf5Handle& dataset,
                    hsize_t bytes) {
  void* descriptor = nullptr;
  if (calls.note(H5Fget_vfd_handle(file.id(), H5P_DEFAULT, &descriptor)) < 0) return;
  const haddr_t begin = H5Dget_offset(dataset.id());
  if (begin == HADDR_UNDEF) return;
  constexpr haddr_t page_bytes = 4096;  // the last one is written to once more
  ::sync_file_range(*static_cast<const int*>(descriptor), 0,
                    static_cast<off64_t>((begin + bytes) / page_bytes * page_bytes),
                    SYNC_FILE_RANGE_WRITE);
}

/// Some MB at a time, which are added up while they are in the cache. Returns the checksum of all.
std::uint64_t write_in_slabs(Hdf5Calls& calls, const Hdf5Handle& file, const Hdf5Handle& dataset,
                             const Hdf5Handle& space, const Hdf5Shape& shape,
                             const std::vector<double>& values, const OutputField& field) {
  const Hdf5Handle type(calls, number_type(calls, H5T_NATIVE_DOUBLE, field.is_complex()), H5Tclose);
  const auto numbers = static_cast<hsize_t>(field.numbers_a_point());
  constexpr hsize_t points_at_once = hsize_t{1} << 18U;
  const hsize_t plane = shape[1] * shape[2];
  const hsize_t most = std::max<hsize_t>(1, points_at_once / std::max<hsize_t>(1, plane));
  std::uint64_t checksum = 0;
  for (hsize_t low = 0; low < shape[0] && !calls.has_failed(); low += most) {
    const Hdf5Shape place{low, 0, 0};
    const Hdf5Shape size{std::min(most, shape[0] - low), shape[1], shape[2]};
    const hsize_t before = low * plane * numbers;
    const std::span slab = std::span(values).subspan(before, size[0] * plane * numbers);
    checksum += checksum_from(slab, before);
    const Hdf5Handle memory(calls, H5Screate_simple(size.size(), size.data(), nullptr), H5Sclose);
    calls.note(H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, place.data(), nullptr, size.data(),
                                   nullptr));
    calls.note(
        H5Dwrite(dataset.id(), type.id(), memory.id(), space.id(), H5P_DEFAULT, slab.data()));
    begin_to_write(calls, file, dataset, (before + slab.size()) * sizeof(double));
  }
  return checksum;
}

/// Returns the values' checksum.
std::uint64_t write_block(Hdf5Calls& calls, const Hdf5Handle& file, hid_t group,
                          std::int32_t number, const OutputField& field, const Box& box,
                          const std::vector<double>& values) {
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
  return write_in_slabs(calls, file, dataset, space, shape, values, field);
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
        const std::uint64_t checksum =
            write_block(calls, part, group.id(), number, fields[f], box, block.values);
        stored.push_back({static_cast<std::int32_t>(f), number, box, checksum});
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

std::uint64_t checksum_of(const std::vector<double>& values) { return checksum_from(values, 0); }

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
