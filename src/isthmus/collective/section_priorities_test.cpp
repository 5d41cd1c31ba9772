// What a priority does to the messages of a section, on the way to its members and there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <numeric>
#include <thread>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "isthmus/testing/everywhere.hpp"
#include "isthmus/testing/threads.hpp"
#include "isthmus/testing/virtual_time.hpp"
#include "isthmus/testing/world.hpp"

namespace isthmus::engine {
namespace {

using ::testing::ElementsAre;

/// Between the main program and one busy listener, each on a thread of its own.
struct Gate {
  std::atomic<bool> is_held = false;
  std::atomic<bool> is_open = false;
};

class Attendant : public Chare<Attendant, Index1> {
 public:
  void note(int number) { notes_.push_back(number); }
  void visit(const PriorityBits& /*path*/, int number) { notes_.push_back(number); }
  std::vector<int> notes() { return notes_; }
  /// Keeps its PE until the gate is open; in virtual time there is none.
  void be_busy(std::uint64_t gate) {
    charge(1'000'000);
    if (gate == 0) return;
    auto& held = *reinterpret_cast<Gate*>(gate);
    held.is_held = true;
    while (!held.is_open) std::this_thread::yield();
  }
  /// All of them wait together, since it sends them while it runs.
  void shuffle(const SectionProxy<Attendant>& section) {
    for (const int priority : {5, 0, -5, 0, INT32_MAX, -5, INT32_MIN}) {
      section.with_priority(priority).send<&Attendant::note>(priority);
    }
  }
  void visit_backwards(const SectionProxy<Attendant>& section) {
    for (const int number : {3, 2, 1, 0}) {
      section.send<&Attendant::visit>(PriorityBits().append(static_cast<unsigned>(number), 40),
                                      number);
    }
  }

 private:
  std::vector<int> notes_;
};

constexpr int usual_count = 20;

/// Has twenty usual messages of a section wait at a busy member on another PE, then an urgent one.
/// What the member has heard in the end, in this order.
Task<std::vector<int>> heard_behind(Job& job, Gate* gate) {
  const auto attendants = job.create_array<Attendant>(Index1{2}, mapping::round_robin);
  const auto section = attendants.section({0, 1});
  co_await job.quiescence();
  attendants[1].send<&Attendant::be_busy>(reinterpret_cast<std::uint64_t>(gate));
  while (gate != nullptr && !gate->is_held) std::this_thread::yield();
  for (int i = 1; i <= usual_count; ++i) section.send<&Attendant::note>(i);
  // Answered when all that this PE had to do before has been done: they are under way.
  co_await attendants[0].call<&Attendant::notes>();
  section.with_priority(-1).send<&Attendant::note>(0);
  co_await attendants[0].call<&Attendant::notes>();
  if (gate != nullptr) gate->is_open = true;
  co_await job.quiescence();
  co_return co_await attendants[1].call<&Attendant::notes>();
}

std::vector<int> urgent_one_first() {
  std::vector<int> all(usual_count + 1);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

TEST(SectionPriorities, PutAnUrgentMessageBeforeThoseThatWaitOnThreads) {
  Gate gate;
  std::vector<int> heard;
  const auto failures = testing::run_on_threads(
      testing::uniform_topology(1, 2),
      [&](Job& job) -> Task<void> { heard = co_await heard_behind(job, &gate); });
  for (const auto& failure : failures) EXPECT_FALSE(failure) << failure->text();
  EXPECT_EQ(heard, urgent_one_first());
}

TEST(SectionPriorities, PutAnUrgentMessageBeforeThoseThatWaitInVirtualTime) {
  std::vector<int> heard;
  const auto outcome = testing::run_in_virtual_time(
      testing::uniform_topology(1, 2),
      [&](Job& job) -> Task<void> { heard = co_await heard_behind(job, nullptr); });
  for (const auto& failure : outcome.failures) EXPECT_FALSE(failure) << failure->text();
  EXPECT_EQ(heard, urgent_one_first());
}

TEST(SectionPriorities, HaveSmallerOnesComeFirst) {
  testing::World world(testing::uniform_topology(1, 1));
  const auto failure = world.run([](Job& job) -> Task<void> {
    const auto attendants = job.create_array<Attendant>(Index1{2}, mapping::block);
    const auto section = attendants.section({0, 1});
    co_await job.quiescence();
    attendants[0].send<&Attendant::shuffle>(section);
    co_await job.quiescence();
    for (int i = 0; i < 2; ++i) {
      EXPECT_THAT(co_await attendants[i].call<&Attendant::notes>(),
                  ElementsAre(INT32_MIN, -5, -5, 0, 0, 5, INT32_MAX));
    }
  });
  EXPECT_FALSE(failure) << failure->text();
}

TEST(SectionPriorities, AreThoseOfTheArgumentWhereItIsOfAnyLength) {
  testing::World world(testing::uniform_topology(1, 1));
  const auto failure = world.run([](Job& job) -> Task<void> {
    const auto attendants = job.create_array<Attendant>(Index1{2}, mapping::block);
    const auto section = attendants.section({1});
    co_await job.quiescence();
    attendants[0].send<&Attendant::visit_backwards>(section);
    co_await job.quiescence();
    EXPECT_THAT(co_await attendants[1].call<&Attendant::notes>(), ElementsAre(0, 1, 2, 3));
  });
  EXPECT_FALSE(failure) << failure->text();
}

TEST(SectionPriorities, TravelWithTheProxyAndLoseNoMessage) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto attendants = job.create_array<Attendant>(Index1{12}, mapping::round_robin);
    const auto section = attendants.section({1, 3, 5, 7, 9, 11});
    EXPECT_EQ(section.with_priority(7), section);
    for (const int priority : {7, -7, 0}) {
      attendants[3].send<&Attendant::shuffle>(section.with_priority(priority));
    }
    co_await job.quiescence();
    for (int i = 0; i < 12; ++i) {
      const auto notes = co_await attendants[i].call<&Attendant::notes>();
      EXPECT_EQ(notes.size(), i % 2 == 1 ? 21u : 0u) << i;
    }
  });
}

}  // namespace
}  // namespace isthmus::engine
