// mesh/program/memory.hpp: whether the fields of a job find room before they are made.
#pragma once

#include "isthmus/isthmus.hpp"
#include "mesh/flesh/mesh_file.hpp"
#include "mesh/ghosts/layout.hpp"
#include "mesh/plan.hpp"

namespace isthmus::mesh {

/// What fields of so many points take.
double field_bytes(const Plan& plan, double points);
/// Points of the blocks that this process has: it is the main program's.
double own_points(const Layout& layout, const Job& job);

/// Fails where so many bytes are more than the machine's memory, or than this process may have.
/// Where neither is known, it does not.
Expected<void> check_memory(double bytes, const MeshFile& file);

}  // namespace isthmus::mesh
