#include "isthmus/program/site_vote.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace isthmus::engine::program {
namespace {

using ::testing::IsEmpty;
using ::testing::StartsWith;

bootstrap::EpochMember member(std::uint32_t rank, const SiteVote& vote) {
  return {ProcessId(rank), vote.note()};
}

TEST(SiteVote, IsReadAsItWasSaid) {
  for (const SiteVote& vote :
       {SiteVote{7}, SiteVote{7, true, 3}, SiteVote{18'446'744'073'709'551'615U, true, 0},
        SiteVote{7, true, 0, "the main program is there"}}) {
    const auto read = SiteVote::read(member(2, vote));
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(*read, vote) << vote.note();
  }
}

TEST(SiteVote, FitsIntoTheNoteOfAnAgreement) {
  const SiteVote vote{7, true, 0, std::string(1000, 'x')};
  EXPECT_EQ(vote.note().size(), 255U);
  EXPECT_THAT(SiteVote::read(member(0, vote))->obstacle, StartsWith("xxx"));
}

TEST(SiteVote, IsRefusedWhereItIsNone) {
  for (const char* note : {"", "x", "7x", "7 in epoch", "7 in epoch x", "7 in epoch 1x"}) {
    EXPECT_FALSE(SiteVote::read({ProcessId(1), note})) << note;
  }
}

TEST(SiteVote, LetsAllGoOnWhereNobodyObjectsAndAllHoldTheSame) {
  const SiteVote alone{7, true, 3};
  EXPECT_THAT(obstacle_of({member(0, alone), member(1, alone)}), IsEmpty());
  EXPECT_EQ(obstacle_of({member(0, alone), member(1, {7, true, 3, "a balancer"})}), "a balancer");
  EXPECT_EQ(obstacle_of({member(0, alone), member(1, {8, true, 3})}),
            "another checkpoint is the last");
  EXPECT_EQ(obstacle_of({member(0, alone), member(1, {7, true, 4})}),
            "not all are in the same epoch");
  EXPECT_EQ(obstacle_of({member(0, {7}), member(1, {7})}), "nothing is kept for it");
}

TEST(SiteVote, NamesTheCheckpointThatNobodyHasDropped) {
  EXPECT_EQ(*common_checkpoint({member(0, {8}), member(1, {7, true, 0, "a balancer"})}), 7U);
}

}  // namespace
}  // namespace isthmus::engine::program
