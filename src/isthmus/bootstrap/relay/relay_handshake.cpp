#include "isthmus/bootstrap/relay/relay_handshake.hpp"

#include <algorithm>

#include "isthmus/bootstrap/body.hpp"

namespace isthmus::engine::bootstrap {

namespace {

constexpr std::size_t record_bytes_max = 64;

RelayName name_of(const JobKey& key, std::string_view purpose, std::uint32_t rank) {
  BodyWriter writer;
  writer.put_text(purpose).put(rank);
  return key.mac(writer.bytes());
}

}  // namespace

RelayName rendezvous_name(const JobKey& job_key) {
  return name_of(job_key, "isthmus relay meeting", 0);
}

RelayName data_name(const JobKey& mesh_key, ProcessId rank) {
  return name_of(mesh_key, "isthmus relay data", rank.value);
}

RelayName witness_name(const JobKey& mesh_key) { return name_of(mesh_key, "isthmus witness", 0); }

Bytes encode(const RelayName& name) { return Bytes(name.begin(), name.end()); }

std::optional<RelayName> decode_relay_name(std::span<const std::byte> body) {
  RelayName name;
  if (body.size() != name.size()) return std::nullopt;
  std::ranges::copy(body, name.begin());
  return name;
}

RelayHandshake::RelayHandshake(Socket connected, Kind kind, const JobKey& token,
                               const RelayName& name, std::string relay)
    : kind_(kind) {
  tune_for_messages(connected);
  if (kind == Kind::listen) watch_closely(connected);
  channel_ = std::make_unique<Channel>(std::move(connected), Channel::Role::connector,
                                       Purpose::relay, token, std::move(relay), record_bytes_max);
  channel_->send(kind == Kind::listen ? RecordKind::listen : RecordKind::connect, encode(name));
}

Expected<bool> RelayHandshake::step() {
  while (true) {
    auto pumped = channel_->pump();
    const auto record = channel_->take();
    if (!record) {
      if (!pumped) return forward_error(pumped);
      return false;
    }
    if (record->kind == RecordKind::listening && kind_ == Kind::listen && !is_listening_) {
      is_listening_ = true;
      continue;
    }
    if (record->kind == RecordKind::connected && channel_->can_release()) return true;
    return fail(ErrorCode::malformed, "says something that no relay says", channel_->peer());
  }
}

}  // namespace isthmus::engine::bootstrap
