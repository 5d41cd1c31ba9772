#include "isthmus/relay/splice.hpp"

#include <gtest/gtest.h>

#include <string>

#include "isthmus/base/clock.hpp"

namespace isthmus::engine::relay {
namespace {

constexpr TimeNs silence_ns = 10'000'000'000;

/// Two ends that a splice joins, seen from outside.
class SpliceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (int i = 0; i < 2; ++i) {
      int ends[2];
      ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
      outer[i] = Socket(ends[0]);
      inner[i] = Socket(ends[1]);
    }
    splice.emplace(std::move(inner[0]), std::move(inner[1]), 1000);
  }
  ssize_t say(int end, const std::string& text) {
    return send(outer[end].descriptor(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  }
  std::string hear(int end) {
    std::string text(4096, '\0');
    const ssize_t got = recv(outer[end].descriptor(), text.data(), text.size(), MSG_DONTWAIT);
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return got == 0 ? "(end)" : text;
  }

  std::array<Socket, 2> outer;
  std::array<Socket, 2> inner;
  std::optional<Splice> splice;
};

TEST_F(SpliceTest, HandsOnBothWays) {
  say(0, "there");
  say(1, "back");
  EXPECT_TRUE(splice->step(silence_ns));
  EXPECT_EQ(hear(1), "there");
  EXPECT_EQ(hear(0), "back");
  EXPECT_EQ(splice->bytes(), 9U);
}

TEST_F(SpliceTest, ReadsNoMoreThanItsBufferWhileTheOtherEndDoesNot) {
  std::size_t sent = 0;
  const std::string piece(50'000, 'x');
  bool is_stuck = false;
  for (int i = 0; i < 10'000 && !is_stuck; ++i) {
    const ssize_t got = say(0, piece);
    sent += got > 0 ? static_cast<std::size_t>(got) : 0;
    const auto before = splice->bytes();
    EXPECT_TRUE(splice->step(silence_ns));
    is_stuck = got < 0 && splice->bytes() == before;
  }
  EXPECT_TRUE(is_stuck);
  // An end that is full is not waited for to say more.
  EXPECT_EQ(splice->poll_entries()[0].fd, -1);
  EXPECT_EQ(splice->poll_entries()[1].events, POLLIN | POLLOUT);
  std::size_t heard = 0;
  for (int i = 0; i < 1'000'000 && heard < sent; ++i) {
    heard += hear(1).size();
    EXPECT_TRUE(splice->step(silence_ns));
  }
  EXPECT_EQ(heard, sent);
}

TEST_F(SpliceTest, TellsTheOtherSideThatOneHasEnded) {
  say(0, "last words");
  shutdown(outer[0].descriptor(), SHUT_WR);
  EXPECT_TRUE(splice->step(silence_ns));
  EXPECT_EQ(hear(1), "last words");
  EXPECT_EQ(hear(1), "(end)");
  say(1, "answer");
  EXPECT_TRUE(splice->step(silence_ns));
  EXPECT_EQ(hear(0), "answer");
  shutdown(outer[1].descriptor(), SHUT_WR);
  EXPECT_FALSE(splice->step(silence_ns));
}

TEST_F(SpliceTest, IsOverWhenAnEndIsGone) {
  outer[0].close();
  say(1, "anybody there?");
  splice->step(silence_ns);
  EXPECT_FALSE(splice->step(silence_ns));
}

}  // namespace
}  // namespace isthmus::engine::relay
