#include "isthmus/fabric/chain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "isthmus/fabric/bundle.hpp"
#include "isthmus/fabric/carrier/local.hpp"
#include "isthmus/fabric/filter/delay.hpp"
#include "isthmus/fabric/memory_pair.hpp"
#include "isthmus/fabric/test_device.hpp"
#include "isthmus/message/payload.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

constexpr ProcessId self(0);
constexpr ProcessId far(1);
constexpr ProcessId farther(2);
constexpr TimeNs ms = 1'000'000;

/// What a ScriptedDevice does next and what it saw; outlives the device.
struct Script {
  bool polling = true;
  bool bytes = false;
  bool pieces = false;
  bool lands = false;
  const Regions* places = nullptr;  // as last told
  bool telling = false;
  bool arrived = false;
  int asleep = 0;
  bool may_sleep = true;
  TimeNs deadline_ns = never_ns;
  std::optional<TimeNs> wake_ns;           // the deadline, where there is none
  std::map<ProcessId, SendStatus> status;  // `sent` for the others
  std::vector<std::uint64_t> taken;
  std::vector<PayloadForm> forms;
  std::vector<ProcessId> losing;  // told in the next progress
  int progress_calls = 0;
  int budget = -1;  // of the last one
  int events = 0;   // what progress returns
};

class ScriptedDevice final : public Device {
 public:
  explicit ScriptedDevice(Script& script) : script_(script) {}
  void attach(Receiver& above) override { above_ = &above; }
  SendStatus try_send(Frame& frame, TimeNs) override {
    const auto status = script_.status.find(frame.peer);
    if (status != script_.status.end() && status->second != SendStatus::sent) {
      return status->second;
    }
    script_.taken.push_back(frame.message->word);
    script_.forms.push_back(frame.message->form);
    frame.message.reset();
    return SendStatus::sent;
  }
  int progress(TimeNs, int budget) override {
    ++script_.progress_calls;
    script_.budget = budget;
    for (const ProcessId peer : std::exchange(script_.losing, {})) {
      above_->peer_lost(peer, Error{ErrorCode::unreachable, "reset"});
    }
    return script_.events;
  }
  TimeNs deadline_ns() const override { return script_.deadline_ns; }
  TimeNs wake_ns() const override { return script_.wake_ns.value_or(script_.deadline_ns); }
  Traits traits() const override {
    return {.needs_polling = script_.polling,
            .signals_arrivals = script_.telling ? Signals::all : Signals::none,
            .needs_bytes = script_.bytes,
            .takes_pieces = script_.pieces,
            .lands = script_.lands};
  }
  bool has_arrivals() const override { return script_.arrived; }
  bool fall_asleep() override {
    script_.asleep += script_.may_sleep;
    return script_.may_sleep;
  }
  void wake_up() override { --script_.asleep; }
  void land_in(const Regions& places) override { script_.places = &places; }
  bool holds_frames() const override { return false; }

 private:
  Script& script_;
  Receiver* above_ = nullptr;
};

class ChainTest : public ::testing::Test {
 protected:
  Chain& chain() {
    if (!chain_) {
      chain_.emplace(std::make_unique<ScriptedDevice>(script), self, receiver, counters);
    }
    return *chain_;
  }
  void send(std::uint64_t word, ProcessId peer = far) {
    chain().send({bytes_message(pool, word), peer}, now_ns, pool);
  }

  Pool pool;
  RecordingReceiver receiver;
  trace::LinkCounters counters;
  Script script;
  TimeNs now_ns = 0;

 private:
  std::optional<Chain> chain_;
};

/// A payload of one int that counts how often it is serialized.
struct IntOps : PayloadOps {
  IntOps() {
    wire_size = [](const Message&) { return sizeof(int); };
    marshal = [](const Message& message, std::span<std::byte> to) {
      std::memcpy(to.data(), message.payload(), sizeof(int));
    };
  }
};
const IntOps int_ops;

