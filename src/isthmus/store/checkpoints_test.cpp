// When checkpoints are taken, what stands in their way, and what becomes of the disk.
#include "isthmus/store/checkpoints.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/object/create.hpp"
#include "isthmus/object/here.hpp"
#include "isthmus/testing/everywhere.hpp"
#include "isthmus/testing/memory_vault.hpp"

namespace isthmus::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int walker_count = 10;
constexpr int walk_length = 8;

/// Goes its way from one balancing point to the next, as a stencil does.
class Walker : public Chare<Walker, Index1> {
 public:
  void serialize(auto& archive) { archive(step_, value_); }
  void walk() {
    value_ = value_ * 5 + index();
    if (++step_ < walk_length) return at_sync<&Walker::walk>();
    contribute("walked", value_, reduce::sum);
  }
  Task<void> wait_for_ever() { co_await Future<void>("what never comes"); }
  void contribute_alone() { contribute("half", 1, reduce::sum); }
  void keep() { pin(); }

 private:
  int step_ = 0;
  std::int64_t value_ = 1;
};

/// Cannot be written down.
class Rock : public Chare<Rock, Index1> {
 public:
  int weight() { return 1; }
};

class Hoard : public Chare<Hoard, PeId> {
 public:
  void serialize(auto& archive) { archive(gold_); }

 private:
  int gold_ = 0;
};

struct Progress {
  ArrayProxy<Walker> walkers;
  int round = 0;
};

testing::Shape shape_of(store::When when, const store::Places& places) {
  testing::Shape shape{testing::uniform_topology(2, 2, "1ms"), testing::Drive::in_turn,
                       testing::test_settings(1), places};
  shape.settings.checkpoints.when = when;
  return shape;
}

Error failure_of(const MainProgram& main_program, const testing::Shape& shape) {
  const testing::Outcome outcome = testing::run_on(shape, main_program);
  return outcome.failures.front().value_or(Error{});
}

/// The failure of a job that prepares something and then wants a checkpoint.
Error failure_at_checkpoint(const std::function<void(const ArrayProxy<Walker>&)>& prepare,
                            bool says_what_it_goes_on_from = true) {
  testing::MemoryVault vault;
  return failure_of(
      [&](Job& job) -> Task<void> {
        Progress progress;
        if (says_what_it_goes_on_from) job.restored(progress);
        progress.walkers = job.create_array<Walker>(Index1{walker_count}, mapping::round_robin);
        prepare(progress.walkers);
        co_await job.checkpoint();
      },
      shape_of(store::When::always, vault.places()));
}

TEST(Checkpoints, NameTheObjectThatWaits) {
  const Error error = failure_at_checkpoint(
      [](const auto& walkers) { walkers[3].template send<&Walker::wait_for_ever>(); });
  EXPECT_EQ(error.code, ErrorCode::program);
  EXPECT_THAT(error.text(), HasSubstr("cannot be kept in a checkpoint: "));
  EXPECT_THAT(error.text(), HasSubstr("Walker[3] waits in "));
  EXPECT_THAT(error.text(), HasSubstr("for what never comes"));
}

TEST(Checkpoints, NameTheClassThatCannotBeWrittenDown) {
  const Error error = failure_at_checkpoint(
      [](const auto&) { create_array<Rock>(Index1{2}, mapping::round_robin); });
  EXPECT_THAT(error.text(), HasSubstr("Rock[0] has no "));
  EXPECT_THAT(error.text(), HasSubstr("serialize"));
}

TEST(Checkpoints, NameTheReductionThatIsNotComplete) {
  const Error error = failure_at_checkpoint(
      [](const auto& walkers) { walkers[0].template send<&Walker::contribute_alone>(); });
  EXPECT_THAT(error.text(), HasSubstr("Walker waits for "));
}

TEST(Checkpoints, NameTheElementThatAMessageWaitsFor) {
  const Error error = failure_at_checkpoint([](const auto&) {
    const auto sparse = create_sparse_array<Walker>(mapping::hashed);
    sparse[77].template send<&Walker::walk>();
  });
  EXPECT_THAT(error.text(), HasSubstr("Walker[77]"));
}

TEST(Checkpoints, NeedAMainProgramThatSaysWhatItGoesOnFrom) {
  const Error error = failure_at_checkpoint([](const auto&) {}, false);
  EXPECT_THAT(error.text(), HasSubstr("job.restored(state)"));
}

TEST(Checkpoints, DoNotMindObjectsThatAreToStayWhereTheyAre) {
  const Error error = failure_at_checkpoint(
      [](const auto& walkers) { walkers.all().template send<&Walker::keep>(); });
  EXPECT_EQ(error.text(), Error{}.text());
}

