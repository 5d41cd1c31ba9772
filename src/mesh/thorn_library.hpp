// mesh/thorn_library.hpp: what a library of thorns in C++ includes.
//
//   extern "C" void isthmus_declare_thorns(isthmus_mesh_flesh* flesh) {
//     isthmus::mesh::Thorn& wave = isthmus::mesh::declare_thorn(flesh, "wave", "a scalar wave");
//     const auto phi = wave.function("phi");
#pragma once

#include <string>
#include <string_view>

#include "mesh/complex_function.hpp"
#include "mesh/isthmus_mesh.h"
#include "mesh/patch.hpp"
#include "mesh/thorn.hpp"

namespace isthmus::mesh {

/// Where the next thorn is declared, this one has to be done: its numbers end there.
Thorn& declare_thorn(isthmus_mesh_flesh* flesh, std::string name, std::string meaning = {});

/// The function of a thorn that was declared before, as "wave::phi"; a mistake is kept where there
/// is none.
GridFunctionId find_function(isthmus_mesh_flesh* flesh, std::string_view name);
/// Finds a reduction likewise.
ReductionId find_reduction(isthmus_mesh_flesh* flesh, std::string_view name);

}  // namespace isthmus::mesh
