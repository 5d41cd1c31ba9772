#include "meshgen/vtu.hpp"

#include <cstdint>

#include "fem/vtu_file.hpp"

namespace meshgen {

isthmus::Expected<void> write_vtu(const std::string& path, const WholeMesh& mesh) {
  const std::size_t cells = mesh.triangles.size();
  isthmus::fem::VtuFile file(path, mesh.points.size(), cells);
  file.begin("Points");
  file.array<double>("Points", 3, 3 * mesh.points.size(), [&](std::size_t i) {
    const Point& point = mesh.points[i / 3];
    return i % 3 == 0 ? point.x : i % 3 == 1 ? point.y : 0.0;
  });
  file.end("Points");
  file.begin("Cells");
  file.array<std::int32_t>("connectivity", 1, 3 * cells,
                           [&](std::size_t i) { return mesh.triangles[i / 3][i % 3]; });
  file.array<std::int64_t>("offsets", 1, cells,
                           [&](std::size_t i) { return 3 * (static_cast<std::int64_t>(i) + 1); });
  constexpr std::uint8_t vtk_triangle = 5;
  file.array<std::uint8_t>("types", 1, cells, [&](std::size_t) { return vtk_triangle; });
  file.end("Cells");
  file.begin("CellData");
  file.array<std::int32_t>("subdomain", 1, cells, [&](std::size_t i) { return mesh.subdomain[i]; });
  file.array<std::int32_t>("pe", 1, cells, [&](std::size_t i) { return mesh.pe[i]; });
  file.end("CellData");
  return file.finish();
}

}  // namespace meshgen
