// fem/gmsh.hpp: meshes in the files of Gmsh (Geuzaine and Remacle 2009), versions 2.2 and 4.1.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fem/mesh.hpp"

namespace isthmus::fem {

enum class GmshVersion : std::uint8_t { v2, v4 };

/// A file (`gmsh -format msh2` or `msh41`, as text or, by `-bin`, as bytes in either order) with
/// tetrahedra of one kind. Physical groups of volumes are the elements' groups, 0 where there is
/// none; triangles of surfaces come along with theirs. Points, lines, and nodes that no tetrahedron
/// has are left out; nodes and elements keep the file's order. ErrorCode::bad_input in one line,
/// with file and line or byte, for all else.
Expected<Mesh> read_gmsh(const std::string& path);
/// Reads what such a file holds; `name` stands in errors.
Expected<Mesh> read_gmsh_text(std::string_view text, const std::string& name);

/// Text: nodes, elements, triangles, groups with their names; no data. ErrorCode::io when it cannot
/// be written.
Expected<void> write_gmsh(const std::string& path, const Mesh& mesh, GmshVersion version);

}  // namespace isthmus::fem
