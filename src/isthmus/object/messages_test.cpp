// The order in which messages come, and the priorities that change it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/readonly.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
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

// Walks a tree of two branches a node, which it sends to itself from the right to the left.
class Walker : public Chare<Walker, Index1> {
 public:
  void visit(const PriorityBits& path, int depth) {
    std::string branches;
    for (std::size_t i = 0; i < path.size(); i += 8) branches += path[i + 7] ? '1' : '0';
    visited_.push_back(path.size());
    last_comes_first_ = last_comes_first_ && (visited_.size() < 2 || last_ < branches);
    last_ = branches;
    if (depth == 0) return;
    for (const std::uint64_t branch : {1, 0}) {
      proxy().send<&Walker::visit>(path.followed_by(branch, 8), depth - 1);
    }
  }
  std::size_t count() { return visited_.size(); }
  bool went_from_left_to_right() { return last_comes_first_; }

 private:
  std::vector<std::size_t> visited_;
  std::string last_;
  bool last_comes_first_ = true;
};

TEST(Messages, WithPrioritiesOfAnyLengthSearchATreeFromTheLeft) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    constexpr int depth = 8;  // of 64 bits
    const auto walkers = job.create_array<Walker>(Index1{3}, mapping::round_robin);
    for (int i = 0; i < 3; ++i) walkers[i].send<&Walker::visit>(PriorityBits(), depth);
    co_await job.quiescence();
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(co_await walkers[i].call<&Walker::count>(), 511u);
      EXPECT_TRUE(co_await walkers[i].call<&Walker::went_from_left_to_right>());
    }
    walkers.all().send<&Walker::visit>(PriorityBits().append(3, 40), 0);
    co_await job.quiescence();
    EXPECT_EQ(co_await walkers[1].call<&Walker::count>(), 512u);
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
}  // namespace isthmus::engine
