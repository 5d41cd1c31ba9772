// What an image was in is there for the next one, once, and no longer than somebody wants it.
#include "isthmus/store/spare_memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace isthmus::engine::store {
namespace {

using ::testing::IsEmpty;

constexpr std::size_t block_bytes = std::size_t{4} << 20;

std::vector<std::byte> block_of(std::byte value) {
  return std::vector<std::byte>(block_bytes, value);
}

TEST(SpareMemory, IsThatOfAnImageThatNobodyHoldsAnyMore) {
  const auto spare = std::make_shared<SpareMemory>(2);
  Pieces image{std::vector<std::byte>(envelope_bytes), block_of(std::byte{1}),
               block_of(std::byte{2})};
  const std::byte* const of_first = image[1].data();
  const std::byte* const of_second = image[2].data();
  SharedPieces written = SpareMemory::shared(std::move(image), spare);
  SharedPieces held = written;
  written.reset();
  EXPECT_THAT(spare->take(1), IsEmpty()) << "somebody holds it";
  held.reset();
  const std::vector<std::byte> block = spare->take(1);
  EXPECT_EQ(block.data(), of_second);
  EXPECT_EQ(block.size(), block_bytes);
  EXPECT_EQ(spare->take(0).data(), of_first);
}

TEST(SpareMemory, IsTakenOnce) {
  SpareMemory spare(1);
  spare.give(0, block_of(std::byte{1}));
  EXPECT_EQ(spare.take(0).size(), block_bytes);
  EXPECT_THAT(spare.take(0), IsEmpty());
  EXPECT_THAT(spare.take(7), IsEmpty()) << "a place that there is not";
}

TEST(SpareMemory, HoldsOneBlockForEachPe) {
  SpareMemory spare(1);
  spare.give(0, std::vector<std::byte>(1));
  spare.give(0, std::vector<std::byte>(2));
  EXPECT_EQ(spare.take(0).size(), 2U);
  EXPECT_THAT(spare.take(0), IsEmpty());
}

TEST(SpareMemory, HoldsWhatIsWrittenToItAfterwards) {
  SpareMemory spare(1);
  spare.give(0, block_of(std::byte{1}));
  std::vector<std::byte> again = spare.take(0);
  std::ranges::fill(again, std::byte{3});
  EXPECT_EQ(again, block_of(std::byte{3}));
}

TEST(SpareMemory, IsNoneWhenTheJobTakesNoMoreCheckpoints) {
  const auto spare = std::make_shared<SpareMemory>(1);
  spare->give(0, block_of(std::byte{1}));
  SharedPieces last = SpareMemory::shared(Pieces{{}, block_of(std::byte{2})}, spare);
  spare->close();
  EXPECT_THAT(spare->take(0), IsEmpty());
  last.reset();
  EXPECT_THAT(spare->take(0), IsEmpty());
}

}  // namespace
}  // namespace isthmus::engine::store
