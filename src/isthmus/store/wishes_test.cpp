// Who waits for quiescence without a coroutine is in a checkpoint, and is told once, behind it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/object/create.hpp"
#include "isthmus/object/here.hpp"
#include "isthmus/store/checkpoints.hpp"
#include "isthmus/testing/everywhere.hpp"
#include "isthmus/testing/memory_vault.hpp"

namespace isthmus::engine {
namespace {

using ::testing::UnorderedElementsAreArray;

constexpr int stroller_count = 10;
constexpr int stroll_length = 8;

testing::Shape keeping_shape(const store::Places& places) {
  testing::Shape shape{testing::uniform_topology(2, 2, "1ms"), testing::Drive::in_turn,
                       testing::test_settings(1), places};
  shape.settings.checkpoints.when = store::When::always;
  return shape;
}

Error failure_with(const MainProgram& main_program, const testing::Shape& shape) {
  const testing::Outcome outcome = testing::run_on(shape, main_program);
  return outcome.failures.front().value_or(Error{});
}

/// Waits for quiescence while the others walk, without a coroutine.
std::atomic<int> steps_done = 0;
std::atomic<int> steps_when_told = -1;
std::atomic<int> times_told = 0;
class Listener : public Chare<Listener, Index1> {
 public:
  void serialize(auto& archive) { archive(is_waiting_); }
  void wait() {
    is_waiting_ = true;
    detect_quiescence(array()[index()].callback<&Listener::be_told>());
  }
  void be_told() {
    EXPECT_TRUE(is_waiting_);
    is_waiting_ = false;
    steps_when_told = steps_done.load();
    ++times_told;
  }

 private:
  bool is_waiting_ = false;
};
class Stroller : public Chare<Stroller, Index1> {
 public:
  void serialize(auto& archive) { archive(step_); }
  void walk() {
    ++steps_done;
    if (++step_ < stroll_length) at_sync<&Stroller::walk>();
  }

 private:
  int step_ = 0;
};

struct Listening {
  ArrayProxy<Stroller> strollers;
  ArrayProxy<Listener> listeners;
  bool has_begun = false;
};

Task<void> listen_to_strollers(Job& job) {
  Listening listening;
  if (!job.restored(listening)) {
    listening.strollers = job.create_array<Stroller>(Index1{stroller_count}, mapping::round_robin);
    listening.listeners = job.create_array<Listener>(Index1{4}, mapping::round_robin);
  }
  if (!std::exchange(listening.has_begun, true)) {
    listening.listeners[3].send<&Listener::wait>();
    listening.strollers.all().send<&Stroller::walk>();
  }
  co_await job.quiescence();
  EXPECT_EQ(steps_done % stroll_length, 0);
}

TEST(CheckpointsOfWishes, TellNobodyOfTheQuietInWhichTheyAreTaken) {
  for (const auto strategy :
       {collective::QuiescenceStrategy::counting_waves, collective::QuiescenceStrategy::safra}) {
    steps_done = times_told = 0;
    testing::MemoryVault vault;
    testing::Shape shape = keeping_shape(vault.places());
    shape.settings.quiescence = strategy;
    ASSERT_EQ(failure_with(listen_to_strollers, shape).text(), Error{}.text());
    ASSERT_FALSE(vault.numbers().empty());
    EXPECT_EQ(vault.numbers().back(), stroll_length - 1);
    EXPECT_EQ(times_told, 1);
    EXPECT_EQ(steps_when_told, stroller_count * stroll_length);
  }
}

TEST(CheckpointsOfWishes, RememberTheElementThatWaits) {
  steps_done = times_told = 0;
  testing::MemoryVault vault;
  testing::Shape first = keeping_shape(vault.places());
  first.settings.checkpoints.keep = stroll_length;
  ASSERT_EQ(failure_with(listen_to_strollers, first).text(), Error{}.text());
  constexpr int steps_before = 3;
  const store::Index index = vault.index_of(steps_before);
  // The main program's own coroutine is none of them.
  ASSERT_EQ(index.wishes.size(), 1U);
  EXPECT_EQ(index.wishes.front().kind, CallbackTarget::Kind::element);

  steps_done = steps_before * stroller_count;
  times_told = 0;
  const testing::Shape again = keeping_shape(vault.places_after(index));
  ASSERT_EQ(failure_with(listen_to_strollers, again).text(), Error{}.text());
  EXPECT_EQ(times_told, 1);
  EXPECT_EQ(steps_when_told, stroller_count * stroll_length);
}

class Ear : public Chare<Ear, PeId> {
 public:
  void serialize(auto& archive) { archive(waiting_); }
  void absorb(Ear&& other) { waiting_ += other.waiting_; }
  void wait(const GroupProxy<Ear>& ears) {
    ++waiting_;
    detect_quiescence(ears[pe()].callback<&Ear::be_told>());
  }
  void be_told() {
    EXPECT_GE(waiting_, 1);
    ++times_told;
  }

