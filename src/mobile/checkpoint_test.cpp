// Mobile objects in checkpoints, and jobs that go on with them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/testing/everywhere.hpp"
#include "isthmus/testing/memory_vault.hpp"
#include "mobile/mobile.hpp"

namespace isthmus::mobile {
namespace {

using ::testing::HasSubstr;

constexpr int object_count = 7;
constexpr int round_count = 5;

/// Hears from every rank in every round, and moves; knows the others.
struct Member {
  int number = 0;
  std::vector<Pointer> others;
  std::int64_t sum = 0;
  int heard = 0;
};

struct Progress {
  int round = 0;
  std::vector<Pointer> members;
};

/// What rank 0 gathers, and what the test looks at afterwards.
struct Findings {
  std::vector<Pointer> made;
  std::int64_t sum = 0;
  int told = 0;
};

void hear(Rank&, Member& member, std::int64_t value) {
  member.sum += 1000 * (value + 1) * (value + 1);  // whatever the order
  ++member.heard;
}

void toil(Rank& self, Member& member, int round) {
  member.sum += (member.number + 3) * (round + 5);
  self.send<hear>(member.others[static_cast<std::size_t>(member.number + round) % object_count],
                  round);
  EXPECT_TRUE(self.move(self.current(), (self.rank() + round) % self.size()).has_value());
}

void take_sum(Rank& self, int number, std::int64_t sum) {
  Findings& findings = self.state<Findings>();
  ++findings.told;
  findings.sum += (number + 1) * sum;
}
void tell_sum(Rank& self, Member& member) {
  EXPECT_EQ(member.heard, round_count);
  self.rsr<take_sum>(0, member.number, member.sum);
}

/// All rounds, or those that are left; a point after each.
struct Rounds {
  static inline std::int64_t result = 0;  // NOLINT: what the test asks for
  static inline int first_round = -1;     // NOLINT

  void operator()(Rank& self) const {
    Progress progress;
    const bool goes_on = self.restored(progress);
    Findings findings;
    if (self.rank() == 0) self.set_state(&findings);
    if (self.rank() == 0 && !goes_on) make(self, progress);
    if (self.rank() == 0) first_round = progress.round;
    while (progress.round < round_count) {
      if (self.rank() == 0) {
        for (const Pointer& member : progress.members) self.work<toil>(member, 1, progress.round);
      }
      self.quiescence();
      ++progress.round;
      self.checkpoint();
    }
    if (self.rank() != 0) return self.quiescence();
    for (const Pointer& member : progress.members) self.send<tell_sum>(member);
    self.quiescence();
    EXPECT_EQ(findings.told, object_count);
    result = findings.sum;
  }

