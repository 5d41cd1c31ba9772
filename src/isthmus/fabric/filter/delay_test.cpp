#include "isthmus/fabric/filter/delay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "isthmus/fabric/carrier/local.hpp"
#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

constexpr TimeNs ms = 1'000'000;

/// A PE is a site here, so source and destination choose the link.
SitePair site_of_each_pe(const Message& message) {
  return {SiteId(message.source.value), SiteId(message.destination.value)};
}

/// A delay filter over a local carrier, driven by hand; records when each frame is released.
class DelayedLink {
 public:
  explicit DelayedLink(const DelayOptions& options)
      : filter(std::make_unique<LocalCarrier>(self), options, site_of_each_pe, &counters) {
    filter.attach(receiver);
  }

  /// One frame that arrives now.
  void arrive(std::uint64_t word, std::size_t payload_bytes = 0, std::uint32_t source = 0,
              std::uint32_t destination = 1) {
    Frame frame{bytes_message(pool, word, payload_bytes, PeId(source), PeId(destination)), self};
    ASSERT_EQ(filter.try_send(frame, clock.now_ns()), SendStatus::sent);
    progress();
  }
  void progress() {
    filter.progress(clock.now_ns(), 1000);
    for (; released.size() < receiver.words.size();) {
      released.emplace_back(receiver.words[released.size()], clock.now_ns());
    }
  }
  /// Goes from deadline to deadline up to `end_ns`, and checks that nothing happens just before
  /// one.
  void run_until(TimeNs end_ns) {
    while (filter.deadline_ns() <= end_ns) {
      const TimeNs deadline_ns = filter.deadline_ns();
      const std::size_t before = released.size();
      if (deadline_ns - 1 > clock.now_ns()) {
        clock.advance_to(deadline_ns - 1);
        progress();
        ASSERT_EQ(released.size(), before) << "released before the deadline";
      }
      clock.advance_to(std::max(clock.now_ns(), deadline_ns));
      progress();
      ASSERT_GT(released.size(), before) << "nothing was due at the deadline";
    }
    clock.advance_to(std::max(clock.now_ns(), end_ns));
  }
  /// Until everything is released.
  void run() {
    while (filter.holds_frames()) run_until(filter.deadline_ns());
  }

  static constexpr ProcessId self{0};
  Pool pool;
  ManualClock clock;
  RecordingReceiver receiver;
  trace::LinkCounters counters;
  std::vector<std::pair<std::uint64_t, TimeNs>> released;  // word, time
  DelayFilter filter;
};

TEST(DelayFilter, ReleasesAFrameExactlyAfterTheLatency) {
  DelayedLink link({.latency_ns = 8 * ms});
  link.clock.advance_to(5);
  link.arrive(1);
  EXPECT_EQ(link.filter.deadline_ns(), 5 + 8 * ms);
  EXPECT_TRUE(link.filter.holds_frames());
  link.clock.advance_to(105);
  link.arrive(2);
  link.run();
  EXPECT_THAT(link.released, ElementsAre(Pair(1, 5 + 8 * ms), Pair(2, 105 + 8 * ms)));
  EXPECT_FALSE(link.filter.holds_frames());
  EXPECT_EQ(link.counters.frames_delayed.value(), 2u);
}

/// Goes on by a millisecond with each look.
class HastyClock final : public Clock {
 public:
  TimeNs now_ns() const override { return now_ns_ += ms; }

 private:
  mutable TimeNs now_ns_ = 0;
};

TEST(DelayFilter, KeepsTheSenderForAsLongAsItSpins) {
  HastyClock clock;
  Pool pool;
  RecordingReceiver receiver;
  DelayFilter filter(std::make_unique<LocalCarrier>(ProcessId(0)), {.spin_ns = 75 * ms},
                     site_of_each_pe, nullptr, &clock);
  filter.attach(receiver);
  Frame frame{bytes_message(pool, 7, 0, PeId(0), PeId(1)), ProcessId(0)};
  const TimeNs begin_ns = clock.now_ns();
  ASSERT_EQ(filter.try_send(frame, begin_ns), SendStatus::sent);
  EXPECT_EQ(clock.now_ns() - begin_ns, 77 * ms) << "looks at the begin and behind the end, too";
  filter.progress(0, 10);
  EXPECT_THAT(receiver.words, ElementsAre(7));
}

