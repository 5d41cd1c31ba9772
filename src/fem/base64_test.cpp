#include "fem/base64.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

namespace isthmus::fem {
namespace {

/// What is written of those bytes.
std::string in_base64(std::string_view bytes) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
  if (file == nullptr) return "no file";
  Base64Writer writer(file.get());
  for (const char byte : bytes) writer.put(static_cast<unsigned char>(byte), 1);
  writer.finish();
  std::string text(static_cast<std::size_t>(std::ftell(file.get())), '\0');
  std::rewind(file.get());
  text.resize(std::fread(text.data(), 1, text.size(), file.get()));
  return text;
}

// The examples of RFC 4648, 10.
TEST(Base64, IsThatOfTheStandard) {
  const std::vector<std::pair<std::string, std::string>> examples = {{"", ""},
                                                                     {"f", "Zg=="},
                                                                     {"fo", "Zm8="},
                                                                     {"foo", "Zm9v"},
                                                                     {"foob", "Zm9vYg=="},
                                                                     {"fooba", "Zm9vYmE="},
                                                                     {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : examples) {
    EXPECT_EQ(in_base64(bytes), text);
    EXPECT_EQ(from_base64(text), bytes);
  }
}

TEST(Base64, HasAllDigits) {
  std::string bytes;
  for (int i = 0; i < 64; i += 4) {
    const int group = i << 18 | (i + 1) << 12 | (i + 2) << 6 | (i + 3);
    for (const int shift : {16, 8, 0}) bytes += static_cast<char>(group >> shift & 255);
  }
  const std::string text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  EXPECT_EQ(in_base64(bytes), text);
  EXPECT_EQ(from_base64(text), bytes);
}

TEST(Base64, PutsTheLowestBytesOfAValueFirst) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
  ASSERT_NE(file, nullptr);
  Base64Writer writer(file.get());
  writer.put(0x1122'3344'5566'7788, 3);
  writer.finish();
  std::rewind(file.get());
  std::string text(4, '\0');
  ASSERT_EQ(std::fread(text.data(), 1, 4, file.get()), 4u);
  EXPECT_EQ(from_base64(text), "\x88\x77\x66");
}

// Longer than what is kept before it goes to the file, and ending in each of the three ways.
TEST(Base64, OfMuchComesBackAsItWas) {
  std::minstd_rand random(1);
  for (const std::size_t size : {49'150U, 49'151U, 49'152U, 49'153U, 49'154U, 200'000U}) {
    std::string bytes(size, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random() >> 8 & 255);
    const std::string text = in_base64(bytes);
    EXPECT_EQ(text.size(), (size + 2) / 3 * 4);
    EXPECT_TRUE(from_base64(text) == bytes) << size << " bytes";
  }
}

TEST(Base64, IsReadWithWhiteSpaceAnywhere) {
  EXPECT_EQ(from_base64(" Zm\n9v\r\nYg\t= =\n"), "foob");
}

TEST(Base64, IsNoneOfOtherSignsOrOfPartsOfAGroup) {
  for (const char* text : {"Zm9", "Z", "Zm9v!", "Zm9v_-==", "Zg=", "Z===", "====", "=Zg=", "Zg=v",
                           "Zg==Zg==", "Zm8=Zm8=", "Zm9v=", "Zm9v="}) {
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace isthmus::fem
