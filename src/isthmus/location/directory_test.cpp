#include "isthmus/location/directory.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::location {
namespace {

ObjectId object(std::uint64_t number) { return {CollectionId(1), {number, 0}}; }

TEST(Directory, KnowsNothingAtFirst) {
  Directory directory;
  EXPECT_TRUE(directory.is_empty());
  EXPECT_EQ(directory.find(object(1)), std::nullopt);
}

TEST(Directory, KeepsTheRecordOfTheHighestEpoch) {
  for (const bool home : {false, true}) {
    Directory directory;
    EXPECT_TRUE(directory.update(object(1), {PeId(4), 3}, home));
    EXPECT_FALSE(directory.update(object(1), {PeId(5), 2}, home));
    EXPECT_EQ(directory.find(object(1)), (Record{PeId(4), 3}));
    EXPECT_TRUE(directory.update(object(1), {PeId(6), 4}, home));
    EXPECT_EQ(directory.find(object(1)), (Record{PeId(6), 4}));
  }
}

TEST(Directory, TellsObjectsOfTwoCollectionsApart) {
  Directory directory;
  directory.update({CollectionId(1), {7, 0}}, {PeId(1), 0}, false);
  directory.update({CollectionId(2), {7, 0}}, {PeId(2), 0}, false);
  directory.update({CollectionId(2), {7, 1}}, {PeId(3), 0}, false);
  EXPECT_EQ(directory.find({CollectionId(1), {7, 0}})->pe, PeId(1));
  EXPECT_EQ(directory.find({CollectionId(2), {7, 0}})->pe, PeId(2));
  EXPECT_EQ(directory.find({CollectionId(2), {7, 1}})->pe, PeId(3));
}

TEST(Directory, BoundsItsCacheAndForgetsNoObjectOfItsOwn) {
  Directory directory(100);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    directory.update(object(i), {PeId(i), 0}, false);
    directory.update(object(10'000 + i), {PeId(i), 0}, true);
    EXPECT_LE(directory.cached_count(), 100u);
    EXPECT_EQ(directory.find(object(i))->pe, PeId(i));
  }
  EXPECT_EQ(directory.homed_count(), 1000u);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(directory.find(object(10'000 + i))->pe, PeId(i));
  }
}

TEST(Directory, ErasesARecordWhereverItIsKept) {
  Directory directory;
  directory.update(object(1), {PeId(1), 0}, false);
  directory.update(object(2), {PeId(2), 0}, true);
  directory.erase(object(1));
  directory.erase(object(2));
  directory.erase(object(3));
  EXPECT_TRUE(directory.is_empty());
}

TEST(Directory, KeepsWhereAnObjectWentUntilItsHomeKnows) {
  Directory directory(1);
  directory.leave(object(1), {PeId(5), 3});
  for (std::uint64_t i = 10; i < 20; ++i) directory.update(object(i), {PeId(1), 0}, false);
  EXPECT_EQ(directory.find(object(1)), (Record{PeId(5), 3}));
  directory.confirm(object(1), 2);  // of an earlier stay here
  EXPECT_EQ(directory.left_count(), 1u);
  directory.confirm(object(1), 3);
  EXPECT_EQ(directory.left_count(), 0u);
  EXPECT_EQ(directory.find(object(1)), (Record{PeId(5), 3}));
  directory.update(object(20), {PeId(1), 0}, false);
  EXPECT_EQ(directory.find(object(1)), std::nullopt);
}

TEST(Directory, TakesNewsOfAnObjectThatLeftAndStillKeepsThemUntilItsHomeKnows) {
  Directory directory(1);
  directory.leave(object(1), {PeId(5), 3});
  EXPECT_FALSE(directory.update(object(1), {PeId(4), 2}, false));
  EXPECT_TRUE(directory.update(object(1), {PeId(6), 4}, false));
  EXPECT_EQ(directory.find(object(1)), (Record{PeId(6), 4}));
  EXPECT_EQ(directory.left_count(), 1u);
  directory.confirm(object(1), 3);
  EXPECT_EQ(directory.left_count(), 0u);
}

TEST(Directory, MayForgetAtOnceWhatHasLeftForItsHomeButTakesNoOlderRecord) {
  Directory directory;
  directory.leave(object(1), {PeId(5), 3});
  directory.leave(object(1), {PeId(7), 8}, true);
  EXPECT_EQ(directory.left_count(), 0u);
  EXPECT_FALSE(directory.update(object(1), {PeId(2), 6}, false));
  EXPECT_EQ(directory.find(object(1)), (Record{PeId(7), 8}));
}

TEST(Directory, ListsAllThatItKnowsOfACollection) {
  Directory directory;
  directory.update({CollectionId(1), {9, 0}}, {PeId(3), 2}, true);
  directory.leave({CollectionId(1), {7, 0}}, {PeId(4), 1});
  directory.update({CollectionId(2), {8, 0}}, {PeId(5), 1}, true);
  directory.update({CollectionId(1), {6, 0}}, {PeId(6), 1}, false);
  const std::vector<Directory::Known> known = directory.known(CollectionId(1));
  ASSERT_EQ(known.size(), 3U);
  EXPECT_EQ(known[0].key, (Key{6, 0}));
  EXPECT_EQ(known[1].key, (Key{7, 0}));
  EXPECT_EQ(known[1].record, (Record{PeId(4), 1}));
  EXPECT_EQ(known[2].key, (Key{9, 0}));
  EXPECT_EQ(directory.known_count(), 4U);
}

TEST(Directory, KeepsHearsayApartFromWhatItKnows) {
  Directory directory(2);
  directory.suppose(object(1), {PeId(4), 3});
  EXPECT_EQ(directory.find(object(1)), std::nullopt);
  EXPECT_EQ(directory.supposed(object(1)), (Record{PeId(4), 3}));
  directory.suppose(object(1), {PeId(5), 2});
  EXPECT_EQ(directory.supposed(object(1)), (Record{PeId(4), 3}));
  directory.suppose(object(1), {PeId(6), 4});
  EXPECT_EQ(directory.supposed(object(1)), (Record{PeId(6), 4}));
  directory.erase(object(1));
  EXPECT_EQ(directory.supposed(object(1)), std::nullopt);
}

TEST(Directory, EmptiesHearsayThatIsAsMuchAsItsCacheHoldsForWhatIsNew) {
  Directory directory(2);
  for (std::uint64_t i = 1; i <= 2; ++i) directory.suppose(object(i), {PeId(4), 1});
  directory.suppose(object(2), {PeId(5), 2});  // known already, and takes no more room
  EXPECT_TRUE(directory.supposed(object(1)));
  directory.suppose(object(3), {PeId(4), 1});
  EXPECT_EQ(directory.supposed(object(3)), (Record{PeId(4), 1}));
  EXPECT_FALSE(directory.supposed(object(1)));
  EXPECT_FALSE(directory.supposed(object(2)));
}

// netsort4 in the thesis (4.3): PE 0 has made and dealt out all objects, and each moves to a PE
// drawn at random in every stage. P_i, the chance that in stage i a message goes to PE 0 because
// its sender knows nothing, is by the thesis 1 - i / n at i < n and 0 from there on: as much as if
// no object ever came back. Some do, so that more goes to PE 0: a sender knows nothing of an object
// that has never been there, (1 - 1 / n) to the i.
TEST(Directory, LeavesAChanceToAskWhereAnObjectWasMadeThatFallsByStage) {
  constexpr int pes = 16;
  constexpr int objects = 4096;
  Random random(11);
  std::vector<Directory> directories(pes);
  std::vector<int> at(objects);
  const auto move = [&](int object, int to, std::uint32_t epoch) {
    const auto from = static_cast<std::size_t>(at[static_cast<std::size_t>(object)]);
    if (static_cast<int>(from) == to) return;
    const ObjectId id{CollectionId(3), {static_cast<std::uint64_t>(object), 0}};
    directories[from].leave(id, {PeId(to), epoch});
    at[static_cast<std::size_t>(object)] = to;
  };
  for (int object = 0; object < objects; ++object) move(object, object % pes, 1);
  for (int stage = 1; stage <= 2 * pes; ++stage) {
    int unknown = 0;
    for (int pe = 1; pe < pes; ++pe) {
      for (int object = 0; object < objects; ++object) {
        const ObjectId id{CollectionId(3), {static_cast<std::uint64_t>(object), 0}};
        const bool is_here = at[static_cast<std::size_t>(object)] == pe;
        if (!is_here && !directories[static_cast<std::size_t>(pe)].find(id)) ++unknown;
      }
    }
    const double chance = unknown / static_cast<double>(objects * (pes - 1));
    EXPECT_NEAR(chance, std::pow(1 - 1.0 / pes, stage), 0.01) << "stage " << stage;
    const double published = stage < pes ? 1 - stage / static_cast<double>(pes) : 0;
    EXPECT_GT(chance, published - 0.01) << "stage " << stage;
    for (int object = 0; object < objects; ++object) {
      move(object, static_cast<int>(random.below(pes)), static_cast<std::uint32_t>(stage) + 1);
    }
  }
}

}  // namespace
}  // namespace isthmus::engine::location
