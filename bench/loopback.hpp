// bench/loopback.hpp: raw bytes over TCP on loopback, to compare with.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace bench {

inline void check(bool went_well, const char* what) {
  if (went_well) return;
  std::perror(what);
  std::_Exit(1);
}

/// A connection over TCP, whose ends two processes may take.
inline void connect_pair(int (&ends)[2]) {
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  check(listener >= 0 && ::bind(listener, generic, size) == 0 && ::listen(listener, 1) == 0 &&
            ::getsockname(listener, generic, &size) == 0,
        "bench: listen");
  ends[0] = ::socket(AF_INET, SOCK_STREAM, 0);
  check(::connect(ends[0], generic, size) == 0, "bench: connect");
  ends[1] = ::accept(listener, nullptr, nullptr);
  check(ends[1] >= 0, "bench: accept");
  ::close(listener);
}

inline void send_all(int socket, const std::vector<char>& bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t count = ::send(socket, bytes.data() + at, bytes.size() - at, 0);
    check(count > 0, "bench: send");
    at += static_cast<std::size_t>(count);
  }
}

inline void receive_all(int socket, std::vector<char>& bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t count = ::recv(socket, bytes.data() + at, bytes.size() - at, 0);
    check(count > 0, "bench: receive");
    at += static_cast<std::size_t>(count);
  }
}

}  // namespace bench