MessagePtr typed_message(Pool& pool) {
  MessagePtr message = pool.acquire(64);
  message->form = PayloadForm::typed;
  message->ops = &int_ops;
  return message;
}

TEST_F(ChainTest, LeavesMessagesTypedInsideTheProcess) {
  chain().send({typed_message(pool), self}, 0, pool);
  EXPECT_THAT(script.forms, ElementsAre(PayloadForm::typed));
}

TEST_F(ChainTest, MarshalsWhatLeavesTheProcess) {
  chain().send({typed_message(pool), far}, 0, pool);
  EXPECT_THAT(script.forms, ElementsAre(PayloadForm::bytes));
  EXPECT_EQ(counters.bytes_sent.value(), sizeof(Message) + sizeof(int));
}

TEST_F(ChainTest, WritesTheEpochOfItsMembersOnWhatItSends) {
  const WireLimits limits{.payload_bytes_max = 100, .pe_count = 4, .handler_count = 1, .epoch = 18};
  auto [near_end, far_end] = MemoryEnd::pair();
  std::vector<unsigned> epochs;
  near_end->set_tamper([&](const Message& message) { epochs.push_back(message.epoch); });
  Chain chain(std::move(near_end), self, receiver, counters, {.limits = limits});
  MessagePtr forwarded = bytes_message(pool, 1);
  forwarded->epoch = 1;  // as it came, in an earlier one
  forwarded->hops = Message::hops_max;
  chain.send({std::move(forwarded), far}, 0, pool);
  EXPECT_THAT(epochs, ElementsAre(2));
}

TEST_F(ChainTest, TakesBundlesApart) {
  Chain direct(std::make_unique<LocalCarrier>(self, 16), self, receiver, counters,
               {.limits = {.payload_bytes_max = 100, .pe_count = 1, .handler_count = 1}});
  BundleWriter writer;
  for (const std::uint64_t word : {7, 8, 9}) writer.add(*bytes_message(pool, word), 0, pool);
  direct.send({writer.take(), self}, 0, pool);
  direct.poll(1, true, pool);
  EXPECT_THAT(receiver.words, ElementsAre(7, 8, 9));
  EXPECT_EQ(counters.frames_received.value(), 1U);
}

TEST_F(ChainTest, LosesAPeerWhoseBundleIsNone) {
  Chain direct(std::make_unique<LocalCarrier>(self, 16), self, receiver, counters,
               {.limits = {.payload_bytes_max = 100, .pe_count = 1, .handler_count = 1}});
  MessagePtr bundle = bytes_message(pool, 0, 3);
  std::memset(bundle->payload(), 0xff, 3);
  bundle->flags |= flag_bundle;
  direct.send({std::move(bundle), self}, 0, pool);
  for (TimeNs at_ns = 1; at_ns < 5; ++at_ns) direct.poll(at_ns, true, pool);
  ASSERT_EQ(receiver.lost.size(), 1U);
  EXPECT_THAT(receiver.lost[0].second, ::testing::HasSubstr("bundle with half a message"));
  EXPECT_EQ(pool.outstanding(), 0);
}

TEST_F(ChainTest, MarshalsWhereADeviceNeedsBytes) {
  script.bytes = true;
  chain().send({typed_message(pool), self}, 0, pool);
  EXPECT_THAT(script.forms, ElementsAre(PayloadForm::bytes));
}

TEST_F(ChainTest, FlattensWhatIsLentForDevicesThatWantItInOnePlace) {
  const std::vector<double> values(10, 1.0);
  chain().send({lent_message(pool, std::span<const double>(values)), far}, 0, pool);
  EXPECT_THAT(script.forms, ElementsAre(PayloadForm::bytes));
}

TEST_F(ChainTest, LeavesPiecesToDevicesThatTakeThem) {
  const std::vector<double> values(10, 1.0);
  script.pieces = true;
  chain().send({lent_message(pool, std::span<const double>(values)), far}, 0, pool);
  EXPECT_THAT(script.forms, ElementsAre(PayloadForm::pieces));
  EXPECT_EQ(counters.bytes_sent.value(), sizeof(Message) + count_bytes + 10 * sizeof(double));
}

