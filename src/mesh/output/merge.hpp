// mesh/output/merge.hpp: blocks that lie together as fewer, larger ones.
#pragma once

#include <vector>

#include "mesh/output/series.hpp"

namespace isthmus::mesh {

constexpr std::int64_t merge_points_max = std::int64_t{1} << 17U;

/// The same points and values; boxes that have a whole face in common become one, along x first,
/// then y, then z. Those of more than `points_max` points stay as they are: they would be copied,
/// and files are none the better for it.
std::vector<BlockValues> merged(std::vector<BlockValues> blocks,
                                std::int64_t points_max = merge_points_max);

/// What both boxes have, from one array to the other, both of a whole box, the first index fastest.
void copy_common(const Box& from_box, const double* from, const Box& to_box, double* to);

}  // namespace isthmus::mesh
