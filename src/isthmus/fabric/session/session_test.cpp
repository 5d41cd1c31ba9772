#include "isthmus/fabric/session/session.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "isthmus/fabric/session/sum.hpp"
#include "isthmus/fabric/session/test_session.hpp"

namespace isthmus::engine::fabric::session {
namespace {

TEST_F(SessionTest, CarriesFramesInOrder) {
  make(options_of(1));
  for (std::size_t i = 0; i < 100; ++i) push(a(), i * 100);
  push(b(), 5);
  settle();
  EXPECT_EQ(b().received.size(), 100U);
  EXPECT_EQ(a().received.size(), 1U);
}

TEST_F(SessionTest, KeepsFramesUntilTheyAreAcknowledged) {
  make(options_of(1));
  settle();
  push(a(), 1000);
  ASSERT_TRUE(write(a(), 1 << 20));
  EXPECT_EQ(a().session.kept_bytes(), header_bytes + 1000);
  settle();
  EXPECT_EQ(a().session.kept_bytes(), 0U);
}

TEST_F(SessionTest, SendsAgainWhatABrokenConnectionHadAndNothingElse) {
  make(options_of(1));
  settle();
  for (int i = 0; i < 10; ++i) push(a(), 100);
  settle();
  for (int i = 0; i < 7; ++i) push(a(), 100);
  while (write(a(), 1 << 20)) {
  }
  EXPECT_EQ(lose(0), 7U);
  open(0);
  settle();
  EXPECT_EQ(b().received.size(), 17U);
}

TEST_F(SessionTest, DoesNotRepeatWhatCameBeforeTheConnectionBroke) {
  make(options_of(1));
  settle();
  push(a(), 50'000);
  push(a(), 10);
  while (write(a(), 1 << 20)) {
  }
  read(b(), 0, 30'000);
  lose(0);
  open(0);
  // The hellos say what has come.
  for (auto& end : ends) ASSERT_TRUE(write(*end, record_bytes));
  for (auto& end : ends) read(*end, 0, record_bytes);
  std::size_t again = 0;
  while (write(a(), 1 << 20)) again = b().incoming[0].size();
  // What came of a segment whose end was missing comes once more.
  EXPECT_LT(again, 50'000 - 29'000 + 8192 + 10 + 20 * record_bytes + 2 * header_bytes);
  settle();
  EXPECT_EQ(b().received.size(), 2U);
}

TEST_F(SessionTest, GivesAwayTheMemoryThatTheWindowStatesAndNoMore) {
  make(options_of(1, 64 * 1024));
  std::size_t count = 0;
  while (push(a(), 1000)) ++count;
  EXPECT_EQ(count, 64 * 1024 / (1000 + header_bytes));
  settle();
  EXPECT_TRUE(push(a(), 1000));
}

TEST_F(SessionTest, TakesAFrameThatIsLargerThanTheWindowWhenItKeepsNoOther) {
  make(options_of(2, 64 * 1024));
  EXPECT_TRUE(push(a(), 1'000'000));
  EXPECT_FALSE(push(a(), 0));
  settle();
  EXPECT_EQ(b().received.size(), 1U);
  EXPECT_LE(b().session.stored_bytes(), 64U * 1024);
}

TEST_F(SessionTest, HoldsBackWhatTheReceiverWouldHaveToStore) {
  make(options_of(2, 256 * 1024));
  settle();
  push(a(), 200'000);
  while (write(a(), 1 << 20)) {
  }
  // All of the first connection, which has the beginning, is late.
  while (read(b(), 1, 1 << 20)) {
  }
  EXPECT_GT(b().session.stored_bytes(), 0U);
  EXPECT_LE(b().session.stored_bytes(), 256U * 1024);
  settle();
  EXPECT_EQ(b().received.size(), 1U);
  EXPECT_EQ(b().session.stored_bytes(), 0U);
}

TEST_F(SessionTest, SpreadsOneLargeFrameOverAllConnections) {
  make(options_of(4));
  settle();
  push(a(), 800'000);
  while (write(a(), 1 << 20)) {
  }
  for (unsigned slot = 0; slot < 4; ++slot) EXPECT_GT(b().incoming[slot].size(), 100'000U) << slot;
}

TEST_F(SessionTest, GivesAFasterConnectionMore) {
  make(options_of(2, 64 << 20, 64 * 1024));
  settle();
  std::array<std::size_t, 2> carried{};
  for (int turn = 0; turn < 500; ++turn) {
    push(a(), 200'000);
    const std::uint64_t blocked =
        (b().incoming[0].size() > 400'000 ? 1U : 0U) | (b().incoming[1].size() > 400'000 ? 2U : 0U);
    while (write(a(), 64 * 1024, blocked) && b().incoming[0].size() < 400'000 &&
           b().incoming[1].size() < 400'000) {
    }
    for (const unsigned slot : {0U, 1U}) {
      const std::size_t bytes = slot == 0 ? 80'000 : 20'000;
      carried[slot] += std::min(bytes, b().incoming[slot].size());
      read(b(), slot, bytes);
      read(a(), slot, 1 << 20);
    }
    while (write(b(), 1 << 20)) {
    }
    now_ns += 1'000'000;
  }
  EXPECT_GT(carried[0], 3 * carried[1]);
  EXPECT_GT(carried[0] + carried[1], std::size_t{500} * 90'000);
  settle();
}

TEST_F(SessionTest, GoesOnWithTheConnectionsThatAreLeft) {
  make(options_of(3));
  settle();
  for (int i = 0; i < 20; ++i) push(a(), 20'000);
  for (int i = 0; i < 9; ++i) write(a(), 1 << 20);
  lose(1);
  settle();
  EXPECT_EQ(b().received.size(), 20U);
  open(1);
  settle();
  push(a(), 200'000);
  while (write(a(), 1 << 20)) {
  }
  EXPECT_GT(b().incoming[1].size(), 8192U) << "a connection that returns is taken in again";
  settle();
  EXPECT_EQ(b().received.size(), 21U);
}

TEST_F(SessionTest, EndsWhenBothEndsKnowThatAllHasCome) {
  make(options_of(1));
  push(a(), 10);
  a().session.end();
  settle();
  EXPECT_TRUE(b().session.has_peer_ended());
  EXPECT_FALSE(a().session.is_finished());
  b().session.end();
  settle();
  EXPECT_TRUE(a().session.is_finished());
  EXPECT_TRUE(b().session.is_finished());
}

TEST_F(SessionTest, AcknowledgesWhatWasStoredAlsoWhenItIsTakenLater) {
  for (const bool is_swallowed : {false, true}) {
    make(options_of(2, 1 << 20, 1024));
    settle();
    for (int i = 0; i < 40; ++i) push(a(), 1000);
    ASSERT_TRUE(write(a(), 1 << 20, 0b10));
    while (write(a(), 1 << 20, 0b01)) {
    }
    const auto acknowledge = [&] {
      now_ns += 3'000'000;
      while (write(b(), 1 << 20)) {
      }
    };
    const auto hear = [&] {
      for (const unsigned slot : {0U, 1U}) {
        while (read(a(), slot, 1 << 20)) {
        }
      }
    };
    // What came too early waits for the first segment, and then for whoever takes a message a time.
    while (read(b(), 1, 1 << 20)) {
    }
    ASSERT_GT(b().session.stored_bytes(), 0U);
    acknowledge();
    for (int i = 0; i < 39; ++i) read(b(), 0, 1 << 20, false, 1);
    acknowledge();
    hear();
    while (b().received.size() < 40) read(b(), 0, 1 << 20, false, 1);
    acknowledge();
    if (is_swallowed) {
      // All segments are known to have come: nothing is under way any more but this word.
      for (auto& wire : a().incoming) wire.clear();
      ASSERT_GT(a().session.kept_bytes(), 0U);
      forgives_damage = true;
      for (int i = 0; i < 3'000; ++i) step();
      for (const unsigned slot : std::exchange(damaged, {})) {
        if (!a().session.is_open(slot)) continue;
        lose(slot);
        open(slot);
      }
      settle();
    }
    hear();
    EXPECT_EQ(a().session.kept_bytes(), 0U);
    for (auto& end : ends) EXPECT_FALSE(end->error) << end->error->text();
  }
}

TEST_F(SessionTest, StoresWhatIsSentAgainOnce) {
  constexpr std::size_t window = 64 * 1024;
  make(options_of(2, window, 5'000));
  settle();
  push(a(), window - header_bytes);
  // The first segment stays away; all others come, again and again, cut in different ways.
  ASSERT_TRUE(write(a(), 1 << 20, 0b10));
  for (int round = 0; round < 6; ++round) {
    while (write(a(), 1 << 20, 0b01)) {
    }
    while (read(b(), 1, 1 << 20)) {
    }
    ASSERT_FALSE(b().error) << b().error->text();
    EXPECT_GT(b().session.stored_bytes(), 0U);
    EXPECT_LE(b().session.stored_bytes(), window);
    // Before it could be acknowledged.
    lose(1);
    open(1);
    for (auto& end : ends) write(*end, 1 << 20, 0b01);
    for (auto& end : ends) read(*end, 1, 1 << 20);
  }
  settle();
  EXPECT_EQ(b().received.size(), 1U);
  EXPECT_EQ(b().session.stored_bytes(), 0U);
}

TEST_F(SessionTest, HasNothingToSayWhenNothingHappens) {
  make(options_of(2));
  push(a(), 100);
  settle();
  for (auto& end : ends) {
    EXPECT_EQ(end->session.deadline_ns(), never_ns);
    EXPECT_FALSE(end->session.next_writer(0));
    EXPECT_FALSE(end->session.holds_frames());
  }
}

TEST_F(SessionTest, TakesWhatWasStoredInPartWhenItComesWhole) {
  make(options_of(1));
  settle();
  push(a(), 1000);
  while (write(a(), 1 << 20)) {
  }
  auto& wire = b().incoming[0];
  const std::vector<std::byte> stream(wire.begin() + record_bytes, wire.end());
  lose(0);
  open(0);
  std::uint8_t number = 0;
  const auto say = [&](Record record, std::span<const std::byte> segment) {
    record.number = number++;
    if (!segment.empty()) record.sum = sum_of(segment);
    const RecordBytes bytes = encode(record);
    wire.insert(wire.end(), bytes.begin(), bytes.end());
    wire.insert(wire.end(), segment.begin(), segment.end());
    while (read(b(), 0, 1 << 20)) {
    }
  };
  const auto part = [&](std::uint32_t offset, std::uint32_t length) {
    say({RecordKind::data, length, offset, 0, 0}, std::span(stream).subspan(offset, length));
  };
  say({RecordKind::hello, version, 1 << 20, 0, 0}, {});
  const auto rest = static_cast<std::uint32_t>(stream.size()) - 100;
  part(100, 50);
  EXPECT_EQ(b().session.stored_bytes(), 50U);
  part(100, rest);
  EXPECT_EQ(b().session.stored_bytes(), rest);
  part(100, 60);
  EXPECT_EQ(b().session.stored_bytes(), rest);
  part(0, 100);
  EXPECT_EQ(b().session.stored_bytes(), 0U);
  EXPECT_EQ(b().received.size(), 1U);
  EXPECT_FALSE(b().error);
}

TEST_F(SessionTest, CutsWhatIsSentAgainAtMultiplesOf16KiB) {
  make(options_of(1, 1 << 20, 256 * 1024));
  push(a(), 1000);
  settle();
  push(a(), 100'000);
  while (write(a(), 1 << 20)) {
  }
  lose(0);
  open(0);
  for (auto& end : ends) write(*end, record_bytes);
  for (auto& end : ends) read(*end, 0, record_bytes);
  for (int i = 0; i < 3; ++i) {
    auto& wire = b().incoming[0];
    wire.clear();
    ASSERT_TRUE(write(a(), 1 << 20));
    RecordBytes head;
    std::copy_n(wire.begin(), record_bytes, head.begin());
    const auto record = decode(head);
    ASSERT_TRUE(record);
    EXPECT_EQ((record->offset + record->length) % (16 * 1024), 0U);
  }
}

TEST_F(SessionTest, AsksNothingBeforeItSaysSomethingAfterASilence) {
  make(options_of(2));
  push(a(), 100);
  settle();
  now_ns += 5'000'000'000;
  push(a(), 100);
  ASSERT_TRUE(write(a(), 1 << 20));
  auto& wire = b().incoming[0];
  ASSERT_GE(wire.size(), record_bytes);
  RecordBytes head;
  std::copy_n(wire.begin(), record_bytes, head.begin());
  const auto record = decode(head);
  ASSERT_TRUE(record);
  EXPECT_EQ(record->kind, RecordKind::data);
  EXPECT_FALSE(a().session.next_writer(0)) << "nor on another connection";
  settle();
  EXPECT_EQ(b().received.size(), 2U);
}

}  // namespace
}  // namespace isthmus::engine::fabric::session
