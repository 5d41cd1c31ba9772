#include "isthmus/fabric/carrier/tcp/tcp_link.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace isthmus::engine::fabric {
namespace {

topology::LinkClass link_of(const std::vector<std::string>& devices) {
  topology::LinkClass link{"between_sites"};
  for (const std::string& device : devices) link.chain.push_back({device});
  link.set("tcp", "send_buffer", "64KiB");
  link.set("tcp", "receive_buffer", "1MiB");
  return link;
}

TEST(SocketBuffersOfAClass, AreThoseOfTcpWhereverItStandsInTheChain) {
  const std::vector<std::vector<std::string>> chains = {
      {"tcp"}, {"crypt", "tcp"}, {"stripe", "tcp", "shm"}, {"stripe", "shm", "tcp"}};
  for (const auto& chain : chains) {
    const SocketBuffers buffers = socket_buffers_of(link_of(chain));
    EXPECT_EQ(buffers.send_bytes, 64 << 10) << chain.front();
    EXPECT_EQ(buffers.receive_bytes, 1 << 20) << chain.front();
  }
}

TEST(SocketBuffersOfAClass, AreNoneWithoutTcp) {
  EXPECT_EQ(socket_buffers_of(link_of({"crypt", "reorder", "udp"})), SocketBuffers());
}

}  // namespace
}  // namespace isthmus::engine::fabric
