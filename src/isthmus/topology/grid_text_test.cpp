#include "isthmus/topology/grid_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

namespace isthmus::engine::topology {
namespace {

using testing::EndsWith;

TEST(GridText, KnowsNamesOfDevicesFromKeysOfATable) {
  EXPECT_TRUE(is_device_name("tcp"));
  EXPECT_TRUE(is_device_name("my-filter_2"));
  EXPECT_TRUE(is_device_name(std::string(64, 'a')));
  EXPECT_FALSE(is_device_name(std::string(65, 'a')));
  for (const char* name : {"", "chain", "measured", "sites", "class", "directed", "a b", "a.b",
                           "caf\xc3\xa9", "a\n"}) {
    EXPECT_FALSE(is_device_name(name)) << name;
  }
}

TEST(GridText, CountsInWords) {
  EXPECT_EQ(count_of(0, "PE"), "0 PEs");
  EXPECT_EQ(count_of(1, "PE"), "1 PE");
  EXPECT_EQ(count_of(2, "process", "es"), "2 processes");
  EXPECT_EQ(count_of(1, "process", "es"), "1 process");
}

TEST(GridText, WritesNumbersThatReadBackTheSame) {
  for (const double value :
       {0.1, 1.0 / 3, 1e-300, 123456789.125, -0.0, 5e-324, std::numeric_limits<double>::max()}) {
    const double again = std::strtod(shortest(value).c_str(), nullptr);
    EXPECT_EQ(again, value);
    EXPECT_EQ(std::signbit(again), std::signbit(value));
  }
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(8), "8");
}

// The table of Unicode 15, 3.9: what is well-formed, and the neighbours that are not.
TEST(GridText, KnowsUtf8) {
  for (const char* text :
       {"", "plain", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
        "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "a\xc3\xa9z"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
  for (const char* text : {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc2", "\xc2z", "\xe0\x9f\xbf",
                           "\xe1\x80", "\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf",
                           "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "ok\xc3"}) {
    EXPECT_FALSE(is_utf8(text)) << text;
  }
  EXPECT_TRUE(is_utf8(std::string("\0", 1)));
}

TEST(GridText, ShowsAnyTextOnOneLine) {
  EXPECT_EQ(printable("a\nb\tc\x7f"), "a?b?c?");
  EXPECT_EQ(printable("short"), "short");
  EXPECT_EQ(printable(std::string(60, 'a')), std::string(60, 'a'));
  EXPECT_EQ(printable(std::string(61, 'a')), std::string(60, 'a') + "...");
  EXPECT_EQ(in_quotes("a\rb"), "'a?b'");
}

TEST(GridText, CutsNoCharacterInTwo) {
  const std::string text =
      "ab\xe2\x82\xac"
      "cd";  // a sign of three bytes
  EXPECT_EQ(printable(text, 2), "ab...");
  EXPECT_EQ(printable(text, 3), "ab...");
  EXPECT_EQ(printable(text, 4), "ab...");
  EXPECT_EQ(printable(text, 5), "ab\xe2\x82\xac...");
  EXPECT_EQ(printable(text, 7), text);
  for (std::size_t most = 0; most <= text.size(); ++most) {
    EXPECT_TRUE(is_utf8(printable(text, most))) << most;
  }
  // Nothing but continuations: there is no whole character to show.
  EXPECT_EQ(printable("\x82\xac\x82\xac", 2), "...");
}

TEST(GridText, SaysWhereTheFirstOneWas) {
  EXPECT_EQ(seen_at(0), "");
  EXPECT_EQ(seen_at(7), "; the first is on line 7");
}

TEST(GridText, ListsWhatIsKnown) {
  EXPECT_EQ(one_of({"yes"}, "zebra"), "yes");
  EXPECT_EQ(one_of({"yes", "no"}, "zebra"), "yes or no");
  EXPECT_EQ(one_of({"yes", "no", "auto"}, "zebra"), "yes, no or auto");
  EXPECT_EQ(one_of({}, "zebra"), "");
  std::vector<std::string> many(17, "word");
  EXPECT_THAT(one_of(many, "zebra"), EndsWith("word, ..."));
  many.resize(16);
  EXPECT_THAT(one_of(many, "zebra"), EndsWith("word or word"));
}

TEST(GridText, GuessesTheWordThatWasMeant) {
  const std::vector<std::string> known = {"latency", "bandwidth", "jitter", "pes"};
  const auto guess = [&](const char* given) {
    const std::string text = one_of(known, given);
    const auto at = text.find("did you mean '");
    return at == std::string::npos ? "" : text.substr(at + 14, text.rfind('\'') - at - 14);
  };
  EXPECT_EQ(guess("latenc"), "latency");
  EXPECT_EQ(guess("latnecy"), "latency") << "two letters swapped are one slip";
  EXPECT_EQ(guess("bandwith"), "bandwidth");
  EXPECT_EQ(guess("jiter"), "jitter");
  EXPECT_EQ(guess("pe"), "pes");
  EXPECT_EQ(guess("sites"), "") << "another word";
  EXPECT_EQ(guess("xyz"), "");
  EXPECT_EQ(guess(""), "");
  EXPECT_EQ(one_of(known, std::string(100'000, 'x')), "latency, bandwidth, jitter or pes");
}

}  // namespace
}  // namespace isthmus::engine::topology
