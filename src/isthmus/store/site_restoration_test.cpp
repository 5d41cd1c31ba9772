// What is needed of a checkpoint where one site is made again.
#include "isthmus/store/site_restoration.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>

#include "isthmus/testing/shape.hpp"

namespace isthmus::engine::store {
namespace {

TEST(SiteRestoration, LeavesEachImageWithItsOwnerAndWithItsPartner) {
  const topology::Topology topology = testing::uniform_topology(2, 2, "1ms", "0", 2);
  const topology::Members members(topology);
  Index index;
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    index.files.push_back({ProcessId(rank), "process-" + std::to_string(rank)});
  }
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    std::set<std::string> expected{"process-" + std::to_string(rank)};
    for (std::uint32_t other = 0; other < 4; ++other) {
      if (partner_of(ProcessId(other), members, Apart::site) != ProcessId(rank)) continue;
      expected.insert("process-" + std::to_string(other));
    }
    const auto names = files_held_by(ProcessId(rank), index, members, Apart::site);
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()), expected);
    EXPECT_EQ(names.size(), 2U);
  }
}

TEST(SiteRestoration, TakesTheJobsNumbersOnceAndSumsUpWhatIsEachPesOwn) {
  const CollectionId cells(3);
  const CollectionId others(4);
  Checkpoints::Numbers all;
  Checkpoints::Numbers one;
  one.broadcasts = 8;
  one.created = 5;
  one.processed = 7;
  one.collections[cells] = {.broadcasts = 2, .contributions = 6};
  one.collections[others] = {.broadcasts = 1, .contributions = {}};
  add(one, all);
  // Another PE, which has no cells, and some of the others.
  one.created = 4;
  one.processed = 2;
  one.collections[cells].contributions.reset();
  one.collections[others].contributions = 9;
  add(one, all);
  EXPECT_EQ(all.broadcasts, 8U);
  EXPECT_EQ(all.created, 9U);
  EXPECT_EQ(all.processed, 9U);
  EXPECT_EQ(all.collections.at(cells).contributions, 6U);
  EXPECT_EQ(all.collections.at(cells).broadcasts, 2U);
  EXPECT_EQ(all.collections.at(others).contributions, 9U);
}

}  // namespace
}  // namespace isthmus::engine::store
