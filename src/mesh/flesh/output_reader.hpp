// mesh/flesh/output_reader.hpp: the table [output] of a parameter file.
#pragma once

#include "mesh/flesh/mesh_file.hpp"
#include "mesh/flesh/toml_reader.hpp"

namespace isthmus::mesh {

/// Notes what is wrong in it by itself; whether there are such functions shows later.
OutputSettings read_output(const TomlTable& table);

}  // namespace isthmus::mesh
