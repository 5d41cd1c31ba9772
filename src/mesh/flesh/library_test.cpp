#include "mesh/flesh/library.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <vector>

#include "mesh/driver/serial_mesh.hpp"
#include "mesh/flesh/flesh.hpp"

namespace isthmus::mesh {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string library(const std::string& language) {
  return std::string(ISTHMUS_TEST_THORNS) + "/libwave_" + language + ".so";
}

MeshFile file_for(const std::string& library) {
  const auto file = read_mesh_file("library = \"" + library + R"("
thorns = ["wave"]
[grid]
points = [9, 8, 7]
domain = [[-1, 1], [-1, 1], [-1.5, 1.5]]
[time]
steps = 6
courant = 0.25
method = "rk4"
[parameters.wave]
amplitude = 2
law = "driven"
)",
                                   "/a.toml");
  EXPECT_TRUE(file);
  return *file;
}

/// The values of both evolved fields behind some steps of the plain driver.
std::vector<double> run(const std::string& language) {
  const MeshFile file = file_for(library(language));
  Flesh flesh;
  flesh.open(file);
  const auto plan = flesh.plan(file);
  EXPECT_TRUE(plan) << plan.error().text();
  if (!plan) return {};
  const Frame frame = frame_of(file, *plan);
  SerialMesh mesh(*plan, frame.geometry, frame.step_size);
  mesh.run(frame.steps);
  std::vector<double> values;
  for (const std::int32_t field : {0, 1}) {
    const View view = mesh.fields()[field];
    for (int k = 0; k < 7; ++k) {
      for (int j = 0; j < 8; ++j) values.insert(values.end(), view.row(j, k), view.row(j, k) + 9);
    }
  }
  return values;
}

TEST(Library, ThornsInCAndCppGiveTheSameBits) {
  if (!std::filesystem::exists(library("c"))) GTEST_SKIP() << "no C compiler";
  const std::vector<double> cpp = run("cpp");
  ASSERT_EQ(cpp.size(), 2u * 9 * 8 * 7);
  // It has gone on: the pulse of height 2 has run apart.
  EXPECT_LT(cpp[4 + 9 * (4 + 8 * 3)], 1.9);
  EXPECT_GT(cpp[4 + 9 * (4 + 8 * 3)], 0.1);
  EXPECT_EQ(run("c"), cpp);
}

TEST(Library, ThornsInFortranGiveTheSameBits) {
  if (!std::filesystem::exists(library("fortran"))) GTEST_SKIP() << "no Fortran compiler";
  EXPECT_EQ(run("fortran"), run("cpp"));
}

TEST(Library, DeclaresTheSameInAllLanguages) {
  for (const std::string language : {"cpp", "c", "fortran"}) {
    if (!std::filesystem::exists(library(language))) continue;
    Flesh flesh;
    flesh.open(file_for(library(language)));
    ASSERT_EQ(flesh.thorns().size(), 1u) << language;
    const Thorn& thorn = flesh.thorns().front();
    EXPECT_EQ(thorn.meaning(), "a scalar wave");
    ASSERT_EQ(thorn.functions().size(), 4u);
    EXPECT_EQ(thorn.functions()[0].options.boundary.kind, BoundaryKind::radiative);
    EXPECT_EQ(thorn.functions()[1].options.meaning, "its derivative in time");
    EXPECT_EQ(thorn.functions()[1].derivative, (GridFunctionId{3, 0}));
    ASSERT_EQ(thorn.parameters().size(), 3u);
    EXPECT_TRUE(thorn.parameters()[1].is_steerable);
    EXPECT_EQ(std::get<RealParameter>(thorn.parameters()[1].form).range.greatest, 2);
    EXPECT_THAT(std::get<KeywordParameter>(thorn.parameters()[2].form).allowed,
                ElementsAre("free", "driven"));
    ASSERT_EQ(thorn.routines().size(), 2u);
    EXPECT_EQ(thorn.routines()[1].bin, Bin::right_side);
    EXPECT_EQ(thorn.routines()[1].reads[0].layers, 1);
    EXPECT_EQ(thorn.routines()[1].flops, 17);
  }
}

TEST(Library, OneThatDeclaresNothingIsAMistake) {
  Flesh flesh;
  const auto opened = open_library(flesh, "libm.so.6");
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().text(), HasSubstr("libm.so.6 declares no thorns"));
}

TEST(Library, WrongNumbersInCAreKeptAsMistakes) {
  Flesh flesh;
  declare_by(flesh, [](isthmus_mesh_flesh* handle) {
    isthmus_mesh_thorn* thorn = isthmus_mesh_declare_thorn(handle, "wave", nullptr);
    isthmus_mesh_declare_evolved(thorn, {5, 0}, {6, 0});
    isthmus_mesh_reads(thorn, 3, {0, 0}, 1);
    isthmus_mesh_declare_routine(thorn, static_cast<isthmus_mesh_bin>(7), "a", nullptr);
    isthmus_mesh_find_function(handle, "nothing::at_all");
    isthmus_mesh_set_boundary(thorn, isthmus_mesh_declare_function(thorn, "phi", 1, ""),
                              static_cast<isthmus_mesh_boundary>(7), 0, 1);
  });
  std::vector<std::string> lines;
  const auto file = read_mesh_file(
      "thorns = [\"wave\"]\n[grid]\npoints = 1\nspacing = 1\n[time]\nsteps = 1\nstep = 1",
      "a.toml");
  for (const Error& error : flesh.mistakes(*file)) lines.push_back(error.text());
  EXPECT_THAT(lines, ElementsAre("thorn 'wave': function number 5 is none of its own",
                                 "thorn 'wave': there is no routine number 3",
                                 "thorn 'wave': routine 'a' is of no bin",
                                 HasSubstr("there is no grid function 'nothing::at_all'"),
                                 "thorn 'wave': there is no kind of boundary 7",
                                 "wave::a has no function to call"));
}

}  // namespace
}  // namespace isthmus::mesh
