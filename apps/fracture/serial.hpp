// fracture/serial.hpp: the plain program: loops over the whole mesh, without parts or a runtime.
#pragma once

#include <vector>

#include "fracture/solid.hpp"

namespace fracture {

struct Solution {
  std::vector<NodeState> nodes;    ///< By place, then first element.
  std::vector<CrackState> cracks;  ///< By element, then side.
  Energies start;
  Energies end;
};

/// `problem` and its mesh as prepare() leaves them.
Solution solve_serial(const Problem& problem, const fem::Mesh& mesh);

}  // namespace fracture
