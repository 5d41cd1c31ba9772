#include "isthmus/base/error.hpp"

#include <gtest/gtest.h>

namespace isthmus::engine {
namespace {

TEST(Error, IsOneLineOfWhereWhatAndWhatWasExpected) {
  const Error error{ErrorCode::bad_input, "'x'", "a.txt:3", "a number"};
  EXPECT_EQ(error.text(), "a.txt:3: 'x' (expected a number)");
  EXPECT_EQ((Error{ErrorCode::io, "no space"}).text(), "no space");
}

TEST(Error, IsOneLineWhateverItQuotes) {
  const Error error{ErrorCode::bad_input, "'a\nb\x1b[2J\x7f\r'", "c\td", "\xc3\xa4"};
  EXPECT_EQ(error.text(), "c?d: 'a?b?[2J?\?' (expected \xc3\xa4)");
}

}  // namespace
}  // namespace isthmus::engine
