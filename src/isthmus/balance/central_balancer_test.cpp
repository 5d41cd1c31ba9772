#include "isthmus/balance/central_balancer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace isthmus::engine::balance {
namespace {

constexpr TimeNs second = 1'000'000'000;

ObjectId object(std::uint64_t i) { return {CollectionId(7), Key{i, 0}}; }

/// Two PEs, the objects' times by PE.
std::vector<PeMeasurements> measured(const std::vector<std::vector<TimeNs>>& busy_ns,
                                     TimeNs background_of_first_ns = 0,
                                     TimeNs displaced_of_first_ns = 0) {
  std::vector<PeMeasurements> pes;
  std::uint64_t next = 0;
  for (std::uint32_t pe = 0; pe < busy_ns.size(); ++pe) {
    PeMeasurements own{.pe = PeId(pe)};
    for (const TimeNs each_ns : busy_ns[pe]) {
      own.objects.push_back({.id = object(next++), .busy_ns = each_ns, .bytes = 100});
      own.busy_ns += each_ns;
    }
    pes.push_back(own);
  }
  pes[0].busy_ns += background_of_first_ns;
  pes[0].displaced_ns = displaced_of_first_ns;
  return pes;
}

Plan plan(const char* strategy) {
  Plan plan;
  plan.strategy = find_strategy(strategy);
  return plan;
}

topology::Topology sites(int count, int pes_per_site) {
  return topology::Topology::from_grid(topology::uniform_grid(count, pes_per_site)).value();
}

TEST(CentralBalancer, NamesWhatIsToMoveByItsId) {
  const topology::Topology topology = sites(1, 2);
  const Plan greedy = plan("greedy");
  CentralBalancer central(topology, greedy);
  StepRecord step;
  const std::vector<Move> moves =
      central.decide(measured({{4 * second, 4 * second}, {second}}), step);
  ASSERT_EQ(step.expected.objects_moved, moves.size());
  EXPECT_EQ(step.strategy, "greedy");
  EXPECT_EQ(step.objects, 3u);
  EXPECT_DOUBLE_EQ(step.before.load_max_s, 8);    // max(4 + 4, 1)
  EXPECT_DOUBLE_EQ(step.expected.load_max_s, 5);  // max(4, 4 + 1)
  ASSERT_FALSE(moves.empty());
  for (const Move& move : moves) EXPECT_EQ(move.object.collection, CollectionId(7));
}

TEST(CentralBalancer, SumsUpWhatPesHaveDecidedAmongThemselves) {
  const topology::Topology topology = sites(1, 2);
  const Plan diffusion = plan("diffusion");
  const CentralBalancer central(topology, diffusion);
  Outcome all{.before_s = 6, .after_s = 4.5, .work_s = 6, .speed = 1, .objects = 3, .moved = 1};
  all.bytes = 2'000;
  all.add({.before_s = 2, .after_s = 4, .work_s = 2, .speed = 1, .objects = 1, .is_idle = 0});
  const StepRecord step = central.summarize(all);
  // The largest over the mean, (6 + 2) / (1 + 1): max(6, 2) / 4 and max(4.5, 4) / 4.
  EXPECT_DOUBLE_EQ(step.before.imbalance, 1.5);
  EXPECT_DOUBLE_EQ(step.expected.imbalance, 1.125);
  EXPECT_EQ(step.objects, 4u);
  EXPECT_EQ(all.is_idle, 0);
  EXPECT_EQ(describe(step, 1),
            "load balancing, step 1: in 0.000 s the busiest PE had 1.50 times the mean load; "
            "diffusion moves 1 of 4 objects (2.0 KB), which should bring that to 1.12 times; "
            "decided PE by PE in 0.0 ms");
  EXPECT_EQ(describe_gain(step, step, 1),
            "load balancing, step 1 brought: 1.50 times the mean load (expected 1.12); the period "
            "took 0.000 s after 0.000 s");
}

TEST(CentralBalancer, TakesWhatAPeDidOnceForNoBackground) {
  const topology::Topology topology = sites(1, 2);
  const Plan refine = plan("refine");
  CentralBalancer central(topology, refine);
  const auto even = [](TimeNs background_ns) {
    return measured({{second, second}, {second, second}}, background_ns);
  };
  StepRecord step;
  EXPECT_TRUE(central.decide(even(10 * second), step).empty());
  EXPECT_TRUE(central.decide(even(0), step).empty());
  EXPECT_TRUE(central.decide(even(2 * second), step).empty());
  EXPECT_FALSE(central.decide(even(2 * second), step).empty());
}

TEST(CentralBalancer, BeginsWithTheSharesOfCoresThatWereMeasuredAtTheStart) {
  const topology::Topology topology = sites(1, 2);
  Plan greedy = plan("greedy");
  greedy.shares = {1, 0.5};
  CentralBalancer central(topology, greedy);
  StepRecord step;
  const std::vector<TimeNs> seven(7, second);
  const std::vector<Move> moves = central.decide(measured({seven, seven}), step);
  // (share before + share of this period) / 2: (0.5 + 1) / 2.
  EXPECT_DOUBLE_EQ(central.snapshot().pes.speed[0], 1);
  EXPECT_DOUBLE_EQ(central.snapshot().pes.speed[1], 0.75) << "half of it is this period's";
  int of_slow = 7;
  for (const Move& move : moves) of_slow += move.to == PeId(1) ? 1 : -1;
  // 14 * 0.75 / (1 + 0.75).
  EXPECT_EQ(of_slow, 6) << "of 14 alike";
  central.decide(measured({seven, seven}), step);
  // (0.75 + 1) / 2.
  EXPECT_DOUBLE_EQ(central.snapshot().pes.speed[1], 0.875) << "others may go away again";
}

TEST(CentralBalancer, PutsNothingOnPesThatHoldNoObjectsAndTakesWhatIsThereAway) {
  topology::Grid grid = topology::uniform_grid(2, 3, 3);
  grid.gateways = grid.gateways_reserved = true;
  const auto topology = topology::Topology::from_grid(grid).value();
  for (const Strategy& strategy : strategies()) {
    SCOPED_TRACE(strategy.name);
    Plan plan;
    plan.strategy = &strategy;
    CentralBalancer central(topology, plan);
    const std::vector<TimeNs> four(4, second);
    std::vector<PeMeasurements> pes = measured({{second}, four, {}, {second, second}, {}, {}});
    pes[3].objects[1].stays = true;
    pes[3].busy_ns = 50 * second;  // it has much to pass on
    StepRecord step;
    const std::vector<Move> moves = central.decide(pes, step);
    EXPECT_EQ(step.objects, 6u) << "but for the one that must stay where it is";
    std::vector<PeId> to(7);
    for (const Move& move : moves) {
      EXPECT_TRUE(topology.holds_objects(move.to));
      to[move.object.key.low] = move.to;
    }
    EXPECT_TRUE(to[0]) << "the first gateway's object has gone";
    EXPECT_TRUE(to[5]) << "and one of the second's";
    EXPECT_FALSE(to[6]);
    EXPECT_EQ(central.snapshot().pe_count(), 4u);
  }
}

TEST(CentralBalancer, GivesSlowPesFewerObjects) {
  topology::Grid grid = topology::uniform_grid(1, 2);
  grid.sites[0].nodes[0].pe_speeds = {1, 0.5};
  const auto topology = topology::Topology::from_grid(grid).value();
  const Plan greedy = plan("greedy");
  CentralBalancer central(topology, greedy);
  StepRecord step;
  const std::vector<TimeNs> half(4, second / 2);
  const std::vector<TimeNs> whole(8, second);
  const std::vector<Move> moves = central.decide(measured({half, whole}), step);
  int of_slow = 8;
  for (const Move& move : moves) of_slow += move.to == PeId(1) ? 1 : -1;
  // 12 * 0.5 / (1 + 0.5).
  EXPECT_EQ(of_slow, 4) << "of 12 alike";
}

TEST(CentralBalancer, TakesOthersOnACoreForALossOfSpeedThatMayPass) {
  const topology::Topology topology = sites(1, 2);
  const Plan none = plan("none");
  CentralBalancer central(topology, none);
  StepRecord step;
  central.decide(measured({{4 * second}, {4 * second}}, 0, 2 * second), step);
  // (1 + (1 - 2 / 4)) / 2.
  EXPECT_DOUBLE_EQ(central.snapshot().pes.speed[0], 0.75);
  central.decide(measured({{4 * second}, {4 * second}}), step);
  // (0.75 + 1) / 2.
  EXPECT_DOUBLE_EQ(central.snapshot().pes.speed[0], 0.875);
  EXPECT_DOUBLE_EQ(central.snapshot().pes.speed[1], 1);
}

TEST(CentralBalancer, FollowsALatencyThatChanges) {
  const topology::Topology topology = sites(2, 1);
  const Plan none = plan("none");
  CentralBalancer central(topology, none);
  const auto latency_s = [&](double gather_s) {
    StepRecord step;
    step.gather_s = gather_s;
    central.decide(measured({{second}, {second}}), step);
    return central.snapshot().links.wide_area_latency_s;
  };
  // Half of the least of the last four: min(...) / 2.
  EXPECT_DOUBLE_EQ(latency_s(0.016), 0.008);
  EXPECT_DOUBLE_EQ(latency_s(0.090), 0.008);  // something was in the way
  EXPECT_DOUBLE_EQ(latency_s(0.064), 0.008);
  EXPECT_DOUBLE_EQ(latency_s(0.066), 0.008);
  EXPECT_DOUBLE_EQ(latency_s(0.065), 0.032);  // 0.064 / 2
}

TEST(CentralBalancer, HasAutoMoveNothingForAPeakThatMayPass) {
  const topology::Topology topology = sites(1, 2);
  const Plan automatic = plan("auto");
  CentralBalancer central(topology, automatic);
  const auto moves = [&](TimeNs first_ns) {
    StepRecord step;
    return central
        .decide(measured({{first_ns, first_ns, first_ns}, {second, second, second}}), step)
        .size();
  };
  EXPECT_EQ(moves(second), 0u);
  EXPECT_EQ(moves(3 * second), 0u);
  EXPECT_EQ(moves(second), 0u);
  EXPECT_EQ(moves(3 * second), 0u);
  EXPECT_GT(moves(3 * second), 0u);
}

TEST(CentralBalancer, LetsPesRestEverLongerWhileNothingPays) {
  const topology::Topology topology = sites(1, 2);
  const Plan automatic = plan("auto");
  CentralBalancer central(topology, automatic);
  const std::vector<PeMeasurements> even = measured({{second, second}, {second, second}});
  std::vector<int> rests;
  for (int period = 0, rested = 0; period < 40; ++period) {
    if (!central.is_measuring()) {
      central.watch(even, 0);
      ++rested;
      continue;
    }
    StepRecord step;
    central.decide(even, step);
    rests.push_back(std::exchange(rested, 0));
  }
  EXPECT_EQ(rests, (std::vector<int>{0, 0, 1, 2, 4, 8, 8, 8}));
}

TEST(CentralBalancer, HasPesMeasureAgainWhenTheirTimesDriftApart) {
  const topology::Topology topology = sites(1, 2);
  const Plan automatic = plan("auto");
  CentralBalancer central(topology, automatic);
  const TimeNs twice = 2 * second;
  const std::vector<PeMeasurements> even = measured({{second, second}, {second, second}});
  const std::vector<PeMeasurements> uneven = measured({{second, second}, {twice, twice}});
  StepRecord step;
  for (int period = 0; period < 9; ++period) {
    if (central.is_measuring()) {
      central.decide(even, step);
    } else {
      central.watch(even, 0);
    }
  }
  ASSERT_FALSE(central.is_measuring());
  central.watch(uneven, 0);
  central.watch(even, 0);
  central.watch(uneven, 0);
  ASSERT_FALSE(central.is_measuring());
  central.watch(uneven, 0);
  EXPECT_TRUE(central.is_measuring());
  // The second time that it is seen it is no peak.
  EXPECT_TRUE(central.decide(uneven, step).empty());
  ASSERT_TRUE(central.is_measuring());
  EXPECT_GT(central.decide(uneven, step).size(), 0u);
}

// Two PEs that have eight periods of rest before them, after those in which gathering took so long.
CentralBalancer at_rest(const topology::Topology& topology, const Plan& plan, double gather_s) {
  CentralBalancer central(topology, plan);
  const std::vector<PeMeasurements> even = measured({{second, second}, {second, second}});
  for (int period = 0; period < 12; ++period) {
    StepRecord step;
    step.gather_s = gather_s;
    if (central.is_measuring()) {
      central.decide(even, step);
    } else {
      central.watch(even, gather_s / 2);
    }
  }
  return central;
}

TEST(CentralBalancer, HasPesMeasureAgainWhenTheLatencyBetweenSitesIsAnotherOne) {
  const topology::Topology topology = sites(2, 1);
  const Plan automatic = plan("auto");
  const std::vector<PeMeasurements> even = measured({{second, second}, {second, second}});
  CentralBalancer longer = at_rest(topology, automatic, 0.008);
  ASSERT_FALSE(longer.is_measuring());
  longer.watch(even, 0.020);
  EXPECT_FALSE(longer.is_measuring()) << "something may have been in the way";
  longer.watch(even, 0.021);
  EXPECT_TRUE(longer.is_measuring());
  StepRecord step;
  step.gather_s = 0.041;
  longer.decide(even, step);
  EXPECT_DOUBLE_EQ(longer.snapshot().links.wide_area_latency_s, 0.020)
      << "the old one is forgotten";

  CentralBalancer shorter = at_rest(topology, automatic, 0.040);
  ASSERT_FALSE(shorter.is_measuring());
  shorter.watch(even, 0.004);
  EXPECT_TRUE(shorter.is_measuring()) << "nothing comes sooner than a link allows";
}

TEST(CentralBalancer, LetsPesRestThroughLatenciesThatVaryALittleOrAreNone) {
  const topology::Topology two = sites(2, 1);
  const topology::Topology one = sites(1, 2);
  const Plan automatic = plan("auto");
  const std::vector<PeMeasurements> even = measured({{second, second}, {second, second}});
  CentralBalancer varies = at_rest(two, automatic, 0.040);
  CentralBalancer near = at_rest(two, automatic, 0.0002);
  CentralBalancer alone = at_rest(one, automatic, 0.008);
  for (int period = 0; period < 2; ++period) {
    varies.watch(even, 0.025);
    near.watch(even, 0.0009);
    alone.watch(even, 0.040);
    for (const CentralBalancer* each : {&varies, &near, &alone}) {
      EXPECT_FALSE(each->is_measuring());
    }
  }
}

TEST(CentralBalancer, LetsNobodyRestWhoseEveryPeriodIsAskedFor) {
  const topology::Topology topology = sites(1, 2);
  const std::vector<PeMeasurements> even = measured({{second, second}, {second, second}});
  Plan saving = plan("auto");
  saving.snapshots = "all";
  Plan by_the_clock = plan("auto");
  by_the_clock.every_ns = second;
  const Plan fixed = plan("greedy");
  for (const Plan& each : {saving, by_the_clock, fixed}) {
    CentralBalancer central(topology, each);
    StepRecord step;
    for (int period = 0; period < 5; ++period) {
      central.decide(even, step);
      EXPECT_TRUE(central.is_measuring());
    }
  }
}

TEST(CentralBalancer, AsksAutoForWhatPaysAndSaysWhatItTook) {
  const topology::Topology topology = sites(1, 2);
  const Plan automatic = plan("auto");
  CentralBalancer central(topology, automatic);
  StepRecord step;
  EXPECT_TRUE(central.decide(measured({{second, second}, {second, second}}), step).empty());
  EXPECT_EQ(step.strategy, "none");
  EXPECT_NE(describe(step, 1).find("none of 4 objects moves"), std::string::npos)
      << describe(step, 1);
  EXPECT_FALSE(central.decide(measured({{second, second, second, second}, {}}), step).empty());
  EXPECT_NE(step.strategy, "none");
  EXPECT_NE(describe(step, 2).find(step.strategy + " moves 2 of 4 objects"), std::string::npos)
      << describe(step, 2);
}

}  // namespace
}  // namespace isthmus::engine::balance
