// fem/vtu.hpp: meshes as VTK XML files, for ParaView and the like.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fem/mesh.hpp"

namespace isthmus::fem {

/// An UnstructuredGrid with all data of nodes and elements, and the elements' groups as data
/// `group`; little-endian values in base64, so the file is plain XML. Triangles and names of groups
/// are left out. ErrorCode::io when it cannot be written.
Expected<void> write_vtu(const std::string& path, const Mesh& mesh);

/// Reads what write_vtu writes, and other files of one piece whose arrays are text or bytes without
/// compression, inline as base64 or appended as base64 or raw, and whose cells are tetrahedra of
/// one kind that have all points; an InformationKey is passed over. ErrorCode::bad_input in one
/// line for all else.
Expected<Mesh> read_vtu(const std::string& path);
/// Reads the text of such a file; `name` stands in errors.
Expected<Mesh> read_vtu_text(std::string_view text, const std::string& name);

/// One file of a series.
struct SeriesEntry {
  double time_s = 0;
  std::string file = {};  ///< As seen from the series' folder.
};
/// A ParaView collection (.pvd). ErrorCode::io when it cannot be written.
Expected<void> write_pvd(const std::string& path, const std::vector<SeriesEntry>& series);

}  // namespace isthmus::fem
