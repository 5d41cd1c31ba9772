// mesh/program/same_job.hpp: whether a checkpoint is of the job that a parameter file describes.
#pragma once

#include <deque>
#include <optional>

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
/// cut stays as the checkpoint has it.
Expected<void> goes_on(const KeptMesh& mesh, const MeshFile& file, const std::deque<Thorn>& thorns,
                       const Plan& plan, const Frame& frame, bool holds_fields);

/// Nothing where ghosts stay as deep as they are. Fails where the file wants what a job that goes
/// on cannot have: another cut, or another one to decide depths.
Expected<std::optional<Depths>> depths_from_now_on(const Mesh& mesh, const MeshFile& file);

}  // namespace isthmus::mesh
