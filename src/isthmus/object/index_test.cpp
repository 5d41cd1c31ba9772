#include "isthmus/object/index.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace isthmus::engine {
namespace {

constexpr std::int32_t corners[] = {INT32_MIN, -1'000'000, -1, 0, 1, 7, 1'000'000, INT32_MAX};

struct Atom {
  std::int16_t cell = 0;
  std::uint64_t number = 0;
  bool operator==(const Atom&) const = default;
};

TEST(Index, PacksOneDimension) {
  for (const std::int32_t a : corners) {
    const Key key = IndexTraits<Index1>::to_key(a);
    EXPECT_EQ(IndexTraits<Index1>::from_key(key), a);
  }
}

TEST(Index, PacksUpToFourDimensionsWithNegativeCoordinates) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> keys;
  for (const std::int32_t a : corners) {
    for (const std::int32_t b : corners) {
      EXPECT_EQ(IndexTraits<Index2>::from_key(IndexTraits<Index2>::to_key({a, b})), (Index2{a, b}));
      for (const std::int32_t c : corners) {
        EXPECT_EQ(IndexTraits<Index3>::from_key(IndexTraits<Index3>::to_key({a, b, c})),
                  (Index3{a, b, c}));
        for (const std::int32_t d : corners) {
          const Index4 index{a, b, c, d};
          const Key key = IndexTraits<Index4>::to_key(index);
          EXPECT_EQ(IndexTraits<Index4>::from_key(key), index);
          keys.emplace(key.low, key.high);
        }
      }
    }
  }
  EXPECT_EQ(keys.size(), 8u * 8 * 8 * 8);
}

TEST(Index, PacksAnyTypeOfFixedSize) {
  const Atom atom{-5, 0xfedcba9876543210ull};
  const Key key = IndexTraits<Atom>::to_key(atom);
  EXPECT_EQ(IndexTraits<Atom>::from_key(key), atom);
  EXPECT_NE(key, IndexTraits<Atom>::to_key({-4, atom.number}));
  EXPECT_NE(key, IndexTraits<Atom>::to_key({-5, 1}));
}

TEST(Index, PrintsAsItIsWritten) {
  EXPECT_EQ(IndexTraits<Index1>::text(IndexTraits<Index1>::to_key(-3)), "-3");
  EXPECT_EQ(IndexTraits<Index3>::text(IndexTraits<Index3>::to_key({1, -2, 3})), "1,-2,3");
  EXPECT_EQ(IndexTraits<PeId>::text(IndexTraits<PeId>::to_key(PeId(6))), "PE 6");
}

TEST(Index, IsVisitedWithTheLastCoordinateFastest) {
  std::vector<Index3> visited;
  for_each_index<Index3>(Extent::of(Index3{2, 1, 3}),
                         [&](Index3 index) { visited.push_back(index); });
  EXPECT_EQ(visited, (std::vector<Index3>{
                         {0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {1, 0, 0}, {1, 0, 1}, {1, 0, 2}}));
}

TEST(Extent, CountsItsIndices) {
  EXPECT_EQ(Extent::of(Index1{7}).count(), 7);
  EXPECT_EQ(Extent::of(Index4{2, 3, 4, 5}).count(), 120);
  EXPECT_EQ(Extent::of(Index2{0, 5}).count(), 0);
  EXPECT_TRUE(Extent::of(Index1{7}).is_bounded());
  EXPECT_FALSE(Extent{}.is_bounded());
}

}  // namespace
}  // namespace isthmus::engine
