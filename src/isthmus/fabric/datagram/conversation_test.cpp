#include "isthmus/fabric/datagram/conversation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/datagram/test_way.hpp"
#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric::datagram {
namespace {

using ::testing::HasSubstr;

constexpr WireLimits limits{std::uint32_t{16} << 20, 4, 4};
constexpr TimeNs ms = 1'000'000;
constexpr TimeNs second = 1'000'000'000;
constexpr std::size_t datagram_bytes = 1400;

void fill(std::span<std::byte> bytes, std::uint64_t seed) {
  Random random(seed);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.next());
}

/// A sender, a receiver, and what each has sent or got.
struct Flow {
  Flow(unsigned number, std::size_t window_bytes, Pool& its_pool) : pool(its_pool) {
    ConversationOptions options{.own_token = 100 + number,
                                .peer_token = 200 + number,
                                .datagram_bytes = datagram_bytes,
                                .peer_datagram_bytes = datagram_bytes,
                                .window_bytes = window_bytes,
                                .peer_window_bytes = window_bytes,
                                .limits = limits};
    ends[0] = std::make_unique<Conversation>(options);
    std::swap(options.own_token, options.peer_token);
    ends[1] = std::make_unique<Conversation>(options);
  }
  ~Flow() {
    for (auto& end : ends) end->drop(pool);
  }

  bool push(std::size_t payload_bytes) {
    if (!ends[0]->has_room(header_bytes + payload_bytes)) return false;
    MessagePtr message = bytes_message(pool, pushed, payload_bytes);
    fill({message->payload(), payload_bytes}, pushed);
    ends[0]->push(std::move(message));
    ++pushed;
    return true;
  }

  Pool& pool;
  std::unique_ptr<Conversation> ends[2];
  std::uint64_t pushed = 0;
  std::vector<std::uint64_t> words;  // in the order in which they came
  std::uint64_t bytes_got = 0;
  bool takes = true;  // what has come
};

/// Flows that share a way there, and one back, in virtual time.
class World {
 public:
  World(const TestWayOptions& there, const TestWayOptions& back, std::uint64_t seed)
      : ways{{there, Random::mix(seed)}, {back, Random::mix(seed + 1)}} {}

  Flow& add(std::size_t window_bytes = std::size_t{8} << 20) {
    flows.push_back(
        std::make_unique<Flow>(static_cast<unsigned>(flows.size()), window_bytes, pool));
    return *flows.back();
  }

  /// Until `done`, or until so much time has passed: then false.
  template <class Done>
  bool run_until(TimeNs end_ns, Done&& done) {
    while (true) {
      for (int side = 0; side < 2; ++side) deliver(side);
      for (auto& flow : flows) {
        for (int side = 0; side < 2; ++side) step(*flow, side);
      }
      if (done()) return true;
      TimeNs next_ns = std::min(ways[0].due_ns(), ways[1].due_ns());
      for (auto& flow : flows) {
        for (auto& end : flow->ends) next_ns = std::min(next_ns, end->deadline_ns());
      }
      if (next_ns > end_ns) {
        now_ns = end_ns;
        return false;
      }
      now_ns = std::max(next_ns, now_ns + 1);
    }
  }

  Pool pool;
  TimeNs now_ns = 0;
  TestWay ways[2];
  std::vector<std::unique_ptr<Flow>> flows;
  std::string error;

 private:
  void deliver(int side) {
    while (auto datagram = ways[side].receive(now_ns)) {
      Flow& flow = *flows[datagram->to];
      const auto taken = flow.ends[1 - side]->take(datagram->bytes, now_ns, pool);
      if (!taken) error = taken.error().text();
    }
  }

  void step(Flow& flow, int side) {
    Conversation& end = *flow.ends[side];
    end.attend(now_ns);
    while (flow.takes && end.has_ready()) {
      MessagePtr message = end.take_ready(now_ns);
      std::vector<std::byte> expected(message->payload_bytes);
      fill(expected, message->word);
      EXPECT_TRUE(std::ranges::equal(expected, message->payload_span()))
          << "frame " << message->word << " is damaged";
      flow.words.push_back(message->word);
      flow.bytes_got += message->payload_bytes;
      pool.release(std::move(message));
    }
    std::vector<std::byte> datagram(datagram_bytes);
    while (const std::size_t bytes = end.write(datagram, now_ns)) {
      ways[side].send(std::span(datagram).first(bytes), now_ns,
                      static_cast<unsigned>(flow_index(flow)));
    }
  }

