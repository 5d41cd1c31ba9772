#include "isthmus/object/placement.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "isthmus/serial/serial.hpp"

namespace isthmus::engine::detail {
namespace {

topology::Topology two_processes() {
  return topology::Topology::from_grid(topology::uniform_grid(2, 3)).value();
}

// A round robin that counts how often it is asked.
struct Counted {
  std::atomic<int>* asked = nullptr;
  PeId operator()(Index1 index, const MapContext& context) const {
    ++*asked;
    return PeId(index % context.pe_count());
  }
};
using CountedPlacement = Placement<Index1, Counted>;

template <class P>
std::vector<std::uint64_t> lows_on(const P& placement, int pe, const topology::Members& members) {
  std::vector<std::uint64_t> lows;
  for (const Key& key : placement.keys_on(PeId(pe), members)) lows.push_back(key.low);
  return lows;
}

TEST(Placement, GivesEachPeItsElementsInTheOrderOfTheirIndices) {
  const topology::Topology topology = two_processes();
  const topology::Members members(topology);
  std::atomic<int> asked = 0;
  const CountedPlacement placement(Extent::of(Index1{14}), {}, {&asked});
  EXPECT_EQ(lows_on(placement, 1, members), (std::vector<std::uint64_t>{1, 7, 13}));
  EXPECT_EQ(lows_on(placement, 2, members), (std::vector<std::uint64_t>{2, 8}));
  EXPECT_EQ(placement.count(), 14);
}

TEST(Placement, AsksTheMappingOnceForAllCopiesInAProcess) {
  const topology::Topology topology = two_processes();
  const topology::Members members(topology);
  std::atomic<int> asked = 0;
  const CountedPlacement first(Extent::of(Index1{100}), {}, {&asked});
  const CountedPlacement copies[] = {first, first, first};
  for (int pe = 0; pe < 3; ++pe) lows_on(copies[pe], pe, members);
  EXPECT_EQ(asked, 100);
}

TEST(Placement, KeepsTheOrderOfAListOfIndices) {
  const topology::Topology topology = two_processes();
  const topology::Members members(topology);
  std::atomic<int> asked = 0;
  const CountedPlacement placement(Extent{}, {{12, 0}, {5, 0}, {6, 0}, {0, 0}}, {&asked});
  EXPECT_EQ(lows_on(placement, 0, members), (std::vector<std::uint64_t>{12, 6, 0}));
  EXPECT_TRUE(lows_on(placement, 1, members).empty());
  EXPECT_EQ(placement.count(), 4);
}

TEST(Placement, ComesOutOfBytesAsItWentIn) {
  const topology::Topology topology = two_processes();
  const topology::Members members(topology);
  Placement<Index2, mapping::Block> sent(Extent::of(Index2{4, 6}), {}, mapping::block);
  const std::vector<std::byte> bytes = serial::to_bytes(sent);
  const auto read = serial::from_bytes<Placement<Index2, mapping::Block>>(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->extent(), sent.extent());
  std::size_t placed = 0;
  for (int pe = 0; pe < 6; ++pe) {
    // The other process asks for itself.
    const auto& asked = pe < 3 ? sent : *read;
    for (const Key& key : asked.keys_on(PeId(pe), members)) {
      EXPECT_EQ((*sent.rule(members))(key), PeId(pe));
      ++placed;
    }
  }
  EXPECT_EQ(placed, 24u);
}

}  // namespace
}  // namespace isthmus::engine::detail
