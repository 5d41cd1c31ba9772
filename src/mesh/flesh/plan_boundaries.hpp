// mesh/flesh/plan_boundaries.hpp: what fields have beyond the grid.
#pragma once

#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/flesh/function_table.hpp"
#include "mesh/flesh/mesh_file.hpp"
#include "mesh/plan.hpp"

namespace isthmus::mesh {

/// Of a plan whose operations are there, and whose fields have what their thorns have declared:
/// what the file says goes before that. A dimension is periodic for all fields or for none.
void set_boundaries(Plan& plan, const MeshFile& file, const FunctionTable& functions,
                    std::vector<Error>& mistakes);

}  // namespace isthmus::mesh
