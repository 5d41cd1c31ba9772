// isthmus/base/socket.hpp: TCP sockets as values: owned, non-blocking, waited for with a deadline.
#pragma once

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"

namespace isthmus::engine {

// Every socket made here is non-blocking and is not inherited by programs that this one starts. No
// function blocks but resolve (name service) and wait_for. Any thread may call; a socket has one
// owner. Errors name host:port.

/// Owns a file descriptor; move-only.
class Socket {
 public:
  Socket() = default;
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Socket& operator=(Socket&& other) noexcept;
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  ~Socket() { close(); }

  void close();
  int release() { return std::exchange(descriptor_, -1); }

  int descriptor() const { return descriptor_; }
  explicit operator bool() const { return descriptor_ >= 0; }

 private:
  int descriptor_ = -1;
};

/// Where a process listens. `host` is a name or a numeric address without brackets.
struct HostPort {
  std::string host;
  std::uint16_t port = 0;

  /// "host:port", "[::1]:port".
  std::string text() const;
  bool operator==(const HostPort&) const = default;
};

/// Reads "host:port" and "[address]:port". ErrorCode::bad_input.
Expected<HostPort> parse_host_port(std::string_view text);

/// One numeric address, as the operating system takes it.
struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t bytes = 0;

  HostPort host_port() const;
};

/// The addresses of a host, best first; never empty. A name that does not exist is
/// ErrorCode::bad_input, a name service that is silent ErrorCode::unreachable. Blocks.
Expected<std::vector<SocketAddress>> resolve(const HostPort& at);

/// Port 0 takes a free one; local_address tells which. A name that is loopback to this machine
/// alone, as Debian's /etc/hosts has its own, means every address: others come by the network.
Expected<Socket> listen_on(const HostPort& at);

/// The next connection that waits; an empty Socket where none does. What only concerns a connection
/// that went away before it was taken is no error. A full descriptor table is ErrorCode::io. `from`
/// may be null; else it becomes the caller's address, which the socket itself forgets when the
/// caller has gone.
Expected<Socket> accept_from(const Socket& listener, HostPort* from = nullptr);

/// How many bytes of a connection the kernel may keep each way. 0: what it finds right, which it
/// adapts to the path (`tcp_wmem`, `tcp_rmem`).
struct SocketBuffers {
  int send_bytes = 0;
  int receive_bytes = 0;

  bool operator==(const SocketBuffers&) const = default;
};

/// Asks for those that are not 0. A connection should have them before it is made, so that its
/// windows can grow as far; one that was accepted has windows for the most that the kernel grants
/// (Linux, tcp_select_initial_window).
void set_buffers(const Socket& socket, const SocketBuffers& wanted);

/// What the kernel grants of them, which is bounded by net.core.wmem_max and net.core.rmem_max.
/// ErrorCode::io where there is no socket to ask.
Expected<SocketBuffers> granted_buffers(const SocketBuffers& wanted);

/// Starts to connect; the socket becomes writable when that has ended, and connect_result tells
/// how. ErrorCode::refused where the machine answers that nobody listens there.
Expected<Socket> begin_connect(const SocketAddress& to, const SocketBuffers& buffers = {});
Expected<void> connect_result(const Socket& socket, const SocketAddress& to);

Expected<HostPort> local_address(const Socket& socket);
/// "?" as the host where the connection is gone.
HostPort remote_address(const Socket& socket);

/// For a connection that carries small messages for hours: no delay, and keep-alive probes, so that
/// a silent peer is noticed after about a minute. Leaves the buffers to the kernel, which grows
/// them beyond what a program may ask for. Does nothing to what is no TCP socket.
void tune_for_messages(const Socket& socket);

/// Keep-alive probes more often than that, so that a machine that has gone is noticed within about
/// a quarter of a minute; for a connection on which nobody says anything.
void watch_closely(const Socket& socket);

/// Keep-alive probes such that a machine that has gone is noticed after about that time, and one
/// that is cut off for less is not; likewise.
void notice_within(const Socket& socket, TimeNs patience_ns);

/// For how long the other machine has acknowledged nothing, though something is under way to it; 0
/// where nothing is. A machine that is there acknowledges whatever its programs do.
TimeNs unacknowledged_ns(const Socket& socket);

/// Sleeps until one of the descriptors is ready or the deadline is reached, at most 100 ms at a
/// time: callers look at the clock and call again.
void wait_for(std::span<pollfd> descriptors, const Clock& clock, TimeNs deadline_ns);

}  // namespace isthmus::engine
