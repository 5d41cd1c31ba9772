#include "mobile/balancer.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "isthmus/testing/everywhere.hpp"
#include "mobile/mobile.hpp"

namespace isthmus::mobile {
namespace {

using engine::testing::expect_runs_everywhere;

struct Chore {
  int id = 0;
  std::vector<int> done;
};
struct Overview {
  int works = 0;
  std::vector<int> per_pe;
  double ended_s = 0;
};

void note_done(Rank& self, int on, int, int) {
  Overview& overview = self.state<Overview>();
  ++overview.works;
  overview.per_pe.resize(static_cast<std::size_t>(self.size()));
  ++overview.per_pe[static_cast<std::size_t>(on)];
}

constexpr TimeNs work_ns = 1'000'000;

void chore(Rank& self, Chore& task, int step) {
  charge(work_ns);
  EXPECT_EQ(task.done.size(), static_cast<std::size_t>(step));
  task.done.push_back(step);
  self.rsr<note_done>(0, self.rank(), task.id, step);
}

// All objects begin on PE 0, with all the work.
void pile_up(Rank& self, int objects, int steps) {
  if (self.rank() != 0) return;
  for (int i = 0; i < objects; ++i) {
    const Pointer pointer = self.make<Chore>(Chore{i, {}});
    for (int step = 0; step < steps; ++step) self.work<chore>(pointer, 1.0, step);
  }
}

void do_everything_once(Rank& self) {
  Overview overview;
  self.set_state(&overview);
  pile_up(self, 12, 3);
  self.quiescence();
  EXPECT_EQ(overview.works, self.rank() == 0 ? 36 : 0);
  EXPECT_EQ(self.work_count(), 0u);
  EXPECT_EQ(self.load(), 0);
}

TEST(Balancer, HasAllWorkDoneOnceUnderEveryKind) {
  for (const Balancing balancing :
       {Balancing::none, Balancing::work_stealing, Balancing::diffusion}) {
    Options options;
    options.balancing = balancing;
    expect_runs_everywhere(as_main_program([](Rank& self) { do_everything_once(self); }, options));
  }
}

// On 8 PEs, 64 objects with 2 works of 1 ms each: 128 ms for one PE, 16 ms for all.
double seconds_on_eight(Balancing balancing, int sites, int processes_per_site) {
  Options options;
  options.balancing = balancing;
  static double ended_s = 0;
  const auto topology = engine::testing::uniform_topology(
      sites, 8 / sites, sites > 1 ? "100us" : "0", "0", processes_per_site);
  engine::testing::VirtualTimeOptions simulating;
  const auto outcome =
      engine::testing::run_in_virtual_time(topology,
                                           as_main_program(
                                               [](Rank& self) {
                                                 Overview overview;
                                                 self.set_state(&overview);
                                                 self.barrier();
                                                 const double begin_s = self.seconds();
                                                 pile_up(self, 64, 2);
                                                 self.quiescence();
                                                 if (self.rank() == 0) {
                                                   EXPECT_EQ(overview.works, 128);
                                                   ended_s = self.seconds() - begin_s;
                                                 }
                                               },
                                               options),
                                           simulating);
  for (const auto& failure : outcome.failures) EXPECT_FALSE(failure) << failure->text();
  return ended_s;
}

TEST(Balancer, SpreadsAPileOfWorkOverAllPes) {
  EXPECT_GT(seconds_on_eight(Balancing::none, 1, 0), 0.127);
  EXPECT_LT(seconds_on_eight(Balancing::work_stealing, 1, 0), 0.028);
  EXPECT_LT(seconds_on_eight(Balancing::diffusion, 1, 0), 0.032);
}

TEST(Balancer, SpreadsItOverProcessesAndSites) {
  EXPECT_LT(seconds_on_eight(Balancing::work_stealing, 2, 2), 0.028);
  EXPECT_LT(seconds_on_eight(Balancing::diffusion, 2, 2), 0.036);
}

TEST(Balancer, IsChosenAmongTheProgramsArguments) {
  engine::testing::World world(engine::testing::uniform_topology(1, 2),
                               {.arguments = {"--size", "3", "--balancer", "work_stealing", "-v"}});
  const auto failure = world.run(as_main_program([](Rank& self) {
    EXPECT_EQ(self.arguments(), (std::vector<std::string>{"--size", "3", "-v"}));
    pile_up(self, 0, 0);
    self.quiescence();
    // An idle PE has asked the other one.
    EXPECT_GT(self.balance_counts().requests, 0u);
    EXPECT_EQ(self.balance_counts().refusals, self.balance_counts().requests);
  }));
  EXPECT_FALSE(failure) << failure->text();
}

TEST(Balancer, IsRefusedByANameThatNobodyKnows) {
  engine::testing::World world(engine::testing::uniform_topology(1, 2),
                               {.arguments = {"--balancer=magic"}});
  const auto failure = world.run(as_main_program([](Rank&) {}));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->text(),
            "--balancer: no balancer 'magic' (expected one of none, work_stealing, diffusion)");
}

}  // namespace
}  // namespace isthmus::mobile
