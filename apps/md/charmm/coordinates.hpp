// md/charmm/coordinates.hpp: where atoms are, as PDB and GRO files say.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/error.hpp"
#include "md/vec.hpp"

namespace md::charmm {

/// In Angstrom and Angstrom per fs.
struct Coordinates {
  std::vector<std::string> names;  ///< Of the atoms, as far as the file has room for them.
  std::vector<Vec> positions;
  std::vector<Vec> velocities;  ///< Empty where the file has none.
  std::optional<Vec> box;       ///< Lengths of an orthogonal one, where the file has them.
};

/// ATOM and HETATM records up to the first END or ENDMDL, and CRYST1. bad_input names file and
/// line.
isthmus::Expected<Coordinates> parse_pdb(std::string_view text, const std::string& name);

/// Of GROMACS; numbers of any precision. bad_input names file and line.
isthmus::Expected<Coordinates> parse_gro(std::string_view text, const std::string& name);

/// Reads a file by its ending, .gro or another, which is taken for a PDB.
isthmus::Expected<Coordinates> read_coordinates(const std::string& path);

}  // namespace md::charmm
