// md/serial.hpp: the plain single-threaded program that judges all others.
#pragma once

#include <utility>
#include <vector>

#include "isthmus/base/error.hpp"
#include "md/model.hpp"
#include "md/positions.hpp"
#include "md/system.hpp"

namespace md {

/// How a run ended.
struct Outcome {
  std::vector<Atom> atoms;                        ///< By id.
  std::vector<Vec> forces;                        ///< On each.
  std::vector<std::pair<int, Reading>> energies;  ///< By step.
};

/// All cells and all pairs in loops, one after the other; no messages. Fails as CellAtoms does.
isthmus::Expected<Outcome> solve_serial(const System& system, const Model& model);

/// Puts atoms and their forces into the order of the ids.
void order_by_id(Outcome& outcome);

}  // namespace md
