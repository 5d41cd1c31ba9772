// Tables of options, as thorns make them and as parts of the infrastructure read them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mesh/cctk/state.hpp"

namespace isthmus::cctk {
namespace {

using ::testing::ElementsAre;

TEST(CctkOptions, AreNumbersTextsAndArraysByTheirKeys) {
  const int table = Util_TableCreate(0);
  EXPECT_EQ(Util_TableSetReal(table, 2.5, "speed"), 0);
  EXPECT_EQ(Util_TableSetInt(table, 3, "power"), 0);
  EXPECT_EQ(Util_TableSetString(table, "wave::psi", "from"), 0);
  const CCTK_INT widths[] = {1, 2};
  EXPECT_EQ(Util_TableSetIntArray(table, 2, widths, "widths"), 0);
  const CCTK_REAL places[] = {0.5, -1};
  EXPECT_EQ(Util_TableSetRealArray(table, 2, places, "places"), 0);
  EXPECT_EQ(option(table, "speed", 1), 2.5);
  EXPECT_EQ(option(table, "power", 1), 3);
  EXPECT_EQ(text_option(table, "from"), "wave::psi");
  EXPECT_THAT(options(table, "widths"), ElementsAre(1, 2));
  EXPECT_THAT(options(table, "places"), ElementsAre(0.5, -1));
}

TEST(CctkOptions, AreWhatIsUsualWhereTheyAreNotGivenOrOfAnotherKind) {
  const int table = Util_TableCreate(0);
  Util_TableSetString(table, "fast", "speed");
  EXPECT_EQ(option(table, "speed", 7), 7);
  EXPECT_EQ(option(table, "power", 8), 8);
  EXPECT_EQ(text_option(table, "power"), "");
  EXPECT_TRUE(options(table, "speed").empty());
  EXPECT_EQ(option(table + 1000, "speed", 9), 9);
  EXPECT_EQ(Util_TableSetReal(table + 1000, 1, "speed"), -1);
}

TEST(CctkOptions, DoNotTellCapitalsFromSmallLetters) {
  const int table = Util_TableCreate(0);
  Util_TableSetReal(table, 2.5, "Speed");
  Util_TableSetReal(table, 3.5, "SPEED");
  EXPECT_EQ(option(table, "speed", 1), 3.5);
  EXPECT_EQ(Util_TableDeleteKey(table, "sPEED"), 0);
  EXPECT_EQ(option(table, "speed", 1), 1);
  EXPECT_EQ(Util_TableDeleteKey(table, "speed"), -1);
}

TEST(CctkOptions, AreReadFromATextWithAndWithoutBlanks) {
  const int table = Util_TableCreateFromString("order=3 Kind = hermite  limit=-1.5e1 name=2nd");
  EXPECT_EQ(option(table, "order", 0), 3);
  EXPECT_EQ(option(table, "limit", 0), -15);
  EXPECT_EQ(text_option(table, "kind"), "hermite");
  EXPECT_EQ(text_option(table, "name"), "2nd") << "it begins with a number and is none";
}

TEST(CctkOptions, AreReadBackAsTheyWereSetAndAsNothingElse) {
  const int table = Util_TableCreate(0);
  Util_TableSetReal(table, 2.5, "speed");
  Util_TableSetInt(table, 3, "power");
  CCTK_REAL real = 0;
  CCTK_INT integer = 0;
  EXPECT_EQ(Util_TableGetReal(table, &real, "speed"), 1);
  EXPECT_EQ(real, 2.5);
  EXPECT_EQ(Util_TableGetInt(table, &integer, "power"), 1);
  EXPECT_EQ(integer, 3);
  EXPECT_EQ(Util_TableGetReal(table, &real, "power"), -1);
  EXPECT_EQ(Util_TableGetInt(table, &integer, "speed"), -1);
}

TEST(CctkOptions, OfAnArrayFillNoMoreThanThereIsRoomFor) {
  const int table = Util_TableCreate(0);
  const CCTK_INT widths[] = {4, 5, 6};
  Util_TableSetIntArray(table, 3, widths, "widths");
  CCTK_INT read[] = {0, 0, 9};
  EXPECT_EQ(Util_TableGetIntArray(table, 2, read, "widths"), 3) << "so many there are";
  EXPECT_THAT(read, ElementsAre(4, 5, 9));
  EXPECT_EQ(Util_TableGetIntArray(table, 2, read, "places"), -1);
}

TEST(CctkOptions, AreGoneWithTheirTable) {
  const int table = Util_TableCreate(0);
  Util_TableSetReal(table, 2.5, "speed");
  EXPECT_EQ(Util_TableDestroy(table), 0);
  EXPECT_EQ(Util_TableDestroy(table), -1);
  EXPECT_EQ(option(table, "speed", 1), 1);
  EXPECT_NE(Util_TableCreate(0), table) << "who has kept its number does not read another one";
}

}  // namespace
}  // namespace isthmus::cctk
