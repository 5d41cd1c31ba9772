#include "mesh/flesh/words.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

namespace isthmus::mesh {
namespace {

TEST(Words, InQuotesAreOneLineOfBearableLength) {
  EXPECT_EQ(in_quotes("grid"), "'grid'");
  EXPECT_EQ(in_quotes("a\nb\x1b[2J\x7f"), "'a?b?[2J?'");
  EXPECT_EQ(in_quotes(std::string(60, 'x')), "'" + std::string(60, 'x') + "'");
  EXPECT_EQ(in_quotes(std::string(61, 'x')), "'" + std::string(60, 'x') + "...'");
}

TEST(Words, OfNumbersReadBackToTheSameBits) {
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(-2), "-2");
  for (const double value : {1.0 / 3, 0.1 + 0.2, 5e-324, std::numeric_limits<double>::max(),
                             -std::numeric_limits<double>::min(), 1e22, 123456789.123456789}) {
    EXPECT_EQ(std::strtod(shortest(value).c_str(), nullptr), value) << shortest(value);
  }
}

TEST(Words, TheNearestIsTheOneThatWasProbablyMeant) {
  const std::vector<std::string> known = {"periodic", "radiative", "reflecting", "none"};
  EXPECT_EQ(nearest(known, "noen"), "none");         // swapped, which is one mistake
  EXPECT_EQ(nearest(known, "periodc"), "periodic");  // left out
  EXPECT_EQ(nearest(known, "radiatiive"), "radiative");
  EXPECT_EQ(nearest(known, "nome"), "none");
  EXPECT_EQ(nearest(known, "flat"), "");
  EXPECT_EQ(nearest(known, std::string(100, 'p')), "");
  EXPECT_EQ(nearest({}, "none"), "");
  // The first of those that are as near.
  EXPECT_EQ(nearest({"left", "lift"}, "laft"), "left");
}

TEST(Words, AreListedAsASentenceHasThem) {
  EXPECT_EQ(one_of({"x"}, "y"), "x");
  EXPECT_EQ(one_of({"even", "odd"}, "third"), "even or odd");
  EXPECT_EQ(one_of({"even", "odd", "none"}, "evem"), "even, odd or none; did you mean 'even'?");
}

TEST(Words, AreNamesWhereTheyAreLettersAndDigits) {
  for (const char* name : {"a", "_", "wave_3", "Wave"}) EXPECT_TRUE(is_name(name)) << name;
  for (const char* other : {"", "3d", "a b", "a-b", "a::b", "a[0]", "ä"}) {
    EXPECT_FALSE(is_name(other)) << other;
  }
  EXPECT_TRUE(is_name(std::string(64, 'a')));
  EXPECT_FALSE(is_name(std::string(65, 'a')));
}

TEST(Words, OfElementsHaveAnArray) {
  EXPECT_EQ(array_of("x[2]"), "x");
  EXPECT_EQ(array_of("x[2][0]"), "x[2]");
  for (const char* other : {"x", "x[]", "x[a]", "x[-1]", "x2]", "]", "x[2] ", ""}) {
    EXPECT_EQ(array_of(other), "") << other;
  }
  for (const char* name : {"x", "x[2]", "x[2][0]", "x[007]"}) {
    EXPECT_TRUE(is_element_name(name)) << name;
  }
  for (const char* other : {"x]", "[2]", "x[]", "x[2", "2[2]", "x[2]y", "x[[2]]", ""}) {
    EXPECT_FALSE(is_element_name(other)) << other;
  }
}

}  // namespace
}  // namespace isthmus::mesh
