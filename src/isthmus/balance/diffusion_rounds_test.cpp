#include "isthmus/balance/diffusion_rounds.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace isthmus::engine::balance {
namespace {

/// Pieces of a second each.
Share share(std::uint64_t first, std::size_t count, std::uint32_t pe) {
  Share share;
  for (std::uint64_t i = 0; i < count; ++i) {
    share.pieces.push_back(
        {.id = {CollectionId(1), {.low = first + i}}, .at = PeId(pe), .cpu_s = 1});
  }
  return share;
}

using Partners = std::vector<std::optional<PeId>>;

TEST(DiffusionRounds, AreThroughBeforeTheFirstStepAndWhereNobodyIsPaired) {
  EXPECT_TRUE(DiffusionRounds(PeId(0), Partners{PeId(1)}).are_through());
  DiffusionRounds alone(PeId(0), Partners{{}, {}});
  alone.begin();
  EXPECT_FALSE(alone.partner());
  EXPECT_TRUE(alone.are_through());
}

TEST(DiffusionRounds, BringBothOfAPairToTheSame) {
  DiffusionRounds one(PeId(0), Partners{{}, PeId(1)});
  DiffusionRounds other(PeId(1), Partners{{}, PeId(0)});
  Share ones = share(0, 8, 0);
  Share others = share(100, 2, 1);
  one.begin();
  other.begin();
  ASSERT_EQ(one.partner(), PeId(1)) << "the round that it sits out is skipped";
  ASSERT_EQ(other.partner(), PeId(0));
  const Offer of_one = one.offer(ones);
  const Offer of_other = other.offer(others);
  EXPECT_FALSE(one.pass(ones)) << "nothing has come";
  ASSERT_TRUE(one.is_expected(PeId(1), of_other));
  ASSERT_TRUE(other.is_expected(PeId(0), of_one));
  one.hold(of_other);
  other.hold(of_one);
  EXPECT_TRUE(one.pass(ones));
  EXPECT_TRUE(other.pass(others));
  EXPECT_EQ(ones.pieces.size(), 5u);
  EXPECT_EQ(others.pieces.size(), 5u);
  // Nobody has both, nobody has lost one.
  Share all = of_one.share;
  all.pieces.insert(all.pieces.end(), of_other.share.pieces.begin(), of_other.share.pieces.end());
  Share both = ones;
  both.pieces.insert(both.pieces.end(), others.pieces.begin(), others.pieces.end());
  sort_pieces(all.pieces);
  sort_pieces(both.pieces);
  EXPECT_EQ(both, all);
  EXPECT_TRUE(one.are_through() && other.are_through());
}

TEST(DiffusionRounds, HoldWhatComesEarlyUntilItsRound) {
  DiffusionRounds rounds(PeId(0), Partners{PeId(1), PeId(2)});
  Share own = share(0, 6, 0);
  const Offer next_step{1, 0, share(10, 0, 1)};
  ASSERT_TRUE(rounds.is_expected(PeId(1), next_step)) << "a PE may be ahead by a step";
  rounds.hold(next_step);
  rounds.begin();
  ASSERT_EQ(rounds.partner(), PeId(1));
  const Offer next_round{1, 1, share(20, 0, 2)};
  ASSERT_TRUE(rounds.is_expected(PeId(2), next_round));
  rounds.hold(next_round);
  EXPECT_TRUE(rounds.pass(own));
  EXPECT_EQ(own.pieces.size(), 3u);
  ASSERT_EQ(rounds.partner(), PeId(2));
  EXPECT_TRUE(rounds.pass(own));
  EXPECT_LT(own.pieces.size(), 3u);
  EXPECT_FALSE(rounds.partner());
}

TEST(DiffusionRounds, ExpectNothingOutOfTurn) {
  DiffusionRounds rounds(PeId(0), Partners{PeId(1), PeId(2)});
  const auto expects = [&](std::uint32_t from, std::uint64_t step, std::uint64_t round) {
    return rounds.is_expected(PeId(from), Offer{step, round, {}});
  };
  EXPECT_FALSE(expects(1, 0, 0)) << "no step has begun";
  rounds.begin();
  EXPECT_TRUE(expects(1, 1, 0));
  EXPECT_FALSE(expects(2, 1, 0)) << "not the partner of that round";
  EXPECT_FALSE(expects(1, 1, 2)) << "no such round";
  EXPECT_FALSE(expects(1, 3, 0)) << "two steps ahead";
  Share own;
  rounds.hold({1, 0, {}});
  ASSERT_TRUE(rounds.pass(own));
  EXPECT_FALSE(expects(1, 1, 0)) << "that round is over";
  EXPECT_TRUE(expects(1, 2, 0));
}

TEST(DiffusionRounds, HoldNoMoreThanAStepHas) {
  DiffusionRounds rounds(PeId(0), Partners{PeId(1)});
  const Offer early{1, 0, {}};
  rounds.hold(early);
  EXPECT_FALSE(rounds.is_expected(PeId(1), early));
}

}  // namespace
}  // namespace isthmus::engine::balance
