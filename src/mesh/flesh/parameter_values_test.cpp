#include "mesh/flesh/parameter_values.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "mesh/flesh/flesh.hpp"

namespace isthmus::mesh {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A thorn with an array of three numbers, a complex number, two of them, and a plain one.
void declare_arrays(Flesh& flesh) {
  Thorn& thorn = flesh.declare("wave");
  for (const char* name : {"weight[0]", "weight[1]", "weight[2]"}) {
    thorn.parameter({name, RealParameter{1, {0, 5}}, ""});
  }
  thorn.parameter({"speed", IntegerParameter{3, {.least = 1}}, ""});
  for (const char* name :
       {"z[0]", "z[1]", "roots[0][0]", "roots[0][1]", "roots[1][0]", "roots[1][1]"}) {
    thorn.parameter({name, RealParameter{0.5, {}}, ""});
  }
}

MeshFile file_of_arrays(const std::string& lines) {
  const auto read = read_mesh_file(
      "thorns = [\"wave\"]\n[grid]\npoints = 8\nspacing = 1\n[time]\nsteps = 1\nstep = 1\n"
      "[parameters.wave]\n" +
          lines,
      "a.toml");
  EXPECT_TRUE(read);
  return *read;
}

std::vector<double> values_of(const std::string& lines) {
  Flesh flesh;
  declare_arrays(flesh);
  const auto plan = flesh.plan(file_of_arrays(lines));
  EXPECT_TRUE(plan) << (plan ? "" : plan.error().text());
  std::vector<double> values;
  for (std::size_t i = 0; plan && i < plan->parameters.size(); ++i) {
    if (i != 3) values.push_back(plan->parameters[i].real);
  }
  return values;
}

std::vector<std::string> mistakes_of_arrays(const std::string& lines) {
  Flesh flesh;
  declare_arrays(flesh);
  std::vector<std::string> texts;
  for (const Error& error : flesh.mistakes(file_of_arrays(lines))) {
    texts.push_back(error.text());
    EXPECT_EQ(exit_status(error.code), 2);
    EXPECT_EQ(texts.back().find('\n'), std::string::npos);
  }
  return texts;
}

TEST(ParameterValues, AnArrayGivesEachOfItsElementsAValue) {
  EXPECT_THAT(values_of(""), ElementsAre(1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5));
  EXPECT_THAT(values_of("weight = [2, 0.5, 5]\nz = [3, -4.0]\nroots = [[1, 2], [3, 4]]"),
              ElementsAre(2, 0.5, 5, 3, -4, 1, 2, 3, 4));
}

TEST(ParameterValues, AnElementMayBeSetByItself) {
  EXPECT_THAT(values_of("\"weight[1]\" = 2\n\"roots[1]\" = [7, 8]"),
              ElementsAre(1, 2, 1, 0.5, 0.5, 0.5, 0.5, 7, 8));
}

TEST(ParameterValues, AnArrayHasAsManyValuesAsItsParameter) {
  EXPECT_THAT(mistakes_of_arrays("weight = [1, 2]"),
              ElementsAre("a.toml:9: 'weight' of thorn 'wave' has 2 values (expected 3)"));
  EXPECT_THAT(mistakes_of_arrays("weight = [1, 2, 3, \"four\"]"),
              ElementsAre("a.toml:9: 'weight' of thorn 'wave' has 4 values (expected 3)"));
  EXPECT_THAT(mistakes_of_arrays("roots = [[1, 2], [3]]"),
              ElementsAre("a.toml:9: 'roots[1]' of thorn 'wave' has 1 value (expected 2)"));
  EXPECT_THAT(mistakes_of_arrays("weight = []"),
              ElementsAre("a.toml:9: 'weight' of thorn 'wave' has 0 values (expected 3)"));
}

TEST(ParameterValues, WhatIsWrongInAnArrayIsToldOfItsElement) {
  EXPECT_THAT(mistakes_of_arrays("weight = [1, 6, true]"),
              ElementsAre("a.toml:9: 'weight[1]' of thorn 'wave' is 6 (expected a number from 0 to "
                          "5)",
                          "a.toml:9: 'weight[2]' of thorn 'wave' is true (expected a number from 0 "
                          "to 5)"));
  EXPECT_THAT(mistakes_of_arrays("\"weight[3]\" = 1"),
              ElementsAre("a.toml:9: 'weight[3]' of thorn 'wave' is beyond the array (expected "
                          "weight[0] to weight[2])"));
}

TEST(ParameterValues, AnArrayIsNoNumberAndANumberNoArray) {
  EXPECT_THAT(mistakes_of_arrays("weight = 2"),
              ElementsAre("a.toml:9: 'weight' of thorn 'wave' is 2 (expected an array of 3 "
                          "values)"));
  EXPECT_THAT(mistakes_of_arrays("speed = [1, 2]"),
              ElementsAre("a.toml:9: 'speed' of thorn 'wave' is an array (expected an integer of "
                          "at least 1)"));
}

TEST(ParameterValues, AnElementStandsByItselfOrInItsArray) {
  EXPECT_THAT(mistakes_of_arrays("weight = [1, 2, 3]\n\"weight[1]\" = 4"),
              ElementsAre("a.toml:10: 'weight[1]' of thorn 'wave' stands in line 9, too (expected "
                          "its array, or it by itself)"));
  EXPECT_THAT(mistakes_of_arrays("\"weight[1]\" = 4\n\nweight = [1, 2, 3]"),
              ElementsAre("a.toml:11: 'weight[1]' of thorn 'wave' stands in line 9, too (expected "
                          "its array, or it by itself)"));
  EXPECT_THAT(mistakes_of_arrays("roots = [[1, 2], [3, 4]]\n\"roots[1]\" = [7, 8]"),
              ElementsAre("a.toml:10: 'roots[1]' of thorn 'wave' stands in line 9, too (expected "
                          "its array, or it by itself)"));
  EXPECT_THAT(mistakes_of_arrays("\"z[0]\" = 1\n\"z[1]\" = 2"), IsEmpty());
}

TEST(ParameterValues, AMisspeltArrayIsToldOnceWithTheNearestWord) {
  EXPECT_THAT(mistakes_of_arrays("wieght = [1, 2, 3]"),
              ElementsAre("a.toml:9: thorn 'wave' has no parameter 'wieght' (expected weight, "
                          "speed, z or roots; did you mean 'weight'?)"));
  EXPECT_THAT(
      mistakes_of_arrays("\"wieght[1]\" = 2"),
      ElementsAre(AllOf(HasSubstr("has no parameter 'wieght[1]'"), Not(HasSubstr("weight[2]")))));
}

TEST(ParameterValues, NamesOfElementsAreNamesWithNumbersInBrackets) {
  for (const char* name : {"x[", "x[a]", "[0]", "x[]", "x[0]y", "x[-1]"}) {
    Flesh flesh;
    flesh.declare("wave").parameter({name, BooleanParameter{}, ""});
    EXPECT_THAT(flesh.mistakes(file_of_arrays("")), Not(IsEmpty())) << name;
  }
}

}  // namespace
}  // namespace isthmus::mesh