MainProgram rounds(int count, TimeNs pause_ns = 0) {
  return [=](Job& job) -> Task<void> {
    Progress progress;
    if (!job.restored(progress)) {
      progress.walkers = job.create_array<Walker>(Index1{walker_count}, mapping::round_robin);
    }
    while (progress.round < count) {
      ++progress.round;
      if (pause_ns > 0) {
        Future<void> later("time to pass");
        after(pause_ns, [target = later.callback()] { send(target); });
        co_await later;
      }
      co_await job.checkpoint();
    }
  };
}

/// Takes more and less room, not always in whole words.
class Sponge : public Chare<Sponge, Index1> {
 public:
  void serialize(auto& archive) { archive(water_); }
  void soak(int round) {
    const std::size_t much = round == 3 ? 5000 : 0;
    water_.assign(static_cast<std::size_t>((index() * 7 + round * 13) % 40) + much,
                  static_cast<char>('a' + round));
  }

 private:
  std::vector<char> water_;
};

/// A checkpoint at each round that is a multiple of `every`.
MainProgram soak_and_keep(int rounds, int every) {
  return [=](Job& job) -> Task<void> {
    ArrayProxy<Sponge> sponges;
    job.restored(sponges);
    sponges = job.create_array<Sponge>(Index1{13}, mapping::round_robin);
    for (int round = 1; round <= rounds; ++round) {
      sponges.all().send<&Sponge::soak>(round);
      co_await job.quiescence();
      if (round % every == 0) co_await job.checkpoint();
    }
  };
}

// What is written to may have been the memory of an earlier one.
TEST(Checkpoints, HaveNothingOfThoseBefore) {
  for (const int rounds : {2, 3, 4, 6}) {
    testing::MemoryVault many;
    testing::MemoryVault one;
    ASSERT_EQ(
        failure_of(soak_and_keep(rounds, 1), shape_of(store::When::always, many.places())).text(),
        Error{}.text());
    ASSERT_EQ(failure_of(soak_and_keep(rounds, rounds), shape_of(store::When::always, one.places()))
                  .text(),
              Error{}.text());
    for (const store::FileRecord& file : one.index_of(1).files) {
      EXPECT_EQ(many.file(static_cast<std::uint64_t>(rounds), file.name), one.file(1, file.name))
          << rounds;
    }
  }
}

TEST(Checkpoints, AreRemovedWhenThereAreNewerOnes) {
  testing::MemoryVault vault;
  testing::Shape shape = shape_of(store::When::always, vault.places());
  shape.settings.checkpoints.keep = 3;
  EXPECT_EQ(failure_of(rounds(7), shape).text(), Error{}.text());
  EXPECT_THAT(vault.numbers(), ElementsAre(5, 6, 7));
  EXPECT_THAT(vault.index_of(7).kept, ElementsAre(5, 6, 7));
}

TEST(Checkpoints, OfAJobThatGoesOnTakeTheirTurnBehindThoseBefore) {
  testing::MemoryVault vault;
  const testing::Shape first = shape_of(store::When::always, vault.places());
  ASSERT_EQ(failure_of(rounds(4), first).text(), Error{}.text());
  ASSERT_THAT(vault.numbers(), ElementsAre(3, 4));
  const store::Index index = vault.index_of(4);
  const testing::Shape second = shape_of(store::When::always, vault.places_after(index));
  ASSERT_EQ(failure_of(rounds(5), second).text(), Error{}.text());
  EXPECT_THAT(vault.numbers(), ElementsAre(4, 5));
}

TEST(Checkpoints, AreTakenWhenTheyAreDue) {
  testing::MemoryVault vault;
  testing::Shape shape = shape_of(store::When::every, vault.places());
  shape.settings.checkpoints.every_ns = 50'000'000;
  shape.settings.checkpoints.keep = 100;
  ASSERT_EQ(failure_of(rounds(20, 20'000'000), shape).text(), Error{}.text());
  // 400 ms and a little: one each 50 to 70 ms.
  EXPECT_GE(vault.numbers().size(), 5u);
  EXPECT_LE(vault.numbers().size(), 8u);
}

/// A disk that has written when it is told so.
class SlowVault final : public store::Vault {
 public:
  void write(std::uint64_t number, const std::string& name, store::SharedPieces pieces,
             Done done) override {
    vault_.write(number, name, std::move(pieces), [this, done](const Expected<void>& outcome) {
      waiting_.push_back([done, outcome] { done(outcome); });
      if (is_quick_) go_on();
    });
  }
  Expected<std::vector<std::byte>> read(std::uint64_t number, const std::string& name) override {
    return vault_.read(number, name);
  }
  bool has(std::uint64_t number, const std::string& name, std::uint64_t bytes) override {
    return vault_.has(number, name, bytes);
  }
  void remove(std::uint64_t number) override { vault_.remove(number); }
  std::string place_of(std::uint64_t number) const override { return vault_.place_of(number); }

