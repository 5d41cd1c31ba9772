// That the exploration finds what it is for: broken code, found within a few seeds.
#include "systematic/interleaving.hpp"

#include <gtest/gtest.h>

#include <set>

#include "isthmus/base/atomic.hpp"
#include "systematic/bell.hpp"

namespace isthmus::engine::systematic {
namespace {

constexpr std::uint64_t few_seeds = 200;
constexpr Machine plain{.delays_stores = false};
constexpr Machine with_buffers{};
constexpr Machine without_barrier{.has_system_barrier = false};

void expect_finding(std::uint64_t seeds, const Machine& machine, const Scenario& scenario,
                    std::string_view what) {
  const std::optional<Finding> finding = explore(seeds, machine, scenario);
  ASSERT_TRUE(finding) << "no seed of " << seeds << " shows: " << what;
  EXPECT_NE(finding->what.find(what), std::string::npos) << finding->what;
  EXPECT_FALSE(finding->trace.empty());
}

TEST(Interleaving, FindsAnUpdateThatIsLost) {
  const auto scenario = [](bool is_atomic) {
    return [=](Interleaving& run) {
      const auto count = std::make_shared<Atomic<int>>(0);
      for (const char* name : {"one", "two"}) {
        run.add_thread(name, [=] {
          if (is_atomic) {
            count->fetch_add(1);
          } else {
            count->store(count->load() + 1);
          }
        });
      }
      run.at_end([=](Interleaving& end) {
        if (count->load() != 2) end.fail("lost");
      });
    };
  };
  expect_finding(few_seeds, plain, scenario(false), "lost");
  expect_no_finding(few_seeds, with_buffers, scenario(true));
}

TEST(Interleaving, FindsLocksTakenInACircle) {
  struct Locks {
    Mutex a;
    Mutex b;
  };
  const auto scenario = [](bool in_a_circle) {
    return [=](Interleaving& run) {
      const auto locks = std::make_shared<Locks>();
      run.add_thread("one", [=] {
        const std::lock_guard first(locks->a);
        const std::lock_guard second(locks->b);
      });
      run.add_thread("two", [=] {
        const std::lock_guard first(in_a_circle ? locks->b : locks->a);
        const std::lock_guard second(in_a_circle ? locks->a : locks->b);
      });
    };
  };
  expect_finding(few_seeds, plain, scenario(true), "all wait, and nothing can wake them");
  expect_no_finding(few_seeds, plain, scenario(false));
}

TEST(Interleaving, TakesARunThatDoesNotEndForAFailure) {
  const Scenario scenario = [](Interleaving& run) {
    const auto flag = std::make_shared<Atomic<bool>>(false);
    run.add_thread("waiter", [=] {
      while (!flag->load()) {
      }
    });
  };
  expect_finding(1, plain, scenario, "no end after");
}

TEST(Interleaving, LetsAThreadThatSpinsSeeWhatItWaitsFor) {
  expect_no_finding(few_seeds, with_buffers, [](Interleaving& run) {
    const auto flag = std::make_shared<Atomic<bool>>(false);
    run.add_thread("waiter", [=] {
      while (!flag->load(std::memory_order_acquire)) {
      }
    });
    run.add_thread("setter", [=] { flag->store(true, std::memory_order_release); });
  });
}

// Each of two threads stores to one place and loads from the other: both may see nothing where
// stores are delayed, unless a fence lies between.
struct Crossing {
  Atomic<int> x = 0;
  Atomic<int> y = 0;
  AsymmetricFence fence;
  int seen_by_one = 0;
  int seen_by_two = 0;
};

enum class Fences : std::uint8_t { none, light, both };

Scenario crossing(Fences fences) {
  return [=](Interleaving& run) {
    const auto at = std::make_shared<Crossing>();
    run.add_thread("one", [=] {
      at->x.store(1, std::memory_order_relaxed);
      if (fences != Fences::none) at->fence.light();
      at->seen_by_one = at->y.load(std::memory_order_relaxed);
    });
    run.add_thread("two", [=] {
      at->y.store(1, std::memory_order_relaxed);
      if (fences == Fences::both) at->fence.heavy();
      at->seen_by_two = at->x.load(std::memory_order_relaxed);
    });
    run.at_end([=](Interleaving& end) {
      if (at->seen_by_one == 0 && at->seen_by_two == 0) end.fail("neither saw the other");
    });
  };
}

TEST(Interleaving, FindsAMissingFenceWhereStoresAreDelayed) {
  expect_finding(few_seeds, with_buffers, crossing(Fences::none), "neither saw");
  expect_finding(few_seeds, with_buffers, crossing(Fences::light), "neither saw");
  expect_finding(few_seeds, without_barrier, crossing(Fences::light), "neither saw");
  expect_no_finding(few_seeds, with_buffers, crossing(Fences::both));
  expect_no_finding(few_seeds, without_barrier, crossing(Fences::both));
  // It takes the delay, not the choice of threads.
  expect_no_finding(few_seeds, plain, crossing(Fences::none));
}

// A mailbox of one place, and what its sleeper may forget.
struct Place {
  Atomic<int> message = 0;
  Atomic<bool> asleep = false;
  AsymmetricFence fence;
  Bell bell;
};

enum class Forgotten : std::uint8_t { nothing, second_look, announcing_first, fence };

Scenario one_message(Forgotten forgotten) {
  return [=](Interleaving& run) {
    const auto place = std::make_shared<Place>();
    run.add_thread("producer", [=] {
      place->message.store(1, std::memory_order_release);
      place->fence.light();
      if (place->asleep.load(std::memory_order_relaxed)) place->bell.ring();
    });
    run.add_thread("consumer", [=] {
      const auto ready = [&] { return place->message.load(std::memory_order_acquire) != 0; };
      while (!ready()) {
        if (forgotten == Forgotten::announcing_first && ready()) continue;
        place->asleep.store(true, std::memory_order_relaxed);
        if (forgotten != Forgotten::fence) place->fence.heavy();
        const bool looks = forgotten == Forgotten::nothing || forgotten == Forgotten::fence;
        if (!looks || !ready()) place->bell.sleep();
        place->asleep.store(false, std::memory_order_relaxed);
      }
    });
  };
}

TEST(Interleaving, FindsAWakeUpThatIsLost) {
  const std::string_view stuck = "nothing can wake them: consumer (sleep)";
  for (const Machine& machine : {with_buffers, without_barrier}) {
    for (const Forgotten forgotten :
         {Forgotten::second_look, Forgotten::announcing_first, Forgotten::fence}) {
      SCOPED_TRACE(static_cast<int>(forgotten));
      expect_finding(few_seeds, machine, one_message(forgotten), stuck);
    }
    expect_no_finding(few_seeds, machine, one_message(Forgotten::nothing));
  }
}

TEST(Interleaving, KeepsTheOrderOfOneThreadsStores) {
  expect_no_finding(few_seeds, with_buffers, [](Interleaving& run) {
    const auto at = std::make_shared<Crossing>();
    run.add_thread("writer", [=] {
      at->x.store(1, std::memory_order_relaxed);
      at->y.store(1, std::memory_order_relaxed);
      require(at->x.load(std::memory_order_relaxed) == 1, "a thread sees its own stores");
    });
    run.add_thread("reader", [=] {
      const int y = at->y.load(std::memory_order_relaxed);
      const int x = at->x.load(std::memory_order_relaxed);
      require(x >= y, "the later store came first");
    });
  });
}

TEST(Interleaving, LetsTimePassWhenAllSleep) {
  expect_no_finding(few_seeds, plain, [](Interleaving& run) {
    const auto bell = std::make_shared<Bell>();
    run.add_thread("sleeper", [=] {
      Interleaving& here = *Interleaving::current();
      const TimeNs until_ns = here.now_ns() + 5'000'000;
      bell->sleep(until_ns);
      require(here.now_ns() >= until_ns, "woke too soon");
    });
  });
}

TEST(Interleaving, ReachesEveryOrderOfAFewSteps) {
  // Two threads of two steps each have six orders.
  std::set<std::string> orders;
  explore(few_seeds, plain, [&](Interleaving& run) {
    const auto order = std::make_shared<std::string>();
    const auto steps = [=](char name) {
      for (int i = 0; i < 2; ++i) {
        Interleaving::current()->step("act", std::source_location::current());
        order->push_back(name);
      }
    };
    run.add_thread("one", [=] { steps('a'); });
    run.add_thread("two", [=] { steps('b'); });
    run.at_end([=, &orders](Interleaving&) { orders.insert(*order); });
  });
  EXPECT_EQ(orders.size(), 6u);
}

TEST(Interleaving, RunsTheSameWayUnderTheSameSeed) {
  const auto hash_of = [](std::uint64_t seed) {
    const auto run = std::make_shared<Interleaving>(seed, with_buffers);
    crossing(Fences::none)(*run);
    run->run();
    return run->trace_hash();
  };
  std::set<std::uint64_t> hashes;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const std::uint64_t hash = hash_of(seed);
    EXPECT_EQ(hash, hash_of(seed)) << "seed " << seed;
    hashes.insert(hash);
  }
  EXPECT_GT(hashes.size(), 10u);
}

}  // namespace
}  // namespace isthmus::engine::systematic
