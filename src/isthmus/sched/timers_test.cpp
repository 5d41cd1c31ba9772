#include "isthmus/sched/timers.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace isthmus::engine::sched {
namespace {

TEST(Timers, FireInOrderOfTimeThenOfAddition) {
  Timers timers;
  std::vector<int> fired;
  timers.add(20, [&] { fired.push_back(3); });
  timers.add(10, [&] { fired.push_back(1); });
  timers.add(10, [&] { fired.push_back(2); });
  timers.add(30, [&] { fired.push_back(4); });
  EXPECT_EQ(timers.deadline_ns(), 10);
  EXPECT_EQ(timers.fire(9), 0);
  EXPECT_EQ(timers.fire(20), 3);
  EXPECT_EQ(fired, (std::vector{1, 2, 3}));
  EXPECT_EQ(timers.deadline_ns(), 30);
  EXPECT_EQ(timers.fire(1000), 1);
  EXPECT_EQ(timers.deadline_ns(), never_ns);
  EXPECT_EQ(timers.size(), 0u);
}

TEST(Timers, MayAddTimersWhileTheyFire) {
  Timers timers;
  int fired = 0;
  timers.add(1, [&] {
    ++fired;
    timers.add(2, [&] { ++fired; });
    timers.add(5, [&] { ++fired; });
  });
  EXPECT_EQ(timers.fire(3), 2);
  EXPECT_EQ(fired, 2);
  EXPECT_EQ(timers.deadline_ns(), 5);
}

}  // namespace
}  // namespace isthmus::engine::sched