  void go_on() {
    is_quick_ = true;
    for (const auto& tell : std::exchange(waiting_, {})) tell();
  }
  std::vector<std::uint64_t> numbers() const { return vault_.numbers(); }

 private:
  testing::MemoryVault vault_;
  bool is_quick_ = false;
  std::vector<std::function<void()>> waiting_;
};

TEST(Checkpoints, OfATimeAreNotDueWhileTheLastOneIsBeingWritten) {
  SlowVault vault;
  testing::Shape shape = shape_of(store::When::every, {.vault = &vault});
  shape.settings.checkpoints.every_ns = 1;
  const MainProgram main_program = [&](Job& job) -> Task<void> {
    Progress progress;
    job.restored(progress);
    for (int round = 0; round < 4; ++round) {
      Future<void> later("time to pass");
      after(1'000'000, [target = later.callback()] { send(target); });
      co_await later;
      if (round == 3) vault.go_on();
      co_await job.checkpoint();
    }
  };
  EXPECT_EQ(failure_of(main_program, shape).text(), Error{}.text());
  EXPECT_THAT(vault.numbers(), ElementsAre(1));
}

TEST(Checkpoints, ByThemselvesAreTakenAsOftenAsTheirCostIsWorth) {
  testing::MemoryVault vault;
  testing::Shape shape = shape_of(store::When::automatic, vault.places());
  shape.drive = testing::Drive::simulated;
  shape.settings.checkpoints.between_failures_ns = 1'000'000'000;
  shape.settings.checkpoints.keep = 1000;
  ASSERT_EQ(failure_of(rounds(400, 10'000'000), shape).text(), Error{}.text());
  // 4 s in all. Of some 10 ms one costs (there are 1 ms between sites), so one in 140 ms or so:
  // sqrt(2 * 10 ms * 1 s) - 10 ms.
  EXPECT_GE(vault.numbers().size(), 15u);
  EXPECT_LE(vault.numbers().size(), 100u);
}

TEST(Checkpoints, AreNotTakenWhereNobodyWantsThem) {
  testing::MemoryVault vault;
  EXPECT_EQ(failure_of(rounds(3), shape_of(store::When::never, vault.places())).text(),
            Error{}.text());
  EXPECT_EQ(failure_of(rounds(3), shape_of(store::When::always, {})).text(), Error{}.text());
  EXPECT_THAT(vault.numbers(), ElementsAre());
}

TEST(Checkpoints, EndTheJobWhereTheDiskIsFullAndNameTheLastOne) {
  testing::MemoryVault vault;
  const Error error = failure_of(
      [&](Job& job) -> Task<void> {
        Progress progress;
        job.restored(progress);
        progress.walkers = job.create_array<Walker>(Index1{walker_count}, mapping::round_robin);
        co_await job.checkpoint();
        // The next one waits until this one is written.
        co_await job.checkpoint();
        vault.fill_up();
        co_await job.checkpoint();
        co_await job.checkpoint();
      },
      shape_of(store::When::always, vault.places()));
  EXPECT_EQ(error.code, ErrorCode::bad_input);
  EXPECT_THAT(error.text(), HasSubstr("no space left"));
  EXPECT_THAT(error.text(), HasSubstr("the last checkpoint is memory/"));
}

TEST(Checkpoints, WhoseIndexIsNotWrittenAreNotNamedAsTheLastOne) {
  testing::MemoryVault vault;
  vault.fill_up_at_index_of(3);
  const Error error = failure_of(rounds(7), shape_of(store::When::always, vault.places()));
  EXPECT_EQ(error.code, ErrorCode::bad_input);
  EXPECT_THAT(error.text(), HasSubstr("room for checkpoint 3; the last checkpoint is memory/2"));
  EXPECT_THAT(vault.numbers(), ElementsAre(1, 2));
}

// --- at balancing points -----------------------------------------------------------------------

MainProgram walk(std::int64_t& sum) {
  return [&sum](Job& job) -> Task<void> {
    Progress progress;
    if (!job.restored(progress)) {
      progress.walkers = job.create_array<Walker>(Index1{walker_count}, mapping::round_robin);
      progress.walkers.all().send<&Walker::walk>();
    }
    sum = co_await job.reduction<std::int64_t>("walked");
  };
}

std::int64_t walked_alone() {
  std::int64_t sum = 0;
  for (int index = 0; index < walker_count; ++index) {
    std::int64_t value = 1;
    for (int step = 0; step < walk_length; ++step) value = value * 5 + index;
    sum += value;
  }
  return sum;
}

