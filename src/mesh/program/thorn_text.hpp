// mesh/program/thorn_text.hpp: thorns and plans as text that people read.
#pragma once

#include <deque>
#include <string>

#include "mesh/flesh/mesh_file.hpp"
#include "mesh/plan.hpp"
#include "mesh/thorn.hpp"

namespace isthmus::mesh {

/// Everything that a thorn declares.
std::string text_of(const Thorn& thorn, const std::deque<Thorn>& all);

/// The grid, the steps, the parameters and the operations of a job.
std::string text_of(const MeshFile& file, const Plan& plan, const std::deque<Thorn>& thorns);

}  // namespace isthmus::mesh
