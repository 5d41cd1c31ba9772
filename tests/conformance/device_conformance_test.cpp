// What every device and every stack of filters must do; the contract is isthmus/fabric/device.hpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "device_pair.hpp"
#include "isthmus/base/random.hpp"
#include "isthmus/fabric/carrier/carrier.hpp"
#include "isthmus/fabric/filter/filter.hpp"
#include "isthmus/message/payload.hpp"

namespace isthmus::engine::conformance {
namespace {

using fabric::Frame;
using fabric::SendStatus;

class DeviceConformance : public ::testing::TestWithParam<PairKind> {
 protected:
  void SetUp() override {
    pair = GetParam().make();
    pair->attach();
    ASSERT_TRUE(pair->open());
  }
  void TearDown() override {
    if (expects_loss) return;
    EXPECT_TRUE(pair->recorder(Side::a).lost.empty()) << "a peer was lost";
    EXPECT_TRUE(pair->recorder(Side::b).lost.empty()) << "a peer was lost";
  }

  /// A frame of that size whose bytes follow from `word`.
  Frame frame_from(Side side, std::uint64_t word, std::size_t payload_bytes = 16) {
    MessagePtr message = pair->pool.acquire(payload_bytes);
    message->form = payload_bytes == 0 ? PayloadForm::none : PayloadForm::bytes;
    message->word = word;
    message->source = DevicePair::pe(side);
    message->destination = DevicePair::pe(other(side));
    fill({message->payload(), payload_bytes}, word);
    return {std::move(message), pair->process(other(side))};
  }

  static void fill(std::span<std::byte> bytes, std::uint64_t word) {
    Random random(word);
    std::size_t at = 0;
    for (; at + 8 <= bytes.size(); at += 8) {
      const std::uint64_t value = random.next();
      std::memcpy(&bytes[at], &value, 8);
    }
    for (; at < bytes.size(); ++at) bytes[at] = static_cast<std::byte>(random.next());
  }

  static bool is_filled(const Message& message) {
    std::vector<std::byte> expected(message.payload_bytes);
    fill(expected, message.word);
    return std::ranges::equal(expected, message.payload_span());
  }

  /// Sends, stepping while the device is busy.
  void send(Side side, std::uint64_t word, std::size_t payload_bytes = 16) {
    Frame frame = frame_from(side, word, payload_bytes);
    SendStatus status = SendStatus::busy;
    pair->run_until([&] {
      status = pair->device(side).try_send(frame, pair->clock.now_ns());
      return status != SendStatus::busy;
    });
    ASSERT_EQ(status, SendStatus::sent);
    ASSERT_EQ(frame.message, nullptr) << "a frame that was taken is still the caller's";
  }

  bool run_until_received(Side side, std::size_t count) {
    return pair->run_until([&] { return pair->recorder(other(side)).frames.size() >= count; }) &&
           pair->received_count(side) == count;
  }

  void expect_words_in_order(Side side, std::size_t count) {
    const auto messages = pair->received_from(side);
    ASSERT_EQ(messages.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(messages[i]->word, i) << "frame " << i << " is out of order";
      ASSERT_TRUE(is_filled(*messages[i])) << "frame " << i << " is damaged";
    }
  }

