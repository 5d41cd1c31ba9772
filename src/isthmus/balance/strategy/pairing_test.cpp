// Two PEs that even out, and who is paired with whom.
#include "isthmus/balance/strategy/pairing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::balance {
namespace {

Piece piece(std::uint64_t name, double cpu_s) {
  return {.id = {CollectionId(1), {.low = name}}, .at = PeId(0), .cpu_s = cpu_s};
}

Share share(std::vector<double> cpu_s, double speed = 1, double fixed_s = 0) {
  Share share{.speed = speed, .fixed_s = fixed_s};
  static std::uint64_t names = 0;
  for (const double s : cpu_s) share.pieces.push_back(piece(++names, s));
  sort_pieces(share.pieces);
  return share;
}

std::vector<double> weights(const Share& share) {
  std::vector<double> weights;
  for (const Piece& piece : share.pieces) weights.push_back(piece.cpu_s);
  return weights;
}

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Pairing, GivesWhatMakesBothEndTogether) {
  // early + w / speed of early = late - w / speed of late: w = (4 - 0) / (1 / speed + 1 / 1).
  EXPECT_DOUBLE_EQ(work_to_even_s(0, 1, 4, 1), 2.0);
  EXPECT_DOUBLE_EQ(work_to_even_s(0, 3, 4, 1), 3.0);
  EXPECT_DOUBLE_EQ(work_to_even_s(4, 1, 4, 1), 0.0);
  EXPECT_DOUBLE_EQ(work_to_even_s(5, 1, 4, 1), 0.0);

  Share late = share({1, 1, 1, 1, 1, 1, 1, 1});
  Share early = share({});
  // 8 / 2 of 1 s each.
  EXPECT_EQ(even_out(late, early), 4u);
  EXPECT_DOUBLE_EQ(load_s(late), 4);
  EXPECT_DOUBLE_EQ(load_s(early), 4);
}

TEST(Pairing, RegardsSpeedsAndWhatIsFixed) {
  Share slow = share(std::vector<double>(40, 0.1));
  Share fast = share({}, 3.0);
  even_out(slow, fast);
  // 40 * 3 / (1 + 3).
  EXPECT_EQ(fast.pieces.size(), 30u);

  Share hindered = share({1, 1, 1, 1}, 1.0, 4.0);
  Share free = share({});
  even_out(free, hindered);
  // (4 + 4) / 2 = 4, which is what is fixed on the one already.
  EXPECT_THAT(weights(hindered), IsEmpty());
}

TEST(Pairing, GivesTheLightestWhereNoneFits) {
  Share late = share({5, 4});
  Share early = share({});
  even_out(late, early);
  EXPECT_THAT(weights(early), ElementsAre(4));
}

TEST(Pairing, ExchangesWhereNothingCanBeGiven) {
  Share late = share({6, 5});
  Share early = share({5, 4});
  // 6 for 5: 5 + 5 and 6 + 4.
  EXPECT_EQ(even_out(late, early), 2u);
  EXPECT_DOUBLE_EQ(load_s(late), 10);
  EXPECT_DOUBLE_EQ(load_s(early), 10);
}

TEST(Pairing, TradesAHeavyOneForManyWhereNoTwoCanChangePlaces) {
  // What is fixed on the first leaves no room for its only object.
  Share late = share({3}, 1.0, 3.0);
  Share early = share(std::vector<double>(40, 0.1));
  // (3 + 3 + 40 * 0.1) / 2 = 5: 3 + 20 * 0.1 on each, after one object and 20.
  EXPECT_EQ(even_out(late, early), 21u);
  EXPECT_DOUBLE_EQ(load_s(late), 5);
  EXPECT_DOUBLE_EQ(load_s(early), 5);
  EXPECT_EQ(early.pieces.front().cpu_s, 3);
  EXPECT_TRUE(is_sound(late, 1) && is_sound(early, 1));
}

TEST(Pairing, ExchangesNothingThatMakesASlowPeTheLaterOne) {
  // 2.4 for 1.0 would take the slow one from 2 to 3.4.
  Share fast = share({2.4}, 3.0, 2.2);
  Share slow = share({1.0}, 1.0, 1.0);
  EXPECT_EQ(even_out(fast, slow), 0u);
}

TEST(Pairing, LeavesAloneWhatIsEvenOrCannotBeBetter) {
  Share one = share({3, 2});
  Share other = share({4, 1});
  EXPECT_EQ(even_out(one, other), 0u);
  Share heavy = share({9});
  Share none = share({});
  EXPECT_EQ(even_out(heavy, none), 0u);
  EXPECT_EQ(even_out(none, none), 0u);
}

