// isthmus/bootstrap/dialer.hpp: connects to a host that may not listen yet.
#pragma once

#include <optional>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/socket.hpp"

namespace isthmus::bootstrap {

/// Tries the addresses of a host in turn, again and again until its owner gives up. Only resolving
/// the name, once, blocks. One thread.
class Dialer {
 public:
  Dialer(HostPort to, TimeNs attempt_timeout_ns);
  /// To addresses that are known, of which there is at least one: nothing blocks.
  Dialer(HostPort to, std::vector<SocketAddress> addresses, TimeNs attempt_timeout_ns);

  /// The connected socket; an empty one while there is none. Fails where trying again is in vain:
  /// the host does not exist.
  Expected<Socket> step(TimeNs now_ns);

  const HostPort& to() const { return to_; }
  /// What to wait for, and until when at most.
  pollfd poll_entry() const { return {attempt_.descriptor(), POLLOUT, 0}; }
  TimeNs wake_ns() const { return wake_ns_; }
  /// Why it did not work so far; nothing before the first attempt has failed. ErrorCode::refused
  /// where the machine is there and nobody listens.
  const std::optional<Error>& last_failure() const { return last_failure_; }
  /// The connection made was of no use: why, for last_failure, and try again after a pause.
  void retry(Error why, TimeNs now_ns);

 private:
  void attempt_failed(Error why, TimeNs now_ns);

  HostPort to_;
  TimeNs attempt_timeout_ns_;
  std::vector<SocketAddress> addresses_;
  std::size_t next_address_ = 0;
  Socket attempt_;
  TimeNs wake_ns_ = 0;  // end of the attempt, or of the pause between two
  std::optional<Error> last_failure_;
};

}  // namespace isthmus::bootstrap
