#include "isthmus/fabric/carrier/stream_sockets.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <string>
#include <string_view>
#include <vector>

namespace isthmus::engine::fabric {
namespace {

struct Connection : StreamSocket {
  int number = 0;
};

class StreamSocketsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto made = StreamSockets::make();
    ASSERT_TRUE(made) << made.error().text();
    sockets.emplace(std::move(*made));
  }
  /// A connection that is watched for input; what is written to its far end comes in.
  Connection& connect() {
    int ends[2] = {-1, -1};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends), 0);
    auto connection = std::make_unique<Connection>();
    connection->socket = Socket(ends[0]);
    connection->number = static_cast<int>(connections.size());
    far_ends.emplace_back(ends[1]);
    EXPECT_TRUE(sockets->watch(*connection, true, false));
    connections.push_back(connection.get());
    owned.push_back(std::move(connection));
    return *owned.back();
  }
  void write(std::size_t to, std::string_view text) const {
    ASSERT_EQ(::write(far_ends[to].descriptor(), text.data(), text.size()),
              static_cast<ssize_t>(text.size()));
  }
  std::string staged() {
    const auto bytes = sockets->staged();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  bool is_readable() const {
    pollfd what{sockets->descriptor(), POLLIN, 0};
    return poll(&what, 1, 0) == 1;
  }
  /// The numbers of the connections that are asked to receive.
  std::vector<int> asked(int budget) {
    std::vector<int> numbers;
    sockets->receive_all(
        std::span<Connection* const>(connections), budget,
        [&](Connection& connection, int) {
          numbers.push_back(connection.number);
          return 1;
        },
        [&] { numbers.push_back(-1); });
    return numbers;
  }

  std::optional<StreamSockets> sockets;
  std::vector<std::unique_ptr<Connection>> owned;
  std::vector<Connection*> connections;
  std::vector<Socket> far_ends;
};

TEST_F(StreamSocketsTest, ReadsTheRestOfAPayloadInPlaceAndStagesWhatFollows) {
  Connection& connection = connect();
  write(0, "payload and more");
  std::string payload(7, ' ');
  const ssize_t got = sockets->read(connection, std::as_writable_bytes(std::span(payload)));
  ASSERT_EQ(got, 16);
  EXPECT_EQ(payload, "payload");
  EXPECT_FALSE(sockets->has_staged());
  sockets->stage(connection, 16 - payload.size());
  EXPECT_EQ(sockets->staged_of(), &connection);
  EXPECT_EQ(staged(), " and more");
  sockets->unstage();
  EXPECT_FALSE(sockets->has_staged());
}

TEST_F(StreamSocketsTest, SaysThatNothingHasComeAndThatNothingWill) {
  Connection& connection = connect();
  EXPECT_EQ(sockets->read(connection, {}), -1);
  EXPECT_EQ(errno, EAGAIN);
  far_ends[0].close();
  EXPECT_EQ(sockets->read(connection, {}), 0);
}

TEST_F(StreamSocketsTest, StagesLittleBehindALargePayloadUntilSmallOnesCome) {
  Connection& connection = connect();
  std::vector<std::byte> gap(StreamSockets::bulk_bytes_min);
  write(0, std::string(gap.size() - 1, 'p'));
  EXPECT_EQ(sockets->read(connection, gap), static_cast<ssize_t>(gap.size() - 1));
  EXPECT_TRUE(connection.is_bulk);
  write(0, std::string(3 * StreamSockets::bulk_staging_bytes, 's'));
  EXPECT_EQ(sockets->read(connection, {}), static_cast<ssize_t>(StreamSockets::bulk_staging_bytes));
  EXPECT_FALSE(connection.is_bulk);
  EXPECT_EQ(sockets->read(connection, {}),
            static_cast<ssize_t>(2 * StreamSockets::bulk_staging_bytes));
}

TEST_F(StreamSocketsTest, AsksEachOfAFewConnectionsAndBeginsWithAnotherEachTime) {
  for (int i = 0; i < 3; ++i) connect();
  EXPECT_EQ(asked(2), (std::vector{0, 1}));
  EXPECT_EQ(asked(2), (std::vector{1, 2}));
  EXPECT_EQ(asked(9), (std::vector{2, 0, 1}));
}

TEST_F(StreamSocketsTest, AsksOfManyThoseThatHaveSomethingAndTellsOfTheOtherDescriptor) {
  for (std::size_t i = 0; i < 2 * StreamSockets::polled_max; ++i) connect();
  EXPECT_TRUE(asked(9).empty());
  EXPECT_FALSE(is_readable());
  write(11, "x");
  EXPECT_TRUE(is_readable());
  EXPECT_EQ(asked(9), std::vector{11});
  int other[2] = {-1, -1};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, other), 0);
  const Socket ends[2] = {Socket(other[0]), Socket(other[1])};
  ASSERT_TRUE(sockets->add_other(ends[0].descriptor()));
  ASSERT_EQ(::write(ends[1].descriptor(), "y", 1), 1);
  EXPECT_EQ(asked(9).size(), 2u);
  sockets->remove_other(ends[0].descriptor());
  EXPECT_EQ(asked(9), std::vector{11});
}

TEST_F(StreamSocketsTest, ReadsNothingMoreWhileSomethingIsStaged) {
  for (int i = 0; i < 3; ++i) connect();
  int calls = 0;
  sockets->receive_all(
      std::span<Connection* const>(connections), 9,
      [&](Connection& connection, int) {
        ++calls;
        sockets->stage(connection, 1);
        return 1;
      },
      [] {});
  EXPECT_EQ(calls, 1);
}

TEST_F(StreamSocketsTest, WatchesForRoomAndForNothing) {
  Connection& connection = connect();
  ASSERT_TRUE(sockets->watch(connection, true, true));
  EXPECT_TRUE(is_readable()) << "there is room";
  ASSERT_TRUE(sockets->watch(connection, false, false));
  write(0, "x");
  EXPECT_FALSE(is_readable());
  ASSERT_TRUE(sockets->watch(connection, true, false));
  EXPECT_TRUE(is_readable());
  StreamSockets::close(connection);
  EXPECT_FALSE(is_readable());
  EXPECT_FALSE(connection.is_open());
}

TEST(DirectSends, LetABurstWaitUntilTheNextProgress) {
  DirectSends sends;
  for (int i = 0; i < DirectSends::count_max; ++i) EXPECT_TRUE(sends.take(false, false, 1));
  EXPECT_FALSE(sends.take(false, false, 1));
  EXPECT_TRUE(sends.take(true, false, 1)) << "a large one never waits";
  EXPECT_TRUE(sends.take(false, false, 2));
}

TEST(DirectSends, TellWhatIsSmallEnoughToWait) {
  EXPECT_TRUE(DirectSends(1000).is_batched(1000));
  EXPECT_FALSE(DirectSends(1000).is_batched(1001));
  EXPECT_FALSE(DirectSends(0).is_batched(64));
}

TEST(DirectSends, LetWaitWhatMay) {
  DirectSends sends;
  EXPECT_FALSE(sends.take(false, true, 1));
  EXPECT_TRUE(sends.take(true, true, 1));
  EXPECT_TRUE(sends.take(false, false, 1));
}

}  // namespace
}  // namespace isthmus::engine::fabric
