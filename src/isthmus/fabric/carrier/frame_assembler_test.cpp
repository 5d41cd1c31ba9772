#include "isthmus/fabric/carrier/frame_assembler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <tuple>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/carrier/frame_queue.hpp"
#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric {
namespace {

constexpr WireLimits limits = {1 << 20, 4, 1};

class FrameStreamTest : public ::testing::Test {
 protected:
  void push(std::uint64_t word, std::size_t payload_bytes) {
    MessagePtr message = bytes_message(pool, word, payload_bytes);
    for (std::size_t i = 0; i < payload_bytes; ++i) {
      message->payload()[i] = static_cast<std::byte>(word + i);
    }
    queue.push(std::move(message), 0, pool);
  }

  /// Takes the queue's bytes out, at most `step` at a time.
  std::vector<std::byte> drained(std::size_t step) {
    std::vector<std::byte> bytes;
    FrameQueue::Gathered gathered;
    while (!queue.is_empty()) {
      queue.gather(gathered);
      std::size_t left = step;
      for (std::size_t i = 0; i < gathered.piece_count && left > 0; ++i) {
        const auto* from = static_cast<const std::byte*>(gathered.pieces[i].iov_base);
        const std::size_t count = std::min(left, gathered.pieces[i].iov_len);
        bytes.insert(bytes.end(), from, from + count);
        left -= count;
      }
      queue.written(step - left, pool);
    }
    return bytes;
  }

  void expect_message(const Message& message, std::uint64_t word, std::size_t payload_bytes) {
    EXPECT_EQ(message.word, word);
    ASSERT_EQ(message.payload_bytes, payload_bytes);
    for (std::size_t i = 0; i < payload_bytes; ++i) {
      ASSERT_EQ(message.payload()[i], static_cast<std::byte>(word + i)) << i;
    }
  }

  Pool pool;
  FrameQueue queue;
  FrameAssembler assembler;
};

/// Payloads that land in an open place of an object, and messages around them.
class RegionSliceTest : public FrameStreamTest {
 protected:
  static constexpr std::size_t own_bytes = slice_bytes_min + 5;
  static constexpr RegionSlice piece = {9, 100, 900, 50, 700};
  static constexpr std::size_t begin_at = 150;
  static constexpr ObjectId owner = {CollectionId(3), {2, 0}};

  RegionSliceTest() : memory(1100, untouched) {
    places.open(owner, 9, std::span(memory).first(1000));
    assembler.land_in(places);
  }

  static std::byte value_at(std::size_t i) { return static_cast<std::byte>(i * 7 + 1); }

