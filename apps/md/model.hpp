// md/model.hpp: what all cells and pairs of a run know, beside the atoms; plain data.
#pragma once

#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "md/bonded_kernel.hpp"
#include "md/cell_grid.hpp"
#include "md/neighbour_list.hpp"
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
};

struct Model {
  Units units;
  std::vector<double> masses;  ///< By type.
  CellGrid grid;
  PairTable table;
  Topology topology;  ///< Without the terms of what is rigid.
  RigidGroups rigid;
  BondedTable bonded;
  double cutoff = 0;
  double skin = 0;
  double timestep = 0;
  int steps = 0;
  int exchange_every = 1;
  int energies_every = 1;

  bool has_terms() const { return !topology.terms().empty(); }
  bool wants_energies(int step) const { return step % energies_every == 0 || step == steps; }
  bool wants_exchange(int step) const { return step % exchange_every == 0; }

  void serialize(auto& archive) {
    archive(units, masses, grid, table, topology, rigid, bonded, cutoff, skin, timestep, steps,
            exchange_every, energies_every);
  }
};

/// bad_input in one line where it makes no sense: cells too small, steps below 0.
isthmus::Expected<Model> model_of(const System& system, const Course& course);

/// The atoms, cell by cell in the order of their numbers; positions of periodic dimensions are
/// moved into the box.
std::vector<std::vector<Atom>> by_cells(const System& system, const CellGrid& grid);

}  // namespace md
