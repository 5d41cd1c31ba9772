#include "fem/vtu.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "fem/box.hpp"

namespace isthmus::fem {
namespace {

std::string scratch(const char* name) {
  return testing::TempDir() + std::to_string(::getpid()) + name;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  std::filesystem::remove(path);
  return text.str();
}

// `nodes` and data of every length modulo three, as base64 knows them.
Mesh some_mesh(Kind kind, std::int32_t cells) {
  Mesh mesh = box_of_tets({{0, 0, 0}, {1, 2, 0.3}, {cells, 2, 1}, kind}).value();
  mesh.triangles.clear();
  mesh.names.clear();
  Field& velocity = mesh.node_data["velocity & \"more\""];
  velocity.components = 3;
  for (std::int32_t i = 0; i < 3 * mesh.node_count(); ++i) {
    velocity.values.push_back(std::sin(i) * std::pow(10, i % 40 - 20));
  }
  Field& damage = mesh.element_data["damage"];
  for (std::int32_t i = 0; i < mesh.element_count(); ++i) {
    damage.values.push_back(1.0 / (i + 1));
    mesh.group[i] = i % 3;
  }
  return mesh;
}

std::string written(const Mesh& mesh) {
  const std::string path = scratch("mesh.vtu");
  EXPECT_TRUE(write_vtu(path, mesh));
  return text_of(path);
}

TEST(Vtu, ReadsWhatItWritesBitForBit) {
  for (const Kind kind : {Kind::tet4, Kind::tet10}) {
    for (std::int32_t cells = 1; cells <= 12; ++cells) {
      const Mesh mesh = some_mesh(kind, cells);
      const auto read = read_vtu_text(written(mesh), "m.vtu");
      ASSERT_TRUE(read) << read.error().text();
      EXPECT_EQ(read->kind, kind);
      EXPECT_EQ(read->points, mesh.points);
      EXPECT_EQ(read->nodes, mesh.nodes);
      EXPECT_EQ(read->group, mesh.group);
      EXPECT_EQ(read->node_data, mesh.node_data);
      EXPECT_EQ(read->element_data, mesh.element_data);
    }
  }
}

constexpr const char* ascii = R"(<?xml version="1.0"?>
<VTKFile type="UnstructuredGrid" version="0.1" byte_order="LittleEndian">
<UnstructuredGrid>
<Piece NumberOfPoints="4" NumberOfCells="1">
<PointData/>
<Points><DataArray type="Float32" NumberOfComponents="3" format="ascii">
0 0 0 1 0 0  0 1 0 0 0 1.5e0
</DataArray></Points>
<Cells>
<DataArray type="Int32" Name="connectivity" format="ascii">0 1 2 3</DataArray>
<DataArray type="Int32" Name="offsets" format="ascii">4</DataArray>
<DataArray type="UInt8" Name="types" format="ascii">10</DataArray>
</Cells>
</Piece></UnstructuredGrid></VTKFile>
)";

std::string error_of(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  const auto mesh = read_vtu_text(text.replace(at, from.size(), to), "m.vtu");
  return mesh ? "none" : mesh.error().text();
}

TEST(Vtu, ReadsArraysOfText) {
  const auto mesh = read_vtu_text(ascii, "m.vtu");
  ASSERT_TRUE(mesh) << mesh.error().text();
  EXPECT_EQ(mesh->points[3], (Point{0, 0, 1.5}));
}

TEST(Vtu, TakesCommentsForNothing) {
  std::string text = ascii;
  text.insert(text.find("<DataArray"), "<!-- <DataArray Name=\"a\"> 1 2 </DataArray> -->");
  const auto mesh = read_vtu_text(text, "m.vtu");
  ASSERT_TRUE(mesh) << mesh.error().text();
  EXPECT_EQ(mesh->points[3], (Point{0, 0, 1.5}));
}

TEST(Vtu, PassesOverWhatVtkNotesAmongTheValues) {
  const std::string key =
      R"(<InformationKey name="L2_NORM_RANGE" location="vtkDataArray" length="2">
         <Value index="0">9</Value><Value index="1">9</Value></InformationKey>)";
  for (const char* before : {"</DataArray></Points>", "0 0 0 1 0 0"}) {
    std::string text = ascii;
    text.insert(text.find(before), key);
    const auto mesh = read_vtu_text(text, "m.vtu");
    ASSERT_TRUE(mesh) << mesh.error().text();
    EXPECT_EQ(mesh->points[3], (Point{0, 0, 1.5}));
  }
}

TEST(Vtu, SaysWhatIsWrong) {
  EXPECT_EQ(error_of(ascii, "1.5e0", "1.5k"), "m.vtu:8: array '' has '1.5k' (expected numbers)");
  EXPECT_EQ(error_of(ascii, ">10<", ">12<"),
            "m.vtu:14: cells of type 12 (expected 10 or 24, tetrahedra)");
  EXPECT_EQ(error_of(ascii, ">0 1 2 3<", ">0 1 2 4<"),
            "m.vtu: element 0 has node 4 (expected 0 to 3)");
  EXPECT_EQ(error_of(ascii, ">0 1 2 3<", ">0 1 2 0.5<"),
            "m.vtu: element 0 has node -1 (expected 0 to 3)");
  EXPECT_EQ(error_of(ascii, "NumberOfCells=\"1\"", "NumberOfCells=\"-1\""),
            "m.vtu:4: NumberOfCells '-1' (expected 0 to 2147483647)");
  EXPECT_EQ(error_of(ascii, "format=\"ascii\"", "format=\"appended\""),
            "m.vtu:8: format 'appended' (expected ascii or binary)");
  EXPECT_EQ(error_of(ascii, "type=\"UnstructuredGrid\"", "type=\"PolyData\""),
            "m.vtu:2: 'PolyData' (expected type=\"UnstructuredGrid\")");
}

TEST(Vtu, SurvivesFilesThatEndAnywhere) {
  const std::string good = written(some_mesh(Kind::tet4, 1));
  const std::size_t last = good.find("</VTKFile>");
  for (std::size_t length = 0; length < last; length += 7) {
    EXPECT_FALSE(read_vtu_text(std::string_view(good).substr(0, length), "m.vtu")) << length;
  }
}

TEST(Vtu, ThatCannotBeWrittenSaysSo) {
  const auto done = write_vtu("/nowhere/at/all.vtu", some_mesh(Kind::tet4, 1));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().text().substr(0, 35), "/nowhere/at/all.vtu: cannot write: ");
}

TEST(Pvd, ListsItsFiles) {
  const std::string path = scratch("all.pvd");
  ASSERT_TRUE(write_pvd(path, {{0, "a-0.vtu"}, {0.25, "a-1.vtu"}}));
  EXPECT_NE(text_of(path).find("<DataSet timestep=\"0.25\" file=\"a-1.vtu\"/>"), std::string::npos);
}

}  // namespace
}  // namespace isthmus::fem
