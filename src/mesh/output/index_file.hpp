// mesh/output/index_file.hpp: a step as one file that readers open: every field whole, by reference
// to the parts.
#pragma once

#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/output/series.hpp"

namespace isthmus::mesh {

/// Writes `index_name(moment.step)` in the folder, with openPMD's attributes: whole, or not at all.
/// The parts need not be there: what is missing when the index is read is NaN, and so is what lies
/// between the boxes of a finer level. A level that there is not at that step is left out. Any
/// thread.
Expected<void> write_index(const std::string& folder, const SeriesStep& step,
                           const Geometry& geometry, const std::vector<OutputField>& fields,
                           const std::vector<PartRecord>& parts);

}  // namespace isthmus::mesh
