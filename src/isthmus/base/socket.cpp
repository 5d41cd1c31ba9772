#include "isthmus/base/socket.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>

namespace isthmus::engine {

namespace {

constexpr int backlog = 1024;
constexpr TimeNs wait_max_ns = 100'000'000;

Expected<std::vector<SocketAddress>> look_up(const HostPort& at, int flags) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const char* host = at.host.empty() ? nullptr : at.host.c_str();
  const int failed = getaddrinfo(host, std::to_string(at.port).c_str(), &hints, &found);
  if (failed != 0) {
    const bool silent = failed == EAI_AGAIN || failed == EAI_SYSTEM || failed == EAI_MEMORY;
    return fail(silent ? ErrorCode::unreachable : ErrorCode::bad_input,
                std::string("cannot resolve the host: ") + gai_strerror(failed), at.text(),
                "a host name or a numeric address");
  }
  std::vector<SocketAddress> addresses;
  for (const addrinfo* entry = found; entry != nullptr; entry = entry->ai_next) {
    SocketAddress address;
    if (entry->ai_addrlen > sizeof(address.storage)) continue;
    std::memcpy(&address.storage, entry->ai_addr, entry->ai_addrlen);
    address.bytes = entry->ai_addrlen;
    addresses.push_back(address);
  }
  freeaddrinfo(found);
  if (addresses.empty()) return fail(ErrorCode::bad_input, "host has no address", at.text());
  return addresses;
}

bool is_loopback(const SocketAddress& address) {
  if (address.storage.ss_family == AF_INET) {
    const auto& at = reinterpret_cast<const sockaddr_in&>(address.storage);
    return ntohl(at.sin_addr.s_addr) >> 24U == IN_LOOPBACKNET;
  }
  const auto& at = reinterpret_cast<const sockaddr_in6&>(address.storage);
  return IN6_IS_ADDR_LOOPBACK(&at.sin6_addr);
}

/// Whether `host` is what the network calls this machine, though the machine itself finds loopback
/// under that name, as Debian's /etc/hosts has it. What says localhost or 127.0.0.1 means it.
bool is_own_name(const std::string& host, const SocketAddress& found) {
  if (host.empty() || !is_loopback(found) || host.find("localhost") != std::string::npos ||
      host.find("loopback") != std::string::npos) {
    return false;
  }
  return !look_up({host, 0}, AI_NUMERICHOST);
}

Expected<Socket> open_socket(const SocketAddress& address) {
  Socket socket(::socket(address.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket) {
    return fail(ErrorCode::io, with_errno("cannot make a socket", errno),
                address.host_port().text());
  }
  return socket;
}

void set_option(const Socket& socket, int level, int option, int value) {
  setsockopt(socket.descriptor(), level, option, &value, sizeof(value));
}

ErrorCode code_of_connect(int error_number) {
  return error_number == ECONNREFUSED ? ErrorCode::refused : ErrorCode::unreachable;
}

Expected<Socket> listen_at(const SocketAddress& address, const HostPort& at) {
  auto socket = open_socket(address);
  if (!socket) return socket;
  set_option(*socket, SOL_SOCKET, SO_REUSEADDR, 1);
  const auto* name = reinterpret_cast<const sockaddr*>(&address.storage);
  if (bind(socket->descriptor(), name, address.bytes) != 0 ||
      listen(socket->descriptor(), backlog) != 0) {
    const int error_number = errno;
    const bool elsewhere = error_number == EADDRNOTAVAIL;
    return fail(elsewhere ? ErrorCode::bad_input : ErrorCode::io,
                with_errno("cannot listen", error_number), at.text(),
                elsewhere ? "an address of this machine" : "");
  }
  return socket;
}

}  // namespace

Socket& Socket::operator=(Socket&& other) noexcept {
  if (this != &other) {
    close();
    descriptor_ = other.release();
  }
  return *this;
}

void Socket::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

std::string HostPort::text() const {
  const bool numeric_v6 = host.find(':') != std::string::npos;
  return (numeric_v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

Expected<HostPort> parse_host_port(std::string_view text) {
  constexpr const char* expected_what = "host:port, as in node1:7000 or [::1]:7000";
  const auto refuse = [&](const char* what) {
    std::string shown(text.substr(0, 80));
    std::replace_if(
        shown.begin(), shown.end(), [](unsigned char c) { return c < 32 || c > 126; }, '?');
    return fail(ErrorCode::bad_input, what, "'" + shown + "'", expected_what);
  };
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return refuse("an address without a port");
  std::string_view host = text.substr(0, colon);
  const std::string_view digits = text.substr(colon + 1);
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != std::string_view::npos) {
    return refuse("an IPv6 address without brackets");
  }
  if (host.empty() || host.size() > 255) return refuse("an address without a host");
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    return refuse("a port that is no number from 0 to 65535");
  }
  return HostPort{std::string(host), port};
}

HostPort SocketAddress::host_port() const {
  char host[NI_MAXHOST];
  char port[NI_MAXSERV];
  const int failed = getnameinfo(reinterpret_cast<const sockaddr*>(&storage), bytes, host,
                                 sizeof(host), port, sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV);
  if (failed != 0) return {"?", 0};
  HostPort result{host, 0};
  std::from_chars(port, port + std::strlen(port), result.port);
  return result;
}

Expected<std::vector<SocketAddress>> resolve(const HostPort& at) { return look_up(at, 0); }

Expected<Socket> listen_on(const HostPort& at) {
  auto addresses = look_up(at, AI_PASSIVE);
  if (!addresses) return forward_error(addresses);
  if (is_own_name(at.host, addresses->front())) {
    addresses = look_up({"", at.port}, AI_PASSIVE);
    if (!addresses) return forward_error(addresses);
  }
  auto socket = listen_at(addresses->front(), at);
  for (std::size_t i = 1; i < addresses->size() && !socket; ++i) {
    socket = listen_at((*addresses)[i], at);
  }
  return socket;
}

Expected<Socket> accept_from(const Socket& listener, HostPort* from) {
  while (true) {
    SocketAddress address;
    address.bytes = sizeof(address.storage);
    const int descriptor =
        accept4(listener.descriptor(), reinterpret_cast<sockaddr*>(&address.storage),
                &address.bytes, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (descriptor >= 0) {
      if (from != nullptr) *from = address.host_port();
      return Socket(descriptor);
    }
    switch (errno) {
      case EAGAIN:
        return Socket();
      case EMFILE:
      case ENFILE:
      case ENOBUFS:
      case ENOMEM:
      case EBADF:
      case EINVAL:
      case EOPNOTSUPP:
      case ENOTSOCK:
        return fail(ErrorCode::io, with_errno("cannot accept a connection", errno));
      default:
        break;  // Concerns a connection that is gone already; the next one may wait.
    }
  }
}

void set_buffers(const Socket& socket, const SocketBuffers& wanted) {
  if (wanted.send_bytes > 0) set_option(socket, SOL_SOCKET, SO_SNDBUF, wanted.send_bytes);
  if (wanted.receive_bytes > 0) set_option(socket, SOL_SOCKET, SO_RCVBUF, wanted.receive_bytes);
}

Expected<SocketBuffers> granted_buffers(const SocketBuffers& wanted) {
  const Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket) return fail(ErrorCode::io, with_errno("cannot make a socket", errno));
  set_buffers(socket, wanted);
  // The kernel keeps its own notes in the same memory, and tells twice what was asked for.
  const auto granted = [&](int option, int asked) {
    int bytes = 0;
    socklen_t length = sizeof(bytes);
    getsockopt(socket.descriptor(), SOL_SOCKET, option, &bytes, &length);
    return std::min(asked, bytes / 2);
  };
  return SocketBuffers{granted(SO_SNDBUF, wanted.send_bytes),
                       granted(SO_RCVBUF, wanted.receive_bytes)};
}

Expected<Socket> begin_connect(const SocketAddress& to, const SocketBuffers& buffers) {
  auto socket = open_socket(to);
  if (!socket) return socket;
  set_buffers(*socket, buffers);
  const auto* name = reinterpret_cast<const sockaddr*>(&to.storage);
  if (connect(socket->descriptor(), name, to.bytes) != 0 && errno != EINPROGRESS &&
      errno != EINTR) {
    const int error_number = errno;
    return fail(code_of_connect(error_number), with_errno("cannot connect", error_number),
                to.host_port().text());
  }
  return socket;
}

Expected<void> connect_result(const Socket& socket, const SocketAddress& to) {
  int error_number = 0;
  socklen_t bytes = sizeof(error_number);
  if (getsockopt(socket.descriptor(), SOL_SOCKET, SO_ERROR, &error_number, &bytes) != 0) {
    error_number = errno;
  }
  if (error_number == 0) return {};
  return fail(code_of_connect(error_number), with_errno("cannot connect", error_number),
              to.host_port().text());
}

Expected<HostPort> local_address(const Socket& socket) {
  SocketAddress address;
  address.bytes = sizeof(address.storage);
  if (getsockname(socket.descriptor(), reinterpret_cast<sockaddr*>(&address.storage),
                  &address.bytes) != 0) {
    return fail(ErrorCode::io, with_errno("cannot read a socket's address", errno));
  }
  return address.host_port();
}

HostPort remote_address(const Socket& socket) {
  SocketAddress address;
  address.bytes = sizeof(address.storage);
  if (getpeername(socket.descriptor(), reinterpret_cast<sockaddr*>(&address.storage),
                  &address.bytes) != 0) {
    return {"?", 0};
  }
  return address.host_port();
}

void tune_for_messages(const Socket& socket) {
  set_option(socket, IPPROTO_TCP, TCP_NODELAY, 1);
  set_option(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
  set_option(socket, IPPROTO_TCP, TCP_KEEPIDLE, 30);
  set_option(socket, IPPROTO_TCP, TCP_KEEPINTVL, 10);
  set_option(socket, IPPROTO_TCP, TCP_KEEPCNT, 3);
}

void watch_closely(const Socket& socket) {
  set_option(socket, IPPROTO_TCP, TCP_KEEPIDLE, 6);
  set_option(socket, IPPROTO_TCP, TCP_KEEPINTVL, 3);
  set_option(socket, IPPROTO_TCP, TCP_KEEPCNT, 3);
}

void notice_within(const Socket& socket, TimeNs patience_ns) {
  constexpr TimeNs second_ns = 1'000'000'000;
  constexpr TimeNs longest_s = 32'767;  // what the kernel takes
  const auto part_s =
      static_cast<int>(std::clamp(patience_ns / (6 * second_ns), TimeNs{1}, longest_s / 3));
  set_option(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
  set_option(socket, IPPROTO_TCP, TCP_KEEPIDLE, 3 * part_s);
  set_option(socket, IPPROTO_TCP, TCP_KEEPINTVL, part_s);
  set_option(socket, IPPROTO_TCP, TCP_KEEPCNT, 3);
}

TimeNs unacknowledged_ns(const Socket& socket) {
  tcp_info info{};
  socklen_t bytes = sizeof(info);
  if (getsockopt(socket.descriptor(), IPPROTO_TCP, TCP_INFO, &info, &bytes) != 0) return 0;
  return info.tcpi_unacked > 0 ? TimeNs{info.tcpi_last_ack_recv} * 1'000'000 : 0;
}

void wait_for(std::span<pollfd> descriptors, const Clock& clock, TimeNs deadline_ns) {
  const TimeNs wait_ns = std::clamp(deadline_ns - clock.now_ns(), TimeNs{0}, wait_max_ns);
  timespec wait{0, static_cast<long>(wait_ns)};
  ppoll(descriptors.data(), descriptors.size(), &wait, nullptr);
}

}  // namespace isthmus::engine
