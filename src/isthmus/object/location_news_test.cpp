// What PEs tell each other of objects: of which PEs, and who tells whom.
#include "isthmus/object/location_news.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "isthmus/testing/shape.hpp"

namespace isthmus::engine {
namespace {

using Onward = NewsOfMany::Onward;

LocationNews news(std::uint32_t pe, PeId left = PeId::none()) {
  return {PeId(pe), 1, location::Update::Spread::none, left};
}

std::pair<std::uint32_t, std::uint32_t> numbers(const Onward& onward) {
  return {onward.first.value, onward.count};
}

/// Who is told, in order, where `teller` tells of a range and each one tells on; how many messages
/// one PE sends at most.
struct Told {
  std::vector<std::uint32_t> pes;
  int most_of_one = 0;

  void tell(const Onward& range, const topology::Members& members) {
    int sent = 0;
    for (Onward half : range.halves()) {
      const PeId to = half.take_first(members);
      if (to == PeId::none()) continue;
      ++sent;
      pes.push_back(to.value);
      tell(half, members);
    }
    if (sent > most_of_one) most_of_one = sent;
  }
};

TEST(LocationNews, NamesPesOfTheTopologyAlone) {
  EXPECT_TRUE(news(3).is_within(4));
  EXPECT_FALSE(news(4).is_within(4));
  EXPECT_TRUE(news(3, PeId(3)).is_within(4));
  EXPECT_FALSE(news(3, PeId(4)).is_within(4));
  EXPECT_FALSE(news(4, PeId(3)).is_within(4));
}

TEST(LocationNews, IsAheadOfTheObjectWhereItSaysWhatThatLeaves) {
  EXPECT_FALSE(news(3).is_ahead());
  EXPECT_TRUE(news(3, PeId(0)).is_ahead());
}

TEST(NewsOfMany, GoesOnToBothHalvesOfARange) {
  const auto [low, high] = Onward{PeId(4), 7}.halves();
  EXPECT_EQ(numbers(low), std::pair(4U, 3U));
  EXPECT_EQ(numbers(high), std::pair(7U, 4U));
  const auto [none, one] = Onward{PeId(4), 1}.halves();
  EXPECT_EQ(numbers(none), std::pair(4U, 0U));
  EXPECT_EQ(numbers(one), std::pair(4U, 1U));
}

TEST(NewsOfMany, GoesToTheFirstMemberOfARange) {
  const topology::Topology topology = testing::uniform_topology(1, 8, "1ms", "0");
  const topology::Members members(topology, 1, {PeId(0), PeId(3), PeId(4)});
  Onward onward{PeId(1), 4};
  EXPECT_EQ(onward.take_first(members), PeId(3));
  EXPECT_EQ(numbers(onward), std::pair(4U, 1U));
  EXPECT_EQ(onward.take_first(members), PeId(4));
  EXPECT_EQ(onward.take_first(members), PeId::none());
  Onward absent{PeId(5), 3};
  EXPECT_EQ(absent.take_first(members), PeId::none());
  EXPECT_EQ(absent.count, 0U);
}

TEST(NewsOfMany, ReachesEachMemberOnceAndNobodySendsMoreThanTwo) {
  const topology::Topology topology = testing::uniform_topology(1, 32, "1ms", "0");
  std::vector<PeId> pes;
  std::vector<std::uint32_t> expected;
  for (std::uint32_t pe = 0; pe < 32; ++pe) {
    if (pe % 5 == 3) continue;
    pes.emplace_back(pe);
    if (pe >= 2 && pe < 31) expected.push_back(pe);
  }
  const topology::Members members(topology, 1, pes);
  Told told;
  told.tell({PeId(2), 29}, members);
  std::ranges::sort(told.pes);
  EXPECT_EQ(told.pes, expected);
  EXPECT_EQ(told.most_of_one, 2);
}

TEST(NewsOfMany, EndsWithTheTopology) {
  EXPECT_TRUE((Onward{PeId(2), 6}.is_within(8)));
  EXPECT_FALSE((Onward{PeId(2), 7}.is_within(8)));
  EXPECT_FALSE((Onward{PeId(2), ~std::uint32_t{0}}.is_within(8)));
}

}  // namespace
}  // namespace isthmus::engine
