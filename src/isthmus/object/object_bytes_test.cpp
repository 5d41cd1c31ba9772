// Objects as bytes, one behind the other, and what is no such thing.
#include "isthmus/object/object_bytes.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace isthmus::engine {
namespace {

using Bytes = std::vector<std::byte>;

ObjectId cell(std::uint64_t number) { return {CollectionId(7), {number, 3}}; }

Bytes filled(std::size_t size, int value) { return Bytes(size, std::byte(value)); }

/// "collection:low:high:kind=values", for each.
std::vector<std::string> read(const Bytes& all) {
  std::vector<std::string> read;
  const auto done = object_bytes::for_each(all, [&](const ObjectImage& image) -> Expected<void> {
    std::string text = std::to_string(image.id.collection.value) + ":" +
                       std::to_string(image.id.key.low) + ":" + std::to_string(image.id.key.high) +
                       ":" + std::to_string(image.kind) + "=";
    for (const std::byte byte : image.bytes) text += std::to_string(std::to_integer<int>(byte));
    read.push_back(text);
    return {};
  });
  if (!done) read.push_back(done.error().text());
  return read;
}

TEST(ObjectBytes, AreReadInTheirOrderAsTheyWereAdded) {
  Bytes all;
  object_bytes::add(all, {cell(1), 11, filled(3, 4)});
  object_bytes::add(all, {cell(2), 12, {}});
  object_bytes::add(all, {cell(5), 11, filled(8, 6)});
  EXPECT_EQ(read(all),
            (std::vector<std::string>{"7:1:3:11=444", "7:2:3:12=", "7:5:3:11=66666666"}));
}

TEST(ObjectBytes, TakeMultiplesOfEightBytes) {
  EXPECT_EQ(object_bytes::size_of(0), 40U);
  EXPECT_EQ(object_bytes::size_of(1), 48U);
  EXPECT_EQ(object_bytes::size_of(8), 48U);
  EXPECT_EQ(object_bytes::size_of(9), 56U);
  Bytes all;
  object_bytes::add(all, {cell(1), 11, filled(9, 4)});
  EXPECT_EQ(all.size(), 56U);
}

// Memory of an earlier image is written over: what lay there must not come to disk.
TEST(ObjectBytes, AreFollowedByZerosWhateverWasThere) {
  Bytes all = filled(100, 255);
  const auto at = object_bytes::put(all, 0, cell(1), 11, 3);
  EXPECT_EQ(at.size(), 3U);
  EXPECT_EQ(at.data(), all.data() + object_bytes::header_bytes);
  EXPECT_EQ(all.size(), 100U);
  EXPECT_EQ(at[2], std::byte{255});
  for (std::size_t i = 43; i < 48; ++i) EXPECT_EQ(all[i], std::byte{}) << i;
  EXPECT_EQ(all[48], std::byte{255});
}

TEST(ObjectBytes, AreNotReadWhereTheyEndTooEarly) {
  Bytes all;
  object_bytes::add(all, {cell(1), 11, filled(9, 4)});
  const std::string object = "7:1:3:11=444444444";
  EXPECT_EQ(read(all), std::vector{object});

  Bytes more = all;
  more.resize(all.size() + 39);
  EXPECT_EQ(read(more).back(), "objects end too early");
  EXPECT_EQ(read(more).front(), object);

  // Its bytes are there, and what fills them up to a multiple of eight is not.
  Bytes less(all.begin(), all.end() - 1);
  EXPECT_NE(read(less).front().find("an object of 9 bytes"), std::string::npos) << read(less)[0];
  less.resize(object_bytes::header_bytes + 8);
  EXPECT_NE(read(less).front().find("8 that are there"), std::string::npos) << read(less)[0];
}

TEST(ObjectBytes, AreVisitedUntilOneIsRefused) {
  Bytes all;
  for (int i = 0; i < 3; ++i) object_bytes::add(all, {cell(1), 11, {}});
  int visits = 0;
  const auto done = object_bytes::for_each(all, [&](const ObjectImage&) -> Expected<void> {
    if (++visits == 2) return fail(ErrorCode::malformed, "enough");
    return {};
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().what, "enough");
  EXPECT_EQ(visits, 2);
}

}  // namespace
}  // namespace isthmus::engine
