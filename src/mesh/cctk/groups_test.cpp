// Names and numbers of variables, groups and parameters of a library of thorns.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <string>

#include "mesh/cctk/parameters.hpp"
#include "mesh/cctk/state.hpp"

namespace isthmus::cctk {

namespace {

constexpr Thorn test_thorns[] = {{"WaveToy", "wave", ""}, {"SpinToy", "spin", ""}};
constexpr Group test_groups[] = {{"wave", "fields", 3, 0, 2},
                                 {"spin", "fields", 3, 2, 1},
                                 {"spin", "count", 0, 3, 1},
                                 {"spin", "table", 1, 4, 1}};
constexpr Variable test_variables[] = {{"WaveToy", "phi", 0, 3, false, 0, false, false, 0},
                                       {"WaveToy", "psi", 0, 2, false, 0, false, true, 0},
                                       {"SpinToy", "phi", 1, 1, false, 0, false, false, 0},
                                       {"SpinToy", "count", 2, 1, false, 0, true, false, 1},
                                       {"SpinToy", "table", 3, 1, false, 0, false, true, 5}};
constexpr const char* test_words[] = {"plane", "gaussian"};
constexpr Parameter test_parameters[] = {
    {"WaveToy", "wave", "amplitude", "", ParameterType::real, 1, 0, "", {}, {}, false},
    {"WaveToy", "wave", "modes", "", ParameterType::integer, 0, 1, "", {}, {}, false},
    {"WaveToy", "wave", "bound", "", ParameterType::boolean, 0, 1, "", {}, {}, false},
    {"SpinToy", "spin", "shape", "", ParameterType::keyword, 0, 0, "plane", test_words, {}, false}};
constexpr const char* test_functions[] = {"Bound"};

}  // namespace

const Library library{
    test_thorns,    test_parameters, test_groups, test_variables, {},
    test_functions, false,           false,       false,          [](const Library::Value*) {}};

namespace {

using ::testing::ElementsAre;

/// What a call has allocated for the thorn, which frees it.
std::string taken(char* text) {
  std::string copy = text == nullptr ? "nothing" : text;
  std::free(text);
  return copy;
}

TEST(CctkGroups, KnowVariablesByTheirFullNamesInAnyLetters) {
  EXPECT_EQ(CCTK_VarIndex("wave::phi"), 0);
  EXPECT_EQ(CCTK_VarIndex("Wave::PSI"), 1);
  EXPECT_EQ(CCTK_VarIndex("spin::phi"), 2);
  EXPECT_EQ(CCTK_VarIndex("spin::psi"), -1);
  EXPECT_EQ(CCTK_VarIndex("phi"), -1);
  EXPECT_EQ(CCTK_VarIndex(nullptr), -1);
}

TEST(CctkGroups, TakeAThornsNameForWhatItImplements) {
  EXPECT_EQ(CCTK_VarIndex("spintoy::phi"), 2);
  EXPECT_EQ(CCTK_GroupIndex("SpinToy::fields"), 1);
}

TEST(CctkGroups, SayWhichVariablesTheyHave) {
  EXPECT_EQ(CCTK_GroupIndex("wave::fields"), 0);
  EXPECT_EQ(CCTK_GroupIndex("wave::table"), -1);
  EXPECT_EQ(CCTK_GroupIndexFromVar("wave::psi"), 0);
  EXPECT_EQ(CCTK_FirstVarIndex("spin::fields"), 2);
  EXPECT_EQ(CCTK_NumVarsInGroup("wave::fields"), 2);
  EXPECT_EQ(CCTK_GroupDimI(0), 3);
  EXPECT_THAT(variables_of_group(0), ElementsAre(0, 1));
  EXPECT_THAT(variables_of_group(1), ElementsAre(2));
}

TEST(CctkGroups, AreOfFunctionsScalarsOrArrays) {
  EXPECT_EQ(CCTK_GroupTypeI(0), CCTK_GF);
  EXPECT_EQ(CCTK_GroupTypeI(2), CCTK_SCALAR);
  EXPECT_EQ(CCTK_GroupTypeI(3), CCTK_ARRAY);
  EXPECT_EQ(CCTK_VarTypeI(0), CCTK_VARIABLE_REAL);
  EXPECT_EQ(CCTK_VarTypeI(1), CCTK_VARIABLE_COMPLEX);
  EXPECT_EQ(CCTK_VarTypeI(3), CCTK_VARIABLE_INT);
}

TEST(CctkGroups, AreAsManyFunctionsOfTheMeshAsTheyHavePartsAndElements) {
  EXPECT_EQ(parts_of(0), 1);
  EXPECT_EQ(parts_of(1), 2);
  EXPECT_EQ(parts_of(4), 10);
}

TEST(CctkGroups, AnswerNumbersThatThereAreNotWithLessThanZero) {
  for (const int none : {-1, 5, std::numeric_limits<int>::max()}) {
    EXPECT_EQ(CCTK_GroupIndexFromVarI(none), -1);
    EXPECT_EQ(CCTK_VarTypeI(none), -1);
    EXPECT_EQ(CCTK_NumTimeLevelsI(none), -1);
    EXPECT_EQ(CCTK_VarName(none), nullptr);
    EXPECT_EQ(taken(CCTK_FullName(none)), "nothing");
  }
  for (const int none : {-1, 4}) {
    EXPECT_EQ(CCTK_FirstVarIndexI(none), -1);
    EXPECT_EQ(CCTK_GroupTypeI(none), -1);
    EXPECT_EQ(CCTK_QueryGroupStorageI(nullptr, none), -1);
    EXPECT_EQ(taken(CCTK_GroupName(none)), "nothing");
    EXPECT_TRUE(variables_of_group(none).empty());
  }
}

TEST(CctkGroups, SayTheirNames) {
  EXPECT_EQ(taken(CCTK_FullName(1)), "wave::psi");
  EXPECT_EQ(taken(CCTK_GroupName(3)), "spin::table");
  EXPECT_STREQ(CCTK_ImpFromVarI(2), "spin");
}

TEST(CctkGroups, HaveTheTimeLevelsOfTheirFirstVariable) {
  EXPECT_EQ(CCTK_ActiveTimeLevelsVI(nullptr, 1), 2);
  EXPECT_EQ(CCTK_ActiveTimeLevelsGI(nullptr, 0), 3);
  EXPECT_EQ(CCTK_ActiveTimeLevelsGI(nullptr, 4), -1);
}

TEST(CctkGroups, PointToTheLevelsOfAVariableThatItHas) {
  double now = 0;
  double before = 0;
  void* phi[] = {&now, &before, nullptr};
  void* psi[] = {nullptr, &now};
  void** data[] = {phi, psi};
  cGH gh{};
  gh.data = data;
  EXPECT_EQ(CCTK_VarDataPtrI(&gh, 1, 0), &before);
  EXPECT_EQ(CCTK_VarDataPtr(&gh, 1, "wave::psi"), &now);
  EXPECT_EQ(CCTK_VarDataPtrI(&gh, 2, 1), nullptr) << "it has two";
  EXPECT_EQ(CCTK_VarDataPtrI(&gh, -1, 0), nullptr);
  EXPECT_EQ(CCTK_VarDataPtr(&gh, 0, "wave::chi"), nullptr);
}

TEST(CctkGroups, TellPartsOfTheInfrastructureByTheirNames) {
  EXPECT_EQ(CCTK_IsFunctionAliased("bound"), 1);
  EXPECT_EQ(CCTK_IsFunctionAliased("bind"), 0);
  EXPECT_EQ(CCTK_Equals("None", "NONE"), 1);
  EXPECT_EQ(CCTK_Equals("None", "Non"), 0);
  EXPECT_EQ(CCTK_Equals(nullptr, "None"), 0);
  EXPECT_EQ(Util_StrCmpi("abc", "ABC"), 0);
  EXPECT_EQ(Util_StrCmpi("abc", "abd"), -1);
  EXPECT_EQ(Util_StrCmpi("abe", "abd"), 1);
}

TEST(CctkParameters, AreFoundByThornAndByWhatItImplements) {
  for (int i = 0; i < 4; ++i) set_number(i, i);
  load_parameters([](int number, ParameterType type) {
    Library::Value value{};
    if (type == ParameterType::real) {
      value.real = 0.1;
    } else {
      value.integer = number == 1 ? 7 : 1;
    }
    return value;
  });
  int type = 0;
  const void* const amplitude = CCTK_ParameterGet("Amplitude", "WaveToy", &type);
  ASSERT_NE(amplitude, nullptr);
  EXPECT_EQ(type, CCTK_VARIABLE_REAL);
  EXPECT_EQ(*static_cast<const CCTK_REAL*>(amplitude), 0.1);
  const void* const modes = CCTK_ParameterGet("modes", "wave", &type);
  ASSERT_NE(modes, nullptr);
  EXPECT_EQ(type, CCTK_VARIABLE_INT);
  EXPECT_EQ(*static_cast<const CCTK_INT*>(modes), 7);
  EXPECT_EQ(CCTK_ParameterGet("modes", "spin", &type), nullptr);

  EXPECT_EQ(taken(CCTK_ParameterValString("amplitude", "wave")), "0.10000000000000001");
  EXPECT_EQ(taken(CCTK_ParameterValString("modes", "wave")), "7");
  EXPECT_EQ(taken(CCTK_ParameterValString("bound", "wave")), "yes");
  EXPECT_EQ(taken(CCTK_ParameterValString("shape", "spin")), "gaussian");
  EXPECT_EQ(taken(CCTK_ParameterValString("shape", "wave")), "nothing");
}

}  // namespace
}  // namespace isthmus::cctk
