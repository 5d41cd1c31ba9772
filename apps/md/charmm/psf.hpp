// md/charmm/psf.hpp: protein structure files: atoms of a system, and what bonds tie together.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/base/error.hpp"

namespace md::charmm {

/// What a PSF says. Atoms are named by their places, from 0 on.
struct Psf {
  struct Atom {
    std::string name;
    std::string type;          ///< In a file of CHARMM's own form a number.
    std::int32_t residue = 0;  ///< Counted through all segments, from 1 on.
    double charge = 0;
    double mass = 0;
  };
  std::vector<Atom> atoms;
  std::vector<std::array<std::int32_t, 2>> bonds;
  std::vector<std::array<std::int32_t, 3>> angles;
  std::vector<std::array<std::int32_t, 4>> dihedrals;
  std::vector<std::array<std::int32_t, 4>> impropers;
  std::vector<std::array<std::int32_t, 5>> cross_terms;  ///< Chains of two dihedrals.
};

/// Reads the forms of X-PLOR, NAMD and CHARMM, plain and extended. bad_input names file and line
/// where something is wrong, or is there that the application does not compute: lone pairs,
/// exclusions beside those of bonds, cross-terms (CMAP) of other atoms than five in a row.
isthmus::Expected<Psf> parse_psf(std::string_view text, const std::string& name);

}  // namespace md::charmm
