#include <gmock/gmock.h>

#include <cctype>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <ostream>
#include <string>
#include <vector>

#include "mesh/flesh/mesh_file.hpp"

namespace isthmus::mesh {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string good = R"(title = "a wave"
library = ["libone.so", "libtwo.so"]
thorns = ["wave", "gauss"]

[grid]
points = [64, 32, 16]
origin = [-1, 0, 0.5]
spacing = 0.125

[time]
steps = 100
courant = 0.25
method = "icn"
iterations = 3

[parameters.wave]
speed = 2
law = "cubic"
is_loud = true
amplitude = 0.5

[boundaries]
all = "copied"
x = "periodic"
z_upper = { kind = "radiative", value = 1, speed = 2 }
[boundaries.wave]
y_lower = "reflected"

[driver]
kind = "blocks"
blocks = [4, 2, 1]
processors = [2, 2, 1]
cut = "x"
interior_gain = [0.2, 0.23]
depth = 2
wide_depth = [4, 1, 1]
rule = "paper"

[compression]
between_sites = "adapt"
errors = { "wave::phi" = 1e-6 }
charged = { left = 0.4, pack = 1e8, unpack = 3e8 }

[output]
folder = "results"
every = 10
functions = ["wave::phi"]
norms = ["wave::phi"]
norms_every = 1
[[output.slice]]
function = "wave::phi"
across = "z"
at = 0.5
order = 4
[[output.point]]
function = "wave::phi"
at = [0.5, 1.5, -0.25]
every = 2
)";

std::vector<std::string> mistakes_in(const std::string& text) {
  const auto file = read_mesh_file(text, "a.toml");
  std::vector<std::string> lines;
  if (!file) return {file.error().text()};
  for (const Error& error : file->mistakes) lines.push_back(error.text());
  return lines;
}

std::string with(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, text.npos) << what;
  return at == text.npos ? text : text.replace(at, what.size(), by);
}

TEST(MeshReader, ReadsAWholeFile) {
  const auto read = read_mesh_file(good, "a.toml");
  ASSERT_TRUE(read) << read.error().text();
  const MeshFile& file = *read;
  EXPECT_THAT(mistakes_in(good), ElementsAre());
  ASSERT_EQ(file.libraries.size(), 2u);
  EXPECT_EQ(file.libraries[1].name, "libtwo.so");
  ASSERT_EQ(file.thorns.size(), 2u);
  EXPECT_EQ(file.thorns[0].line, 3);
  EXPECT_EQ(file.grid.points, (Point{64, 32, 16}));
  EXPECT_EQ(file.grid.origin[2], 0.5);
  EXPECT_EQ(file.grid.spacing[1], 0.125);
  EXPECT_EQ(file.time.steps, 100);
  EXPECT_EQ(file.time.method, Method::icn);
  EXPECT_EQ(file.time.iterations, 3);
  ASSERT_EQ(file.parameters.size(), 4u);
  EXPECT_EQ(file.parameters[0].name, "speed");
  EXPECT_EQ(std::get<std::int64_t>(file.parameters[0].value), 2);
  EXPECT_EQ(std::get<std::string>(file.parameters[1].value), "cubic");
  ASSERT_EQ(file.boundaries.size(), 4u);
  EXPECT_EQ(file.boundaries[2].boundary.kind, BoundaryKind::radiative);
  EXPECT_EQ(file.boundaries[2].boundary.speed, 2);
  EXPECT_EQ(file.boundaries[2].side, 1u);
  EXPECT_EQ(file.boundaries[3].of, "wave");
  EXPECT_EQ(file.driver.blocks, (Point{4, 2, 1}));
  EXPECT_EQ(file.driver.processors, (Point{2, 2, 1}));
  EXPECT_EQ(file.driver.interior_gains, (std::vector{0.2, 0.23}));
  EXPECT_EQ(file.driver.depth, (Point{2, 2, 2}));
  EXPECT_EQ(file.driver.wide_depth, (Point{4, 1, 1}));
  EXPECT_EQ(file.driver.rule, "paper");
  EXPECT_EQ(file.compression.between_sites, "adapt");
  ASSERT_EQ(file.compression.errors.size(), 1u);
  EXPECT_EQ(file.compression.errors[0].function, "wave::phi");
  EXPECT_EQ(file.compression.errors[0].error, 1e-6);
  ASSERT_TRUE(file.compression.charged);
  EXPECT_EQ(file.compression.charged->unpack, 3e8);
  EXPECT_EQ(file.output.folder, "results");
  ASSERT_EQ(file.output.slices.size(), 1u);
  EXPECT_EQ(file.output.slices[0].at, 0.5);
  EXPECT_EQ(file.output.slices[0].order, 4);
  ASSERT_EQ(file.output.points.size(), 1u);
  EXPECT_EQ(file.output.points[0].at, (std::array{0.5, 1.5, -0.25}));
  EXPECT_EQ(file.output.points[0].order, 3);
  EXPECT_EQ(file.output.points[0].every, 2);
}

