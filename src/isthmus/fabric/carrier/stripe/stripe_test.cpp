#include "isthmus/fabric/carrier/stripe/stripe.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <utility>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::SizeIs;

constexpr TimeNs ms = 1'000'000;

/// Both ends of a link that the test slows down, holds up and cuts.
struct TestLink {
  struct Part {
    MessagePtr message;
    TimeNs at_ns;
  };
  double bytes_per_s = 1e9;
  std::size_t queued_bytes_max = 1 << 20;
  bool is_held = false;  // takes all and brings nothing
  bool is_cut = false;
  std::deque<Part> towards[2];
  TimeNs busy_until_ns[2] = {0, 0};
  bool is_ended[2] = {false, false};
};

class TestCarrier final : public Carrier {
 public:
  TestCarrier(std::shared_ptr<TestLink> link, unsigned side)
      : link_(std::move(link)), side_(side) {}
  ~TestCarrier() override {
    for (auto& part : link_->towards[side_]) pool_.release(std::move(part.message));
    link_->towards[side_].clear();
  }

  void attach(Receiver& above) override { above_ = &above; }
  SendStatus try_send(Frame& frame, TimeNs now_ns) override {
    if (link_->is_cut) return SendStatus::unreachable;
    const unsigned there = 1 - side_;
    const std::size_t bytes = header_bytes + frame.message->payload_bytes;
    const TimeNs free_ns = std::max(link_->busy_until_ns[there], now_ns);
    const double waiting_bytes = static_cast<double>(free_ns - now_ns) * 1e-9 * link_->bytes_per_s;
    if (waiting_bytes > static_cast<double>(link_->queued_bytes_max)) return SendStatus::busy;
    const auto takes_ns =
        static_cast<TimeNs>(static_cast<double>(bytes) / link_->bytes_per_s * 1e9);
    link_->busy_until_ns[there] = free_ns + takes_ns;
    MessagePtr message = flattened(std::move(frame.message), pool_);
    link_->towards[there].push_back({std::move(message), free_ns + takes_ns});
    return SendStatus::sent;
  }
  int progress(TimeNs now_ns, int budget) override {
    int events = 0;
    auto& arriving = link_->towards[side_];
    while (events < budget && !link_->is_held && !link_->is_cut && !arriving.empty() &&
           arriving.front().at_ns <= now_ns) {
      Frame frame{std::move(arriving.front().message), ProcessId(1 - side_)};
      arriving.pop_front();
      above_->deliver(std::move(frame));
      ++events;
    }
    if (link_->is_cut && !std::exchange(is_lost_, true)) {
      above_->peer_lost(ProcessId(1 - side_), Error{ErrorCode::unreachable, "the cable is cut"});
    }
    return events;
  }
  TimeNs deadline_ns() const override {
    const auto& arriving = link_->towards[side_];
    const bool brings = !link_->is_held && !link_->is_cut;
    return brings && !arriving.empty() ? arriving.front().at_ns : never_ns;
  }
  Traits traits() const override { return {.needs_polling = true, .takes_pieces = true}; }
  bool holds_frames() const override { return !link_->towards[side_].empty(); }
  void expect_close() override {}
  void close() override { link_->is_ended[side_] = true; }
  bool is_finished() const override { return link_->is_ended[0] && link_->is_ended[1]; }
  std::int64_t messages_outstanding() const override { return pool_.outstanding(); }

 private:
  std::shared_ptr<TestLink> link_;
  const unsigned side_;
  Receiver* above_ = nullptr;
  Pool pool_;
  bool is_lost_ = false;
};

/// Processes 0 and 1 with several links between them.
class StripeCarrierTest : public ::testing::Test {
 protected:
  struct End {
    RecordingReceiver receiver;
    std::vector<LinkFault> faults;
    trace::LinkCounters counters;
    std::unique_ptr<StripeCarrier> carrier;
  };

  void connect(std::size_t count = 2, std::size_t window_bytes = 4 << 20) {
    for (std::size_t i = 0; i < count; ++i) links.push_back(std::make_shared<TestLink>());
    for (unsigned side = 0; side < 2; ++side) {
      End& end = ends[side];
      StripeOptions options;
      options.session = {{std::uint32_t{64} << 20, 4, 4}, window_bytes, 16 * 1024};
      options.patience_ns = patience_ns;
      options.fault = [&end](const LinkFault& fault) { end.faults.push_back(fault); };
      options.counters = &end.counters;
      std::vector<StripeCarrier::Way> ways;
      for (std::size_t i = 0; i < count; ++i) {
        ways.push_back({"way" + std::to_string(i), std::make_unique<TestCarrier>(links[i], side)});
      }
      end.carrier = StripeCarrier::over(std::move(ways), {ProcessId(1 - side)}, options).value();
      end.carrier->attach(end.receiver);
    }
  }

