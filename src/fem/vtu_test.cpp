#include "fem/vtu.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <vector>

#include "fem/base64.hpp"
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
  EXPECT_EQ(error_of(ascii, "format=\"ascii\"", "format=\"bcd\""),
            "m.vtu:8: format 'bcd' (expected ascii, binary or appended)");
  EXPECT_EQ(error_of(ascii, "type=\"UnstructuredGrid\"", "type=\"PolyData\""),
            "m.vtu:2: 'PolyData' (expected type=\"UnstructuredGrid\")");
}

// The same element as in `ascii`, of arrays behind all tags; `values` begins with the underscore.
std::string appended(const std::string& encoding, const std::string& values,
                     const std::vector<std::size_t>& offsets) {
  const auto at = [&](std::size_t i) {
    return "format=\"appended\" offset=\"" + std::to_string(offsets[i]) + "\"";
  };
  return R"(<VTKFile type="UnstructuredGrid" byte_order="LittleEndian" header_type="UInt32">
<UnstructuredGrid><Piece NumberOfPoints="4" NumberOfCells="1">
<PointData><DataArray type="Int16" Name="number" )" +
         at(0) + R"( RangeMin="-2"></DataArray></PointData>
<Points><DataArray type="Float32" NumberOfComponents="3" )" +
         at(1) + R"(/></Points>
<Cells><DataArray type="Int64" Name="connectivity" )" +
         at(2) + R"(/>
<DataArray type="UInt16" Name="offsets" )" +
         at(3) + R"(/>
<DataArray type="UInt8" Name="types" )" +
         at(4) + "/></Cells></Piece></UnstructuredGrid>\n<AppendedData encoding=\"" + encoding +
         "\">\n  " + values + "\n</AppendedData>\n</VTKFile>\n";
}

template <class T>
std::string bytes_in(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

// Lengths in front of the values; with bytes that look like a tag.
std::vector<std::string> arrays_of_bytes() {
  std::vector<std::string> arrays = {
      bytes_in<std::int16_t>({-2, 300, 0x3e3c, 0x2f3c}),  // "<>" and "</"
      bytes_in<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1.5F}),
      bytes_in<std::int64_t>({0, 1, 2, 3}), bytes_in<std::uint16_t>({4}),
      bytes_in<std::uint8_t>({10})};
  for (std::string& array : arrays) {
    const auto length = static_cast<std::uint32_t>(array.size());
    array.insert(0, bytes_in<std::uint32_t>({length}));
  }
  return arrays;
}

std::string as_base64(const std::string& bytes) {
  const std::string path = scratch("base64");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wb"),
                                                             &std::fclose);
  Base64Writer writer(file.get());
  for (const char byte : bytes) writer.put(static_cast<unsigned char>(byte), 1);
  writer.finish();
  std::fflush(file.get());
  return text_of(path);
}

std::string appended(const std::string& encoding, const std::vector<std::string>& arrays) {
  std::string values = "_";
  std::vector<std::size_t> offsets;
  for (const std::string& array : arrays) {
    offsets.push_back(values.size() - 1);
    values += array;
  }
  return appended(encoding, values, offsets);
}

void expect_the_element(const std::string& text) {
  const auto mesh = read_vtu_text(text, "m.vtu");
  ASSERT_TRUE(mesh) << mesh.error().text();
  EXPECT_EQ(mesh->points[3], (Point{0, 0, 1.5}));
  EXPECT_EQ(mesh->nodes, (std::vector<std::int32_t>{0, 1, 2, 3}));
  EXPECT_EQ(mesh->node_data.at("number").values, (std::vector<double>{-2, 300, 15932, 12092}));
}

TEST(Vtu, ReadsArraysBehindAllTags) {
  expect_the_element(appended("raw", arrays_of_bytes()));
  std::vector<std::string> joined = arrays_of_bytes();
  std::vector<std::string> apart = joined;
  for (std::string& array : joined) array = as_base64(array);
  for (std::string& array : apart) {
    array = as_base64(array.substr(0, 4)) + as_base64(array.substr(4));
  }
  expect_the_element(appended("base64", joined));
  expect_the_element(appended("base64", apart));
}

TEST(Vtu, SaysWhatIsWrongWithArraysBehindAllTags) {
  const std::string good = appended("raw", arrays_of_bytes());
  EXPECT_EQ(error_of(good, "\"raw\"", "\"hex\""),
            "m.vtu:8: encoding 'hex' (expected raw or base64)");
  EXPECT_EQ(error_of(good, "  _", "  "),
            "m.vtu:8: appended data without a beginning (expected _ in front of them)");
  EXPECT_EQ(error_of(good, "offset=\"0\"", "offset=\"9999\""),
            "m.vtu:8: array 'number' is cut short or no base64 (expected its length and so many "
            "bytes)");
  EXPECT_EQ(error_of(good, "offset=\"0\"", "offset=\"-1\""),
            "m.vtu:3: offset '-1' (expected 0 to 2147483647)");
  EXPECT_EQ(error_of(good, "AppendedData encoding", "AppendixData encoding").substr(0, 9),
            "m.vtu:9: ");
  for (std::size_t length = good.find("_\b"); length < good.size() - 28; ++length) {
    EXPECT_FALSE(read_vtu_text(std::string_view(good).substr(0, length), "m.vtu")) << length;
  }
}

TEST(Vtu, StaysOneLineWhateverItQuotes) {
  EXPECT_EQ(error_of(ascii, "format=\"ascii\"", "format=\"a\nb\x1b\""),
            "m.vtu:9: format 'a?b?' (expected ascii, binary or appended)");
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
