// All runs of a few processes, and many of more: whatever happens, no two lists are agreed on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unordered_set>

#include "isthmus/bootstrap/agreement/agreement_world.hpp"

namespace isthmus::engine::bootstrap {
namespace {

using ::testing::HasSubstr;
using testing::World;
using Kind = AgreementMessage::Kind;

constexpr TimeNs ms_ns = 1'000'000;

AgreementTiming endless() {
  AgreementTiming timing;
  timing.give_up_ns = 1'000'000'000 * ms_ns;
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
    std::size_t votes = 0;
    for (std::uint32_t i = count; i-- > 0;) {
      if (dead.contains(ProcessId(i))) continue;
      // The last one seen is the lowest, and breaks ties.
      votes = votes / 2 * 2 + (voted.contains(ProcessId(i)) ? 3 : 0);
    }
    return Agreement::is_quorum(voted, dead) || votes > count - dead.size();
  }

 public:
  std::uint32_t count = 0;
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
  std::uint32_t count = 0;
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
  std::size_t world_count() const { return seen_.size(); }
  std::size_t decision_count() const { return decision_count_; }
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
    if (world.is_decided()) ++decision_count_;
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
  std::size_t decision_count_ = 0;
  std::string failure_;
};

/// Nobody is sent anything twice: to say it again changes nothing where a message may come at any
/// time.
template <class Process = Agreement>
World<Process> world_of(std::uint32_t count, bool has_witness) {
  AgreementTiming timing = endless();
  timing.resend_ns = 100'000'000 * ms_ns;
  timing.settle_ns = 0;
  World<Process> world(count, has_witness, timing);
  world.keeps_hellos = false;
  return world;
}

/// Processes 0 and 2 cannot hear each other, and both have something to propose.
template <class Process = Agreement>
World<Process> world_of_two_proposers() {
  World<Process> world = world_of<Process>(3, false);
  world.suspect(0, 2);
  world.suspect(2, 0);
  world.start();
  world.tick(2);
  return world;
}

void expect_unity(World<Agreement> world, const Bounds& bounds) {
  world.start();
  Explorer<Agreement> explorer(bounds);
  explorer.explore(world);
  EXPECT_EQ(explorer.failure(), "");
  EXPECT_TRUE(explorer.is_complete()) << "the bounds are too wide to try everything";
  EXPECT_GT(explorer.decision_count(), 0u);
  ::testing::Test::RecordProperty("worlds", std::to_string(explorer.world_count()));
}

template <class Process>
std::string failure_of(const World<Process>& world, const Bounds& bounds) {
  Explorer<Process> explorer(bounds);
  explorer.explore(world);
  return explorer.failure();
}

TEST(AgreementExploration, TwoProcessesAgreeOnOneListWhateverTheOrder) {
  expect_unity(world_of(2, false), {1, 1, 4});
}

TEST(AgreementExploration, TwoProcessesAndAWitnessAgreeOnOneListThoughOneCrashes) {
  expect_unity(world_of(2, true), {1, 0, 2});
}

TEST(AgreementExploration, TwoProcessesAndAWitnessAgreeOnOneListThoughTheyAreCut) {
  expect_unity(world_of(2, true), {0, 1, 2});
}

TEST(AgreementExploration, ThreeProcessesAgreeOnOneListThoughOneCrashes) {
  expect_unity(world_of(3, false), {1, 0, 1});
}

TEST(AgreementExploration, ThreeProcessesAgreeOnOneListThoughTheyAreCut) {
  expect_unity(world_of(3, false), {0, 1, 1});
}

TEST(AgreementExploration, TwoProposersOfThreeProcessesDoNotBothWin) {
  expect_unity(world_of_two_proposers(), {0, 0, 0});
}

TEST(AgreementExploration, FindsAVoterThatBreaksItsPromise) {
  EXPECT_THAT(failure_of(world_of_two_proposers<BreaksPromises>(), {0, 0, 0}),
              HasSubstr("two lists"));
}

TEST(AgreementExploration, FindsAVoterThatVotesTwice) {
  EXPECT_THAT(failure_of(world_of_two_proposers<VotesTwice>(), {0, 0, 0}), HasSubstr("two lists"));
}

TEST(AgreementExploration, FindsHalvesThatCountAsMajorities) {
  World<CountsHalves> world = world_of<CountsHalves>(2, false);
  world.start();
  EXPECT_THAT(failure_of(world, {0, 1, 2}), HasSubstr("two lists"));
}

// --- many runs
// ------------------------------------------------------------------------------------

/// One run of 4 to 8 processes: a time of faults, then calm.
template <class Process>
class RandomRun {
 public:
  explicit RandomRun(std::uint64_t seed)
      : random_(seed),
        world_(static_cast<std::uint32_t>(3 + random_.below(6)), random_.below(3) == 0,
               timing_of(random_)),
        is_slow_(world_.count() + 1) {
    for (std::size_t i = 0; i < is_slow_.size(); ++i) is_slow_[i] = random_.below(3) == 0;
    is_told_ = random_.below(3) > 0;
  }