struct Mistake {
  const char* what;  // of the good file
  const char* by;
  const char* said;
};

/// Its place in the list and what it makes of the file, for names of tests.
std::string name_of(const Mistake& mistake, std::size_t number) {
  std::string name = std::to_string(number);
  for (const char c : std::string(mistake.by)) {
    if (name.size() > 40) break;
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      name += c;
    } else if (name.back() != '_') {
      name += '_';
    }
  }
  return name;
}
void PrintTo(const Mistake& mistake, std::ostream* out) { *out << name_of(mistake, 0); }

class MeshReaderMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(MeshReaderMistakes, IsOneLineWithItsPlaceAndWhatWasExpected) {
  const auto& [what, by, said] = GetParam();
  const auto lines = mistakes_in(with(good, what, by));
  ASSERT_EQ(lines.size(), 1u) << testing::PrintToString(lines);
  EXPECT_THAT(lines[0], HasSubstr(said));
  EXPECT_EQ(lines[0].find('\n'), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    Of, MeshReaderMistakes,
    testing::Values(
        Mistake{"title =", "titel =",
                "a.toml:1: unknown key 'titel' in the parameter file "
                "(expected title, library, thorns, grid, time, start, parameters, "
                "boundaries, driver, compression, refinement or output; did you mean 'title'?)"},
        Mistake{"[output]", "[refinement]\n[output]", "[refinement] has no boxes"},
        Mistake{"[output]", "[refinement]\nbox = 3\n[output]",
                "'box' in [refinement] is an integer (expected tables, each under a line "
                "[[refinement.box]])"},
        Mistake{"[output]", "[refinement]\n[refinement.criterion]\n[output]",
                "[refinement.criterion] has no 'function'"},
        Mistake{"\"gauss\"]", "\"wave\"]", "a.toml:3: 'wave' stands twice in 'thorns'"},
        Mistake{"\"gauss\"]", "7]", "a.toml:3: 'thorns' in the parameter file is an integer"},
        Mistake{"thorns = [\"wave\", \"gauss\"]", "", "no thorns are active"},
        Mistake{"[\"wave\", \"gauss\"]", "[]", "a.toml:3: no thorns are active"},
        Mistake{"points = [64, 32, 16]", "points = [64, 32]",
                "a.toml:6: 'points' in [grid] has 2 values (expected 3: for x, y and z)"},
        Mistake{"points = [64, 32, 16]", "points = [64, 32, 0]",
                "a.toml:6: 'points' in [grid] is 0 (expected an integer from 1 to"},
        Mistake{"points = [64, 32, 16]", "points = [64, 32, 1.5]", "is a floating-point number"},
        Mistake{"points = [64, 32, 16]", "points = 100000",
                "a.toml:6: the grid has 1e+15 points (expected at most 1e+12)"},
        Mistake{"spacing = 0.125", "spacing = -1", "'spacing' in [grid] is -1"},
        Mistake{"spacing = 0.125", "spacing = nan", "'spacing' in [grid] is nan"},
        Mistake{"spacing = 0.125", "", "[grid] has no 'spacing'"},
        Mistake{"origin = [-1, 0, 0.5]\nspacing = 0.125", "domain = [[0, 1], [0, 1], [1, 1]]",
                "goes from 1 to 1 in z"},
        Mistake{"origin = [-1, 0, 0.5]\nspacing = 0.125", "domain = [[0, 1], [0, 1]]",
                "'domain' in [grid] has 2 values"},
        Mistake{"origin = [-1, 0, 0.5]", "domain = [[0, 1], [0, 1], [0, 1]]",
                "'domain' in [grid] stands beside 'spacing' (expected one of the two)"},
        Mistake{"steps = 100", "steps = -1", "a.toml:11: 'steps' in [time] is -1"},
        Mistake{"steps = 100", "", "[time] does not say when to end"},
        Mistake{"steps = 100", "steps = 100\nuntil = 1", "'until' in [time] stands beside 'steps'"},
        Mistake{"courant = 0.25", "", "[time] does not say how long a step is"},
        Mistake{"courant = 0.25", "courant = \"a half\"", "'courant' in [time] is a string"},
        Mistake{"method = \"icn\"\niterations = 3", "method = \"rk5\"",
                "'method' in [time] is 'rk5' (expected rk2, rk3, rk4 or icn; did you mean 'rk"},
        Mistake{"method = \"icn\"", "method = \"rk4\"",
                "'iterations' in [time] without method = \"icn\""},
        Mistake{"iterations = 3", "iterations = 0", "'iterations' in [time] is 0"},
        Mistake{"speed = 2\n", "speed = { a = 2 }\n", "'speed' of thorn 'wave' is a table"},
        Mistake{"speed = 2\n", "speed = [1, 2020-01-01]\n",
                "'speed[1]' of thorn 'wave' is a date or time"},
        Mistake{"all = \"copied\"", "all = \"another\"", "'all' of [boundaries] has no 'function'"},
        Mistake{"all = \"copied\"", "all = { kind = \"another\" }",
                "'all' of [boundaries] has no 'function'"},
        Mistake{"all = \"copied\"", "all = { kind = \"copied\", function = \"wave::phi\" }",
                "'function' in 'all' of [boundaries] has no meaning"},
        Mistake{"all = \"copied\"", "all = \"coppied\"", "did you mean 'copied'?"},
        Mistake{"x = \"periodic\"", "w = \"periodic\"", "unknown key 'w' in [boundaries]"},
        Mistake{"y_lower = \"reflected\"", "y_lowr = \"reflected\"", "did you mean 'y_lower'?"},
        Mistake{"kind = \"radiative\", ", "", "has no 'kind'"},
        Mistake{"kind = \"radiative\"", "kind = \"value\"",
                "'speed' in 'z_upper' of [boundaries] has no meaning"},
        Mistake{"kind = \"radiative\", value = 1, speed = 2", "kind = \"copied\", value = 1",
                "'value' in 'z_upper' of [boundaries] has no meaning"},
        Mistake{"kind = \"blocks\"", "kind = \"block\"", "did you mean 'blocks'?"},
        Mistake{"blocks = [4, 2, 1]", "blocks = [4, 2, 17]", "17 blocks in z for 16 points"},
        Mistake{"blocks = [4, 2, 1]", "blocks = 2\nblocks_per_pe = 2", "stands beside 'blocks'"},
        Mistake{"cut = \"x\"", "cut = \"w\"", "'cut' in [driver] is 'w' (expected x, y or z"},
        Mistake{"interior_gain = [0.2, 0.23]", "interior_gain = -0.1",
                "'interior_gain' in [driver] is -0.1"},
        Mistake{"depth = 2", "depth = 0", "'depth' in [driver] is 0"},
        Mistake{"rule = \"paper\"", "rule = \"papre\"", "did you mean 'paper'?"},
        Mistake{"between_sites", "betwen_sites", "did you mean 'between_sites'?"},
        Mistake{"\"adapt\"", "\"adopt\"",
                "a.toml:40: 'between_sites' in [compression] is 'adopt' (expected never, always "
                "or adapt; did you mean 'adapt'?)"},
        Mistake{"rule = \"paper\"", "rule = \"fixed\"",
                "between_sites = \"adapt\" in [compression], and no rule that does"},
        Mistake{"1e-6", "-1e-6", "'wave::phi' in"}, Mistake{"1e-6", "\"small\"", "is a string"},
        Mistake{"left = 0.4", "left = 2", "'left' in"},
        Mistake{"left = 0.4, ", "", "has no 'left'"},
        Mistake{"unpack = 3e8", "unpack = 3e8, unpak = 1", "did you mean 'unpack'?"},
        Mistake{"folder = \"results\"", "folder = \"\"", "'folder' in [output] is empty"},
        Mistake{"every = 10", "every = -1", "'every' in [output] is -1"},
        Mistake{"function = \"wave::phi\"", "", "[[output.slice]] has no 'function'"},
        Mistake{"[[output.slice]]", "[output.slice]", "'slice' in [output] is a table"},
        Mistake{"order = 4", "order = 6", "'order' in [[output.slice]] is 6"},
        Mistake{"at = [0.5, 1.5, -0.25]", "", "[[output.point]] has no 'at'"},
        Mistake{"at = [0.5, 1.5, -0.25]", "at = [0.5, 1.5]", "'at' in [[output.point]] has 2"}),
    [](const auto& test) { return name_of(test.param, test.index); });

TEST(MeshReader, WhatIsPutOutAtNoStepIsAMistakeUnlessThatIsSaid) {
  const auto lines = mistakes_in(with(good, "every = 10\n", ""));
  ASSERT_EQ(lines.size(), 2u) << testing::PrintToString(lines);
  EXPECT_THAT(lines[0], HasSubstr("'functions' in [output] is put out at no step: there is no "
                                  "'every' (expected a line such as every = 10"));
  EXPECT_THAT(lines[1], HasSubstr("the slice is put out at no step"));
  EXPECT_THAT(mistakes_in(with(good, "every = 10\n", "every = 0\n")), ElementsAre());
}

TEST(MeshReader, GridsAreCutIntoAMillionBlocksAtMost) {
  const std::string large = with(good, "points = [64, 32, 16]", "points = 10000");
  const auto lines = mistakes_in(with(large, "blocks = [4, 2, 1]", "blocks = [1000, 1001, 1]"));
  ASSERT_EQ(lines.size(), 1u) << testing::PrintToString(lines);
  EXPECT_THAT(lines[0], HasSubstr("the grid has 1001000 blocks"));
  EXPECT_THAT(mistakes_in(with(large, "blocks = [4, 2, 1]", "blocks = 100")), ElementsAre());
}

TEST(MeshReader, TellsAllMistakesInTheOrderOfLines) {
  const auto lines = mistakes_in(R"(thorns = ["wave"]
[output]
every = "often"
[grid]
points = 0
spacing = 1
[time]
steps = 1
step = 0
)");
  ASSERT_EQ(lines.size(), 3u) << testing::PrintToString(lines);
  EXPECT_THAT(lines[0], HasSubstr("a.toml:3: "));
  EXPECT_THAT(lines[1], HasSubstr("a.toml:5: "));
  EXPECT_THAT(lines[2], HasSubstr("a.toml:9: "));
}

TEST(MeshReader, RefusesWhatIsNoTomlInOneLine) {
  for (const std::string text : {"[", "a = = 1", "\xff\xfe", "thorns = [\"wave\""}) {
    const auto lines = mistakes_in(text);
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_THAT(lines[0], HasSubstr("not TOML"));
    EXPECT_EQ(lines[0].find('\n'), std::string::npos);
  }
  EXPECT_THAT(mistakes_in(std::string(5000, '.'))[0], HasSubstr("too many dots"));
}

TEST(MeshReader, AFileThatIsNotThereIsOneLine) {
  const auto file = load_mesh_file("/nowhere/a.toml");
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().text(), HasSubstr("/nowhere/a.toml: cannot read"));
  EXPECT_EQ(exit_status(file.error().code), 2);
}

