// mesh/output/xdmf.hpp: the text that tells ParaView and VisIt what the indices of a folder hold.
#pragma once

#include <string>
#include <vector>

#include "mesh/output/series.hpp"

namespace isthmus::mesh {

constexpr const char* xdmf_name = "mesh.xdmf";

/// XDMF 3: fields at points as one grid over time, and staggered ones, whose points are elsewhere,
/// as another. Where a step has finer
/// levels, it is a collection of the whole grid and each of their boxes. Paths are those from the
/// series' folder on.
std::string xdmf_text(const Geometry& geometry, const std::vector<OutputField>& fields,
                      const std::vector<SeriesStep>& steps);

}  // namespace isthmus::mesh
