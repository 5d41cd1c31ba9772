#include "isthmus/fabric/carrier/udp/udp_socket.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace isthmus::engine::fabric {

namespace {

using Vectors = std::array<iovec, DatagramBatch::count_max>;
using Headers = std::array<mmsghdr, DatagramBatch::count_max>;

/// Sets the port of an IP address; false for one of another kind.
bool set_port(SocketAddress& address, std::uint16_t port) {
  if (address.storage.ss_family == AF_INET) {
    reinterpret_cast<sockaddr_in&>(address.storage).sin_port = htons(port);
    return true;
  }
  if (address.storage.ss_family != AF_INET6) return false;
  reinterpret_cast<sockaddr_in6&>(address.storage).sin6_port = htons(port);
  return true;
}

Expected<SocketAddress> address_of(const Socket& socket,
                                   int (*ask)(int, sockaddr*, socklen_t*) noexcept) {
  SocketAddress address;
  address.bytes = sizeof(address.storage);
  if (ask(socket.descriptor(), reinterpret_cast<sockaddr*>(&address.storage), &address.bytes) ==
      0) {
    return address;
  }
  return fail(ErrorCode::io, with_errno("cannot read a connection's address", errno));
}

const sockaddr* name_of(const SocketAddress& address) {
  return reinterpret_cast<const sockaddr*>(&address.storage);
}

}  // namespace

Expected<std::unique_ptr<UdpSocket>> UdpSocket::beside(const Socket& connection) {
  auto address = address_of(connection, &getsockname);
  if (!address) return forward_error(address);
  if (!set_port(*address, 0)) {
    return fail(ErrorCode::bad_input, "a connection that is no IP connection");
  }
  Socket socket(::socket(address->storage.ss_family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket) return fail(ErrorCode::io, with_errno("cannot make a UDP socket", errno));
  if (bind(socket.descriptor(), name_of(*address), address->bytes) != 0) {
    return fail(ErrorCode::io, with_errno("cannot bind a UDP socket", errno),
                address->host_port().text());
  }
  auto bound = address_of(socket, &getsockname);
  if (!bound) return forward_error(bound);
  std::unique_ptr<UdpSocket> made(new UdpSocket(std::move(socket)));
  made->port_ = bound->host_port().port;
  return made;
}

Expected<void> UdpSocket::connect_to(const Socket& connection, std::uint16_t port) {
  auto address = address_of(connection, &getpeername);
  if (!address) return forward_error(address);
  if (!set_port(*address, port)) {
    return fail(ErrorCode::bad_input, "a connection that is no IP connection");
  }
  if (connect(socket_.descriptor(), name_of(*address), address->bytes) == 0) return {};
  return fail(ErrorCode::io, with_errno("cannot connect a UDP socket", errno),
              address->host_port().text());
}

/// What the system refuses, for want of a listener there or of a way, is as good as lost; it is
/// sent again while the peer is there.
void UdpSocket::send(DatagramBatch& batch) {
  Vectors vectors;
  Headers headers;
  while (!batch.is_empty()) {
    const std::size_t count = batch.count - batch.first;
    for (std::size_t i = 0; i < count; ++i) {
      const auto datagram = batch.datagram(batch.first + i);
      // sendmmsg reads alone.
      vectors[i] = {const_cast<std::byte*>(datagram.data()), datagram.size()};
      headers[i] = {};
      headers[i].msg_hdr.msg_iov = &vectors[i];
      headers[i].msg_hdr.msg_iovlen = 1;
    }
    const int sent =
        sendmmsg(socket_.descriptor(), headers.data(), static_cast<unsigned>(count), MSG_DONTWAIT);
    if (sent > 0) {
      batch.first += static_cast<std::size_t>(sent);
    } else if (errno == EAGAIN || errno == ENOBUFS) {
      return;
    } else if (errno != EINTR) {
      ++batch.first;
    }
  }
}

void UdpSocket::receive(DatagramBatch& batch) {
  Vectors vectors;
  Headers headers;
  for (std::size_t i = 0; i < DatagramBatch::count_max; ++i) {
    const auto room = batch.room(i);
    vectors[i] = {room.data(), room.size()};
    headers[i] = {};
    headers[i].msg_hdr.msg_iov = &vectors[i];
    headers[i].msg_hdr.msg_iovlen = 1;
  }
  batch.clear();
  // Once more where all that there was is news of what was sent before.
  for (int attempt = 0; attempt < 2; ++attempt) {
    const int got = recvmmsg(socket_.descriptor(), headers.data(), DatagramBatch::count_max,
                             MSG_DONTWAIT, nullptr);
    if (got < 0 && errno != EAGAIN) continue;
    for (int i = 0; i < got; ++i) {
      batch.set_bytes(static_cast<std::size_t>(i), headers[static_cast<std::size_t>(i)].msg_len);
    }
    batch.count = got < 0 ? 0 : static_cast<std::size_t>(got);
    return;
  }
}

}  // namespace isthmus::engine::fabric
