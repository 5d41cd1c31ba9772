#include "isthmus/bootstrap/join/join_records.hpp"

#include <algorithm>

#include "isthmus/bootstrap/body.hpp"

namespace isthmus::engine::bootstrap {

namespace {

constexpr std::size_t peer_bytes_max = 4 * (2 + text_bytes_max) + 4 + 8 + 4 + 2;

void write_peer(BodyWriter& writer, const Peer& peer) {
  writer.put(peer.rank.value).put(peer.pid).put(peer.site.value).put(peer.address.port);
  writer.put_text(peer.address.host).put_text(peer.hostname);
  writer.put_text(peer.site_name).put_text(peer.node_name);
}

Peer read_peer(BodyReader& reader) {
  Peer peer;
  peer.rank = ProcessId(reader.get<std::uint32_t>());
  peer.pid = reader.get<std::int64_t>();
  peer.site = SiteId(reader.get<std::uint32_t>());
  peer.address.port = reader.get<std::uint16_t>();
  peer.address.host = reader.get_text();
  peer.hostname = reader.get_text();
  peer.site_name = reader.get_text();
  peer.node_name = reader.get_text();
  return peer;
}

void write_table(BodyWriter& writer, const Table& table) {
  writer.put_bytes(table.job).put(table.self.value);
  writer.put(static_cast<std::uint32_t>(table.peers.size()));
  for (const Peer& peer : table.peers) write_peer(writer, peer);
}

std::optional<Table> read_table(BodyReader& reader) {
  Table table;
  const auto job = reader.get_bytes(sizeof(Nonce));
  std::copy(job.begin(), job.end(), table.job.begin());
  table.self = ProcessId(reader.get<std::uint32_t>());
  const auto count = reader.get<std::uint32_t>();
  if (count > process_count_max || table.self.value >= count) return std::nullopt;
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    table.peers.push_back(read_peer(reader));
    if (table.peers.back().rank != ProcessId(rank)) return std::nullopt;
  }
  return table;
}

}  // namespace

Bytes encode(const Join& join) {
  BodyWriter writer;
  writer.put(join.program_id).put(join.process_count);
  writer.put(join.chains_id).put_text(join.chains);
  write_peer(writer, join.self);
  return writer.take();
}

std::optional<Join> decode_join(std::span<const std::byte> body) {
  BodyReader reader(body);
  Join join;
  join.program_id = reader.get<std::uint64_t>();
  join.process_count = reader.get<std::uint32_t>();
  join.chains_id = reader.get<std::uint64_t>();
  join.chains = reader.get_text();
  join.self = read_peer(reader);
  if (!reader.is_whole()) return std::nullopt;
  return join;
}

Bytes encode(const Table& table) {
  BodyWriter writer;
  write_table(writer, table);
  return writer.take();
}

std::optional<Table> decode_table(std::span<const std::byte> body) {
  BodyReader reader(body);
  auto table = read_table(reader);
  if (!reader.is_whole()) return std::nullopt;
  return table;
}

Bytes encode(const Welcome& welcome) {
  BodyWriter writer;
  writer.put(welcome.epoch).put(welcome.checkpoint);
  write_table(writer, welcome.table);
  writer.put(static_cast<std::uint64_t>(welcome.index.size())).put_bytes(welcome.index);
  return writer.take();
}

std::optional<Welcome> decode_welcome(std::span<const std::byte> body) {
  BodyReader reader(body);
  Welcome welcome;
  welcome.epoch = reader.get<std::uint32_t>();
  welcome.checkpoint = reader.get<std::uint64_t>();
  auto table = read_table(reader);
  if (!table) return std::nullopt;
  welcome.table = std::move(*table);
  const auto index = reader.get_bytes(reader.get<std::uint64_t>());
  welcome.index.assign(index.begin(), index.end());
  if (!reader.is_whole()) return std::nullopt;
  return welcome;
}

std::size_t table_bytes_max(std::uint32_t process_count) {
  return sizeof(Nonce) + 4 + 4 + process_count * peer_bytes_max;
}

Bytes encode(const Meet& meet) {
  BodyWriter writer;
  writer.put(meet.self.value).put(meet.peer.value);
  return writer.take();
}

std::optional<Meet> decode_meet(std::span<const std::byte> body) {
  BodyReader reader(body);
  Meet meet;
  meet.self = ProcessId(reader.get<std::uint32_t>());
  meet.peer = ProcessId(reader.get<std::uint32_t>());
  if (!reader.is_whole()) return std::nullopt;
  return meet;
}

Bytes encode(const Call& call) {
  BodyWriter writer;
  writer.put(call.self.value).put(call.peer.value).put(call.slot);
  return writer.take();
}

std::optional<Call> decode_call(std::span<const std::byte> body) {
  BodyReader reader(body);
  Call call;
  call.self = ProcessId(reader.get<std::uint32_t>());
  call.peer = ProcessId(reader.get<std::uint32_t>());
  call.slot = reader.get<std::uint32_t>();
  if (!reader.is_whole()) return std::nullopt;
  return call;
}

}  // namespace isthmus::engine::bootstrap
