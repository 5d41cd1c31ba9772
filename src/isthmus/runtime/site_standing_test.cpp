// What processes say of a site that was lost, and what comes of it.
#include "isthmus/runtime/site_standing.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/serial/serial.hpp"
#include "isthmus/testing/shape.hpp"

namespace isthmus::engine::runtime {
namespace {

constexpr SiteId lost(1);
const CollectionId cells(7);

/// Two sites of two processes each, of which the first site's hold the other one's images.
class Standings : public ::testing::Test {
 protected:
  Standings() {
    index_.number = 4;
    for (std::uint32_t rank = 0; rank < 4; ++rank) {
      index_.files.push_back({ProcessId(rank), "process-" + std::to_string(rank)});
    }
    index_.collections.emplace_back();
    index_.collections.back().creation.collection = cells;
    index_.collections.back().creation.type = "Cell";
    for (std::uint32_t rank = 0; rank < 2; ++rank) {
      SiteStanding standing;
      standing.process = ProcessId(rank);
      standing.checkpoint = 4;
      standing.images = {"process-" + std::to_string(rank), "process-" + std::to_string(rank + 2)};
      standing.numbers.emplace();
      standing.numbers->broadcasts = 9;
      standing.numbers->collections[cells] = {.broadcasts = 3, .contributions = 5};
      standing.numbers->created = 10 + rank;
      standing.numbers->processed = 20;
      all_.push_back(std::move(standing));
    }
  }

  std::string obstacle() const { return obstacle_to(lost, topology_, index_, all_); }

  const topology::Topology topology_ = testing::uniform_topology(2, 2, "1ms", "0", 2);
  store::Index index_;
  std::vector<SiteStanding> all_;
};

TEST_F(Standings, LetASiteBeMadeAgainOfWhichAllIsThere) { EXPECT_EQ(obstacle(), ""); }

TEST_F(Standings, SayWhatOneOfThemSays) {
  all_[1].obstacle = "it has a gateway";
  EXPECT_EQ(obstacle(), "it has a gateway");
}

TEST_F(Standings, AreOfOneCheckpoint) {
  all_[1].checkpoint = 3;
  EXPECT_EQ(obstacle(), "another checkpoint is the last");
}

TEST_F(Standings, NeedAnImageOfEachProcessThatWasLost) {
  all_[1].images.pop_back();
  EXPECT_EQ(obstacle(), "nobody elsewhere has the image of process 3");
  // That of one that lives is of no use here.
  all_[1].images = {"process-3"};
  EXPECT_EQ(obstacle(), "");
}

TEST_F(Standings, NeedSomebodyElseWhoKnowsTheNumbers) {
  for (SiteStanding& standing : all_) standing.numbers->collections[cells].contributions.reset();
  EXPECT_EQ(obstacle(), "no other site has elements of Cell");
}

TEST_F(Standings, TakeNoNumbersOfWhoWasMadeAgainSince) {
  all_[1].numbers.reset();
  const store::Checkpoints::Numbers numbers = numbers_of(all_);
  EXPECT_EQ(numbers.broadcasts, 9U);
  EXPECT_EQ(numbers.created, 10U);
  EXPECT_EQ(obstacle(), "");
}

TEST_F(Standings, SumUpWhatEachHadSentAndHandled) {
  const store::Checkpoints::Numbers numbers = numbers_of(all_);
  EXPECT_EQ(numbers.created, 21U);
  EXPECT_EQ(numbers.processed, 40U);
  EXPECT_EQ(numbers.collections.at(cells).broadcasts, 3U);
  EXPECT_EQ(numbers.collections.at(cells).contributions, 5U);
}

TEST_F(Standings, AreTheSameWhereTheyAreTold) {
  const auto told = serial::from_bytes<std::vector<SiteStanding>>(serial::to_bytes(all_));
  ASSERT_TRUE(told);
  EXPECT_EQ(obstacle_to(lost, topology_, index_, *told), "");
  EXPECT_EQ(numbers_of(*told).created, 21U);
  EXPECT_EQ(told->at(1).numbers->collections.at(cells).contributions, 5U);
  EXPECT_EQ(told->at(1).images, all_[1].images);
}

}  // namespace
}  // namespace isthmus::engine::runtime