TEST(BalancingPoints, AreCheckpointsFromWhichEveryShapeGoesOn) {
  testing::MemoryVault vault;
  std::int64_t sum = 0;
  testing::Shape first = shape_of(store::When::always, vault.places());
  first.settings.checkpoints.keep = 100;
  ASSERT_EQ(failure_of(walk(sum), first).text(), Error{}.text());
  EXPECT_EQ(sum, walked_alone());
  ASSERT_EQ(vault.numbers().size(), static_cast<std::size_t>(walk_length - 1));
  const store::Index index = vault.index_of(3);
  ASSERT_EQ(index.points.size(), 1u);
  for (testing::Shape& shape : testing::all_shapes()) {
    SCOPED_TRACE(shape.text());
    shape.settings.checkpoints = {.when = store::When::always, .keep = 1000};
    shape.checkpoints = vault.places_after(index);
    std::int64_t again = 0;
    EXPECT_EQ(failure_of(walk(again), shape).text(), Error{}.text());
    EXPECT_EQ(again, walked_alone());
  }
}

// --- what has been damaged ---------------------------------------------------------------------

Error failure_after(const std::function<void(testing::MemoryVault&, store::Index&)>& damage) {
  testing::MemoryVault vault;
  std::int64_t sum = 0;
  const Error first = failure_of(walk(sum), shape_of(store::When::always, vault.places()));
  EXPECT_EQ(first.text(), Error{}.text());
  store::Index index = vault.index_of(vault.numbers().back());
  damage(vault, index);
  return failure_of(walk(sum), shape_of(store::When::never, vault.places_after(index)));
}

TEST(DamagedCheckpoints, AreNamedByTheFileThatIsDamaged) {
  const Error altered = failure_after([](testing::MemoryVault& vault, store::Index& index) {
    vault.file(index.number, index.files.front().name).back() ^= std::byte{1};
  });
  EXPECT_EQ(altered.code, ErrorCode::bad_input);
  EXPECT_THAT(altered.text(), HasSubstr("file process-0"));
  EXPECT_THAT(altered.text(), HasSubstr("altered"));

  const Error shorter = failure_after([](testing::MemoryVault& vault, store::Index& index) {
    vault.file(index.number, index.files.front().name).pop_back();
  });
  EXPECT_THAT(shorter.text(), HasSubstr("no process of the job has this file"));

  const Error others = failure_after([](testing::MemoryVault& vault, store::Index& index) {
    const std::uint64_t before = index.number - 1;
    vault.file(index.number, index.files.front().name) =
        vault.file(before, index.files.front().name);
  });
  EXPECT_THAT(others.text(), HasSubstr("another checkpoint"));
}

TEST(DamagedCheckpoints, OfAnotherProgramsClassesAreRefused) {
  const Error error = failure_after([](testing::MemoryVault&, store::Index& index) {
    index.collections.front().creation.kind ^= 1;
  });
  EXPECT_EQ(error.code, ErrorCode::bad_input);
  EXPECT_THAT(error.text(), HasSubstr("this program has no creation of "));
}

TEST(DamagedCheckpoints, OfAMainProgramWithAnotherStateAreRefused) {
  const Error error =
      failure_after([](testing::MemoryVault&, store::Index& index) { index.progress.pop_back(); });
  EXPECT_EQ(error.code, ErrorCode::bad_input);
  EXPECT_THAT(error.text(), HasSubstr("main program had kept does not decode"));
}

TEST(Groups, OfFewerPesSayHowTheyTakeOverWhatTheOthersHad) {
  testing::MemoryVault vault;
  const MainProgram main_program = [](Job& job) -> Task<void> {
    int state = 0;
    if (!job.restored(state)) job.create_group<Hoard>();
    co_await job.checkpoint();
  };
  testing::Shape shape = shape_of(store::When::always, vault.places());
  ASSERT_EQ(failure_of(main_program, shape).text(), Error{}.text());
  const store::Index index = vault.index_of(1);
  shape.checkpoints = vault.places_after(index);
  shape.topology = testing::uniform_topology(1, 6);
  EXPECT_EQ(failure_of(main_program, shape).text(), Error{}.text());
  shape.topology = testing::uniform_topology(1, 2);
  const Error error = failure_of(main_program, shape);
  EXPECT_THAT(error.text(), HasSubstr("absorb("));
  EXPECT_THAT(error.text(), HasSubstr("Hoard&&)"));
}

TEST(ProgramsThatKeepNothing, DoNotGoOnFromACheckpoint) {
  testing::MemoryVault vault;
  std::int64_t sum = 0;
  ASSERT_EQ(failure_of(walk(sum), shape_of(store::When::always, vault.places())).text(),
            Error{}.text());
  const store::Index index = vault.index_of(vault.numbers().back());
  const Error error = failure_of([](Job& job) -> Task<void> { co_await job.quiescence(); },
                                 shape_of(store::When::never, vault.places_after(index)));
  EXPECT_EQ(error.code, ErrorCode::bad_input);
  EXPECT_THAT(error.text(), HasSubstr("does not go on from checkpoints"));
}

}  // namespace
}  // namespace isthmus::engine
