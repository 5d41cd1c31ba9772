#include "mobile/balancer.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "isthmus/testing/everywhere.hpp"
#include "mobile/mobile.hpp"

namespace isthmus::mobile {
namespace {

using testing::expect_runs_everywhere;

struct Chore {
  int id = 0;
  std::vector<int> done;
};
struct Overview {
  int works = 0;
  std::vector<int> per_pe;
  double ended_s = 0;
};

void note_done(Node& node, int on, int, int) {
  Overview& overview = node.state<Overview>();
  ++overview.works;
  overview.per_pe.resize(static_cast<std::size_t>(node.size()));
  ++overview.per_pe[static_cast<std::size_t>(on)];
}

constexpr TimeNs work_ns = 1'000'000;

void chore(Node& node, Chore& task, int step) {
  charge(work_ns);
  EXPECT_EQ(task.done.size(), static_cast<std::size_t>(step));
  task.done.push_back(step);
  node.rsr<note_done>(0, node.rank(), task.id, step);
}

// All objects begin on PE 0, with all the work.
void pile_up(Node& node, int objects, int steps) {
  if (node.rank() != 0) return;
  for (int i = 0; i < objects; ++i) {
    const Pointer pointer = node.make<Chore>(Chore{i, {}});
    for (int step = 0; step < steps; ++step) node.work<chore>(pointer, 1.0, step);
  }
}

void do_everything_once(Node& node) {
  Overview overview;
  node.set_state(&overview);
  pile_up(node, 12, 3);
  node.quiescence();
  EXPECT_EQ(overview.works, node.rank() == 0 ? 36 : 0);
  EXPECT_EQ(node.work_count(), 0u);
  EXPECT_EQ(node.load(), 0);
}

TEST(Balancer, HasAllWorkDoneOnceUnderEveryKind) {
  for (const Balancing balancing :
       {Balancing::none, Balancing::work_stealing, Balancing::diffusion}) {
    Options options;
    options.balancing = balancing;
    expect_runs_everywhere(as_main_program([](Node& node) { do_everything_once(node); }, options));
  }
}

// On 8 PEs, 64 objects with 2 works of 1 ms each: 128 ms for one PE, 16 ms for all.
double seconds_on_eight(Balancing balancing, int sites, int processes_per_site) {
  Options options;
  options.balancing = balancing;
  static double ended_s = 0;
  const auto topology = testing::uniform_topology(sites, 8 / sites, sites > 1 ? "100us" : "0", "0",
                                                  processes_per_site);
  testing::VirtualTimeOptions simulating;
  const auto outcome = testing::run_in_virtual_time(topology,
                                                    as_main_program(
                                                        [](Node& node) {
                                                          Overview overview;
                                                          node.set_state(&overview);
                                                          node.barrier();
                                                          const double begin_s = node.seconds();
                                                          pile_up(node, 64, 2);
                                                          node.quiescence();
                                                          if (node.rank() == 0) {
                                                            EXPECT_EQ(overview.works, 128);
                                                            ended_s = node.seconds() - begin_s;
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
  testing::World world(testing::uniform_topology(1, 2),
                       {.arguments = {"--size", "3", "--balancer", "work_stealing", "-v"}});
  const auto failure = world.run(as_main_program([](Node& node) {
    EXPECT_EQ(node.arguments(), (std::vector<std::string>{"--size", "3", "-v"}));
    pile_up(node, 0, 0);
    node.quiescence();
    // An idle PE has asked the other one.
    EXPECT_GT(node.balance_counts().requests, 0u);
    EXPECT_EQ(node.balance_counts().refusals, node.balance_counts().requests);
  }));
  EXPECT_FALSE(failure) << failure->text();
}

TEST(Balancer, IsRefusedByANameThatNobodyKnows) {
  testing::World world(testing::uniform_topology(1, 2), {.arguments = {"--balancer=magic"}});
  const auto failure = world.run(as_main_program([](Node&) {}));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->text(),
            "--balancer: no balancer 'magic' (expected one of none, work_stealing, diffusion)");
}

}  // namespace
}  // namespace isthmus::mobile