  /// What went wrong; empty: nothing.
  std::string run() {
    for (std::uint32_t i = 0; i < world_.count(); ++i) {
      if (random_.below(3) > 0) world_.tick(i);
    }
    const std::uint64_t steps = random_.below(400);
    for (std::uint64_t step = 0; step < steps && world_.failure.empty(); ++step) trouble();
    calm_down();
    if (!world_.failure.empty()) return world_.failure + "\n" + world_.text();
    return "";
  }
  bool is_decided() const { return world_.is_decided(); }

 private:
  static AgreementTiming timing_of(Random& random) {
    AgreementTiming timing;
    if (random.below(2) == 0) timing.settle_ns = 0;
    if (random.below(2) == 0) timing.answer_ns = 100 * ms_ns;
    timing.give_up_ns = 1'000'000'000 * ms_ns;
    return timing;
  }
  std::uint32_t anybody() { return static_cast<std::uint32_t>(random_.below(world_.count())); }
  std::size_t any_message() { return random_.below(world_.in_flight.size()); }
  bool is_late(std::size_t index) {
    const AgreementMessage& message = *world_.in_flight[index];
    const bool is_slow =
        is_slow_[world_.place_of(message.from)] || is_slow_[world_.place_of(message.to)];
    return is_slow && random_.below(8) > 0;
  }

  void trouble() {
    const std::uint64_t what = random_.below(100);
    const std::uint32_t process = anybody();
    if (what < 60) {
      if (world_.in_flight.empty()) return;
      const std::size_t index = any_message();
      if (!is_late(index)) world_.deliver(index);
    } else if (what < 72) {
      // Who was kept from running finds that its time and that of others has passed.
      const TimeNs slept_ns = random_.below(3) > 0 ? 0 : 3'000 * ms_ns;
      if (!world_.is_crashed[process]) world_.tick(process, slept_ns);
    } else if (what < 82) {
      if (!world_.news.empty()) world_.hear(random_.below(world_.news.size()));
    } else if (what < 86) {
      if (!world_.in_flight.empty())
        world_.deliver(AgreementMessage(*world_.in_flight[any_message()]));
    } else if (what < 91) {
      if (!world_.in_flight.empty()) {
        world_.in_flight.erase(world_.in_flight.begin() +
                               static_cast<std::ptrdiff_t>(any_message()));
      }
    } else if (what < 94) {
      world_.news.push_back({process, anybody(), Loss::silent});
    } else if (what < 97) {
      if (crashes_left_ > 0 && !world_.is_crashed[process]) {
        --crashes_left_;
        world_.crash(process, is_told_);
      }
    } else {
      std::vector<bool> side(world_.count() + 1);
      const bool heals = random_.below(2) == 0;
      for (std::size_t i = 0; !heals && i < side.size(); ++i) side[i] = random_.below(2) == 0;
      // What was under way comes when the cut heals, or never.
      if (random_.below(2) == 0) {
        world_.side = side;
      } else {
        world_.cut(side, random_.below(2) == 0);
      }
    }
  }

  /// Nothing is lost any more, whoever lives hears what there is to hear, time passes evenly.
  void calm_down() {
    std::vector<TimeNs> began_ns;
    for (std::uint32_t i = 0; i < world_.count(); ++i) began_ns.push_back(world_.state(i).now_ns);
    for (int step = 0; step < 20'000 && world_.failure.empty(); ++step) {
      if (!world_.news.empty()) {
        world_.hear(random_.below(world_.news.size()));
      } else if (!world_.in_flight.empty()) {
        const std::size_t index = any_message();
        const AgreementMessage& message = *world_.in_flight[index];
        if (world_.is_cut(message.from, message.to)) {
          world_.in_flight.erase(world_.in_flight.begin() + static_cast<std::ptrdiff_t>(index));
        } else {
          world_.deliver(index);
        }
      } else if (!pass_time(began_ns)) {
        return;
      }
    }
    if (world_.failure.empty()) world_.failure = "no outcome after calm";
  }

  /// Whether there is anybody who waits for something that may come.
  bool pass_time(const std::vector<TimeNs>& began_ns) {
    std::optional<std::uint32_t> next;
    TimeNs next_ns = never_ns;
    for (std::uint32_t i = 0; i < world_.count(); ++i) {
      if (!world_.is_alive(i) || world_.state(i).outcome || !can_win(i)) continue;
      // Its whole side ticks, so that those who know may tell.
      for (std::uint32_t j = 0; j < world_.count(); ++j) {
        if (!world_.is_alive(j) || world_.side[i] != world_.side[j]) continue;
        const TimeNs wake_ns = world_.processes[j]->wake_ns();
        if (wake_ns == never_ns || wake_ns - began_ns[j] >= next_ns) continue;
        next_ns = wake_ns - began_ns[j];
        next = j;
      }
    }
    if (next) world_.tick(*next);
    return next.has_value();
  }

