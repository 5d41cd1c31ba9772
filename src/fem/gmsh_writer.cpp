#include <algorithm>
#include <array>
#include <map>

#include "fem/gmsh.hpp"
#include "fem/text_file.hpp"

namespace isthmus::fem {

namespace {

// Elements and triangles of each group, by dimension and group.
using Groups = std::map<std::pair<int, std::int32_t>, std::vector<std::int32_t>>;

Groups groups_of(const Mesh& mesh) {
  Groups groups;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    groups[{2, mesh.triangles[i].group}].push_back(static_cast<std::int32_t>(i));
  }
  for (std::int32_t i = 0; i < mesh.element_count(); ++i) {
    groups[{3, mesh.group[i]}].push_back(i);
  }
  return groups;
}

class Writer {
 public:
  Writer(std::FILE* file, const Mesh& mesh) : file_(file), mesh_(mesh) {}

  void write(GmshVersion version) {
    const bool is_new = version == GmshVersion::v4;
    std::fprintf(file_, "$MeshFormat\n%s 0 8\n$EndMeshFormat\n", is_new ? "4.1" : "2.2");
    write_names();
    if (is_new)
      write4();
    else
      write2();
  }

 private:
  void write_names() {
    if (mesh_.names.empty()) return;
    std::fprintf(file_, "$PhysicalNames\n%zu\n", mesh_.names.size());
    for (const auto& [group, name] : mesh_.names) {
      std::fprintf(file_, "%d %d \"%s\"\n", group.first, group.second, name.c_str());
    }
    std::fputs("$EndPhysicalNames\n", file_);
  }

  int tetrahedron_type() const { return mesh_.kind == Kind::tet4 ? 4 : 11; }
  void write_tetrahedron(std::int32_t element) {
    const auto nodes = mesh_.nodes_of(element);
    // Gmsh has the middles of the last two edges the other way round.
    constexpr std::array<std::size_t, 10> order = {0, 1, 2, 3, 4, 5, 6, 7, 9, 8};
    for (std::size_t i = 0; i < nodes.size(); ++i) std::fprintf(file_, " %d", nodes[order[i]] + 1);
    std::fputc('\n', file_);
  }
  void write_triangle(const Triangle& triangle) {
    std::fprintf(file_, " %d %d %d\n", triangle.nodes[0] + 1, triangle.nodes[1] + 1,
                 triangle.nodes[2] + 1);
  }
  void write_point(const Point& p) { std::fprintf(file_, "%.17g %.17g %.17g\n", p[0], p[1], p[2]); }

  void write2() {
    std::fprintf(file_, "$Nodes\n%d\n", mesh_.node_count());
    for (std::int32_t i = 0; i < mesh_.node_count(); ++i) {
      std::fprintf(file_, "%d ", i + 1);
      write_point(mesh_.points[i]);
    }
    std::fprintf(file_, "$EndNodes\n$Elements\n%zu\n", mesh_.triangles.size() + mesh_.group.size());
    std::size_t number = 0;
    for (const Triangle& triangle : mesh_.triangles) {
      std::fprintf(file_, "%zu 2 2 %d %d", ++number, triangle.group, triangle.group);
      write_triangle(triangle);
    }
    for (std::int32_t i = 0; i < mesh_.element_count(); ++i) {
      std::fprintf(file_, "%zu %d 2 %d %d", ++number, tetrahedron_type(), mesh_.group[i],
                   mesh_.group[i]);
      write_tetrahedron(i);
    }
    std::fputs("$EndElements\n", file_);
  }

  // An entity for each group, of its number. Elements keep their order within groups alone.
  void write4() {
    const Groups groups = groups_of(mesh_);
    const auto surfaces =
        std::ranges::count_if(groups, [](const auto& one) { return one.first.first == 2; });
    std::fprintf(file_, "$Entities\n0 0 %td %td\n", surfaces, std::ssize(groups) - surfaces);
    for (const auto& [group, members] : groups) {
      std::fprintf(file_, "%d 0 0 0 0 0 0 ", group.second + 1);
      if (group.second > 0)
        std::fprintf(file_, "1 %d 0\n", group.second);
      else
        std::fputs("0 0\n", file_);
    }
    std::fprintf(file_, "$EndEntities\n$Nodes\n1 %d 1 %d\n3 %d 0 %d\n", mesh_.node_count(),
                 mesh_.node_count(), groups.rbegin()->first.second + 1, mesh_.node_count());
    for (std::int32_t i = 0; i < mesh_.node_count(); ++i) std::fprintf(file_, "%d\n", i + 1);
    for (const Point& point : mesh_.points) write_point(point);
    const std::size_t count = mesh_.triangles.size() + mesh_.group.size();
    std::fprintf(file_, "$EndNodes\n$Elements\n%zu %zu 1 %zu\n", groups.size(), count, count);
    std::size_t number = 0;
    for (const auto& [group, members] : groups) {
      const bool is_solid = group.first == 3;
      std::fprintf(file_, "%d %d %d %zu\n", group.first, group.second + 1,
                   is_solid ? tetrahedron_type() : 2, members.size());
      for (const std::int32_t member : members) {
        std::fprintf(file_, "%zu", ++number);
        if (is_solid)
          write_tetrahedron(member);
        else
          write_triangle(mesh_.triangles[member]);
      }
    }
    std::fputs("$EndElements\n", file_);
  }

  std::FILE* file_;
  const Mesh& mesh_;
};

}  // namespace

Expected<void> write_gmsh(const std::string& path, const Mesh& mesh, GmshVersion version) {
  OutputFile output(path);
  if (output.get() != nullptr) Writer(output.get(), mesh).write(version);
  return output.finish();
}

}  // namespace isthmus::fem
