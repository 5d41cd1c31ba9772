#include "fem/gmsh.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "fem/box.hpp"

namespace isthmus::fem {
namespace {

std::string file_of(const Mesh& mesh, GmshVersion version) {
  const std::string path = testing::TempDir() + "gmsh_test_" + std::to_string(::getpid()) + ".msh";
  EXPECT_TRUE(write_gmsh(path, mesh, version));
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  std::filesystem::remove(path);
  return text.str();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return at == text.npos ? text : text.replace(at, from.size(), to);
}

std::string error_of(const std::string& text) {
  const auto mesh = read_gmsh_text(text, "m.msh");
  return mesh ? "none" : mesh.error().text();
}

TEST(Gmsh, ReadsWhatItWrites) {
  for (const Kind kind : {Kind::tet4, Kind::tet10}) {
    const Mesh mesh = box_of_tets({{0, 0, 0}, {1, 2, 0.3}, {2, 3, 1}, kind}).value();
    for (const GmshVersion version : {GmshVersion::v2, GmshVersion::v4}) {
      const auto read = read_gmsh_text(file_of(mesh, version), "m.msh");
      ASSERT_TRUE(read) << read.error().text();
      EXPECT_EQ(read->kind, kind);
      EXPECT_EQ(read->points, mesh.points);
      EXPECT_EQ(read->nodes, mesh.nodes);
      EXPECT_EQ(read->group, mesh.group);
      EXPECT_EQ(read->triangles.size(), mesh.triangles.size());
      EXPECT_EQ(read->names, mesh.names);
    }
  }
}

// As Gmsh 4 writes one tetrahedron of a volume with a physical group, of which one side is named,
// amid points, and with numbers that have gaps.
constexpr const char* by_gmsh = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$PhysicalNames
2
2 7 "the face"
3 5 "rock"
$EndPhysicalNames
$Entities
1 0 1 1
3 0 0 0 0
4 0 0 0 1 1 0 1 7 0
9 0 0 0 1 1 1 1 5 1 4
$EndEntities
$Nodes
2 5 10 50
0 3 0 1
10
9 9 9
3 9 0 4
20
30
40
50
0 0 0
1 0 0
0 1 0
0 0 1
$EndNodes
$Elements
3 3 1 9
0 3 15 1
1 10
2 4 2 1
4 20 30 40
3 9 4 1
9 20 30 40 50
$EndElements
)";

TEST(Gmsh, FindsGroupsByEntitiesAndLeavesOutWhatIsNoSolid) {
  const auto mesh = read_gmsh_text(by_gmsh, "m.msh");
  ASSERT_TRUE(mesh) << mesh.error().text();
  EXPECT_EQ(mesh->points.size(), 4U);
  EXPECT_EQ(mesh->nodes, (std::vector<std::int32_t>{0, 1, 2, 3}));
  EXPECT_EQ(mesh->group, std::vector<std::int32_t>{5});
  EXPECT_EQ(mesh->triangles, (std::vector<Triangle>{{{0, 1, 2}, 7}}));
  EXPECT_EQ(mesh->names.at({3, 5}), "rock");
}

TEST(Gmsh, SaysWhereAFileIsWrong) {
  const std::string good = by_gmsh;
  EXPECT_EQ(error_of(replaced(good, "4.1 0 8", "4.0 0 8")),
            "m.msh:2: version '4.0' (expected 2.2 or 4.1)");
  EXPECT_EQ(error_of(replaced(good, "4.1 0 8", "4.1 1 8")),
            "m.msh:2: a file of bytes (expected one of text (-bin 0))");
  EXPECT_EQ(error_of(replaced(good, "0 1 0\n", "0 x 0\n")),
            "m.msh:27: 'x' (expected a coordinate, a number)");
  EXPECT_EQ(error_of(replaced(good, "9 20 30 40 50", "9 20 30 40 51")),
            "m.msh:37: node 51 (expected one that $Nodes has)");
  EXPECT_EQ(error_of(replaced(good, "3 9 4 1\n", "3 9 5 1\n")),
            "m.msh:36: elements of type 5 (expected tetrahedra (4 or 11), triangles, lines and "
            "points)");
  EXPECT_EQ(error_of(replaced(good, "9 20 30 40 50", "9 20 40 30 50")).substr(0, 32),
            "m.msh: element 0 has volume -0.1");
  EXPECT_EQ(error_of(replaced(good, "$EndNodes", "$EndNode")),
            "m.msh:29: '$EndNode' (expected $EndNodes)");
  EXPECT_EQ(error_of(""), "m.msh: no tetrahedra (expected a mesh of a solid)");
}

TEST(Gmsh, SurvivesFilesThatEndAnywhere) {
  const std::string good = by_gmsh;
  const std::size_t last = good.find("9 20 30 40 50");
  for (std::size_t length = 0; length < last; ++length) {
    EXPECT_FALSE(read_gmsh_text(std::string_view(good).substr(0, length), "m.msh")) << length;
  }
}

}  // namespace
}  // namespace isthmus::fem
