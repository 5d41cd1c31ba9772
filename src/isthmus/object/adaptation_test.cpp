// What PEs are told of objects under a policy that adapts, before any of them has sent to them.
#include <gtest/gtest.h>

#include <cstdint>

#include "isthmus/object/counts.hpp"
#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/tracking.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

class Parcel : public Chare<Parcel, Index1> {
 public:
  void serialize(auto&) {}
  std::uint32_t where() { return pe().value; }
};

class Postman : public Chare<Postman, PeId> {
 public:
  void serialize(auto&) {}
  std::uint64_t forwarded() {
    for (const trace::CounterValue& counter : pe_counters()) {
      if (counter.name == "messages_forwarded") return counter.value;
    }
    return 0;
  }
  // One after another, so that each may learn from what came of those before.
  Task<std::uint32_t> visit(ArrayProxy<Parcel> parcels, int count) {
    std::uint32_t sum = 0;
    for (int i = 0; i < count; ++i) {
      const std::uint32_t where = co_await parcels[i].call<&Parcel::where>();
      sum += where;
    }
    co_return sum;
  }
};

// How often messages are forwarded on PE 0, where `count` elements were made, when PE `from` sends
// to each once, after all were dealt out to PE `to`. Jobs of fewer than three PEs have no such PEs.
void expect_forwards(const location::Policy& policy, int count, std::uint64_t least,
                     std::uint64_t most) {
  const PeId from(1);
  const PeId to(2);
  for (const Homes homes : {Homes::origin, Homes::spread}) {
    SCOPED_TRACE(std::string(policy.name) + (homes == Homes::spread ? ", homes spread" : ""));
    testing::expect_runs_everywhere([&](Job& job) -> Task<void> {
      if (job.pe_count() < 3) co_return;
      const auto on_zero = [](Index1, const MapContext&) { return PeId(0); };
      const auto parcels = job.create_array<Parcel>(
          Index1{count}, placed(on_zero).tracked_by(policy).with_homes(homes));
      const auto postmen = job.create_group<Postman>();
      for (int i = 0; i < count; ++i) parcels[i].migrate_to(to);
      co_await job.quiescence();
      const std::uint64_t before = co_await postmen[PeId(0)].call<&Postman::forwarded>();
      const std::uint32_t sum = co_await postmen[from].call<&Postman::visit>(parcels, count);
      EXPECT_EQ(sum, to.value * static_cast<std::uint32_t>(count));
      const std::uint64_t after = co_await postmen[PeId(0)].call<&Postman::forwarded>();
      EXPECT_GE(after - before, least);
      EXPECT_LE(after - before, most);
    });
  }
}

TEST(Adaptation, TellsAllPesOfElementsThatAreDealtOut) {
  expect_forwards(location::adaptive, 64, 0, 0);
}

TEST(Adaptation, TellsAPeThatAsksForOneElementAfterAnotherOfAll) {
  // Too few to tell everybody. What is told after the second may come later than its answer.
  expect_forwards(location::adaptive, 7, 2, 4);
}

TEST(Adaptation, IsWhatOtherPoliciesLack) {
  // But for those whose home is the PE that sends.
  expect_forwards(location::home_and_sender, 64, 40, 64);
  expect_forwards(location::home_and_sender, 7, 3, 7);
}

TEST(Adaptation, TellsAnotherSiteOnceOfABatch) {
  testing::World world(testing::uniform_topology(2, 4));
  const auto failure = world.run([&](Job& job) -> Task<void> {
    const auto on_zero = [](Index1, const MapContext&) { return PeId(0); };
    const auto all = placed(on_zero).tracked_by(location::adaptive).with_homes(Homes::origin);
    const auto parcels = job.create_array<Parcel>(Index1{64}, all);
    for (int i = 0; i < 64; ++i) parcels[i].migrate_to(PeId(1));
    co_await job.quiescence();
  });
  EXPECT_FALSE(failure.has_value());
  const auto told_by = [&](std::uint32_t first, std::uint32_t last) {
    std::uint64_t told = 0;
    for (std::uint32_t pe = first; pe <= last; ++pe) {
      told += world.unit(PeId(pe)).pe().counters().location_updates.value();
    }
    return told;
  };
  // Two batches: to PEs 1, 2 and 4, which tell those behind them; PE 1 also tells of each arrival.
  EXPECT_EQ(told_by(0, 0), 2 * 3);
  EXPECT_EQ(told_by(2, 3), 2 * 1);
  EXPECT_EQ(told_by(4, 7), 2 * 3);
}

