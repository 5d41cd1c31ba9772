#include "isthmus/sim/event_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::sim {
namespace {

TEST(EventQueue, GivesEventsInTheOrderOfTime) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    Random random(seed);
    EventQueue queue;
    std::vector<TimeNs> times;
    for (int i = 0; i < 1000; ++i) {
      times.push_back(static_cast<TimeNs>(random.below(500)));
      queue.add(times.back(), 0, 0);
    }
    std::ranges::sort(times);
    for (const TimeNs time : times) EXPECT_EQ(queue.take().time_ns, time);
    EXPECT_TRUE(queue.is_empty());
  }
}

TEST(EventQueue, GivesEventsOfOneTimeInTheOrderInWhichTheyCame) {
  EventQueue queue;
  for (std::uint32_t i = 0; i < 100; ++i) queue.add(i % 2 == 0 ? 7 : 5, 0, i);
  for (std::uint32_t i = 1; i < 100; i += 2) EXPECT_EQ(queue.take().target, i);
  for (std::uint32_t i = 0; i < 100; i += 2) EXPECT_EQ(queue.take().target, i);
}

TEST(EventQueue, KeepsTheOrderWhenItsNumbersBeginAnew) {
  constexpr std::uint64_t last_number = (std::uint64_t{1} << 32) - 1;
  for (std::uint64_t before = 0; before < 20; ++before) {
    EventQueue queue;
    queue.number_from(last_number - before);
    // Now and then one is taken, so that some numbers are free again and the heap has a hole.
    queue.add(0, 0, 0);
    EXPECT_EQ(queue.take().target, 0u);
    for (std::uint32_t i = 0; i < 40; ++i) queue.add(i % 3, 1, i);
    for (std::uint32_t time = 0; time < 3; ++time) {
      for (std::uint32_t i = time; i < 40; i += 3) {
        const Event event = queue.take();
        EXPECT_EQ(event.time_ns, time);
        EXPECT_EQ(event.kind, 1u);
        EXPECT_EQ(event.target, i);
      }
    }
    EXPECT_TRUE(queue.is_empty());
  }
}

TEST(EventQueue, TakesEventsWhileItGivesThem) {
  Random random(9);
  EventQueue queue;
  queue.add(0, 0, 0);
  TimeNs last_ns = 0;
  for (int i = 0; i < 5000; ++i) {
    const Event event = queue.take();
    ASSERT_GE(event.time_ns, last_ns);
    last_ns = event.time_ns;
    for (int more = 0; more < (i < 1000 ? 3 : 1); ++more) {
      queue.add(last_ns + static_cast<TimeNs>(random.below(100)), 0, 0);
    }
  }
}

TEST(EventQueue, KnowsHowManyThereAreAndWereOnAverage) {
  EventQueue queue;
  for (int i = 0; i < 5; ++i) queue.add(10 - i, 0, 0);
  EXPECT_EQ(queue.take().time_ns, 6);
  EXPECT_EQ(queue.size(), 4u);
  EXPECT_EQ(queue.take().time_ns, 7);
  queue.add(3, 0, 0);
  EXPECT_EQ(queue.size(), 4u);
  EXPECT_EQ(queue.take().time_ns, 3);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(queue.take().time_ns, 8 + i);
  EXPECT_TRUE(queue.is_empty());
  EXPECT_DOUBLE_EQ(queue.mean_size(), (5 + 4 + 4 + 3 + 2 + 1) / 6.0);
}

/// Notes which events it was told of.
class Notes final : public Outlook {
 public:
  void comes_soon(const Event& event) override { ++soon_[event.target]; }
  void comes_next(const Event& event) override { ++next_[event.target]; }
  std::map<std::uint32_t, int> soon_;
  std::map<std::uint32_t, int> next_;
};

TEST(EventQueue, TellsWhichEventsComeSoonBeforeTheyCome) {
  constexpr std::uint32_t count = 2000;
  Random random(5);
  Notes notes;
  EventQueue queue;
  queue.set_outlook(notes);
  for (std::uint32_t i = 0; i < count; ++i) {
    queue.add(static_cast<TimeNs>(random.below(1'000'000)), 0, i);
  }
  std::uint32_t told = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Event event = queue.take();
    told += notes.soon_.contains(event.target) && notes.next_.contains(event.target);
  }
  // But for the first few, which began at the top.
  EXPECT_GE(told, count - 21);
  // A hint that is given all the time would cost more than it brings.
  for (const auto& [target, times] : notes.next_) EXPECT_LE(times, 21) << target;
}

}  // namespace
}  // namespace isthmus::engine::sim
