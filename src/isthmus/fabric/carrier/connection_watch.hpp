// isthmus/fabric/carrier/connection_watch.hpp: connections that say nothing but that a peer is
// there.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/base/socket.hpp"

namespace isthmus::engine::fabric {

/// For carriers whose frames go elsewhere: the end of a connection is the peer's. One thread at a
/// time.
class ConnectionWatch {
 public:
  /// ErrorCode::io when the system has no descriptor left.
  static Expected<ConnectionWatch> make();

  /// Number `place`, counted from 0 in the order of the calls. ErrorCode::io.
  Expected<void> add(Socket connection);
  /// Makes `descriptor` readable also when that one is. ErrorCode::io.
  Expected<void> add_descriptor(int other);

  /// The places whose connections have ended since the last call. A system call.
  std::vector<std::size_t> ended();
  /// Tells the peer the same.
  void close(std::size_t place);

  /// Readable when `ended` would find something.
  int descriptor() const { return epoll_.descriptor(); }

 private:
  explicit ConnectionWatch(Socket epoll) : epoll_(std::move(epoll)) {}
  bool has_ended(std::size_t place);

  Socket epoll_;
  std::vector<Socket> connections_;  // one that has ended, or is closed, is empty
};

}  // namespace isthmus::engine::fabric
