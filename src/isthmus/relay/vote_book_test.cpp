#include "isthmus/relay/vote_book.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>

#include "isthmus/relay/test_votes.hpp"

namespace isthmus::engine::relay {
namespace {

using bootstrap::AgreementMessage;
using bootstrap::RelayName;
using bootstrap::witness_id;
using ::testing::HasSubstr;

constexpr std::size_t head_bytes = 16;

TEST_F(VotesTest, AreRememberedByWhoIsStartedAgain) {
  {
    VoteBook first = book();
    EXPECT_EQ(answer(first, WitnessKind::prepare, 0, 2), WitnessKind::promise);
    EXPECT_EQ(answer(first, WitnessKind::propose, 0, 2), WitnessKind::accepted);
  }
  VoteBook again = book();
  EXPECT_EQ(answer(again, WitnessKind::prepare, 2, 1), WitnessKind::overruled);
  EXPECT_EQ(answer(again, WitnessKind::prepare, 2, 1, 2), WitnessKind::promise);
  AgreementMessage asked{ProcessId(2), witness_id, 4, WitnessKind::prepare};
  asked.ballot = {0, 3, ProcessId(2)};
  RelayName name{};
  name[0] = std::byte{1};
  const auto promise = again.answer(name, asked).value().value();
  ASSERT_FALSE(promise.list.empty());
  EXPECT_EQ(promise.list.front().process, ProcessId(0));
}

TEST_F(VotesTest, AreWrittenOnceHoweverOftenTheyAreAskedFor) {
  VoteBook one = book();
  answer(one, WitnessKind::prepare, 0, 2);
  const auto bytes = std::filesystem::file_size(path_);
  for (int i = 0; i < 10; ++i) answer(one, WitnessKind::prepare, 0, 2);
  EXPECT_EQ(std::filesystem::file_size(path_), bytes);
}

// The head of a vote is written when the disk has the rest.
TEST_F(VotesTest, WereNotGivenWhereTheyHaveNoHead) {
  std::uintmax_t before = 0;
  {
    VoteBook first = book();
    answer(first, WitnessKind::prepare, 0, 2);
    before = std::filesystem::file_size(path_);
    answer(first, WitnessKind::prepare, 0, 9);
  }
  // A disk has written any of the blocks, and the file may have been made longer before or not.
  std::string all = contents();
  all.replace(before, head_bytes, head_bytes, '\0');
  for (const std::size_t behind : {std::size_t{0}, std::size_t{5}, head_bytes, head_bytes + 9}) {
    write(all.substr(0, before + behind));
    {
      VoteBook again = book();
      EXPECT_EQ(std::filesystem::file_size(path_), before);
      EXPECT_EQ(answer(again, WitnessKind::prepare, 2, 1), WitnessKind::overruled);
      EXPECT_EQ(answer(again, WitnessKind::prepare, 2, 5), WitnessKind::promise);
    }
    VoteBook third = book();
    EXPECT_EQ(answer(third, WitnessKind::prepare, 0, 3), WitnessKind::overruled);
  }
}

TEST_F(VotesTest, WereNotGivenOfWhichTheDiskHasNotEveryBlock) {
  constexpr std::size_t block_bytes = 512;
  std::uintmax_t before = 0;
  {
    VoteBook first = book();
    answer(first, WitnessKind::prepare, 0, 2);
    before = std::filesystem::file_size(path_);
    // Of a job of many processes, so that it lies across some blocks.
    EXPECT_EQ(answer(first, WitnessKind::propose, 0, 9, 1, 250), WitnessKind::accepted);
  }
  const std::string all = contents();
  ASSERT_GT(all.size(), before + 4 * block_bytes);
  const std::size_t first_block = before / block_bytes;
  const std::size_t blocks = (all.size() + block_bytes - 1) / block_bytes - first_block;
  for (std::size_t there = 0; there < std::size_t{1} << blocks; there += 3) {
    std::string torn = all;
    torn.replace(before, head_bytes, head_bytes, '\0');
    for (std::size_t block = 0; block < blocks; ++block) {
      if (((there >> block) & 1) != 0) continue;
      const std::size_t from = std::max<std::size_t>(before, (first_block + block) * block_bytes);
      const std::size_t to = std::min(all.size(), (first_block + block + 1) * block_bytes);
      torn.replace(from, to - from, to - from, '\0');
    }
    write(torn);
    VoteBook again = book();
    EXPECT_EQ(std::filesystem::file_size(path_), before);
    EXPECT_EQ(answer(again, WitnessKind::prepare, 2, 1), WitnessKind::overruled);
    EXPECT_EQ(answer(again, WitnessKind::prepare, 2, 5), WitnessKind::promise);
  }
}

TEST_F(VotesTest, AreNoneInAFileOfWhichTheDiskHasZerosAlone) {
  write(std::string(head_bytes, '\0'));
  VoteBook one = book();
  EXPECT_EQ(answer(one, WitnessKind::prepare, 0, 2), WitnessKind::promise);
}

TEST_F(VotesTest, BeginWhereNoHeadLiesAcrossTwoBlocks) {
  VoteBook one = book();
  for (std::uint32_t round = 1; round < 20; ++round) {
    EXPECT_EQ(std::filesystem::file_size(path_) % head_bytes, 0U);
    answer(one, WitnessKind::propose, 0, round, 1, round);
  }
}

TEST_F(VotesTest, AreRefusedWhereOneHasLostItsHeadBeforeAnother) {
  std::uintmax_t before = 0;
  {
    VoteBook first = book();
    answer(first, WitnessKind::prepare, 0, 2);
    before = std::filesystem::file_size(path_);
    answer(first, WitnessKind::prepare, 0, 3);
    answer(first, WitnessKind::prepare, 0, 4);
  }
  std::string all = contents();
  all.replace(before, head_bytes, head_bytes, '\0');
  write(all);
  EXPECT_THAT(refusal(), HasSubstr("is damaged at byte " + std::to_string(before)));
}

TEST_F(VotesTest, AreRefusedWhereOneThatWasGivenIsCutShort) {
  {
    VoteBook first = book();
    answer(first, WitnessKind::prepare, 0, 2);
  }
  const std::string all = contents();
  write(all.substr(0, all.size() - 1));
  EXPECT_THAT(refusal(), HasSubstr("is damaged at byte 16"));
}

TEST_F(VotesTest, AreRefusedWhicheverByteIsDamaged) {
  {
    VoteBook first = book();
    answer(first, WitnessKind::prepare, 0, 2);
    answer(first, WitnessKind::propose, 0, 2);
  }
  const std::string good = contents();
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    write(bad);
    ASSERT_THAT(refusal(), HasSubstr("is damaged at byte")) << at;
  }
}

TEST_F(VotesTest, AreOfOneWitnessAlone) {
  const VoteBook one = book();
  EXPECT_THAT(refusal(), HasSubstr("another process writes its votes there"));
}

TEST_F(VotesTest, GoToNobodyWhoAsksForWhatNoProposerWould) {
  VoteBook one = book();
  const auto bytes = std::filesystem::file_size(path_);
  AgreementMessage sound{ProcessId(3), witness_id, 4, WitnessKind::prepare};
  sound.ballot = {1, 2, ProcessId(3)};
  sound.dead = {ProcessId(5)};
  AgreementMessage for_another = sound;
  for_another.to = ProcessId(1);
  AgreementMessage of_another = sound;
  of_another.ballot.proposer = ProcessId(4);
  AgreementMessage miscounted = sound;
  miscounted.ballot.dead_count = 2;
  for (const AgreementMessage& asked : {for_another, of_another, miscounted}) {
    const auto answer = one.answer(RelayName{}, asked);
    ASSERT_TRUE(answer);
    EXPECT_FALSE(*answer);
  }
  EXPECT_EQ(std::filesystem::file_size(path_), bytes);
  EXPECT_TRUE(one.answer(RelayName{}, sound).value());
  EXPECT_GT(std::filesystem::file_size(path_), bytes);
}

TEST_F(VotesTest, OfOneEpochAreNoneOfTheNext) {
  VoteBook one = book();
  EXPECT_EQ(answer(one, WitnessKind::prepare, 0, 5), WitnessKind::promise);
  EXPECT_EQ(answer(one, WitnessKind::prepare, 2, 1), WitnessKind::overruled);
  AgreementMessage next{ProcessId(2), witness_id, 5, WitnessKind::prepare};
  next.ballot = {0, 1, ProcessId(2)};
  RelayName name{};
  name[0] = std::byte{1};
  EXPECT_EQ(one.answer(name, next).value().value().kind, WitnessKind::promise);
}

}  // namespace
}  // namespace isthmus::engine::relay