  void TearDown() override {
    std::int64_t outstanding = 0;
    for (End& end : ends) {
      for (Frame& frame : end.receiver.frames) pool.release(std::move(frame.message));
    }
    for (End& end : ends) {
      if (end.carrier != nullptr) end.carrier->close();
    }
    for (int i = 0; i < 200; ++i) step(10 * ms);
    for (End& end : ends) {
      if (end.carrier == nullptr) return;
      outstanding += end.carrier->messages_outstanding();
    }
    for (const auto& link : links) {
      outstanding -= static_cast<std::int64_t>(link->towards[0].size() + link->towards[1].size());
    }
    EXPECT_EQ(outstanding + pool.outstanding(), 0);
  }

  /// Offers the next frame; its payload tells its number.
  bool send(unsigned side = 0, std::size_t payload_bytes = 100) {
    MessagePtr message = bytes_message(pool, sent[side], payload_bytes);
    std::memset(message->payload(), static_cast<int>(sent[side] * 7 + payload_bytes),
                payload_bytes);
    Frame frame{std::move(message), ProcessId(1 - side)};
    const bool was_taken = ends[side].carrier->try_send(frame, now_ns) == SendStatus::sent;
    if (was_taken) ++sent[side];
    if (!was_taken) pool.release(std::move(frame.message));
    return was_taken;
  }

  void step(TimeNs step_ns = ms / 10) {
    now_ns += step_ns;
    for (End& end : ends) {
      if (end.carrier != nullptr) end.carrier->progress(now_ns, 64);
    }
  }

  void step_for(TimeNs duration_ns, TimeNs step_ns = ms) {
    for (const TimeNs until_ns = now_ns + duration_ns; now_ns < until_ns;) step(step_ns);
  }

  std::size_t received(unsigned side) const { return ends[side].receiver.words.size(); }

