// md/model.hpp: what all cells and pairs of a run know, beside the atoms; plain data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "md/bonded_kernel.hpp"
#include "md/cell_grid.hpp"
#include "md/mesh_ewald.hpp"
#include "md/neighbour_list.hpp"
#include "md/regulator.hpp"
#include "md/system.hpp"

namespace md {

/// How the system is cut up, and for how long it moves.
struct Course {
  Place cells = {0, 0, 0};  ///< 0: as many as fit.
  int away = 1;             ///< Pairs reach over so many cells.
  double skin = -1;         ///< Lists hold pairs within cutoff and skin; below 0: a usual one.
  double timestep = 0;      ///< 0: the units' usual one.
  int steps = 100;
  int exchange_every = 20;  ///< Steps between two times that atoms may change cells.
  int energies_every = 10;  ///< Steps between two lines of energies; the ends always have one.
  int frames_every = 0;     ///< Steps between two frames of the trajectory; 0: none.
  bool has_mesh = false;    ///< Charges act beyond the cutoff, too.
  MeshCourse mesh;
  double bath = -1;        ///< Temperature that Langevin's kicks hold; below 0: no kicks.
  double damping = 0;      ///< Time in which they take its speed from an atom; 0: a usual one.
  std::uint64_t seed = 1;  ///< Of the kicks.
  RegulatorCourse regulator;
};

/// Langevin's friction and random kicks, as one change of the velocities in each step (Bussi and
/// Parrinello 2007, II.B): v = decay v + strength / sqrt(mass) noise.
struct Bath {
  double decay = 1;
  double strength = 0;
  std::uint64_t seed = 0;

  bool is_there() const { return decay != 1; }
};

struct Model {
  Units units;
  std::vector<double> masses;  ///< By type.
  CellGrid grid;
  PairTable table;
  EwaldMesh mesh;
  Topology topology;  ///< Without the terms of what is rigid.
  RigidGroups rigid;
  BondedTable bonded;
  double cutoff = 0;
  double skin = 0;
  double timestep = 0;
  int steps = 0;
  int exchange_every = 1;
  int energies_every = 1;
  int frames_every = 0;
  Bath bath;
  Regulator regulator;

  bool has_terms() const { return !topology.terms().empty(); }
  bool wants_energies(int step) const { return step % energies_every == 0 || step == steps; }
  /// Whether pairs add up energies and virial at that step.
  bool wants_sums(int step) const { return wants_energies(step) || regulator.asks(step); }
  bool wants_frame(int step) const { return frames_every > 0 && step % frames_every == 0; }
  bool wants_exchange(int step) const { return step % exchange_every == 0; }

  void serialize(auto& archive) {
    archive(units, masses, grid, table, mesh, topology, rigid, bonded, cutoff, skin, timestep,
            steps, exchange_every, energies_every, frames_every, bath, regulator);
  }
};

/// bad_input in one line where it makes no sense: cells too small, steps below 0.
isthmus::Expected<Model> model_of(const System& system, const Course& course);

/// The atoms, cell by cell in the order of their numbers; positions of periodic dimensions are
/// moved into the box.
std::vector<std::vector<Atom>> by_cells(const System& system, const CellGrid& grid);

}  // namespace md
