// Networks as a chain names them, and two processes that meet over them.
#include "isthmus/fabric/carrier/tcp/networks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cstring>
#include <future>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/fabric/carrier/tcp/network_setup.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::HasSubstr;

constexpr TimeNs soon_ns = 10'000'000'000;
constexpr std::size_t greeting_bytes = 224;

SocketAddress address(const std::string& text) { return resolve({text, 7})->front(); }

std::string complaint_about(const std::string& text) {
  const auto networks = parse_networks(text);
  return networks ? "none" : networks.error().text();
}

TEST(Networks, AreReadAsAddressAndBits) {
  const auto networks = parse_networks("10.1.0.0/24, 192.168.0.0/22,fd00:1::/64");
  ASSERT_TRUE(networks) << networks.error().text();
  ASSERT_EQ(networks->size(), 3u);
  EXPECT_EQ((*networks)[1].text, "192.168.0.0/22");
  EXPECT_TRUE((*networks)[0].contains(address("10.1.0.255")));
  EXPECT_FALSE((*networks)[0].contains(address("10.1.1.0")));
  EXPECT_TRUE((*networks)[1].contains(address("192.168.3.1")));
  EXPECT_FALSE((*networks)[1].contains(address("192.168.4.1")));
  EXPECT_TRUE((*networks)[2].contains(address("fd00:1::17")));
  EXPECT_FALSE((*networks)[2].contains(address("fd00:1:0:1::17")));
  EXPECT_FALSE((*networks)[2].contains(address("10.1.0.1")));
  EXPECT_TRUE(parse_networks("")->empty());
}

TEST(Networks, ThatCannotBeAreNamed) {
  for (const char* bad :
       {"eth0", "10.1.0.0", "10.1.0.0/", "10.1.0.0/33", "10.1.0.0/0", "fd00::/129", "10.1.0.1/24",
        "10.1.0/24", "10.1.0.0/24x", " , 10.1.0.0/24"}) {
    EXPECT_THAT(complaint_about(bad), HasSubstr("is no network (expected ADDRESS/BITS")) << bad;
  }
  EXPECT_THAT(complaint_about("10.0.0.0/8, 10.1.0.0/24"), HasSubstr("has addresses of 10.0.0.0/8"));
  std::string many;
  for (int i = 0; i < 9; ++i) many += (i == 0 ? "" : ",") + ("10." + std::to_string(i)) + ".0.0/16";
  EXPECT_THAT(complaint_about(many), HasSubstr("9 networks (expected at most 8)"));
}

/// Two ends of a TCP connection of this machine.
std::array<Socket, 2> joined() {
  const SteadyClock clock;
  auto listener = listen_on({"127.0.0.1", 0});
  EXPECT_TRUE(listener);
  auto near = begin_connect(resolve(*local_address(*listener))->front());
  EXPECT_TRUE(near);
  std::array<pollfd, 1> calls = {{{listener->descriptor(), POLLIN, 0}}};
  Socket far;
  while (!far) {
    wait_for(calls, clock, clock.now_ns() + soon_ns);
    far = std::move(*accept_from(*listener));
  }
  return {std::move(*near), std::move(far)};
}

using Met = Expected<std::vector<NetworkLink>>;

std::future<Met> meeting(ProcessId peer, bool calls, Socket connection, const std::string& networks,
                         TimeNs timeout_ns = soon_ns) {
  std::vector<NetworkCall> all;
  all.push_back({peer, calls, std::move(connection), parse_networks(networks).value()});
  return std::async(std::launch::async, [all = std::move(all), timeout_ns]() mutable {
    return meet_over_networks(std::move(all), SteadyClock(), timeout_ns);
  });
}