TEST(Pairing, KeepsAllAndNeverMakesTheLongerTimeLonger) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const auto drawn = [&] {
      std::vector<double> cpu_s(random.below(seed % 2 == 0 ? 30 : 4));
      for (double& s : cpu_s) s = random.uniform() * random.uniform() + 1e-6;
      return share(cpu_s, 0.3 + 3 * random.uniform(), random.uniform());
    };
    Share one = drawn();
    Share other = drawn();
    std::vector<double> before = weights(one);
    std::ranges::copy(weights(other), std::back_inserter(before));
    const double longer_s = std::max(load_s(one), load_s(other));
    even_out(one, other);
    EXPECT_LE(std::max(load_s(one), load_s(other)), longer_s * (1 + 1e-12));
    EXPECT_TRUE(is_sound(one, 1));
    EXPECT_TRUE(is_sound(other, 1));
    std::vector<double> after = weights(one);
    std::ranges::copy(weights(other), std::back_inserter(after));
    EXPECT_THAT(after, ::testing::UnorderedElementsAreArray(before));
  }
}

TEST(Pairing, KnowsWhatCannotBeTrue) {
  EXPECT_TRUE(is_sound(share({2, 1}), 1));
  EXPECT_FALSE(is_sound(share({2, 1}, 0), 1));
  EXPECT_FALSE(is_sound(share({2, 1}, std::nan("")), 1));
  EXPECT_FALSE(is_sound(share({2, 1}, 1, -1), 1));
  EXPECT_FALSE(is_sound(share({std::numeric_limits<double>::infinity()}), 1));
  EXPECT_FALSE(is_sound(share({1}), 0));
  Share unordered = share({2, 1});
  std::swap(unordered.pieces[0], unordered.pieces[1]);
  EXPECT_FALSE(is_sound(unordered, 1));
}

TEST(FasterPes, AreTheFastestAndOthersForEachThatAsks) {
  const std::vector<double> speeds = {1, 1, 4, 2, 4, 4, 4, 4, 1};
  EXPECT_THAT(faster_pes(PeId(0), speeds), ElementsAre(PeId(2), PeId(4), PeId(5), PeId(6)));
  EXPECT_THAT(faster_pes(PeId(3), speeds), ElementsAre(PeId(4), PeId(5), PeId(6), PeId(7)));
  EXPECT_THAT(faster_pes(PeId(8), speeds), ElementsAre(PeId(2), PeId(4), PeId(5), PeId(6)));
  EXPECT_THAT(faster_pes(PeId(4), speeds), IsEmpty());
  EXPECT_THAT(faster_pes(PeId(1), std::vector<double>(5, 1.0)), IsEmpty());
}

TEST(PairingPlan, IsTheSameForBothOfAPair) {
  for (const std::vector<std::size_t>& sizes :
       {std::vector<std::size_t>{1}, {5, 3}, {1, 9}, {4, 4, 7}, {2, 1, 2, 3, 1}}) {
    const PairingPlan plan(sizes);
    for (std::size_t round = 0; round < plan.rounds(); ++round) {
      for (std::size_t site = 0; site < sizes.size(); ++site) {
        for (std::size_t number = 0; number < sizes[site]; ++number) {
          const PairingPlan::Place own{site, number};
          const auto partner = plan.partner(own, round);
          if (!partner) continue;
          EXPECT_NE(*partner, own);
          EXPECT_EQ(plan.partner(*partner, round), own);
        }
      }
    }
  }
}

TEST(PairingPlan, ReachesEverybody) {
  const std::vector<std::size_t> sizes = {5, 3, 6};
  const PairingPlan plan(sizes);
  std::set<std::pair<std::size_t, std::size_t>> reached = {{0, 4}};
  for (std::size_t round = 0; round < plan.rounds(); ++round) {
    auto next = reached;
    for (const auto& [site, number] : reached) {
      if (const auto other = plan.partner({site, number}, round)) {
        next.emplace(other->site, other->number);
      }
    }
    reached = std::move(next);
  }
  EXPECT_EQ(reached.size(), 14u);
}

TEST(PairingPlan, HasNoRoundsWhereThereIsNobodyToPairWith) {
  EXPECT_EQ(PairingPlan({1}).rounds(), 0u);
  EXPECT_EQ(PairingPlan(std::vector<std::size_t>()).rounds(), 0u);
  EXPECT_EQ(PairingPlan({2}).rounds(), 2u);
}

}  // namespace
}  // namespace isthmus::engine::balance
