#include "isthmus/store/compression.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "isthmus/base/random.hpp"
#include "isthmus/store/index.hpp"

namespace isthmus::engine::store {
namespace {

using ::testing::HasSubstr;
using Bytes = std::vector<std::byte>;

Bytes joined(const Pieces& pieces) {
  Bytes all;
  for (const Bytes& piece : pieces) all.insert(all.end(), piece.begin(), piece.end());
  return all;
}

Bytes noise(std::size_t size) {
  Random random(7);
  Bytes bytes(size);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.below(256));
  return bytes;
}

/// Objects of three PEs, of which one has none.
Pieces some_objects() { return {Bytes(3'000'000, std::byte{7}), {}, noise(200'001)}; }

Bytes unpacked_of(const Bytes& file) {
  const auto image = opened_image(file);
  EXPECT_TRUE(image.has_value());
  return {image->objects.begin(), image->objects.end()};
}

TEST(Compression, GivesBackWhatItWasGiven) {
  const Bytes file = joined(compressed(some_objects()));
  EXPECT_LT(file.size(), 220'000u);
  EXPECT_EQ(unpacked_of(file), joined(some_objects()));
  EXPECT_EQ(opened_image(file)->compression, Compression::zstd);
  EXPECT_EQ(unpacked_of(joined(compressed({}))), Bytes());
}

TEST(Compression, LeavesOtherImagesWhereTheyLie) {
  const Bytes file = joined(encoded(some_objects()));
  const auto image = opened_image(file);
  ASSERT_TRUE(image.has_value());
  EXPECT_EQ(image->compression, Compression::none);
  EXPECT_EQ(image->objects.data(), file.data() + envelope_bytes);
  EXPECT_EQ(image->objects.size(), file.size() - envelope_bytes);
}

TEST(Compression, FindsEveryByteThatWasAlteredAndEveryCut) {
  const Bytes good = joined(compressed({Bytes(300, std::byte{3}), noise(40)}));
  for (std::size_t at = 0; at < good.size(); ++at) {
    Bytes bad = good;
    bad[at] ^= std::byte{0x10};
    EXPECT_FALSE(opened_image(bad).has_value()) << "byte " << at;
    EXPECT_FALSE(opened_image(std::span(good).first(at)).has_value()) << "cut to " << at;
  }
}

/// A file whose sum is right, though what it says is not.
Bytes with_payload(const Bytes& payload) {
  const Pieces pieces{payload};
  Bytes file = envelope(FileKind::compressed_image, pieces);
  file.insert(file.end(), payload.begin(), payload.end());
  return file;
}

TEST(Compression, RefusesWhatDoesNotUnpackToTheSizeThatItGives) {
  const Bytes good = joined(compressed({Bytes(300'000, std::byte{3})}));
  const Bytes payload(good.begin() + envelope_bytes, good.end());
  ASSERT_TRUE(opened_image(with_payload(payload)).has_value());
  for (const std::uint64_t bytes :
       {std::uint64_t{0}, std::uint64_t{299'999}, std::uint64_t{300'001}, ~std::uint64_t{0}}) {
    Bytes other = payload;
    std::memcpy(other.data(), &bytes, sizeof bytes);
    const auto image = opened_image(with_payload(other));
    ASSERT_FALSE(image.has_value()) << bytes;
    EXPECT_EQ(image.error().code, ErrorCode::bad_input);
    EXPECT_THAT(image.error().text(), HasSubstr("cannot be unpacked"));
  }
  Bytes longer = payload;
  longer.push_back(std::byte{0});
  EXPECT_FALSE(opened_image(with_payload(longer)).has_value());
  const Bytes shorter(payload.begin(), payload.end() - 1);
  EXPECT_FALSE(opened_image(with_payload(shorter)).has_value());
  Bytes other_codec = payload;
  other_codec[8] = std::byte{9};
  EXPECT_THAT(opened_image(with_payload(other_codec)).error().text(), HasSubstr("codec 9"));
  EXPECT_THAT(opened_image(with_payload(Bytes(15))).error().text(), HasSubstr("it ends before"));
}

}  // namespace
}  // namespace isthmus::engine::store
