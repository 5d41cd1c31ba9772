#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "md/lammps_data.hpp"
#include "md/lammps_terms.hpp"

namespace md {

namespace {

void write_pairs(std::FILE* file, const System& system) {
  const Interaction& interaction = system.interaction;
  const bool has_close = !interaction.close_pairs.empty();
  std::fprintf(file, "\nPairIJ Coeffs%s\n\n", has_close ? " # lj/charmm/coul/charmm" : "");
  for (int i = 0; i < system.types(); ++i) {
    for (int j = i; j < system.types(); ++j) {
      const auto at = static_cast<std::size_t>(i * system.types() + j);
      const LennardJones& pair = interaction.pairs[at];
      std::fprintf(file, "%d %d %.17g %.17g", i + 1, j + 1, pair.epsilon, pair.sigma);
      if (has_close) {
        const LennardJones& close = interaction.close_pairs[at];
        std::fprintf(file, " %.17g %.17g", close.epsilon, close.sigma);
      }
      std::fputc('\n', file);
    }
  }
}

// Calls `write` with each type's number and coefficients.
template <class Types, class Write>
void write_types(std::FILE* file, const char* heading, const Types& types, Write write) {
  if (types.empty()) return;
  std::fprintf(file, "\n%s\n\n", heading);
  for (std::size_t i = 0; i < types.size(); ++i) {
    std::fprintf(file, "%zu ", i + 1);
    write(types[i]);
    std::fputc('\n', file);
  }
}

void write_coefficients(std::FILE* file, const Topology& topology) {
  write_types(file, "Bond Coeffs # harmonic", topology.bonds, [&](const BondType& type) {
    std::fprintf(file, "%.17g %.17g", type.k, type.length);
  });
  write_types(file, "Angle Coeffs # charmm", topology.angles, [&](const AngleType& type) {
    std::fprintf(file, "%.17g %.17g %.17g %.17g", type.k, type.angle, type.urey_k,
                 type.urey_length);
  });
  write_types(file, "Dihedral Coeffs # charmm", topology.dihedrals, [&](const DihedralType& type) {
    std::fprintf(file, "%.17g %d %.17g %.17g", type.k, type.periodicity, type.phase, type.weight);
  });
  write_types(
      file, "Improper Coeffs # harmonic", topology.impropers,
      [&](const ImproperType& type) { std::fprintf(file, "%.17g %.17g", type.k, type.angle); });
}

void write_terms(std::FILE* file, const Topology& topology) {
  constexpr const char* headings[] = {"Bonds", "Angles", "Dihedrals", "Impropers"};
  for (const TermKind kind : term_kinds) {
    std::int64_t number = 0;
    for (const Term& term : topology.terms()) {
      if (term.kind != kind) continue;
      if (number == 0) std::fprintf(file, "\n%s\n\n", headings[static_cast<std::size_t>(kind)]);
      std::fprintf(file, "%lld %d", static_cast<long long>(++number), term.type + 1);
      for (std::size_t i = 0; i < atoms_of(kind); ++i) {
        std::fprintf(file, " %lld", static_cast<long long>(term.atoms[i]));
      }
      std::fputc('\n', file);
    }
  }
}

void write_counts(std::FILE* file, const System& system) {
  const Topology& topology = system.topology;
  std::fprintf(file, "made by isthmus md\n\n%zu atoms\n%d atom types\n", system.atoms.size(),
               system.types());
  const std::size_t types[] = {topology.bonds.size(), topology.angles.size(),
                               topology.dihedrals.size(), topology.impropers.size()};
  for (const TermKind kind : term_kinds) {
    const std::size_t count = types[static_cast<std::size_t>(kind)];
    if (count == 0) continue;
    std::fprintf(file, "%lld %ss\n%zu %s types\n", static_cast<long long>(topology.count(kind)),
                 name_of(kind), count, name_of(kind));
  }
  std::fputc('\n', file);
}

}  // namespace

isthmus::Expected<void> write_lammps_data(const std::string& path, const System& system) {
  std::FILE* const file = std::fopen(path.c_str(), "w");
  const auto cannot = [&] {
    return isthmus::fail(isthmus::ErrorCode::io, isthmus::with_errno("cannot be written", errno),
                         path);
  };
  if (file == nullptr) return cannot();
  write_counts(file, system);
  constexpr const char* names[] = {"x", "y", "z"};
  for (std::size_t d = 0; d < 3; ++d) {
    std::fprintf(file, "%.17g %.17g %slo %shi\n", system.box.low[d], system.box.high[d], names[d],
                 names[d]);
  }
  std::fputs("\nMasses\n\n", file);
  for (int type = 0; type < system.types(); ++type) {
    std::fprintf(file, "%d %.17g\n", type + 1, system.masses[static_cast<std::size_t>(type)]);
  }
  write_pairs(file, system);
  write_coefficients(file, system.topology);
  std::fputs("\nAtoms # full\n\n", file);
  for (const Atom& atom : system.atoms) {
    std::fprintf(file, "%lld %d %d %.17g %.17g %.17g %.17g %d %d %d\n",
                 static_cast<long long>(atom.id), atom.molecule, atom.type + 1, atom.charge,
                 atom.position[0], atom.position[1], atom.position[2], atom.image[0], atom.image[1],
                 atom.image[2]);
  }
  std::fputs("\nVelocities\n\n", file);
  for (const Atom& atom : system.atoms) {
    std::fprintf(file, "%lld %.17g %.17g %.17g\n", static_cast<long long>(atom.id),
                 atom.velocity[0], atom.velocity[1], atom.velocity[2]);
  }
  write_terms(file, system.topology);
  const bool is_bad = std::fflush(file) != 0 || std::ferror(file) != 0;
  if (std::fclose(file) != 0 || is_bad) return cannot();
  return {};
}

}  // namespace md
