// bench/raw_tcp.hpp: what sockets do without a runtime: the limit of messages between processes.
#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <span>
#include <utility>

namespace bench {

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::perror(what);
  _exit(1);
}

/// Both ends of one TCP connection over loopback, non-blocking, without delay.
inline std::pair<int, int> connected_pair() {
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* const to = reinterpret_cast<sockaddr*>(&address);
  require(bind(listener, to, size) == 0 && listen(listener, 1) == 0 &&
              getsockname(listener, to, &size) == 0,
          "listen");
  const int one = socket(AF_INET, SOCK_STREAM, 0);
  require(connect(one, to, size) == 0, "connect");
  const int other = accept(listener, nullptr, nullptr);
  require(other >= 0, "accept");
  close(listener);
  for (const int end : {one, other}) {
    const int on = 1;
    setsockopt(end, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK);
  }
  return {one, other};
}

inline void write_all(int socket, std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    require(written >= 0 || errno == EAGAIN, "send");
    if (written > 0) bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

inline void read_all(int socket, std::span<char> bytes) {
  while (!bytes.empty()) {
    const ssize_t got = recv(socket, bytes.data(), bytes.size(), 0);
    require(got > 0 || (got < 0 && errno == EAGAIN), "recv");
    if (got > 0) bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
}

/// Sends blocks one way and a word back.
inline void raw_stream(int rank, int socket, std::span<char> block, int count) {
  std::array<char, 8> word{};
  for (int i = 0; i < count; ++i) {
    rank == 0 ? write_all(socket, block) : read_all(socket, block);
  }
  rank == 0 ? read_all(socket, word) : write_all(socket, word);
}

}  // namespace bench
