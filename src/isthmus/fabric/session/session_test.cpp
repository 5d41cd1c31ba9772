#include "isthmus/fabric/session/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <climits>
#include <cstring>
#include <deque>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/session/sum.hpp"
#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric::session {
namespace {

using ::testing::HasSubstr;

constexpr std::uint32_t payload_bytes_max = 1 << 20;

Options options_of(unsigned slots, std::size_t window_bytes = 1 << 20,
                   std::uint32_t segment_bytes = 8192) {
  return {{payload_bytes_max, 4, 4}, window_bytes, segment_bytes, slots};
}

void fill(std::span<std::byte> bytes, std::uint64_t seed) {
  Random random(seed);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.next());
}

/// Two ends and the bytes under way between them, as connections would carry them.
class SessionTest : public ::testing::Test {
 protected:
  struct End {
    End(const Options& options, Pool* const& blocks) : session(options, blocks) {}
    Session session;
    std::vector<std::deque<std::byte>> incoming;  // by connection
    std::uint64_t pushed = 0;
    std::vector<std::uint64_t> received;
    std::optional<unsigned> unfinished;  // a connection whose messages were not all taken
    std::vector<std::byte> staged;       // what was read from it and not taken
    std::optional<Error> error;
  };

  void make(const Options& options) {
    for (auto& end : ends) {
      end = std::make_unique<End>(options, blocks);
      end->incoming.resize(options.slots);
    }
    slots = options.slots;
    for (unsigned slot = 0; slot < slots; ++slot) open(slot);
  }
  void TearDown() override {
    ends = {};
    EXPECT_EQ(pool.outstanding(), 0);
  }

  End& a() { return *ends[0]; }
  End& b() { return *ends[1]; }
  End& other(const End& end) { return &end == ends[0].get() ? b() : a(); }

  void open(unsigned slot) {
    for (auto& end : ends) end->session.opened(slot);
  }
  std::size_t lose(unsigned slot) {
    std::size_t frames = 0;
    for (auto& end : ends) {
      end->incoming[slot].clear();
      if (end->unfinished == slot) end->unfinished.reset();
      frames += end->session.lost(slot);
    }
    return frames;
  }

  /// Changes a byte that is under way. False where none is.
  bool damage(End& end, unsigned slot, std::uint64_t at) {
    auto& wire = end.incoming[slot];
    if (wire.empty()) return false;
    wire[at % wire.size()] ^= std::byte{0x20};
    return true;
  }

