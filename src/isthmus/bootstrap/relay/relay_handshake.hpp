// isthmus/bootstrap/relay/relay_handshake.hpp: what a process says to a relay until it is
// connected.
#pragma once

#include <memory>
#include <string>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/channel.hpp"
#include "isthmus/bootstrap/job_key.hpp"

namespace isthmus::engine::bootstrap {

/// Under what those who wait and those who call find each other at a relay. Made of a key that the
/// relay does not have, so it tells the relay nothing.
using RelayName = Mac;

/// Of rank 0, before the job is complete, and then of who takes in those that come late.
RelayName rendezvous_name(const JobKey& job_key);
/// Of that process of one job, from then on.
RelayName data_name(const JobKey& mesh_key, ProcessId rank);
/// Of the job, for a witness.
RelayName witness_name(const JobKey& mesh_key);

/// The body of a `listen` and of a `connect`.
Bytes encode(const RelayName& name);
/// Nothing for bytes that are no name.
std::optional<RelayName> decode_relay_name(std::span<const std::byte> body);

/// Over one connection to a relay, from the greeting to where the other side is heard. Both prove
/// the relay's token to each other. Never blocks; one thread.
class RelayHandshake {
 public:
  enum class Kind { listen, connect };
  /// For somebody to listen under the name.
  static constexpr TimeNs patience_ns = 15'000'000'000;

  /// The token outlives the handshake; `relay` names it in errors.
  RelayHandshake(Socket connected, Kind kind, const JobKey& token, const RelayName& name,
                 std::string relay);

  /// Whether the other side is there. ErrorCode::refused where the relay has another token.
  Expected<bool> step();
  bool is_listening() const { return is_listening_; }
  pollfd poll_entry() const { return {channel_->descriptor(), channel_->poll_events(), 0}; }
  /// The connection to the other side, once it is there.
  Socket release() { return channel_->release(); }

 private:
  std::unique_ptr<Channel> channel_;
  Kind kind_;
  bool is_listening_ = false;
};

}  // namespace isthmus::engine::bootstrap
