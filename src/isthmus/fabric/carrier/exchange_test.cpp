#include "isthmus/fabric/carrier/exchange.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <thread>

namespace isthmus::engine::fabric {
namespace {

using ::testing::HasSubstr;

constexpr TimeNs exchange_patience_ns = 20'000'000'000;

/// Connections of which this process has both ends: the near ones are exchanged over.
class ExchangeTest : public ::testing::Test {
 protected:
  struct Line {
    Socket near;
    Socket far = {};
    std::string name = {};
    std::string out = {};
    std::string in = {};
  };

  Line& connect(std::string out, std::size_t in_bytes) {
    int ends[2] = {-1, -1};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    lines.push_back(std::make_unique<Line>());
    Line& line = *lines.back();
    line.near = Socket(ends[0]);
    line.far = Socket(ends[1]);
    line.name = "process " + std::to_string(lines.size());
    line.out = std::move(out);
    line.in.assign(in_bytes, '?');
    return line;
  }
  std::vector<Transfer> transfers() {
    std::vector<Transfer> all;
    for (const auto& line : lines) {
      all.push_back({line->near, line->name, std::as_bytes(std::span(line->out)),
                     std::as_writable_bytes(std::span(line->in))});
    }
    return all;
  }
  static void say(const Line& line, std::string_view text) {
    EXPECT_EQ(write(line.far.descriptor(), text.data(), text.size()),
              static_cast<ssize_t>(text.size()));
  }
  static std::string heard(const Line& line, std::size_t bytes) {
    std::string text(bytes, '\0');
    std::size_t done = 0;
    while (done < bytes) {
      const ssize_t got = read(line.far.descriptor(), text.data() + done, bytes - done);
      if (got <= 0) break;
      done += static_cast<std::size_t>(got);
    }
    text.resize(done);
    return text;
  }

  SteadyClock clock;
  std::vector<std::unique_ptr<Line>> lines;
};

TEST_F(ExchangeTest, SendsAndReceivesWithAllAtOnceInAnyOrder) {
  Line& first = connect("to the first", 5);
  Line& second = connect("to the second", 6);
  std::thread others([&] {
    // The second one comes before the first says anything, and in two parts.
    say(second, "the");
    EXPECT_EQ(heard(second, 13), "to the second");
    say(second, "ir1");
    EXPECT_EQ(heard(first, 12), "to the first");
    say(first, "their");
  });
  auto all = transfers();
  exchange(all, "words", clock, clock.now_ns() + exchange_patience_ns);
  others.join();
  for (const Transfer& transfer : all) EXPECT_FALSE(transfer.failure) << transfer.failure->text();
  EXPECT_EQ(first.in, "their");
  EXPECT_EQ(second.in, "their1");
}

// What comes behind belongs to the carrier.
TEST_F(ExchangeTest, ReadsNoFurtherThanWasAgreed) {
  Line& line = connect("x", 3);
  say(line, "onetwo");
  auto all = transfers();
  exchange(all, "words", clock, clock.now_ns() + exchange_patience_ns);
  EXPECT_EQ(line.in, "one");
  char rest[4] = {};
  EXPECT_EQ(read(line.near.descriptor(), rest, sizeof(rest)), 3);
  EXPECT_STREQ(rest, "two");
}

// Neither end reads before it has sent: both would wait for ever if one of these did.
TEST_F(ExchangeTest, SendsMoreThanAConnectionHolds) {
  constexpr std::size_t much = 8 << 20;
  Line& line = connect(std::string(much, 'a'), much);
  std::thread other([&] {
    Line far{.near = Socket(dup(line.far.descriptor())), .out = std::string(much, 'b')};
    far.in.assign(much, '?');
    std::vector<Transfer> theirs;
    theirs.push_back({far.near, far.name, std::as_bytes(std::span(far.out)),
                      std::as_writable_bytes(std::span(far.in))});
    exchange(theirs, "words", clock, clock.now_ns() + exchange_patience_ns);
    EXPECT_FALSE(theirs[0].failure);
    EXPECT_EQ(far.in, line.out);
  });
  auto all = transfers();
  exchange(all, "words", clock, clock.now_ns() + exchange_patience_ns);
  other.join();
  EXPECT_FALSE(all[0].failure);
  EXPECT_TRUE(line.in == std::string(much, 'b'));
}

TEST_F(ExchangeTest, TellsWhoWentAwayAndGoesOnWithTheOthers) {
  Line& gone = connect("x", 4);
  Line& there = connect("x", 4);
  say(gone, "on");
  shutdown(gone.far.descriptor(), SHUT_WR);
  say(there, "four");
  auto all = transfers();
  exchange(all, "words", clock, clock.now_ns() + exchange_patience_ns);
  ASSERT_TRUE(all[0].failure);
  EXPECT_EQ(all[0].failure->code, ErrorCode::unreachable);
  EXPECT_EQ(all[0].failure->where, "process 1");
  EXPECT_THAT(all[0].failure->what, HasSubstr("before the two agreed about words"));
  EXPECT_FALSE(all[1].failure);
  EXPECT_EQ(there.in, "four");
}

TEST_F(ExchangeTest, EndsAtTheDeadlineWithThoseWhoAreSilent) {
  connect("x", 4);
  Line& there = connect("x", 4);
  say(there, "four");
  auto all = transfers();
  const TimeNs deadline_ns = clock.now_ns() + 20'000'000;
  exchange(all, "words", clock, deadline_ns);
  EXPECT_GE(clock.now_ns(), deadline_ns);
  ASSERT_TRUE(all[0].failure);
  EXPECT_THAT(all[0].failure->what, HasSubstr("does not answer about words"));
  EXPECT_FALSE(all[1].failure);
}

TEST_F(ExchangeTest, OfAllFailsWithTheFirstThatFails) {
  say(connect("x", 1), "y");
  const Line& gone = connect("x", 1);
  shutdown(gone.far.descriptor(), SHUT_WR);
  const auto done =
      exchange_all(transfers(), "words", clock, clock.now_ns() + exchange_patience_ns);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().where, "process 2");
  lines.pop_back();
  say(*lines[0], "y");
  EXPECT_TRUE(exchange_all(transfers(), "words", clock, clock.now_ns() + exchange_patience_ns));
}

TEST_F(ExchangeTest, OfAllEndsWithWhomItRefusesThoughOthersAreSilent) {
  connect("x", 4);
  Line& wrong = connect("x", 4);
  say(wrong, "wr");
  auto all = transfers();
  int judged = 0;
  all[1].judge = [&]() -> Expected<void> {
    ++judged;
    EXPECT_EQ(wrong.in, "wron");
    return fail(ErrorCode::refused, "no word of ours", wrong.name);
  };
  std::thread other([&] { say(wrong, "on"); });
  const TimeNs deadline_ns = clock.now_ns() + exchange_patience_ns;
  const auto done = exchange_all(std::move(all), "words", clock, deadline_ns);
  other.join();
  EXPECT_LT(clock.now_ns(), deadline_ns);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().text(), "process 2: no word of ours");
  EXPECT_EQ(judged, 1);
}

