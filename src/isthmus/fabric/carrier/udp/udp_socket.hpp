// isthmus/fabric/carrier/udp/udp_socket.hpp: a UDP socket that is connected to one peer.
#pragma once

#include <cstdint>
#include <memory>

#include "isthmus/base/error.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/fabric/carrier/udp/datagram_port.hpp"

namespace isthmus::engine::fabric {

class UdpSocket final : public DatagramPort {
 public:
  /// At the address that a connection has at this end, on any port. ErrorCode::bad_input where that
  /// is no IP connection, ErrorCode::io where the system gives no socket.
  static Expected<std::unique_ptr<UdpSocket>> beside(const Socket& connection);

  std::uint16_t port() const { return port_; }
  /// To that port at the other end of the connection; nobody else is heard from then on.
  Expected<void> connect_to(const Socket& connection, std::uint16_t port);
  /// What has come and may come before it is read, as far as the system grants it.
  void set_buffers(int bytes) { isthmus::engine::set_buffers(socket_, {bytes, bytes}); }

  void send(DatagramBatch& batch) override;
  void receive(DatagramBatch& batch) override;
  int descriptor() const override { return socket_.descriptor(); }

 private:
  explicit UdpSocket(Socket socket) : socket_(std::move(socket)) {}

  Socket socket_;
  std::uint16_t port_ = 0;
};

}  // namespace isthmus::engine::fabric
