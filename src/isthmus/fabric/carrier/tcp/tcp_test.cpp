#include "isthmus/fabric/carrier/tcp/tcp.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <cstring>

#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr TimeNs step_ns = 1'000'000;

std::pair<Socket, Socket> socket_pair(int buffer_bytes) {
  int ends[2];
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
  for (const int end : ends) {
    if (buffer_bytes == 0) break;
    setsockopt(end, SOL_SOCKET, SO_SNDBUF, &buffer_bytes, sizeof(buffer_bytes));
  }
  return {Socket(ends[0]), Socket(ends[1])};
}

TcpOptions options_with_queue(std::size_t queued_bytes_max) {
  TcpOptions options;
  options.limits = {std::uint32_t{16} << 20, 4, 1};
  options.queued_bytes_max = queued_bytes_max;
  return options;
}

/// Process 0 with connections to `peer_count` others, whose ends the test holds.
class TcpCarrierTest : public ::testing::Test {
 protected:
  void connect(std::size_t peer_count = 1, int buffer_bytes = 0,
               std::size_t queued_bytes_max = std::size_t{16} << 20) {
    std::vector<TcpCarrier::Connection> connections;
    for (std::size_t i = 1; i <= peer_count; ++i) {
      auto [near_end, far_end] = socket_pair(buffer_bytes);
      connections.emplace_back(ProcessId(i), std::move(near_end));
      far_ends.push_back(std::move(far_end));
    }
    auto made = TcpCarrier::adopt(std::move(connections), options_with_queue(queued_bytes_max));
    ASSERT_TRUE(made) << made.error().text();
    carrier = std::move(*made);
    carrier->attach(receiver);
  }

  /// Turns the far end of the first connection into a carrier of process 1.
  void connect_carriers(int buffer_bytes = 0, std::size_t queued_bytes_max = 16 << 20) {
    connect(1, buffer_bytes, queued_bytes_max);
    std::vector<TcpCarrier::Connection> connections;
    connections.emplace_back(ProcessId(0), std::move(far_ends[0]));
    far_carrier =
        TcpCarrier::adopt(std::move(connections), options_with_queue(queued_bytes_max)).value();
    far_carrier->attach(far_receiver);
  }

  SendStatus send(std::uint64_t word, std::size_t payload_bytes = 0,
                  ProcessId peer = ProcessId(1)) {
    MessagePtr message = bytes_message(pool, word, payload_bytes);
    for (std::size_t i = 0; i < payload_bytes; ++i) {
      message->payload()[i] = static_cast<std::byte>(word * 31 + i);
    }
    frame = {std::move(message), peer};
    return carrier->try_send(frame, now_ns);
  }

  SendStatus send_that_may_wait(std::uint64_t word, std::size_t payload_bytes = 0) {
    frame = {bytes_message(pool, word, payload_bytes), ProcessId(1)};
    frame.message->flags |= flag_may_wait;
    return carrier->try_send(frame, now_ns);
  }

  int progress(int budget = 1000) { return carrier->progress(now_ns += step_ns, budget); }

  void progress_both(int rounds = 5) {
    for (int i = 0; i < rounds; ++i) {
      progress();
      far_carrier->progress(now_ns, 1000);
    }
  }

