// isthmus/bootstrap/relay/relay_listener.hpp: where a process that nobody can call waits for its
// callers.
#pragma once

#include <deque>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/relay/relay_handshake.hpp"

namespace isthmus::engine::bootstrap {

class Dialer;

/// Keeps a few connections at a relay, each for one caller, and makes a new one for each that is
/// taken; when the relay goes away, tries on until it is back, with a line in the log for either.
/// Nothing blocks but the constructor, which asks the name service; one thread.
class RelayListener {
 public:
  static constexpr int count = 4;

  /// The log outlives it. ErrorCode::bad_input where the relay's host does not exist.
  static Expected<std::unique_ptr<RelayListener>> make(const HostPort& relay,
                                                       std::string_view token,
                                                       const RelayName& name, Log& log);
  ~RelayListener();

  /// A connection to the next caller; an empty one where there is none.
  Socket serve(TimeNs now_ns);
  void add_poll_entries(std::vector<pollfd>& entries) const;
  /// When serve has something to go on with though no descriptor is ready; never_ns while all are
  /// registered.
  TimeNs wake_ns() const;
  /// Readable when a caller may have come. Constant.
  int descriptor() const { return epoll_.descriptor(); }
  /// For errors and the log.
  const std::string& relay() const { return relay_; }

 private:
  struct Registration;

  RelayListener(const HostPort& relay, std::string_view token, const RelayName& name, Log& log,
                const std::vector<SocketAddress>& addresses, Socket epoll);
  Socket advance(Registration& registration, TimeNs now_ns);
  void note(const std::optional<Error>& failure);

  const std::string relay_;
  const JobKey token_;
  const RelayName name_;
  Log& log_;
  Socket epoll_;
  std::list<Registration> registrations_;
  bool is_gone_ = false;
};

}  // namespace isthmus::engine::bootstrap
