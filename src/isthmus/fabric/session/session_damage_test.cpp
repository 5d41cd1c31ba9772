// Sessions over ways that change bytes, lose them or make them up.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/session/test_session.hpp"

namespace isthmus::engine::fabric::session {
namespace {

using ::testing::HasSubstr;

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

}  // namespace
}  // namespace isthmus::engine::fabric::session