/// A filter whose author has not thought of zero-copy.
class PlainFilter final : public Filter {
 public:
  using Filter::Filter;
  SendStatus try_send(Frame& frame, TimeNs now_ns) override {
    ++sent;
    return below().try_send(frame, now_ns);
  }
  int sent = 0;
};

TEST_F(ChainTest, KeepsZeroCopyUnderAFilterThatDoesNotSpeakOfIt) {
  const std::vector<double> values(10, 1.0);
  script.pieces = script.lands = true;
  const Regions places;
  auto filter = std::make_unique<PlainFilter>(std::make_unique<ScriptedDevice>(script));
  const PlainFilter& plain = *filter;
  Chain chain(std::move(filter), self, receiver, counters, {.regions = &places});
  chain.send({lent_message(pool, std::span<const double>(values)), far}, 0, pool);
  EXPECT_EQ(plain.sent, 1);
  EXPECT_THAT(script.forms, ElementsAre(PayloadForm::pieces));
  EXPECT_EQ(script.places, &places);
}

TEST_F(ChainTest, LetsNothingLandThatAFilterHoldsBack) {
  script.lands = true;
  const Regions places;
  auto delay = std::make_unique<DelayFilter>(std::make_unique<ScriptedDevice>(script),
                                             DelayOptions{.latency_ns = ms}, nullptr);
  const Chain chain(std::move(delay), self, receiver, counters, {.regions = &places});
  EXPECT_NE(script.places, &places);
}

TEST_F(ChainTest, FlattensWhatIsLentBeforeItWaitsForABusyPeer) {
  script.pieces = true;
  script.status[far] = SendStatus::busy;
  std::vector<double> values(10, 1.0);
  for (int i = 0; i < 2; ++i)
    chain().send({lent_message(pool, std::span<const double>(values)), far}, 0, pool);
  values = {};
  script.status.clear();
  chain().poll(1, true, pool);
  EXPECT_THAT(script.forms, ElementsAre(PayloadForm::bytes, PayloadForm::bytes));
}

TEST_F(ChainTest, QueuesForABusyPeerAndKeepsTheOrder) {
  script.status[far] = SendStatus::busy;
  send(1);
  send(2);
  EXPECT_TRUE(script.taken.empty());
  EXPECT_TRUE(chain().holds_frames());
  script.status[far] = SendStatus::sent;
  send(3);  // behind the two that wait
  EXPECT_TRUE(script.taken.empty());
  EXPECT_EQ(chain().poll(now_ns, true, pool), 3);
  EXPECT_THAT(script.taken, ElementsAre(1, 2, 3));
  EXPECT_FALSE(chain().holds_frames());
  EXPECT_EQ(counters.frames_busy.value(), 3u);
  EXPECT_EQ(counters.frames_sent.value(), 3u);
  send(4);
  EXPECT_THAT(script.taken, ElementsAre(1, 2, 3, 4));
}

TEST_F(ChainTest, LetsOtherPeersPassABusyOne) {
  script.status[far] = SendStatus::busy;
  send(1, far);
  send(2, farther);
  chain().poll(now_ns, true, pool);
  EXPECT_THAT(script.taken, ElementsAre(2));
}

TEST_F(ChainTest, TellsOfAnUnreachablePeerOnceAndFromPollAlone) {
  script.status[far] = SendStatus::unreachable;
  send(1);
  send(2);
  EXPECT_TRUE(receiver.lost.empty());
  EXPECT_EQ(chain().deadline_ns(), 0);
  chain().poll(now_ns, false, pool);
  chain().poll(now_ns, true, pool);
  EXPECT_THAT(receiver.lost, ElementsAre(Pair(far, "process 1 cannot be reached")));
  EXPECT_EQ(counters.frames_discarded.value(), 2u);
  EXPECT_EQ(counters.peers_lost.value(), 1u);
  send(3, farther);
  EXPECT_THAT(script.taken, ElementsAre(3));
}

