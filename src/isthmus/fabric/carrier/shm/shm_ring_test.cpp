#include "isthmus/fabric/carrier/shm/shm_ring.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <numeric>
#include <thread>
#include <vector>

#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric {
namespace {

constexpr ShmSizes small_sizes = {.slot_count = 4, .stream_bytes = 8192};
constexpr WireLimits limits = {1 << 20, 8, 8};

/// Memory as two processes would have it, and both sides of it.
class ShmRingTest : public ::testing::Test {
 protected:
  struct Free {
    void operator()(std::byte* memory) const {
      ::operator delete[](memory, std::align_val_t{ShmSizes::page_bytes});
    }
  };

  ShmRingTest()
      : memory(static_cast<std::byte*>(
            ::operator new[](small_sizes.total_bytes(), std::align_val_t{ShmSizes::page_bytes}))),
        writer(memory.get(), small_sizes),
        reader(memory.get(), small_sizes) {
    std::memset(memory.get(), 0, small_sizes.total_bytes());
    control = ::new (memory.get()) ShmControl;
  }

  MessagePtr message(std::uint64_t key, std::size_t payload_bytes = 8) {
    MessagePtr made = bytes_message(pool, 0, payload_bytes, PeId(3), PeId(5));
    made->key = {key, ~key};
    for (std::size_t i = 0; i < payload_bytes; ++i) made->payload()[i] = std::byte(key + i);
    return made;
  }

  Expected<Message> take() {
    ShmSlot slot;
    const ShmSlotKind kind = reader.next(slot);
    if (kind == ShmSlotKind::none) return fail(ErrorCode::io, "nothing there");
    reader.pop();
    const MessagePtr message = unpacked(slot, kind, pool);
    if (auto sound = check_header(*message, limits); !sound) return forward_error(sound);
    for (std::size_t i = 0; i < message->payload_bytes; ++i) {
      EXPECT_EQ(message->payload()[i], std::byte(message->key.low + i));
    }
    return *message;
  }

  std::vector<std::byte> bytes(std::size_t count, unsigned first) {
    std::vector<std::byte> made(count);
    for (std::size_t i = 0; i < count; ++i) made[i] = std::byte(first + i);
    return made;
  }

  std::unique_ptr<std::byte[], Free> memory;
  ShmControl* control = nullptr;
  Pool pool;
  ShmWriter writer;
  ShmReader reader;
};

TEST_F(ShmRingTest, PacksASmallFrameIntoOneSlot) {
  EXPECT_FALSE(reader.looks_ready());
  MessagePtr sent = message(7, 16);
  sent->collection = CollectionId(9);
  sent->handler = static_cast<HandlerId>(2);
  sent->flags = flag_uncounted;
  writer.post(*sent);
  EXPECT_TRUE(reader.looks_ready());
  const Expected<Message> header = take();
  ASSERT_TRUE(header) << header.error().text();
  EXPECT_EQ(header->key, (Key{7, ~std::uint64_t{7}}));
  EXPECT_EQ(header->collection, CollectionId(9));
  EXPECT_EQ(header->source, PeId(3));
  EXPECT_EQ(header->destination, PeId(5));
  EXPECT_EQ(header->handler, static_cast<HandlerId>(2));
  EXPECT_EQ(header->flags, flag_uncounted | flag_on_wire);
  EXPECT_EQ(header->payload_bytes, 16U);
  EXPECT_FALSE(reader.looks_ready());
}

TEST_F(ShmRingTest, PacksNothingThatASlotHasNoPlaceFor) {
  MessagePtr one = message(1, 17);
  EXPECT_FALSE(packs(*one));
  one = message(1, 8);
  EXPECT_TRUE(packs(*one));
  one->word = 1;
  EXPECT_FALSE(packs(*one));
  one = message(1, 8);
  one->priority = -1;
  EXPECT_FALSE(packs(*one));
  one = message(1, 8);
  one->hops = 1;
  EXPECT_FALSE(packs(*one));
}

TEST_F(ShmRingTest, BringsTheEpochAndRefusesAnother) {
  MessagePtr of_another = message(1, 8);
  of_another->epoch = 9;
  ASSERT_TRUE(packs(*of_another));
  writer.post(*of_another);
  const auto refused = take();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().what, "frame header with epoch 9 of the members");
  writer.post(*message(2, 8));
  EXPECT_TRUE(take());
}

TEST_F(ShmRingTest, HasRoomForAsManySlotsAsItHasUntilSomeAreFreed) {
  for (std::uint64_t i = 0; i < 4; ++i) {
    ASSERT_TRUE(writer.has_slot());
    writer.post(*message(i));
  }
  EXPECT_FALSE(writer.has_slot());
  ASSERT_TRUE(take());
  EXPECT_FALSE(writer.has_slot()) << "the reader has not told";
  reader.publish_freed();
  EXPECT_TRUE(writer.has_slot());
}

TEST_F(ShmRingTest, KeepsTheOrderThroughManyRounds) {
  for (std::uint64_t i = 0; i < 1000; ++i) {
    ASSERT_TRUE(writer.has_slot());
    writer.post(*message(i, i % 17));
    const Expected<Message> header = take();
    ASSERT_TRUE(header);
    EXPECT_EQ(header->key.low, i);
    EXPECT_FALSE(reader.looks_ready());
    reader.publish_freed();
  }
}

