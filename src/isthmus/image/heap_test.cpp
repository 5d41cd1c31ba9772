#include "isthmus/image/heap.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::image {
namespace {

/// A heap in memory of its own.
class HeapTest : public ::testing::Test {
 protected:
  static constexpr std::size_t bytes = std::size_t{256} << 20;

  HeapTest()
      : memory_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)),
        heap_(*Heap::make(memory_, bytes)) {}
  ~HeapTest() override { munmap(memory_, bytes); }

  static bool is_filled(const void* block, std::size_t count, int value) {
    const auto* begin = static_cast<const unsigned char*>(block);
    return std::all_of(begin, begin + count, [value](unsigned char one) { return one == value; });
  }

  void* memory_;
  Heap& heap_;
};

TEST_F(HeapTest, GivesAlignedBlocksThatDoNotOverlap) {
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> blocks;
  for (std::size_t size = 0; size < 3000; size += 7) {
    void* block = heap_.allocate(size);
    ASSERT_NE(block, nullptr);
    EXPECT_GE(Heap::usable_bytes(block), size);
    const auto begin = reinterpret_cast<std::uintptr_t>(block);
    EXPECT_EQ(begin % 16, 0U);
    blocks.emplace_back(begin, begin + Heap::usable_bytes(block));
  }
  std::ranges::sort(blocks);
  for (std::size_t i = 1; i < blocks.size(); ++i) EXPECT_LE(blocks[i - 1].second, blocks[i].first);
  EXPECT_TRUE(heap_.is_sound());
}

TEST_F(HeapTest, UsesWhatWasFreedBeforeItGrows) {
  void* first = heap_.allocate(1000);
  void* second = heap_.allocate(1000);
  void* wall = heap_.allocate(16);
  const std::size_t extent = heap_.extent();
  ASSERT_EQ(heap_.free(first), Heap::Damage::none);
  ASSERT_EQ(heap_.free(second), Heap::Damage::none);
  // Two neighbours that are free are one.
  EXPECT_EQ(heap_.allocate(2000), first);
  EXPECT_EQ(heap_.extent(), extent);
  ASSERT_EQ(heap_.free(wall), Heap::Damage::none);
  EXPECT_LT(heap_.extent(), extent);
  EXPECT_TRUE(heap_.is_sound());
}

TEST_F(HeapTest, IsEmptyAgainWhenAllIsFreed) {
  const std::size_t empty = heap_.extent();
  std::vector<void*> blocks;
  for (std::size_t i = 0; i < 500; ++i) blocks.push_back(heap_.allocate(i * 37 % 900));
  for (std::size_t i = 0; i < 500; i += 2) static_cast<void>(heap_.free(blocks[i]));
  for (std::size_t i = 1; i < 500; i += 2) static_cast<void>(heap_.free(blocks[i]));
  EXPECT_EQ(heap_.used_bytes(), 0U);
  EXPECT_EQ(heap_.extent(), empty);
  EXPECT_TRUE(heap_.is_sound());
}

TEST_F(HeapTest, ZeroesWhatWasUsedBefore) {
  for (const std::size_t size : {std::size_t{24}, std::size_t{5000}, std::size_t{1} << 20}) {
    void* block = heap_.allocate(size);
    std::memset(block, 0xff, Heap::usable_bytes(block));
    static_cast<void>(heap_.free(block));
    void* zeroed = heap_.allocate_zeroed(size);
    EXPECT_TRUE(is_filled(zeroed, size, 0)) << size;
    std::memset(zeroed, 0xff, Heap::usable_bytes(zeroed));
  }
}

TEST_F(HeapTest, AlignsAsItIsAsked) {
  for (std::size_t alignment = 1; alignment <= 65536; alignment *= 2) {
    for (const std::size_t size : {1, 100, 5000}) {
      void* block = heap_.allocate_aligned(alignment, size);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % alignment, 0U);
      EXPECT_GE(Heap::usable_bytes(block), size);
      std::memset(block, 0xab, size);
    }
  }
  EXPECT_TRUE(heap_.is_sound());
}

TEST_F(HeapTest, KeepsTheBytesOfABlockThatGrows) {
  void* block = heap_.allocate(100);
  std::memset(block, 0x5a, 100);
  EXPECT_EQ(heap_.reallocate(block, 10000), block) << "nothing lies behind it";
  EXPECT_TRUE(is_filled(block, 100, 0x5a));
  void* wall = heap_.allocate(16);
  void* moved = heap_.reallocate(block, 50000);
  EXPECT_NE(moved, block);
  EXPECT_TRUE(is_filled(moved, 100, 0x5a));
  EXPECT_EQ(heap_.reallocate(moved, 50), moved);
  EXPECT_TRUE(is_filled(moved, 50, 0x5a));
  static_cast<void>(wall);
  EXPECT_TRUE(heap_.is_sound());
}

