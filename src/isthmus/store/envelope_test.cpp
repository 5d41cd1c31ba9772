#include "isthmus/store/envelope.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace isthmus::engine::store {
namespace {

using ::testing::HasSubstr;

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

std::vector<std::byte> file_of(FileKind kind, const Pieces& pieces) {
  std::vector<std::byte> file = envelope(kind, pieces);
  for (const auto& piece : pieces) file.insert(file.end(), piece.begin(), piece.end());
  return file;
}

TEST(Envelope, HoldsPiecesOneBehindTheOther) {
  const auto file = file_of(FileKind::image, {bytes_of("one"), {}, bytes_of(" two")});
  const auto rest = opened(FileKind::image, file);
  ASSERT_TRUE(rest.has_value());
  EXPECT_EQ(std::vector<std::byte>(rest->begin(), rest->end()), bytes_of("one two"));
  EXPECT_EQ(sum_in(file), sum_in(file_of(FileKind::index, {bytes_of("one two")})));
}

TEST(Envelope, IsOpenedWhereItsFileLiesInPieces) {
  const Pieces objects = {bytes_of("one"), {}, bytes_of(" two")};
  Pieces file = objects;
  file.insert(file.begin(), envelope(FileKind::image, objects));
  const auto rest = opened(FileKind::image, file);
  ASSERT_TRUE(rest.has_value());
  ASSERT_EQ(rest->size(), 2U);
  // They are not copied.
  EXPECT_EQ((*rest)[0].data(), file[1].data());
  EXPECT_EQ((*rest)[1].data(), file[3].data());
  const Pieces whole = {file_of(FileKind::image, objects)};
  const auto one = opened(FileKind::image, whole);
  ASSERT_TRUE(one.has_value());
  ASSERT_EQ(one->size(), 1U);
  EXPECT_EQ(std::vector<std::byte>(one->front().begin(), one->front().end()), bytes_of("one two"));
}

TEST(Envelope, FindsWhatIsWrongWithAFileInPieces) {
  const Pieces objects = {bytes_of("one"), bytes_of(" two")};
  Pieces good = objects;
  good.insert(good.begin(), envelope(FileKind::image, objects));
  Pieces altered = good;
  altered[2][0] ^= std::byte{1};
  EXPECT_THAT(opened(FileKind::image, altered).error().text(), HasSubstr("altered"));
  Pieces shorter = good;
  shorter.pop_back();
  EXPECT_THAT(opened(FileKind::image, shorter).error().text(), HasSubstr("3 bytes after"));
  EXPECT_THAT(opened(FileKind::index, good).error().text(), HasSubstr("an index"));
  EXPECT_THAT(opened(FileKind::image, Pieces()).error().text(), HasSubstr("0 bytes"));
  EXPECT_THAT(opened(FileKind::image, objects).error().text(), HasSubstr("3 bytes"));
}

TEST(Envelope, FindsEveryByteThatWasAltered) {
  const auto good = file_of(FileKind::image, {bytes_of("a few bytes of an image")});
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const int bit : {0, 7}) {
      auto bad = good;
      bad[at] ^= std::byte(1 << bit);
      EXPECT_FALSE(opened(FileKind::image, bad).has_value()) << "byte " << at << ", bit " << bit;
    }
  }
}

TEST(Envelope, FindsEveryCut) {
  const auto good = file_of(FileKind::image, {bytes_of("a few bytes")});
  for (std::size_t size = 0; size < good.size(); ++size) {
    const std::span<const std::byte> cut(good.data(), size);
    EXPECT_FALSE(opened(FileKind::image, cut).has_value()) << size;
  }
  auto longer = good;
  longer.push_back(std::byte{0});
  EXPECT_THAT(opened(FileKind::image, longer).error().text(), HasSubstr("12 bytes"));
}

TEST(Envelope, SaysWhatAFileIsInsteadOfWhatItShouldBe) {
  const auto index = file_of(FileKind::index, {bytes_of("x")});
  EXPECT_THAT(opened(FileKind::image, index).error().text(), HasSubstr("an image"));
  EXPECT_THAT(opened(FileKind::image, bytes_of(std::string(40, 'x'))).error().text(),
              HasSubstr("no file of a checkpoint"));
  auto later = index;
  later[8] = std::byte{9};
  EXPECT_THAT(opened(FileKind::index, later).error().text(), HasSubstr("version 9"));
}

}  // namespace
}  // namespace isthmus::engine::store
