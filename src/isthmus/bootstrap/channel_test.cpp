#include "isthmus/bootstrap/channel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <functional>
#include <memory>

#include "isthmus/bootstrap/body.hpp"

namespace isthmus::engine::bootstrap {
namespace {

using ::testing::HasSubstr;

/// Two channels and somebody between them who passes bytes on, and may change them.
class ChannelTest : public ::testing::Test {
 protected:
  using Meddle = std::function<void(Bytes&)>;

  static std::pair<Socket, Socket> socket_pair() {
    int ends[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
    return {Socket(ends[0]), Socket(ends[1])};
  }

  void connect(Purpose connector_purpose = Purpose::mesh) {
    auto [near_end, near_between] = socket_pair();
    auto [far_end, far_between] = socket_pair();
    near_between_ = std::move(near_between);
    far_between_ = std::move(far_between);
    connector_ = std::make_unique<Channel>(std::move(near_end), Channel::Role::connector,
                                           connector_purpose, connector_key_, "acceptor", 1000);
    acceptor_ = std::make_unique<Channel>(std::move(far_end), Channel::Role::acceptor,
                                          Purpose::mesh, acceptor_key_, "connector", 1000);
  }

  static void carry(Socket& from, Socket& to, const Meddle& meddle) {
    Bytes bytes(4096);
    const ssize_t got = recv(from.descriptor(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got <= 0) return;
    bytes.resize(static_cast<std::size_t>(got));
    if (meddle) meddle(bytes);
    EXPECT_EQ(send(to.descriptor(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }

  /// Lets both talk until nothing moves; keeps how each of them failed.
  void talk() {
    for (int round = 0; round < 10; ++round) {
      if (connector_result_) connector_result_ = connector_->pump();
      carry(near_between_, far_between_, to_acceptor_);
      if (acceptor_result_) acceptor_result_ = acceptor_->pump();
      carry(far_between_, near_between_, to_connector_);
    }
  }

  static Bytes bytes_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
  }

  JobKey connector_key_{"key"};
  JobKey acceptor_key_{"key"};
  Socket near_between_;
  Socket far_between_;
  Meddle to_acceptor_;
  Meddle to_connector_;
  std::unique_ptr<Channel> connector_;
  std::unique_ptr<Channel> acceptor_;
  Expected<void> connector_result_;
  Expected<void> acceptor_result_;
};

TEST_F(ChannelTest, CarriesRecordsBothWaysInOrder) {
  connect();
  connector_->send(RecordKind::meet, bytes_of("one"));
  connector_->send(RecordKind::join, {});
  talk();
  ASSERT_TRUE(acceptor_result_) << acceptor_result_.error().text();
  auto first = acceptor_->take();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->kind, RecordKind::meet);
  EXPECT_EQ(first->body, bytes_of("one"));
  acceptor_->send(RecordKind::met, Bytes(1000, std::byte{7}));
  talk();
  EXPECT_EQ(acceptor_->take().value().kind, RecordKind::join);
  EXPECT_EQ(connector_->take().value().body, Bytes(1000, std::byte{7}));
  EXPECT_FALSE(connector_->take());
}

TEST_F(ChannelTest, LeavesWhatFollowsARecordInTheSocket) {
  connect();
  connector_->send(RecordKind::meet, {});
  talk();
  ASSERT_TRUE(acceptor_->take());
  acceptor_->send(RecordKind::met, {});
  to_connector_ = [this](Bytes& bytes) {
    const Bytes more = bytes_of("a frame");
    bytes.insert(bytes.end(), more.begin(), more.end());
  };
  talk();
  ASSERT_TRUE(connector_->take());
  const Socket socket = connector_->release();
  char rest[16] = {};
  EXPECT_EQ(recv(socket.descriptor(), rest, sizeof(rest), MSG_DONTWAIT), 7);
  EXPECT_STREQ(rest, "a frame");
}

TEST_F(ChannelTest, KnowsAnotherKeyByTheFirstRecord) {
  acceptor_key_.~JobKey();
  new (&acceptor_key_) JobKey("another key");
  connect();
  connector_->send(RecordKind::meet, bytes_of("let me in"));
  talk();
  ASSERT_FALSE(acceptor_result_);
  EXPECT_EQ(acceptor_result_.error().text(), "connector: does not know the job key");
  EXPECT_FALSE(acceptor_->take());
  ASSERT_FALSE(connector_result_);
  EXPECT_EQ(connector_result_.error().code, ErrorCode::refused);
  EXPECT_EQ(connector_result_.error().text(), "acceptor: refused: the job key is wrong");
}

TEST_F(ChannelTest, NoticesEveryByteThatIsChangedOnTheWay) {
  // Greeting 48 bytes; then length 4, kind 1, body 3, proof 32.
  for (std::size_t at = 0; at < 48 + 4 + 1 + 3 + 32; ++at) {
    connect();
    connector_result_ = {};
    acceptor_result_ = {};
    std::size_t passed = 0;
    to_acceptor_ = [&](Bytes& bytes) {
      if (at >= passed && at < passed + bytes.size()) bytes[at - passed] ^= std::byte{1};
      passed += bytes.size();
    };
    connector_->send(RecordKind::meet, bytes_of("abc"));
    talk();
    EXPECT_FALSE(acceptor_->take()) << at;
  }
}

TEST_F(ChannelTest, RefusesARecordThatIsSentTwice) {
  connect();
  connector_->send(RecordKind::meet, bytes_of("pay"));
  bool is_greeting = true;
  to_acceptor_ = [&](Bytes& bytes) {
    if (!std::exchange(is_greeting, false)) bytes.insert(bytes.end(), bytes.begin(), bytes.end());
  };
  talk();
  ASSERT_TRUE(acceptor_->take());
  talk();
  EXPECT_FALSE(acceptor_->take());
  ASSERT_FALSE(acceptor_result_);
  EXPECT_EQ(acceptor_result_.error().code, ErrorCode::refused);
}

TEST_F(ChannelTest, RefusesItsOwnRecordSentBack) {
  connect();
  connector_->send(RecordKind::meet, bytes_of("who are you"));
  talk();
  Bytes echo;
  to_acceptor_ = [&](Bytes& bytes) { echo = bytes; };
  ASSERT_TRUE(acceptor_->take());
  connector_->send(RecordKind::meet, bytes_of("again"));
  to_connector_ = [&](Bytes& bytes) { bytes = echo; };
  talk();
  acceptor_->send(RecordKind::met, bytes_of("again"));
  talk();
  EXPECT_FALSE(connector_->take());
  ASSERT_FALSE(connector_result_);
  EXPECT_EQ(connector_result_.error().code, ErrorCode::refused);
}

TEST_F(ChannelTest, BoundsARecordBeforeItReadsIt) {
  connect();
  connector_->send(RecordKind::meet, Bytes(1001));
  talk();
  ASSERT_FALSE(acceptor_result_);
  EXPECT_EQ(acceptor_result_.error().code, ErrorCode::malformed);
  EXPECT_EQ(acceptor_result_.error().text(),
            "connector: announced a record of 1001 bytes (expected at most 1000)");
}

TEST_F(ChannelTest, TellsBothSidesOfAnotherVersion) {
  connect();
  to_acceptor_ = [](Bytes& bytes) { bytes[8] = std::byte{1}; };
  to_connector_ = [](Bytes& bytes) { bytes[8] = std::byte{3}; };
  talk();
  ASSERT_FALSE(acceptor_result_);
  EXPECT_EQ(acceptor_result_.error().text(),
            "connector: speaks version 1 of the wire (expected version 2)");
  ASSERT_FALSE(connector_result_);
  EXPECT_EQ(connector_result_.error().text(),
            "acceptor: speaks version 3 of the wire (expected version 2)");
}

TEST_F(ChannelTest, TellsBothSidesOfAnotherPurpose) {
  connect(Purpose::rendezvous);
  talk();
  ASSERT_FALSE(acceptor_result_);
  EXPECT_EQ(acceptor_result_.error().text(), "connector: came for something else (expected mesh)");
  ASSERT_FALSE(connector_result_);
  EXPECT_EQ(connector_result_.error().text(),
            "acceptor: came for something else (expected rendezvous)");
}

TEST_F(ChannelTest, ReadsRecordsThatComeByteByByte) {
  auto [near_end, far_end] = socket_pair();
  auto [whole_near, whole_far] = socket_pair();
  Channel connector(std::move(whole_near), Channel::Role::connector, Purpose::mesh, connector_key_,
                    "acceptor", 1000);
  Channel acceptor(std::move(far_end), Channel::Role::acceptor, Purpose::mesh, acceptor_key_,
                   "connector", 1000);
  connector.send(RecordKind::meet, bytes_of("slowly"));
  std::optional<Record> record;
  for (int round = 0; round < 1000 && !record; ++round) {
    ASSERT_TRUE(connector.pump());
    std::byte one{};
    if (recv(whole_far.descriptor(), &one, 1, MSG_DONTWAIT) == 1) {
      ASSERT_EQ(send(near_end.descriptor(), &one, 1, 0), 1);
    }
    ASSERT_TRUE(acceptor.pump());
    carry(near_end, whole_far, {});
    record = acceptor.take();
  }
  ASSERT_TRUE(record);
  EXPECT_EQ(record->body, bytes_of("slowly"));
}

TEST_F(ChannelTest, MakesARefusalOneHarmlessLine) {
  connect();
  talk();
  acceptor_->refuse("no\n\x1b[2Jentry " + std::string(1000, 'x'));
  talk();
  ASSERT_FALSE(connector_result_);
  const std::string text = connector_result_.error().text();
  EXPECT_THAT(text, HasSubstr("acceptor: refused: no??[2Jentry xxx"));
  EXPECT_LT(text.size(), 500u);
}

}  // namespace
}  // namespace isthmus::engine::bootstrap
