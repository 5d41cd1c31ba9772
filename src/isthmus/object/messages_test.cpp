// The order in which messages come, and the priorities that change it.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/readonly.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus {
namespace {

class Log : public Chare<Log, Index1> {
 public:
  void note(int number) { notes_.push_back(number); }
  std::vector<int> notes() { return notes_; }
  void start(ArrayProxy<Log> to, int count, int own) {
    for (int i = 0; i < count; ++i) to[0].send<&Log::note>(own * 1000 + i);
  }
  // Sends itself messages of several priorities while it runs, so that all wait together.
  void shuffle() {
    for (const int priority : {5, 0, -5, 0, INT32_MAX, -5, INT32_MIN}) {
      proxy().with_priority(priority).send<&Log::note>(priority);
    }
  }

 private:
  std::vector<int> notes_;
};

TEST(Messages, OfOneSenderComeInOrder) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    constexpr int count = 150;
    const auto logs = job.create_array<Log>(Index1{5}, mapping::round_robin);
    for (int i = 1; i < 5; ++i) logs[i].send<&Log::start>(logs, count, i);
    co_await job.quiescence();
    const std::vector<int> notes = co_await logs[0].call<&Log::notes>();
    EXPECT_EQ(notes.size(), 4u * count);
    std::vector<int> next(5);
    for (const int note : notes) {
      EXPECT_EQ(note % 1000, next[static_cast<std::size_t>(note / 1000)]++);
    }
  });
}

TEST(Messages, OfSmallerPriorityComeFirst) {
  testing::World world(testing::uniform_topology(1, 1));
  const auto failure = world.run([](Job& job) -> Task<void> {
    const auto logs = job.create_array<Log>(Index1{1}, mapping::block);
    logs[0].send<&Log::shuffle>();
    co_await job.quiescence();
    const std::vector<int> notes = co_await logs[0].call<&Log::notes>();
    EXPECT_EQ(notes, (std::vector<int>{INT32_MIN, -5, -5, 0, 0, 5, INT32_MAX}));
  });
  EXPECT_FALSE(failure) << failure->text();
}

TEST(Messages, WithAPriorityArriveOnEveryShape) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto logs = job.create_array<Log>(Index1{6}, mapping::round_robin);
    for (int i = 0; i < 6; ++i) {
      logs[i].with_priority(3).send<&Log::note>(1);
      logs[i].with_priority(-3).send<&Log::note>(2);
    }
    logs.all().with_priority(-7).send<&Log::note>(3);
    co_await job.quiescence();
    for (int i = 0; i < 6; ++i) {
      std::vector<int> notes = co_await logs[i].call<&Log::notes>();
      std::ranges::sort(notes);
      EXPECT_EQ(notes, (std::vector<int>{1, 2, 3}));
    }
  });
}

TEST(Broadcasts, ComeToAllPesInOneOrder) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto logs = job.create_array<Log>(Index1{8}, mapping::round_robin);
    for (int i = 0; i < 8; ++i) logs[i].send<&Log::start>(logs, 1, i);
    for (int i = 0; i < 20; ++i) logs.all().send<&Log::note>(i);
    co_await job.quiescence();
    std::vector<int> first;
    for (int i = 1; i < 8; ++i) {
      const std::vector<int> notes = co_await logs[i].call<&Log::notes>();
      if (i == 1) first = notes;
      EXPECT_EQ(notes, first);
    }
    EXPECT_EQ(first.size(), 20u);
  });
}

}  // namespace
}  // namespace isthmus
