// How far sites are apart, asked without a step of the balancer.
#include "isthmus/balance/latency_watch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/value.hpp"
#include "isthmus/testing/malformed_peer.hpp"
#include "isthmus/testing/shape.hpp"
#include "isthmus/testing/world.hpp"

namespace isthmus::engine::balance {
namespace {

using ::testing::HasSubstr;

constexpr TimeNs millisecond = 1'000'000;

class WorldClock final : public Clock {
 public:
  explicit WorldClock(const testing::World& world) : world_(world) {}
  TimeNs now_ns() const override { return world_.now_ns(); }

 private:
  const testing::World& world_;
};

/// Answers from where it is.
class Echo : public Chare<Echo, Index1> {
 public:
  Echo() = default;
  std::uint32_t ask() { return pe().value; }
};

/// A job whose PEs have a watch each, beside what the job has of its own.
class Watched {
 public:
  explicit Watched(topology::Topology topology) : world_(std::move(topology)), clock_(world_) {
    for (int pe = 0; pe < world_.topology().pe_count(); ++pe) {
      watches_.emplace_back(world_.unit(PeId(pe)).objects(), clock_);
    }
  }

  /// `look` is called on the first PE, with an element on each PE.
  template <class Look>
  void run(Look look) {
    const int pes = world_.topology().pe_count();
    const auto failure = world_.run([this, pes, look](Job& job) -> Task<void> {
      const auto echoes = job.create_array<Echo>(Index1{pes}, mapping::block);
      co_await look(watches_.front(), echoes);
    });
    EXPECT_FALSE(failure) << failure->text();
    EXPECT_EQ(world_.messages_alive(), 0) << "it falls silent by itself";
  }

 private:
  testing::World world_;
  WorldClock clock_;
  std::deque<LatencyWatch> watches_;
};

using Echoes = ArrayProxy<Echo>;

Task<void> pass(const Echoes& echoes, int pe, int round_trips) {
  for (int i = 0; i < round_trips; ++i) co_await echoes[pe].call<&Echo::ask>();
}

/// Three sites of two PEs, the second one nearer to the first one than the third.
topology::Topology three_sites() {
  topology::Grid grid = topology::uniform_grid(3, 2, 1);
  for (const auto& [name, latency] : {std::pair("near", "2ms"), std::pair("far", "9ms")}) {
    topology::LinkClass link = grid.links.at(topology::LinkKind::between_sites);
    link.set("delay", "latency", latency);
    grid.link_classes[name] = link;
  }
  grid.overrides.push_back({.site_a = "site0", .site_b = "site1", .link_class = "near"});
  grid.overrides.push_back({.site_a = "site0", .site_b = "site2", .link_class = "far"});
  grid.overrides.push_back({.site_a = "site1", .site_b = "site2", .link_class = "far"});
  return topology::Topology::from_grid(grid).value().in_one_process();
}

TEST(LatencyWatch, TellsTheWayToTheFarthestSite) {
  Watched(three_sites()).run([](LatencyWatch& first, Echoes echoes) -> Task<void> {
    first.begin_period();
    co_await pass(echoes, 5, 20);
    EXPECT_EQ(first.end_period(), 9 * millisecond);
  });
}

TEST(LatencyWatch, TellsNothingBeforeEverySiteHasAnswered) {
  Watched(three_sites()).run([](LatencyWatch& first, Echoes echoes) -> Task<void> {
    first.begin_period();
    EXPECT_EQ(first.end_period(), std::nullopt);
    first.begin_period();
    co_await pass(echoes, 3, 2);  // 2 * 2 * 2 ms, to the near site
    EXPECT_EQ(first.end_period(), std::nullopt);
    // What was on its way then counts where it arrives.
    first.begin_period();
    co_await pass(echoes, 3, 4);
    EXPECT_EQ(first.end_period(), 9 * millisecond);
  });
}

TEST(LatencyWatch, ForgetsThePeriodsBefore) {
  Watched(three_sites()).run([](LatencyWatch& first, Echoes echoes) -> Task<void> {
    first.begin_period();
    co_await pass(echoes, 5, 20);
    EXPECT_NE(first.end_period(), std::nullopt);
    first.begin_period();
    EXPECT_EQ(first.end_period(), std::nullopt);
  });
}

TEST(LatencyWatch, TellsNothingWhereThereIsOneSite) {
  const auto one_site = testing::uniform_topology(1, 4);
  Watched(one_site).run([](LatencyWatch& first, Echoes echoes) -> Task<void> {
    first.begin_period();
    co_await pass(echoes, 3, 2);
    EXPECT_EQ(first.end_period(), std::nullopt);
  });
}

TEST(LatencyWatch, RefusesAnswersThatNobodyAskedForAndCallsOfOthers) {
  const auto provoke = [](const char* handler, PeId from, PeId to) {
    testing::WorldOptions options;
    options.settings.balancing.strategy = find_strategy("auto");
    testing::World world(testing::uniform_topology(2, 2), options);
    testing::MalformedPeer malformed_peer(world);
    world.start([](Job& job) -> Task<void> { co_await job.reduction("never"); });
    world.settle();
    const auto failure =
        malformed_peer.provoke(detail::make_value<void>(malformed_peer.pool()), handler, from, to);
    return failure ? failure->text() : "nothing";
  };
  constexpr const char* answer = "LatencyWatch::receive_answer";
  constexpr const char* call = "LatencyWatch::receive_call";
  EXPECT_THAT(provoke(answer, PeId(2), PeId(0)), HasSubstr("an answer that measures the latency"));
  EXPECT_THAT(provoke(call, PeId(3), PeId(2)), HasSubstr("a call that measures the latency"));
}

}  // namespace
}  // namespace isthmus::engine::balance