TEST_F(ChainTest, DropsWhatWaitsForALostPeer) {
  script.status[far] = SendStatus::busy;
  send(1);
  send(2);
  script.losing = {far};
  chain().poll(now_ns, true, pool);
  EXPECT_THAT(receiver.lost, ElementsAre(Pair(far, "reset")));
  EXPECT_FALSE(chain().holds_frames());
  EXPECT_EQ(counters.frames_discarded.value(), 2u);
  script.status[far] = SendStatus::unreachable;
  send(3);
  chain().poll(now_ns, true, pool);
  EXPECT_EQ(receiver.lost.size(), 1u);
  EXPECT_EQ(counters.frames_discarded.value(), 3u);
}

TEST_F(ChainTest, LosesAPeerThatIsFoundUnreachableWhileItsFramesWait) {
  script.status[far] = SendStatus::busy;
  send(1);
  send(2);
  script.status[far] = SendStatus::unreachable;
  chain().poll(now_ns, true, pool);
  EXPECT_EQ(receiver.lost.size(), 1u);
  EXPECT_EQ(counters.frames_discarded.value(), 2u);
  EXPECT_FALSE(chain().holds_frames());
}

TEST_F(ChainTest, TellsOfAPeerOnceThoughItIsLostInManyWays) {
  script.losing = {far, far};
  chain().poll(now_ns, true, pool);
  script.status[far] = SendStatus::unreachable;
  send(1);
  script.losing = {far};
  chain().poll(now_ns, true, pool);
  EXPECT_THAT(receiver.lost, ElementsAre(Pair(far, "reset")));
  EXPECT_EQ(counters.peers_lost.value(), 1u);
}

TEST_F(ChainTest, IsDueWhenTheBusyDeviceOfThisProcessIs) {
  script.polling = false;
  script.status[self] = SendStatus::busy;
  script.deadline_ns = 0;
  send(1, self);
  EXPECT_EQ(chain().deadline_ns(), 0);
  script.status[self] = SendStatus::sent;
  script.deadline_ns = never_ns;
  EXPECT_EQ(chain().poll(now_ns, false, pool), 1);
  EXPECT_THAT(script.taken, ElementsAre(1));
  EXPECT_EQ(chain().deadline_ns(), never_ns);
}

TEST_F(ChainTest, SendsAtOnceWhatWaitedForADeviceOfThisProcessThatHasRoomAgain) {
  Chain direct(std::make_unique<LocalCarrier>(self, 1), self, receiver, counters);
  for (const std::uint64_t word : {1, 2, 3}) {
    direct.send({bytes_message(pool, word), self}, now_ns, pool);
  }
  for (int i = 0; i < 5 && direct.deadline_ns() != never_ns; ++i) direct.poll(now_ns, false, pool);
  EXPECT_THAT(receiver.words, ElementsAre(1, 2, 3));
  EXPECT_FALSE(direct.holds_frames());
}

TEST_F(ChainTest, TouchesNoDeviceWhenNothingCanBeDue) {
  script.polling = false;
  script.deadline_ns = 5 * ms;
  chain();
  for (now_ns = 0; now_ns < 5 * ms; now_ns += ms) {
    EXPECT_EQ(chain().poll(now_ns, true, pool), 0);
    EXPECT_EQ(chain().poll(now_ns, false, pool), 0);
  }
  EXPECT_EQ(script.progress_calls, 0);
  chain().poll(5 * ms, false, pool);
  EXPECT_EQ(script.progress_calls, 1);
}

TEST_F(ChainTest, WakesNobodyForWhatTheDeviceWakesFor) {
  script.deadline_ns = 5 * ms;
  script.wake_ns = 7 * ms;
  EXPECT_EQ(chain().deadline_ns(), 7 * ms);
  chain().poll(5 * ms - 1000, false, pool);
  const int calls = script.progress_calls;
  chain().poll(5 * ms, false, pool);
  EXPECT_EQ(script.progress_calls, calls + 1) << "what is due is due for a PE that is awake";
}