  void write_far(std::span<const std::byte> bytes) {
    ASSERT_EQ(::send(far_ends[0].descriptor(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }

  HeaderBytes header(std::uint64_t word, std::size_t payload_bytes = 0) {
    MessagePtr message = bytes_message(pool, word, payload_bytes);
    const HeaderBytes bytes = encode_header(*message);
    pool.release(std::move(message));
    return bytes;
  }

  std::size_t readable_bytes(const Socket& socket) {
    std::vector<std::byte> bytes(1 << 20);
    const ssize_t got = recv(socket.descriptor(), bytes.data(), bytes.size(), MSG_PEEK);
    return got < 0 ? 0 : static_cast<std::size_t>(got);
  }

  bool is_readable() {
    pollfd entry{carrier->descriptor(), POLLIN, 0};
    return poll(&entry, 1, 0) == 1;
  }

  Pool pool;
  RecordingReceiver receiver;
  RecordingReceiver far_receiver;
  std::vector<Socket> far_ends;
  std::unique_ptr<TcpCarrier> carrier;
  std::unique_ptr<TcpCarrier> far_carrier;
  Frame frame;
  TimeNs now_ns = 0;
};

TEST_F(TcpCarrierTest, LetsWhatMayWaitGoWithTheNextFrame) {
  connect();
  EXPECT_EQ(send_that_may_wait(1), SendStatus::sent);
  EXPECT_EQ(readable_bytes(far_ends[0]), 0U);
  EXPECT_EQ(send(2), SendStatus::sent);
  EXPECT_EQ(readable_bytes(far_ends[0]), 2 * header_bytes);
}

TEST_F(TcpCarrierTest, LetsNothingWaitLongerThanToTheNextProgress) {
  connect();
  EXPECT_EQ(send_that_may_wait(1), SendStatus::sent);
  EXPECT_EQ(carrier->deadline_ns(), 0);
  progress();
  EXPECT_EQ(readable_bytes(far_ends[0]), header_bytes);
}

TEST_F(TcpCarrierTest, WritesALargeFrameByItselfBehindOneThatWaited) {
  // It is larger than what may be queued behind another.
  connect_carriers(0, 1 << 20);
  EXPECT_EQ(send_that_may_wait(1), SendStatus::sent);
  EXPECT_EQ(send(2, 5 << 20), SendStatus::sent);
  progress_both(50);
  EXPECT_THAT(far_receiver.words, ElementsAre(1, 2));
}

TEST_F(TcpCarrierTest, LetsNothingLargeWait) {
  connect(1, 1 << 20);
  const std::size_t bytes = DirectSends::default_batched_bytes_max;
  EXPECT_EQ(send_that_may_wait(1, bytes), SendStatus::sent);
  EXPECT_EQ(readable_bytes(far_ends[0]), header_bytes + bytes);
}

TEST_F(TcpCarrierTest, KeepsNothingOfWhatIsLentToIt) {
  for (const int buffer_bytes : {1, 0}) {
    connect_carriers(buffer_bytes);
    constexpr std::size_t count = 20;  // more than are sent directly
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<std::uint32_t> values(5000 * (i + 1), static_cast<std::uint32_t>(i));
      const std::span<const std::uint32_t> lent(values);
      frame = {lent_message(pool, lent, i), ProcessId(1)};
      ASSERT_EQ(carrier->try_send(frame, now_ns), SendStatus::sent);
      std::ranges::fill(values, 0xdead);
    }
    for (int i = 0; i < 2000 && far_receiver.words.size() < count; ++i) progress_both(1);
    ASSERT_EQ(far_receiver.words.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto bytes = far_receiver.frames[i].message->payload_span().subspan(count_bytes);
      std::vector<std::uint32_t> values(bytes.size() / sizeof(std::uint32_t));
      std::memcpy(values.data(), bytes.data(), bytes.size());
      EXPECT_EQ(values, std::vector<std::uint32_t>(5000 * (i + 1), static_cast<std::uint32_t>(i)));
    }
    far_ends.clear();
    far_receiver = {};
  }
}

TEST_F(TcpCarrierTest, CarriesEverySizeInOrderThroughSmallAndLargeBuffers) {
  for (const int buffer_bytes : {1, 0}) {
    connect_carriers(buffer_bytes);
    const std::vector<std::size_t> sizes = {0,   1,     63,     64,     65,      960,     961, 4096,
                                            100, 65536, 131008, 300000, 1 << 20, 8 << 20, 0,   7};
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      while (send(i, sizes[i]) == SendStatus::busy) progress_both(1);
    }
    for (int i = 0; i < 200000 && far_receiver.frames.size() < sizes.size(); ++i) progress_both(1);
    ASSERT_EQ(far_receiver.frames.size(), sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const Message& message = *far_receiver.frames[i].message;
      EXPECT_EQ(message.word, i);
      EXPECT_EQ(far_receiver.frames[i].peer, ProcessId(0));
      ASSERT_EQ(message.payload_bytes, sizes[i]);
      for (std::size_t at = 0; at < sizes[i]; ++at) {
        ASSERT_EQ(message.payload()[at], static_cast<std::byte>(i * 31 + at));
      }
    }
    EXPECT_FALSE(carrier->holds_frames());
    EXPECT_FALSE(far_carrier->holds_frames());
    far_receiver.frames.clear();
    far_ends.clear();
  }
}

TEST_F(TcpCarrierTest, WritesTheFirstFramesAtOnceAndABurstWithProgress) {
  connect();
  for (int i = 0; i < 20; ++i) ASSERT_EQ(send(1), SendStatus::sent);
  EXPECT_EQ(readable_bytes(far_ends[0]), TcpCarrier::direct_sends_max * header_bytes);
  EXPECT_EQ(carrier->deadline_ns(), 0);
  EXPECT_TRUE(carrier->holds_frames());
  progress();
  EXPECT_EQ(readable_bytes(far_ends[0]), 20 * header_bytes);
  EXPECT_EQ(carrier->deadline_ns(), never_ns);
  EXPECT_FALSE(carrier->holds_frames());
}

TEST_F(TcpCarrierTest, WritesLargeFramesAtOnceHoweverMany) {
  connect(1, 1 << 20);
  const std::vector<std::uint32_t> values(Pieces::lent_bytes_min);
  constexpr std::size_t count = 2 * TcpCarrier::direct_sends_max;
  for (std::size_t i = 0; i < count; ++i) {
    frame = {lent_message(pool, std::span<const std::uint32_t>(values)), ProcessId(1)};
    ASSERT_EQ(carrier->try_send(frame, now_ns), SendStatus::sent);
  }
  EXPECT_EQ(readable_bytes(far_ends[0]),
            count * (header_bytes + count_bytes + values.size() * sizeof(std::uint32_t)));
  EXPECT_FALSE(carrier->holds_frames());
}

TEST_F(TcpCarrierTest, ReceivesWhereTheBytesLand) {
  constexpr std::size_t bytes = 1 << 20;
  for (const int buffer_bytes : {1, 0}) {
    connect_carriers(buffer_bytes);
    Regions places;
    std::vector<std::byte> memory(3 * bytes);
    places.open(ObjectId{CollectionId(3), {1, 0}}, 5, memory);
    far_carrier->land_in(places);
    const std::vector<std::byte> values(bytes, std::byte{7});
    for (std::uint64_t piece = 0; piece < 3; ++piece) {
      const RegionSlice slice = {5, 0, memory.size(), piece * bytes, bytes};
      const std::span<const std::byte> lent(values);
      MessagePtr message =
          make_pieces(pool, slice_bytes_min + bytes, bytes, [&](serial::Gatherer& gatherer) {
            gatherer.put(&slice, sizeof(slice));
            gatherer.lend(lent);
          });
      message->word = piece;
      message->source = message->destination = PeId(0);
      message->collection = CollectionId(3);
      message->key = {1, 0};
      message->flags |= flag_lands;
      frame = {std::move(message), ProcessId(1)};
      while (carrier->try_send(frame, now_ns) == SendStatus::busy) progress_both(1);
      ASSERT_EQ(send(10 + piece, 5000), SendStatus::sent);
    }
    for (int i = 0; i < 200000 && far_receiver.words.size() < 6; ++i) progress_both(1);
    EXPECT_THAT(far_receiver.words, ElementsAre(0, 10, 1, 11, 2, 12));
    for (const Frame& arrived : far_receiver.frames) {
      const bool lands = arrived.message->word < 3;
      EXPECT_EQ(arrived.landed_bytes, lands ? bytes : 0);
      EXPECT_EQ(arrived.message->payload_bytes, lands ? slice_bytes_min : 5000);
    }
    EXPECT_TRUE(std::ranges::all_of(memory, [](std::byte at) { return at == std::byte{7}; }));
    far_ends.clear();
    far_receiver = {};
  }
}

TEST_F(TcpCarrierTest, IsBusyWhenTheQueueIsFullAndResumes) {
  connect_carriers(1, 10000);
  std::uint64_t sent = 0;
  while (send(sent, 1000) == SendStatus::sent) ASSERT_LT(++sent, 1000u);
  ASSERT_NE(frame.message, nullptr);
  EXPECT_EQ(frame.message->word, sent);
  EXPECT_NE(carrier->deadline_ns(), never_ns);
  for (int i = 0; i < 1000 && far_receiver.words.size() < sent; ++i) progress_both(1);
  EXPECT_EQ(carrier->try_send(frame, now_ns), SendStatus::sent);
  progress_both();
  ASSERT_EQ(far_receiver.words.size(), sent + 1);
  for (std::uint64_t i = 0; i <= sent; ++i) EXPECT_EQ(far_receiver.words[i], i);
}

TEST_F(TcpCarrierTest, TakesAFrameThatIsLargerThanTheQueue) {
  connect_carriers(1, 1000);
  ASSERT_EQ(send(1, 100000), SendStatus::sent);
  EXPECT_EQ(send(2), SendStatus::busy);
  for (int i = 0; i < 10000 && far_receiver.words.empty(); ++i) progress_both(1);
  EXPECT_THAT(far_receiver.words, ElementsAre(1));
}

TEST_F(TcpCarrierTest, DeliversNoMoreThanTheBudget) {
  connect_carriers();
  for (int i = 0; i < 10; ++i) ASSERT_EQ(send(i), SendStatus::sent);
  progress();
  EXPECT_EQ(far_carrier->progress(now_ns, 4), 4);
  EXPECT_EQ(far_receiver.words.size(), 4u);
  EXPECT_EQ(far_carrier->deadline_ns(), 0);
  EXPECT_TRUE(far_carrier->holds_frames());
  EXPECT_EQ(far_carrier->progress(now_ns, 100), 6);
  EXPECT_FALSE(far_carrier->holds_frames());
  EXPECT_EQ(far_carrier->progress(now_ns, 100), 0);
}

TEST_F(TcpCarrierTest, WakesWhoSleepsOnItsDescriptor) {
  connect();
  EXPECT_FALSE(is_readable());
  write_far(header(1));
  EXPECT_TRUE(is_readable());
  progress();
  EXPECT_FALSE(is_readable());
  EXPECT_THAT(receiver.words, ElementsAre(1));
}

TEST_F(TcpCarrierTest, WakesWhenAFullSocketHasRoomAgain) {
  connect(1, 1);
  ASSERT_EQ(send(1, 1 << 20), SendStatus::sent);
  EXPECT_FALSE(is_readable());
  std::vector<std::byte> bytes(1 << 20);
  while (recv(far_ends[0].descriptor(), bytes.data(), bytes.size(), MSG_DONTWAIT) > 0) {
  }
  EXPECT_TRUE(is_readable());
}

TEST_F(TcpCarrierTest, ServesManyPeersWithoutStarvingOne) {
  constexpr std::size_t peer_count = 2 * TcpCarrier::polled_peers_max;
  connect(peer_count);
  for (std::size_t i = 0; i < peer_count; ++i) {
    const HeaderBytes bytes = header(i + 1);
    ASSERT_EQ(::send(far_ends[i].descriptor(), bytes.data(), bytes.size(), 0), 64);
  }
  for (int i = 0; i < 10 && receiver.frames.size() < peer_count; ++i) progress(4);
  ASSERT_EQ(receiver.frames.size(), peer_count);
  for (const Frame& arrived : receiver.frames) {
    EXPECT_EQ(arrived.peer.value, arrived.message->word);
  }
}

TEST_F(TcpCarrierTest, TellsOnceThatAPeerDied) {
  connect();
  write_far(header(1));
  far_ends[0].close();
  for (int i = 0; i < 5; ++i) progress();
  EXPECT_THAT(receiver.words, ElementsAre(1));
  ASSERT_EQ(receiver.lost.size(), 1u);
  EXPECT_EQ(receiver.lost[0].first, ProcessId(1));
  EXPECT_THAT(receiver.lost[0].second, HasSubstr("the peer ended the connection"));
  EXPECT_EQ(send(2), SendStatus::unreachable);
  EXPECT_NE(frame.message, nullptr);
}

TEST_F(TcpCarrierTest, TellsOnceWhenWritingFindsThePeerDead) {
  connect();
  write_far(header(1));
  far_ends[0].close();
  EXPECT_EQ(send(2), SendStatus::unreachable);
  EXPECT_TRUE(receiver.lost.empty());
  for (int i = 0; i < 5; ++i) progress();
  EXPECT_THAT(receiver.words, ElementsAre(1));  // What it sent before it died counts.
  EXPECT_EQ(receiver.lost.size(), 1u);
}

TEST_F(TcpCarrierTest, SaysThatAPeerDiedInTheMiddleOfAFrame) {
  for (const std::size_t bytes_sent : {10, 64, 100}) {
    receiver.lost.clear();
    far_ends.clear();
    connect();
    carrier->expect_close();
    std::vector<std::byte> bytes(164);
    std::ranges::copy(header(1, 100), bytes.begin());
    write_far(std::span(bytes).first(bytes_sent));
    progress();
    EXPECT_TRUE(carrier->holds_frames());
    far_ends[0].close();
    progress();
    ASSERT_EQ(receiver.lost.size(), 1u);
    EXPECT_THAT(receiver.lost[0].second, HasSubstr("in the middle of a frame"));
    EXPECT_FALSE(carrier->holds_frames());
  }
  EXPECT_TRUE(receiver.words.empty());
}

TEST_F(TcpCarrierTest, LosesAPeerThatSendsNonsense) {
  connect();
  write_far(header(1));
  write_far(std::array<std::byte, 200>{});
  for (int i = 0; i < 5; ++i) progress();
  EXPECT_THAT(receiver.words, ElementsAre(1));
  ASSERT_EQ(receiver.lost.size(), 1u);
  EXPECT_THAT(receiver.lost[0].second, HasSubstr("process 1 at "));
  EXPECT_THAT(receiver.lost[0].second, HasSubstr("frame header with"));
  char rest = 0;
  EXPECT_EQ(recv(far_ends[0].descriptor(), &rest, 1, MSG_DONTWAIT), 0);
}

TEST_F(TcpCarrierTest, EndsInOrderWithoutALoss) {
  connect_carriers(1);
  ASSERT_EQ(send(1, 100000), SendStatus::sent);
  for (TcpCarrier* end : {carrier.get(), far_carrier.get()}) {
    end->expect_close();
    end->close();
    EXPECT_FALSE(end->is_finished());
  }
  EXPECT_EQ(send(2), SendStatus::unreachable);
  for (int i = 0; i < 10000 && !far_carrier->is_finished(); ++i) progress_both(1);
  progress_both();
  EXPECT_TRUE(carrier->is_finished());
  EXPECT_TRUE(far_carrier->is_finished());
  EXPECT_THAT(far_receiver.words, ElementsAre(1));
  EXPECT_TRUE(receiver.lost.empty());
  EXPECT_TRUE(far_receiver.lost.empty());
}

TEST_F(TcpCarrierTest, StillSendsToAPeerThatEndedItsSideFirst) {
  connect_carriers();
  carrier->expect_close();
  far_carrier->expect_close();
  far_carrier->close();
  progress_both();
  EXPECT_TRUE(receiver.lost.empty());
  EXPECT_EQ(send(7), SendStatus::sent);
  progress_both();
  EXPECT_THAT(far_receiver.words, ElementsAre(7));
}

TEST_F(TcpCarrierTest, BringsAllMessagesHome) {
  connect_carriers(1);
  for (int i = 0; i < 50; ++i) ASSERT_EQ(send(i, 5000), SendStatus::sent);
  progress();
  far_carrier->progress(now_ns, 1);
  std::int64_t alive = pool.outstanding() + carrier->messages_outstanding();
  EXPECT_GT(alive, 0);
  far_carrier.reset();
  progress();
  progress();
  ASSERT_EQ(receiver.lost.size(), 1u);
  EXPECT_EQ(pool.outstanding() + carrier->messages_outstanding(), 0);
}

TEST_F(TcpCarrierTest, BlocksOfAStreamOneWayComeFromAndGoToItsCallers) {
  connect_carriers(1);
  Pool far_pool;
  carrier->use_pool(pool);
  far_carrier->use_pool(far_pool);
  for (std::uint64_t i = 0; i < 50; ++i) {
    ASSERT_EQ(send(i, 5000), SendStatus::sent);
    progress_both(1);
  }
  progress_both(100);
  ASSERT_EQ(far_receiver.frames.size(), 50u);
  EXPECT_EQ(pool.outstanding(), 0);
  EXPECT_EQ(far_pool.outstanding(), 50);
  for (Frame& each : far_receiver.frames) far_pool.release(std::move(each.message));
  EXPECT_EQ(carrier->messages_outstanding(), 0);
  EXPECT_EQ(far_carrier->messages_outstanding(), 0);
}

TEST_F(TcpCarrierTest, KnowsNobodyElse) {
  connect();
  EXPECT_EQ(send(1, 0, ProcessId(0)), SendStatus::unreachable);
  EXPECT_EQ(send(1, 0, ProcessId(9)), SendStatus::unreachable);
  EXPECT_EQ(send(1, 0, ProcessId::none()), SendStatus::unreachable);
}

}  // namespace
}  // namespace isthmus::engine::fabric
