// mesh/program/memory.hpp: whether the fields of a job find room before they are made.
#pragma once

#include "isthmus/isthmus.hpp"
#include "mesh/flesh/mesh_file.hpp"
#include "mesh/ghosts/layout.hpp"
#include "mesh/plan.hpp"

namespace isthmus::mesh {

/// What fields of so many points take.
double field_bytes(const Plan& plan, double points);

/// Fails where so many bytes are more than the machine's memory, or than this process may have.
/// Where neither is known, it does not.
Expected<void> check_memory(double bytes, const MeshFile& file);

/// The same for all processes of a job, each of which looks at its own limits, and at those of its
/// machine for all that the grid has there. `more_here`: what the main program holds besides.
/// Throws BadInput, which names the process.
Task<void> check_memory_everywhere(Job& job, const Plan& plan, const Layout& layout,
                                   double more_here, const MeshFile& file);

}  // namespace isthmus::mesh
