// isthmus/bootstrap/acceptor.hpp: the listening side: takes connections, lets in who knows the key.
#pragma once

#include <list>
#include <memory>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/channel.hpp"
#include "isthmus/bootstrap/refusal_log.hpp"
#include "isthmus/bootstrap/relay/relay_listener.hpp"

namespace isthmus::engine::bootstrap {

/// Somebody who proved the key with a first record.
struct AcceptedPeer {
  std::unique_ptr<Channel> channel;
  Record first;
};

/// Serves many connections at once, so that a stranger who is slow, silent or talks nonsense holds
/// up nobody; each is refused after at most `connection_timeout_ns`, of which the log is told as
/// RefusalLog does. Holds at most `pending_count_max` that have not proved the key yet: one more
/// pushes out the oldest. Never blocks; one thread.
class Acceptor {
 public:
  static constexpr std::size_t pending_count_max_default = 256;

  /// What is handed in by reference must outlive the acceptor.
  Acceptor(Socket listener, Purpose purpose, const JobKey& key, TimeNs connection_timeout_ns,
           Log& log, std::size_t pending_count_max = pending_count_max_default);

  /// What to wait for.
  void add_poll_entries(std::vector<pollfd>& entries) const;
  /// When serve has something to do though nobody comes: who has been silent for too long, a line
  /// for the log; never_ns for nothing.
  TimeNs wake_ns() const;
  /// Whether somebody is here whose words have to be looked for.
  bool has_pending() const { return !pending_.empty(); }
  /// Takes and serves everybody who waits. Fails when no connection can be taken any more.
  Expected<std::vector<AcceptedPeer>> serve(TimeNs now_ns);
  /// From now on those who come for this are callers as well; their channels tell what for.
  void admit_also(Purpose purpose) { also_.push_back(purpose); }
  /// From now on those who come through the relay are served as well.
  void add_relay_listener(std::unique_ptr<RelayListener> listener) {
    relay_listener_ = std::move(listener);
  }
  /// Null where there is none.
  std::unique_ptr<RelayListener> release_relay_listener() { return std::move(relay_listener_); }
  /// The listener again; whoever has not proved the key is put out. The acceptor is closed from
  /// then on, until it is opened again.
  Socket release();
  void reopen(Socket listener) { listener_ = std::move(listener); }
  int descriptor() const { return listener_.descriptor(); }
  /// Sends one away who knows the key: one line to it, one to the log.
  void refuse(AcceptedPeer caller, const std::string& why);

 private:
  struct Pending {
    std::unique_ptr<Channel> channel;
    TimeNs deadline_ns;
  };

  Expected<void> accept_all(TimeNs now_ns);
  void admit(Socket socket, std::string peer, TimeNs now_ns);

  Socket listener_;
  Purpose purpose_;
  std::vector<Purpose> also_;
  const JobKey& key_;
  TimeNs connection_timeout_ns_;
  std::size_t pending_count_max_;
  std::list<Pending> pending_;  // oldest first
  std::unique_ptr<RelayListener> relay_listener_;
  RefusalLog refusals_;
  TimeNs now_ns_ = 0;  // of the last serve
};

}  // namespace isthmus::engine::bootstrap
