// Calls, futures, callbacks, and coroutines in entry methods.
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/readonly.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

class Cell : public Chare<Cell, Index1> {
 public:
  void set(int value) { value_ = value; }
  int value() const noexcept { return value_; }
  void touch() { ++touched_; }
  int touched() { return touched_; }
  std::vector<std::string> words(int count) { return std::vector<std::string>(count, "word"); }

  // Asks the next one in the array, which asks the next one.
  Task<int> sum_from(int count) {
    if (index() + 1 >= count) co_return value_;
    const int rest = co_await array()[index() + 1].call<&Cell::sum_from>(count);
    co_return value_ + rest;
  }
  // Waits in the middle; its arguments must last.
  Task<void> add_after(const std::vector<int>& more, std::span<const double> weights,
                       std::string name) {
    co_await array()[0].call<&Cell::touch>();
    for (std::size_t i = 0; i < more.size(); ++i) {
      value_ += more[i] * static_cast<int>(weights[i]);
    }
    value_ += static_cast<int>(name.size());
  }
  void answer(Callback<int> to) { send(to, value_); }
  void report(Callback<void> to) { send(to); }
  Task<std::unique_ptr<int>> boxed() { co_return std::make_unique<int>(value_); }

 private:
  int value_ = 0;
  int touched_ = 0;
};

TEST(Calls, YieldWhatTheEntryMethodReturns) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto cells = job.create_array<Cell>(Index1{6}, mapping::round_robin);
    for (int i = 0; i < 6; ++i) cells[i].send<&Cell::set>(i * i);
    for (int i = 0; i < 6; ++i) EXPECT_EQ(co_await cells[i].call<&Cell::value>(), i * i);
    co_await cells[5].call<&Cell::touch>();
    EXPECT_EQ(co_await cells[5].call<&Cell::touched>(), 1);
    const auto words = co_await cells[4].call<&Cell::words>(3);
    EXPECT_EQ(words, (std::vector<std::string>{"word", "word", "word"}));
  });
}

TEST(Calls, MayBeUnderWayTogetherAndAwaitedInAnyOrder) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto cells = job.create_array<Cell>(Index1{8}, mapping::round_robin);
    std::vector<Future<int>> futures;
    for (int i = 0; i < 8; ++i) cells[i].send<&Cell::set>(i);
    for (int i = 0; i < 8; ++i) futures.push_back(cells[i].call<&Cell::value>());
    for (int i = 7; i >= 0; --i) {
      EXPECT_EQ(co_await futures[static_cast<std::size_t>(i)], i);
    }
  });
}

TEST(Calls, OfCoroutinesYieldWhatTheyReturnInTheEnd) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto cells = job.create_array<Cell>(Index1{7}, mapping::round_robin);
    for (int i = 0; i < 7; ++i) cells[i].send<&Cell::set>(1 << i);
    EXPECT_EQ(co_await cells[0].call<&Cell::sum_from>(7), 127);
    EXPECT_EQ(*co_await cells[3].call<&Cell::boxed>(), 8);
  });
}

TEST(Coroutines, KeepTheirArgumentsWhileTheyWait) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto cells = job.create_array<Cell>(Index1{5}, mapping::round_robin);
    const std::vector<int> more = {1, 2, 3};
    const std::vector<double> weights = {100, 10, 1};
    for (int i = 0; i < 5; ++i) cells[i].send<&Cell::add_after>(more, weights, "four");
    co_await job.quiescence();
    for (int i = 0; i < 5; ++i) EXPECT_EQ(co_await cells[i].call<&Cell::value>(), 127);
    EXPECT_EQ(co_await cells[0].call<&Cell::touched>(), 5);
  });
}

TEST(Coroutines, TakeBroadcasts) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto cells = job.create_array<Cell>(Index1{9}, mapping::block);
    cells.all().send<&Cell::add_after>(std::vector<int>{5}, std::vector<double>{2}, "x");
    co_await job.quiescence();
    for (int i = 0; i < 9; ++i) EXPECT_EQ(co_await cells[i].call<&Cell::value>(), 11);
    EXPECT_EQ(co_await cells[0].call<&Cell::touched>(), 9);
  });
}

TEST(Futures, TakeAValueFromWhoeverHoldsTheCallback) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto cells = job.create_array<Cell>(Index1{3}, mapping::round_robin);
    cells[2].send<&Cell::set>(33);
    Future<int> number;
    EXPECT_FALSE(number.is_ready());
    cells[2].send<&Cell::answer>(number.callback());
    EXPECT_EQ(co_await number, 33);
    Future<void> done;
    cells[1].send<&Cell::report>(done.callback());
    co_await done;
  });
}

TEST(Futures, MayBeMovedAndGivenUp) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto cells = job.create_array<Cell>(Index1{3}, mapping::round_robin);
    {
      const auto dropped = cells[2].call<&Cell::value>();
    }
    Future<int> first = cells[1].call<&Cell::value>();
    Future<int> second = std::move(first);
    EXPECT_EQ(co_await second, 0);
    co_await job.quiescence();
  });
}

TEST(Futures, GivenUpWithTheirValueLeaveNoMessageBehind) {
  testing::World world(testing::uniform_topology(1, 1));
  const auto failure = world.run([](Job& job) -> Task<void> {
    const auto cells = job.create_array<Cell>(Index1{1}, mapping::block);
    const auto unread = cells[0].call<&Cell::value>();
    co_await job.quiescence();
    EXPECT_TRUE(unread.is_ready());
  });
  EXPECT_FALSE(failure) << failure->text();
  EXPECT_EQ(world.messages_alive(), 0);
}

TEST(Callbacks, CallAnEntryMethodOfOneObjectOrOfAll) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto cells = job.create_array<Cell>(Index1{4}, mapping::round_robin);
    const Callback<int> one = cells[3].callback<&Cell::set>();
    const Callback<void> all = cells.all().callback<&Cell::touch>();
    send(one, 17);
    send(all);
    cells[1].send<&Cell::report>(all);
    cells[3].send<&Cell::answer>(cells[2].callback<&Cell::set>());
    co_await job.quiescence();
    EXPECT_EQ(co_await cells[3].call<&Cell::value>(), 17);
    EXPECT_EQ(co_await cells[2].call<&Cell::value>(), 17);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(co_await cells[i].call<&Cell::touched>(), 2);
    send(Callback<int>{}, 3);
  });
}

TEST(MainProgram, MayBeMadeOfTasks) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto cells = job.create_array<Cell>(Index1{4}, mapping::round_robin);
    const auto total = [](ArrayProxy<Cell> of) -> Task<int> {
      int sum = 0;
      for (int i = 0; i < 4; ++i) sum += co_await of[i].call<&Cell::value>();
      co_return sum;
    };
    cells.all().send<&Cell::set>(5);
    co_await job.quiescence();
    const int first = co_await total(cells);
    EXPECT_EQ(first, 20);
  });
}

TEST(MainProgram, EndsWithoutWaitingForOthers) {
  testing::World world(testing::uniform_topology(1, 2));
  EXPECT_FALSE(world.run([](Job& job) -> Task<void> {
    const auto cells = job.create_array<Cell>(Index1{4}, mapping::round_robin);
    cells[0].send<&Cell::sum_from>(1000);  // waits for an element that never comes
    co_return;
  }));
}

}  // namespace
}  // namespace isthmus::engine
