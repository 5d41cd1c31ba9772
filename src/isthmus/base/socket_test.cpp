#include "isthmus/base/socket.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

namespace isthmus::engine {
namespace {

using testing::HasSubstr;

constexpr TimeNs second_ns = 1'000'000'000;

TEST(HostPort, ReadsNamesAndBothKindsOfAddresses) {
  EXPECT_EQ(parse_host_port("node1:7000").value(), (HostPort{"node1", 7000}));
  EXPECT_EQ(parse_host_port("127.0.0.1:0").value(), (HostPort{"127.0.0.1", 0}));
  EXPECT_EQ(parse_host_port("[::1]:65535").value(), (HostPort{"::1", 65535}));
}

TEST(HostPort, WritesWhatItReads) {
  for (const char* text : {"node1:7000", "[fe80::1]:1"}) {
    EXPECT_EQ(parse_host_port(text).value().text(), text);
  }
}

TEST(HostPort, SaysWhatIsWrongInOneLine) {
  for (const char* text :
       {"", "node1", "node1:", ":7", "::1:7", "node1:65536", "node1:7x", "a:-1", "[]:1", "a\n:x"}) {
    const auto read = parse_host_port(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, ErrorCode::bad_input);
    EXPECT_THAT(read.error().text(), HasSubstr("expected host:port"));
    EXPECT_EQ(read.error().text().find('\n'), std::string::npos);
  }
}

TEST(Socket, ConnectsToWhoListens) {
  const SteadyClock clock;
  auto listener = listen_on({"127.0.0.1", 0});
  ASSERT_TRUE(listener) << listener.error().text();
  const HostPort at = local_address(*listener).value();
  EXPECT_NE(at.port, 0);
  EXPECT_FALSE(accept_from(*listener).value());

  const auto addresses = resolve(at);
  ASSERT_TRUE(addresses);
  auto near_end = begin_connect(addresses->front());
  ASSERT_TRUE(near_end) << near_end.error().text();
  pollfd entry{listener->descriptor(), POLLIN, 0};
  wait_for({&entry, 1}, clock, clock.now_ns() + second_ns);
  auto far_end = accept_from(*listener);
  ASSERT_TRUE(far_end && *far_end);
  EXPECT_TRUE(connect_result(*near_end, addresses->front()));
  EXPECT_EQ(remote_address(*near_end), at);
  EXPECT_EQ(remote_address(*far_end), local_address(*near_end).value());
}

TEST(Socket, ListensAtAllAddressesUnderANameThatIsLoopbackToItsOwnMachineAlone) {
  std::string name(256, '\0');
  ASSERT_EQ(gethostname(name.data(), name.size() - 1), 0);
  name.resize(name.find('\0'));
  const auto found = resolve({name, 1});
  if (!found || !found->front().host_port().host.starts_with("127.") ||
      name.find("local") != std::string::npos) {
    GTEST_SKIP() << "here " << name << " is no name of loopback";
  }
  const auto listener = listen_on({name, 0});
  ASSERT_TRUE(listener) << listener.error().text();
  EXPECT_EQ(local_address(*listener).value().host, "0.0.0.0");
  const auto local = listen_on({"localhost", 0});
  ASSERT_TRUE(local) << local.error().text();
  EXPECT_NE(local_address(*local).value().host, "0.0.0.0");
}

TEST(Socket, NamesTheAddressThatNobodyListensAt) {
  const SteadyClock clock;
  auto listener = listen_on({"127.0.0.1", 0});
  ASSERT_TRUE(listener);
  const HostPort at = local_address(*listener).value();
  listener->close();
  const auto addresses = resolve(at);
  auto socket = begin_connect(addresses.value().front());
  Expected<void> result;
  if (socket) {
    pollfd entry{socket->descriptor(), POLLOUT, 0};
    wait_for({&entry, 1}, clock, clock.now_ns() + second_ns);
    result = connect_result(*socket, addresses->front());
  } else {
    result = forward_error(socket);
  }
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::refused);
  EXPECT_THAT(result.error().text(), HasSubstr(at.text() + ": cannot connect"));
}

TEST(Socket, NamesThePortThatIsTaken) {
  auto listener = listen_on({"127.0.0.1", 0});
  ASSERT_TRUE(listener);
  const HostPort at = local_address(*listener).value();
  const auto second = listen_on(at);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().text(), HasSubstr(at.text() + ": cannot listen"));
}

TEST(Socket, HasTheBuffersThatTheKernelGrants) {
  const auto asked = granted_buffers({.send_bytes = 20000, .receive_bytes = 30000});
  ASSERT_TRUE(asked) << asked.error().text();
  EXPECT_EQ(*asked, (SocketBuffers{20000, 30000}));
  const auto nothing = granted_buffers({});
  ASSERT_TRUE(nothing);
  EXPECT_EQ(*nothing, SocketBuffers{});
  constexpr int too_much = 1 << 30;
  const auto bounded = granted_buffers({.send_bytes = too_much, .receive_bytes = too_much});
  ASSERT_TRUE(bounded);
  EXPECT_LT(bounded->send_bytes, too_much);
  EXPECT_LT(bounded->receive_bytes, too_much);
}

TEST(Socket, MovesItsDescriptorAndClosesItOnce) {
  auto listener = listen_on({"127.0.0.1", 0});
  ASSERT_TRUE(listener);
  const int descriptor = listener->descriptor();
  Socket other = std::move(*listener);
  EXPECT_EQ(other.descriptor(), descriptor);
  EXPECT_FALSE(*listener);  // NOLINT(bugprone-use-after-move): what a move leaves is the point.
  other = Socket();
  EXPECT_FALSE(other);
  EXPECT_FALSE(local_address(Socket(descriptor)));
}

TEST(Socket, AMachineAcknowledgesWhateverItsProgramsDo) {
  const auto listener = listen_on({"127.0.0.1", 0}).value();
  const auto at = resolve(local_address(listener).value()).value();
  const auto caller = begin_connect(at.front()).value();
  EXPECT_EQ(unacknowledged_ns(caller), 0);
  const auto called = accept_from(listener).value();
  EXPECT_EQ(send(caller.descriptor(), "unread", 6, MSG_NOSIGNAL), 6);
  EXPECT_LT(unacknowledged_ns(caller), 1'000'000'000);
  EXPECT_EQ(unacknowledged_ns(Socket()), 0);
}

}  // namespace
}  // namespace isthmus::engine
