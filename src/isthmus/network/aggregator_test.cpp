#include "isthmus/network/aggregator.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

namespace isthmus::engine::network {
namespace {

using ::testing::ElementsAre;

constexpr ProcessId here(0);
constexpr ProcessId there(1);

class Silent final : public sched::Doorbell {
 public:
  void ring() override {}
};

class NoOutlet final : public sched::Outlet {
 public:
  void expect_send(PeId) override {}
  bool has_room(PeId) const override { return true; }
  bool is_stopped() const override { return false; }
  void send(MessagePtr, sched::Pe&) override {}
};

/// Notes how large a frame is, with its header.
class Noting final : public fabric::Device {
 public:
  explicit Noting(std::vector<std::size_t>& sizes) : sizes_(sizes) {}
  void attach(fabric::Receiver&) override {}
  fabric::SendStatus try_send(fabric::Frame& frame, TimeNs) override {
    sizes_.push_back(sizeof(Message) + frame.message->payload_bytes);
    pool_->release(std::move(frame.message));
    return fabric::SendStatus::sent;
  }
  int progress(TimeNs, int) override { return 0; }
  TimeNs deadline_ns() const override { return never_ns; }
  fabric::Traits traits() const override { return {.needs_polling = true}; }
  void use_pool(Pool& pool) override { pool_ = &pool; }
  bool holds_frames() const override { return false; }

 private:
  std::vector<std::size_t>& sizes_;
  Pool* pool_ = nullptr;
};

class NoReceiver final : public fabric::Receiver {
 public:
  void deliver(fabric::Frame) override {}
  void peer_lost(ProcessId, Error) override {}
};

class AggregatorTest : public ::testing::Test {
 protected:
  void use(Aggregation mode) { aggregator.emplace(AggregatorOptions{mode, delay_ns}); }
  /// Whether the aggregator has taken it.
  bool offer(std::size_t payload_bytes = 8) {
    MessagePtr message = pe.pool().acquire(payload_bytes);
    message->form = PayloadForm::bytes;
    aggregator->offer(message, there, chain, pe);
    if (message == nullptr) return true;
    pe.pool().release(std::move(message));
    return false;
  }
  int offer_many(int count) {
    int taken = 0;
    for (int i = 0; i < count; ++i) taken += offer();
    return taken;
  }
  int progress(bool idle = false) {
    pe.step();
    return aggregator->progress(pe, clock.now_ns(), idle);
  }
  /// Steps that send as many, and take so long for each.
  void send_often(int steps, TimeNs message_ns) {
    for (int i = 0; i < steps; ++i) {
      offer_many(20);
      clock.advance_by(20 * message_ns);
      progress();
    }
  }

  static constexpr TimeNs delay_ns = 20'000;
  ManualClock clock;
  NoOutlet outlet;
  Silent bell;
  sched::Pe pe{{PeId(0), clock, outlet, bell, 16}};
  std::vector<std::size_t> sizes;
  NoReceiver receiver;
  trace::LinkCounters counters;
  fabric::Chain chain{std::make_unique<Noting>(sizes), here, receiver, counters};
  std::optional<Aggregator> aggregator;
};

TEST_F(AggregatorTest, HoldsSmallMessagesUntilThePeIsIdle) {
  use(Aggregation::on);
  EXPECT_EQ(offer_many(5), 5);
  EXPECT_EQ(progress(), 0);
  EXPECT_TRUE(aggregator->holds_messages());
  EXPECT_EQ(progress(true), 1);
  EXPECT_EQ(sizes.size(), 1U);
  EXPECT_FALSE(aggregator->holds_messages());
  EXPECT_EQ(pe.counters().messages_aggregated.value(), 5U);
  EXPECT_EQ(pe.counters().bundles_sent.value(), 1U);
  EXPECT_EQ(pe.pool().outstanding(), 0);
}

TEST_F(AggregatorTest, HoldsThemNoLongerThanTheDelay) {
  use(Aggregation::on);
  offer();
  clock.advance_by(delay_ns - 1);
  EXPECT_EQ(progress(), 0);
  clock.advance_by(1);
  EXPECT_EQ(progress(), 1);
}

TEST_F(AggregatorTest, SendsWhatItHoldsBeforeALargeMessage) {
  use(Aggregation::on);
  offer();
  EXPECT_FALSE(offer(1000)) << "the caller sends it";
  EXPECT_EQ(sizes.size(), 1U);
  EXPECT_FALSE(aggregator->holds_messages());
}

TEST_F(AggregatorTest, SendsABundleThatIsFull) {
  use(Aggregation::on);
  for (int i = 0; i < 100; ++i) offer(200);
  EXPECT_GT(sizes.size(), 4U);
  for (const std::size_t bytes : sizes) {
    EXPECT_GT(bytes, 3700U);
    EXPECT_LE(bytes, 4096U);
  }
}

TEST_F(AggregatorTest, BeginsByItselfWhereMuchIsSentInLittleTime) {
  use(Aggregation::automatic);
  EXPECT_EQ(offer_many(20), 0) << "nothing is known yet";
  progress();
  send_often(200, 100);
  EXPECT_EQ(offer_many(20), 20 - Aggregator::direct_max);
  EXPECT_EQ(progress(), 1) << "and lets go at the end of the step";
  EXPECT_EQ(offer_many(Aggregator::direct_max), 0);
}

TEST_F(AggregatorTest, StopsByItselfWhereTheSenderGoesOnToCompute) {
  use(Aggregation::automatic);
  send_often(200, 100);
  ASSERT_GT(offer_many(20), 0);
  clock.advance_by(3'000'000);
  progress();
  EXPECT_EQ(offer_many(20), 0);
  progress();
  send_often(10, 100);
  EXPECT_EQ(offer_many(20), 0) << "that is not forgotten at once";
}

}  // namespace
}  // namespace isthmus::engine::network
