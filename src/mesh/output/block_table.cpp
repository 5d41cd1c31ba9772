#include "mesh/output/block_table.hpp"

#include <algorithm>

namespace isthmus::mesh {

namespace {

/// How a row lies in memory; the file has it in the same way.
hid_t row_type(Hdf5Calls& calls) {
  const hsize_t three = 3;
  const Hdf5Handle place(calls, H5Tarray_create2(H5T_STD_I32LE, 1, &three), H5Tclose);
  const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(BlockRow));
  calls.note(H5Tinsert(type, "part", offsetof(BlockRow, part), H5T_STD_I32LE));
  calls.note(H5Tinsert(type, "field", offsetof(BlockRow, field), H5T_STD_I32LE));
  calls.note(H5Tinsert(type, "dataset", offsetof(BlockRow, dataset), H5T_STD_I32LE));
  calls.note(H5Tinsert(type, "low", offsetof(BlockRow, low), place.id()));
  calls.note(H5Tinsert(type, "high", offsetof(BlockRow, high), place.id()));
  calls.note(H5Tinsert(type, "checksum", offsetof(BlockRow, checksum), H5T_STD_U64LE));
  return type;
}

}  // namespace

void write_block_table(Hdf5Calls& calls, hid_t file, const std::vector<BlockRow>& rows) {
  const Hdf5Handle type(calls, row_type(calls), H5Tclose);
  const hsize_t count = rows.size();
  const Hdf5Handle space(calls, H5Screate_simple(1, &count, nullptr), H5Sclose);
  const Hdf5Handle table(calls,
                         H5Dcreate2(file, block_table_name, type.id(), space.id(), H5P_DEFAULT,
                                    H5P_DEFAULT, H5P_DEFAULT),
                         H5Dclose);
  if (!rows.empty()) {
    calls.note(H5Dwrite(table.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, rows.data()));
  }
}

std::vector<BlockRow> read_block_table(Hdf5Calls& calls, hid_t file) {
  const Hdf5Handle type(calls, row_type(calls), H5Tclose);
  const Hdf5Handle table(calls, H5Dopen2(file, block_table_name, H5P_DEFAULT), H5Dclose);
  const Hdf5Handle space(calls, H5Dget_space(table.id()), H5Sclose);
  const hssize_t count = calls.note(H5Sget_simple_extent_npoints(space.id()));
  if (calls.has_failed() || count <= 0) return {};
  std::vector<BlockRow> rows(static_cast<std::size_t>(count));
  calls.note(H5Dread(table.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, rows.data()));
  if (calls.has_failed()) rows.clear();
  return rows;
}

}  // namespace isthmus::mesh
