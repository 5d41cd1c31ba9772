// mesh/program/start.hpp: jobs that begin with what an earlier one has put out.
#pragma once

#include <memory>

#include "mesh/flesh/mesh_file.hpp"
#include "mesh/output/reader.hpp"
#include "mesh/plan.hpp"

namespace isthmus::mesh {

/// What the file says to begin with: null where it says nothing. ErrorCode::bad_input names the
/// file's line where there is no such step.
Expected<std::shared_ptr<const SeriesReader>> start_of(const MeshFile& file);

/// Initial data of all fields that were put out come from there, behind what thorns say of them;
/// each driver reads the points of its blocks. Points beyond the grid keep what thorns say; where
/// waves run out they begin as the outermost point inside. Fails where the grid is another one, or
/// a field is missing that a step begins with.
Expected<void> begin_with(const std::shared_ptr<const SeriesReader>& start, const MeshFile& file,
                          Plan& plan);

}  // namespace isthmus::mesh
