// All runs of a few processes, and many of more: whatever happens, no two lists are agreed on.
#include <gtest/gtest.h>

#include <unordered_set>

#include "isthmus/bootstrap/agreement/agreement_world.hpp"

namespace isthmus::bootstrap {
namespace {

using testing::World;
using Kind = AgreementMessage::Kind;

constexpr TimeNs ms_ns = 1'000'000;

AgreementTiming endless() {
  AgreementTiming timing;
  timing.give_up_ns = 1'000'000'000 * ms_ns;
  // To say again changes nothing where each message may come at any time.
  timing.resend_ns = 100'000'000 * ms_ns;
  return timing;
}

// --- bugs that must be found
// ----------------------------------------------------------------------

/// Takes part in ballots that it has promised to take no part in.
class BreaksPromises : public Agreement {
 public:
  using Agreement::Agreement;
  void receive(const AgreementMessage& message, TimeNs now_ns) override {
    if (message.kind == Kind::propose) state_.acceptor.promised = {};
    Agreement::receive(message, now_ns);
  }
};

/// Does not tell what it has voted for before, and so votes for another list.
class VotesTwice : public Agreement {
 public:
  using Agreement::Agreement;
  void receive(const AgreementMessage& message, TimeNs now_ns) override {
    if (message.kind == Kind::prepare) state_.acceptor.accepted = {};
    Agreement::receive(message, now_ns);
  }
};

/// Takes a majority of those not known to be dead for enough.
class ForgetsTheDead : public Agreement {
 public:
  using Agreement::Agreement;

 protected:
  bool is_quorum(const ProcessSet& voted, const ProcessSet& dead) const override {
    return 2 * (voted.size() + dead.size()) > count + dead.size();
  }

 public:
  std::size_t count = 0;
};

/// Believes what was on its way when its sender died.
class HearsTheDead : public Agreement {
 public:
  using Agreement::Agreement;
  void receive(const AgreementMessage& message, TimeNs now_ns) override {
    const bool was_dead = state_.dead.contains(message.from);
    state_.dead.erase(message.from);
    Agreement::receive(message, now_ns);
    if (was_dead) state_.dead.insert(message.from);
  }
};

/// Takes half of the votes for enough.
class CountsHalves : public Agreement {
 public:
  using Agreement::Agreement;

 protected:
  bool is_quorum(const ProcessSet& voted, const ProcessSet& dead) const override {
    return Agreement::is_quorum(voted, dead) || 2 * voted.size() >= count;
  }

 public:
  std::size_t count = 0;
};

// --- every run
// ------------------------------------------------------------------------------------

struct Bounds {
  int crashes = 0;
  int cuts = 0;
  int ticks = 0;  // of all processes together
  std::size_t states_max = 600'000;
};

/// Depth first through all orders of what may happen, each world once.
template <class Process>
class Explorer {
 public:
  explicit Explorer(const Bounds& bounds) : bounds_(bounds) {}

  void explore(World<Process> world) { explore(std::move(world), bounds_); }
  const std::string& failure() const { return failure_; }
  std::size_t state_count() const { return seen_.size(); }
  bool is_complete() const { return seen_.size() < bounds_.states_max; }

 private:
  void explore(World<Process> world, const Bounds& left) {
    if (!failure_.empty() || !is_complete()) return;
    if (!world.failure.empty()) {
      failure_ = world.failure + "\n" + world.text();
      return;
    }
    world.forget_what_is_stale();
    testing::Digest digest;
    digest.add(world.digest());
    digest.add(static_cast<std::uint64_t>((left.crashes * 16 + left.cuts) * 256 + left.ticks));
    if (!seen_.insert(digest.value()).second) return;
    for (std::size_t i = 0; i < world.in_flight.size(); ++i) {
      World<Process> next = world;
      next.deliver(i);
      explore(std::move(next), left);
    }
    for (std::size_t i = 0; i < world.news.size(); ++i) {
      World<Process> next = world;
      next.hear(i);
      explore(std::move(next), left);
    }
    for (std::uint32_t i = 0; i < world.count(); ++i) {
      if (!world.is_alive(i)) continue;
      if (left.ticks > 0 && !world.state(i).outcome) {
        World<Process> next = world;
        next.tick(i);
        Bounds fewer = left;
        --fewer.ticks;
        explore(std::move(next), fewer);
      }
      if (left.crashes > 0) {
        World<Process> next = world;
        next.crash(i, true);
        Bounds fewer = left;
        --fewer.crashes;
        explore(std::move(next), fewer);
      }
    }
    // The witness, where there is one, is on the first side or on the second.
    const std::uint32_t places = world.count() + (world.witness ? 1 : 0);
    for (std::uint32_t mask = 1; left.cuts > 0 && mask < (1u << (places - 1)); ++mask) {
      World<Process> next = world;
      std::vector<bool> side(world.count() + 1);
      for (std::uint32_t i = 0; i < places; ++i) side[i] = ((mask >> i) & 1) != 0;
      next.cut(side, true);
      Bounds fewer = left;
      --fewer.cuts;
      explore(std::move(next), fewer);
    }
  }

  Bounds bounds_;
  std::unordered_set<std::uint64_t> seen_;
  std::string failure_;
};

template <class Process = Agreement>
World<Process> world_of(std::uint32_t count, bool has_witness, const ProcessSet& dead = {}) {
  World<Process> world(count, has_witness, endless(), dead);
  world.keeps_hellos = false;
  world.start();
  return world;
}

void expect_unity(const World<Agreement>& world, const Bounds& bounds) {
  Explorer<Agreement> explorer(bounds);
  explorer.explore(world);
  EXPECT_EQ(explorer.failure(), "");
  EXPECT_GT(explorer.state_count(), 100u);
  std::printf("%zu states%s\n", explorer.state_count(), explorer.is_complete() ? "" : ", not all");
}

TEST(AgreementExploration, TwoProcessesAgreeOnOneListWhateverTheOrder) {
  expect_unity(world_of(2, false), {1, 1, 4});
}

TEST(AgreementExploration, TwoProcessesAndAWitnessAgreeOnOneListWhateverTheOrder) {
  expect_unity(world_of(2, true), {1, 1, 2});
}

TEST(AgreementExploration, ThreeProcessesAgreeOnOneListThoughOneCrashes) {
  expect_unity(world_of(3, false), {1, 0, 2});
}

TEST(AgreementExploration, ThreeProcessesAgreeOnOneListThoughTheyAreCut) {
  expect_unity(world_of(3, false), {0, 1, 2});
}

template <class Process>
void expect_found(const World<Process>& world, const Bounds& bounds) {
  Explorer<Process> explorer(bounds);
  explorer.explore(world);
  EXPECT_NE(explorer.failure(), "");
  std::printf("%zu states\n%s", explorer.state_count(), explorer.failure().c_str());
}

TEST(AgreementExploration, FindsBreaksPromises) {
  expect_found(world_of<BreaksPromises>(3, false), {1, 0, 2});
}
TEST(AgreementExploration, FindsVotesTwice) {
  expect_found(world_of<VotesTwice>(3, false), {1, 0, 2});
}
TEST(AgreementExploration, FindsForgetsTheDead) {
  expect_found(world_of<ForgetsTheDead>(3, false), {1, 1, 2});
}
TEST(AgreementExploration, FindsHearsTheDead) {
  expect_found(world_of<HearsTheDead>(3, false), {1, 0, 2});
}
TEST(AgreementExploration, FindsCountsHalves) {
  expect_found(world_of<CountsHalves>(2, false), {0, 1, 2});
}
}  // namespace
}  // namespace isthmus::bootstrap
