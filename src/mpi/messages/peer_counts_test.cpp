#include "mpi/messages/peer_counts.hpp"

#include <gtest/gtest.h>

#include "isthmus/isthmus.hpp"

namespace isthmus::engine::mpi {
namespace {

TEST(PeerCounts, AreNothingForWhoHasNone) {
  PeerCounts counts;
  EXPECT_EQ(counts.of(0), 0u);
  counts.add_one(3);
  EXPECT_EQ(counts.of(0), 0u);
  EXPECT_EQ(counts.of(3), 1u);
}

TEST(PeerCounts, KeepManyPeersApart) {
  PeerCounts counts;
  for (std::int32_t round = 0; round < 3; ++round) {
    for (std::int32_t peer = round; peer < 1000; ++peer) counts.add_one(peer * 64);
  }
  for (std::int32_t peer = 2; peer < 1000; ++peer) ASSERT_EQ(counts.of(peer * 64), 3u) << peer;
  EXPECT_EQ(counts.of(0), 1u);
  EXPECT_EQ(counts.of(64), 2u);
  EXPECT_EQ(counts.of(1), 0u);
}

TEST(PeerCounts, GoAlongWithTheirRank) {
  PeerCounts counts;
  for (std::int32_t peer = 0; peer < 20; ++peer) counts.add_one(peer);
  const auto read = serial::from_bytes<PeerCounts>(serial::to_bytes(counts));
  ASSERT_TRUE(read);
  for (std::int32_t peer = 0; peer < 20; ++peer) EXPECT_EQ(read->of(peer), 1u);
  EXPECT_EQ(read->of(20), 0u);
}

}  // namespace
}  // namespace isthmus::engine::mpi
