#include "mesh/ghosts/cut.hpp"

#include <algorithm>

namespace isthmus::mesh {

Box Cut::box(const Point& block) const {
  Box box;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    const auto i = static_cast<std::size_t>(block[d]);
    box.low[d] = starts[d][i];
    box.high[d] = starts[d][i + 1];
  }
  return box;
}

std::int32_t Cut::ghosts_at_most(std::size_t dimension, std::int32_t plane) const {
  const std::int32_t count = blocks(dimension);
  return std::min(extent(dimension, plane % count), extent(dimension, (plane + count - 1) % count));
}

Cut even_cut(const Point& size, const Point& blocks) {
  Cut cut;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    ISTHMUS_ASSERT(blocks[d] >= 1 && blocks[d] <= size[d]);
    cut.starts[d].clear();
    for (std::int64_t i = 0; i <= blocks[d]; ++i) {
      // The first size % blocks layers have one more.
      const std::int64_t start =
          i * (size[d] / blocks[d]) + std::min(i, std::int64_t{size[d] % blocks[d]});
      cut.starts[d].push_back(static_cast<std::int32_t>(start));
    }
  }
  return cut;
}

Depths Depths::same(const Cut& cut, std::int32_t depth) {
  Depths depths;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    depths.planes[d].assign(static_cast<std::size_t>(cut.blocks(d)), depth);
  }
  return depths;
}

std::int32_t Depths::deepest() const {
  std::int32_t deepest = 1;
  for (const auto& of : planes) {
    for (const std::int32_t depth : of) deepest = std::max(deepest, depth);
  }
  return deepest;
}

std::vector<std::int32_t> cut_layers(std::int32_t size, std::span<const LayerWork> layers) {
  ISTHMUS_ASSERT(!layers.empty() && static_cast<std::size_t>(size) >= layers.size());
  // Who is busy with other things for as long as the rest take altogether has nothing left, and
  // leaves the others to share without it: so again until the time is one that all can keep.
  std::vector<double> points(layers.size(), 1);
  std::vector<bool> is_full(layers.size(), false);
  for (bool is_settled = false; !is_settled;) {
    double left = size;
    double speed = 0;
    for (std::size_t i = 0; i < layers.size(); ++i) {
      if (is_full[i]) {
        left -= 1;
        continue;
      }
      left += layers[i].redundant + layers[i].speed * layers[i].lost;
      speed += layers[i].speed;
    }
    is_settled = true;
    if (speed <= 0) break;
    const double time = left / speed;
    for (std::size_t i = 0; i < layers.size(); ++i) {
      if (is_full[i]) continue;
      points[i] = layers[i].speed * (time - layers[i].lost) - layers[i].redundant;
      if (points[i] < 1) {
        points[i] = 1;
        is_full[i] = true;
        is_settled = false;
      }
    }
  }
  // One point each is dealt beforehand, the others in proportion.
  for (double& own : points) own -= 1;
  const auto spare = static_cast<std::int64_t>(size) - static_cast<std::int64_t>(layers.size());
  std::vector<std::int32_t> starts{0};
  if (spare == 0) points.assign(points.size(), 1);
  for (const Share& share : partition(spare, points)) {
    starts.push_back(starts.back() + static_cast<std::int32_t>(share.size()) + 1);
  }
  return starts;
}

}  // namespace isthmus::mesh
