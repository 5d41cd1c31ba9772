// The other side of a handshake: Channel in both roles, with somebody who knows no key and says
// anything, and with somebody who knows it and sends any records.
#include <sys/socket.h>

#include <array>
#include <initializer_list>
#include <string>

#include "fuzz/target.hpp"
#include "isthmus/bootstrap/channel.hpp"

namespace isthmus::engine::fuzz {

namespace {

using bootstrap::Channel;
using bootstrap::JobKey;
using bootstrap::Mac;
using bootstrap::Nonce;
using bootstrap::protocol_version;
using bootstrap::Purpose;
using bootstrap::RecordKind;

constexpr std::size_t body_bytes_max = 1024;

std::array<Socket, 2> connected() {
  std::array<int, 2> ends{};
  require(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()) == 0,
          "there are descriptors");
  return {Socket(ends[0]), Socket(ends[1])};
}

/// False once it has failed.
bool pump(Channel& channel) {
  while (true) {
    if (!channel.pump()) return false;
    const auto record = channel.take();
    if (!record) return true;
    require(record->body.size() <= body_bytes_max, "a body is bounded");
  }
}

void meet_stranger(Channel::Role role, const JobKey& key, Source& source) {
  auto [own, other] = connected();
  Channel channel(std::move(own), role, Purpose::rendezvous, key, "a stranger", body_bytes_max);
  channel.send(RecordKind::join, {});
  bool is_sound = pump(channel);
  while (is_sound && !source.is_empty()) {
    const Input piece = source.take_bytes(source.take<std::uint8_t>());
    static_cast<void>(send(other.descriptor(), piece.data(), piece.size(), MSG_NOSIGNAL));
    is_sound = pump(channel);
  }
  if (is_sound) {
    shutdown(other.descriptor(), SHUT_WR);
    pump(channel);
  }
}

void meet_friend(Channel::Role role, const JobKey& key, Source& source) {
  auto [own, other] = connected();
  const auto opposite =
      role == Channel::Role::acceptor ? Channel::Role::connector : Channel::Role::acceptor;
  Channel channel(std::move(own), role, Purpose::mesh, key, "a friend", body_bytes_max);
  Channel far(std::move(other), opposite, Purpose::mesh, key, "the channel", 1 << 20);
  bool is_sound = true;
  while (is_sound && !source.is_empty()) {
    const auto kind = static_cast<RecordKind>(source.take<std::uint8_t>());
    const Input body = source.take_bytes(source.take<std::uint16_t>());
    far.send(kind, {body.begin(), body.end()});
    for (int i = 0; i < 3 && is_sound; ++i) is_sound = far.pump().has_value() && pump(channel);
  }
}

void run(Input input) {
  static const JobKey key("a secret of fuzzers");
  Source source(input);
  const auto mode = source.take<std::uint8_t>();
  const auto role = (mode & 1) != 0 ? Channel::Role::acceptor : Channel::Role::connector;
  (mode & 2) != 0 ? meet_friend(role, key, source) : meet_stranger(role, key, source);
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> seeds;
  for (const std::uint8_t mode : std::initializer_list<std::uint8_t>{0, 1}) {
    Sink sink;
    sink.put(mode).put(std::uint8_t{48}).put_bytes(bytes_of("ISTHMUS\n"));
    sink.put(protocol_version).put(Purpose::rendezvous).put(Nonce{});
    // A refusal is shown without proof.
    sink.put(std::uint8_t{41}).put(std::uint32_t{4}).put(RecordKind::refusal);
    sink.put_bytes(bytes_of("why.")).put(Mac{});
    seeds.push_back(sink.take());
  }
  for (const std::uint8_t mode : std::initializer_list<std::uint8_t>{2, 3}) {
    Sink sink;
    sink.put(mode);
    for (const RecordKind kind : {RecordKind::join, RecordKind::table, RecordKind::refusal}) {
      sink.put(kind).put(std::uint16_t{5}).put_bytes(bytes_of("words"));
    }
    seeds.push_back(sink.take());
  }
  return seeds;
}

}  // namespace

extern const Target handshake;
const Target handshake{"handshake", run, seeds};

}  // namespace isthmus::engine::fuzz
