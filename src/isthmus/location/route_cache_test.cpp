#include "isthmus/location/route_cache.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::location {
namespace {

constexpr std::uint64_t places = 256;

ObjectId object(std::uint64_t key) { return {CollectionId(7), {key, 0}}; }

std::uint64_t place_of(const ObjectId& id) { return hash_of(id) % places; }

/// What the cache has to be like, whatever it keeps its entries in.
struct Model {
  std::map<std::uint64_t, std::pair<ObjectId, PeId>> entries = {};  // by place

  PeId find(const ObjectId& id) const {
    const auto entry = entries.find(place_of(id));
    const bool is_there = entry != entries.end() && entry->second.first == id;
    return is_there ? entry->second.second : PeId::none();
  }
};

TEST(RouteCache, KnowsNothingAtFirst) { EXPECT_FALSE(RouteCache().find(object(1))); }

TEST(RouteCache, ForgetsOneObjectAlone) {
  RouteCache cache;
  for (std::uint64_t key = 0; key < 4; ++key) cache.remember(object(key), PeId(key));
  cache.forget(object(1));
  cache.forget(object(99));
  EXPECT_FALSE(cache.find(object(1)));
  for (const std::uint64_t key : {0, 2, 3}) EXPECT_EQ(cache.find(object(key)), PeId(key));
}

TEST(RouteCache, TakesTheLatestWord) {
  RouteCache cache;
  cache.remember(object(1), PeId(2));
  cache.remember(object(1), PeId(3));
  EXPECT_EQ(cache.find(object(1)), PeId(3));
}

TEST(RouteCache, AnObjectGivesWayToTheNextOfItsPlaceAlsoWhileThereAreFew) {
  std::uint64_t other = 1;
  while (place_of(object(other)) != place_of(object(0))) ++other;
  RouteCache cache;
  cache.remember(object(0), PeId(1));
  cache.remember(object(other), PeId(2));
  EXPECT_FALSE(cache.find(object(0)));
  EXPECT_EQ(cache.find(object(other)), PeId(2));
}

// What a program computes may not depend on how many objects its PEs have talked to before.
TEST(RouteCache, KeepsTheSameWhetherItHasMetFewOrMany) {
  for (const std::uint64_t objects : {3, 8, 9, 12, 300}) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      Random random(seed);
      RouteCache cache;
      Model model;
      for (int i = 0; i < 200; ++i) {
        const ObjectId id = object(random.below(objects));
        if (random.below(4) == 0) {
          cache.forget(id);
          if (model.find(id)) model.entries.erase(place_of(id));
        } else {
          const PeId pe(random.below(1000));
          cache.remember(id, pe);
          model.entries[place_of(id)] = {id, pe};
        }
        for (std::uint64_t key = 0; key < objects; ++key) {
          ASSERT_EQ(cache.find(object(key)), model.find(object(key))) << "seed " << seed;
        }
      }
    }
  }
}

}  // namespace
}  // namespace isthmus::engine::location
