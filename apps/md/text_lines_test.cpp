#include "md/text_lines.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

namespace md {
namespace {

TEST(TextLines, AreThoseWithWordsWithoutTheirComments) {
  TextLines lines("  two words # said\t\n\n#  alone\n\tone\r\n", "file");
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.joined(), "two words");
  EXPECT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines.word(1), "words");
  EXPECT_EQ(lines.word(2), "");
  EXPECT_EQ(lines.comment(), "said");
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.joined(), "one");
  EXPECT_EQ(lines.comment(), "");
  EXPECT_FALSE(lines.next());
  EXPECT_FALSE(lines.next());
}

TEST(TextLines, HaveCommentsBehindTheMarkThatIsAskedForOrNone) {
  TextLines marked("a # b ! c\n", "file", '!');
  ASSERT_TRUE(marked.next());
  EXPECT_EQ(marked.joined(), "a # b");
  EXPECT_EQ(marked.comment(), "c");
  TextLines unmarked("a # b\n", "file", 0);
  ASSERT_TRUE(unmarked.next());
  EXPECT_EQ(unmarked.joined(), "a # b");
}

TEST(TextLines, TheLastOneNeedsNoEnd) {
  TextLines lines("first\nlast", "file");
  ASSERT_TRUE(lines.next());
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.word(0), "last");
  EXPECT_FALSE(lines.next());
}

TEST(TextLines, SayInWhichLineOfTheFileAFaultIs) {
  TextLines lines("# one\n\nthree\n", "some.data");
  ASSERT_TRUE(lines.next());
  const auto wrong = lines.wrong("no \x1b[31m atoms", "atoms");
  EXPECT_EQ(wrong.error().where, "some.data:3");
  EXPECT_EQ(wrong.error().what, "no ?[31m atoms");
}

TEST(TextLines, HaveWholeNumbersBetweenBounds) {
  TextLines lines("5 -5 5.0 5x +5 99999999999999999999\n", "file");
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.integer(0, "a count", 0, 5).value(), 5);
  EXPECT_EQ(lines.integer(1, "a shift", -5, 5).value(), -5);
  EXPECT_FALSE(lines.integer(0, "a count", 0, 4));
  EXPECT_FALSE(lines.integer(0, "a count", 6, 9));
  for (std::size_t i = 2; i < 6; ++i) {
    EXPECT_FALSE(lines.integer(i, "a count", INT64_MIN, INT64_MAX)) << lines.word(i);
  }
  EXPECT_EQ(lines.integer(6, "a count", 0, 9).error().what, "the line ends early");
}

TEST(TextLines, HaveFiniteNumbersWholeWords) {
  TextLines lines("1.5 -2e3 +7 .25 1.5x 1e999 nan inf + +-7 ++7 --7\n", "file");
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.number(0, "a length").value(), 1.5);
  EXPECT_EQ(lines.number(1, "a length").value(), -2000);
  EXPECT_EQ(lines.number(2, "a length").value(), 7);
  EXPECT_EQ(lines.number(3, "a length").value(), 0.25);
  for (std::size_t i = 4; i < lines.size(); ++i) {
    EXPECT_FALSE(lines.number(i, "a length")) << lines.word(i);
  }
  EXPECT_EQ(lines.number(4, "a length").error().text(),
            "file:1: '1.5x' (expected a length, a number)");
  EXPECT_FALSE(lines.number(lines.size(), "a length"));
}

TEST(TextLines, AreReadFromFilesAlone) {
  const std::string path = testing::TempDir() + "md_text_lines_test.txt";
  std::ofstream(path) << "one\ntwo";
  EXPECT_EQ(read_file(path).value(), "one\ntwo");
  std::remove(path.c_str());
  for (const std::string& other : {path, testing::TempDir(), std::string("/dev/zero")}) {
    const auto read = read_file(other);
    ASSERT_FALSE(read) << other;
    EXPECT_EQ(read.error().code, isthmus::ErrorCode::bad_input);
    EXPECT_EQ(read.error().where, other);
  }
}

}  // namespace
}  // namespace md
