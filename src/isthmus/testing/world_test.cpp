#include "isthmus/testing/world.hpp"

#include <gtest/gtest.h>

#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine::testing {
namespace {

class Counter : public Chare<Counter, PeId> {
 public:
  void add(int by) { sum_ += by; }
  int sum() { return sum_; }
  void pass(int left, int step) {
    sum_ += step;
    const auto count = static_cast<std::uint32_t>(host().topology().pe_count());
    if (left > 0) array()[PeId((pe().value + 1) % count)].send<&Counter::pass>(left - 1, step);
  }

 private:
  int sum_ = 0;
};

class Sparse : public Chare<Sparse, Index1> {
 public:
  void poke() {}
};

Task<void> ring(Job& job) {
  const auto counters = job.create_group<Counter>();
  for (int token = 1; token <= 3; ++token) {
    counters[PeId(0)].send<&Counter::pass>(20, token);
  }
  co_await job.quiescence();
  int sum = 0;
  for (int pe = 0; pe < job.pe_count(); ++pe) {
    sum += co_await counters[PeId(pe)].call<&Counter::sum>();
  }
  EXPECT_EQ(sum, 21 * 6);
}

TEST(World, RunsAProgramToItsEndOnEveryShape) { expect_runs_everywhere(ring); }

TEST(World, TakesTheSameStepsForTheSameSeed) {
  for (const std::uint64_t seed : {0, 5, 6}) {
    World first(uniform_topology(2, 2, "8ms", "1ms"), {.settings = test_settings(seed)});
    World second(uniform_topology(2, 2, "8ms", "1ms"), {.settings = test_settings(seed)});
    EXPECT_FALSE(first.run(ring));
    EXPECT_FALSE(second.run(ring));
    EXPECT_EQ(first.steps(), second.steps());
    EXPECT_EQ(first.now_ns(), second.now_ns());
    EXPECT_EQ(first.messages_handled(), second.messages_handled());
  }
}

TEST(World, TakesOtherStepsForOtherSeeds) {
  World first(uniform_topology(1, 4), {.settings = test_settings(5)});
  World second(uniform_topology(1, 4), {.settings = test_settings(6)});
  EXPECT_FALSE(first.run(ring));
  EXPECT_FALSE(second.run(ring));
  EXPECT_NE(first.now_ns(), second.now_ns());
}

TEST(World, LetsLatencyPassInVirtualTime) {
  World world(uniform_topology(2, 1, "3s"));
  EXPECT_FALSE(world.run([](Job& job) -> Task<void> {
    const auto counters = job.create_group<Counter>();
    const double start = job.seconds();
    EXPECT_EQ(co_await counters[PeId(1)].call<&Counter::sum>(), 0);
    EXPECT_GE(job.seconds() - start, 6.0);
    EXPECT_LT(job.seconds() - start, 10.0);
  }));
}

TEST(World, HandlesWhatIsUnderWayWhenTheProgramEnds) {
  World world(uniform_topology(2, 1, "5ms"));
  EXPECT_FALSE(world.run([](Job& job) -> Task<void> {
    const auto counters = job.create_group<Counter>();
    counters.all().send<&Counter::add>(1);
    co_return;
  }));
  EXPECT_EQ(world.messages_alive(), 0);
  EXPECT_EQ(world.unit(PeId(1)).objects().object_count(), 1u);
}

TEST(World, CountsMessagesThatNobodyHandles) {
  World world(uniform_topology(1, 1));
  EXPECT_FALSE(world.run([](Job& job) -> Task<void> {
    const auto counters = job.create_sparse_array<Sparse>(mapping::hashed);
    counters[3].send<&Sparse::poke>();
    co_return;
  }));
  EXPECT_EQ(world.messages_alive(), 1);
}

TEST(World, EndsAProgramThatTakesTooManySteps) {
  World world(uniform_topology(1, 2), {.step_limit = 1000});
  const auto failure = world.run([](Job& job) -> Task<void> {
    const auto counters = job.create_group<Counter>();
    counters[PeId(0)].send<&Counter::pass>(1'000'000, 1);
    co_await job.quiescence();
  });
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, ErrorCode::stalled);
  EXPECT_NE(failure->text().find("1000 steps"), std::string::npos);
}

TEST(World, StepsByHand) {
  World world(uniform_topology(1, 1));
  bool ran = false;
  world.start([&](Job&) -> Task<void> {
    ran = true;
    co_return;
  });
  EXPECT_FALSE(ran);
  EXPECT_TRUE(world.step());
  EXPECT_TRUE(ran);
  while (world.step()) {
  }
  EXPECT_TRUE(world.is_idle());
}

}  // namespace
}  // namespace isthmus::engine::testing
