#include "mesh/flesh/library.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "mesh/driver/serial_mesh.hpp"
#include "mesh/flesh/flesh.hpp"

namespace isthmus::mesh {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string library(const std::string& language, const std::string& thorn = "wave") {
  return std::string(ISTHMUS_TEST_THORNS) + "/lib" + thorn + "_" + language + ".so";
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

/// Of thorn "spin", whose psi is complex.
MeshFile file_for_spin(const std::string& library, int steps) {
  const auto file = read_mesh_file("library = \"" + library + "\"\n" + R"(thorns = ["spin"]
[grid]
points = [9, 8, 7]
spacing = 0.5
[time]
step = 0.0625
method = "rk4"
steps = )" + std::to_string(steps),
                                   "/a.toml");
  EXPECT_TRUE(file);
  return *file;
}

/// The values of both evolved fields behind some steps of the plain driver.
std::vector<double> run(const MeshFile& file) {
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

std::vector<double> run(const std::string& language) { return run(file_for(library(language))); }

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

TEST(Library, FunctionsMayBeComplexInAllLanguages) {
  constexpr int steps = 16;
  std::vector<double> of_cpp;
  for (const std::string language : {"cpp", "c", "fortran"}) {
    if (!std::filesystem::exists(library(language, "spin"))) continue;
    const MeshFile file = file_for_spin(library(language, "spin"), steps);
    Flesh flesh;
    flesh.open(file);
    ASSERT_EQ(flesh.thorns().size(), 1u) << language;
    const auto& functions = flesh.thorns().front().functions();
    ASSERT_EQ(functions.size(), 7u);
    EXPECT_EQ(functions[1].name, "psi_im");
    EXPECT_EQ(functions[1].options.meaning, "what turns");
    EXPECT_EQ(functions[1].derivative, (GridFunctionId{3, 0}));
    const std::vector<double> values = run(file);
    if (of_cpp.empty()) of_cpp = values;
    EXPECT_EQ(values, of_cpp) << language;
  }
  // What spreads stays in all; so the whole turns, by one radian here.
  const auto sum_of = [](const std::vector<double>& values) {
    const auto middle = values.begin() + std::ssize(values) / 2;
    return std::complex<double>(std::accumulate(values.begin(), middle, 0.0),
                                std::accumulate(middle, values.end(), 0.0));
  };
  const auto begun = sum_of(run(file_for_spin(library("cpp", "spin"), 0)));
  const auto turned = sum_of(of_cpp) / begun;
  EXPECT_NEAR(turned.real(), std::cos(1.0), 1e-6);
  EXPECT_NEAR(turned.imag(), std::sin(1.0), 1e-6);
}

/// The plain driver of thorn "spin" as it begins, and what it stands on.
class BegunSpin {
 public:
  explicit BegunSpin(const std::string& language) {
    const MeshFile file = file_for_spin(library(language, "spin"), 0);
    flesh_.open(file);
    plan_ = flesh_.plan(file).value();
    const Frame frame = frame_of(file, plan_);
    mesh_.emplace(plan_, frame.geometry, frame.step_size);
  }
  const Results& results() const { return mesh_->results(); }
  /// Beyond the grid's ends is its other end.
  std::complex<double> value(std::int32_t real_part, int i, int j, int k) const {
    const auto inside = [](int index, int count) { return (index + count) % count; };
    const int x = inside(i, 9);
    const int y = inside(j, 8);
    const int z = inside(k, 7);
    return {mesh_->fields()[real_part](x, y, z), mesh_->fields()[real_part + 1](x, y, z)};
  }

 private:
  Flesh flesh_;
  Plan plan_;
  std::optional<SerialMesh> mesh_;
};

TEST(Library, ComplexNumbersHaveNormsAndValuesBetweenPointsInAllLanguages) {
  Results of_cpp;
  for (const std::string language : {"cpp", "c", "fortran"}) {
    if (!std::filesystem::exists(library(language, "spin"))) continue;
    const Results results = BegunSpin(language).results();
    ASSERT_EQ(results.size(), 5u) << language;
    if (of_cpp.empty()) of_cpp = results;
    EXPECT_EQ(results, of_cpp) << language;
  }
  double sum = 0;
  double squares = 0;
  double most = 0;
  for (int k = 0; k < 7; ++k) {
    for (int j = 0; j < 8; ++j) {
      for (int i = 0; i < 9; ++i) {
        const double x = 0.5 * i;
        const std::complex<double> psi(1 + std::exp(-(x * x)) * (j % 3), 0.5 + k % 2);
        sum += std::abs(psi);
        squares += std::norm(psi);
        most = std::max(most, std::abs(psi));
      }
    }
  }
  constexpr int points = 9 * 8 * 7;
  EXPECT_NEAR(of_cpp[0][0], sum / points, 1e-13);
  EXPECT_NEAR(of_cpp[0][1], std::sqrt(squares / points), 1e-13);
  EXPECT_EQ(of_cpp[0][2], most);
  // The second place is the point (2, 2, 2), the first one lies between points.
  EXPECT_EQ(of_cpp[1][1], 1 + std::exp(-1.0) * 2);
  EXPECT_EQ(of_cpp[2][1], 0.5);
  EXPECT_GT(of_cpp[2][0], 0.5);
}

TEST(Library, EquationsOfComplexNumbersAreSolvedInBothParts) {
  const BegunSpin spin("cpp");
  constexpr std::int32_t psi = 0;
  constexpr std::int32_t pull = 4;
  double left = 0;
  double imaginary = 0;
  for (int k = 0; k < 7; ++k) {
    for (int j = 0; j < 8; ++j) {
      for (int i = 0; i < 9; ++i) {
        const std::complex<double> around =
            spin.value(pull, i - 1, j, k) + spin.value(pull, i + 1, j, k) +
            spin.value(pull, i, j - 1, k) + spin.value(pull, i, j + 1, k) +
            spin.value(pull, i, j, k - 1) + spin.value(pull, i, j, k + 1);
        const std::complex<double> here = spin.value(pull, i, j, k);
        const std::complex<double> source = spin.value(psi, i, j, k);
        // The points are half a unit apart.
        left = std::max(left, std::abs(4.0 * (around - 6.0 * here) - here + source));
        imaginary = std::max(imaginary, std::abs(here.imag()));
      }
    }
  }
  EXPECT_LT(left, 1.001e-9);
  EXPECT_GT(imaginary, 0.4);
}

TEST(Library, PartsOfComplexNumbersAreFunctionsOfTheirThorn) {
  Flesh flesh;
  declare_by(flesh, [](isthmus_mesh_flesh* handle) {
    isthmus_mesh_thorn* thorn = isthmus_mesh_declare_thorn(handle, "wave", nullptr);
    const isthmus_mesh_function phi = isthmus_mesh_declare_function(thorn, "phi", 1, "");
    isthmus_mesh_join_complex(thorn, "phi", {phi, phi});
    isthmus_mesh_join_complex(thorn, "psi", {phi, {5, 0}});
    isthmus_mesh_declare_complex_reduction(thorn, "size", {phi, {7, 0}}, "");
  });
  std::vector<std::string> lines;
  const auto file = read_mesh_file(
      "thorns = [\"wave\"]\n[grid]\npoints = 1\nspacing = 1\n[time]\nsteps = 1\nstep = 1",
      "a.toml");
  for (const Error& error : flesh.mistakes(*file)) lines.push_back(error.text());
  EXPECT_THAT(
      lines, ElementsAre("complex function 'wave::phi' has the name of another function",
                         "complex function 'wave::psi' has a part that is no function of its thorn",
                         HasSubstr("reduction 'wave::size' is of")));
}

TEST(Library, WordsOfAListKeepTheBlanksWithinThem) {
  Flesh flesh;
  declare_by(flesh, [](isthmus_mesh_flesh* handle) {
    isthmus_mesh_thorn* thorn = isthmus_mesh_declare_thorn(handle, "wave", nullptr);
    isthmus_mesh_declare_keyword(thorn, "how", "far away", " near , far away,, at  all ", 0, "");
  });
  const auto& form = flesh.thorns().front().parameters().front().form;
  EXPECT_THAT(std::get<KeywordParameter>(form).allowed,
              ElementsAre("near", "far away", "", "at  all"));
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