 private:
  int waiting_ = 0;
};

struct Hearing {
  ArrayProxy<Stroller> strollers;
  GroupProxy<Ear> ears;
  bool has_begun = false;
};

Task<void> hear_strollers(Job& job) {
  Hearing hearing;
  if (!job.restored(hearing)) {
    hearing.strollers = job.create_array<Stroller>(Index1{stroller_count}, mapping::round_robin);
    hearing.ears = job.create_group<Ear>();
  }
  if (!std::exchange(hearing.has_begun, true)) {
    hearing.ears.all().send<&Ear::wait>(hearing.ears);
    hearing.strollers.all().send<&Stroller::walk>();
  }
  co_await job.quiescence();
}

TEST(CheckpointsOfWishes, TellThoseOfAGroupWhoHaveAbsorbedWhoWaited) {
  testing::MemoryVault vault;
  const testing::Shape first = keeping_shape(vault.places());
  ASSERT_EQ(failure_with(hear_strollers, first).text(), Error{}.text());
  const store::Index index = vault.index_of(vault.numbers().back());
  ASSERT_EQ(index.wishes.size(), 4U);
  times_told = 0;
  testing::Shape again = keeping_shape(vault.places_after(index));
  again.topology = testing::uniform_topology(1, 2, "1ms");
  ASSERT_EQ(failure_with(hear_strollers, again).text(), Error{}.text());
  EXPECT_EQ(times_told, 2);
}

/// Who is told, by index; the main program as -1.
std::vector<std::int64_t> told;

/// Has others wait, and is told where it is one of them.
class Attendant : public Chare<Attendant, Index1> {
 public:
  void serialize(auto& archive) { archive(has_asked_); }
  void ask(const Callback<void>& of_others) {
    has_asked_ = true;
    detect_quiescence(of_others);
  }
  void be_told() {
    EXPECT_EQ(steps_done, stroller_count * stroll_length) << "nobody strolls any more";
    told.push_back(index());
  }

