// Checkpoints at points where a load balancer moves objects, too.
#include <gtest/gtest.h>

#include <cstdint>

#include "isthmus/balance/strategy.hpp"
#include "isthmus/object/charge.hpp"
#include "isthmus/testing/everywhere.hpp"
#include "isthmus/testing/memory_vault.hpp"

namespace isthmus::engine {
namespace {

constexpr int runner_count = 12;
constexpr int run_length = 7;

/// Costs more the larger its index, so that there is something to move.
class Racer : public Chare<Racer, Index1> {
 public:
  void serialize(auto& archive) { archive(step_, value_); }
  void run() {
    charge(index() * 10'000 + 1'000);
    value_ = value_ * 5 + index();
    if (++step_ < run_length) return at_sync<&Racer::run>();
    contribute("raced", value_, reduce::sum);
  }

 private:
  int step_ = 0;
  std::int64_t value_ = 1;
};

MainProgram race(std::int64_t& sum) {
  return [&sum](Job& job) -> Task<void> {
    ArrayProxy<Racer> racers;
    if (!job.restored(racers)) {
      racers = job.create_array<Racer>(Index1{runner_count}, mapping::block);
      racers.all().send<&Racer::run>();
    }
    sum = co_await job.reduction<std::int64_t>("raced");
  };
}

std::int64_t raced_alone() {
  std::int64_t sum = 0;
  for (int index = 0; index < runner_count; ++index) {
    std::int64_t value = 1;
    for (int step = 0; step < run_length; ++step) value = value * 5 + index;
    sum += value;
  }
  return sum;
}

TEST(BalancedCheckpoints, AreTakenBeforeObjectsMoveAndGoneOnFromOnEveryShape) {
  for (const char* const strategy : {"rotate", "greedy", "diffusion"}) {
    SCOPED_TRACE(strategy);
    testing::MemoryVault vault;
    store::Index index;
    for (testing::Shape& shape : testing::all_shapes()) {
      SCOPED_TRACE(shape.text());
      shape.settings.balancing.strategy = balance::find_strategy(strategy);
      shape.settings.checkpoints = {.when = store::When::always, .keep = 1000};
      // The first one begins anew, and the others go on from its third checkpoint.
      shape.checkpoints = index.number == 0 ? vault.places() : vault.places_after(index);
      std::int64_t sum = 0;
      const testing::Outcome outcome = testing::run_on(shape, race(sum));
      for (const auto& failure : outcome.failures) {
        ASSERT_FALSE(failure.has_value()) << failure->text();
      }
      EXPECT_EQ(sum, raced_alone());
      if (index.number == 0) index = vault.index_of(3);
    }
  }
}

}  // namespace
}  // namespace isthmus::engine
