#include "isthmus/collective/shared_variables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

constexpr int count = 12;

using Best = Monotonic<int>;

class Seeker : public Chare<Seeker, Index1> {
 public:
  void serialize(auto& archive) { archive(bound_); }
  void add(const Accumulator<int>& sum, const Accumulator<int, reduce::Max>& highest) {
    for (int k = 0; k <= index(); ++k) sum.add(k);
    highest.add(index() * 3);
  }
  void add_and_go(const Accumulator<int>& sum, int pes) {
    sum.add(1);
    migrate_to(PeId(static_cast<std::uint32_t>((index() * 5 + 3) % pes)));
  }
  void seek(const Best& best, int value) {
    bound_ = best;
    best.improve(value);
    // What this PE knows is never worse than what it has said.
    if (bound_.value() > value && bound_.value() < 1000) ADD_FAILURE() << bound_.value();
  }
  int known() { return bound_.value(); }
  Task<void> write(Callback<WriteOnce<std::string>> target) {
    const auto value = create_write_once(std::string("of ") + std::to_string(index()));
    co_await value.everywhere();
    send(target, value);
  }
  std::string read(const WriteOnce<std::string>& value) {
    return value.is_here() ? value.read() : "not here";
  }

 private:
  Best bound_;
};

TEST(Accumulators, HoldWhatAnybodyHasAddedAnyNumberOfTimes) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto seekers = job.create_array<Seeker>(Index1{count}, mapping::round_robin);
    const auto sum = create_accumulator(0);
    const auto highest = create_accumulator(-1, reduce::max);
    sum.add(1000);
    EXPECT_EQ(co_await highest.collect(), -1);
    for (int i = 0; i < count; i += 2) seekers[i].send<&Seeker::add>(sum, highest);
    co_await job.quiescence();
    EXPECT_EQ(co_await sum.collect(), 1000 + 0 + 3 + 10 + 21 + 36 + 55);
    EXPECT_EQ(co_await highest.collect(), 30);
    for (int k = 0; k < 5; ++k) seekers.all().send<&Seeker::add_and_go>(sum, job.pe_count());
    co_await job.quiescence();
    EXPECT_EQ(co_await sum.collect(), 1125 + 5 * count);
  });
}

TEST(Monotonics, ComeToTheBestValueOnEveryPeAndNeverGetWorse) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto seekers = job.create_array<Seeker>(Index1{count}, mapping::round_robin);
    const auto best = create_monotonic(1000);
    EXPECT_EQ(best.value(), 1000);
    for (int i = 0; i < count; ++i) seekers[i].send<&Seeker::seek>(best, 100 + (i * 7) % count);
    co_await job.quiescence();
    EXPECT_EQ(best.value(), 100);
    for (int i = 0; i < count; ++i) EXPECT_EQ(co_await seekers[i].call<&Seeker::known>(), 100);
    const auto largest = create_monotonic(std::string(), std::greater<std::string>());
    largest.improve("b");
    largest.improve("a");
    co_await job.quiescence();
    EXPECT_EQ(largest.value(), "b");
  });
}

TEST(Monotonics, CrossEachWideAreaLinkOnceForAnImprovement) {
  testing::World world(testing::uniform_topology(3, 5, "4ms"));
  std::uint64_t before = 0;
  world.start([&](Job& job) -> Task<void> {
    const auto best = create_monotonic(1000);
    co_await job.quiescence();
    before = world.frames_sent("between_sites");
    best.improve(10);
    best.improve(20);
    co_await job.reduction("never");
  });
  world.settle();
  EXPECT_EQ(world.frames_sent("between_sites") - before, 2u);
}

TEST(WriteOnces, AreReadOnEveryPeOnceTheyAreEverywhere) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto seekers = job.create_array<Seeker>(Index1{count}, mapping::round_robin);
    for (const int writer : {1, 5}) {
      Future<WriteOnce<std::string>> written;
      seekers[writer].send<&Seeker::write>(written.callback());
      const WriteOnce<std::string> value = co_await written;
      for (int i = 0; i < count; ++i) {
        EXPECT_EQ(co_await seekers[i].call<&Seeker::read>(value), "of " + std::to_string(writer));
      }
    }
  });
}

}  // namespace
}  // namespace isthmus::engine