  /// As the arguments of an entry method are serialized: a RegionSlice, some more, a span.
  std::vector<std::byte> frame(const RegionSlice& slice, std::uint64_t count, std::size_t bytes) {
    MessagePtr message = bytes_message(pool, 77, own_bytes + bytes, PeId(0), PeId(2));
    message->flags |= flag_lands;
    message->collection = owner.collection;
    message->key = owner.key;
    std::memcpy(message->payload(), &slice, sizeof(RegionSlice));
    std::memset(message->payload() + sizeof(RegionSlice), 3, 5);
    std::memcpy(message->payload() + own_bytes - sizeof(count), &count, sizeof(count));
    for (std::size_t i = 0; i < bytes; ++i) message->payload()[own_bytes + i] = value_at(i);
    queue.push(std::move(message), 0, pool);
    return drained(100'000);
  }
  std::vector<std::byte> good_frame() { return frame(piece, piece.bytes, piece.bytes); }

  /// The next message of what comes `step` at a time, in place where there is a gap.
  Expected<MessagePtr> take(std::span<const std::byte>& bytes, std::size_t step) {
    while (true) {
      std::span<const std::byte> come = bytes.first(std::min(step, bytes.size()));
      bytes = bytes.subspan(come.size());
      if (assembler.has_gap()) {
        const FrameAssembler::Gap gap = assembler.gap(pool);
        const std::size_t count = std::min(gap.memory.size(), come.size());
        std::memcpy(gap.memory.data(), come.data(), count);
        assembler.filled(count);
        come = come.subspan(count);
        if (count < gap.memory.size()) {
          if (bytes.empty()) return MessagePtr();
          continue;
        }
      }
      auto message = assembler.take(come, limits, pool);
      if (!message || *message != nullptr) {
        EXPECT_TRUE(!message || come.empty());
        return message;
      }
      if (bytes.empty()) return message;
    }
  }

  void expect_landed(const Message& message) {
    ASSERT_EQ(message.payload_bytes, own_bytes);
    EXPECT_EQ(message.flags & flag_lands, 0);
    EXPECT_EQ(assembler.landed_bytes(), piece.bytes);
    EXPECT_EQ(std::memcmp(message.payload(), &piece, sizeof(RegionSlice)), 0);
    std::uint64_t count = 1;
    std::memcpy(&count, message.payload() + own_bytes - sizeof(count), sizeof(count));
    EXPECT_EQ(count, 0u);
  }
  /// As many bytes as have landed, and not one beside them.
  void expect_memory(std::size_t landed_bytes) {
    for (std::size_t i = 0; i < memory.size(); ++i) {
      const bool landed = i >= begin_at && i < begin_at + landed_bytes;
      ASSERT_EQ(memory[i], landed ? value_at(i - begin_at) : untouched) << i;
    }
  }

  static constexpr std::byte untouched{0xee};
  std::vector<std::byte> memory;
  Regions places;
};

TEST_F(FrameStreamTest, MessagesSurviveAnyCut) {
  for (const std::size_t out_step : {1, 63, 64, 65, 1000, 100000}) {
    for (const std::size_t in_step : {1, 7, 64, 129, 100000}) {
      constexpr std::array<std::size_t, 5> sizes = {0, 1, 64, 500, 0};
      for (std::size_t i = 0; i < sizes.size(); ++i) push(i, sizes[i]);
      const std::vector<std::byte> bytes = drained(out_step);
      std::size_t taken = 0;
      for (std::size_t at = 0; at < bytes.size(); at += in_step) {
        auto piece = std::span<const std::byte>(bytes).subspan(at);
        piece = piece.first(std::min(in_step, piece.size()));
        while (true) {
          auto message = assembler.take(piece, limits, pool);
          ASSERT_TRUE(message) << message.error().text();
          if (*message == nullptr) break;
          ASSERT_LT(taken, sizes.size());
          expect_message(**message, taken, sizes[taken]);
          ++taken;
          pool.release(std::move(*message));
        }
        EXPECT_TRUE(piece.empty());
      }
      EXPECT_EQ(taken, sizes.size());
      EXPECT_FALSE(assembler.is_mid_frame());
      EXPECT_EQ(pool.outstanding(), 0);
    }
  }
}

TEST_F(FrameStreamTest, CountsWhatIsNotWritten) {
  push(1, 36);
  push(2, 0);
  EXPECT_EQ(queue.byte_count(), 164u);
  queue.written(70, pool);
  EXPECT_EQ(queue.byte_count(), 94u);
  EXPECT_EQ(queue.frame_count(), 2u);
  queue.written(30, pool);
  EXPECT_EQ(queue.frame_count(), 1u);
  queue.drop(pool);
  EXPECT_EQ(queue.byte_count(), 0u);
  EXPECT_EQ(pool.outstanding(), 0);
}

TEST_F(FrameStreamTest, ReceivesTheRestOfAPayloadInPlace) {
  push(5, 1000);
  const std::vector<std::byte> bytes = drained(10000);
  auto piece = std::span<const std::byte>(bytes).first(200);
  ASSERT_EQ(assembler.take(piece, limits, pool).value(), nullptr);
  const std::span<std::byte> gap = assembler.gap(pool).memory;
  ASSERT_EQ(gap.size(), bytes.size() - 200);
  std::memcpy(gap.data(), bytes.data() + 200, gap.size());
  assembler.filled(gap.size());
  auto message = assembler.take(piece, limits, pool);
  ASSERT_TRUE(message && *message != nullptr);
  expect_message(**message, 5, 1000);
  EXPECT_FALSE(assembler.has_gap());
  EXPECT_TRUE(assembler.gap(pool).memory.empty());
  pool.release(std::move(*message));
}

TEST_F(FrameStreamTest, RefusesAPayloadBeyondTheLimitBeforeItTakesMemory) {
  push(1, limits.payload_bytes_max + 1);
  const std::vector<std::byte> bytes = drained(10 << 20);
  std::span<const std::byte> piece = bytes;
  const auto message = assembler.take(piece, limits, pool);
  ASSERT_FALSE(message);
  EXPECT_EQ(message.error().code, ErrorCode::malformed);
  EXPECT_EQ(pool.outstanding(), 0);
}

TEST_F(RegionSliceTest, PutsBytesWhereTheyBelongWhereverTheyAreCut) {
  for (const std::size_t step : {1, 39, 40, 63, 64, 100, 117, 118, 500, 100'000}) {
    std::ranges::fill(memory, untouched);
    const std::vector<std::byte> bytes = good_frame();
    std::span<const std::byte> rest = bytes;
    Expected<MessagePtr> message = take(rest, step);
    ASSERT_TRUE(message && *message != nullptr) << step;
    expect_landed(**message);
    expect_memory(piece.bytes);
    EXPECT_FALSE(assembler.is_mid_frame());
    pool.release(std::move(*message));
    EXPECT_EQ(pool.outstanding(), 0);
  }
}

TEST_F(RegionSliceTest, LeavesTheMessagesAroundThemAlone) {
  std::vector<std::byte> bytes;
  const auto append = [&](const std::vector<std::byte>& more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
  };
  push(1, 500);
  append(drained(100'000));
  append(good_frame());
  push(2, 300);
  append(drained(100'000));
  std::span<const std::byte> rest = bytes;
  for (const std::uint64_t word : {1, 77, 2}) {
    Expected<MessagePtr> message = assembler.take(rest, limits, pool);
    ASSERT_TRUE(message && *message != nullptr);
    EXPECT_EQ((*message)->word, word);
    EXPECT_EQ(assembler.landed_bytes(), word == 77 ? piece.bytes : 0u);
    if (word == 77) {
      expect_landed(**message);
    } else {
      expect_message(**message, word, word == 1 ? 500 : 300);
    }
    pool.release(std::move(*message));
  }
  EXPECT_TRUE(rest.empty());
  expect_memory(piece.bytes);
}

TEST_F(RegionSliceTest, KeepsThemInTheMessageWhereNoPlaceIsOpenForThem) {
  const RegionSlice elsewhere = {8, 100, 900, 50, 700};
  const RegionSlice outside = {9, 300, 900, 50, 700};
  for (const RegionSlice& slice : {elsewhere, outside}) {
    const std::vector<std::byte> bytes = frame(slice, slice.bytes, slice.bytes);
    std::span<const std::byte> rest = bytes;
    Expected<MessagePtr> message = take(rest, 90);
    ASSERT_TRUE(message && *message != nullptr);
    ASSERT_EQ((*message)->payload_bytes, own_bytes + slice.bytes);
    EXPECT_EQ((*message)->flags & flag_lands, 0);
    EXPECT_EQ(assembler.landed_bytes(), 0u);
    EXPECT_EQ(std::memcmp((*message)->payload(), &slice, sizeof(RegionSlice)), 0);
    for (std::size_t i = 0; i < slice.bytes; ++i) {
      ASSERT_EQ((*message)->payload()[own_bytes + i], value_at(i));
    }
    pool.release(std::move(*message));
    expect_memory(0);
  }
}

TEST_F(RegionSliceTest, WritesNothingOnceThePlaceIsClosed) {
  const std::vector<std::byte> bytes = good_frame();
  std::span<const std::byte> rest = bytes;
  std::span<const std::byte> front = rest.first(header_bytes + own_bytes + 200);
  rest = rest.subspan(front.size());
  ASSERT_EQ(take(front, 64).value(), nullptr);
  EXPECT_TRUE(places.close(owner, 9));
  expect_memory(200);
  Expected<MessagePtr> message = take(rest, 64);
  ASSERT_TRUE(message && *message != nullptr);
  expect_landed(**message);
  expect_memory(200);
  pool.release(std::move(*message));
  EXPECT_EQ(pool.outstanding(), 0);
}

TEST_F(RegionSliceTest, IsGivenUpInTheMiddle) {
  const std::vector<std::byte> bytes = good_frame();
  for (const std::size_t cut : {70, 110, 300}) {
    std::span<const std::byte> front = std::span(bytes).first(cut);
    ASSERT_EQ(take(front, 64).value(), nullptr);
    EXPECT_TRUE(assembler.is_mid_frame());
    if (cut == 300) places.close(owner, 9);
    std::span<const std::byte> more = std::span(bytes).subspan(cut, 10);
    ASSERT_EQ(take(more, 64).value(), nullptr);
    assembler.drop(pool);
    EXPECT_FALSE(assembler.is_mid_frame());
    EXPECT_EQ(pool.outstanding(), 0);
  }
}

TEST_F(RegionSliceTest, RefusesAPayloadThatContradictsItself) {
  const RegionSlice too_many = {9, 100, 900, 50, 701};
  const RegionSlice all_there_are = {9, 0, 1000, 0, static_cast<std::uint64_t>(-1)};
  for (const auto& [slice, count, complaint] :
       {std::tuple(piece, std::uint64_t{699}, "a span of 699 bytes that lands (expected 700)"),
        std::tuple(too_many, std::uint64_t{701}, "a span of "),
        std::tuple(all_there_are, std::uint64_t{700},
                   "a payload of 753 bytes of which 18446744073709551615 land "
                   "(expected at most 705)")}) {
    const std::vector<std::byte> bytes = frame(slice, count, 700);
    std::span<const std::byte> rest = bytes;
    const Expected<MessagePtr> message = take(rest, 50);
    ASSERT_FALSE(message);
    EXPECT_EQ(message.error().code, ErrorCode::malformed);
    EXPECT_NE(message.error().text().find(complaint), std::string::npos) << message.error().text();
    expect_memory(0);
    assembler.drop(pool);
    EXPECT_EQ(pool.outstanding(), 0);
  }
}

TEST_F(RegionSliceTest, TakesAnyBytesWithoutHarm) {
  Random random(20261122);
  int landed = 0;
  const std::vector<std::byte> good = good_frame();
  for (int i = 0; i < 5'000; ++i) {
    std::vector<std::byte> bytes = good;
    for (auto wrong = random.below(4) + 1; wrong > 0; --wrong) {
      bytes[header_bytes + random.below(own_bytes)] = static_cast<std::byte>(random.next());
    }
    std::span<const std::byte> rest = bytes;
    Expected<MessagePtr> message = take(rest, 1 + random.below(300));
    if (message) landed += assembler.landed_bytes() > 0;
    if (message) pool.release(std::move(*message));
    assembler.drop(pool);
    ASSERT_TRUE(std::ranges::all_of(std::span(memory).subspan(1000),
                                    [](std::byte at) { return at == untouched; }));
  }
  EXPECT_GT(landed, 0);
  EXPECT_EQ(pool.outstanding(), 0);
}

}  // namespace
}  // namespace isthmus::engine::fabric
