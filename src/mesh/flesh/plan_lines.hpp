// mesh/flesh/plan_lines.hpp: what a method of lines integrates, as thorns declare it.
#pragma once

#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/flesh/function_table.hpp"
#include "mesh/flesh/lines.hpp"

namespace isthmus::mesh {

/// False where there is nothing that a method of lines could integrate; notes what is missing.
bool check_evolved(const std::vector<const Thorn*>& active, const FunctionTable& functions,
                   const std::vector<Evolved>& evolved, std::vector<Error>& mistakes);

}  // namespace isthmus::mesh