  std::unique_ptr<DevicePair> pair;
  bool expects_loss = false;
};

// What not all stacks can do, or need not.
using OneDeviceConformance = DeviceConformance;  // within a process
using TypedConformance = DeviceConformance;      // likewise, and without a device that needs bytes
using TimedConformance = DeviceConformance;      // whose events all have a deadline
using TwoEndsConformance = DeviceConformance;
using CarrierConformance = DeviceConformance;

TEST_P(DeviceConformance, KeepsTheOrderOfFrames) {
  constexpr std::size_t count = 2000;
  Random random(1);
  for (std::size_t i = 0; i < count; ++i) {
    send(Side::a, i, random.below(300));
    if (random.below(10) == 0) pair->step();
  }
  ASSERT_TRUE(run_until_received(Side::a, count));
  expect_words_in_order(Side::a, count);
}

TEST_P(DeviceConformance, KeepsTheOrderOfEachDirectionWhileBothSend) {
  constexpr std::size_t count = 500;
  Random random(2);
  for (std::size_t i = 0; i < count; ++i) {
    send(Side::a, i, random.below(5000));
    send(Side::b, i, random.below(5000));
    if (random.below(4) == 0) pair->step();
  }
  ASSERT_TRUE(pair->run_until([&] {
    return pair->received_count(Side::a) == count && pair->received_count(Side::b) == count;
  }));
  expect_words_in_order(Side::a, count);
  expect_words_in_order(Side::b, count);
}

TEST_P(DeviceConformance, CarriesFramesOfEverySizeIntact) {
  std::vector<std::size_t> sizes = {0, 1, 2, 7, 8, 63, 64, 65, 4095, 4096, 65535, 65536, 1 << 20};
  Random random(3);
  for (int i = 0; i < 30; ++i) sizes.push_back(random.below(1 << random.below(21)));
  for (std::size_t i = 0; i < sizes.size(); ++i) send(Side::b, i, sizes[i]);
  ASSERT_TRUE(run_until_received(Side::b, sizes.size()));
  expect_words_in_order(Side::b, sizes.size());
  const auto messages = pair->received_from(Side::b);
  for (std::size_t i = 0; i < sizes.size(); ++i) EXPECT_EQ(messages[i]->payload_bytes, sizes[i]);
}

TEST_P(DeviceConformance, CarriesALargeFrameAmongSmallOnes) {
  const std::vector<std::size_t> sizes = {8, 16 << 20, 0, 3, 5 << 20, 8};
  for (std::size_t i = 0; i < sizes.size(); ++i) send(Side::a, i, sizes[i]);
  ASSERT_TRUE(run_until_received(Side::a, sizes.size()));
  expect_words_in_order(Side::a, sizes.size());
}

TEST_P(DeviceConformance, KeepsTheHeader) {
  Frame frame = frame_from(Side::a, 99);
  frame.message->key = {1, 2};
  frame.message->collection = CollectionId(0x0000000100000002);
  frame.message->priority = -5;
  frame.message->flags = flag_uncounted | flag_wants_reply;
  frame.message->hops = 3;
  ASSERT_EQ(pair->device(Side::a).try_send(frame, 0), SendStatus::sent);
  ASSERT_TRUE(run_until_received(Side::a, 1));
  const Message& message = *pair->received_from(Side::a)[0];
  EXPECT_EQ(message.key, (Key{1, 2}));
  EXPECT_EQ(message.collection, CollectionId(0x0000000100000002));
  EXPECT_EQ(message.priority, -5);
  EXPECT_EQ(message.flags & ~flag_on_wire, flag_uncounted | flag_wants_reply);
  EXPECT_EQ(message.hops, 3);
  EXPECT_EQ(message.destination, DevicePair::pe(Side::b));
}

/// A payload of one int that would be serialized by a device that may not.
struct IntOps : PayloadOps {
  IntOps() {
    wire_size = [](const Message&) { return sizeof(int); };
    marshal = [](const Message&, std::span<std::byte>) { ADD_FAILURE() << "was marshalled"; };
  }
};
const IntOps int_ops;

TEST_P(TypedConformance, HandsOnTypedMessagesInsideAProcessAsTheyAre) {
  Frame frame = frame_from(Side::a, 1);
  frame.message->form = PayloadForm::typed;
  frame.message->ops = &int_ops;
  const Message* message = frame.message.get();
  ASSERT_EQ(pair->device(Side::a).try_send(frame, 0), SendStatus::sent);
  ASSERT_TRUE(run_until_received(Side::a, 1));
  EXPECT_EQ(pair->received_from(Side::a)[0], message);
  EXPECT_EQ(message->form, PayloadForm::typed);
  EXPECT_EQ(message->ops, &int_ops);
}

TEST_P(DeviceConformance, NamesTheSenderOfAFrame) {
  send(Side::a, 0);
  send(Side::b, 0);
  ASSERT_TRUE(pair->run_until(
      [&] { return pair->received_count(Side::a) == 1 && pair->received_count(Side::b) == 1; }));
  for (const Side side : {Side::a, Side::b}) {
    for (const Frame& frame : pair->recorder(other(side)).frames) {
      if (frame.message->source == DevicePair::pe(side)) {
        EXPECT_EQ(frame.peer, pair->process(side));
      }
    }
  }
}

TEST_P(DeviceConformance, DeliversNothingWithoutABudgetAndSendsAllTheSame) {
  constexpr std::size_t count = 4;  // for which the smallest of the stacks has room
  for (std::size_t i = 0; i < count; ++i) {
    Frame frame = frame_from(Side::a, i, 100 * i);
    ASSERT_EQ(pair->device(Side::a).try_send(frame, pair->clock.now_ns()), SendStatus::sent);
    if (!pair->within_process()) pair->step(Side::a, 64);
    pair->step(Side::b, 0);
  }
  if (!pair->within_process()) {
    Frame frame = frame_from(Side::b, 0);
    ASSERT_EQ(pair->device(Side::b).try_send(frame, pair->clock.now_ns()), SendStatus::sent);
    for (int i = 0; i < 1'000'000 && pair->received_count(Side::b) == 0; ++i) {
      pair->step(Side::b, 0);
      pair->step(Side::a, 64);
      pair->clock.advance_by(1000);
    }
    EXPECT_EQ(pair->received_count(Side::b), 1U);
  }
  EXPECT_EQ(pair->received_count(Side::a), 0U);
  ASSERT_TRUE(pair->run_until([&] { return pair->received_count(Side::a) == count; }));
  expect_words_in_order(Side::a, count);
}

TEST_P(TwoEndsConformance, SaysBusyBeforeItHoldsTooMuchForAPeerThatTakesNothing) {
  constexpr std::size_t count_max = 2000;  // 128 MB and more
  std::size_t sent = 0;
  for (int idle = 0; sent < count_max && idle < 2000; pair->clock.advance_by(1000)) {
    Frame frame = frame_from(Side::a, sent, 64 << 10);
    const bool is_sent =
        pair->device(Side::a).try_send(frame, pair->clock.now_ns()) == SendStatus::sent;
    sent += is_sent;
    idle = is_sent ? 0 : idle + 1;
    pair->step(Side::a, 64);
    pair->step(Side::b, 0);
  }
  EXPECT_LT(sent, count_max) << "nothing kept the sender from filling the receiver's memory";
  EXPECT_EQ(pair->received_count(Side::a), 0U);
  ASSERT_TRUE(run_until_received(Side::a, sent));
  expect_words_in_order(Side::a, sent);
}

TEST_P(DeviceConformance, SaysBusyBeforeItHoldsTooMuchAndResumes) {
  constexpr std::size_t count_max = 2000;  // 128 MB and more: nothing holds that much
  constexpr std::size_t payload_bytes = 64 << 10;
  std::size_t sent = 0;
  Frame refused;
  for (; sent < count_max; ++sent) {
    refused = frame_from(Side::a, sent, payload_bytes);
    if (pair->device(Side::a).try_send(refused, 0) != SendStatus::sent) break;
  }
  ASSERT_LT(sent, count_max) << "the device has no bound";
  ASSERT_NE(refused.message, nullptr) << "a frame that was refused is gone";
  ASSERT_TRUE(is_filled(*refused.message));
  EXPECT_TRUE(pair->device(Side::a).holds_frames());
  ASSERT_TRUE(pair->run_until([&] {
    return pair->device(Side::a).try_send(refused, pair->clock.now_ns()) == SendStatus::sent;
  }));
  for (std::size_t i = 0; i < 10; ++i) send(Side::a, sent + 1 + i, payload_bytes);
  ASSERT_TRUE(run_until_received(Side::a, sent + 11));
  expect_words_in_order(Side::a, sent + 11);
}

TEST_P(TwoEndsConformance, WaitsForASlowReceiver) {
  constexpr std::size_t count = 300;
  Random random(4);
  std::size_t sent = 0;
  Frame frame = frame_from(Side::a, 0, random.below(4000));
  for (int steps = 0; steps < 1'000'000 && pair->received_count(Side::a) < count; ++steps) {
    pair->clock.advance_by(1000);
    while (sent < count &&
           pair->device(Side::a).try_send(frame, pair->clock.now_ns()) == SendStatus::sent) {
      if (++sent < count) frame = frame_from(Side::a, sent, random.below(4000));
    }
    pair->step(Side::a, 64);
    if (steps % 20 == 0) pair->step(Side::b, 1);
  }
  expect_words_in_order(Side::a, count);
}

TEST_P(TwoEndsConformance, TellsOnceThatAPeerDiedBehindAllThatItHadSent) {
  expects_loss = true;
  constexpr std::size_t count = 20;
  for (std::size_t i = 0; i < count; ++i) send(Side::a, i, 100);
  ASSERT_TRUE(pair->run_until([&] { return !pair->device(Side::a).holds_frames(); }));
  pair->kill(Side::a);
  Recorder& recorder = pair->recorder(Side::b);
  ASSERT_TRUE(pair->run_until([&] { return !recorder.lost.empty(); }));
  EXPECT_EQ(recorder.frames.size(), count);
  Frame frame = frame_from(Side::b, 1);
  EXPECT_EQ(pair->device(Side::b).try_send(frame, pair->clock.now_ns()), SendStatus::unreachable);
  EXPECT_NE(frame.message, nullptr) << "a frame that was not taken is gone";
  for (int i = 0; i < 1000; ++i) pair->step();
  EXPECT_EQ(recorder.lost, std::vector{pair->process(Side::a)});
}

TEST_P(CarrierConformance, ClosesInTheMiddleOfASendAndLosesNothing) {
  auto* const near = fabric::find_device<fabric::Carrier>(pair->device(Side::a));
  auto* const far = fabric::find_device<fabric::Carrier>(pair->device(Side::b));
  std::size_t sent = 0;
  Frame frame;
  for (; sent < 100; ++sent) {
    frame = frame_from(Side::a, sent, 30'000);
    if (pair->device(Side::a).try_send(frame, 0) != SendStatus::sent) break;
  }
  ASSERT_LT(sent, 100U);
  ASSERT_TRUE(pair->run_until([&] { return !pair->device(Side::a).holds_unsent(); }));
  near->expect_close();
  far->expect_close();
  near->close();
  EXPECT_FALSE(near->is_finished());
  EXPECT_EQ(pair->device(Side::a).try_send(frame, 0), SendStatus::unreachable);
  far->close();
  ASSERT_TRUE(pair->run_until([&] {
    return near->is_finished() && far->is_finished() && pair->received_count(Side::a) == sent;
  }));
  expect_words_in_order(Side::a, sent);
}

TEST_P(DeviceConformance, LeavesAFrameForAStrangerToTheCaller) {
  Frame frame = frame_from(Side::a, 7);
  frame.peer = ProcessId(4711);
  EXPECT_EQ(pair->device(Side::a).try_send(frame, 0), SendStatus::unreachable);
  ASSERT_NE(frame.message, nullptr);
  EXPECT_TRUE(is_filled(*frame.message));
}

TEST_P(DeviceConformance, CallsTheReceiverFromProgressAlone) {
  for (std::size_t i = 0; i < 50; ++i) {
    Frame frame = frame_from(Side::a, i);
    ASSERT_EQ(pair->device(Side::a).try_send(frame, 0), SendStatus::sent);
    ASSERT_TRUE(pair->recorder(Side::b).frames.empty());
  }
  EXPECT_TRUE(run_until_received(Side::a, 50));  // the recorder checks the rest
}

TEST_P(DeviceConformance, HoldsNothingBeforeAndAfter) {
  // Who may have to send again holds frames until it knows that they have come.
  const auto holds_nothing = [&] {
    return !pair->device(Side::a).holds_frames() && !pair->device(Side::b).holds_frames();
  };
  EXPECT_TRUE(pair->run_until(holds_nothing));
  for (std::size_t i = 0; i < 20; ++i) send(Side::a, i, 1000);
  if (pair->within_process()) {
    EXPECT_TRUE(pair->device(Side::a).holds_frames());
  }
  ASSERT_TRUE(run_until_received(Side::a, 20));
  EXPECT_TRUE(pair->run_until(holds_nothing));
}

TEST_P(OneDeviceConformance, HoldsFramesUntilTheLastOneIsDelivered) {
  for (std::size_t i = 0; i < 20; ++i) send(Side::a, i, 1000);
  while (pair->received_count(Side::a) < 20) {
    ASSERT_TRUE(pair->device(Side::a).holds_frames());
    pair->clock.advance_by(1000);
    pair->step(1);
  }
  EXPECT_FALSE(pair->device(Side::a).holds_frames());
}

TEST_P(TimedConformance, IsNeverLateWithItsDeadline) {
  // Progress at deadlines alone moves everything, as a PE that sleeps until them relies on.
  EXPECT_EQ(pair->device(Side::a).deadline_ns(), never_ns) << "there is nothing to do";
  constexpr std::size_t count = 50;
  for (std::size_t i = 0; i < count; ++i) {
    send(Side::a, i);
    send(Side::b, i);
  }
  for (int steps = 0; steps < 1000; ++steps) {
    const TimeNs deadline_ns = pair->device(Side::a).deadline_ns();
    if (deadline_ns == never_ns) break;
    pair->clock.advance_to(std::max(pair->clock.now_ns(), deadline_ns));
    pair->step();
  }
  EXPECT_FALSE(pair->device(Side::a).holds_frames());
  expect_words_in_order(Side::a, count);
  expect_words_in_order(Side::b, count);
}

TEST_P(DeviceConformance, KeepsAboutToItsBudget) {
  constexpr std::size_t count = 60;
  for (std::size_t i = 0; i < count; ++i) send(Side::a, i);
  for (int steps = 0; steps < 200'000 && pair->received_count(Side::a) < count; ++steps) {
    const std::size_t before = pair->received_count(Side::a);
    pair->step(4);
    ASSERT_LE(pair->received_count(Side::a), before + 8);
    pair->clock.advance_by(1000);
  }
  expect_words_in_order(Side::a, count);
}

// As a PE does it: whoever tells of arrivals is asked first, and looked at for nothing only when it
// is due.
TEST_P(DeviceConformance, MovesAllThoughLookedAtOnlyWhenItSaysThatThereIsSomething) {
  const std::vector<std::size_t> sizes = {8, 100'000, 16, 1 << 20, 0, 300, 2 << 20, 8};
  Random random(5);
  std::size_t sent = 0;
  Frame frame = frame_from(Side::a, 0, sizes[0]);
  const auto look_at = [&](Side side) {
    const fabric::Device& device = pair->device(side);
    const bool is_due = pair->clock.now_ns() >= device.deadline_ns();
    if (device.traits().signals_arrivals != fabric::Signals::all || is_due ||
        device.has_arrivals()) {
      pair->step(side, static_cast<int>(1 + random.below(4)));
    }
  };
  for (int idle = 0; idle < 1'000'000 && pair->received_count(Side::a) < sizes.size(); ++idle) {
    while (sent < sizes.size() &&
           pair->device(Side::a).try_send(frame, pair->clock.now_ns()) == SendStatus::sent) {
      if (++sent < sizes.size()) frame = frame_from(Side::a, sent, sizes[sent]);
    }
    look_at(Side::a);
    if (!pair->within_process()) look_at(Side::b);
    pair->clock.advance_by(1000);
  }
  expect_words_in_order(Side::a, sizes.size());
}

TEST_P(DeviceConformance, SaysTheSameAboutItselfAlways) {
  const fabric::Traits traits = pair->device(Side::a).traits();
  for (std::size_t i = 0; i < 10; ++i) {
    send(Side::a, i);
    EXPECT_EQ(pair->device(Side::a).traits(), traits);
    pair->step();
  }
  ASSERT_TRUE(run_until_received(Side::a, 10));
  EXPECT_EQ(pair->device(Side::a).traits(), traits);
}

TEST_P(DeviceConformance, DoesNothingWhenNothingIsToDo) {
  send(Side::a, 0);
  ASSERT_TRUE(run_until_received(Side::a, 1));
  for (int i = 0; i < 100; ++i) {
    pair->clock.advance_by(1'000'000);
    EXPECT_EQ(pair->step(), 0);
  }
  EXPECT_EQ(pair->recorder(Side::b).frames.size(), 1u);
}

using LargeFrames = DeviceConformance;

TEST_P(LargeFrames, ComeIntact) {
  constexpr std::size_t count = 2;
  for (std::size_t i = 0; i < count; ++i) send(Side::a, i, (std::size_t{64} << 20) - i * 12345);
  ASSERT_TRUE(run_until_received(Side::a, count));
  expect_words_in_order(Side::a, count);
}

std::vector<PairKind> pairs_that(const std::function<bool(const PairKind&)>& suit) {
  std::vector<PairKind> pairs = all_pairs();
  std::erase_if(pairs, [&](const PairKind& kind) { return !suit(kind); });
  return pairs;
}

bool is_one_device(const PairKind& kind) { return kind.between == PairKind::Between::nothing; }

bool is_typed(const PairKind& kind) {
  return is_one_device(kind) && !kind.make()->device(Side::a).traits().needs_bytes;
}
bool is_timed(const PairKind& kind) {
  return kind.between != PairKind::Between::carriers &&
         !kind.make()->device(Side::a).traits().needs_polling;
}
bool has_two_ends(const PairKind& kind) { return !is_one_device(kind); }
bool has_carriers(const PairKind& kind) { return kind.between == PairKind::Between::carriers; }

constexpr auto name_of = [](const auto& test) { return test.param.name; };

INSTANTIATE_TEST_SUITE_P(Chains, LargeFrames, ::testing::ValuesIn(real_chains()), name_of);
INSTANTIATE_TEST_SUITE_P(Stacks, DeviceConformance, ::testing::ValuesIn(all_pairs()), name_of);
INSTANTIATE_TEST_SUITE_P(Stacks, OneDeviceConformance,
                         ::testing::ValuesIn(pairs_that(is_one_device)), name_of);
INSTANTIATE_TEST_SUITE_P(Stacks, TypedConformance, ::testing::ValuesIn(pairs_that(is_typed)),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Stacks, TimedConformance, ::testing::ValuesIn(pairs_that(is_timed)),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Stacks, TwoEndsConformance, ::testing::ValuesIn(pairs_that(has_two_ends)),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Stacks, CarrierConformance, ::testing::ValuesIn(pairs_that(has_carriers)),
                         name_of);
// The programs of optional carriers have none within a process.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(OneDeviceConformance);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(TypedConformance);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(TimedConformance);

}  // namespace
}  // namespace isthmus::engine::conformance