  /// All that side has sent, once and in order.
  void expect_all_of(unsigned side) {
    for (int i = 0; i < 100'000 && received(1 - side) < sent[side]; ++i) step();
    ASSERT_EQ(received(1 - side), sent[side]);
    for (std::size_t i = 0; i < sent[side]; ++i) {
      const Message& message = *ends[1 - side].receiver.frames[i].message;
      ASSERT_EQ(message.word, i);
      const auto expected = static_cast<std::byte>(i * 7 + message.payload_bytes);
      ASSERT_TRUE(std::ranges::all_of(message.payload_span(),
                                      [&](std::byte byte) { return byte == expected; }))
          << "frame " << i;
    }
  }

  static constexpr TimeNs patience_ns = 1000 * ms;
  Pool pool;
  std::vector<std::shared_ptr<TestLink>> links;
  End ends[2];
  std::size_t sent[2] = {0, 0};
  TimeNs now_ns = 0;
};

TEST_F(StripeCarrierTest, BringsFramesOfAllSizesOnceAndInOrderBothWays) {
  connect(3);
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const std::size_t bytes = random.below(20) == 0 ? random.below(200'000) : random.below(500);
    send(static_cast<unsigned>(random.below(2)), bytes);
    if (random.below(3) == 0) step();
  }
  expect_all_of(0);
  expect_all_of(1);
  EXPECT_THAT(ends[0].faults, IsEmpty());
}

TEST_F(StripeCarrierTest, GivesEachCarrierTheShareThatItsSpeedAllows) {
  connect(2, std::size_t{64} << 20);
  links[0]->bytes_per_s = 25e6;
  links[1]->bytes_per_s = 100e6;
  for (int i = 0; i < 100; ++i) step();
  const TimeNs began_ns = now_ns;
  while (sent[0] < 2000) {
    if (!send(0, 50'000)) step();
  }
  expect_all_of(0);
  const double seconds = static_cast<double>(now_ns - began_ns) * 1e-9;
  // 100 MB over 125 MB/s; the faster one alone needs a second.
  EXPECT_LT(seconds, 0.9);
  step_for(10 * ms);
  const auto slow = static_cast<double>(ends[0].carrier->confirmed_bytes(ProcessId(1), 0));
  const auto fast = static_cast<double>(ends[0].carrier->confirmed_bytes(ProcessId(1), 1));
  EXPECT_GT(fast, 3 * slow);
  EXPECT_GT(slow, 0.1 * fast);
}

TEST_F(StripeCarrierTest, PrefersTheFirstCarrierWhileNothingIsToBeChosen) {
  connect();
  for (int i = 0; i < 200; ++i) {
    send();
    step(5 * ms);
  }
  expect_all_of(0);
  EXPECT_GT(ends[0].carrier->confirmed_bytes(ProcessId(1), 0), 200u * 100u);
  EXPECT_EQ(ends[0].carrier->confirmed_bytes(ProcessId(1), 1), 0u);
}

TEST_F(StripeCarrierTest, SendsWhatALostCarrierHadUnderWayOverTheOthers) {
  connect();
  links[0]->bytes_per_s = links[1]->bytes_per_s = 10e6;
  step_for(10 * ms);
  for (int i = 0; i < 200; ++i) send(0, 10'000);
  step_for(20 * ms);
  ASSERT_FALSE(links[0]->towards[1].empty()) << "something is under way";
  links[0]->is_cut = true;
  expect_all_of(0);
  for (const End& end : ends) {
    ASSERT_THAT(end.faults, SizeIs(1));
    EXPECT_EQ(end.faults[0].kind, LinkFault::Kind::cut);
    EXPECT_EQ(end.faults[0].carrier, "way0");
    EXPECT_EQ(end.faults[0].connections_left, 1u);
    EXPECT_THAT(end.faults[0].why, HasSubstr("the cable is cut"));
    EXPECT_THAT(end.receiver.lost, IsEmpty());
    EXPECT_EQ(end.counters.connections_cut.value(), 1u);
  }
  EXPECT_GT(ends[0].counters.frames_resent.value(), 0u);
  // And so it goes on.
  for (int i = 0; i < 20; ++i) send(i % 2, 100);
  expect_all_of(0);
  expect_all_of(1);
  std::vector<DeviceReport> reports;
  ends[0].carrier->report(reports);
  ASSERT_THAT(reports, SizeIs(1));
  EXPECT_EQ(reports[0].device, "stripe");
  EXPECT_THAT(reports[0].figures,
              MatchesRegex(R"(\{"ways":\[)"
                           R"(\{"process":1,"carrier":"way0","sent_bytes":[0-9]+,"is_lost":true\},)"
                           R"(\{"process":1,"carrier":"way1","sent_bytes":[0-9]+,"is_lost":false\})"
                           R"(\]\})"));
}

TEST_F(StripeCarrierTest, TellsALostCarrierThoughNothingIsSent) {
  connect();
  step_for(10 * ms);
  links[1]->is_cut = true;
  step_for(10 * ms);
  EXPECT_THAT(ends[0].faults, SizeIs(1));
  EXPECT_THAT(ends[1].faults, SizeIs(1));
}

TEST_F(StripeCarrierTest, LosesThePeerWithItsLastCarrierAndTellsNothingElse) {
  connect();
  step_for(10 * ms);
  for (int i = 0; i < 20; ++i) send();
  step();
  // As when the process is killed: its carriers notice one after the other.
  ends[1].carrier.reset();
  links[1]->is_cut = true;
  step();
  EXPECT_THAT(ends[0].receiver.lost, IsEmpty());
  step_for(10 * ms);
  links[0]->is_cut = true;
  step();
  ASSERT_THAT(ends[0].receiver.lost, SizeIs(1));
  EXPECT_THAT(ends[0].receiver.lost[0].second, HasSubstr("the cable is cut"));
  EXPECT_THAT(ends[0].faults, IsEmpty());
  EXPECT_FALSE(send());
  EXPECT_EQ(ends[0].carrier->kept_bytes(ProcessId(1)), 0u);
}

TEST_F(StripeCarrierTest, GivesUpACarrierThatBringsNothingAndTakesItBackWhenItDoesAgain) {
  connect();
  step_for(10 * ms);
  links[0]->is_held = true;
  for (int i = 0; i < 20; ++i) send(0, 10'000);
  step_for(patience_ns / 2);
  EXPECT_THAT(ends[0].faults, IsEmpty());
  step_for(2 * patience_ns);
  EXPECT_EQ(received(1), 20u);
  ASSERT_THAT(ends[0].faults, SizeIs(1));
  EXPECT_EQ(ends[0].faults[0].kind, LinkFault::Kind::cut);
  EXPECT_EQ(ends[0].faults[0].carrier, "way0");
  EXPECT_GT(ends[0].faults[0].frames_resent, 0u);
  // Nothing waits for it any more.
  for (int i = 0; i < 20; ++i) send(i % 2, 10'000);
  step_for(10 * ms);
  EXPECT_EQ(received(1), sent[0]);

  links[0]->is_held = false;
  step_for(10 * ms);
  for (const End& end : ends) {
    ASSERT_THAT(end.faults, SizeIs(2));
    EXPECT_EQ(end.faults[1].kind, LinkFault::Kind::resumed);
    EXPECT_EQ(end.faults[1].carrier, "way0");
  }
  for (int i = 0; i < 100; ++i) send(i % 2, 10'000);
  expect_all_of(0);
  expect_all_of(1);
  EXPECT_GT(ends[0].carrier->confirmed_bytes(ProcessId(1), 0), 0u);
  EXPECT_THAT(ends[0].faults, SizeIs(2));
}

TEST_F(StripeCarrierTest, GivesUpNoCarrierOfAPeerThatComputes) {
  connect();
  step_for(10 * ms);
  for (int i = 0; i < 50; ++i) send(0, 10'000);
  // The peer comes to its carriers every now and then.
  for (int i = 0; i < 10; ++i) {
    for (const TimeNs until_ns = now_ns + 3 * patience_ns; now_ns < until_ns;) {
      ends[0].carrier->progress(now_ns += ms, 64);
    }
    ends[1].carrier->progress(now_ns, 64);
    send(0, 10'000);
  }
  EXPECT_THAT(ends[0].faults, IsEmpty());
  expect_all_of(0);
}

TEST_F(StripeCarrierTest, GoesOnWithoutACarrierThatChangesBytes) {
  connect();
  step_for(10 * ms);
  for (int i = 0; i < 50; ++i) send(0, 10'000);
  ASSERT_FALSE(links[0]->towards[1].empty());
  Message& part = *links[0]->towards[1].back().message;
  part.payload()[part.payload_bytes - 1] ^= std::byte{1};
  step_for(3 * patience_ns);
  EXPECT_THAT(ends[1].receiver.lost, IsEmpty());
  ASSERT_THAT(ends[1].faults, SizeIs(1));
  EXPECT_THAT(ends[1].faults[0].why, HasSubstr("changed"));
  expect_all_of(0);
}

TEST_F(StripeCarrierTest, IsBusyWhileMoreIsKeptThanTheWindowAllows) {
  connect(2, 100'000);
  links[0]->is_held = links[1]->is_held = true;
  int taken = 0;
  while (send(0, 10'000)) ++taken;
  EXPECT_GE(taken, 9);
  EXPECT_LE(taken, 11);
  links[0]->is_held = links[1]->is_held = false;
  expect_all_of(0);
  step_for(10 * ms);
  EXPECT_TRUE(send(0, 10'000));
  expect_all_of(0);
}

TEST_F(StripeCarrierTest, EndsWhenBothEndsHaveAllThatWasSent) {
  connect();
  for (int i = 0; i < 50; ++i) send(i % 2, 5'000);
  for (End& end : ends) end.carrier->expect_close();
  ends[0].carrier->close();
  step_for(20 * ms);
  EXPECT_EQ(received(1), sent[0]);
  EXPECT_FALSE(ends[0].carrier->is_finished());
  ends[1].carrier->close();
  step_for(20 * ms);
  EXPECT_TRUE(ends[0].carrier->is_finished());
  EXPECT_TRUE(ends[1].carrier->is_finished());
  expect_all_of(0);
  expect_all_of(1);
  EXPECT_THAT(ends[0].receiver.lost, IsEmpty());
}

/// Whatever is held up, freed and cut, each frame comes once and in order while one carrier lives.
class StripeStorm : public StripeCarrierTest, public ::testing::WithParamInterface<unsigned> {};

TEST_P(StripeStorm, LosesNothing) {
  connect(3, 1 << 20);
  Random random(GetParam());
  for (auto& link : links) {
    link->bytes_per_s = 1e6 * static_cast<double>(1 + random.below(500));
    link->queued_bytes_max = 1000 + random.below(200'000);
  }
  const std::size_t survivor = random.below(3);
  for (int i = 0; i < 4000; ++i) {
    send(static_cast<unsigned>(random.below(2)),
         random.below(10) == 0 ? random.below(100'000) : random.below(300));
    if (random.below(2) == 0) step(static_cast<TimeNs>(random.below(3 * ms)));
    if (random.below(400) == 0) step_for(static_cast<TimeNs>(random.below(patience_ns)), 20 * ms);
    if (random.below(100) != 0) continue;
    const std::size_t at = random.below(3);
    TestLink& link = *links[at];
    if (random.below(10) == 0 && at != survivor && !link.is_cut) {
      link.is_cut = true;
    } else {
      link.is_held = !link.is_held && at != survivor;
    }
  }
  for (auto& link : links) link->is_held = false;
  expect_all_of(0);
  expect_all_of(1);
  EXPECT_THAT(ends[0].receiver.lost, IsEmpty());
  EXPECT_THAT(ends[1].receiver.lost, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Seeds, StripeStorm, ::testing::Range(1u, 21u));

TEST_F(StripeCarrierTest, TakesBlocksForFramesWhereItsCallerDoes) {
  connect();
  for (End& end : ends) end.carrier->use_pool(pool);
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(send(0, 5000));
    step();
  }
  expect_all_of(0);
  EXPECT_EQ(ends[1].carrier->messages_outstanding(), 0) << "all 50 are still here";
}

}  // namespace
}  // namespace isthmus::engine::fabric
