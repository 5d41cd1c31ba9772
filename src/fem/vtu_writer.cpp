#include <cstdint>

#include "fem/vtu.hpp"
#include "fem/vtu_file.hpp"

namespace isthmus::fem {

namespace {

void write_fields(VtuFile& file, const std::map<std::string, Field>& fields) {
  for (const auto& [name, field] : fields) {
    const std::vector<double>& values = field.values;
    file.array<double>(name, field.components, values.size(),
                       [&](std::size_t i) { return values[i]; });
  }
}

}  // namespace

Expected<void> write_vtu(const std::string& path, const Mesh& mesh) {
  const std::size_t cells = mesh.group.size();
  VtuFile file(path, mesh.points.size(), cells);
  file.begin("Points");
  file.array<double>("Points", 3, 3 * mesh.points.size(),
                     [&](std::size_t i) { return mesh.points[i / 3][i % 3]; });
  file.end("Points");
  file.begin("Cells");
  file.array<std::int32_t>("connectivity", 1, mesh.nodes.size(),
                           [&](std::size_t i) { return mesh.nodes[i]; });
  const std::int64_t per = nodes_per(mesh.kind);
  file.array<std::int64_t>("offsets", 1, cells,
                           [&](std::size_t i) { return per * (static_cast<std::int64_t>(i) + 1); });
  const std::uint8_t type = mesh.kind == Kind::tet4 ? 10 : 24;
  file.array<std::uint8_t>("types", 1, cells, [&](std::size_t) { return type; });
  file.end("Cells");
  file.begin("PointData");
  write_fields(file, mesh.node_data);
  file.end("PointData");
  file.begin("CellData");
  write_fields(file, mesh.element_data);
  file.array<std::int32_t>("group", 1, cells, [&](std::size_t i) { return mesh.group[i]; });
  file.end("CellData");
  return file.finish();
}

Expected<void> write_pvd(const std::string& path, const std::vector<SeriesEntry>& series) {
  OutputFile output(path);
  std::FILE* const file = output.get();
  if (file == nullptr) return output.finish();
  std::fputs(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n  <Collection>\n",
      file);
  for (const SeriesEntry& entry : series) {
    std::fprintf(file, "    <DataSet timestep=\"%.9g\" file=\"%s\"/>\n", entry.time_s,
                 escaped(entry.file).c_str());
  }
  std::fputs("  </Collection>\n</VTKFile>\n", file);
  return output.finish();
}

}  // namespace isthmus::fem
