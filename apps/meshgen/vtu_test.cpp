#include "meshgen/vtu.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

namespace meshgen {
namespace {

using testing::HasSubstr;

TEST(Vtu, HoldsTheMeshAsBase64WithItsLengthInFront) {
  WholeMesh mesh;
  mesh.points = {{0, 0}, {1, 0}, {0, 1}};
  mesh.triangles = {{0, 1, 2}};
  mesh.subdomain = {7};
  mesh.pe = {2};
  const std::string path =
      testing::TempDir() + "meshgen_vtu_test_" + std::to_string(getpid()) + ".vtu";
  ASSERT_TRUE(write_vtu(path, mesh));
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  unlink(path.c_str());
  EXPECT_THAT(text.str(), HasSubstr("NumberOfPoints=\"3\" NumberOfCells=\"1\""));
  // 12 bytes: 0, 1, 2; made by Python's base64 and struct.
  EXPECT_THAT(text.str(), HasSubstr("DAAAAAAAAAAAAAAAAQAAAAIAAAA="));
  // 1 byte: 5, a triangle.
  EXPECT_THAT(text.str(), HasSubstr(">AQAAAAAAAAAF<"));
  // 4 bytes: 7.
  EXPECT_THAT(
      text.str(),
      HasSubstr("Name=\"subdomain\" NumberOfComponents=\"1\" format=\"binary\">BAAAAAAAAAAHAAAA<"));
  EXPECT_THAT(
      text.str(),
      HasSubstr("Name=\"pe\" NumberOfComponents=\"1\" format=\"binary\">BAAAAAAAAAACAAAA<"));
}

TEST(Vtu, TellsOfAFolderThatIsNotThere) {
  const auto written = write_vtu("/nowhere/mesh.vtu", {});
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().text(), HasSubstr("/nowhere/mesh.vtu: cannot write"));
}

}  // namespace
}  // namespace meshgen
