#include "isthmus/fabric/stack_switch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/base/secret.hpp"
#include "isthmus/fabric/carrier/local.hpp"
#include "isthmus/fabric/chain.hpp"
#include "isthmus/fabric/memory_pair.hpp"
#include "isthmus/fabric/registry.hpp"
#include "isthmus/fabric/test_device.hpp"
#include "isthmus/fabric/test_disorder.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::HasSubstr;

constexpr WireLimits limits = {1 << 20, 64, 64, 21};
constexpr TimeNs ms = 1'000'000;
constexpr std::uint64_t change_number = 7;

topology::LinkClass link_of(const std::vector<std::string>& filters) {
  topology::LinkClass link{"between_sites", {}};
  for (const std::string& filter : filters) {
    link.chain.push_back({filter, {}, 1, "grid.toml"});
    if (filter == "delay") link.chain.back().parameters = {{"latency", "8ms"}};
  }
  link.chain.push_back({"tcp", {}, 1, "grid.toml"});
  return link;
}

/// Chains of processes 0 and 1, whose changes and messages come in an order that a seed decides.
class StackSwitchTest : public ::testing::Test {
 protected:
  using Filters = std::vector<std::string>;

  void connect(const Filters& filters, std::size_t capacity = MemoryEnd::default_capacity) {
    auto [a, b] = MemoryEnd::pair(capacity);
    wires = {a.get(), b.get()};
    std::array<std::unique_ptr<Device>, 2> ends = {std::move(a), std::move(b)};
    for (const std::size_t side : {0, 1}) {
      auto top = build_filters(link_of(filters), std::move(ends[side]), parts_of(side));
      ASSERT_TRUE(top) << top.error().text();
      chains[side] = std::make_unique<Chain>(std::move(*top), process(side), receivers[side],
                                             counters[side], Chain::Options{.limits = limits});
    }
  }

  static ProcessId process(std::size_t side) { return ProcessId(static_cast<std::uint32_t>(side)); }
  Parts parts_of(std::size_t side) const {
    return {.self = process(side),
            .first_pe = PeId(static_cast<std::uint32_t>(side)),
            .secret = &secret,
            .limits = limits,
            .clock = &clock};
  }

  ChangePlan plan(std::size_t side, const Filters& filters) {
    return {.number = change_number,
            .stack =
                [this, side, filters](std::unique_ptr<Device> bottom) {
                  return build_filters(link_of(filters), std::move(bottom), parts_of(side));
                },
            .first_pe = PeId(static_cast<std::uint32_t>(side)),
            .peers = {{process(1 - side), PeId(static_cast<std::uint32_t>(1 - side))}},
            .done = [this, side] { ++done[side]; }};
  }
  void prepare(const Filters& filters) {
    for (const std::size_t side : {0, 1}) {
      const auto prepared = chains[side]->prepare_change(plan(side, filters));
      ASSERT_TRUE(prepared) << prepared.error().text();
    }
  }

  void send(std::size_t side, std::size_t payload_bytes) {
    MessagePtr message =
        bytes_message(pool, ++sent[side], payload_bytes, PeId(static_cast<std::uint32_t>(side)),
                      PeId(static_cast<std::uint32_t>(1 - side)));
    std::memset(message->payload(), static_cast<int>(sent[side] % 251), payload_bytes);
    chains[side]->send({std::move(message), process(1 - side)}, now_ns, pool);
  }
  void poll(std::size_t side) {
    if (chains[side] != nullptr) chains[side]->poll(now_ns, true, pool);
  }
  /// A minute is enough for all that is to come.
  void settle() {
    for (int i = 0; i < 60'000; ++i, now_ns += ms) {
      poll(0);
      poll(1);
    }
  }

  void expect_all_came(std::size_t to) const {
    ASSERT_EQ(receivers[to].lost.size(), 0u) << receivers[to].lost.front().second;
    const auto& frames = receivers[to].frames;
    ASSERT_EQ(frames.size(), sent[1 - to]);
    for (std::size_t i = 0; i < frames.size(); ++i) {
      const Message& message = *frames[i].message;
      ASSERT_EQ(message.word, i + 1) << "out of order";
      const auto is_as_sent = [&](std::byte byte) {
        return byte == static_cast<std::byte>((i + 1) % 251);
      };
      ASSERT_TRUE(std::ranges::all_of(message.payload_span(), is_as_sent)) << message.word;
    }
  }