TEST_F(ChainTest, PollsSocketsRarelyWhileThePeIsBusy) {
  for (now_ns = 0; now_ns < 100'000; now_ns += 1000) chain().poll(now_ns, false, pool);
  EXPECT_EQ(script.progress_calls, 5);  // at 0, 20, 40, 60 and 80 us
}

TEST_F(ChainTest, PollsSocketsAtEveryCallWhileThePeIsIdle) {
  for (now_ns = 0; now_ns < 100'000; now_ns += 1000) chain().poll(now_ns, true, pool);
  EXPECT_EQ(script.progress_calls, 100);
}

TEST_F(ChainTest, PollsDevicesThatTellWhenTheyTell) {
  script.telling = true;
  for (now_ns = 0; now_ns < 100'000; now_ns += 1000) chain().poll(now_ns, true, pool);
  EXPECT_EQ(script.progress_calls, 0);
  EXPECT_FALSE(chain().has_arrivals());
  script.arrived = true;
  EXPECT_TRUE(chain().has_arrivals());
  for (int i = 0; i < 10; ++i) chain().poll(now_ns, false, pool);
  EXPECT_EQ(script.progress_calls, 10) << "a busy PE, too: a look costs next to nothing";
}

TEST_F(ChainTest, PollsDevicesThatTellAtTheirDeadline) {
  script.telling = true;
  script.deadline_ns = 5 * ms;
  chain().poll(5 * ms - 1, true, pool);
  EXPECT_EQ(script.progress_calls, 0);
  chain().poll(5 * ms, false, pool);
  EXPECT_EQ(script.progress_calls, 1);
}

TEST_F(ChainTest, OffersABacklogAgainAtEachPollWhereNobodyTellsOfRoom) {
  script.telling = true;
  script.status[far] = SendStatus::busy;
  send(1);
  script.status.clear();
  chain().poll(now_ns, false, pool);
  EXPECT_THAT(script.taken, ElementsAre(1));
}

TEST_F(ChainTest, LetsAPeSleepWhenItsDevicesDo) {
  EXPECT_TRUE(chain().fall_asleep());
  EXPECT_EQ(script.asleep, 1);
  chain().wake_up();
  EXPECT_EQ(script.asleep, 0);
  script.may_sleep = false;
  EXPECT_FALSE(chain().fall_asleep());
}

TEST_F(ChainTest, PollsAgainAtOnceWhenTheBudgetWasUsedUp) {
  script.events = 8;
  for (now_ns = 0; now_ns < 10; ++now_ns) chain().poll(now_ns, false, pool, 8);
  EXPECT_EQ(script.progress_calls, 10);
}

TEST_F(ChainTest, DoesNotSpinOnABusySocketWhileThePeIsBusy) {
  script.status[far] = SendStatus::busy;
  send(1);
  for (now_ns = 0; now_ns < 40'000; now_ns += 1000) chain().poll(now_ns, false, pool);
  EXPECT_EQ(script.progress_calls, 2);
}

/// A chain inside one process, over an emulated link.
class DelayedChainTest : public ::testing::Test {
 protected:
  DelayedChainTest()
      : chain(std::make_unique<DelayFilter>(std::make_unique<LocalCarrier>(self, 4),
                                            DelayOptions{.latency_ns = ms}, nullptr),
              self, receiver, counters) {}

  bool send(std::uint64_t word, TimeNs now_ns) {
    return chain.send({bytes_message(pool, word), self}, now_ns, pool);
  }

  Pool pool;
  RecordingReceiver receiver;
  trace::LinkCounters counters;
  Chain chain;
};

TEST_F(DelayedChainTest, CountsTheLatencyFromTheSendThoughNobodyPolls) {
  send(1, 100);
  EXPECT_EQ(chain.deadline_ns(), 100 + ms);
  EXPECT_EQ(chain.poll(100 + ms - 1, true, pool), 0);
  EXPECT_EQ(chain.poll(100 + ms, false, pool), 1);
  EXPECT_THAT(receiver.words, ElementsAre(1));
  EXPECT_EQ(chain.deadline_ns(), never_ns);
  EXPECT_EQ(counters.frames_received.value(), 1u);
  EXPECT_EQ(counters.bytes_received.value(), sizeof(Message));
}

TEST_F(DelayedChainTest, SaysWhenASleeperMustWakeEarlier) {
  EXPECT_TRUE(send(1, 100));
  EXPECT_FALSE(send(2, 200));
  chain.poll(200 + ms, true, pool);
  EXPECT_TRUE(send(3, 300 + ms));
}

TEST(Chain, TakesSendsAndPollsOfAllPesAtOnce) {
  constexpr int thread_count = 3;
  constexpr std::uint64_t messages_each = 3000;
  struct CountingReceiver final : Receiver {
    void deliver(Frame frame) override {
      const std::uint32_t source = frame.message->source.value;
      in_order = in_order && frame.message->word == next[source];
      ++next[source];
    }
    void peer_lost(ProcessId, Error) override { in_order = false; }
    std::array<std::uint64_t, thread_count> next{};
    bool in_order = true;
  } receiver;
  trace::LinkCounters counters;
  Chain chain(std::make_unique<DelayFilter>(std::make_unique<LocalCarrier>(self, 8),
                                            DelayOptions{.latency_ns = 50}, nullptr),
              self, receiver, counters);
  std::vector<std::thread> pes;
  for (std::uint32_t pe = 0; pe < thread_count; ++pe) {
    pes.emplace_back([&chain, pe] {
      Pool pool;
      for (std::uint64_t word = 0; word < messages_each; ++word) {
        const auto now_ns = static_cast<TimeNs>(word * 10);
        chain.send({bytes_message(pool, word, 0, PeId(pe)), self}, now_ns, pool);
        chain.poll(now_ns, word % 2 == 0, pool);
      }
    });
  }
  for (std::thread& pe : pes) pe.join();
  Pool last_pool;
  while (chain.holds_frames()) {
    chain.poll(static_cast<TimeNs>(messages_each * 20), true, last_pool);
  }
  EXPECT_TRUE(receiver.in_order);
  EXPECT_THAT(receiver.next, ::testing::Each(messages_each));
}

/// Of a chain that is overfull with more than three small frames, and whose peer has no room.
class FullChainTest : public ::testing::Test {
 protected:
  FullChainTest() { script.status = {{far, SendStatus::busy}}; }
  void send(std::uint64_t word, ProcessId peer = far) {
    chain.send({bytes_message(pool, word), peer}, 0, pool);
  }

  static constexpr std::size_t frame_bytes = sizeof(Message);
  Pool pool;
  RecordingReceiver receiver;
  trace::LinkCounters counters;
  Script script;
  std::vector<bool> told;
  Chain chain{std::make_unique<ScriptedDevice>(script), self, receiver, counters,
              Chain::Options{.backlog_bytes_max = 3 * frame_bytes,
                             .overfull_changed = [this](bool is) { told.push_back(is); }}};
};

TEST_F(FullChainTest, TellsWhenMoreWaitsForRoomThanShallAndWhenHalfOfThatIsLeft) {
  for (std::uint64_t word = 1; word <= 3; ++word) send(word);
  EXPECT_EQ(chain.backlog_bytes(), 3 * frame_bytes);
  EXPECT_THAT(told, ElementsAre());
  send(4);
  send(5);
  EXPECT_THAT(told, ElementsAre(true));
  send(6, farther);
  EXPECT_EQ(chain.backlog_bytes(), 5 * frame_bytes) << "that one has gone";

  script.status = {};
  chain.poll(0, true, pool);
  EXPECT_THAT(told, ElementsAre(true, false));
  EXPECT_EQ(chain.backlog_bytes(), 0U);
  EXPECT_THAT(script.taken, ElementsAre(6, 1, 2, 3, 4, 5));
}

TEST_F(FullChainTest, HasRoomForPeersForWhomNothingWaits) {
  EXPECT_TRUE(chain.has_room(far));
  send(1);
  EXPECT_FALSE(chain.has_room(far));
  EXPECT_TRUE(chain.has_room(farther));
  script.status = {};
  chain.poll(0, true, pool);
  EXPECT_TRUE(chain.has_room(far));
}

TEST_F(FullChainTest, IsOverfullNoLongerWhenThePeerIsLost) {
  for (std::uint64_t word = 1; word <= 4; ++word) send(word);
  script.losing = {far};
  chain.poll(0, true, pool);
  EXPECT_THAT(told, ElementsAre(true, false));
  EXPECT_EQ(chain.backlog_bytes(), 0U);
}

TEST_F(FullChainTest, SendsWhatWaitsWhileNothingIsToBeTaken) {
  send(1);
  script.status = {};
  chain.poll(0, true, pool, Chain::sends_only);
  EXPECT_EQ(script.budget, 0);
  EXPECT_THAT(script.taken, ElementsAre(1));
}

TEST_F(ChainTest, TakesSoManyBundlesAsHoldTheMessagesOfABudget) {
  auto [end, other_end] = MemoryEnd::pair();
  const WireLimits limits{.payload_bytes_max = 1000, .pe_count = 8, .handler_count = 10};
  Chain over_memory(std::move(end), ProcessId(0), receiver, counters, {.limits = limits});
  RecordingReceiver unused;
  other_end->attach(unused);
  const auto send_bundles = [&](int count) {
    for (int i = 0; i < count; ++i) {
      BundleWriter bundle;
      for (int j = 0; j < 16; ++j) bundle.add(*bytes_message(pool, 1), 0, pool);
      Frame frame{bundle.take(), ProcessId(0)};
      frame.message->flags |= flag_on_wire;
      ASSERT_EQ(other_end->try_send(frame, 0), SendStatus::sent);
    }
  };
  send_bundles(2);
  over_memory.poll(0, true, pool);
  EXPECT_EQ(receiver.frames.size(), 32U);
  send_bundles(10);
  over_memory.poll(0, true, pool);
  EXPECT_EQ(receiver.frames.size(), 32U + 64U);
  while (receiver.frames.size() < 12 * 16) over_memory.poll(0, true, pool);
  // A frame of one message in between makes it forget a quarter.
  Frame plain{bytes_message(pool, 1), ProcessId(0)};
  ASSERT_EQ(other_end->try_send(plain, 0), SendStatus::sent);
  over_memory.poll(0, true, pool);
  const std::size_t before = receiver.frames.size();
  send_bundles(10);
  over_memory.poll(0, true, pool);
  EXPECT_EQ(receiver.frames.size(), before + 64 / 12 * 16);
}

TEST_F(ChainTest, LosesAPeerWhoseChainHasAFilterMore) {
  auto [end, other_end] = MemoryEnd::pair();
  Chain over_memory(std::move(end), ProcessId(0), receiver, counters);
  RecordingReceiver unused;
  other_end->attach(unused);
  MessagePtr message = bytes_message(pool, 1);
  message->flags |= rewritten_flag(2);
  Frame frame{std::move(message), ProcessId(0)};
  ASSERT_EQ(other_end->try_send(frame, 0), SendStatus::sent);
  over_memory.poll(0, true, pool);
  EXPECT_TRUE(receiver.frames.empty());
  ASSERT_EQ(receiver.lost.size(), 1u);
  EXPECT_EQ(receiver.lost[0].second,
            "process 1: a frame from a filter that the chain here does not have");
}

}  // namespace
}  // namespace isthmus::engine::fabric