  /// Takes some bytes away that are under way.
  bool swallow(End& end, unsigned slot, std::uint64_t at, std::uint64_t count) {
    auto& wire = end.incoming[slot];
    if (wire.empty()) return false;
    const auto begin = wire.begin() + static_cast<std::ptrdiff_t>(at % wire.size());
    const auto left = static_cast<std::uint64_t>(wire.end() - begin);
    wire.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(count, left)));
    return true;
  }

  bool push(End& end, std::size_t payload_bytes) {
    if (!end.session.has_room(header_bytes + payload_bytes)) return false;
    MessagePtr message = bytes_message(pool, end.pushed, payload_bytes);
    fill({message->payload(), payload_bytes}, end.pushed);
    end.session.push(std::move(message));
    ++end.pushed;
    return true;
  }

  /// Moves up to `bytes_max` bytes from the end to a connection; false when it has none.
  bool write(End& end, std::size_t bytes_max, std::uint64_t blocked = 0) {
    end.session.set_time(now_ns);
    const auto slot = end.session.next_writer(blocked);
    if (!slot) return false;
    Gathered gathered;
    end.session.gather(*slot, gathered);
    std::size_t moved = 0;
    for (std::size_t i = 0; i < gathered.piece_count && moved < bytes_max; ++i) {
      const auto* bytes = static_cast<const std::byte*>(gathered.pieces[i].iov_base);
      const std::size_t count = std::min(gathered.pieces[i].iov_len, bytes_max - moved);
      auto& wire = other(end).incoming[*slot];
      wire.insert(wire.end(), bytes, bytes + count);
      moved += count;
    }
    end.session.written(*slot, moved);
    return true;
  }

  /// Hands up to `bytes_max` bytes that came on a connection to the end, in place if `in_place`.
  /// Whoever takes no more than `messages_max` goes on with that connection the next time.
  bool read(End& end, unsigned slot, std::size_t bytes_max, bool in_place = false,
            int messages_max = INT_MAX) {
    const bool goes_on = end.unfinished.has_value();
    if (goes_on) slot = *std::exchange(end.unfinished, std::nullopt);
    auto& wire = end.incoming[slot];
    if ((wire.empty() && !goes_on) || end.error) return false;
    end.session.set_time(now_ns);
    if (goes_on) {
      in_place = false;
      bytes_max = 0;
    }
    if (in_place) {
      const auto gap = end.session.gap(slot);
      const std::size_t count = std::min(gap.size(), wire.size());
      std::copy_n(wire.begin(), count, gap.begin());
      wire.erase(wire.begin(), wire.begin() + static_cast<std::ptrdiff_t>(count));
      end.session.filled(slot, count);
    }
    const std::size_t count = std::min(bytes_max, wire.size());
    std::vector<std::byte> bytes(wire.begin(), wire.begin() + static_cast<std::ptrdiff_t>(count));
    if (goes_on) bytes = std::move(end.staged);
    wire.erase(wire.begin(), wire.begin() + static_cast<std::ptrdiff_t>(count));
    std::span<const std::byte> left(bytes);
    while (true) {
      auto message = end.session.take(slot, left);
      if (!message) {
        if (forgives_damage && message.error().code == ErrorCode::io) {
          damaged.push_back(slot);
        } else {
          end.error = message.error();
        }
        return true;
      }
      if (*message == nullptr) break;
      check(end, **message);
      pool.release(std::move(*message));
      if (--messages_max > 0) continue;
      end.unfinished = slot;
      end.staged.assign(left.begin(), left.end());
      return true;
    }
    EXPECT_TRUE(left.empty());
    return true;
  }

  void check(End& end, const Message& message) {
    EXPECT_EQ(message.word, end.received.size()) << "lost, doubled or out of order";
    end.received.push_back(message.word);
    std::vector<std::byte> expected(message.payload_bytes);
    fill(expected, message.word);
    EXPECT_TRUE(std::ranges::equal(expected, message.payload_span())) << "damaged";
  }

  bool step() {
    bool moved = false;
    for (auto& end : ends) {
      while (write(*end, 1 << 20)) moved = true;
      for (unsigned slot = 0; slot < slots; ++slot) moved |= read(*end, slot, 1 << 20);
    }
    now_ns += 1'000'000;
    return moved;
  }
  void settle() {
    for (int idle = 0; idle < 5; idle = step() ? 0 : idle + 1) {
    }
  }

  /// Frames both ways over connections of which some break at any byte, or change or swallow some,
  /// by the seed.
  void play(std::uint64_t seed, unsigned slot_count) {
    Random random(seed);
    make(options_of(slot_count, std::size_t{1} << (14 + random.below(7)),
                    static_cast<std::uint32_t>(1 + random.below(20'000))));
    constexpr std::uint64_t count = 200;
    bool is_ended = false;
    for (int turn = 0; turn < 2'000'000; ++turn) {
      End& end = *ends[random.below(2)];
      now_ns += static_cast<TimeNs>(random.below(300'000));
      const bool may_push = end.pushed < count;
      const auto what = random.below(100);
      if (what < 20 && may_push) {
        push(end, random.below(4) == 0 ? random.below(60'000) : random.below(200));
      } else if (what < 55) {
        write(end, 1 + random.below(30'000), random.below(4) == 0 ? random.next() : 0);
      } else if (what < 98) {
        read(end, static_cast<unsigned>(random.below(slot_count)), 1 + random.below(30'000),
             random.below(2) == 0, random.below(3) == 0 ? 1 : INT_MAX);
      } else if (random.below(4) == 0) {
        const auto slot = static_cast<unsigned>(random.below(slot_count));
        const auto how = random.below(4);
        if (how < 2) {
          const auto bytes = 1 + random.below(random.below(2) == 0 ? 100 : 20'000);
          const bool is_done = how == 0 ? damage(end, slot, random.next())
                                        : swallow(end, slot, random.next(), bytes);
          damages += is_done ? 1 : 0;
          continue;
        }
        // Some connections stay away for a while.
        if (a().session.is_open(slot)) {
          lose(slot);
          if (random.below(3) > 0) open(slot);
        } else {
          open(slot);
        }
      }
      for (unsigned slot = 0; slot < slot_count; ++slot) {
        // Whoever finds a connection damaged gives it up.
        if (std::erase(damaged, slot) == 0) continue;
        lose(slot);
        open(slot);
      }
      if (!is_ended && a().pushed == count && b().pushed == count) {
        a().session.end();
        b().session.end();
        is_ended = true;
      }
      if (a().session.is_finished() && b().session.is_finished()) break;
    }
    EXPECT_TRUE(a().session.is_finished() && b().session.is_finished());
    for (auto& end : ends) {
      EXPECT_EQ(end->received.size(), count);
      EXPECT_EQ(end->session.kept_bytes(), 0U);
      EXPECT_FALSE(end->error) << end->error->text();
    }
  }

  Pool pool;
  Pool* blocks = &pool;
  std::array<std::unique_ptr<End>, 2> ends;
  unsigned slots = 1;
  TimeNs now_ns = 0;
  bool forgives_damage = false;   // else it is the end's error
  std::vector<unsigned> damaged;  // connections on which it was found
  int damages = 0;
};

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

TEST_F(SessionTest, TellsTheEndAgainWhenItWasLost) {
  make(options_of(1));
  settle();
  a().session.end();
  b().session.end();
  while (write(a(), 1 << 20)) {
  }
  lose(0);
  open(0);
  settle();
  EXPECT_TRUE(a().session.is_finished());
  EXPECT_TRUE(b().session.is_finished());
}

TEST_F(SessionTest, NoticesWhatWasLostOrRepeatedOnTheWay) {
  for (const bool is_repeated : {false, true}) {
    make(options_of(1));
    settle();
    push(a(), 100);
    while (write(a(), 1 << 20)) {
    }
    auto& wire = b().incoming[0];
    if (is_repeated) {
      const std::vector<std::byte> once(wire.begin(), wire.end());
      wire.insert(wire.end(), once.begin(), once.end());
    } else {
      wire.clear();
      // Nothing follows by itself that would tell.
      EXPECT_FALSE(a().session.next_writer(0));
      now_ns = a().session.deadline_ns();
      EXPECT_TRUE(write(a(), 1 << 20));
    }
    while (read(b(), 0, 1 << 20)) {
    }
    ASSERT_TRUE(b().error);
    EXPECT_EQ(b().error->code, ErrorCode::io);
    EXPECT_THAT(b().error->what, HasSubstr("lost or repeated"));
    b().error.reset();
    lose(0);
    open(0);
    settle();
    EXPECT_EQ(b().received.size(), 1U);
  }
}

TEST_F(SessionTest, NoticesThatAnAcknowledgementOrAHelloWasSwallowed) {
  for (const bool is_hello : {false, true}) {
    make(options_of(1));
    if (!is_hello) {
      settle();
      push(a(), 100);
      while (write(a(), 1 << 20)) {
      }
      while (read(b(), 0, 1 << 20)) {
      }
      now_ns += 2'000'000;
    }
    EXPECT_TRUE(write(b(), 1 << 20));
    a().incoming[0].clear();
    for (int i = 0; i < 1'100; ++i) step();
    ASSERT_TRUE(a().error);
    EXPECT_EQ(a().error->code, ErrorCode::io);
    a().error.reset();
    lose(0);
    open(0);
    if (is_hello) push(a(), 100);
    settle();
    EXPECT_EQ(b().received.size(), 1U);
    EXPECT_EQ(a().session.kept_bytes(), 0U);
    EXPECT_EQ(a().session.deadline_ns(), never_ns);
  }
}

TEST_F(SessionTest, NoticesThatMuchOfASegmentWasSwallowed) {
  for (const std::uint64_t from : {0, 10, 5'000}) {
    make(options_of(1, 1 << 20, 256 * 1024));
    settle();
    push(a(), 200'000);
    while (write(a(), 1 << 20)) {
    }
    ASSERT_TRUE(swallow(b(), 0, record_bytes + from, 150'000));
    while (read(b(), 0, 10'000)) {
    }
    ASSERT_FALSE(b().error);
    // All that follows is a question, which is no part of the segment.
    now_ns = a().session.deadline_ns();
    ASSERT_TRUE(write(a(), 1 << 20));
    while (read(b(), 0, 1 << 20, from > 10)) {
    }
    ASSERT_TRUE(b().error);
    EXPECT_EQ(b().error->code, ErrorCode::io);
    b().error.reset();
    lose(0);
    open(0);
    settle();
    EXPECT_EQ(b().received.size(), 1U);
  }
}

TEST_F(SessionTest, NoticesSoonThatAPartWasSwallowedThoughALittleFollowsAllTheTime) {
  make(options_of(1, 1 << 20, 256 * 1024));
  settle();
  push(a(), 200'000);
  while (write(a(), 1 << 20)) {
  }
  ASSERT_TRUE(swallow(b(), 0, 50'000, 100'000));
  for (int i = 0; i < 120'000 && !b().error; ++i) {
    if (i % 470 == 0) push(a(), 50);
    step();
  }
  ASSERT_TRUE(b().error) << "nothing for two minutes";
  b().error.reset();
  lose(0);
  open(0);
  settle();
  EXPECT_EQ(b().received.size(), a().pushed);
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

TEST_F(SessionTest, RefusesWhatNoEndWouldSay) {
  const auto refuses = [&](std::vector<Record> records, const std::string& what) {
    make(options_of(1, 65536));
    std::uint8_t number = 0;
    for (Record& record : records) {
      record.number = number++;
      const RecordBytes bytes = encode(record);
      a().incoming[0].insert(a().incoming[0].end(), bytes.begin(), bytes.end());
    }
    while (read(a(), 0, 1 << 20)) {
    }
    ASSERT_TRUE(a().error) << what;
    EXPECT_EQ(a().error->code, ErrorCode::malformed);
    EXPECT_THAT(a().error->what, HasSubstr(what));
  };
  const Record hello{RecordKind::hello, version, 65536, 0, 0};
  refuses({{RecordKind::data, 10, 0, 0, 0}}, "without a hello");
  refuses({hello, hello}, "second hello");
  refuses({hello, {RecordKind::acknowledgement, 0, 0, 1, 0}}, "not sent");
  refuses({hello, {RecordKind::acknowledgement, 0, 0, 0, 1}}, "not sent");
  refuses({hello, {RecordKind::data, 10, 65530, 0, 0}}, "65540 bytes into the session");
  refuses({hello, {RecordKind::data, 10, ~std::uint64_t{0} - 3, 0, 0}}, "into the session");
  refuses({hello, {RecordKind::end, 0, 5, 0, 0}, {RecordKind::end, 0, 6, 0, 0}}, "an end");
}

TEST_F(SessionTest, RefusesAByteBeyondTheWindowAndATakenThatShrinks) {
  make(options_of(1, 65536));
  push(a(), 100);
  const auto say = [&](Record record, std::uint8_t number) {
    record.number = number;
    const RecordBytes bytes = encode(record);
    a().incoming[0].insert(a().incoming[0].end(), bytes.begin(), bytes.end());
    while (read(a(), 0, 1 << 20)) {
    }
    while (write(a(), 1 << 20)) {
    }
  };
  const Record hello{RecordKind::hello, version, 65536, 0, 0};
  say(hello, 0);
  say({RecordKind::acknowledgement, 0, 0, 0, 50}, 1);
  EXPECT_FALSE(a().error);
  say({RecordKind::acknowledgement, 0, 0, 0, 49}, 2);
  EXPECT_TRUE(a().error);
  for (const std::uint32_t length : {6U, 7U}) {
    make(options_of(1, 65536));
    say(hello, 0);
    say({RecordKind::data, length, 65530, 0, 0}, 1);
    EXPECT_EQ(a().error.has_value(), length == 7);
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

TEST_F(SessionTest, DoesNotCallASegmentTakenBeforeItsSumIsRight) {
  make(options_of(1));
  settle();
  push(a(), 5000);
  while (write(a(), 1 << 20)) {
  }
  auto& wire = b().incoming[0];
  read(b(), 0, record_bytes + 100);
  const auto gap = b().session.gap(0);
  ASSERT_EQ(gap.size(), wire.size());
  std::ranges::copy(wire, gap.begin());
  gap.back() ^= std::byte{1};
  b().session.filled(0, gap.size());
  now_ns += 3'000'000;
  b().session.set_time(now_ns);
  while (write(b(), 1 << 20)) {
  }
  read(a(), 0, 1 << 20);
  std::span<const std::byte> nothing;
  EXPECT_FALSE(b().session.take(0, nothing));
  EXPECT_EQ(lose(0), 1U);
  open(0);
  settle();
  EXPECT_EQ(b().received.size(), 1U);
}

TEST_F(SessionTest, NoticesThatTheEndWasSwallowed) {
  make(options_of(1));
  settle();
  a().session.end();
  ASSERT_TRUE(write(a(), 1 << 20));
  b().incoming[0].clear();
  for (int i = 0; i < 1'100; ++i) step();
  ASSERT_TRUE(b().error);
  EXPECT_EQ(b().error->code, ErrorCode::io);
  b().error.reset();
  lose(0);
  open(0);
  b().session.end();
  settle();
  EXPECT_TRUE(a().session.is_finished() && b().session.is_finished());
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

TEST_F(SessionTest, RefusesBytesThatAreNoRecords) {
  Random random(7);
  for (int i = 0; i < 200; ++i) {
    make(options_of(1));
    for (int byte = 0; byte < 4096; ++byte) {
      a().incoming[0].push_back(static_cast<std::byte>(random.next()));
    }
    while (read(a(), 0, 1 << 20)) {
    }
    ASSERT_TRUE(a().error);
  }
}

TEST_F(SessionTest, LosesAndDoublesNothingWhateverBreaksOrChanges) {
  forgives_damage = true;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    play(seed, 1 + static_cast<unsigned>(seed % 4));
    if (HasFailure()) break;
  }
  EXPECT_GT(damages, 100);
}

TEST_F(SessionTest, NoticesAnyByteThatChanged) {
  make(options_of(1, 1 << 16));
  settle();
  // One segment in one piece, in pieces, in place, and too early.
  for (std::size_t at = 0; at < record_bytes + header_bytes + 100; ++at) {
    push(a(), 100);
    while (write(a(), 1 << 20)) {
    }
    const std::size_t whole = b().incoming[0].size();
    ASSERT_TRUE(damage(b(), 0, at));
    const std::size_t first = at % 3 == 0 ? whole : at % 3 == 1 ? 1 + at / 2 : record_bytes + 1;
    read(b(), 0, first);
    while (read(b(), 0, 1 << 20, at % 2 == 0)) {
    }
    ASSERT_TRUE(b().error) << "byte " << at;
    EXPECT_EQ(b().error->code, ErrorCode::io);
    b().error.reset();
    lose(0);
    open(0);
    settle();
    ASSERT_EQ(b().received.size(), at + 1);
  }
}

TEST_F(SessionTest, StoresNothingThatChangedThoughItCameTooEarly) {
  make(options_of(2, 1 << 20));
  settle();
  push(a(), 16'000);
  while (write(a(), 1 << 20)) {
  }
  ASSERT_TRUE(damage(b(), 1, 3000));
  while (read(b(), 1, 1 << 20)) {
  }
  ASSERT_TRUE(b().error);
  EXPECT_EQ(b().error->code, ErrorCode::io);
  EXPECT_EQ(b().session.stored_bytes(), 0U);
  b().error.reset();
  lose(1);
  open(1);
  settle();
  EXPECT_EQ(b().received.size(), 1U);
}

TEST_F(SessionTest, SendsAgainInSmallSegments) {
  make(options_of(1, 1 << 20, 256 * 1024));
  settle();
  push(a(), 200'000);
  while (write(a(), 1 << 20)) {
  }
  lose(0);
  open(0);
  for (auto& end : ends) write(*end, record_bytes);
  for (auto& end : ends) read(*end, 0, record_bytes);
  ASSERT_TRUE(write(a(), 1 << 20));
  EXPECT_LE(b().incoming[0].size(), 16U * 1024 + record_bytes);
  settle();
  EXPECT_EQ(b().received.size(), 1U);
}

TEST(SessionRecord, SurvivesItsWay) {
  const Record record{RecordKind::data, 77, 1ULL << 40, 12345, 678, 3, 99};
  const auto back = decode(encode(record));
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, record);
}

TEST(SessionRecord, NoticesAByteThatChanged) {
  const RecordBytes bytes = encode({RecordKind::data, 77, 1ULL << 40, 12345, 678, 3, 99});
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    RecordBytes changed = bytes;
    changed[i] ^= std::byte{0x10};
    const auto back = decode(changed);
    ASSERT_FALSE(back) << "byte " << i;
    EXPECT_EQ(back.error().code, ErrorCode::io);
  }
}

TEST(SessionRecord, IsNoRowOfZeros) {
  const auto record = decode(RecordBytes{});
  ASSERT_FALSE(record);
  EXPECT_EQ(record.error().code, ErrorCode::io);
}

TEST(SessionRecord, WritesTheBytesOfTheFormatsPage) {
  const RecordBytes bytes = encode({RecordKind::data, 69, 1000, 64, 0, 0, 0xabcd1234});
  std::string text;
  for (const std::byte byte : bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    text += digits[std::to_integer<unsigned>(byte) >> 4];
    text += digits[std::to_integer<unsigned>(byte) & 15];
  }
  EXPECT_EQ(text,
            "4500000002000000e803000000000000400000000000000000000000000000003412cdab3239df28");
}

}  // namespace
}  // namespace isthmus::engine::fabric::session
