// md/lammps_data.hpp: data files as LAMMPS reads and writes them.
#pragma once

#include <string>

#include "isthmus/base/error.hpp"
#include "md/system.hpp"

namespace md {

/// Reads a data file of atom style atomic, charge, bond, angle, molecular or full in an orthogonal
/// periodic box, with masses and Lennard-Jones coefficients (`Pair Coeffs`, mixed as `arithmetic`
/// says, or `PairIJ Coeffs`). Types are numbered from 0 here and from 1 there. bad_input names
/// file, line and what was expected.
isthmus::Expected<System> read_lammps_data(const std::string& path, const Units& units,
                                           bool arithmetic = false);

/// The same of a text, which messages call `name`.
isthmus::Expected<System> parse_lammps_data(std::string_view text, const std::string& name,
                                            const Units& units, bool arithmetic = false);

/// Writes such a file (style full), every number with 17 digits.
isthmus::Expected<void> write_lammps_data(const std::string& path, const System& system);

}  // namespace md
