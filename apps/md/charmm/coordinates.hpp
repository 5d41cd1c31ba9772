// md/charmm/coordinates.hpp: where atoms are, as PDB and GRO files say; PDB files written.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/error.hpp"
#include "md/system.hpp"
#include "md/vec.hpp"

namespace md::charmm {

/// In Angstrom and Angstrom per fs.
struct Coordinates {
  std::vector<std::string> names;  ///< Of the atoms, as far as the file has room for them.
  std::vector<Vec> positions;
  std::vector<int> lines;       ///< Of the file, in which the atoms stand; from 1 on.
  std::vector<Vec> velocities;  ///< Empty where the file has none.
  std::optional<Vec> box;       ///< Lengths of an orthogonal one, where the file has them.
  std::string file = {};        ///< Its name.

  /// File and line of an atom, from 0 on.
  std::string place_of(std::size_t atom) const { return file + ":" + std::to_string(lines[atom]); }
};

/// ATOM and HETATM records up to the first END or ENDMDL, and CRYST1. bad_input names file and
/// line.
isthmus::Expected<Coordinates> parse_pdb(std::string_view text, const std::string& name);

/// Of GROMACS; numbers of any precision. bad_input names file and line.
isthmus::Expected<Coordinates> parse_gro(std::string_view text, const std::string& name);

/// Reads a file by its ending, .gro or another, which is taken for a PDB.
isthmus::Expected<Coordinates> read_coordinates(const std::string& path);

/// Where atoms are, as a PDB: CRYST1 of a box that goes round in all dimensions, an ATOM record for
/// each atom, within the box, with the name of its place in `names`, else "A" and its type. Numbers
/// of atoms and molecules begin again where they no longer fit. bad_input where a coordinate or a
/// length does not fit, io where the file cannot be written.
isthmus::Expected<void> write_pdb(const std::string& path, const System& system,
                                  std::span<const std::string> names = {});

/// Of a PSF, in its order; none without a path.
isthmus::Expected<std::vector<std::string>> atom_names(const std::string& psf);

}  // namespace md::charmm
