#include "mesh/driver/setup.hpp"

#include <algorithm>

namespace isthmus::mesh {

bool Packing::is_ever_used() const {
  return is_adapted || std::ranges::any_of(planes, [](const auto& all) {
           return std::ranges::any_of(all, [](std::uint8_t is_held) { return is_held != 0; });
         });
}

void MeshSetup::change_planes(const DepthChange& change) {
  for (std::size_t d = 0; d < dimension_count; ++d) {
    const auto count = static_cast<std::size_t>(cut.blocks(d));
    if (packing.is_adapted) packing.planes[d].resize(count, 0);
    for (std::size_t plane = 0; plane < count; ++plane) {
      if (!adaptation.holds(d, static_cast<std::int32_t>(plane))) continue;
      const bool has_depth = plane < depths.planes[d].size() && !adaptation.is_depth_fixed;
      if (has_depth) depths.planes[d][plane] = change.depth;
      if (packing.is_adapted) packing.planes[d][plane] = change.is_packed ? 1 : 0;
    }
  }
}

}  // namespace isthmus::mesh
