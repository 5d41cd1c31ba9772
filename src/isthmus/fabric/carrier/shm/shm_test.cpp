#include "isthmus/fabric/carrier/shm/shm.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/carrier/shm/shm_test_link.hpp"
#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr WireLimits limits = {std::uint32_t{16} << 20, 4, 4};
constexpr TimeNs step_ns = ShmCarrier::look_interval_ns;

/// One end; the memory that it reads is at hand, to be written to as a peer might.
struct End {
  void take(std::vector<ShmLink> links) {
    memory = links.front().inbound.begin();
    outbound = links.front().outbound.begin();
    connection = links.front().connection.descriptor();
    carrier = ShmCarrier::adopt(std::move(links), limits).value();
    carrier->attach(receiver);
  }
  ShmControl& control() { return *std::launder(reinterpret_cast<ShmControl*>(memory)); }
  ShmControl& outbound_control() { return *std::launder(reinterpret_cast<ShmControl*>(outbound)); }
  bool is_readable() const {
    pollfd entry{carrier->descriptor(), POLLIN, 0};
    return poll(&entry, 1, 0) == 1;
  }

  RecordingReceiver receiver;
  std::unique_ptr<ShmCarrier> carrier;
  std::byte* memory = nullptr;
  std::byte* outbound = nullptr;
  int connection = -1;
};

class ShmCarrierTest : public ::testing::Test {
 protected:
  void connect(const ShmSizes& sizes = {.slot_count = 64, .stream_bytes = 32768}) {
    auto met = met_in_shared_memory(sizes);
    ASSERT_TRUE(met[0]) << met[0].error().text();
    ASSERT_TRUE(met[1]) << met[1].error().text();
    near.take(std::move(*met[0]));
    far.take(std::move(*met[1]));
  }

  MessagePtr message(std::uint64_t word, std::size_t payload_bytes) {
    MessagePtr made = bytes_message(pool, word, payload_bytes);
    for (std::size_t i = 0; i < payload_bytes; ++i) {
      made->payload()[i] = static_cast<std::byte>(word * 31 + i);
    }
    return made;
  }
  SendStatus send(std::uint64_t word, std::size_t payload_bytes = 0) {
    frame = {message(word, payload_bytes), ProcessId(1)};
    return near.carrier->try_send(frame, now_ns);
  }
  /// One that fits a slot; its key is its number.
  SendStatus send_small(std::uint64_t key) {
    MessagePtr made = message(0, 8);
    made->key = {key, 0};
    frame = {std::move(made), ProcessId(1)};
    return near.carrier->try_send(frame, now_ns);
  }
  int progress(End& end, int budget = 1000) {
    return end.carrier->progress(now_ns += step_ns, budget);
  }
  void progress_both(int rounds = 5) {
    for (int i = 0; i < rounds; ++i) {
      progress(near);
      progress(far);
    }
  }
  /// As the system does when a process is killed.
  void kill_near() { near.carrier.reset(); }

  Pool pool;
  End near;
  End far;
  Frame frame;
  TimeNs now_ns = 0;
};

TEST_F(ShmCarrierTest, CarriesEverySizeInOrderThroughSmallAndLargeRings) {
  for (const std::uint64_t stream_bytes : {8192, 1 << 20}) {
    connect({.slot_count = 4, .stream_bytes = stream_bytes});
    const std::vector<std::size_t> sizes = {0,    1,    16,     17,      63,      64,     960,
                                            4031, 4032, 4033,   8192,    65536,   131008, 300000,
                                            0,    3,    100000, 1 << 20, 8 << 20, 7};
    std::size_t at = 0;
    frame = {message(0, sizes[0]), ProcessId(1)};
    for (int i = 0; i < 100'000 && far.receiver.frames.size() < sizes.size(); ++i) {
      while (at < sizes.size() && near.carrier->try_send(frame, now_ns) == SendStatus::sent) {
        if (++at < sizes.size()) frame = {message(at, sizes[at]), ProcessId(1)};
      }
      progress_both(1);
    }
    ASSERT_EQ(far.receiver.frames.size(), sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const Message& arrived = *far.receiver.frames[i].message;
      EXPECT_EQ(far.receiver.frames[i].peer, ProcessId(0));
      EXPECT_EQ(arrived.word, i);
      ASSERT_EQ(arrived.payload_bytes, sizes[i]);
      for (std::size_t k = 0; k < sizes[i]; ++k) {
        ASSERT_EQ(arrived.payload()[k], static_cast<std::byte>(i * 31 + k));
      }
    }
    EXPECT_FALSE(near.carrier->holds_frames());
    EXPECT_FALSE(far.carrier->holds_frames());
    far.receiver = {};
  }
}

