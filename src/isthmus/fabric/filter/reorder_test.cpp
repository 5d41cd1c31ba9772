#include "isthmus/fabric/filter/reorder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <functional>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/memory_pair.hpp"
#include "isthmus/fabric/test_device.hpp"
#include "isthmus/fabric/test_disorder.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr TimeNs patience_ns = 1'000'000'000;

class ReorderFilterTest : public ::testing::Test {
 protected:
  void make(const ReorderOptions& options) {
    auto [a, b] = MemoryEnd::pair(10'000);
    wire = a.get();
    wire_end = b.get();
    sender = std::make_unique<ReorderFilter>(std::move(a), Rewriting{}, options);
    receiver = std::make_unique<ReorderFilter>(std::move(b), Rewriting{}, options);
    sender->attach(at_sender);
    receiver->attach(at_receiver);
  }
  void SetUp() override {
    make({.frames_max = 10, .bytes_max = 100'000, .patience_ns = patience_ns});
  }

  /// Frames as they would be on the wire, numbered from 0 on.
  std::vector<MessagePtr> frames_on_wire(std::size_t count, std::size_t payload_bytes = 16) {
    auto [a, b] = MemoryEnd::pair(10'000);
    ReorderFilter from(std::move(a), Rewriting{}, {});
    RecordingReceiver nobody;
    RecordingReceiver caught;
    from.attach(nobody);
    b->attach(caught);
    for (std::size_t i = 0; i < count; ++i) {
      Frame frame{bytes_message(pool, i, payload_bytes), ProcessId(1)};
      std::memset(frame.message->payload(), static_cast<int>(i), payload_bytes);
      EXPECT_EQ(from.try_send(frame, 0), SendStatus::sent);
    }
    b->progress(0, 10'000);
    std::vector<MessagePtr> frames;
    for (Frame& frame : caught.frames) frames.push_back(std::move(frame.message));
    return frames;
  }
  /// As if they had come in the order of these numbers.
  void come(std::vector<MessagePtr>& frames, const std::vector<std::size_t>& numbers) {
    for (const std::size_t number : numbers) {
      MessagePtr copy = cloned(*frames[number], pool);
      Frame frame{std::move(copy), ProcessId(1)};
      ASSERT_EQ(wire->try_send(frame, now_ns), SendStatus::sent);
    }
    receiver->progress(now_ns, 1000);
  }
  std::string complaint() const {
    return at_receiver.lost.empty() ? "" : at_receiver.lost[0].second;
  }

  Pool pool;
  RecordingReceiver at_sender;
  RecordingReceiver at_receiver;
  MemoryEnd* wire = nullptr;
  MemoryEnd* wire_end = nullptr;
  std::unique_ptr<ReorderFilter> sender;
  std::unique_ptr<ReorderFilter> receiver;
  TimeNs now_ns = 0;
};

TEST_F(ReorderFilterTest, AddsEightBytesOnTheWireAndTakesThemOff) {
  for (const std::size_t bytes : {0, 100}) {
    Frame frame{bytes_message(pool, bytes, bytes), ProcessId(1)};
    ASSERT_EQ(sender->try_send(frame, 0), SendStatus::sent);
  }
  EXPECT_EQ(wire->sent_bytes(), 2 * (header_bytes + 8) + 100);
  receiver->progress(0, 10);
  ASSERT_EQ(at_receiver.frames.size(), 2u);
  EXPECT_EQ(at_receiver.frames[0].message->form, PayloadForm::none);
  EXPECT_EQ(at_receiver.frames[1].message->payload_bytes, 100u);
  EXPECT_EQ(at_receiver.frames[1].message->flags & rewritten_flags, 0);
}

TEST_F(ReorderFilterTest, HandsUpInOrderWhatComesInAnother) {
  auto frames = frames_on_wire(6);
  come(frames, {2, 1});
  EXPECT_TRUE(at_receiver.words.empty());
  EXPECT_TRUE(receiver->holds_frames());
  come(frames, {0});
  EXPECT_THAT(at_receiver.words, ElementsAre(0, 1, 2));
  EXPECT_FALSE(receiver->holds_frames());
  come(frames, {5, 3, 4});
  EXPECT_THAT(at_receiver.words, ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST_F(ReorderFilterTest, KeepsTheOrderOfManyOverAWayThatDoesNot) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    auto [a, b] = MemoryEnd::pair(50);
    ReorderFilter from(std::make_unique<Disorder>(std::move(a), seed), Rewriting{}, {});
    ReorderFilter to(std::make_unique<Disorder>(std::move(b), seed + 1), Rewriting{}, {});
    EXPECT_TRUE(to.traits().keeps_order);
    RecordingReceiver unused;
    RecordingReceiver received;
    from.attach(unused);
    to.attach(received);
    std::vector<std::uint64_t> expected;
    for (std::uint64_t word = 0; word < 500; ++word) {
      Frame frame{bytes_message(pool, word, random.below(200)), ProcessId(1)};
      while (from.try_send(frame, 0) != SendStatus::sent) {
        to.progress(0, static_cast<int>(random.below(5)));
        from.progress(0, 5);
      }
      expected.push_back(word);
    }
    for (int i = 0; i < 2000; ++i) {
      from.progress(0, 5);
      to.progress(0, 5);
    }
    EXPECT_EQ(received.words, expected);
    EXPECT_FALSE(to.holds_frames());
  }
}

TEST_F(ReorderFilterTest, KeepsToItsBudgetWhenAGapCloses) {
  auto frames = frames_on_wire(10);
  come(frames, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  Frame first{cloned(*frames[0], pool), ProcessId(1)};
  ASSERT_EQ(wire->try_send(first, 0), SendStatus::sent);
  receiver->progress(0, 2);
  EXPECT_EQ(at_receiver.words.size(), 3u) << "it, and two that had waited";
  EXPECT_EQ(receiver->deadline_ns(), 0);
  receiver->progress(0, 0);
  EXPECT_EQ(at_receiver.words.size(), 3u);
  receiver->progress(0, 100);
  EXPECT_THAT(at_receiver.words, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
}

TEST_F(ReorderFilterTest, LosesAPeerOfWhichAFrameComesTwice) {
  auto frames = frames_on_wire(3);
  come(frames, {0, 2});
  come(frames, {2});
  EXPECT_THAT(complaint(), HasSubstr("process 0: frame 2 has come twice"));
  SetUp();
  at_receiver = {};
  come(frames, {0, 0});
  EXPECT_THAT(complaint(), HasSubstr("process 0: frame 0 has come twice"));
}

TEST_F(ReorderFilterTest, LosesAPeerOfWhichTooManyFramesOvertakeOne) {
  auto frames = frames_on_wire(13);
  come(frames, {1, 11});
  EXPECT_THAT(complaint(), HasSubstr("frame 0 was overtaken by frame 11, more than 'frames' of "
                                     "'reorder' behind it (10)"));
  EXPECT_FALSE(receiver->holds_frames());
  EXPECT_TRUE(at_receiver.words.empty());
  come(frames, {0});
  EXPECT_TRUE(at_receiver.words.empty()) << "nothing comes of a peer that is lost";
}

TEST_F(ReorderFilterTest, LosesAPeerOfWhichTooManyBytesWait) {
  auto frames = frames_on_wire(4, 60'000);
  come(frames, {1});
  EXPECT_EQ(complaint(), "");
  come(frames, {2});
  EXPECT_THAT(complaint(),
              HasSubstr("frame 0 was overtaken by more than 'memory' of 'reorder' (100000 bytes)"));
}

TEST_F(ReorderFilterTest, LosesAPeerWhoseFrameDoesNotComeWithinThePatience) {
  auto frames = frames_on_wire(3);
  come(frames, {0, 2});
  int looks = 0;
  for (; complaint().empty() && looks < 100; ++looks) {
    now_ns = std::max(now_ns, receiver->deadline_ns());
    ASSERT_LE(now_ns, 2 * patience_ns) << "the deadline leads nowhere";
    receiver->progress(now_ns, 10);
  }
  EXPECT_THAT(complaint(), HasSubstr("frame 1 has not come within 1.0 s, though later ones have"));
  EXPECT_GE(now_ns, patience_ns);
  EXPECT_LE(looks, 20);
  EXPECT_EQ(receiver->deadline_ns(), never_ns);
}

TEST_F(ReorderFilterTest, CountsNoTimeInWhichNobodyLooked) {
  auto frames = frames_on_wire(3);
  come(frames, {0, 2});
  now_ns += 100 * patience_ns;
  receiver->progress(now_ns, 10);
  EXPECT_EQ(complaint(), "");
  for (int i = 0; i < 100; ++i) receiver->progress(now_ns += patience_ns, 0);
  EXPECT_EQ(complaint(), "") << "nothing was taken meanwhile";
  come(frames, {1});
  EXPECT_THAT(at_receiver.words, ElementsAre(0, 1, 2));
}

TEST_F(ReorderFilterTest, TellsALossBehindAllThatCameBeforeIt) {
  auto frames = frames_on_wire(10);
  come(frames, {1, 2, 3, 4, 5});
  Frame first{cloned(*frames[0], pool), ProcessId(1)};
  ASSERT_EQ(wire->try_send(first, 0), SendStatus::sent);
  receiver->progress(0, 1);
  sender.reset();
  wire = nullptr;
  Frame reply{bytes_message(pool, 1), ProcessId(0)};
  for (int i = 0; i < 10 && at_receiver.lost.empty(); ++i) receiver->progress(0, 1);
  ASSERT_EQ(at_receiver.lost.size(), 1u);
  EXPECT_EQ(at_receiver.words_before_loss, 6u);
  EXPECT_EQ(receiver->try_send(reply, 0), SendStatus::unreachable);
}

TEST_F(ReorderFilterTest, LetsGoOfWhatWaitedForAPeerThatIsGone) {
  auto frames = frames_on_wire(10);
  come(frames, {1, 2, 3});
  sender.reset();
  receiver->progress(0, 10);
  EXPECT_EQ(at_receiver.lost.size(), 1u);
  EXPECT_TRUE(at_receiver.words.empty());
  EXPECT_FALSE(receiver->holds_frames());
}

TEST_F(ReorderFilterTest, GivesBackAFrameForAPeerThatIsGoneAsItWas) {
  receiver.reset();
  Frame frame{bytes_message(pool, 7, 100), ProcessId(1)};
  EXPECT_EQ(sender->try_send(frame, 0), SendStatus::unreachable);
  ASSERT_NE(frame.message, nullptr);
  EXPECT_EQ(frame.message->payload_bytes, 100u);
}

TEST_F(ReorderFilterTest, RefusesFramesThatHaveNoNumber) {
  Frame frame{bytes_message(pool, 0, 7), ProcessId(1)};
  frame.message->flags |= rewritten_flag(0);
  ASSERT_EQ(wire->try_send(frame, 0), SendStatus::sent);
  receiver->progress(0, 10);
  EXPECT_THAT(complaint(), HasSubstr("process 0: a frame that is too short for its number"));
}

}  // namespace
}  // namespace isthmus::engine::fabric