// Moves on from PE to PE of its own accord.
class Rover : public Chare<Rover, Index1> {
 public:
  void serialize(auto& archive) { archive(moves_left_); }
  void after_migration() { go_on(); }
  void set_out(int moves) {
    moves_left_ = moves;
    go_on();
  }

 private:
  void go_on() {
    if (moves_left_-- > 0) migrate_to(PeId((pe().value + 1) % 4));
  }

  int moves_left_ = 0;
};

// On how many of four PEs a policy has been chosen when 128 elements have gone round, told to move
// by the main program once for so many moves.
int pes_that_choose(int times_told, int moves_each) {
  testing::World world(testing::uniform_topology(1, 4));
  int choosing = 0;
  const auto failure = world.run([&](Job& job) -> Task<void> {
    const auto rovers =
        job.create_array<Rover>(Index1{128}, placed(mapping::block).tracked_by(location::adaptive));
    for (int told = 0; told < times_told; ++told) {
      for (int i = 0; i < 128; ++i) rovers[i].send<&Rover::set_out>(moves_each);
      co_await job.quiescence();
    }
    for (int pe = 0; pe < 4; ++pe) {
      const Objects& objects = world.unit(PeId(pe)).objects();
      choosing += !objects.locations().adaptation().chosen().empty();
    }
  });
  EXPECT_FALSE(failure.has_value());
  return choosing;
}

TEST(Adaptation, ChoosesNoPolicyForElementsThatNobodySendsTo) {
  EXPECT_EQ(pes_that_choose(1, 8), 0);
  EXPECT_EQ(pes_that_choose(8, 1), 3);  // All but the main program's own, where no sender is far.
}

// Moves on when it is told to, and is visited.
class Guest : public Chare<Guest, Index1> {
 public:
  void serialize(auto&) {}
  void move_on() { migrate_to(PeId((pe().value + 1) % 4)); }
  void visit() {}
};

TEST(Adaptation, TellsWhoeverTakesTheSameDetourAgainWhateverItHasChosen) {
  constexpr int guests_count = 64;
  testing::World world(testing::uniform_topology(1, 4));
  std::uint64_t forwarded = 0;
  const auto count_forwarded = [&] {
    std::uint64_t sum = 0;
    for (std::uint32_t pe = 0; pe < 4; ++pe) {
      sum += world.unit(PeId(pe)).pe().counters().messages_forwarded.value();
    }
    return sum;
  };
  const auto failure = world.run([&](Job& job) -> Task<void> {
    const auto guests = job.create_array<Guest>(
        Index1{guests_count}, placed(mapping::block).tracked_by(location::adaptive));
    const auto send_all = [&](auto entry) {
      for (int i = 0; i < guests_count; ++i) entry(guests[i]);
    };
    // A message a stay: to tell its sender would cost more than the detour of the next one.
    for (int stay = 0; stay < 12; ++stay) {
      send_all([](const auto& guest) { guest.template send<&Guest::move_on>(); });
      co_await job.quiescence();
    }
    bool is_lazy = false;
    for (int pe = 0; pe < 4; ++pe) {
      for (const auto& chosen : world.unit(PeId(pe)).objects().locations().adaptation().chosen()) {
        is_lazy = is_lazy || chosen.policy == "lazy_forwarding";
      }
    }
    EXPECT_TRUE(is_lazy) << "the test is about nothing";
    const std::uint64_t before = count_forwarded();
    for (int visit = 0; visit < 20; ++visit) {
      send_all([](const auto& guest) { guest.template send<&Guest::visit>(); });
      co_await job.quiescence();
    }
    forwarded = count_forwarded() - before;
  });
  EXPECT_FALSE(failure.has_value());
  // Two visits of the twenty, each by a trail of at most three PEs.
  EXPECT_LE(forwarded, 2u * 3u * guests_count);
}

}  // namespace
}  // namespace isthmus::engine
