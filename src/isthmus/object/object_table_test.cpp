#include "isthmus/object/object_table.hpp"

#include <gtest/gtest.h>

#include <map>

#include "isthmus/base/random.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

class Item : public Chare<Item, Index1> {
 public:
  void poke() {}
};

// Objects exist in a job alone, so the table under test is one beside the job's own.
Task<void> compare_with_map(Job& job, std::uint64_t seed, int operations) {
  constexpr int count = 400;
  const auto items = job.create_array<Item>(Index1{count}, mapping::block);
  co_await job.quiescence();
  Random random(seed);
  ObjectTable table;
  std::map<int, Object*> expected;
  for (int i = 0; i < operations; ++i) {
    // Fills and empties in waves, so that chains of all lengths are broken up.
    const bool insert = random.below(100) < ((i / 300) % 2 == 0 ? 75u : 25u);
    const auto at = static_cast<int>(random.below(count));
    Object* const object = items[at].local();
    if (insert && expected.emplace(at, object).second) {
      table.insert(*object);
    } else if (!insert && expected.erase(at) > 0) {
      table.erase(*object);
    }
    const auto probe = static_cast<int>(random.below(count));
    const auto found = expected.find(probe);
    EXPECT_EQ(table.find(items[probe].id()), found == expected.end() ? nullptr : found->second);
    EXPECT_EQ(table.size(), expected.size());
  }
  for (int at = 0; at < count; ++at) {
    EXPECT_EQ(table.find(items[at].id()) != nullptr, expected.contains(at));
  }
}

TEST(ObjectTable, AgreesWithAMapThroughRandomOperations) {
  for (const std::uint64_t seed : {11, 12, 13}) {
    SCOPED_TRACE(seed);
    testing::World world(testing::uniform_topology(1, 1));
    const auto failure =
        world.run([&](Job& job) -> Task<void> { return compare_with_map(job, seed, 4000); });
    EXPECT_FALSE(failure) << failure->text();
  }
}

TEST(ObjectTable, FindsNothingWhenItIsEmpty) {
  const ObjectTable table;
  EXPECT_EQ(table.find({CollectionId(1), {1, 2}}), nullptr);
  EXPECT_EQ(table.size(), 0u);
}

}  // namespace
}  // namespace isthmus::engine