TEST(DelayFilter, PassesFramesOnAtOnceWhereNothingDelaysThem) {
  DelayedLink link({});
  link.arrive(1);
  EXPECT_THAT(link.released, ElementsAre(Pair(1, 0)));
  EXPECT_EQ(link.counters.frames_delayed.value(), 0u);
}

TEST(DelayFilter, SharesTheBandwidthAmongBackToBackFrames) {
  // 1000 bytes with the header at 1 MB/s are 1 ms on the link.
  DelayedLink link({.latency_ns = 2 * ms, .bandwidth_bytes_per_s = 1e6});
  for (const std::uint64_t word : {1, 2, 3}) link.arrive(word, 1000 - sizeof(Message));
  link.run();
  EXPECT_THAT(link.released, ElementsAre(Pair(1, 3 * ms), Pair(2, 4 * ms), Pair(3, 5 * ms)));
  // The link is free again: a later frame waits for nobody.
  link.clock.advance_to(100 * ms);
  link.arrive(4, 1000 - sizeof(Message));
  link.run();
  EXPECT_EQ(link.released.back(), std::pair(std::uint64_t{4}, 103 * ms));
}

TEST(DelayFilter, RoundsTransmissionUpSoThatNothingIsEarly) {
  DelayedLink link({.bandwidth_bytes_per_s = 3e9});  // 64 bytes: 21.33 ns
  link.arrive(1);
  link.run();
  EXPECT_THAT(link.released, ElementsAre(Pair(1, 22)));
}

TEST(DelayFilter, KeepsTheJitterWithinItsBounds) {
  constexpr TimeNs jitter_ns = 1000;
  DelayedLink link({.latency_ns = ms, .jitter_ns = jitter_ns, .seed = 7});
  TimeNs least = jitter_ns;
  TimeNs most = 0;
  for (std::uint64_t i = 0; i < 500; ++i) {
    const TimeNs arrival_ns = link.clock.now_ns();
    link.arrive(i);
    link.run();
    const TimeNs jitter = link.released.back().second - arrival_ns - ms;
    ASSERT_GE(jitter, 0);
    ASSERT_LE(jitter, jitter_ns);
    least = std::min(least, jitter);
    most = std::max(most, jitter);
  }
  EXPECT_LT(least, jitter_ns / 20);
  EXPECT_GT(most, jitter_ns - jitter_ns / 20);
}

std::vector<std::pair<std::uint64_t, TimeNs>> jittered_run(std::uint64_t seed, bool other_traffic) {
  DelayedLink link({.latency_ns = ms, .jitter_ns = ms, .seed = seed});
  for (std::uint64_t i = 0; i < 100; ++i) {
    link.arrive(i);
    if (other_traffic) link.arrive(1'000'000, 0, 1, 0);
    link.run_until(link.clock.now_ns() + ms / 2);
  }
  link.run();
  std::erase_if(link.released, [](const auto& entry) { return entry.first == 1'000'000; });
  return link.released;
}

TEST(DelayFilter, RepeatsItsJitterForTheSameSeedAlone) {
  EXPECT_EQ(jittered_run(42, false), jittered_run(42, false));
  EXPECT_NE(jittered_run(42, false), jittered_run(43, false));
}

TEST(DelayFilter, DrawsJitterForEachLinkApart) {
  EXPECT_EQ(jittered_run(42, false), jittered_run(42, true));
}

TEST(DelayFilter, GivesTheTwoDirectionsJitterOfTheirOwn) {
  DelayedLink link({.jitter_ns = ms, .seed = 5});
  link.arrive(1, 0, 0, 1);
  link.arrive(2, 0, 1, 0);
  link.run();
  ASSERT_EQ(link.released.size(), 2u);
  EXPECT_NE(link.released[0].second, link.released[1].second);
}

TEST(DelayFilter, NeverLetsFramesOvertake) {
  DelayedLink link({.latency_ns = ms, .jitter_ns = 10 * ms, .seed = 3});
  for (std::uint64_t i = 0; i < 300; ++i) {
    link.arrive(i);
    link.run_until(link.clock.now_ns() + ms / 10);
  }
  link.run();
  ASSERT_EQ(link.released.size(), 300u);
  EXPECT_TRUE(std::ranges::is_sorted(link.released));
}