/// Sleeps until all of it is there.
std::string heard(const Socket& socket, std::size_t bytes) {
  std::string text(bytes, '?');
  std::size_t got = 0;
  while (got < bytes) {
    pollfd ready{socket.descriptor(), POLLIN, 0};
    if (poll(&ready, 1, 10'000) <= 0) return "nothing";
    const ssize_t more = recv(socket.descriptor(), &text[got], bytes - got, 0);
    if (more <= 0) return "the end";
    got += static_cast<std::size_t>(more);
  }
  return text;
}

void say(const Socket& socket, const std::string& text) {
  pollfd ready{socket.descriptor(), POLLOUT, 0};
  ASSERT_EQ(poll(&ready, 1, 10'000), 1);
  ASSERT_EQ(send(socket.descriptor(), text.data(), text.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(text.size()));
}

TEST(NetworkMeeting, HasAConnectionOverEachNetworkInTheirOrder) {
  std::string networks = "127.0.0.0/8";
  if (own_address_in(parse_networks("::1/128")->front())) networks += ", ::1/128";
  auto [near, far] = joined();
  auto lower = meeting(ProcessId(1), false, std::move(near), networks);
  auto higher = meeting(ProcessId(0), true, std::move(far), networks);
  Met first = lower.get();
  Met second = higher.get();
  ASSERT_TRUE(first) << first.error().text();
  ASSERT_TRUE(second) << second.error().text();
  const std::vector<Network> all = parse_networks(networks).value();
  ASSERT_EQ(first->front().connections.size(), all.size());
  ASSERT_EQ(second->front().connections.size(), all.size());
  EXPECT_EQ(first->front().peer, ProcessId(1));
  for (std::size_t at = 0; at < all.size(); ++at) {
    const Socket& here = first->front().connections[at];
    const Socket& there = second->front().connections[at];
    EXPECT_EQ(local_address(here)->text(), remote_address(there).text());
    EXPECT_TRUE(all[at].contains(address(local_address(here)->host)));
    // Nothing of the meeting is left on them.
    say(here, "abc");
    EXPECT_EQ(heard(there, 3), "abc");
    say(there, "def");
    EXPECT_EQ(heard(here, 3), "def");
  }
}

TEST(NetworkMeeting, LetsInWhoKnowsTheTokenAlone) {
  auto [near, far] = joined();
  auto lower = meeting(ProcessId(1), false, std::move(near), "127.0.0.0/8");
  std::string greeting = heard(far, greeting_bytes);
  ASSERT_EQ(greeting.size(), greeting_bytes);
  const std::string token = greeting.substr(16, 16);
  std::uint16_t port = 0;
  std::memcpy(&port, &greeting[32 + 16], sizeof(port));
  const std::string own_token = "sixteen bytes...";
  greeting.replace(16, 16, own_token);
  say(far, greeting);
  const SocketAddress listening = resolve({"127.0.0.1", port})->front();
  const auto stranger = begin_connect(listening);
  say(*stranger, own_token);
  EXPECT_EQ(heard(*stranger, 1), "the end");
  const auto peer = begin_connect(listening);
  say(*peer, token + "frames");
  EXPECT_EQ(heard(*peer, 16), own_token);
  Met met = lower.get();
  ASSERT_TRUE(met) << met.error().text();
  EXPECT_EQ(heard(met->front().connections.front(), 6), "frames");
}

TEST(NetworkMeeting, RefusesPlacesOutsideOfTheNetwork) {
  auto [near, far] = joined();
  auto lower = meeting(ProcessId(1), false, std::move(near), "127.0.0.0/8");
  std::string greeting = heard(far, greeting_bytes);
  greeting[32] = 10;
  say(far, greeting);
  const Met met = lower.get();
  ASSERT_FALSE(met);
  EXPECT_EQ(met.error().code, ErrorCode::malformed);
  EXPECT_THAT(met.error().text(), HasSubstr("listens outside of network 127.0.0.0/8"));
}

TEST(NetworkMeeting, NamesTheNetworkOverWhichNobodyComes) {
  auto [near, far] = joined();
  auto lower = meeting(ProcessId(1), false, std::move(near), "127.0.0.0/8", 300'000'000);
  say(far, heard(far, greeting_bytes));
  const Met met = lower.get();
  ASSERT_FALSE(met);
  EXPECT_EQ(met.error().code, ErrorCode::unreachable);
  EXPECT_THAT(met.error().text(), HasSubstr("no connection over network 127.0.0.0/8"));
  EXPECT_THAT(met.error().text(), HasSubstr("process 1 at 127.0.0.1"));
}

TEST(NetworkMeeting, NeedsAnAddressInEachNetwork) {
  auto [near, far] = joined();
  const Met met = meeting(ProcessId(1), false, std::move(near), "198.51.100.0/24").get();
  ASSERT_FALSE(met);
  EXPECT_EQ(met.error().code, ErrorCode::bad_input);
}

}  // namespace
}  // namespace isthmus::engine::fabric