 private:
  bool has_asked_ = false;
};

enum class Whom { array, section, channel };

struct Attending {
  ArrayProxy<Stroller> strollers;
  ArrayProxy<Attendant> attendants;
  SectionProxy<Attendant> some;
  bool has_begun = false;
};

Callback<void> target_of(Whom whom, const Attending& attending) {
  switch (whom) {
    case Whom::array:
      return attending.attendants.all().callback<&Attendant::be_told>();
    case Whom::section:
      return attending.some.callback<&Attendant::be_told>();
    case Whom::channel:
      break;
  }
  return {{.kind = CallbackTarget::Kind::inbox,
           .pe = Objects::current().pe_id(),
           .word = detail::inbox_name("quiet")}};
}

MainProgram attend_to_strollers(Whom whom) {
  return [whom](Job& job) -> Task<void> {
    Attending attending;
    if (!job.restored(attending)) {
      attending.strollers =
          job.create_array<Stroller>(Index1{stroller_count}, mapping::round_robin);
      attending.attendants = job.create_array<Attendant>(Index1{4}, mapping::round_robin);
      attending.some = attending.attendants.section({1, 3});
    }
    if (!std::exchange(attending.has_begun, true)) {
      attending.attendants[2].send<&Attendant::ask>(target_of(whom, attending));
      attending.strollers.all().send<&Stroller::walk>();
    }
    if (whom == Whom::channel) {
      co_await job.reduction("quiet");
      EXPECT_EQ(steps_done, stroller_count * stroll_length);
      told.push_back(-1);
    }
    co_await job.quiescence();
    // Who was told at once with the main program has it handled now.
    co_await job.quiescence();
  };
}

class CheckpointsOfWishesOf : public ::testing::TestWithParam<Whom> {
 protected:
  static void expect_told() {
    const std::vector<std::int64_t> all[] = {{0, 1, 2, 3}, {1, 3}, {-1}};
    EXPECT_THAT(told, UnorderedElementsAreArray(all[static_cast<int>(GetParam())]));
  }
  /// As if the strollers had gone so far.
  static void begin_at(int steps) {
    steps_done = steps * stroller_count;
    told.clear();
  }
};

TEST_P(CheckpointsOfWishesOf, AreGoneOnFromOnceOnEveryShape) {
  testing::MemoryVault vault;
  testing::Shape first = keeping_shape(vault.places());
  first.settings.checkpoints.keep = stroll_length;
  begin_at(0);
  ASSERT_EQ(failure_with(attend_to_strollers(GetParam()), first).text(), Error{}.text());
  expect_told();
  for (const int steps : {1, 3, stroll_length - 1}) {
    const store::Index index = vault.index_of(static_cast<std::uint64_t>(steps));
    ASSERT_EQ(index.wishes.size(), 1U);
    for (const auto& [sites, pes] : {std::pair(1, 1), {1, 3}, {2, 2}, {2, 4}}) {
      SCOPED_TRACE("from " + std::to_string(steps) + " on " + std::to_string(sites) + " x " +
                   std::to_string(pes) + " PEs");
      testing::Shape again = keeping_shape(vault.places_after(index));
      again.topology = testing::uniform_topology(sites, pes, "1ms");
      again.settings.checkpoints.keep = stroll_length;
      begin_at(steps);
      ASSERT_EQ(failure_with(attend_to_strollers(GetParam()), again).text(), Error{}.text());
      expect_told();
    }
  }
}

TEST_P(CheckpointsOfWishesOf, AreGoneOnFromWhereTheMainProgramIsElsewhere) {
  testing::MemoryVault vault;
  testing::Shape first = keeping_shape(vault.places());
  // Each PE is a process of its own.
  first.topology = testing::uniform_topology(2, 2, "1ms", "0", 2);
  begin_at(0);
  ASSERT_EQ(failure_with(attend_to_strollers(GetParam()), first).text(), Error{}.text());
  const store::Index index = vault.index_of(vault.numbers().back());
  for (const std::vector<std::uint32_t>& left :
       {std::vector<std::uint32_t>{1, 2, 3}, {0, 2, 3}, {2, 3}, {3}}) {
    SCOPED_TRACE("PE " + std::to_string(left.front()) + " and " + std::to_string(left.size() - 1) +
                 " more");
    testing::WorldOptions options{.settings = testing::test_settings(3),
                                  .checkpoints = vault.places_after(index)};
    for (const std::uint32_t pe : left) options.members.emplace_back(pe);
    options.settings.checkpoints.when = store::When::always;
    begin_at(stroll_length - 1);
    testing::World world(first.topology, options);
    const std::optional<Error> failure = world.run(attend_to_strollers(GetParam()));
    ASSERT_FALSE(failure.has_value()) << failure->text();
    expect_told();
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, CheckpointsOfWishesOf,
                         ::testing::Values(Whom::array, Whom::section, Whom::channel),
                         [](const auto& of) -> std::string {
                           if (of.param == Whom::array) return "Array";
                           return of.param == Whom::section ? "Section" : "Channel";
                         });

}  // namespace
}  // namespace isthmus::engine