  std::size_t flow_index(const Flow& flow) const {
    for (std::size_t i = 0; i < flows.size(); ++i) {
      if (flows[i].get() == &flow) return i;
    }
    return 0;
  }
};

void expect_each_once(const Flow& flow) {
  const std::set<std::uint64_t> distinct(flow.words.begin(), flow.words.end());
  EXPECT_EQ(distinct.size(), flow.words.size()) << "a frame came twice";
  EXPECT_EQ(flow.words.size(), flow.pushed) << "a frame did not come";
}

TEST(Conversation, CarriesFramesOfAllSizesOnceOverAWayThatKeepsNothing) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const TestWayOptions bad{
        .latency_ns = 2 * ms, .jitter_ns = 4 * ms, .lost = 0.1, .doubled = 0.1, .damaged = 0.02};
    World world(bad, bad, seed);
    Flow& flow = world.add();
    Random random(seed);
    for (int i = 0; i < 300; ++i) flow.push(random.below(1 << random.below(18)));
    flow.ends[0]->end();
    flow.ends[1]->end();
    EXPECT_TRUE(world.run_until(600 * second, [&] {
      return flow.ends[0]->has_ended() && flow.ends[1]->peer_has_ended() &&
             flow.ends[1]->has_ended() && flow.ends[0]->peer_has_ended();
    }));
    EXPECT_EQ(world.error, "");
    expect_each_once(flow);
    EXPECT_GT(flow.ends[1]->counts().strangers, 0U) << "what is damaged is nobody's";
    EXPECT_GT(flow.ends[1]->counts().doubles, 0U);
  }
}

TEST(Conversation, HandsFramesUpAsTheyAreWholeAndNotInOrder) {
  World world({.latency_ns = ms, .jitter_ns = 5 * ms}, {.latency_ns = ms}, 3);
  Flow& flow = world.add();
  for (int i = 0; i < 200; ++i) flow.push(1000);
  ASSERT_TRUE(world.run_until(60 * second, [&] { return flow.words.size() == 200; }));
  expect_each_once(flow);
  EXPECT_FALSE(std::ranges::is_sorted(flow.words));
}

