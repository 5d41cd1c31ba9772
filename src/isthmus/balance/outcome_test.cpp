#include "isthmus/balance/outcome.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace isthmus::engine::balance {
namespace {

TEST(Outcome, SumsUpWhatPesHaveAndKeepsTheLongestTimes) {
  Outcome all{.before_s = 6, .after_s = 4, .work_s = 6, .speed = 1, .objects = 3, .moved = 1};
  all.bytes = 2'000;
  all.add({.before_s = 2, .after_s = 5, .work_s = 4, .speed = 2, .objects = 1, .bytes = 10});
  EXPECT_EQ(all.before_s, 6);
  EXPECT_EQ(all.after_s, 5);
  EXPECT_EQ(all.work_s, 10);
  EXPECT_EQ(all.speed, 3);
  EXPECT_EQ(all.objects, 4u);
  EXPECT_EQ(all.moved, 1u);
  EXPECT_EQ(all.bytes, 2'010u);
  EXPECT_EQ(all.is_idle, 1) << "as long as no PE has done anything";
  all.add({.is_idle = 0});
  EXPECT_EQ(all.is_idle, 0);
}

TEST(Outcome, IsRefusedWhereItCannotBeTrue) {
  const Outcome good{.before_s = 1, .after_s = 1, .work_s = 2, .speed = 2};
  EXPECT_TRUE(validate(good));
  for (double Outcome::* amount :
       {&Outcome::before_s, &Outcome::after_s, &Outcome::work_s, &Outcome::speed}) {
    for (const double wrong : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
      Outcome bad = good;
      bad.*amount = wrong;
      EXPECT_FALSE(validate(bad));
    }
  }
}

}  // namespace
}  // namespace isthmus::engine::balance
