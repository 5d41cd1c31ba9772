// isthmus/bootstrap/dialer.hpp: connects to a host that may not listen yet.
#pragma once

#include <optional>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/job_key.hpp"
#include "isthmus/bootstrap/relay/relay_handshake.hpp"

namespace isthmus::engine::bootstrap {

/// Whom to ask a relay for, and by what right. The token outlives the dialer.
struct RelayCall {
  const JobKey* token = nullptr;
  RelayName name{};
};

/// Tries the addresses of a host in turn, again and again until its owner gives up. Only resolving
/// the name, once, blocks. One thread.
class Dialer {
 public:
  Dialer(HostPort to, TimeNs attempt_timeout_ns);
  /// To addresses that are known, of which there is at least one: nothing blocks.
  Dialer(HostPort to, std::vector<SocketAddress> addresses, TimeNs attempt_timeout_ns);

  /// The addresses are those of a relay: the connection is one to whoever listens there under that
  /// name, when there is one. A relay that refuses connections is ErrorCode::unreachable, as it
  /// says nothing about who was called.
  void call_through(const RelayCall& call) { relay_call_ = call; }
  /// Before the first step: what connections are to have.
  void use_buffers(const SocketBuffers& buffers) { buffers_ = buffers; }

  /// The connected socket; an empty one while there is none. Fails where trying again is in vain:
  /// the host does not exist, or the relay has another token.
  Expected<Socket> step(TimeNs now_ns);

  const HostPort& to() const { return to_; }
  /// What to wait for, and until when at most.
  pollfd poll_entry() const {
    return handshake_ ? handshake_->poll_entry() : pollfd{attempt_.descriptor(), POLLOUT, 0};
  }
  TimeNs wake_ns() const { return wake_ns_; }
  /// Why it did not work so far; nothing before the first attempt has failed. ErrorCode::refused
  /// where the machine is there and nobody listens.
  const std::optional<Error>& last_failure() const { return last_failure_; }
  /// The connection made was of no use: why, for last_failure, and try again after a pause.
  void retry(Error why, TimeNs now_ns);

 private:
  void attempt_failed(Error why, TimeNs now_ns);
  Expected<Socket> finish_handshake(TimeNs now_ns);
  TimeNs next_pause_ns();

  HostPort to_;
  TimeNs attempt_timeout_ns_;
  std::vector<SocketAddress> addresses_;
  std::size_t next_address_ = 0;
  Socket attempt_;
  TimeNs pause_ns_ = 0;  // the last one
  TimeNs wake_ns_ = 0;   // end of the attempt, or of the pause between two
  std::optional<Error> last_failure_;
  std::optional<RelayCall> relay_call_;
  SocketBuffers buffers_;
  std::optional<RelayHandshake> handshake_;
};

}  // namespace isthmus::engine::bootstrap
