#include "isthmus/base/ring.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <vector>

#include "isthmus/base/random.hpp"

namespace isthmus::engine {
namespace {

TEST(Ring, IsFirstInFirstOut) {
  Ring<int> ring;
  EXPECT_TRUE(ring.empty());
  for (int i = 0; i < 5; ++i) ring.push_back(i);
  EXPECT_EQ(ring.size(), 5u);
  EXPECT_EQ(ring.front(), 0);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(ring.pop_front(), i);
  EXPECT_TRUE(ring.empty());
}

// The oldest is in the middle of the memory when that is full.
TEST(Ring, KeepsTheOrderWhereItGrowsAcrossItsEnd) {
  Ring<int> ring;
  for (int i = 0; i < 8; ++i) ring.push_back(i);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(ring.pop_front(), i);
  for (int i = 8; i < 30; ++i) ring.push_back(i);
  std::vector<int> seen;
  ring.for_each([&](int value) { seen.push_back(value); });
  ASSERT_EQ(seen.size(), 25u);
  for (int i = 0; i < 25; ++i) EXPECT_EQ(seen[static_cast<std::size_t>(i)], i + 5);
  for (int i = 5; i < 30; ++i) EXPECT_EQ(ring.pop_front(), i);
}

TEST(Ring, IsADequeWhateverIsDoneToIt) {
  Random random(4);
  Ring<std::uint64_t> ring;
  std::deque<std::uint64_t> reference;
  for (int turn = 0; turn < 20'000; ++turn) {
    // Now and then it is emptied, so that it is filled again at every place.
    const bool takes = turn % 2000 > 1500 || random.below(3) == 0;
    if (takes && !reference.empty()) {
      EXPECT_EQ(ring.front(), reference.front());
      EXPECT_EQ(ring.pop_front(), reference.front());
      reference.pop_front();
    } else if (!takes) {
      const std::uint64_t value = random.next();
      ring.push_back(value);
      reference.push_back(value);
    }
    ASSERT_EQ(ring.size(), reference.size());
    ASSERT_EQ(ring.empty(), reference.empty());
  }
}

TEST(Ring, OwnsWhatCannotBeCopied) {
  Ring<std::unique_ptr<int>> ring;
  for (int i = 0; i < 20; ++i) ring.push_back(std::make_unique<int>(i));
  const std::unique_ptr<int> first = ring.pop_front();
  EXPECT_EQ(*first, 0);
  EXPECT_EQ(ring.size(), 19u);
}

TEST(Ring, FreesWhatIsInItAtTheEnd) {
  const auto shared = std::make_shared<int>(1);
  {
    Ring<std::shared_ptr<int>> ring;
    for (int i = 0; i < 20; ++i) ring.push_back(shared);
    for (int i = 0; i < 7; ++i) ring.pop_front();
    EXPECT_EQ(shared.use_count(), 14);
  }
  EXPECT_EQ(shared.use_count(), 1);
}

}  // namespace
}  // namespace isthmus::engine
