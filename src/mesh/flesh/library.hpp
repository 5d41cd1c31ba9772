// mesh/flesh/library.hpp: thorns in shared libraries, and the flesh behind isthmus_mesh.h.
#pragma once

#include <string>

#include "isthmus/isthmus.hpp"
#include "mesh/isthmus_mesh.h"

namespace isthmus::mesh {

class Flesh;

/// Opens a library and has its isthmus_declare_thorns declare to the flesh.
Expected<void> open_library(Flesh& flesh, const std::string& path);

/// Declares by such a function that the program has itself: thorns in C or Fortran that are linked
/// to it.
void declare_by(Flesh& flesh, void (*declare)(isthmus_mesh_flesh*));

}  // namespace isthmus::mesh