  const Secret secret{std::array<std::byte, Secret::byte_count>{}};
  ManualClock clock;
  Pool pool;
  std::array<RecordingReceiver, 2> receivers;
  std::array<trace::LinkCounters, 2> counters;
  std::array<MemoryEnd*, 2> wires;
  std::array<std::unique_ptr<Chain>, 2> chains;
  std::array<std::uint64_t, 2> sent = {};
  std::array<int, 2> done = {};
  TimeNs now_ns = 0;
};

const std::vector<std::vector<std::string>> stacks = {{},
                                                      {"checksum"},
                                                      {"compress"},
                                                      {"crypt"},
                                                      {"delay"},
                                                      {"profile"},
                                                      {"compress", "crypt"},
                                                      {"delay", "crypt"},
                                                      {"crypt", "delay"},
                                                      {"reorder"},
                                                      {"crypt", "reorder"}};

TEST_F(StackSwitchTest, LosesNothingAndKeepsTheOrderFromAnyStackToAnyOther) {
  for (const Filters& from : stacks) {
    for (const Filters& to : stacks) {
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        SCOPED_TRACE(::testing::PrintToString(from) + " to " + ::testing::PrintToString(to) +
                     ", seed " + std::to_string(seed));
        Random random(seed);
        sent = {};
        done = {};
        receivers = {};
        connect(from, 1 + random.below(6));
        const std::uint64_t prepared_at = 20 + random.below(80);
        for (std::uint64_t step = 0; step < 600; ++step, now_ns += random.below(ms)) {
          if (step == prepared_at) prepare(to);
          // One of them learns late that all are ready: from the other's switch marker, if not told
          // before.
          if (step == prepared_at + 10) chains[seed % 2]->begin_change();
          if (step == prepared_at + 200) chains[1 - seed % 2]->begin_change();
          const std::size_t side = random.below(2);
          if (random.below(3) > 0) {
            poll(side);
          } else {
            send(side, random.below(200));
          }
        }
        settle();
        EXPECT_EQ(done, (std::array{1, 1}));
        expect_all_came(0);
        expect_all_came(1);
        if (HasFatalFailure() || HasFailure()) return;
      }
    }
  }
}

TEST_F(StackSwitchTest, HasTheNewFiltersAndNoOthersAfterwards) {
  connect({});
  prepare({"crypt"});
  chains[0]->begin_change();
  settle();
  EXPECT_EQ(done, (std::array{1, 1}));
  std::string seen;
  wires[0]->set_tamper([&](const Message& message) {
    seen.append(reinterpret_cast<const char*>(message.payload()), message.payload_bytes);
  });
  send(0, 100);
  settle();
  expect_all_came(1);
  EXPECT_GT(seen.size(), 100u);
  EXPECT_EQ(seen.find(std::string(20, '\1')), std::string::npos) << "in clear";
}

TEST_F(StackSwitchTest, KeepsWhatFiltersHadToReportThatAreGone) {
  const auto frames_sent = [&](const DeviceReport& report) {
    const std::string_view key = R"("sent":{"messages":)";
    return std::atoi(report.figures.c_str() + report.figures.find(key) + key.size());
  };
  connect({"profile"}, 8);
  for (int i = 0; i < 3; ++i) send(0, 100);
  prepare({"profile", "checksum"});
  settle();
  send(0, 100);
  settle();
  ASSERT_EQ(chains[0]->device_reports().size(), 2u) << "of both stacks while they change";
  for (const std::size_t side : {0, 1}) chains[side]->begin_change();
  settle();
  ASSERT_EQ(done, (std::array{1, 1}));
  send(0, 100);
  settle();
  const std::vector<DeviceReport> reports = chains[0]->device_reports();
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(frames_sent(reports[0]), 5) << "those before it, and the drain marker";
  EXPECT_EQ(frames_sent(reports[1]), 1);
}

TEST_F(StackSwitchTest, CanBeDoneAgainAndAgain) {
  connect({"crypt"});
  for (int i = 1; i <= 20; ++i) {
    prepare(i % 2 == 0 ? Filters{"crypt"} : Filters{"delay", "compress"});
    chains[0]->begin_change();
    for (int k = 0; k < 30; ++k) send(k % 2, 50);
    settle();
    EXPECT_EQ(done, (std::array{i, i}));
  }
  expect_all_came(0);
  expect_all_came(1);
}

