// mesh/output/part_file.hpp: what one writer has of a step, as a file of HDF5.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/output/series.hpp"

namespace isthmus::mesh {

/// Whether this build can write and read such files; else all of this folder that would says so as
/// an error.
Expected<void> check_hdf5();

/// The blocks of a part, by field. They are emptied as they are written, so that memory is free
/// again before the last is on the disk.
using PartBlocks = std::vector<std::vector<BlockValues>>;

/// Writes `part_name(moment.step, writer)` in the folder: whole, or not at all. Blocks of a field
/// whose union is a box become one dataset. Says what is where, or in the record's `error` why
/// there is none. Without blocks there is no file. Any thread.
PartRecord write_part(const std::string& folder, const Moment& moment, std::int32_t writer,
                      const std::vector<OutputField>& fields, PartBlocks blocks);

/// The values as numbers of 64 bits, each times an odd number (1, 3, 5 and so on, in their order),
/// added up modulo 2^64. Finds any one value that is another, and costs no more than reading them.
std::uint64_t checksum_of(const std::vector<double>& values);

}  // namespace isthmus::mesh
