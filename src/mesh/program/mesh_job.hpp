// mesh/program/mesh_job.hpp: what a parameter file makes of a job.
#pragma once

#include <string>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/setup.hpp"
#include "mesh/flesh/flesh.hpp"
#include "mesh/ghosts/layout.hpp"

namespace isthmus::mesh {

/// A parameter file with the thorns of its libraries.
struct LoadedFile {
  MeshFile file;
  Flesh flesh;
};

/// A file's path and text, which are sent to all processes. Each makes the plan of them itself, so
/// libraries have to lie at the same path everywhere.
Expected<std::string> description_of(const std::string& path);
Expected<LoadedFile> loaded(const std::string& description);
Expected<Plan> plan_of(const LoadedFile& loaded);
Expected<Plan> plan_of(const std::string& description);

/// How the grid is cut among the PEs.
Expected<Layout> layout_of(const MeshFile& file, const Plan& plan,
                           const topology::Topology& topology);
/// The same with ghosts as deep as the file says.
MeshSetup setup_of(const MeshFile& file, const Layout& layout, const Frame& frame);

/// Sets the depths of all planes, from "4" or "1,1,4".
Expected<void> read_depths(const std::string& text, DriverSettings& driver);

}  // namespace isthmus::mesh