TEST_F(StackSwitchTest, LeavesAllAsItWasWhereItIsCancelled) {
  connect({"checksum"});
  prepare({"crypt"});
  send(0, 10);
  EXPECT_TRUE(chains[0]->cancel_change());
  EXPECT_TRUE(chains[1]->cancel_change());
  send(0, 10);
  settle();
  expect_all_came(1);
  EXPECT_EQ(done, (std::array{0, 0}));
}

TEST_F(StackSwitchTest, LeavesAllAsItWasWhereTheNewStackCannotBeMade) {
  connect({"checksum"});
  ChangePlan broken = plan(0, {});
  broken.stack = [](std::unique_ptr<Device>) -> Expected<std::unique_ptr<Device>> {
    return fail(ErrorCode::bad_input, "no such stack");
  };
  const auto prepared = chains[0]->prepare_change(std::move(broken));
  ASSERT_FALSE(prepared);
  EXPECT_EQ(prepared.error().what, "no such stack");
  send(0, 10);
  send(1, 10);
  settle();
  expect_all_came(0);
  expect_all_came(1);
}

TEST_F(StackSwitchTest, WithinAProcessWaitsUntilTheOldStackIsEmpty) {
  RecordingReceiver receiver;
  Parts parts = parts_of(0);
  parts.within_process = true;
  auto top = build_filters(link_of({"delay"}), std::make_unique<LocalCarrier>(process(0)), parts);
  ASSERT_TRUE(top);
  Chain chain(std::move(*top), process(0), receiver, counters[0]);
  const auto send_one = [&](std::uint64_t word) {
    chain.send({bytes_message(pool, word, 8), process(0)}, now_ns, pool);
  };
  send_one(1);
  ChangePlan to_nothing = plan(0, {});
  to_nothing.peers.clear();
  ASSERT_TRUE(chain.prepare_change(std::move(to_nothing)));
  chain.begin_change();
  send_one(2);
  chain.poll(now_ns, true, pool);
  EXPECT_TRUE(receiver.words.empty());
  EXPECT_LE(chain.deadline_ns(), 8 * ms);
  now_ns = 8 * ms;
  while (chain.poll(now_ns, true, pool) > 0) {
  }
  chain.poll(now_ns, true, pool);
  EXPECT_EQ(receiver.words, (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(done[0], 1);
  send_one(3);
  EXPECT_EQ(receiver.words.back(), 3u) << "without a delay now";
}

TEST_F(StackSwitchTest, LosesAPeerThatMarksWhatNobodyHasPrepared) {
  connect({});
  ASSERT_TRUE(chains[0]->prepare_change(plan(0, {"checksum"})));
  chains[0]->begin_change();
  settle();
  ASSERT_EQ(receivers[1].lost.size(), 1u);
  EXPECT_THAT(receivers[1].lost[0].second, HasSubstr("a sign of change 7"));
}

TEST_F(StackSwitchTest, LosesAPeerThatMarksAnotherChange) {
  connect({});
  ChangePlan other = plan(0, {"checksum"});
  other.number = 99;
  ASSERT_TRUE(chains[0]->prepare_change(std::move(other)));
  ASSERT_TRUE(chains[1]->prepare_change(plan(1, {"checksum"})));
  chains[0]->begin_change();
  settle();
  ASSERT_GE(receivers[1].lost.size(), 1u);
  EXPECT_THAT(receivers[1].lost[0].second, HasSubstr("a sign of change 99"));
}

TEST_F(StackSwitchTest, DoesNotWaitForAPeerThatIsLost) {
  connect({"delay"});
  prepare({"checksum"});
  send(1, 10);
  poll(1);
  chains[0]->begin_change();
  poll(0);
  chains[1].reset();
  settle();
  EXPECT_EQ(done[0], 1);
  EXPECT_EQ(receivers[0].words.size(), 1u) << "what it had sent before";
  ASSERT_EQ(receivers[0].lost.size(), 1u);
  EXPECT_EQ(receivers[0].words_before_loss, 1u);
}

TEST_F(StackSwitchTest, TellsTheLossOfAPeerBehindAllThatItSent) {
  for (const Filters& to : {Filters{"delay"}, Filters{"profile"}}) {
    for (const Filters& from : {Filters{}, Filters{"delay"}}) {
      SCOPED_TRACE(::testing::PrintToString(from) + " to " + ::testing::PrintToString(to));
      receivers = {};
      sent = {};
      connect(from);
      prepare(to);
      send(1, 10);
      chains[1]->begin_change();
      for (int i = 0; i < 3; ++i) poll(1);
      send(1, 10);
      poll(1);
      chains[1].reset();
      settle();
      EXPECT_EQ(receivers[0].words, (std::vector<std::uint64_t>{1, 2}));
      ASSERT_EQ(receivers[0].lost.size(), 1u);
      EXPECT_EQ(receivers[0].words_before_loss, 2u);
    }
  }
}

TEST_F(StackSwitchTest, TakesNothingForTrueBehindAMarkThatAnybodyMayHaveMade) {
  connect({"crypt"});
  prepare({});
  MessagePtr marker = make_change_sign({change_number, ChangeSign::Kind::switch_marker}, pool);
  marker->source = PeId(0);
  marker->destination = PeId(1);
  for (MessagePtr& forged :
       std::array{std::move(marker), bytes_message(pool, 666, 0, PeId(0), PeId(1))}) {
    Frame frame{std::move(forged), process(1)};
    ASSERT_EQ(wires[0]->try_send(frame, 0), SendStatus::sent);
  }
  settle();
  EXPECT_TRUE(receivers[1].words.empty());
  chains[0].reset();
  settle();
  EXPECT_TRUE(receivers[1].words.empty()) << "nor when the connection breaks";
  EXPECT_EQ(receivers[1].lost.size(), 1u);
}

TEST_F(StackSwitchTest, IsNotCancelledWhereWhatHasComeWouldBeLost) {
  connect({});
  prepare({"checksum"});
  MessagePtr marker = make_change_sign({change_number, ChangeSign::Kind::switch_marker}, pool);
  marker->source = PeId(0);
  marker->destination = PeId(1);
  Frame frame{std::move(marker), process(1)};
  ASSERT_EQ(wires[0]->try_send(frame, 0), SendStatus::sent);
  send(0, 10);
  settle();
  EXPECT_TRUE(receivers[1].words.empty());
  EXPECT_FALSE(chains[1]->cancel_change());
}

TEST_F(StackSwitchTest, CannotBeCancelledOnceAPeerHasBegun) {
  connect({});
  prepare({"checksum"});
  chains[0]->begin_change();
  settle();
  const auto cancelled = chains[1]->cancel_change();
  ASSERT_FALSE(cancelled);
  EXPECT_THAT(cancelled.error().text(), HasSubstr("has begun"));
}

TEST_F(StackSwitchTest, LeavesNoMessageBehind) {
  connect({"compress", "crypt"});
  for (int i = 0; i < 40; ++i) send(i % 2, 80);
  prepare({"checksum"});
  chains[0]->begin_change();
  for (int i = 0; i < 40; ++i) send(i % 2, 80);
  settle();
  for (RecordingReceiver& receiver : receivers) {
    for (Frame& frame : receiver.frames) pool.release(std::move(frame.message));
  }
  EXPECT_EQ(
      pool.outstanding() + chains[0]->messages_outstanding() + chains[1]->messages_outstanding(),
      0);
}

// A switch marker that overtakes what was sent before it would say that this has been through the
// new stack.
TEST_F(StackSwitchTest, IsRefusedWhereTheCarrierDoesNotKeepOrder) {
  for (const std::size_t side : {0, 1}) {
    auto [a, b] = MemoryEnd::pair();
    auto top = build_filters(link_of({"reorder"}), std::make_unique<Disorder>(std::move(a), 1),
                             parts_of(side));
    ASSERT_TRUE(top) << top.error().text();
    Chain chain(std::move(*top), process(side), receivers[side], counters[side]);
    const auto prepared = chain.prepare_change(plan(side, {"reorder", "compress"}));
    ASSERT_FALSE(prepared);
    EXPECT_THAT(prepared.error().text(),
                HasSubstr("the carrier does not keep the order of frames"));
    EXPECT_FALSE(chain.holds_frames()) << "it is as it was";
  }
}

}  // namespace
}  // namespace isthmus::engine::fabric