TEST(Conversation, FillsALineWhoseRoundTripIsLong) {
  constexpr double bytes_per_s = 12.5e6;  // 100 Mb/s
  const TestWayOptions line{
      .latency_ns = 25 * ms, .bytes_per_s = bytes_per_s, .queue_bytes = 625'000};
  World world(line, {.latency_ns = 25 * ms}, 1);
  Flow& flow = world.add();
  const auto keep_pushing = [&] {
    while (flow.push(60'000)) {
    }
    return false;
  };
  world.run_until(5 * second, keep_pushing);
  const std::uint64_t before = flow.bytes_got;
  world.run_until(20 * second, keep_pushing);
  const double share = static_cast<double>(flow.bytes_got - before) / (15 * bytes_per_s);
  EXPECT_GT(share, 0.75);
  const double waste = static_cast<double>(flow.ends[0]->counts().datagrams_lost) /
                       static_cast<double>(flow.ends[0]->counts().datagrams_sent);
  EXPECT_LT(waste, 0.05);
  EXPECT_LT(flow.ends[0]->counts().timeouts, 5U);
}

TEST(Conversation, SharesALineEvenlyWithAnother) {
  constexpr double bytes_per_s = 2e6;
  const TestWayOptions line{
      .latency_ns = 10 * ms, .bytes_per_s = bytes_per_s, .queue_bytes = 40'000};
  World world(line, {.latency_ns = 10 * ms}, 1);
  Flow& first = world.add();
  Flow& second_flow = world.add();
  bool is_second_there = false;
  const auto keep_pushing = [&] {
    while (first.push(60'000)) {
    }
    while (is_second_there && second_flow.push(60'000)) {
    }
    return false;
  };
  world.run_until(10 * second, keep_pushing);
  is_second_there = true;
  world.run_until(30 * second, keep_pushing);
  const std::uint64_t before[] = {first.bytes_got, second_flow.bytes_got};
  world.run_until(90 * second, keep_pushing);
  const auto a = static_cast<double>(first.bytes_got - before[0]);
  const auto b = static_cast<double>(second_flow.bytes_got - before[1]);
  // Jain's index of two; 0.5 if one had all.
  EXPECT_GT((a + b) * (a + b) / (2 * (a * a + b * b)), 0.9) << a << " and " << b;
  EXPECT_GT((a + b) / (60 * bytes_per_s), 0.75);
}

TEST(Conversation, AReceiverThatTakesNothingStopsTheSenderAndLetsItGoOn) {
  constexpr std::size_t window_bytes = 100'000;
  World world({.latency_ns = ms, .lost = 0.2}, {.latency_ns = ms, .lost = 0.2}, 5);
  Flow& flow = world.add(window_bytes);
  flow.takes = false;
  for (int i = 0; i < 8; ++i) flow.push(10'000);
  std::uint64_t pushed = flow.pushed;
  world.run_until(20 * second, [&] {
    while (flow.push(10'000)) {
    }
    return false;
  });
  EXPECT_GT(flow.pushed, pushed);
  EXPECT_LE(flow.pushed * 10'064, 2 * window_bytes + 10'064) << "one window there, one here";
  flow.takes = true;
  ASSERT_TRUE(world.run_until(60 * second, [&] { return flow.words.size() == flow.pushed; }));
  expect_each_once(flow);
}

TEST(Conversation, CarriesAFrameThatIsLargerThanEveryWindow) {
  World world({.latency_ns = ms, .lost = 0.05}, {.latency_ns = ms, .lost = 0.05}, 7);
  Flow& flow = world.add(65'536);
  for (const std::size_t bytes : {100U, 5'000'000U, 100U, 300'000U, 100U}) {
    ASSERT_TRUE(world.run_until(100 * second, [&] { return flow.push(bytes); }));
  }
  ASSERT_TRUE(world.run_until(200 * second, [&] { return flow.words.size() == 5; }));
  expect_each_once(flow);
}

TEST(Conversation, GoesOnAfterACutHoweverLong) {
  const TestWayOptions way{.latency_ns = 5 * ms, .bytes_per_s = 1e7};
  const TestWayOptions cut{.latency_ns = 5 * ms, .lost = 1};
  World world(way, way, 9);
  Flow& flow = world.add();
  while (flow.push(60'000)) {
  }
  world.run_until(100 * ms, [] { return false; });
  for (TestWay& each : world.ways) each.set(cut);
  world.run_until(100 * second, [] { return false; });
  EXPECT_LT(flow.words.size(), flow.pushed);
  EXPECT_LT(flow.ends[0]->silent_since_ns(), 200 * ms);
  const std::uint64_t sent = flow.ends[0]->counts().datagrams_sent;
  for (TestWay& each : world.ways) each.set(way);
  ASSERT_TRUE(world.run_until(103 * second, [&] { return flow.words.size() == flow.pushed; }));
  EXPECT_LT(flow.ends[0]->counts().datagrams_sent - sent, 4000U);
  EXPECT_LT(sent, 1500U) << "who hears nothing says little";
  expect_each_once(flow);
}

TEST(Conversation, ALostLastDatagramIsSentAgainSoon) {
  World world({.latency_ns = 5 * ms}, {.latency_ns = 5 * ms}, 11);
  Flow& flow = world.add();
  flow.push(10);
  ASSERT_TRUE(world.run_until(second, [&] { return flow.words.size() == 1; }));
  world.run_until(world.now_ns + 50 * ms, [] { return false; });
  world.ways[0].set({.latency_ns = 5 * ms, .lost = 1});
  flow.push(10);
  const TimeNs begin_ns = world.now_ns;
  world.run_until(begin_ns, [] { return false; });
  world.ways[0].set({.latency_ns = 5 * ms});
  ASSERT_TRUE(world.run_until(begin_ns + 60 * ms, [&] { return flow.words.size() == 2; }));
}

TEST(Conversation, AnIdleEndSaysOnceInAWhileThatItIsThere) {
  World world({.latency_ns = ms}, {.latency_ns = ms}, 13);
  Flow& flow = world.add();
  flow.push(10);
  world.run_until(100 * second, [] { return false; });
  EXPECT_EQ(flow.ends[0]->counts().datagrams_sent, 1U);
  EXPECT_EQ(flow.ends[0]->counts().timeouts, 0U);
}

TEST(Conversation, WithTheSameSeedEverythingHappensAgain) {
  const auto counts_of = [](std::uint64_t seed) {
    const TestWayOptions bad{.latency_ns = ms, .jitter_ns = ms, .lost = 0.1, .doubled = 0.1};
    World world(bad, bad, seed);
    Flow& flow = world.add();
    for (int i = 0; i < 100; ++i) flow.push(3000);
    world.run_until(100 * second, [&] { return flow.words.size() == 100; });
    return flow.words;
  };
  EXPECT_EQ(counts_of(1), counts_of(1));
  EXPECT_NE(counts_of(1), counts_of(2));
}

/// One that was well formed, but for what is written into it.
class HostileConversation : public ::testing::Test {
 protected:
  ~HostileConversation() override { conversation.drop(pool); }

  std::string complaint(const Piece& piece, std::uint64_t number = 0) {
    std::vector<std::byte> bytes(datagram_bytes);
    std::size_t size = write_head({.number = number}, 1, bytes);
    size += write_piece_head(piece, std::span(bytes).subspan(size));
    std::ranges::copy(piece.bytes, bytes.begin() + static_cast<std::ptrdiff_t>(size));
    size += piece.bytes.size();
    seal(std::span(bytes).first(size));
    const auto taken = conversation.take(std::span(bytes).first(size), 0, pool);
    return taken ? "none" : taken.error().text();
  }

  Pool pool;
  Conversation conversation{{.own_token = 1,
                             .peer_token = 2,
                             .datagram_bytes = datagram_bytes,
                             .peer_datagram_bytes = datagram_bytes,
                             .window_bytes = 100'000,
                             .peer_window_bytes = 100'000,
                             .limits = limits}};
  std::vector<std::byte> zeros = std::vector<std::byte>(piece_bytes_of(datagram_bytes));
};

TEST_F(HostileConversation, RefusesWhatNoPeerSends) {
  EXPECT_THAT(complaint({5000, 64, 0, std::span(zeros).first(64)}, 0), HasSubstr("frame 5000"));
  EXPECT_THAT(complaint({0, 63, 0, std::span(zeros).first(63)}, 1), HasSubstr("frame of 63"));
  EXPECT_THAT(complaint({0, UINT32_MAX, 0, zeros}, 2), HasSubstr("4294967295"));
  EXPECT_THAT(complaint({0, 64, 0, std::span(zeros).first(64)}, 3), HasSubstr("flags"));
  EXPECT_EQ(complaint({1, 90'000, 0, zeros}, 4), "none");
  EXPECT_THAT(complaint({1, 90'001, 0, zeros}, 5), HasSubstr("as many as before"));
  EXPECT_THAT(complaint({2, 90'000, 0, zeros}, 6), HasSubstr("at most 100000 in all"));
  EXPECT_THAT(complaint({1, 0, 0, {}}, 7), HasSubstr("an end after 1 frames"));
  EXPECT_EQ(complaint({3, 0, 0, {}}, 8), "none");
  EXPECT_THAT(complaint({4, 0, 0, {}}, 9), HasSubstr("where it was before"));
  EXPECT_THAT(complaint({3, 64, 0, std::span(zeros).first(64)}, 10), HasSubstr("after the end"));
}

TEST_F(HostileConversation, RefusesAnAnswerToWhatItNeverSaid) {
  std::vector<std::byte> bytes(datagram_bytes);
  Head head;
  head.received.range[0] = {0, 1};
  head.received.count = 1;
  const std::size_t size = write_head(head, 1, bytes);
  seal(std::span(bytes).first(size));
  const auto taken = conversation.take(std::span(bytes).first(size), 0, pool);
  ASSERT_FALSE(taken);
  EXPECT_THAT(taken.error().text(), HasSubstr("an acknowledgement of datagram 0"));
}

}  // namespace
}  // namespace isthmus::engine::fabric::datagram