  static void make(Rank& self, Progress& progress) {
    for (int i = 0; i < object_count; ++i) {
      auto member = std::make_unique<Member>();
      member->number = i;
      progress.members.push_back(self.make(std::move(member)));
    }
    for (const Pointer& member : progress.members) {
      self.local<Member>(member)->others = progress.members;
    }
  }
};

engine::testing::Shape kept(engine::testing::Shape shape, const engine::store::Places& places) {
  shape.settings.checkpoints.when = engine::store::When::always;
  shape.settings.checkpoints.keep = 100;
  shape.checkpoints = places;
  return shape;
}

template <class Main>
std::string failure_of(const engine::testing::Shape& shape) {
  const engine::testing::Outcome outcome = engine::testing::run_on(
      shape, as_main_program(Main(), {.balancing = Balancing::work_stealing}));
  for (const auto& failure : outcome.failures) {
    if (failure) return failure->text();
  }
  EXPECT_EQ(outcome.messages_alive, 0);
  return {};
}

engine::testing::Shape some_shape() {
  return {engine::testing::uniform_topology(1, 4, "0", "0", 2),
          engine::testing::Drive::in_turn,
          {},
          {}};
}

TEST(MobileCheckpoints, GiveTheResultOfARunThatWasNeverStoppedOnEveryShape) {
  engine::testing::MemoryVault vault;
  ASSERT_EQ(failure_of<Rounds>(kept(some_shape(), vault.places())), "");
  const std::int64_t whole = Rounds::result;
  ASSERT_EQ(vault.numbers().size(), static_cast<std::size_t>(round_count));
  for (std::uint64_t number = 1; number <= round_count; ++number) {
    const engine::store::Index index = vault.index_of(number);
    EXPECT_EQ(index.singles, static_cast<std::uint64_t>(object_count));
    for (const engine::testing::Shape& shape : engine::testing::all_shapes()) {
      SCOPED_TRACE(shape.text() + ", from checkpoint " + std::to_string(number));
      ASSERT_EQ(failure_of<Rounds>(kept(shape, vault.places_after(index))), "");
      EXPECT_EQ(Rounds::result, whole);
      EXPECT_EQ(Rounds::first_round, static_cast<int>(number));
    }
  }
}

TEST(MobileCheckpoints, ChangeNothingInAJobThatWantsNone) {
  engine::testing::MemoryVault vault;
  ASSERT_EQ(failure_of<Rounds>(kept(some_shape(), vault.places())), "");
  const std::int64_t whole = Rounds::result;
  ASSERT_EQ(failure_of<Rounds>(some_shape()), "");
  EXPECT_EQ(Rounds::result, whole);
}

struct Unportable {
  explicit Unportable(int) {}
};
struct KeepsUnportable {
  void operator()(Rank& self) const {
    int nothing = 0;
    self.restored(nothing);
    if (self.rank() == 0) self.make<Unportable>(3);
    self.checkpoint();
  }
};
struct KeepsUninstalled {
  void operator()(Rank& self) const {
    int nothing = 0;
    self.restored(nothing);
    std::unique_ptr<Member> held;
    if (self.rank() == 1) {
      const Pointer pointer = self.make<Member>();
      held = std::move(*self.uninstall<Member>(pointer));
    }
    self.checkpoint();
  }
};
struct KeepsMemoryOpen {
  void operator()(Rank& self) const {
    int nothing = 0;
    self.restored(nothing);
    std::vector<double> memory(9);
    if (self.rank() == 1) self.expose(std::span(memory));
    self.checkpoint();
  }
};
struct KeepsNothing {
  void operator()(Rank& self) const { self.checkpoint(); }
};

TEST(MobileCheckpoints, SayWhatHasNoPlaceInThem) {
  engine::testing::MemoryVault vault;
  const engine::testing::Shape shape = kept(some_shape(), vault.places());
  EXPECT_THAT(failure_of<KeepsUnportable>(shape), HasSubstr("whose data cannot be serialized"));
  EXPECT_THAT(failure_of<KeepsUninstalled>(shape), HasSubstr("which is not installed"));
  EXPECT_THAT(failure_of<KeepsMemoryOpen>(shape), HasSubstr("memory that is open as a region"));
  EXPECT_THAT(failure_of<KeepsNothing>(shape), HasSubstr("has not called restored(state)"));
  EXPECT_TRUE(vault.numbers().empty());
  // Where nobody wants a checkpoint, all of that may be.
  EXPECT_EQ(failure_of<KeepsUnportable>(some_shape()), "");
}

struct Asks {
  static inline bool does_ask = true;   // NOLINT
  static inline bool is_other = false;  // NOLINT
  void operator()(Rank& self) const {
    int number = 3;
    std::string text;
    if (does_ask && is_other) self.restored(text);
    if (does_ask && !is_other) self.restored(number);
    self.barrier();
    if (does_ask) self.checkpoint();
  }
};

TEST(MobileCheckpoints, AreRefusedByAMainThatDoesNotAskOrHasAnotherState) {
  engine::testing::MemoryVault vault;
  ASSERT_EQ(failure_of<Asks>(kept(some_shape(), vault.places())), "");
  const engine::store::Index index = vault.index_of(1);
  Asks::does_ask = false;
  EXPECT_THAT(failure_of<Asks>(kept(some_shape(), vault.places_after(index))),
              HasSubstr("does not go on from checkpoints"));
  Asks::does_ask = Asks::is_other = true;
  EXPECT_THAT(failure_of<Asks>(kept(some_shape(), vault.places_after(index))),
              HasSubstr("it has other fields now"));
}

}  // namespace
}  // namespace isthmus::mobile
