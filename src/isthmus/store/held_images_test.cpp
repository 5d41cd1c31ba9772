// What a process holds in memory for the others.
#include "isthmus/store/held_images.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace isthmus::engine::store {
namespace {

using ::testing::HasSubstr;

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

void hold(HeldImages& held, std::uint64_t number, const std::string& name,
          const std::string& text) {
  bool is_done = false;
  held.write(number, name, std::make_shared<const Pieces>(Pieces{bytes_of(text)}),
             [&](const Expected<void>& done) { is_done = done.has_value(); });
  EXPECT_TRUE(is_done);
}

TEST(HeldImages, GiveBackWhatTheyWereGiven) {
  HeldImages held("process 1");
  hold(held, 3, "process-1", "own");
  EXPECT_TRUE(held.has(3, "process-1", 3));
  EXPECT_FALSE(held.has(3, "process-1", 4));
  EXPECT_EQ(held.read(3, "process-1").value(), bytes_of("own"));
  const auto missing = held.read(4, "process-1");
  ASSERT_FALSE(missing.has_value());
  EXPECT_THAT(missing.error().text(), HasSubstr("checkpoint 4 in the memory of process 1"));
}

TEST(HeldImages, TakeAnotherProcesssFilePieceByPiece) {
  HeldImages held("process 1");
  EXPECT_TRUE(held.append(3, "process-0", 11, 0, bytes_of("a pa")));
  EXPECT_FALSE(held.append(3, "process-0", 11, 3, bytes_of("x")));
  EXPECT_FALSE(held.append(3, "process-0", 12, 4, bytes_of("rtner's")));
  EXPECT_FALSE(held.append(3, "process-0", 11, 4, bytes_of("rtner's and more")));
  EXPECT_TRUE(held.append(3, "process-0", 11, 4, bytes_of("rtner's")));
  EXPECT_FALSE(held.has(3, "process-0", 11));
  EXPECT_TRUE(held.complete(3, "process-0"));
  EXPECT_EQ(held.read(3, "process-0").value(), bytes_of("a partner's"));
  EXPECT_FALSE(held.complete(3, "process-2"));
}

TEST(HeldImages, LieInOnePieceWhereTheyCameInMany) {
  HeldImages held("process 1");
  EXPECT_EQ(held.in_memory(3, "process-0"), nullptr);
  EXPECT_TRUE(held.append(3, "process-0", 11, 0, bytes_of("a pa")));
  EXPECT_TRUE(held.append(3, "process-0", 11, 4, bytes_of("rtner's")));
  EXPECT_TRUE(held.complete(3, "process-0"));
  const SharedPieces pieces = held.in_memory(3, "process-0");
  ASSERT_NE(pieces, nullptr);
  EXPECT_EQ(*pieces, Pieces{bytes_of("a partner's")});
}

TEST(HeldImages, AreNotCompleteBeforeTheirLastPiece) {
  HeldImages held("process 1");
  EXPECT_TRUE(held.append(3, "process-0", 11, 0, bytes_of("a pa")));
  EXPECT_FALSE(held.complete(3, "process-0"));
  EXPECT_FALSE(held.has(3, "process-0", 4));
}

TEST(HeldImages, RefuseAFileForWhichNoMemoryIsLargeEnough) {
  HeldImages held("process 1");
// A sanitizer ends the program that asks for so much.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_FALSE(held.append(3, "process-0", ~std::uint64_t{0} / 2, 0, bytes_of("a pa")));
#endif
  EXPECT_FALSE(held.append(3, "process-0", ~std::uint64_t{0}, 0, bytes_of("a pa")));
}

TEST(HeldImages, BeginAFileAnewWhenItsFirstPieceComesAgain) {
  HeldImages held("process 1");
  EXPECT_TRUE(held.append(3, "process-0", 15, 0, bytes_of("before the loss")));
  EXPECT_TRUE(held.append(3, "process-0", 5, 0, bytes_of("after")));
  EXPECT_TRUE(held.complete(3, "process-0"));
  EXPECT_EQ(held.read(3, "process-0").value(), bytes_of("after"));
}

TEST(HeldImages, KnowTheNewestCheckpointWithAnIndex) {
  HeldImages held("process 1");
  EXPECT_EQ(held.newest(), 0U);
  hold(held, 3, "process-1", "own");
  hold(held, 3, index_name, "index");
  hold(held, 4, "process-1", "own");
  EXPECT_EQ(held.newest(), 3U);
  held.drop_before(4);
  EXPECT_EQ(held.newest(), 0U);
  EXPECT_TRUE(held.has(4, "process-1", 3));
  held.lose();
  EXPECT_FALSE(held.has(4, "process-1", 3));
}

}  // namespace
}  // namespace isthmus::engine::store
