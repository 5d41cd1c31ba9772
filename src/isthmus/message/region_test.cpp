#include "isthmus/message/region.hpp"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <thread>
#include <vector>

#include "isthmus/base/atomic.hpp"

namespace isthmus::engine {
namespace {

constexpr ObjectId owner(std::uint64_t number) { return {CollectionId(5), {number, 0}}; }

constexpr auto most = static_cast<std::uint64_t>(-1);

class RegionsTest : public ::testing::Test {
 protected:
  RegionsTest() { places.open(owner(1), 7, memory); }

  std::array<std::byte, 100> memory{};
  Regions places;
};

TEST_F(RegionsTest, GiveTheBytesOfAPiece) {
  const Regions::Access access = places.enter(owner(1), {7, 10, 50, 20, 30});
  EXPECT_EQ(access.memory().data(), memory.data() + 30);
  EXPECT_EQ(access.memory().size(), 30u);
}

TEST_F(RegionsTest, AreThoseOfOnePe) {
  EXPECT_TRUE(places.enter(owner(0), {7, 0, 1, 0, 1}).memory().empty());
  EXPECT_TRUE(places.enter(owner(1), {8, 0, 1, 0, 1}).memory().empty());
  places.open(owner(0), 7, memory);
  EXPECT_FALSE(places.enter(owner(0), {7, 0, 1, 0, 1}).memory().empty());
  EXPECT_TRUE(places.close(owner(0), 7));
  EXPECT_FALSE(places.enter(owner(1), {7, 0, 1, 0, 1}).memory().empty());
}

TEST_F(RegionsTest, RefuseWhatIsNotWithin) {
  EXPECT_FALSE(places.enter(owner(1), {7, 0, 100, 99, 1}).memory().empty());
  for (const RegionSlice& slice :
       {RegionSlice{7, 0, 101, 0, 1}, RegionSlice{7, 1, 100, 0, 1}, RegionSlice{7, 101, 0, 0, 0},
        RegionSlice{7, most, 1, 0, 1}, RegionSlice{7, most, 2, 1, 1}, RegionSlice{7, 0, most, 0, 1},
        RegionSlice{7, 0, 50, 51, 1}, RegionSlice{7, 0, 50, 50, 1}, RegionSlice{7, 0, 50, most, 1},
        RegionSlice{7, 0, 50, most, 2}, RegionSlice{7, 0, 50, 0, most},
        RegionSlice{7, 0, 50, 0, 51}, RegionSlice{7, 0, 50, 0, 0}}) {
    EXPECT_TRUE(places.enter(owner(1), slice).memory().empty())
        << slice.offset << ' ' << slice.whole_bytes << ' ' << slice.at << ' ' << slice.bytes;
  }
}

TEST_F(RegionsTest, AreNoMoreOnceTheyAreClosed) {
  EXPECT_TRUE(places.close(owner(1), 7));
  EXPECT_FALSE(places.close(owner(1), 7));
  EXPECT_TRUE(places.enter(owner(1), {7, 0, 1, 0, 1}).memory().empty());
  places.open(owner(1), 7, memory);
  places.open(owner(2), 7, memory);
  places.close_all();
  EXPECT_TRUE(places.enter(owner(1), {7, 0, 1, 0, 1}).memory().empty());
  EXPECT_FALSE(places.close(owner(2), 7));
}

TEST_F(RegionsTest, CloseAllThatAnObjectHasOpened) {
  places.open(owner(1), 8, memory);
  places.open(owner(2), 7, memory);
  EXPECT_TRUE(places.has_open(owner(1)));
  places.close_all(owner(1));
  EXPECT_FALSE(places.has_open(owner(1)));
  EXPECT_FALSE(places.has_open(owner(0)));
  EXPECT_TRUE(places.has_open(owner(2)));
  EXPECT_TRUE(places.enter(owner(1), {8, 0, 1, 0, 1}).memory().empty());
}

TEST_F(RegionsTest, AreClosedWhenNobodyWritesAnyMore) {
  std::optional access(places.enter(owner(1), {7, 0, 100, 0, 100}));
  Atomic<bool> closed = false;
  std::thread closer([&] {
    places.close(owner(1), 7);
    closed = true;
  });
  for (int value = 1; value <= 100; ++value) {
    EXPECT_FALSE(closed);
    for (std::byte& at : access->memory()) at = static_cast<std::byte>(value);
  }
  access.reset();
  closer.join();
  for (const std::byte at : memory) EXPECT_EQ(at, std::byte{100});
}

// A writer and an owner that frees the memory at once: the thread sanitizer's to judge.
TEST_F(RegionsTest, NeverLeadToMemoryThatItsOwnerHasFreed) {
  Atomic<bool> ended = false;
  std::thread writer([&] {
    while (!ended) {
      const Regions::Access access = places.enter(owner(3), {1, 0, 64, 0, 64});
      for (std::byte& at : access.memory()) at = std::byte{1};
    }
  });
  for (int i = 0; i < 1000; ++i) {
    std::vector<std::byte> own(64);
    places.open(owner(3), 1, own);
    places.close(owner(3), 1);
    for (std::byte& at : own) at = std::byte{2};
  }
  ended = true;
  writer.join();
}

}  // namespace
}  // namespace isthmus::engine