TEST_F(ExchangeTest, OfAllTellsEverybodyBeforeItRefusesAnybody) {
  Line& wrong = connect("x", 1);
  const Line& other = connect("word", 4);
  say(wrong, "y");
  auto all = transfers();
  all[0].judge = [&]() -> Expected<void> {
    return fail(ErrorCode::refused, "no word of ours", wrong.name);
  };
  EXPECT_FALSE(exchange_all(std::move(all), "words", clock, clock.now_ns() + exchange_patience_ns));
  EXPECT_EQ(heard(other, 4), "word");
}

TEST_F(ExchangeTest, OfAllJudgesWhatWasSaidByWhoHasGoneSince) {
  Line& gone = connect("x", 1);
  say(gone, "y");
  gone.far.close();
  auto all = transfers();
  all[0].judge = [&]() -> Expected<void> {
    return fail(ErrorCode::refused, "no word of ours", gone.name);
  };
  const auto done =
      exchange_all(std::move(all), "words", clock, clock.now_ns() + exchange_patience_ns);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().text(), "process 1: no word of ours");
}

struct Hello {
  std::array<char, 4> magic = {'W', 'O', 'R', 'D'};
  std::uint32_t version = 3;
};

TEST_F(ExchangeTest, CarriesAWordEachWay) {
  Line& line = connect("", 0);
  const Hello own;
  Hello other{.version = 0};
  say(line, std::string_view(reinterpret_cast<const char*>(&own), sizeof(own)));
  std::vector<Transfer> all;
  all.push_back(transfer_of(line.near, line.name, own, other));
  ASSERT_TRUE(exchange_all(std::move(all), "words", clock, clock.now_ns() + exchange_patience_ns));
  EXPECT_EQ(other.version, 3u);
  EXPECT_EQ(heard(line, sizeof(Hello)).substr(0, 4), "WORD");
}

TEST(Greetings, AreThoseOfTheSameCarrierAndVersion) {
  const Hello own;
  EXPECT_TRUE(check_alike(own, Hello{}, "words", "process 1"));
  for (const Hello& other : {Hello{.version = 4}, Hello{.magic = {'W', 'O', 'R', 'T'}}}) {
    const auto alike = check_alike(own, other, "words", "process 1");
    ASSERT_FALSE(alike);
    EXPECT_EQ(alike.error().text(),
              "process 1: the peer does not use words as this process does (expected the same "
              "carrier and version on both sides)");
    EXPECT_EQ(alike.error().code, ErrorCode::refused);
  }
}

}  // namespace
}  // namespace isthmus::engine::fabric
