#include "fem/gmsh.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <bit>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <tuple>

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
  EXPECT_EQ(error_of(replaced(good, "4.1 0 8", "4.1 2 8")),
            "m.msh:2: '2' (expected 0 for text or 1 for bytes, 0 to 1)");
  EXPECT_EQ(error_of(replaced(good, "4.1 0 8", "4.1 1 8")),
            "m.msh:3: no 1 in 4 bytes (expected the order of bytes)");
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
  EXPECT_EQ(error_of(replaced(good, "$EndNodes", "$\x1b[2J\xff")),
            "m.msh:29: '$?[2J?' (expected $EndNodes)");
  EXPECT_EQ(error_of(""), "m.msh: no tetrahedra (expected a mesh of a solid)");
}

// Gmsh 4.8 wrote the same mesh as text and as bytes (-bin).
TEST(Gmsh, ReadsFilesOfBytesAsThoseOfText) {
  const auto stored = [](const char* name) {
    auto mesh = read_gmsh(std::string(ISTHMUS_MESHES) + name);
    EXPECT_TRUE(mesh) << mesh.error().text();
    return mesh ? *std::move(mesh) : Mesh{};
  };
  for (const auto& [text, kind, others] :
       {std::tuple("tet4.2.msh", Kind::tet4, std::array{"tet4.2.bin.msh", "tet4.41.bin.msh"}),
        std::tuple("tet10.41.msh", Kind::tet10,
                   std::array{"tet10.2.bin.msh", "tet10.41.bin.msh"})}) {
    const Mesh mesh = stored(text);
    EXPECT_EQ(mesh.kind, kind);
    EXPECT_EQ(mesh.names.at({3, 6}), "ice");
    for (const char* name : others) {
      const Mesh same = stored(name);
      EXPECT_EQ(same.kind, mesh.kind) << name;
      ASSERT_EQ(same.points.size(), mesh.points.size()) << name;
      for (std::size_t i = 0; i < mesh.points.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
          EXPECT_NEAR(same.points[i][k], mesh.points[i][k], 1e-15) << name;
        }
      }
      EXPECT_EQ(same.nodes, mesh.nodes) << name;
      EXPECT_EQ(same.group, mesh.group) << name;
      EXPECT_EQ(same.triangles, mesh.triangles) << name;
      EXPECT_EQ(same.names, mesh.names) << name;
    }
  }
}

std::string bytes_of(const char* name) {
  std::ifstream file(std::string(ISTHMUS_MESHES) + name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Gmsh, SaysWhereBytesAreWrong) {
  for (const char* name : {"tet4.2.bin.msh", "tet10.41.bin.msh"}) {
    const std::string good = bytes_of(name);
    const std::size_t last = good.rfind("\n$EndElements");
    for (std::size_t length = 0; length < last; length += 13) {
      EXPECT_FALSE(read_gmsh_text(std::string_view(good).substr(0, length), "m.msh")) << length;
    }
    // Any byte may be any other: an answer, whatever it is, and no fault.
    for (std::size_t at = 0; at < good.size(); at += 7) {
      std::string wrong = good;
      wrong[at] = static_cast<char>(wrong[at] ^ 0x5a);
      const auto mesh = read_gmsh_text(wrong, "m.msh");
      if (!mesh) {
        EXPECT_EQ(mesh.error().where.substr(0, 5), "m.msh");
      }
    }
  }
  const std::string good = bytes_of("tet4.41.bin.msh");
  std::string wrong = good;
  wrong.resize(good.find("$EndNodes") - 20);
  EXPECT_EQ(error_of(wrong), "m.msh, byte " + std::to_string(wrong.size() - 1) +
                                 ": the file ends early (expected a dimension)");
}

TEST(Gmsh, ReadsBytesInTheOtherOrder) {
  std::string little = "$MeshFormat\n2.2 1 8\n";
  std::string big = little;
  const auto put = [&](std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) {
      little += static_cast<char>(value >> (8 * i));
      big += static_cast<char>(value >> (8 * (bytes - 1 - i)));
    }
  };
  const auto put_text = [&](const char* text) {
    little += text;
    big += text;
  };
  put(1, 4);
  put_text("\n$EndMeshFormat\n$Nodes\n4\n");
  for (int i = 0; i < 4; ++i) {
    put(static_cast<std::uint64_t>(i + 1), 4);
    for (int k = 1; k <= 3; ++k) put(std::bit_cast<std::uint64_t>(i == k ? 1.5 : 0.0), 8);
  }
  put_text("\n$EndNodes\n$Elements\n1\n");
  for (const int value : {4, 1, 2, 1, 9, 9, 1, 2, 3, 4}) put(static_cast<std::uint64_t>(value), 4);
  put_text("\n$EndElements\n");
  for (const std::string& text : {little, big}) {
    const auto mesh = read_gmsh_text(text, "m.msh");
    ASSERT_TRUE(mesh) << mesh.error().text();
    EXPECT_EQ(mesh->points[3], (Point{0, 0, 1.5}));
    EXPECT_EQ(mesh->nodes, (std::vector<std::int32_t>{0, 1, 2, 3}));
    EXPECT_EQ(mesh->group, std::vector<std::int32_t>{9});
  }
}

TEST(Gmsh, SurvivesFilesThatEndAnywhere) {
  const std::string good = by_gmsh;
  const std::size_t last = good.find("9 20 30 40 50");
  for (std::size_t length = 0; length < last; ++length) {
    EXPECT_FALSE(read_gmsh_text(std::string_view(good).substr(0, length), "m.msh")) << length;
  }
}

TEST(Gmsh, IsReadFromFilesThatHaveAnEnd) {
  const auto mesh = read_gmsh("/dev/zero");
  ASSERT_FALSE(mesh);
  EXPECT_EQ(mesh.error().text(), "/dev/zero: is a device (expected a .msh file, which has an end)");
}

// As Gmsh writes two tetrahedra, of which the first is in two groups.
constexpr const char* two_groups = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
5
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
5 1 1 1
$EndNodes
$Elements
3
1 4 2 7 1 1 2 3 4
2 4 2 9 1 1 2 3 4
3 4 2 7 1 2 3 4 5
$EndElements
)";

TEST(Gmsh, OfSeveralGroupsOfAnElementTheFirstCounts) {
  const auto mesh = read_gmsh_text(two_groups, "m.msh");
  ASSERT_TRUE(mesh) << mesh.error().text();
  EXPECT_EQ(mesh->nodes, (std::vector<std::int32_t>{0, 1, 2, 3, 1, 2, 3, 4}));
  EXPECT_EQ(mesh->group, (std::vector<std::int32_t>{7, 7}));
}

TEST(Gmsh, AnElementTwiceInAGroupIsLeftToWhoLooksAtItsSides) {
  const auto mesh = read_gmsh_text(replaced(two_groups, "2 4 2 9", "2 4 2 7"), "m.msh");
  ASSERT_TRUE(mesh) << mesh.error().text();
  EXPECT_EQ(mesh->element_count(), 3);
}

}  // namespace
}  // namespace isthmus::fem
