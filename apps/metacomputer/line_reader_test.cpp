#include "metacomputer/line_reader.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <limits>
#include <utility>

namespace metacomputer {
namespace {

class LineReaderTest : public testing::Test {
 protected:
  LineReader reader_of(const std::string& text) {
    path_ = testing::TempDir() + "metacomputer_" +
            testing::UnitTest::GetInstance()->current_test_info()->name() + ".txt";
    std::ofstream(path_, std::ios::binary) << text;
    return LineReader::open(path_).value();
  }
  ~LineReaderTest() override { std::remove(path_.c_str()); }

  static std::vector<std::string> next(LineReader& reader, char comment = '#') {
    const auto& words = reader.next(comment);
    return {words.begin(), words.end()};
  }

  std::string path_;
};

using Words = std::vector<std::string>;

TEST_F(LineReaderTest, GivesTheWordsOfEachLineThatHasAny) {
  LineReader reader = reader_of("a  b\t c\r\n\n  \r\n# d e\n f#g");
  EXPECT_EQ(next(reader), (Words{"a", "b", "c"}));
  EXPECT_EQ(next(reader), (Words{"f#g"}));
  EXPECT_EQ(next(reader), Words{});
  EXPECT_FALSE(reader.is_broken());
}

TEST_F(LineReaderTest, NamesTheLineThatItIsAtWhateverItHasLeftOut) {
  LineReader reader = reader_of("% one\n\nthree\n% four\nfive\n");
  EXPECT_EQ(next(reader, '%'), Words{"three"});
  EXPECT_EQ(next(reader, '%'), Words{"five"});
  const auto wrong = reader.wrong("no number", "a number");
  EXPECT_EQ(wrong.error().where, path_ + ":5");
  EXPECT_EQ(wrong.error().code, isthmus::ErrorCode::bad_input);
}

TEST_F(LineReaderTest, OpensFilesAlone) {
  EXPECT_EQ(LineReader::open(testing::TempDir()).error().what, "is a directory");
  const auto device = LineReader::open("/dev/zero");
  ASSERT_FALSE(device);
  EXPECT_EQ(device.error().what, "is a device");
  const auto none = LineReader::open(testing::TempDir() + "metacomputer_that_is_not_there");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, isthmus::ErrorCode::bad_input);
}

template <class T>
std::pair<bool, T> number_of(std::string_view word) {
  T number = 77;
  const bool is_read = read_number(word, number);
  return {is_read, number};
}

TEST(ReadNumber, TakesAWholeNumberWithOrWithoutItsSign) {
  EXPECT_EQ(number_of<std::int32_t>("12"), (std::pair{true, 12}));
  EXPECT_EQ(number_of<std::int32_t>("+12"), (std::pair{true, 12}));
  EXPECT_EQ(number_of<std::int32_t>("-12"), (std::pair{true, -12}));
  EXPECT_EQ(number_of<float>("+1.5e2"), (std::pair{true, 150.0F}));
  EXPECT_EQ(number_of<double>("-.5"), (std::pair{true, -0.5}));
}

TEST(ReadNumber, RefusesWhatIsNotTheWholeOfANumber) {
  for (const char* word : {"", "+", "-", "1x", "x1", "1 ", "--1", "+-1", "++1", "-+1", "0x10"}) {
    EXPECT_FALSE(number_of<std::int32_t>(word).first) << word;
    EXPECT_FALSE(number_of<double>(word).first) << word;
    EXPECT_FALSE(number_of<float>(word).first) << word;
  }
  EXPECT_FALSE(number_of<std::int32_t>("1.5").first);
  EXPECT_FALSE(number_of<std::int32_t>("2147483648").first);
}

TEST(ReadNumber, RefusesWhatIsNoFiniteNumberOfItsType) {
  for (const char* word : {"inf", "-inf", "nan", "1e400"}) {
    EXPECT_FALSE(number_of<double>(word).first) << word;
    EXPECT_FALSE(number_of<float>(word).first) << word;
  }
  EXPECT_FALSE(number_of<float>("1e39").first);
  EXPECT_TRUE(number_of<double>("1e39").first);
}

TEST(ReadNumber, TakesWhatIsTooSmallForAFloatForNothing) {
  EXPECT_EQ(number_of<float>("1e-60"), (std::pair{true, 0.0F}));
}

}  // namespace
}  // namespace metacomputer
