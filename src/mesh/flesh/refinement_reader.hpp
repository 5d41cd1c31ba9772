// mesh/flesh/refinement_reader.hpp: reads where a grid is finer from a parameter file.
#pragma once

#include "mesh/flesh/mesh_file.hpp"
#include "mesh/flesh/toml_reader.hpp"

namespace isthmus::mesh {

/// The table [refinement]. Mistakes are noted.
RefinementSettings read_refinement(const TomlTable& table);

}  // namespace isthmus::mesh
