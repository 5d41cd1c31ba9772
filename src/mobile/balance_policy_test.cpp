#include "mobile/balance_policy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "isthmus/testing/shape.hpp"

namespace isthmus::mobile {
namespace {

std::vector<ObjectLoad> objects_of(const std::vector<double>& loads) {
  std::vector<ObjectLoad> objects;
  for (std::size_t i = 0; i < loads.size(); ++i) objects.push_back({{PeId(0), i + 1}, loads[i]});
  return objects;
}

TEST(WorkStealing, AsksEachVictimOnceAndTheNearOnesFirst) {
  const auto topology = engine::testing::uniform_topology(3, 6);
  Random random(5);
  for (int self = 0; self < 18; ++self) {
    const auto victims = work_stealing::victims(topology, PeId(self), random);
    EXPECT_EQ(std::set<PeId>(victims.begin(), victims.end()).size(), victims.size());
    EXPECT_EQ(std::ranges::count(victims, PeId(self)), 0);
    EXPECT_GE(victims.size(), 5u);
    int distance = 0;
    for (const PeId victim : victims) {
      EXPECT_GE(topology.distance(PeId(self), victim), distance);
      distance = topology.distance(PeId(self), victim);
    }
    EXPECT_NE(topology.site_of(victims.back()), topology.site_of(PeId(self)));
  }
}

TEST(WorkStealing, DoesNotAlwaysAskTheSameVictimFirst) {
  const auto topology = engine::testing::uniform_topology(1, 16);
  Random random(1);
  std::set<PeId> first;
  for (int i = 0; i < 200; ++i) {
    first.insert(work_stealing::victims(topology, PeId(3), random)[0]);
  }
  EXPECT_EQ(first.size(), 15u);
}

// Work given along lifelines can come from any PE to any other.
TEST(WorkStealing, JoinsAllPesByLifelines) {
  for (const int count : {1, 2, 3, 7, 16, 100}) {
    std::set<PeId> reached = {PeId(0)};
    std::vector<PeId> to_visit = {PeId(0)};
    while (!to_visit.empty()) {
      const PeId pe = to_visit.back();
      to_visit.pop_back();
      for (const PeId next : work_stealing::lifelines(pe, count)) {
        if (reached.insert(next).second) to_visit.push_back(next);
      }
    }
    EXPECT_EQ(reached.size(), static_cast<std::size_t>(count));
  }
}

TEST(WorkStealing, GivesHalfOfItsLoadToOneWhoAsks) {
  const std::vector<PeId> thief = {PeId(4)};
  const auto transfers = work_stealing::gifts(objects_of({1, 5, 2, 4}), thief);
  double given = 0;
  for (const Transfer& transfer : transfers) {
    EXPECT_EQ(transfer.to, PeId(4));
    given += std::vector<double>{1, 5, 2, 4}[transfer.pointer.number - 1];
  }
  EXPECT_EQ(given, 6);
}

TEST(WorkStealing, KeepsItsLastObjectAndThoseWithoutLoad) {
  const std::vector<PeId> thieves = {PeId(4), PeId(5), PeId(6)};
  EXPECT_TRUE(work_stealing::gifts(objects_of({3}), thieves).empty());
  EXPECT_TRUE(work_stealing::gifts(objects_of({0, 7, 0}), thieves).empty());
  EXPECT_TRUE(work_stealing::gifts(objects_of({}), thieves).empty());
  EXPECT_EQ(work_stealing::gifts(objects_of({9, 9}), thieves).size(), 1u);
}

TEST(WorkStealing, GivesEachTakerAnEqualShare) {
  const std::vector<PeId> takers = {PeId(1), PeId(2), PeId(3)};
  std::map<PeId, int> given;
  const auto transfers = work_stealing::gifts(objects_of(std::vector<double>(40, 2.0)), takers);
  std::set<Pointer> pointers;
  for (const Transfer& transfer : transfers) {
    ++given[transfer.to];
    pointers.insert(transfer.pointer);
  }
  EXPECT_EQ(given, (std::map<PeId, int>{{PeId(1), 10}, {PeId(2), 10}, {PeId(3), 10}}));
  EXPECT_EQ(pointers.size(), transfers.size());
}

TEST(Diffusion, ShiftsNothingUphill) {
  const std::vector<PeLoad> neighbours = {{PeId(1), 10}, {PeId(2), 30}};
  EXPECT_TRUE(diffusion::shifts(objects_of({5, 5}), neighbours).empty());
}

TEST(Diffusion, NeverMakesTheNeighbourTheLargerOne) {
  const std::vector<PeLoad> neighbour = {{PeId(1), 0}};
  EXPECT_TRUE(diffusion::shifts(objects_of({8}), neighbour).empty());
  EXPECT_EQ(diffusion::shifts(objects_of({8, 1}), neighbour).size(), 1u);
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    std::vector<double> loads(1 + random.below(8));
    for (double& load : loads) load = static_cast<double>(random.below(9));
    const auto objects = objects_of(loads);
    double own = 0;
    for (const double load : loads) own += load;
    const double before = own;
    const double theirs = static_cast<double>(random.below(30));
    double gained = 0;
    const std::vector<PeLoad> one = {{PeId(1), theirs}};
    for (const Transfer& transfer : diffusion::shifts(objects, one)) {
      gained += loads[transfer.pointer.number - 1];
    }
    own -= gained;
    if (gained > 0) {
      EXPECT_LT(theirs + gained, before);
      EXPECT_GT(own, 0);
    }
  }
}

// A serial model of the whole: a load on one PE spreads over all.
TEST(Diffusion, EvensOutALoadThatIsAllOnOnePe) {
  constexpr int pes = 9;
  std::vector<std::vector<ObjectLoad>> on(pes);
  on[0] = objects_of(std::vector<double>(90, 1.0));
  const auto load = [&](PeId pe) { return static_cast<double>(on[pe.value].size()); };
  for (int round = 0; round < 60; ++round) {
    for (int i = 0; i < pes; ++i) {
      std::vector<PeLoad> neighbours;
      for (const PeId pe : neighbours_of(PeId(i), pes)) neighbours.push_back({pe, load(pe)});
      auto& own = on[static_cast<std::size_t>(i)];
      for (const Transfer& transfer : diffusion::shifts(own, neighbours)) {
        const auto object = std::ranges::find(own, transfer.pointer, &ObjectLoad::pointer);
        on[transfer.to.value].push_back(*object);
        own.erase(object);
      }
    }
  }
  // 90 / 9.
  for (int i = 0; i < pes; ++i) EXPECT_NEAR(load(PeId(i)), 10, 2) << i;
}

TEST(Diffusion, TellsOfAChangeByAPartAndOfTheFirstAndLastWork) {
  EXPECT_TRUE(diffusion::is_news(0, 1));
  EXPECT_TRUE(diffusion::is_news(1, 0));
  EXPECT_FALSE(diffusion::is_news(0, 0));
  EXPECT_FALSE(diffusion::is_news(10, 11));
  EXPECT_TRUE(diffusion::is_news(10, 13));
}

TEST(Diffusion, HasNeighboursThatAreNeighboursInTurn) {
  for (const int count : {1, 2, 5, 12}) {
    for (int i = 0; i < count; ++i) {
      for (const PeId other : neighbours_of(PeId(i), count)) {
        const auto back = neighbours_of(other, count);
        EXPECT_EQ(std::ranges::count(back, PeId(i)), 1);
      }
    }
  }
}

}  // namespace
}  // namespace isthmus::mobile
