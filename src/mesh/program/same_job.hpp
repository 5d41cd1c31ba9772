// mesh/program/same_job.hpp: whether a checkpoint is of the job that a parameter file describes.
#pragma once

#include <deque>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/run_mesh.hpp"
#include "mesh/flesh/flesh.hpp"

namespace isthmus::mesh {

/// What a checkpoint has of a mesh: of its whole grid, where it has levels.
struct KeptMesh {
  const Plan& plan;
  const MeshSetup& setup;
  std::int64_t steps_done = 0;
};

/// The mesh has what its job had: functions, grid and parameters by their numbers. Fails where the
/// job of `file` would take them for something else, or end before the checkpoint. How the grid is
/// cut, and how deep ghosts are, stay as the checkpoint has them.
Expected<void> goes_on(const KeptMesh& mesh, const MeshFile& file, const std::deque<Thorn>& thorns,
                       const Plan& plan, const Frame& frame, bool holds_fields);

}  // namespace isthmus::mesh