TEST(DelayFilter, TreatsTheTwoDirectionsAsTwoLinks) {
  DelayedLink link({.latency_ns = ms, .bandwidth_bytes_per_s = 1e6});
  link.arrive(1, 10'000 - sizeof(Message), 0, 1);  // 10 ms on its link
  link.arrive(2, 1000 - sizeof(Message), 1, 0);    // 1 ms on the other
  link.arrive(3, 1000 - sizeof(Message), 0, 1);    // queues behind the first
  link.run();
  EXPECT_THAT(link.released, ElementsAre(Pair(2, 2 * ms), Pair(1, 11 * ms), Pair(3, 12 * ms)));
}

TEST(DelayFilter, ReleasesLinksInTheOrderOfTheirTimes) {
  DelayedLink link({.latency_ns = ms});
  for (std::uint32_t i = 0; i < 5; ++i) {
    link.arrive(i, 0, 9 - i, 1);
    link.clock.advance_by(10);
  }
  link.clock.advance_by(2 * ms);
  link.progress();
  EXPECT_THAT(link.receiver.words, ElementsAre(0, 1, 2, 3, 4));
}

TEST(DelayFilter, ChangesTheLatencyForFramesThatArriveLater) {
  DelayedLink link({.latency_ns = 8 * ms});
  link.arrive(1);
  link.filter.set_latency(ms);
  link.arrive(2);  // may not overtake
  link.clock.advance_to(20 * ms);
  link.progress();
  link.arrive(3);
  link.run();
  EXPECT_EQ(link.filter.latency_ns(), ms);
  EXPECT_THAT(link.released, ElementsAre(Pair(1, 20 * ms), Pair(2, 20 * ms), Pair(3, 21 * ms)));
}

TEST(DelayFilter, ReleasesWithinItsBudgetAndStaysDue) {
  DelayedLink link({.latency_ns = ms});
  for (std::uint64_t i = 0; i < 10; ++i) link.arrive(i);
  link.clock.advance_to(ms);
  EXPECT_EQ(link.filter.progress(ms, 4), 4);
  EXPECT_LE(link.filter.deadline_ns(), ms);
  EXPECT_EQ(link.filter.progress(ms, 100), 6);
}

TEST(DelayFilter, StaysDefinedOnALinkSlowerThanTime) {
  DelayedLink link({.latency_ns = never_ns - 10, .bandwidth_bytes_per_s = 1e-9});
  link.clock.advance_to(ms);
  for (std::uint64_t i = 0; i < 10; ++i) link.arrive(i);
  EXPECT_EQ(link.filter.deadline_ns(), never_ns - 1);
  EXPECT_TRUE(link.released.empty());
}

/// Loses its peer in the next progress.
class FailingCarrier final : public Device {
 public:
  void attach(Receiver& above) override { above_ = &above; }
  SendStatus try_send(Frame& frame, TimeNs) override {
    frame_ = std::move(frame);
    return SendStatus::sent;
  }
  int progress(TimeNs, int) override {
    if (frame_.message == nullptr) return 0;
    const ProcessId peer = frame_.peer;
    above_->deliver(std::move(frame_));
    above_->peer_lost(peer, Error{ErrorCode::unreachable, "gone"});
    return 2;
  }
  TimeNs deadline_ns() const override { return never_ns; }
  Traits traits() const override { return {.needs_polling = true}; }
  bool holds_frames() const override { return false; }

 private:
  Receiver* above_ = nullptr;
  Frame frame_;
};

TEST(DelayFilter, TellsALossAfterThePeersLastFrame) {
  Pool pool;
  RecordingReceiver receiver;
  DelayFilter filter(std::make_unique<FailingCarrier>(), {.latency_ns = ms}, site_of_each_pe);
  filter.attach(receiver);
  Frame frame{bytes_message(pool, 1), ProcessId(5)};
  ASSERT_EQ(filter.try_send(frame, 0), SendStatus::sent);
  filter.progress(0, 10);
  EXPECT_TRUE(receiver.lost.empty());
  filter.progress(ms, 10);
  EXPECT_THAT(receiver.words, ElementsAre(1));
  EXPECT_THAT(receiver.lost, ElementsAre(Pair(ProcessId(5), "gone")));
  EXPECT_EQ(receiver.words_before_loss, 1u);
}

}  // namespace
}  // namespace isthmus::engine::fabric
