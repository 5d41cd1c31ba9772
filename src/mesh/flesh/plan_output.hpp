// mesh/flesh/plan_output.hpp: what a parameter file asks a plan for, to be put out.
#pragma once

#include <string>
#include <vector>

#include "mesh/flesh/function_table.hpp"
#include "mesh/flesh/mesh_file.hpp"
#include "mesh/plan.hpp"

namespace isthmus::mesh {

/// Notes names in [output] that are no functions of active thorns, nor reductions that are made.
void check_output(const Plan& plan, const MeshFile& file, const FunctionTable& functions,
                  std::vector<Error>& mistakes);

/// Notes a name of the file that should be a function's, with the nearest ones that are.
void note_function(const std::string& what, const NamedAt& name, const Plan& plan,
                   const MeshFile& file, const FunctionTable& functions,
                   std::vector<Error>& mistakes);

}  // namespace isthmus::mesh