TEST_F(ShmRingTest, CarriesAStreamThroughItsEnd) {
  for (unsigned round = 0; round < 50; ++round) {
    const auto sent = bytes(3000 + round, round);
    ASSERT_GE(writer.stream_room(sent.size()), sent.size());
    writer.put(sent);
    writer.end_frame();
    writer.publish_stream();
    ASSERT_EQ(reader.readable(), lines_of(sent.size()));
    std::vector<std::byte> got;
    while (got.size() < sent.size()) {
      const auto run = reader.peek(sent.size() - got.size());
      got.insert(got.end(), run.begin(), run.end());
      reader.skip(run.size());
    }
    reader.end_frame();
    reader.publish_freed();
    EXPECT_EQ(got, sent);
  }
}

TEST_F(ShmRingTest, HasNoRoomInTheStreamUntilSomeIsFreed) {
  writer.put(bytes(8192 - 10, 0));
  writer.end_frame();
  writer.publish_stream();
  EXPECT_EQ(writer.stream_room(1), 0U) << "the frame's padding belongs to it";
  reader.skip(100);
  reader.publish_freed();
  EXPECT_EQ(writer.stream_room(1), 100U);
}

TEST_F(ShmRingTest, AwaitsAStreamOnlyWhileItIsTold) {
  reader.await_stream(true);
  EXPECT_FALSE(reader.looks_ready());
  writer.put(bytes(10, 0));
  writer.publish_stream();
  EXPECT_TRUE(reader.looks_ready());
  reader.await_stream(false);
  EXPECT_FALSE(reader.looks_ready());
  writer.post(*message(1));
  EXPECT_TRUE(reader.looks_ready());
  reader.close();
  EXPECT_FALSE(reader.looks_ready());
}

TEST_F(ShmRingTest, FindsOutThatTheReaderLies) {
  for (int i = 0; i < 4; ++i) writer.post(*message(1));
  for (const std::uint64_t freed : {5ull, ~0ull}) {
    ShmWriter another(memory.get(), small_sizes);
    control->slots_freed = freed;
    for (int i = 0; i < 4; ++i) another.post(*message(1));
    EXPECT_FALSE(another.has_slot());
    EXPECT_TRUE(another.is_broken());
  }
  ShmWriter another(memory.get(), small_sizes);
  control->stream_freed = 1;
  EXPECT_EQ(another.stream_room(8193), 0U);
  EXPECT_TRUE(another.is_broken());
}

TEST_F(ShmRingTest, FindsOutThatTheWriterLies) {
  for (const std::uint64_t streamed : {8192ull + 64, ~0ull, 1ull << 63}) {
    control->streamed = streamed;
    EXPECT_FALSE(reader.readable()) << streamed;
  }
  control->streamed = 8192;
  EXPECT_EQ(reader.readable(), 8192U);
  ShmSlot slot;
  memory[ShmSizes::page_bytes + ShmSlot::control_at] = std::byte{1};
  EXPECT_EQ(reader.next(slot), ShmSlotKind::malformed);
  memory[ShmSizes::page_bytes + ShmSlot::control_at] = std::byte{0xff};
  EXPECT_EQ(reader.next(slot), ShmSlotKind::malformed);
}

TEST_F(ShmRingTest, TakesASleeperOnce) {
  EXPECT_FALSE(writer.take_sleeper());
  reader.announce_sleep();
  EXPECT_TRUE(writer.take_sleeper());
  EXPECT_FALSE(writer.take_sleeper());
  writer.announce_sleep();
  EXPECT_TRUE(reader.take_sleeper());
  EXPECT_FALSE(reader.take_sleeper());
}

TEST_F(ShmRingTest, CarriesFramesBetweenTwoThreads) {
  constexpr std::uint64_t count = 5'000;
  std::thread other([&] {
    Pool own;
    for (std::uint64_t i = 0; i < count; ++i) {
      MessagePtr sent = bytes_message(own, 0, 8);
      sent->key = {i, 0};
      while (!writer.has_slot()) std::this_thread::yield();
      writer.post(*sent);
      own.release(std::move(sent));
    }
  });
  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    ShmSlot slot;
    while (reader.next(slot) == ShmSlotKind::none) std::this_thread::yield();
    wrong += slot.key.low != i;
    reader.pop();
    reader.publish_freed();
  }
  other.join();
  EXPECT_EQ(wrong, 0U);
}

TEST(ShmSizes, AreValidAsPowersOfTwoWithinBounds) {
  EXPECT_TRUE(ShmSizes{}.is_valid());
  EXPECT_TRUE((ShmSizes{4, 8192}.is_valid()));
  for (const ShmSizes& sizes :
       {ShmSizes{0, 8192}, ShmSizes{3, 8192}, ShmSizes{4, 0}, ShmSizes{4, 8191}, ShmSizes{4, 4096},
        ShmSizes{1u << 31, 8192}, ShmSizes{4, std::uint64_t{1} << 40}}) {
    EXPECT_FALSE(sizes.is_valid()) << sizes.slot_count << ", " << sizes.stream_bytes;
  }
}

}  // namespace
}  // namespace isthmus::engine::fabric
