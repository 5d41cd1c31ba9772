#include "isthmus/bootstrap/join/join_records.hpp"

#include <gtest/gtest.h>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::bootstrap {
namespace {

Peer peer_of_rank(std::uint32_t rank) {
  Peer peer;
  peer.rank = ProcessId(rank);
  peer.address = {"10.0.0." + std::to_string(rank), static_cast<std::uint16_t>(7000 + rank)};
  peer.hostname = std::string(255, 'h');
  peer.pid = 1'000'000 + rank;
  peer.site = SiteId(rank + 5);
  peer.site_name = std::string(255, 's');
  peer.node_name = "";
  return peer;
}

Table table_of(std::uint32_t count, std::uint32_t self) {
  Table table{fresh_nonce(), ProcessId(self), {}};
  for (std::uint32_t rank = 0; rank < count; ++rank) table.peers.push_back(peer_of_rank(rank));
  return table;
}

void expect_same(const Peer& a, const Peer& b) {
  EXPECT_EQ(a.rank, b.rank);
  EXPECT_EQ(a.address, b.address);
  EXPECT_EQ(a.hostname, b.hostname);
  EXPECT_EQ(a.pid, b.pid);
  EXPECT_EQ(a.site, b.site);
  EXPECT_EQ(a.site_name, b.site_name);
  EXPECT_EQ(a.node_name, b.node_name);
}

TEST(JoinRecords, ReadsTheTableThatItWrites) {
  const Table table = table_of(3, 2);
  const Bytes bytes = encode(table);
  EXPECT_LE(bytes.size(), table_bytes_max(3));
  const auto read = decode_table(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->job, table.job);
  EXPECT_EQ(read->self, table.self);
  ASSERT_EQ(read->peers.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) expect_same(read->peers[i], table.peers[i]);
}

TEST(JoinRecords, ReadsTheJoinThatItWrites) {
  Join join{77, 3, 5, "between_sites tcp", peer_of_rank(1)};
  join.self.rank = ProcessId::none();
  const auto read = decode_join(encode(join));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->program_id, 77u);
  EXPECT_EQ(read->process_count, 3u);
  EXPECT_EQ(read->chains_id, 5u);
  EXPECT_EQ(read->chains, "between_sites tcp");
  expect_same(read->self, join.self);
}

TEST(JoinRecords, RefusesATableWhoseRanksDoNotCount) {
  Table table = table_of(3, 2);
  std::swap(table.peers[0], table.peers[1]);
  EXPECT_FALSE(decode_table(encode(table)));
  EXPECT_FALSE(decode_table(encode(table_of(3, 3))));
  EXPECT_FALSE(decode_table(encode(table_of(0, 0))));
}

TEST(JoinRecords, RefusesWhatIsCutShortOrGoesOn) {
  Bytes table = encode(table_of(2, 1));
  Bytes join = encode(Join{77, 3, 5, "between_sites tcp", peer_of_rank(1)});
  Bytes meet = encode(Meet{ProcessId(1), ProcessId(0)});
  for (std::size_t bytes = 0; bytes < table.size(); ++bytes) {
    EXPECT_FALSE(decode_table(std::span(table).first(bytes)));
  }
  for (std::size_t bytes = 0; bytes < join.size(); ++bytes) {
    EXPECT_FALSE(decode_join(std::span(join).first(bytes)));
  }
  for (std::size_t bytes = 0; bytes < meet.size(); ++bytes) {
    EXPECT_FALSE(decode_meet(std::span(meet).first(bytes)));
  }
  for (Bytes* bytes : {&table, &join, &meet}) bytes->push_back(std::byte{0});
  EXPECT_FALSE(decode_table(table));
  EXPECT_FALSE(decode_join(join));
  EXPECT_FALSE(decode_meet(meet));
}

TEST(JoinRecords, ReadsNoBytesBeyondAnyDamage) {
  Random random(20240607);
  const Bytes whole = encode(table_of(3, 2));
  for (int i = 0; i < 20000; ++i) {
    Bytes bytes = whole;
    for (int hit = 0; hit < 3; ++hit) {
      bytes[random.below(hit == 0 ? 80 : bytes.size())] = static_cast<std::byte>(random.next());
    }
    bytes.resize(random.below(bytes.size() + 1));
    const auto table = decode_table(bytes);
    EXPECT_TRUE(!table || table->self.value < table->peers.size());
    const auto join = decode_join(bytes);
    EXPECT_TRUE(!join || join->self.hostname.size() <= 255);
  }
}

}  // namespace
}  // namespace isthmus::engine::bootstrap
