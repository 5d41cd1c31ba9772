// mesh/flesh/plan_boundaries.hpp: what fields have beyond the grid.
#pragma once

#include <cstdint>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/flesh/function_table.hpp"
#include "mesh/flesh/mesh_file.hpp"
#include "mesh/flesh/plan_fields.hpp"
#include "mesh/plan.hpp"

namespace isthmus::mesh {

/// Of a plan whose operations are there, and whose fields have what their thorns have declared:
/// what the file says goes before that. A dimension is periodic for all fields or for none.
/// What is kept beside functions (`fields`) has what they have.
void set_boundaries(Plan& plan, const MeshFile& file, const FunctionTable& functions,
                    PlanFields& fields, std::vector<Error>& mistakes);

/// Orders fields so that boundaries that others have are made before these have them. None has its
/// own by way of those of others.
void put_sources_first(const Plan& plan, std::vector<std::int32_t>& fields);

}  // namespace isthmus::mesh
