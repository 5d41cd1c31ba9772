#include "isthmus/image/slots.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <bit>
#include <utility>

namespace isthmus::engine::image {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t small = std::uint64_t{256} << 20;

void* map_page(std::uint64_t address) {
  return mmap(reinterpret_cast<void*>(address), 4096, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
}

TEST(Slots, LieAtTheSameAddressesEachTimeAndFarFromPowersOfTwo) {
  std::uint64_t second = 0;
  for (int turn = 0; turn < 2; ++turn) {
    const auto slots = Slots::reserve({.bytes = small, .count = 3});
    ASSERT_TRUE(slots) << slots.error().text();
    EXPECT_EQ((*slots)[0].begin, SlotPlan::default_first);
    const std::uint64_t stride = (*slots)[1].begin - (*slots)[0].begin;
    EXPECT_EQ((*slots)[2].begin - (*slots)[1].begin, stride);
    EXPECT_GE(stride, small);
    EXPECT_FALSE(std::has_single_bit(stride));
    if (turn == 1) {
      EXPECT_EQ((*slots)[1].begin, second);
    }
    second = (*slots)[1].begin;
  }
}

TEST(Slots, AreNobodyElsesUntilTheyAreGivenBack) {
  auto slots = Slots::reserve({.bytes = small, .count = 2});
  ASSERT_TRUE(slots);
  const std::uint64_t inside = (*slots)[1].begin + small / 2;
  EXPECT_EQ(map_page(inside), MAP_FAILED);
  const auto again = Slots::reserve({.bytes = small, .count = 1});
  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().text(), HasSubstr("cannot reserve the addresses of 1 ranks"));
  {
    const Slots moved = std::move(*slots);
  }
  void* page = map_page(inside);
  EXPECT_NE(page, MAP_FAILED);
  munmap(page, 4096);
}

TEST(Slots, GrowBehindThoseThatAreThere) {
  auto slots = Slots::reserve({.bytes = small, .count = 2});
  ASSERT_TRUE(slots);
  const std::uint64_t stride = (*slots)[1].begin - (*slots)[0].begin;
  ASSERT_TRUE(slots->grow_to(1));
  EXPECT_EQ(slots->count(), 2);
  ASSERT_TRUE(slots->grow_to(4));
  EXPECT_EQ(slots->count(), 4);
  EXPECT_EQ((*slots)[3].begin, (*slots)[0].begin + 3 * stride);
  EXPECT_EQ(map_page((*slots)[3].begin), MAP_FAILED);
  // Where somebody has something behind them, they stay as they are.
  const std::uint64_t taken = (*slots)[3].begin + 2 * stride;
  void* const page = map_page(taken);
  ASSERT_NE(page, MAP_FAILED);
  const auto grown = slots->grow_to(8);
  ASSERT_FALSE(grown);
  EXPECT_THAT(grown.error().text(), HasSubstr("cannot reserve the addresses of 8 ranks"));
  EXPECT_EQ(slots->count(), 4);
  munmap(page, 4096);
  EXPECT_TRUE(slots->grow_to(8));
}

TEST(Slots, AreReservedAgainWhenTheyAreCleared) {
  const auto slots = Slots::reserve({.bytes = small, .count = 1});
  ASSERT_TRUE(slots);
  const Slot slot = (*slots)[0];
  auto* page = reinterpret_cast<char*>(slot.begin);
  ASSERT_EQ(mprotect(page, 4096, PROT_READ | PROT_WRITE), 0);
  *page = 1;
  clear(slot);
  EXPECT_EQ(map_page(slot.begin), MAP_FAILED);
  ASSERT_EQ(mprotect(page, 4096, PROT_READ), 0);
  EXPECT_EQ(*page, 0);
}

TEST(Slots, AreRefusedWhereTheyAreTooSmallOrTooMany) {
  EXPECT_THAT(Slots::reserve({.bytes = 4096, .count = 1}).error().text(), HasSubstr("256 MiB"));
  EXPECT_THAT(Slots::reserve({.count = std::size_t{1} << 20}).error().text(),
              HasSubstr("fewer ranks in a process"));
}

}  // namespace
}  // namespace isthmus::engine::image
