// mesh/flesh/plan_maker.hpp: thorns and a parameter file become a plan.
#pragma once

#include <deque>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/flesh/mesh_file.hpp"
#include "mesh/flesh/settled.hpp"
#include "mesh/plan.hpp"
#include "mesh/thorn.hpp"

namespace isthmus::mesh {

struct MadePlan {
  Plan plan;  ///< For use where there are no mistakes.
  std::vector<Error> mistakes;
};

/// `later` declares what follows from the file.
MadePlan make_plan(const std::deque<Thorn>& thorns, const MeshFile& file,
                   const std::vector<LateDeclaration>& later = {});

}  // namespace isthmus::mesh
