// What thorns declare and cannot mean.
#include <gmock/gmock.h>

#include <string>

#include "mesh/flesh/flesh.hpp"
#include "mesh/flesh/test_flesh.hpp"

namespace isthmus::mesh {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Declarations, FindsWhatAMethodOfLinesLacks) {
  EXPECT_THAT(mistakes_of([](Thorn& thorn, GridFunctionId phi) {
                thorn.evolves(phi, thorn.function("dot"));
                thorn.routine(Bin::initial, "begin", nothing).writes({phi});
              }),
              ElementsAre("wave::phi is evolved, and no routine of right_side writes wave::dot "
                          "(expected one that does)"));
  EXPECT_THAT(mistakes_of([](Thorn& thorn, GridFunctionId phi) {
                thorn.routine(Bin::right_side, "derivatives", nothing).writes({phi});
              }),
              ElementsAre(HasSubstr("no function is evolved by one")));
}

TEST(Declarations, TellsTimeLevelsOfComplexFunctionsFromOthers) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("wave");
  const GridFunctionId re = thorn.function("re", {.time_levels = 2});
  const GridFunctionId im = thorn.function("im", {.time_levels = 3});
  thorn.function("psi_p");
  thorn.function("chi_p_p");
  thorn.join_complex("psi", re, im);
  thorn.join_complex("chi", re, im);
  EXPECT_THAT(lines_of(flesh.mistakes(file_with("\"wave\""))),
              ElementsAre("complex function 'wave::psi_p' has the name of another function"));
}

TEST(Declarations, FindsWrongDeclarations) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("2wave");
  thorn.function("phi", {.time_levels = 0});
  const GridFunctionId phi = thorn.function("phi", {.parity = {1, 2, 1}});
  thorn.parameter({"speed", RealParameter{2, {0, 1}}, ""});
  thorn.parameter({"law", KeywordParameter{"cubic", {"linear", "square"}}, ""});
  thorn.routine(Bin::step, "evolve", nullptr)
      .reads(phi.previous())
      .reads(phi, -1)
      .writes({{77, 0}});
  const auto lines = lines_of(flesh.mistakes(file_with("\"2wave\"")));
  EXPECT_THAT(lines,
              ElementsAre("thorn '2wave' has a name that is none (expected letters, digits and "
                          "'_', not a digit first)",
                          "grid function '2wave::phi' is declared twice",
                          HasSubstr("has 0 time levels (expected 1 to 16)"),
                          HasSubstr("has a sign that is 2 (expected 1 or -1)"),
                          "parameter '2wave::speed' is usually 2 (expected a number from 0 to 1)",
                          HasSubstr("'2wave::law' is usually cubic (expected linear or square)"),
                          "2wave::evolve has no function to call",
                          "2wave::evolve reads time level 1 of 2wave::phi, which has 1",
                          HasSubstr("reads -1 layers of neighbours"),
                          "2wave::evolve writes a grid function that is not declared"));
}

TEST(Declarations, TellsTheNearestThornParameterAndWord) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("wave");
  thorn.parameter({"speed", RealParameter{1, {0, 5}}, ""});
  thorn.parameter({"count", IntegerParameter{1, {.least = 1}}, ""});
  thorn.parameter({"is_loud", BooleanParameter{}, ""});
  thorn.parameter({"law", KeywordParameter{"cubic", {"cubic", "linear"}}, ""});
  flesh.declare("gauss");
  EXPECT_THAT(lines_of(flesh.mistakes(file_with("\"wvae\""))),
              ElementsAre("a.toml:1: there is no thorn 'wvae' (expected wave or gauss; did you "
                          "mean 'wave'?)"));
  const auto with = [&](const std::string& line) {
    return lines_of(flesh.mistakes(file_with("\"wave\"", "[parameters.wave]\n" + line)));
  };
  EXPECT_THAT(with("sped = 1"),
              ElementsAre("a.toml:9: thorn 'wave' has no parameter 'sped' (expected speed, count, "
                          "is_loud or law; did you mean 'speed'?)"));
  EXPECT_THAT(with("speed = 7"),
              ElementsAre("a.toml:9: 'speed' of thorn 'wave' is 7 (expected a number from 0 to "
                          "5)"));
  EXPECT_THAT(with("speed = inf"), ElementsAre(HasSubstr("is inf (expected a number from 0")));
  EXPECT_THAT(with("count = 0"), ElementsAre(HasSubstr("(expected an integer of at least 1)")));
  EXPECT_THAT(with("count = 1.5"), ElementsAre(HasSubstr("is 1.5 (expected an integer of")));
  EXPECT_THAT(with("is_loud = 1"), ElementsAre(HasSubstr("is 1 (expected true or false)")));
  EXPECT_THAT(with("law = \"linaer\""),
              ElementsAre(HasSubstr("is 'linaer' (expected cubic or linear; did you mean "
                                    "'linear'?)")));
  const auto other = [&](const std::string& more) {
    return lines_of(flesh.mistakes(file_with("\"wave\"", more)));
  };
  EXPECT_THAT(other("[parameters.gauss]\nwidth = 1"),
              ElementsAre(HasSubstr("thorn 'gauss', which is not active")));
  EXPECT_THAT(other("[parameters.guass]\nwidth = 1"), ElementsAre(HasSubstr("mean 'gauss'?")));
  EXPECT_THAT(other("[output]\nevery = 1\nfunctions = [\"wave::phi\"]"),
              ElementsAre(HasSubstr("a.toml:10: output of 'wave::phi', which is no function")));
  EXPECT_THAT(other("[compression.errors]\n\"wave::phi\" = 1e-6"),
              ElementsAre(HasSubstr("a.toml:9: an error of 'wave::phi', which is no function")));
  EXPECT_THAT(other("[boundaries.wav]\nx = \"fixed\""),
              ElementsAre(HasSubstr("boundaries of 'wav', which is no active thorn or function "
                                    "(expected wave")));
}

TEST(Declarations, FindsFunctionsOfOtherThornsByName) {
  Flesh flesh;
  const GridFunctionId phi = flesh.declare("wave").function("phi");
  EXPECT_EQ(flesh.find_function("wave::phi"), phi);
  EXPECT_EQ(flesh.find_function("wave::ph").function, -1);
  EXPECT_THAT(lines_of(flesh.mistakes(file_with("\"wave\""))),
              ElementsAre("there is no grid function 'wave::ph' (expected wave::phi)"));
}

}  // namespace
}  // namespace isthmus::mesh
