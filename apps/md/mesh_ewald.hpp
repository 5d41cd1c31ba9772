// md/mesh_ewald.hpp: what charges do to each other beyond the cutoff: smooth particle-mesh Ewald.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "isthmus/base/error.hpp"
#include "md/cell_grid.hpp"
#include "md/fourier.hpp"
#include "md/system.hpp"

namespace md {

/// What is asked for; 0: what is usual.
struct MeshCourse {
  Place points = {0, 0, 0};                      ///< A tenth of the cutoff apart.
  int order = 6;                                 ///< Of the B-splines: 4, 6 or 8.
  double tolerance = 1e-5;                       ///< Of what the pairs leave out at the cutoff.
  std::array<std::int32_t, 2> pencils = {0, 0};  ///< Pencils that the mesh is cut into.
  Transforms transforms = Transforms::own;
};

/// The inverse length that divides the sum into pairs and mesh: erfc(beta cutoff) is `tolerance`.
double ewald_beta(double cutoff, double tolerance);

/// Numbers that the mesh looks up (Essmann and others 1995) and that do not depend on the box's
/// lengths, all made once and sent to whoever computes, so that its bits are the same everywhere.
/// Empty where there is no mesh.
struct EwaldMesh {
  EwaldMesh() = default;
  /// bad_input where box or mesh make no sense.
  static isthmus::Expected<EwaldMesh> of(const MeshCourse& course, const Box& box, double cutoff,
                                         double coulomb, const std::vector<Atom>& atoms);

  bool is_there() const { return order > 0; }

  Place points = {0, 0, 0};
  std::array<std::int32_t, 2> pencils = {0, 0};
  int order = 0;
  double beta = 0;
  double coulomb = 0;
  double charge = 0;          ///< Of all atoms.
  double charge_squares = 0;  ///< Sum of each one's.
  std::array<Fourier, 3> fourier;
  std::array<std::vector<double>, 3> splines;  ///< |b(m)|^2 of each dimension.

  void serialize(auto& archive) {
    archive(points, pencils, order, beta, coulomb, charge, charge_squares, fourier, splines);
  }
};

/// The rest of them, of a box: the same bits wherever they are made.
struct MeshWaves {
  MeshWaves() = default;
  MeshWaves(const EwaldMesh& mesh, const Box& box);

  Box box;
  double self_energy = 0;  ///< What the mesh counts of each charge with itself, and a net charge's.
  double self_virial = 0;  ///< Of the latter.
  std::array<std::vector<double>, 3> squares;  ///< Of the wave numbers' parts.
  /// exp(-pi^2 m^2 / beta^2) |b(m)|^2 of each dimension.
  std::array<std::vector<double>, 3> factors;

  void serialize(auto& archive) { archive(box, self_energy, self_virial, squares, factors); }
};

}  // namespace md
