// mesh/flesh/declarations.hpp: what is wrong in what thorns declare, each by itself.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/flesh/mesh_file.hpp"
#include "mesh/thorn.hpp"

namespace isthmus::mesh {

/// Names, ranges, levels and numbers. One who has none of these mistakes can be made a plan of.
std::vector<Error> check_declarations(const std::deque<Thorn>& thorns);

}  // namespace isthmus::mesh
