// mesh/output/block_table.hpp: the list, in an index, of which part has which box of which field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mesh/output/hdf5_calls.hpp"

namespace isthmus::mesh {

/// A line of it. Places are in the order of the file: z, y, x.
struct BlockRow {
  std::int32_t part;  ///< number in the list of parts
  std::int32_t field;
  std::int32_t dataset;
  std::int32_t low[3];
  std::int32_t high[3];
  std::uint64_t checksum;
};

constexpr const char* block_table_name = "/isthmus/blocks";
/// In the group /isthmus: the level of each field, and where the grid is finer: a level and a box
/// in each row. Files of a job without levels may lack both.
constexpr const char* levels_name = "levels";
constexpr const char* finer_name = "finer";
/// Two for each field: the names of the parts of a complex one, empty of others. Files may lack it.
constexpr const char* components_name = "components";

void write_block_table(Hdf5Calls& calls, hid_t file, const std::vector<BlockRow>& rows);
std::vector<BlockRow> read_block_table(Hdf5Calls& calls, hid_t file);

}  // namespace isthmus::mesh
