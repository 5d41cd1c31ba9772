#include <gtest/gtest.h>

#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "isthmus/testing/everywhere.hpp"
#include "mobile/mobile.hpp"

namespace isthmus::mobile {
namespace {

using testing::expect_fails_everywhere;
using testing::expect_runs_everywhere;

struct Tally {
  int calls = 0;
  double sum = 0;
  std::vector<int> senders;
};

void count_call(Node& node, int value) {
  Tally& tally = node.state<Tally>();
  ++tally.calls;
  tally.sum += value;
  tally.senders.push_back(node.sender());
}

TEST(Node, RunsMainOnEveryPe) {
  expect_runs_everywhere(as_main_program([](Node& node) {
    EXPECT_EQ(node.reduce(1, reduce::sum), node.size());
    EXPECT_EQ(node.reduce(node.rank(), reduce::max), node.size() - 1);
  }));
}

TEST(Node, SendsRequestsThatRunWhileMainWaits) {
  expect_runs_everywhere(as_main_program([](Node& node) {
    Tally tally;
    node.set_state(&tally);
    for (int to = 0; to < node.size(); ++to) node.rsr<count_call>(to, node.rank());
    EXPECT_EQ(tally.calls, 0);  // not before main waits
    node.poll_until([&] { return tally.calls == node.size(); });
    EXPECT_EQ(tally.sum, node.size() * (node.size() - 1) / 2);
    std::ranges::sort(tally.senders);
    for (int i = 0; i < node.size(); ++i) EXPECT_EQ(tally.senders[static_cast<std::size_t>(i)], i);
    node.barrier();
  }));
}

// No handler may run on a PE before its main has made what handlers need.
TEST(Node, KeepsRequestsUntilMainFirstWaits) {
  expect_runs_everywhere(as_main_program([](Node& node) {
    if (node.rank() == 0) {
      for (int to = 0; to < node.size(); ++to) node.rsr<count_call>(to, to);
    }
    Tally tally;
    node.set_state(&tally);
    node.poll_until([&] { return tally.calls == 1; });
    EXPECT_EQ(tally.sum, node.rank());
    node.barrier();
  }));
}

void take_numbers(Node& node, std::span<const double> numbers, const std::string& name) {
  Tally& tally = node.state<Tally>();
  ++tally.calls;
  tally.sum += std::accumulate(numbers.begin(), numbers.end(), 0.0);
  EXPECT_EQ(name, "numbers of a name that does not fit into a small string");
}

TEST(Node, SendsBuffersThatMayBeUsedAgainAtOnce) {
  expect_runs_everywhere(as_main_program([](Node& node) {
    Tally tally;
    node.set_state(&tally);
    std::vector<double> buffer(3000);
    for (int to = 0; to < node.size(); ++to) {
      std::ranges::fill(buffer, to);
      node.rsr<take_numbers>(to, buffer, "numbers of a name that does not fit into a small string");
      std::ranges::fill(buffer, -1e9);
    }
    node.quiescence();
    EXPECT_EQ(tally.calls, node.size());
    EXPECT_EQ(tally.sum, 3000.0 * node.rank() * node.size());
  }));
}

TEST(Node, PollsInABareLoopOnEveryBackend) {
  expect_runs_everywhere(as_main_program([](Node& node) {
    Tally tally;
    node.set_state(&tally);
    node.rsr<count_call>((node.rank() + 1) % node.size(), 7);
    while (tally.calls == 0) node.poll();
    EXPECT_EQ(tally.sum, 7);
    node.barrier();
  }));
}

TEST(Node, TakesFewStepsToPollForALongTime) {
  testing::World world(testing::uniform_topology(2, 1, "50ms"));
  const auto failure = world.run(as_main_program([](Node& node) {
    Tally tally;
    node.set_state(&tally);
    if (node.rank() == 0) node.rsr<count_call>(1, 1);
    while (node.rank() == 1 && tally.calls == 0) node.poll();
    node.barrier();
  }));
  EXPECT_FALSE(failure) << failure->text();
  EXPECT_LT(world.steps(), 10'000u);
}

void hop(Node& node, int hops_left) {
  ++node.state<Tally>().calls;
  if (hops_left > 0) node.rsr<hop>((node.rank() * 7 + hops_left) % node.size(), hops_left - 1);
}

TEST(Node, IsQuiescentWhenNoHandlerIsLeftToRun) {
  expect_runs_everywhere(as_main_program([](Node& node) {
    Tally tally;
    node.set_state(&tally);
    for (int round = 1; round <= 3; ++round) {
      if (node.rank() == round % node.size()) node.rsr<hop>(0, 99);
      node.quiescence();
      const int all = tally.calls;
      EXPECT_EQ(node.reduce(all, reduce::sum), 100 * round);
    }
  }));
}

void poll_inside(Node& node) { node.poll(); }

TEST(Node, EndsTheJobWhenAHandlerPolls) {
  expect_fails_everywhere(as_main_program([](Node& node) {
                            if (node.rank() == 0) node.rsr<poll_inside>(node.size() - 1);
                            node.quiescence();
                          }),
                          ErrorCode::program, "poll() outside main");
}

void fall(Node&) { throw std::runtime_error("no such street"); }

TEST(Node, EndsTheJobWhenAHandlerThrows) {
  expect_fails_everywhere(as_main_program([](Node& node) {
                            const std::vector<int> on_the_stack(1000);
                            if (node.rank() == 0) node.rsr<fall>(node.size() - 1);
                            node.wait();
                          }),
                          ErrorCode::program, "no such street");
}

TEST(Node, EndsTheJobWhenMainThrows) {
  expect_fails_everywhere(as_main_program([](Node& node) {
                            node.poll();
                            if (node.rank() == node.size() - 1) throw std::runtime_error("lost");
                            node.barrier();
                          }),
                          ErrorCode::program, "lost");
}

TEST(Node, TellsBadInputAsSuch) {
  expect_fails_everywhere(as_main_program([](Node& node) {
                            if (node.rank() == 0) {
                              throw BadInput({ErrorCode::bad_input, "no mesh", "a.poly:3", {}});
                            }
                            node.barrier();
                          }),
                          ErrorCode::bad_input, "a.poly:3: no mesh");
}

TEST(Node, IsNamedInTheReportOfAStall) {
  testing::World world(testing::uniform_topology(1, 2));
  const auto failure = world.run(as_main_program([](Node& node) {
    if (node.rank() == 1) node.wait();
  }));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, ErrorCode::stalled);
  EXPECT_NE(world.log().text().find("waits for a message, in wait"), std::string::npos);
}

}  // namespace
}  // namespace isthmus::mobile