TEST_F(ShmCarrierTest, KeepsNothingOfWhatIsLentToIt) {
  connect({.slot_count = 4, .stream_bytes = 8192});
  std::vector<std::uint32_t> values(100'000, 7);
  frame = {lent_message(pool, std::span<const std::uint32_t>(values), 5), ProcessId(1)};
  ASSERT_EQ(near.carrier->try_send(frame, 0), SendStatus::sent);
  std::ranges::fill(values, 8);
  for (int i = 0; i < 1000 && far.receiver.frames.empty(); ++i) progress_both(1);
  ASSERT_EQ(far.receiver.frames.size(), 1U);
  const Message& arrived = *far.receiver.frames[0].message;
  std::uint32_t last = 0;
  std::memcpy(&last, arrived.payload() + arrived.payload_bytes - sizeof(last), sizeof(last));
  EXPECT_EQ(last, 7U);
}

TEST_F(ShmCarrierTest, ReceivesWhereTheBytesLand) {
  connect();
  constexpr std::size_t bytes = 1 << 20;
  Regions places;
  std::vector<std::byte> memory(bytes);
  places.open(ObjectId{CollectionId(3), {1, 0}}, 5, memory);
  far.carrier->land_in(places);
  const std::vector<std::byte> values(bytes, std::byte{7});
  const RegionSlice slice = {5, 0, bytes, 0, bytes};
  const std::span<const std::byte> lent(values);
  MessagePtr slice_message =
      make_pieces(pool, slice_bytes_min + bytes, bytes, [&](serial::Gatherer& gatherer) {
        gatherer.put(&slice, sizeof(slice));
        gatherer.lend(lent);
      });
  slice_message->source = slice_message->destination = PeId(0);
  slice_message->collection = CollectionId(3);
  slice_message->key = {1, 0};
  slice_message->flags |= flag_lands;
  frame = {std::move(slice_message), ProcessId(1)};
  ASSERT_EQ(near.carrier->try_send(frame, 0), SendStatus::sent);
  for (int i = 0; i < 1000 && far.receiver.frames.empty(); ++i) progress_both(1);
  ASSERT_EQ(far.receiver.frames.size(), 1U);
  EXPECT_EQ(far.receiver.frames[0].landed_bytes, bytes);
  EXPECT_EQ(far.receiver.frames[0].message->payload_bytes, slice_bytes_min);
  EXPECT_EQ(memory, values);
}

TEST_F(ShmCarrierTest, IsBusyWhenNobodyReadsAndResumes) {
  connect();
  std::uint64_t sent = 0;
  while (send_small(sent) == SendStatus::sent) ASSERT_LT(++sent, 1000U);
  EXPECT_EQ(sent, 64U);
  ASSERT_NE(frame.message, nullptr) << "what was refused is the caller's";
  progress(far);
  EXPECT_EQ(far.receiver.frames.size(), sent);
  EXPECT_EQ(near.carrier->try_send(frame, 0), SendStatus::sent);
  progress(far);
  for (std::uint64_t i = 0; i <= sent; ++i) {
    EXPECT_EQ(far.receiver.frames[i].message->key.low, i);
  }
}

TEST_F(ShmCarrierTest, DeliversNoMoreThanTheBudget) {
  connect();
  for (std::uint64_t i = 0; i < 10; ++i) ASSERT_EQ(send_small(i), SendStatus::sent);
  EXPECT_EQ(progress(far, 4), 4);
  EXPECT_EQ(far.receiver.frames.size(), 4U);
  EXPECT_TRUE(far.carrier->has_arrivals());
  EXPECT_EQ(progress(far, 100), 6);
  EXPECT_FALSE(far.carrier->has_arrivals());
  EXPECT_EQ(progress(far, 100), 0);
}

TEST_F(ShmCarrierTest, MakesNoSystemCallForWhoIsAwake) {
  connect();
  ASSERT_EQ(send_small(1), SendStatus::sent);
  ASSERT_EQ(send(2, 100'000), SendStatus::sent);
  EXPECT_FALSE(far.is_readable());
}

TEST_F(ShmCarrierTest, WakesWhoSleepsOnce) {
  connect();
  ASSERT_TRUE(far.carrier->fall_asleep());
  EXPECT_FALSE(far.is_readable());
  ASSERT_EQ(send_small(1), SendStatus::sent);
  EXPECT_TRUE(far.is_readable());
  far.carrier->wake_up();
  progress(far);
  EXPECT_EQ(far.receiver.frames.size(), 1U);
  EXPECT_FALSE(far.is_readable()) << "the bell is still ringing";
  ASSERT_EQ(send_small(2), SendStatus::sent);
  EXPECT_FALSE(far.is_readable()) << "nobody sleeps";
}

TEST_F(ShmCarrierTest, LetsNobodyFallAsleepWhenSomethingIsThere) {
  connect();
  ASSERT_EQ(send_small(1), SendStatus::sent);
  EXPECT_FALSE(far.carrier->fall_asleep());
  progress(far);
  EXPECT_TRUE(far.carrier->fall_asleep());
}

TEST_F(ShmCarrierTest, WakesASecondSleeperWhereTheFirstTookTheBell) {
  connect();
  ASSERT_TRUE(far.carrier->fall_asleep());
  ASSERT_TRUE(far.carrier->fall_asleep());
  ASSERT_EQ(send_small(1), SendStatus::sent);
  far.carrier->wake_up();
  progress(far);
  EXPECT_FALSE(far.is_readable());
  ASSERT_EQ(send_small(2), SendStatus::sent);
  EXPECT_TRUE(far.is_readable()) << "one still sleeps, and the other may be busy by now";
}

TEST_F(ShmCarrierTest, LeavesTheBellToWhoSleeps) {
  connect();
  ASSERT_TRUE(far.carrier->fall_asleep());
  ASSERT_EQ(send_small(1), SendStatus::sent);
  progress(far);  // another PE, which was awake
  EXPECT_EQ(far.receiver.frames.size(), 1U);
  EXPECT_TRUE(far.is_readable());
}

TEST_F(ShmCarrierTest, WakesASenderThatWaitsForRoom) {
  connect();
  while (send_small(1) == SendStatus::sent) {
  }
  ASSERT_TRUE(near.carrier->fall_asleep());
  EXPECT_FALSE(near.is_readable());
  progress(far, 1);
  EXPECT_TRUE(near.is_readable());
  near.carrier->wake_up();
  progress(near);
  EXPECT_EQ(near.carrier->try_send(frame, now_ns), SendStatus::sent);
  EXPECT_FALSE(near.is_readable());
}

TEST_F(ShmCarrierTest, WakesASenderInTheMiddleOfAFrame) {
  connect();
  ASSERT_EQ(send(1, 100'000), SendStatus::sent);
  EXPECT_TRUE(near.carrier->holds_frames());
  ASSERT_TRUE(near.carrier->fall_asleep());
  progress(far);
  EXPECT_TRUE(near.is_readable());
}

TEST_F(ShmCarrierTest, TellsOfTheRestOfAFrameThatTheBudgetCutsShort) {
  connect();
  ASSERT_EQ(send(1, 100), SendStatus::sent);
  ASSERT_EQ(send(2, 300'000), SendStatus::sent);
  int looks = 0;
  while (far.receiver.frames.size() < 2 && looks < 100) {
    progress(near);
    EXPECT_TRUE(far.carrier->has_arrivals()) << "after " << looks << " looks";
    EXPECT_FALSE(far.carrier->fall_asleep());
    progress(far, 1);
    ++looks;
  }
  EXPECT_GT(looks, 3);
  EXPECT_FALSE(far.carrier->has_arrivals());
}

TEST_F(ShmCarrierTest, TellsOnceThatAPeerDiedAfterAllThatItHadSent) {
  connect();
  for (std::uint64_t i = 0; i < 10; ++i) ASSERT_EQ(send_small(i), SendStatus::sent);
  kill_near();
  EXPECT_TRUE(far.is_readable()) << "a sleeper must wake";
  for (int i = 0; i < 10; ++i) progress(far, 3);
  ASSERT_EQ(far.receiver.lost.size(), 1U);
  EXPECT_EQ(far.receiver.lost[0].first, ProcessId(0));
  EXPECT_EQ(far.receiver.words_before_loss, 10U);
  EXPECT_THAT(far.receiver.lost[0].second, HasSubstr("ended the connection"));
  EXPECT_FALSE(far.carrier->has_arrivals());
  EXPECT_FALSE(far.is_readable());
}

TEST_F(ShmCarrierTest, LetsNobodyFallAsleepBetweenTheLastWordOfAPeerAndItsEnd) {
  connect();
  for (std::uint64_t i = 0; i < 4; ++i) ASSERT_EQ(send_small(i), SendStatus::sent);
  kill_near();
  EXPECT_EQ(progress(far), 4);
  ASSERT_TRUE(far.receiver.lost.empty()) << "there is no time between the two";
  EXPECT_FALSE(far.carrier->has_arrivals());
  EXPECT_FALSE(far.is_readable());
  EXPECT_EQ(far.carrier->deadline_ns(), 0);
  EXPECT_FALSE(far.carrier->fall_asleep());
  progress(far);
  EXPECT_EQ(far.receiver.lost.size(), 1U);
  EXPECT_GT(far.carrier->deadline_ns(), 0);
  EXPECT_TRUE(far.carrier->fall_asleep());
}

TEST_F(ShmCarrierTest, RefusesFramesForAPeerThatDied) {
  connect();
  kill_near();
  progress(far);
  progress(far);
  frame = {bytes_message(pool, 1), ProcessId(0)};
  EXPECT_EQ(far.carrier->try_send(frame, now_ns), SendStatus::unreachable);
  ASSERT_NE(frame.message, nullptr);
}

TEST_F(ShmCarrierTest, SaysThatAPeerDiedInTheMiddleOfAFrame) {
  connect();
  ASSERT_EQ(send(1, 100'000), SendStatus::sent);
  kill_near();
  for (int i = 0; i < 20; ++i) progress(far);
  ASSERT_EQ(far.receiver.lost.size(), 1U);
  EXPECT_THAT(far.receiver.lost[0].second, HasSubstr("in the middle of a frame"));
  EXPECT_TRUE(far.receiver.frames.empty());
}

TEST_F(ShmCarrierTest, EndsInOrderWithoutALoss) {
  connect();
  ASSERT_EQ(send(1, 100'000), SendStatus::sent);
  near.carrier->expect_close();
  far.carrier->expect_close();
  near.carrier->close();
  EXPECT_EQ(send(2), SendStatus::unreachable);
  EXPECT_FALSE(near.carrier->is_finished()) << "the frame is not written yet";
  far.carrier->close();
  progress_both(50);
  EXPECT_TRUE(near.carrier->is_finished());
  EXPECT_TRUE(far.carrier->is_finished());
  EXPECT_THAT(far.receiver.words, ElementsAre(1));
  EXPECT_TRUE(near.receiver.lost.empty());
  EXPECT_TRUE(far.receiver.lost.empty());
}

TEST_F(ShmCarrierTest, StillSendsToAPeerThatEndedItsSideFirst) {
  connect();
  near.carrier->expect_close();
  far.carrier->expect_close();
  far.carrier->close();
  progress_both();
  ASSERT_EQ(send(1, 50'000), SendStatus::sent);
  near.carrier->close();
  progress_both(50);
  EXPECT_THAT(far.receiver.words, ElementsAre(1));
  EXPECT_TRUE(near.carrier->is_finished());
  EXPECT_TRUE(far.carrier->is_finished());
}

TEST_F(ShmCarrierTest, BringsAllMessagesHome) {
  connect();
  const std::int64_t before = pool.outstanding();
  for (std::uint64_t i = 0; i < 20; ++i) ASSERT_EQ(send(i, 100 * i), SendStatus::sent);
  progress_both(10);
  ASSERT_EQ(far.receiver.frames.size(), 20U);
  for (Frame& arrived : far.receiver.frames) pool.release(std::move(arrived.message));
  EXPECT_EQ(pool.outstanding() - before + near.carrier->messages_outstanding() +
                far.carrier->messages_outstanding(),
            0);
}

TEST_F(ShmCarrierTest, KnowsNobodyElse) {
  connect();
  frame = {bytes_message(pool, 1), ProcessId(2)};
  EXPECT_EQ(near.carrier->try_send(frame, 0), SendStatus::unreachable);
}

// --- what a peer may write ---------------------------------------------------------------------

TEST_F(ShmCarrierTest, LosesAPeerWhoseHeaderMakesNoSense) {
  connect();
  MessagePtr made = message(0, 8);
  made->destination = PeId(77);
  frame = {std::move(made), ProcessId(1)};
  ASSERT_EQ(near.carrier->try_send(frame, 0), SendStatus::sent);
  ASSERT_EQ(send_small(1), SendStatus::sent);
  progress(far);
  ASSERT_EQ(far.receiver.lost.size(), 1U);
  EXPECT_THAT(far.receiver.lost[0].second, HasSubstr("destination PE 77"));
  EXPECT_TRUE(far.receiver.frames.empty());
  EXPECT_FALSE(far.carrier->has_arrivals());
}

TEST_F(ShmCarrierTest, LosesAPeerThatPacksMoreThanASlotHas) {
  connect();
  ASSERT_EQ(send_small(1), SendStatus::sent);
  far.memory[ShmSizes::page_bytes + ShmSlot::control_at - 1] = std::byte{200};
  progress(far);
  ASSERT_EQ(far.receiver.lost.size(), 1U);
  EXPECT_THAT(far.receiver.lost[0].second, HasSubstr("packs 200 bytes"));
}

TEST_F(ShmCarrierTest, LosesAPeerThatAnnouncesAFrameOfImpossibleSize) {
  for (const std::uint64_t bytes : {std::uint64_t{0}, std::uint64_t{63}, ~std::uint64_t{0}}) {
    connect();
    ASSERT_EQ(send(1, 100), SendStatus::sent);
    std::memcpy(far.memory + ShmSizes::page_bytes, &bytes, sizeof(bytes));
    progress(far);
    ASSERT_EQ(far.receiver.lost.size(), 1U) << bytes;
    EXPECT_THAT(far.receiver.lost[0].second, HasSubstr("announces a frame"));
    far.receiver = {};
  }
}

TEST_F(ShmCarrierTest, LosesAPeerWhoseFrameIsOfAnotherLengthThanAnnounced) {
  for (const std::uint64_t bytes : {std::uint64_t{64 + 99}, std::uint64_t{64 + 101}}) {
    connect();
    ASSERT_EQ(send(1, 100), SendStatus::sent);
    std::memcpy(far.memory + ShmSizes::page_bytes, &bytes, sizeof(bytes));
    progress(far);
    ASSERT_EQ(far.receiver.lost.size(), 1U) << bytes;
    EXPECT_THAT(far.receiver.lost[0].second, HasSubstr("another length"));
    far.receiver = {};
  }
}

TEST_F(ShmCarrierTest, LosesAPeerThatClaimsToHaveWrittenMoreThanThereIsRoomFor) {
  connect();
  ASSERT_EQ(send(1, 100'000), SendStatus::sent);
  far.control().streamed = std::uint64_t{1} << 40;
  progress(far);
  ASSERT_EQ(far.receiver.lost.size(), 1U);
  EXPECT_THAT(far.receiver.lost[0].second, HasSubstr("more than there is room for"));
}

TEST_F(ShmCarrierTest, LosesAPeerThatClaimsToHaveReadWhatWasNotWritten) {
  connect();
  near.outbound_control().slots_freed = 1'000'000;
  SendStatus status = SendStatus::sent;
  for (int i = 0; i < 100 && status == SendStatus::sent; ++i) status = send_small(1);
  EXPECT_EQ(status, SendStatus::unreachable);
  progress(near);
  ASSERT_EQ(near.receiver.lost.size(), 1U);
  EXPECT_THAT(near.receiver.lost[0].second, HasSubstr("read more than was written"));
}

TEST_F(ShmCarrierTest, SurvivesAnythingInItsMemory) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    connect({.slot_count = 8, .stream_bytes = 8192});
    Random random(seed);
    for (int round = 0; round < 30; ++round) {
      if (random.below(2) == 0) static_cast<void>(send(round, random.below(9000)));
      // Anywhere, but mostly where it hurts: in the control page's lines and in the slots.
      for (std::uint64_t hits = random.below(8); hits > 0; --hits) {
        const std::size_t whole = ShmSizes{8, 8192}.total_bytes();
        const std::size_t at = random.below(4) == 0   ? random.below(whole)
                               : random.below(2) == 0 ? ShmSizes::page_bytes + random.below(8 * 64)
                                                      : 128 + random.below(640);
        (random.below(2) == 0 ? far.memory : near.outbound)[at] =
            static_cast<std::byte>(random.next());
        near.memory[at] = static_cast<std::byte>(random.next());
      }
      progress_both(1);
      if (random.below(4) == 0 && far.carrier->fall_asleep()) far.carrier->wake_up();
    }
    ASSERT_LE(far.receiver.lost.size(), 1U) << "seed " << seed;
    ASSERT_LE(near.receiver.lost.size(), 1U) << "seed " << seed;
    far.receiver = {};
    near.receiver = {};
  }
}

}  // namespace
}  // namespace isthmus::engine::fabric
