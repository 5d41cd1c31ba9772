#include "isthmus/thread/user_thread.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace isthmus::engine {
namespace {

TEST(UserThread, StopsInTheMiddleAndGoesOn) {
  std::vector<int> seen;
  UserThread* self = nullptr;
  UserThread thread([&] {
    for (int i = 0; i < 3; ++i) {
      seen.push_back(i);
      self->suspend();
    }
  });
  self = &thread;
  for (int i = 0; i < 3; ++i) {
    thread.resume();
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(i) + 1);
    EXPECT_FALSE(thread.has_ended());
    EXPECT_FALSE(thread.is_running());
  }
  thread.resume();
  EXPECT_TRUE(thread.has_ended());
}

int sum_slowly(UserThread& thread, int n) {
  if (n == 0) return 0;
  thread.suspend();
  return n + sum_slowly(thread, n - 1);
}

TEST(UserThread, MaySuspendDeepInItsCallsWhileOthersRun) {
  std::vector<int> sums(4);
  std::vector<std::unique_ptr<UserThread>> threads(4);
  for (std::size_t i = 0; i < 4; ++i) {
    threads[i] = std::make_unique<UserThread>(
        [&, i] { sums[i] = sum_slowly(*threads[i], 10 * static_cast<int>(i) + 1); });
  }
  for (bool any = true; any;) {
    any = false;
    for (auto& thread : threads) {
      if (thread->has_ended()) continue;
      thread->resume();
      any = true;
    }
  }
  EXPECT_EQ(sums, (std::vector<int>{1, 66, 231, 496}));
}

TEST(UserThread, HandsAnExceptionToWhoResumesIt) {
  UserThread* self = nullptr;
  UserThread thread([&] {
    self->suspend();
    throw std::runtime_error("out of ink");
  });
  self = &thread;
  thread.resume();
  EXPECT_THROW(thread.resume(), std::runtime_error);
  EXPECT_TRUE(thread.has_ended());
}

struct Mark {
  explicit Mark(int& counter) : counter_(counter) { ++counter_; }
  ~Mark() { --counter_; }
  int& counter_;
};

TEST(UserThread, DestroysWhatLivesOnItsStackWhenItIsEndedEarly) {
  int alive = 0;
  {
    UserThread* self = nullptr;
    UserThread thread([&] {
      const Mark outer(alive);
      const std::string text(1000, 'x');
      const auto inner = [&] {
        const Mark mark(alive);
        self->suspend();
      };
      inner();
      ADD_FAILURE() << "went on after its end";
    });
    self = &thread;
    thread.resume();
    EXPECT_EQ(alive, 2);
  }
  EXPECT_EQ(alive, 0);
}

TEST(UserThread, NeedNotHaveBegunWhenItEnds) {
  bool ran = false;
  {
    const UserThread thread([&] { ran = true; });
  }
  EXPECT_FALSE(ran);
}

// The C++ runtime keeps a list of exceptions being handled; two stacks must not share one.
TEST(UserThread, KeepsExceptionsThatItHandlesApartFromThoseOfOthers) {
  UserThread* self = nullptr;
  std::string seen;
  UserThread thread([&] {
    try {
      throw std::runtime_error("inner");
    } catch (const std::exception&) {
      self->suspend();
      try {
        throw;
      } catch (const std::exception& again) {
        seen = again.what();
      }
    }
  });
  self = &thread;
  try {
    throw std::runtime_error("outer");
  } catch (const std::exception&) {
    thread.resume();
    try {
      throw;
    } catch (const std::exception& again) {
      EXPECT_STREQ(again.what(), "outer");
    }
  }
  EXPECT_EQ(std::uncaught_exceptions(), 0);
  thread.resume();
  EXPECT_EQ(seen, "inner");
}

TEST(UserThreadDeathTest, FaultsWhenItsStackOverflows) {
  EXPECT_DEATH(
      {
        UserThread thread(
            [] {
              const auto deeper = [](const auto& self, int depth) -> int {
                volatile char room[4096];
                room[0] = static_cast<char>(depth);
                return depth < 0 ? room[0] : self(self, depth + 1) + room[0];
              };
              static_cast<void>(deeper(deeper, 0));
            },
            65536);
        thread.resume();
      },
      "");
}

TEST(UserThread, ManyExistAtOnce) {
  std::vector<std::unique_ptr<UserThread>> threads(2000);
  int sum = 0;
  for (auto& thread : threads) {
    thread = std::make_unique<UserThread>([&sum, &thread] {
      ++sum;
      thread->suspend();
      ++sum;
    });
    thread->resume();
  }
  EXPECT_EQ(sum, 2000);
  for (auto& thread : threads) thread->resume();
  EXPECT_EQ(sum, 4000);
}

}  // namespace
}  // namespace isthmus::engine