TEST(MeshReader, AFileThatIsEmptyIsToldSo) {
  const std::string path = ::testing::TempDir() + "isthmus_empty_mesh.toml";
  std::ofstream(path).close();
  const auto file = load_mesh_file(path);
  std::remove(path.c_str());
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().text(), HasSubstr(path + ": the parameter file is empty"));
  EXPECT_EQ(exit_status(file.error().code), 2);
}

Plan plan_of_one_field(BoundaryKind kind) {
  Plan plan;
  plan.fields.push_back({"wave::phi", {0, 0}});
  Boundaries boundaries;
  for (auto& sides : boundaries) sides = {Boundary{kind}, Boundary{kind}};
  plan.boundaries.push_back(boundaries);
  return plan;
}

TEST(Frame, ADomainEndsAtItsLastPointUnlessItIsPeriodic) {
  MeshFile file;
  file.grid.points = {5, 5, 5};
  file.grid.domain = {{{0, 1}, {0, 2}, {-1, 1}}};
  file.time.steps = 3;
  file.time.courant = 0.5;
  const Frame open = frame_of(file, plan_of_one_field(BoundaryKind::copied));
  EXPECT_EQ(open.geometry.spacing[0], 0.25);
  EXPECT_EQ(open.geometry.coordinate(2, 4), 1);
  EXPECT_EQ(open.step_size, 0.125);
  EXPECT_EQ(open.steps, 3);
  const Frame periodic = frame_of(file, plan_of_one_field(BoundaryKind::periodic));
  EXPECT_EQ(periodic.geometry.spacing[0], 0.2);
}

TEST(Frame, EndsAtTheFinalTime) {
  MeshFile file;
  file.grid.points = {10, 1, 1};
  file.grid.spacing = {0.1, 1e-9, 1e-9};
  file.time.until = 1.0;
  file.time.courant = 0.3;
  const Frame frame = frame_of(file, plan_of_one_field(BoundaryKind::periodic));
  EXPECT_EQ(frame.steps, 34);
  EXPECT_DOUBLE_EQ(frame.step_size * 34, 1.0);
  file.time.courant.reset();
  file.time.step_size = 0.1;
  EXPECT_EQ(frame_of(file, plan_of_one_field(BoundaryKind::periodic)).steps, 10);
}

}  // namespace
}  // namespace isthmus::mesh
