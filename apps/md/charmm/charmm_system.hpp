// md/charmm/charmm_system.hpp: a system from the files of CHARMM, X-PLOR and NAMD.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "md/charmm/coordinates.hpp"
#include "md/charmm/parameters.hpp"
#include "md/charmm/psf.hpp"
#include "md/system.hpp"

namespace md::charmm {

/// Paths of what makes a system.
struct Files {
  std::string psf;
  std::string coordinates;              ///< .gro, or a PDB.
  std::vector<std::string> parameters;  ///< Later ones replace what earlier ones say.
  std::optional<Vec> box;               ///< Lengths, instead of those that the coordinates have.
};

/// Reads them all; units are "real". bad_input names file and line, or the atoms whose parameters
/// are missing.
isthmus::Expected<System> read_system(const Files& files);

/// The same of what has been read; messages call the PSF `name`. Types are those of the PSF, one
/// for each mass that goes with a name. Two atoms that three bonds join, and no fewer, act on each
/// other by their 1-4 coefficients, once. The box is around the middle of all atoms.
isthmus::Expected<System> assemble(const Psf& psf, const Parameters& parameters,
                                   const Coordinates& coordinates, const std::string& name);

}  // namespace md::charmm
