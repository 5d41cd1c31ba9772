#include "mesh/output/merge.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>
#include <utility>

namespace isthmus::mesh {

namespace {

/// A box and which blocks lie in it.
struct Group {
  Box box;
  std::vector<std::size_t> members;
};

/// What must be the same for two boxes to be neighbours along `dimension`.
auto across(const Box& box, std::size_t dimension) {
  const std::size_t a = (dimension + 1) % dimension_count;
  const std::size_t b = (dimension + 2) % dimension_count;
  return std::array{box.low[a], box.low[b], box.high[a], box.high[b]};
}

void merge_along(std::vector<Group>& groups, std::size_t dimension) {
  std::ranges::sort(groups, {}, [&](const Group& group) {
    return std::tuple(across(group.box, dimension), group.box.low[dimension]);
  });
  std::vector<Group> kept;
  for (Group& group : groups) {
    if (!kept.empty() && kept.back().box.high[dimension] == group.box.low[dimension] &&
        across(kept.back().box, dimension) == across(group.box, dimension)) {
      kept.back().box.high[dimension] = group.box.high[dimension];
      kept.back().members.insert(kept.back().members.end(), group.members.begin(),
                                 group.members.end());
    } else {
      kept.push_back(std::move(group));
    }
  }
  groups = std::move(kept);
}

}  // namespace

void copy_common(const Box& from_box, const double* from, const Box& to_box, double* to) {
  const Box common = from_box.intersection(to_box);
  if (common.is_empty()) return;
  const auto at = [&](const Box& box, std::int32_t j, std::int32_t k) {
    const std::ptrdiff_t row = box.extent(0);
    return (common.low[0] - box.low[0]) + row * (j - box.low[1]) +
           row * box.extent(1) * (k - box.low[2]);
  };
  for (std::int32_t k = common.low[2]; k < common.high[2]; ++k) {
    for (std::int32_t j = common.low[1]; j < common.high[1]; ++j) {
      std::copy_n(from + at(from_box, j, k), common.extent(0), to + at(to_box, j, k));
    }
  }
}

std::vector<BlockValues> merged(std::vector<BlockValues> blocks, std::int64_t points_max) {
  std::vector<Group> groups;
  std::vector<BlockValues> results;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].box.point_count() > points_max) {
      results.push_back(std::move(blocks[i]));
    } else if (!blocks[i].box.is_empty()) {
      groups.push_back({blocks[i].box, {i}});
    }
  }
  for (std::size_t d = 0; d < dimension_count; ++d) merge_along(groups, d);
  for (const Group& group : groups) {
    if (group.members.size() == 1) {
      results.push_back(std::move(blocks[group.members.front()]));
      continue;
    }
    BlockValues whole{group.box,
                      std::vector<double>(static_cast<std::size_t>(group.box.point_count()))};
    for (const std::size_t member : group.members) {
      copy_common(blocks[member].box, blocks[member].values.data(), whole.box, whole.values.data());
      blocks[member].values = {};
    }
    results.push_back(std::move(whole));
  }
  return results;
}

}  // namespace isthmus::mesh