  /// Whether the side of that process has what it takes.
  bool can_win(std::uint32_t process) const {
    ProcessSet reached;
    ProcessSet dead;
    std::vector<Voter> voters;
    for (std::uint32_t i = 0; i < world_.count(); ++i) {
      voters.push_back({ProcessId(i), PeId(i)});
      if (world_.is_crashed[i]) {
        if (is_told_) dead.insert(ProcessId(i));
      } else if (world_.side[i] == world_.side[process]) {
        reached.insert(ProcessId(i));
      }
    }
    if (world_.witness && world_.side.back() == world_.side[process]) reached.insert(witness_id);
    return Electorate(voters, world_.witness.has_value()).is_quorum(reached, dead);
  }

  Random random_;
  World<Process> world_;
  std::vector<bool> is_slow_;  // by place, whose messages are late
  bool is_told_ = true;
  int crashes_left_ = 4;
};

struct Runs {
  std::uint64_t seed = 0;  // the first that went wrong
  std::string failure = {};
  std::uint64_t decided = 0;
};

template <class Process>
Runs runs_of(std::uint64_t seeds, const char* failure) {
  Runs runs;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    RandomRun<Process> run(seed);
    std::string went_wrong = run.run();
    runs.decided += run.is_decided() ? 1 : 0;
    if (went_wrong.find(failure) == std::string::npos || went_wrong.empty()) continue;
    runs.seed = seed;
    runs.failure = std::move(went_wrong);
    break;
  }
  return runs;
}

TEST(AgreementExploration, ManyProcessesAgreeOnOneListWhateverBefallsThem) {
  constexpr std::uint64_t seeds = 4000;
  const Runs runs = runs_of<Agreement>(seeds, "");
  EXPECT_EQ(runs.failure, "") << "seed " << runs.seed;
  EXPECT_GT(runs.decided, seeds / 2) << "too many runs come to nothing to say much";
}

TEST(AgreementExploration, FindsThatTheDeadMustNotLeaveTheTotal) {
  EXPECT_NE(runs_of<ForgetsTheDead>(20'000, "two lists").failure, "");
}

TEST(AgreementExploration, FindsHalvesOfManyThatCountAsMajorities) {
  EXPECT_NE(runs_of<CountsHalves>(20'000, "two lists").failure, "");
}

// --- runs that chance seldom finds
// ----------------------------------------------------------------

/// 0 and 1 of four agree that all go on, and die; 2 and 3, told of both deaths, agree on
/// themselves. Then comes what 0 still had to tell 3.
template <class Process>
std::string failure_when_the_dead_speak() {
  World<Process> world = world_of<Process>(4, false);
  world.start();
  world.deliver_all({Kind::prepare, Kind::promise});
  for (const std::uint32_t process : {2, 3}) world.extract(Kind::propose, 0, process);
  world.deliver_all({Kind::propose, Kind::accepted});
  const auto late = world.extract(Kind::decided, 0, 3);
  for (const std::uint32_t process : {0, 1}) world.crash(process, true);
  world.in_flight.clear();
  while (!world.news.empty()) world.hear(0);
  world.tick(2);
  world.deliver_all({Kind::prepare, Kind::promise, Kind::propose, Kind::accepted});
  EXPECT_TRUE(world.state(2).is_decided);
  EXPECT_FALSE(world.state(3).is_decided);
  world.deliver(late);
  return world.failure;
}

TEST(AgreementExploration, NobodyBelievesWhatWasOnItsWayWhenItsSenderDied) {
  EXPECT_EQ(failure_when_the_dead_speak<Agreement>(), "");
  EXPECT_THAT(failure_when_the_dead_speak<HearsTheDead>(), HasSubstr("two lists"));
}

/// Of five, 0, 1 and 2 are cut off from 3 and 4 and go on. Then 0 and 1 die, and all others are
/// told. To 3 and 4, who are two of three that may live, this looks as if 0 and 1 had died first.
template <class Process>
std::string failure_when_voters_die() {
  World<Process> world = world_of<Process>(5, false);
  world.cut({false, false, false, true, true, false}, true);
  while (!world.news.empty()) world.hear(0);
  world.start();
  world.deliver_all({Kind::prepare, Kind::promise, Kind::propose, Kind::accepted, Kind::decided});
  EXPECT_TRUE(world.state(2).is_decided);
  for (const std::uint32_t process : {0, 1}) world.crash(process, true);
  while (!world.news.empty()) world.hear(0);
  world.tick(3);
  world.deliver_all({Kind::prepare, Kind::promise, Kind::propose, Kind::accepted, Kind::decided});
  return world.failure;
}

TEST(AgreementExploration, VotersThatDiedAfterTheyVotedCountInTheTotal) {
  EXPECT_EQ(failure_when_voters_die<Agreement>(), "");
  EXPECT_THAT(failure_when_voters_die<ForgetsTheDead>(), HasSubstr("two lists"));
}

}  // namespace
}  // namespace isthmus::engine::bootstrap
