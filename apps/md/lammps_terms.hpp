// md/lammps_terms.hpp: bonds, angles, dihedrals and impropers of a data file.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "md/data_lines.hpp"
#include "md/topology.hpp"

namespace md {

/// "bond", "angle", "dihedral" or "improper".
const char* name_of(TermKind kind);
constexpr TermKind term_kinds[] = {TermKind::bond, TermKind::angle, TermKind::dihedral,
                                   TermKind::improper};

/// Reads sections such as Bonds and Bond Coeffs. Dihedrals of several terms become several of one.
class TermSections {
 public:
  /// `style` is what stands behind the section's name: harmonic for bonds and impropers; harmonic
  /// or charmm for angles; harmonic, charmm, fourier, multi/harmonic or opls for dihedrals. Where
  /// there is none, the number of coefficients decides.
  isthmus::Expected<void> read_coefficients(TermKind kind, DataLines& lines, std::int64_t types,
                                            const std::string& style);
  isthmus::Expected<void> read_terms(TermKind kind, DataLines& lines, std::int64_t count,
                                     std::int64_t types,
                                     const std::function<bool(std::int64_t)>& is_atom);

  /// The name of a section that is missing; empty where none is.
  std::string missing(TermKind kind, std::int64_t count) const;
  /// To be called when nothing is missing.
  Topology complete();

 private:
  isthmus::Expected<void> read_type(TermKind kind, const DataLines& lines, std::size_t type,
                                    const std::string& style);
  isthmus::Expected<void> read_dihedral(const DataLines& lines, std::size_t type,
                                        std::string style);
  isthmus::Expected<void> read_fourier(const DataLines& lines, std::size_t type);

  Topology topology_;
  std::array<std::vector<char>, 4> has_type_;  // by kind and type
  std::array<bool, 4> has_terms_ = {};
  std::vector<std::vector<DihedralType>> dihedrals_;  // by the file's type
  std::vector<Term> terms_;
};

}  // namespace md
