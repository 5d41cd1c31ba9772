// mesh/flesh/compression_reader.hpp: the table [compression] of a parameter file.
#pragma once

#include "mesh/flesh/mesh_file.hpp"
#include "mesh/flesh/toml_reader.hpp"

namespace isthmus::mesh {

/// Notes what is wrong in it by itself; whether there are such functions shows later.
CompressionSettings read_compression(const TomlTable& table);

/// Nobody adapts where the driver's rule is "fixed".
void check_rule(const CompressionSettings& compression, const DriverSettings& driver,
                TomlTable::Mistakes& mistakes);

}  // namespace isthmus::mesh
