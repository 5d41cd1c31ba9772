// Which words go which way while a lost site is made again: who may say what, and to whom.
#include "isthmus/runtime/site_word.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace isthmus::engine::runtime {
namespace {

using WordKind = SiteWord::Kind;

constexpr SiteWord::Way from_leader_to_left{.is_from_leader = true};
constexpr SiteWord::Way from_leader_to_new{.is_from_leader = true, .is_for_new = true};
constexpr SiteWord::Way from_left_to_new{.is_for_new = true};
constexpr SiteWord::Way between_new{.is_from_site = true, .is_for_new = true};
constexpr SiteWord::Way from_new_to_leader{.is_from_site = true, .is_for_leader = true};
constexpr SiteWord::Way from_left_to_leader{.is_for_leader = true};
constexpr SiteWord::Way from_new_to_left{.is_from_site = true};
constexpr SiteWord::Way between_left{};

const std::vector<SiteWord::Way> ways = {
    from_leader_to_left, from_leader_to_new,  from_left_to_new, between_new,
    from_new_to_leader,  from_left_to_leader, from_new_to_left, between_left};

SiteWord whole(WordKind kind) {
  SiteWord word{.kind = kind};
  if (kind == WordKind::standing) word.standing.emplace();
  if (kind == WordKind::numbers) word.numbers.emplace();
  if (kind == WordKind::has_caught) word.figures.emplace();
  return word;
}

/// By the numbers of `ways`: those on which a word of the kind is right.
std::vector<int> right_ways(WordKind kind) {
  std::vector<int> right;
  for (int i = 0; i < static_cast<int>(ways.size()); ++i) {
    if (whole(kind).is_right(ways[static_cast<std::size_t>(i)])) right.push_back(i);
  }
  return right;
}

TEST(SiteWord, OfTheLeaderToThoseThatAreLeftIsSaidByNobodyElse) {
  EXPECT_EQ(right_ways(WordKind::come), std::vector{0});
  EXPECT_EQ(right_ways(WordKind::open), std::vector{0});
}

TEST(SiteWord, OfTheLeaderToNewPesIsSaidByNobodyElse) {
  EXPECT_EQ(right_ways(WordKind::numbers), std::vector{1});
  EXPECT_EQ(right_ways(WordKind::release), std::vector{1});
}

// The leader's process hands out what it holds, as others do.
TEST(SiteWord, PartsComeFromAnyThatIsLeftAndGoToNewPesAlone) {
  EXPECT_EQ(right_ways(WordKind::part), (std::vector{1, 2}));
}

TEST(SiteWord, OfWhatFollowsFromMakingIsBetweenNewPes) {
  EXPECT_EQ(right_ways(WordKind::told), std::vector{3});
}

TEST(SiteWord, OfNewPesGoesToTheLeader) {
  EXPECT_EQ(right_ways(WordKind::made), std::vector{4});
  EXPECT_EQ(right_ways(WordKind::goes_on), std::vector{4});
}

TEST(SiteWord, OfThoseThatAreLeftGoesToTheLeader) {
  EXPECT_EQ(right_ways(WordKind::known), std::vector{5});
  EXPECT_EQ(right_ways(WordKind::standing), std::vector{5});
  EXPECT_EQ(right_ways(WordKind::has_caught), std::vector{5});
}

TEST(SiteWord, HasWhatBelongsToItsKind) {
  EXPECT_FALSE(SiteWord{.kind = WordKind::numbers}.is_right(from_leader_to_new));
  EXPECT_FALSE(SiteWord{.kind = WordKind::standing}.is_right(from_left_to_leader));
  EXPECT_FALSE(SiteWord{.kind = WordKind::has_caught}.is_right(from_left_to_leader));
}

// A number that no kind has comes from a peer, too.
TEST(SiteWord, OfNoKindIsNeverRight) {
  const auto beyond = static_cast<WordKind>(static_cast<int>(WordKind::release) + 1);
  EXPECT_EQ(right_ways(beyond), std::vector<int>());
}

}  // namespace
}  // namespace isthmus::engine::runtime
