#include "isthmus/bootstrap/agreement/process_set.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <vector>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::bootstrap {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<ProcessId> members_of(const ProcessSet& set) { return {set.begin(), set.end()}; }

TEST(ProcessSet, HasEachProcessOnceByRank) {
  const ProcessSet set = {ProcessId(4), ProcessId(1), ProcessId(4), ProcessId(0)};
  EXPECT_THAT(members_of(set), ElementsAre(ProcessId(0), ProcessId(1), ProcessId(4)));
  EXPECT_EQ(set.size(), 3u);
  EXPECT_TRUE(set.contains(ProcessId(1)));
  EXPECT_FALSE(set.contains(ProcessId(2)));
}

TEST(ProcessSet, SaysWhetherSomethingIsNew) {
  ProcessSet set;
  EXPECT_TRUE(set.insert(ProcessId(3)));
  EXPECT_FALSE(set.insert(ProcessId(3)));
  EXPECT_FALSE(set.insert(ProcessSet{ProcessId(3)}));
  EXPECT_FALSE(set.insert(ProcessSet{}));
  EXPECT_TRUE(set.insert(ProcessSet{ProcessId(3), ProcessId(2)}));
  EXPECT_THAT(members_of(set), ElementsAre(ProcessId(2), ProcessId(3)));
  EXPECT_FALSE(set.insert(set)) << "with itself";
}

TEST(ProcessSet, ForgetsThoseThatAreErased) {
  ProcessSet set = {ProcessId(1), ProcessId(2)};
  set.erase(ProcessId(7));
  set.erase(ProcessId(1));
  EXPECT_THAT(members_of(set), ElementsAre(ProcessId(2)));
  EXPECT_TRUE(set.insert(ProcessId(1))) << "it is new again";
  set.clear();
  EXPECT_THAT(members_of(set), IsEmpty());
  EXPECT_TRUE(set.empty());
}

TEST(ProcessSet, IsEqualWhateverTheOrderOfItsMaking) {
  Random random(2);
  for (int turn = 0; turn < 200; ++turn) {
    std::set<std::uint32_t> reference;
    ProcessSet upwards;
    ProcessSet anyhow;
    for (int i = 0; i < 20; ++i) {
      const auto rank = static_cast<std::uint32_t>(random.below(12));
      if (random.below(4) == 0) {
        reference.erase(rank);
        anyhow.erase(ProcessId(rank));
      } else {
        EXPECT_EQ(anyhow.insert(ProcessId(rank)), reference.insert(rank).second);
      }
    }
    for (const std::uint32_t rank : reference) upwards.insert(ProcessId(rank));
    EXPECT_EQ(anyhow, upwards);
  }
}

}  // namespace
}  // namespace isthmus::engine::bootstrap