TEST_F(HeapTest, RefusesMoreThanThereIsAndStaysWhole) {
  void* block = heap_.allocate(100);
  std::memset(block, 0x5a, 100);
  EXPECT_EQ(heap_.allocate(bytes), nullptr);
  EXPECT_EQ(heap_.allocate(~std::size_t{0}), nullptr);
  EXPECT_EQ(heap_.allocate_aligned(4096, ~std::size_t{0} - 100), nullptr);
  EXPECT_EQ(heap_.reallocate(block, bytes), nullptr);
  EXPECT_EQ(heap_.reallocate(block, ~std::size_t{0} - 7), nullptr);
  EXPECT_TRUE(is_filled(block, 100, 0x5a));
  EXPECT_NE(heap_.allocate(bytes / 2), nullptr);
  EXPECT_TRUE(heap_.is_sound());
}

TEST_F(HeapTest, NoticesABlockThatIsFreedTwice) {
  void* block = heap_.allocate(100);
  void* wall = heap_.allocate(100);
  EXPECT_EQ(heap_.free(block), Heap::Damage::none);
  EXPECT_EQ(heap_.free(block), Heap::Damage::freed_twice);
  EXPECT_EQ(heap_.free(wall), Heap::Damage::none);
  EXPECT_EQ(heap_.free(wall), Heap::Damage::no_block) << "it is one with what is not there yet";
  void* other = heap_.allocate(200);
  EXPECT_EQ(heap_.free(static_cast<char*>(other) + 8), Heap::Damage::no_block);
  EXPECT_TRUE(heap_.is_sound());
}

TEST_F(HeapTest, GivesThePagesOfLargeBlocksBack) {
  const std::size_t size = std::size_t{64} << 20;
  auto* block = static_cast<unsigned char*>(heap_.allocate(size));
  void* wall = heap_.allocate(16);
  std::memset(block, 1, size);
  ASSERT_EQ(heap_.free(block), Heap::Damage::none);
  std::vector<unsigned char> present(size / 4096);
  auto* first_page = block + (4096 - reinterpret_cast<std::uintptr_t>(block) % 4096) % 4096;
  ASSERT_EQ(mincore(first_page, size - 8192, present.data()), 0);
  EXPECT_LE(std::ranges::count_if(present, [](unsigned char one) { return (one & 1) != 0; }), 2);
  static_cast<void>(wall);
  EXPECT_TRUE(heap_.is_sound());
}

TEST_F(HeapTest, StaysSoundUnderManyRandomCalls) {
  struct Block {
    unsigned char* begin;
    std::size_t bytes;
    unsigned char value;
  };
  Random random(20261126);
  std::vector<Block> blocks;
  for (int turn = 0; turn < 40000; ++turn) {
    const std::size_t size = random.below(std::uint64_t{1} << random.below(16));
    const auto value = static_cast<unsigned char>(random.next());
    const std::uint64_t choice = random.below(8);
    if (choice < 3 || blocks.empty()) {
      void* block = choice == 0   ? heap_.allocate_zeroed(size)
                    : choice == 1 ? heap_.allocate_aligned(std::size_t{16} << random.below(9), size)
                                  : heap_.allocate(size);
      ASSERT_NE(block, nullptr);
      if (choice == 0) {
        ASSERT_TRUE(is_filled(block, size, 0));
      }
      std::memset(block, value, size);
      blocks.push_back({static_cast<unsigned char*>(block), size, value});
      continue;
    }
    Block& block = blocks[random.below(blocks.size())];
    ASSERT_TRUE(is_filled(block.begin, block.bytes, block.value));
    if (choice == 3) {
      block.begin = static_cast<unsigned char*>(heap_.reallocate(block.begin, size));
      ASSERT_TRUE(is_filled(block.begin, std::min(size, block.bytes), block.value));
      block.bytes = size;
      std::memset(block.begin, block.value, size);
    } else {
      ASSERT_EQ(heap_.free(block.begin), Heap::Damage::none);
      block = blocks.back();
      blocks.pop_back();
    }
    if (turn % 500 == 0) {
      ASSERT_TRUE(heap_.is_sound()) << turn;
    }
  }
  EXPECT_TRUE(heap_.is_sound());
}

}  // namespace
}  // namespace isthmus::engine::image
