// meshgen/vtu.hpp: a mesh as a VTK XML file, for ParaView and the like.
#pragma once

#include <string>

#include "isthmus/base/error.hpp"
#include "meshgen/assemble.hpp"

namespace meshgen {

/// UnstructuredGrid of triangles with `subdomain` and `pe` as data of cells; little-endian values
/// in base64, so the file is plain XML. ErrorCode::io when it cannot be written.
isthmus::Expected<void> write_vtu(const std::string& path, const WholeMesh& mesh);

}  // namespace meshgen
