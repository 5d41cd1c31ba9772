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

using engine::testing::expect_fails_everywhere;
using engine::testing::expect_runs_everywhere;

struct Tally {
  int calls = 0;
  double sum = 0;
  std::vector<int> senders;
};

void count_call(Rank& self, int value) {
  Tally& tally = self.state<Tally>();
  ++tally.calls;
  tally.sum += value;
  tally.senders.push_back(self.sender());
}

TEST(Rank, RunsMainOnEveryPe) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    EXPECT_EQ(self.reduce(1, reduce::sum), self.size());
    EXPECT_EQ(self.reduce(self.rank(), reduce::max), self.size() - 1);
  }));
}

TEST(Rank, SendsRequestsThatRunWhileMainWaits) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    Tally tally;
    self.set_state(&tally);
    for (int to = 0; to < self.size(); ++to) self.rsr<count_call>(to, self.rank());
    EXPECT_EQ(tally.calls, 0);  // not before main waits
    self.poll_until([&] { return tally.calls == self.size(); });
    EXPECT_EQ(tally.sum, self.size() * (self.size() - 1) / 2);
    std::ranges::sort(tally.senders);
    for (int i = 0; i < self.size(); ++i) EXPECT_EQ(tally.senders[static_cast<std::size_t>(i)], i);
    self.barrier();
  }));
}

// No handler may run on a PE before its main has made what handlers need.
TEST(Rank, KeepsRequestsUntilMainFirstWaits) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    if (self.rank() == 0) {
      for (int to = 0; to < self.size(); ++to) self.rsr<count_call>(to, to);
    }
    Tally tally;
    self.set_state(&tally);
    self.poll_until([&] { return tally.calls == 1; });
    EXPECT_EQ(tally.sum, self.rank());
    self.barrier();
  }));
}

void take_numbers(Rank& self, std::span<const double> numbers, const std::string& name) {
  Tally& tally = self.state<Tally>();
  ++tally.calls;
  tally.sum += std::accumulate(numbers.begin(), numbers.end(), 0.0);
  EXPECT_EQ(name, "numbers of a name that does not fit into a small string");
}

TEST(Rank, SendsBuffersThatMayBeUsedAgainAtOnce) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    Tally tally;
    self.set_state(&tally);
    std::vector<double> buffer(3000);
    for (int to = 0; to < self.size(); ++to) {
      std::ranges::fill(buffer, to);
      self.rsr<take_numbers>(to, buffer, "numbers of a name that does not fit into a small string");
      std::ranges::fill(buffer, -1e9);
    }
    self.quiescence();
    EXPECT_EQ(tally.calls, self.size());
    EXPECT_EQ(tally.sum, 3000.0 * self.rank() * self.size());
  }));
}

TEST(Rank, PollsInABareLoopOnEveryBackend) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    Tally tally;
    self.set_state(&tally);
    self.rsr<count_call>((self.rank() + 1) % self.size(), 7);
    while (tally.calls == 0) self.poll();
    EXPECT_EQ(tally.sum, 7);
    self.barrier();
  }));
}

TEST(Rank, TakesFewStepsToPollForALongTime) {
  engine::testing::World world(engine::testing::uniform_topology(2, 1, "50ms"));
  const auto failure = world.run(as_main_program([](Rank& self) {
    Tally tally;
    self.set_state(&tally);
    if (self.rank() == 0) self.rsr<count_call>(1, 1);
    while (self.rank() == 1 && tally.calls == 0) self.poll();
    self.barrier();
  }));
  EXPECT_FALSE(failure) << failure->text();
  EXPECT_LT(world.steps(), 10'000u);
}

void hop(Rank& self, int hops_left) {
  ++self.state<Tally>().calls;
  if (hops_left > 0) self.rsr<hop>((self.rank() * 7 + hops_left) % self.size(), hops_left - 1);
}

TEST(Rank, IsQuiescentWhenNoHandlerIsLeftToRun) {
  expect_runs_everywhere(as_main_program([](Rank& self) {
    Tally tally;
    self.set_state(&tally);
    for (int round = 1; round <= 3; ++round) {
      if (self.rank() == round % self.size()) self.rsr<hop>(0, 99);
      self.quiescence();
      const int all = tally.calls;
      EXPECT_EQ(self.reduce(all, reduce::sum), 100 * round);
    }
  }));
}

void poll_inside(Rank& self) { self.poll(); }

TEST(Rank, EndsTheJobWhenAHandlerPolls) {
  expect_fails_everywhere(as_main_program([](Rank& self) {
                            if (self.rank() == 0) self.rsr<poll_inside>(self.size() - 1);
                            self.quiescence();
                          }),
                          ErrorCode::program, "poll() outside main");
}

void fall(Rank&) { throw std::runtime_error("no such street"); }

TEST(Rank, EndsTheJobWhenAHandlerThrows) {
  expect_fails_everywhere(as_main_program([](Rank& self) {
                            const std::vector<int> on_the_stack(1000);
                            if (self.rank() == 0) self.rsr<fall>(self.size() - 1);
                            self.wait();
                          }),
                          ErrorCode::program, "no such street");
}

TEST(Rank, EndsTheJobWhenMainThrows) {
  expect_fails_everywhere(as_main_program([](Rank& self) {
                            self.poll();
                            if (self.rank() == self.size() - 1) throw std::runtime_error("lost");
                            self.barrier();
                          }),
                          ErrorCode::program, "lost");
}

TEST(Rank, TellsBadInputAsSuch) {
  expect_fails_everywhere(as_main_program([](Rank& self) {
                            if (self.rank() == 0) {
                              throw BadInput({ErrorCode::bad_input, "no mesh", "a.poly:3", {}});
                            }
                            self.barrier();
                          }),
                          ErrorCode::bad_input, "a.poly:3: no mesh");
}

TEST(Rank, IsNamedInTheReportOfAStall) {
  engine::testing::World world(engine::testing::uniform_topology(1, 2));
  const auto failure = world.run(as_main_program([](Rank& self) {
    if (self.rank() == 1) self.wait();
  }));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, ErrorCode::stalled);
  EXPECT_NE(world.log().text().find("waits for a message, in wait"), std::string::npos);
}

}  // namespace
}  // namespace isthmus::mobile
