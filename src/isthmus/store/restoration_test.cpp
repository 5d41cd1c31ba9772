// Jobs that go on from a checkpoint, in another shape than that of the job that wrote it.
#include "isthmus/store/restoration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "isthmus/collective/shared_variables.hpp"
#include "isthmus/object/create.hpp"
#include "isthmus/object/readonly.hpp"
#include "isthmus/testing/everywhere.hpp"
#include "isthmus/testing/memory_vault.hpp"

namespace isthmus::engine {
namespace {

using ::testing::HasSubstr;

constexpr int block_count = 12;
constexpr int step_count = 6;
constexpr int kept_step = 3;

struct Factor {
  std::uint64_t value = 0;
};

/// Which fields the classes of this program have at the moment.
struct Fields {
  bool has_another = false;     // Guest has one more
  bool is_in_order = true;      // or Block has two the other way round
  bool is_of_integers = false;  // or Tally counts in other numbers
  bool is_older = false;        // or Diary lacks what it has written
};
Fields fields;

/// One PE's share of what is counted.
class Tally : public Chare<Tally, PeId> {
 public:
  Tally() = default;
  explicit Tally(std::uint64_t begin) : count_(begin) {}
  void serialize(auto& archive) {
    auto count = static_cast<std::int64_t>(count_);
    if (fields.is_of_integers) return archive(count);
    archive(count_);
  }
  void absorb(Tally&& other) { count_ += other.count_; }
  void add(std::uint64_t count) { count_ += count; }
  void give() { contribute("tally", count_, reduce::sum); }

 private:
  std::uint64_t count_ = 0;
};

class Diary : public Chare<Diary> {
 public:
  void serialize(auto& archive) {
    if (!fields.is_older) archive(lines_);
  }
  void note(const std::string& line) { lines_ += line + ";"; }
  std::string read() { return lines_; }

 private:
  std::string lines_;
};

/// Has all that an object may hold: values, proxies, and what it makes of them again.
class Block : public Chare<Block, Index1> {
 public:
  void serialize(auto& archive) {
    if (!fields.is_in_order) return archive(cells_, value_, heard_, chorus_, best_);
    archive(value_, heard_, cells_, chorus_, best_);
  }
  void after_migration() { derived_ = value_; }
  void begin(const SectionProxy<Block>& chorus, const Monotonic<std::uint64_t>& best) {
    chorus_ = chorus;
    best_ = best;
  }
  void advance(const GroupProxy<Tally>& tally, const Accumulator<std::uint64_t>& sum) {
    value_ = value_ * readonly<Factor>().value + static_cast<std::uint64_t>(index()) + 1;
    derived_ = value_;
    cells_.push_back(static_cast<double>(value_ % 1000));
    tally[pe()].send<&Tally::add>(1);
    sum.add(value_ % 7);
    best_.improve(1'000'000 - value_ % 1000);
    array()[(index() + 1) % block_count].send<&Block::receive>(value_);
    contribute("sum", value_, reduce::sum);
    if (index() % 2 == 0) contribute(chorus_, "even", value_, reduce::sum);
  }
  void receive(std::uint64_t value) { heard_ += value; }
  void sing(std::uint64_t tone) { derived_ = value_ += tone; }
  std::uint64_t state() {
    std::uint64_t all = value_ + best_.value() + derived_ + heard_;
    for (const double cell : cells_) all = all * 31 + static_cast<std::uint64_t>(cell);
    return all;
  }

 private:
  std::uint64_t value_ = 1;
  std::uint64_t derived_ = 0;
  std::uint64_t heard_ = 0;
  std::vector<double> cells_;
  SectionProxy<Block> chorus_;
  Monotonic<std::uint64_t> best_;
};

struct Seat {
  std::int32_t row = 0;
  std::int64_t place = 0;
};

/// An array whose elements come one by one.
class Guest : public Chare<Guest, Seat> {
 public:
  Guest() = default;
  explicit Guest(int number) : number_(number) {}
  void serialize(auto& archive) {
    archive(number_);
    if (fields.has_another) archive(number_);
  }
  void grow() {
    number_ *= 2;
    contribute("guests", number_, reduce::sum);
  }

 private:
  int number_ = 0;
};

struct Plan {
  ArrayProxy<Block> blocks;
  SectionProxy<Block> chorus;
  GroupProxy<Tally> tally;
  ChareProxy<Diary> diary;
  ArrayProxy<Guest> guests;
  Accumulator<std::uint64_t> sum;
  int step = 0;
  std::vector<std::uint64_t> sums;

  void serialize(auto& archive) { archive(blocks, chorus, tally, diary, guests, sum, step, sums); }
};

struct Result {
  std::vector<std::uint64_t> all;
  std::string diary;
  int first_step = 0;  // that this job has done

  friend bool operator==(const Result& a, const Result& b) {
    return a.all == b.all && a.diary == b.diary;
  }
  friend std::ostream& operator<<(std::ostream& to, const Result& result) {
    for (const std::uint64_t one : result.all) to << one << " ";
    return to << result.diary;
  }
};

void create(Job& job, Plan& plan) {
  job.set_readonly(Factor{31});
  plan.blocks = job.create_array<Block>(Index1{block_count}, mapping::block);
  plan.chorus = plan.blocks.section({0, 2, 4, 6, 8, 10});
  plan.tally = job.create_group<Tally>(std::uint64_t{0});
  plan.diary = job.create_chare<Diary>(PeId(job.pe_count() - 1));
  plan.guests = job.create_sparse_array<Guest>(mapping::hashed);
  plan.sum = create_accumulator(std::uint64_t{0});
  plan.blocks.all().send<&Block::begin>(plan.chorus, create_monotonic(std::uint64_t{1'000'000}));
  plan.guests[{1, 1}].insert(1);
  plan.guests[{1, 7}].insert(10);
}

Task<void> advance(Job& job, Plan& plan) {
  ++plan.step;
  plan.blocks.all().send<&Block::advance>(plan.tally, plan.sum);
  plan.sums.push_back(co_await job.reduction<std::uint64_t>("sum"));
  // The result of this step's is fetched in the next one, so it is waiting at the checkpoint.
  if (plan.step > 1) plan.sums.push_back(co_await job.reduction<std::uint64_t>("even"));
  plan.chorus.send<&Block::sing>(static_cast<std::uint64_t>(plan.step));
  plan.diary.send<&Diary::note>("step " + std::to_string(plan.step));
  if (plan.step == 2) plan.guests[{9, 2}].insert(100);
  co_await job.quiescence();
  plan.guests.all().send<&Guest::grow>();
  plan.sums.push_back(static_cast<std::uint64_t>(co_await job.reduction<int>("guests")));
  co_await job.quiescence();
}

/// Runs the whole program, or what is left of it.
MainProgram program(Result& result) {
  return [&result](Job& job) -> Task<void> {
    result = {};
    Plan plan;
    if (!job.restored(plan)) create(job, plan);
    result.first_step = plan.step + 1;
    while (plan.step < step_count) {
      co_await advance(job, plan);
      if (plan.step == kept_step) co_await job.checkpoint();
    }
    result.all = plan.sums;
    result.all.push_back(co_await job.reduction<std::uint64_t>("even"));
    for (int i = 0; i < block_count; ++i) {
      result.all.push_back(co_await plan.blocks[i].call<&Block::state>());
    }
    plan.tally.all().send<&Tally::give>();
    result.all.push_back(co_await job.reduction<std::uint64_t>("tally"));
    result.all.push_back(co_await plan.sum.collect());
    result.diary = co_await plan.diary.call<&Diary::read>();
    // Ids that were given before the checkpoint are not given again.
    const auto late = job.create_array_of<Guest>({{2, 2}}, mapping::hashed, 5);
    late.all().send<&Guest::grow>();
    result.all.push_back(static_cast<std::uint64_t>(co_await job.reduction<int>("guests")));
  };
}

testing::Shape kept(testing::Shape shape, const store::Places& places) {
  shape.settings.checkpoints.when = store::When::always;
  shape.checkpoints = places;
  return shape;
}

void expect_runs(const testing::Shape& shape, Result& result) {
  const testing::Outcome outcome = testing::run_on(shape, program(result));
  for (const auto& failure : outcome.failures) {
    ASSERT_FALSE(failure.has_value()) << failure->text();
  }
  EXPECT_EQ(outcome.messages_alive, 0);
}

TEST(Restoration, GivesTheResultOfARunThatWasNeverStoppedOnEveryShape) {
  testing::MemoryVault vault;
  Result whole;
  const testing::Shape first{testing::uniform_topology(1, 4), testing::Drive::in_turn, {}, {}};
  ASSERT_NO_FATAL_FAILURE(expect_runs(kept(first, vault.places()), whole));
  ASSERT_EQ(vault.numbers(), std::vector<std::uint64_t>{1});
  const store::Index index = vault.index_of(1);
  EXPECT_EQ(index.unread.size(), 1u);
  for (const testing::Shape& shape : testing::all_shapes()) {
    SCOPED_TRACE(shape.text());
    Result rest;
    ASSERT_NO_FATAL_FAILURE(expect_runs(kept(shape, vault.places_after(index)), rest));
    EXPECT_EQ(rest, whole);
    EXPECT_EQ(rest.first_step, kept_step + 1);
  }
}

TEST(Restoration, GoesByWhatEveryShapeHasWritten) {
  Result whole;
  bool is_first = true;
  for (const testing::Shape& shape : testing::all_shapes()) {
    SCOPED_TRACE(shape.text());
    testing::MemoryVault vault;
    Result all;
    ASSERT_NO_FATAL_FAILURE(expect_runs(kept(shape, vault.places()), all));
    if (is_first) whole = all;
    is_first = false;
    EXPECT_EQ(all, whole);
    const store::Index index = vault.index_of(1);
    const testing::Shape small{
        testing::uniform_topology(2, 1, "1ms"), testing::Drive::in_turn, {}, {}};
    Result rest;
    ASSERT_NO_FATAL_FAILURE(expect_runs(kept(small, vault.places_after(index)), rest));
    EXPECT_EQ(rest, whole);
  }
}

std::string refusal_of(const testing::Shape& shape, const store::Places& places) {
  Result rest;
  std::string text;
  for (const auto& failure : testing::run_on(kept(shape, places), program(rest)).failures) {
    if (!failure) continue;
    EXPECT_EQ(failure->code, ErrorCode::bad_input);
    text += failure->text() + "\n";
  }
  return text;
}

TEST(Restoration, RefusesAClassWhoseFieldsAreOthersNow) {
  testing::MemoryVault vault;
  Result whole;
  const testing::Shape shape{testing::uniform_topology(1, 2), testing::Drive::in_turn, {}, {}};
  ASSERT_NO_FATAL_FAILURE(expect_runs(kept(shape, vault.places()), whole));
  const store::Index index = vault.index_of(1);
  const std::vector<std::pair<Fields, std::string>> changes = {{{.has_another = true}, "Guest"},
                                                               {{.is_in_order = false}, "Block"},
                                                               {{.is_of_integers = true}, "Tally"},
                                                               {{.is_older = true}, "Diary"}};
  for (const auto& [change, name] : changes) {
    fields = change;
    EXPECT_THAT(refusal_of(shape, vault.places_after(index)),
                ::testing::MatchesRegex("memory/1: class [^\n]*" + name +
                                        " has other fields now than in the checkpoint "
                                        "\\(expected fields of the same types in the same order"
                                        "\\)\n"));
  }
  // The checkpoint is as good as it was.
  fields = {};
  Result rest;
  ASSERT_NO_FATAL_FAILURE(expect_runs(kept(shape, vault.places_after(index)), rest));
  EXPECT_EQ(rest, whole);
}

TEST(Restoration, RefusesAnIndexThatDoesNotNameAClassOfItsObjects) {
  testing::MemoryVault vault;
  Result whole;
  const testing::Shape shape{testing::uniform_topology(1, 2), testing::Drive::in_turn, {}, {}};
  ASSERT_NO_FATAL_FAILURE(expect_runs(kept(shape, vault.places()), whole));
  store::Index index = vault.index_of(1);
  ASSERT_EQ(index.classes.size(), 4u + 2u);  // of the two variables, too
  index.classes.clear();
  EXPECT_THAT(refusal_of(shape, vault.places_after(index)), HasSubstr("has other fields now"));
}

struct OtherPlan {
  Plan plan;
  bool is_late = false;
};

TEST(Restoration, RefusesAMainProgramWhoseStateHasOtherFields) {
  testing::MemoryVault vault;
  Result whole;
  const testing::Shape shape{testing::uniform_topology(1, 2), testing::Drive::in_turn, {}, {}};
  ASSERT_NO_FATAL_FAILURE(expect_runs(kept(shape, vault.places()), whole));
  const store::Index index = vault.index_of(1);
  const auto outcome = testing::run_on(kept(shape, vault.places_after(index)), [](Job& job) {
    OtherPlan plan;
    job.restored(plan);
    return Task<void>();
  });
  ASSERT_TRUE(outcome.failures.front().has_value());
  EXPECT_THAT(outcome.failures.front()->text(), HasSubstr("the main program's state has other"));
}

TEST(Restoration, ReadsCompressedImagesOnEveryShape) {
  testing::MemoryVault vault;
  Result whole;
  testing::Shape first{
      testing::uniform_topology(1, 4, "0", "0", 2), testing::Drive::in_turn, {}, {}};
  first.settings.checkpoints.compression = store::Compression::zstd;
  ASSERT_NO_FATAL_FAILURE(expect_runs(kept(first, vault.places()), whole));
  const store::Index index = vault.index_of(1);
  ASSERT_EQ(index.files.size(), 2u);
  for (const store::FileRecord& file : index.files) {
    EXPECT_EQ(file.compression, store::Compression::zstd);
    EXPECT_EQ(file.bytes, vault.file(1, file.name).size());
    EXPECT_LT(file.bytes, file.object_bytes);
  }
  for (const testing::Shape& shape : testing::all_shapes()) {
    SCOPED_TRACE(shape.text());
    Result rest;
    ASSERT_NO_FATAL_FAILURE(expect_runs(kept(shape, vault.places_after(index)), rest));
    EXPECT_EQ(rest, whole);
  }
}

TEST(Restoration, RefusesADamagedCompressedImageInOneLine) {
  testing::MemoryVault vault;
  Result whole;
  testing::Shape shape{testing::uniform_topology(1, 2), testing::Drive::in_turn, {}, {}};
  shape.settings.checkpoints.compression = store::Compression::zstd;
  ASSERT_NO_FATAL_FAILURE(expect_runs(kept(shape, vault.places()), whole));
  const store::Index index = vault.index_of(1);
  std::vector<std::byte>& file = vault.file(1, "process-0");
  file[file.size() / 2] ^= std::byte{1};
  EXPECT_THAT(refusal_of(shape, vault.places_after(index)),
              ::testing::MatchesRegex("file process-0: its bytes were altered\n"));
}

TEST(Restoration, PutsObjectsOnThoseWhoAreLeftOfTheSameGrid) {
  testing::MemoryVault vault;
  Result whole;
  const testing::Shape first{
      testing::uniform_topology(2, 2, "1ms", "0", 2), testing::Drive::in_turn, {}, {}};
  ASSERT_NO_FATAL_FAILURE(expect_runs(kept(first, vault.places()), whole));
  const store::Index index = vault.index_of(1);
  // Each PE is a process of its own; whoever is lost, the first of the others has the main program.
  for (const std::vector<std::uint32_t>& left :
       {std::vector<std::uint32_t>{1, 2, 3}, {0, 2, 3}, {0, 1}, {2, 3}, {3}}) {
    testing::WorldOptions options{.settings = testing::test_settings(3),
                                  .checkpoints = vault.places_after(index)};
    for (const std::uint32_t pe : left) options.members.emplace_back(pe);
    options.settings.checkpoints.when = store::When::always;
    SCOPED_TRACE("PE " + std::to_string(left.front()) + " and " + std::to_string(left.size() - 1) +
                 " more");
    testing::World world(first.topology, options);
    Result rest;
    const std::optional<Error> failure = world.run(program(rest));
    ASSERT_FALSE(failure.has_value()) << failure->text();
    EXPECT_EQ(rest, whole);
  }
}

/// What it has heard of PEs, for ever, and how often another element has heard something in this
/// job.
class Roster : public Chare<Roster, PeId> {
 public:
  void serialize(auto& archive) { archive(heard_); }
  void absorb(Roster&&) {}
  void left(const std::vector<PeId>& pes) { note("-", pes); }
  void joined(const std::vector<PeId>& pes) { note("+", pes); }
  void greet() { ++greetings_; }
  std::string heard() { return heard_ + " and " + std::to_string(greetings_); }

 private:
  void note(const std::string& sign, const std::vector<PeId>& pes) {
    for (const PeId pe : pes) heard_ += sign + std::to_string(pe.value);
    array().all().send<&Roster::greet>();
  }

  std::string heard_;
  int greetings_ = 0;
};

std::vector<PeId> first_pes(std::uint32_t count) {
  std::vector<PeId> pes;
  for (std::uint32_t pe = 0; pe < count; ++pe) pes.emplace_back(pe);
  return pes;
}

/// Notes what each element has heard when the main program begins; a checkpoint follows.
MainProgram roll_call(std::map<std::uint32_t, std::string>& heard, std::vector<PeId> pes = {}) {
  return [&heard, pes](Job& job) -> Task<void> {
    GroupProxy<Roster> roster;
    heard.clear();
    if (!job.restored(roster)) roster = job.create_group<Roster>();
    for (const PeId pe :
         pes.empty() ? first_pes(static_cast<std::uint32_t>(job.pe_count())) : pes) {
      heard[pe.value] = co_await roster[pe].call<&Roster::heard>();
    }
    co_await job.checkpoint();
  };
}

TEST(Restoration, TellsGroupsWhichPesHaveLeftAndJoinedOnEveryShape) {
  testing::MemoryVault vault;
  std::map<std::uint32_t, std::string> heard;
  const testing::Shape first{testing::uniform_topology(1, 3), testing::Drive::in_turn, {}, {}};
  testing::run_on(kept(first, vault.places()), roll_call(heard));
  EXPECT_EQ(heard[2], " and 0");
  const store::Index index = vault.index_of(1);
  EXPECT_EQ(index.pes, first_pes(3));
  for (const testing::Shape& shape : testing::all_shapes()) {
    SCOPED_TRACE(shape.text());
    const auto outcome = testing::run_on(kept(shape, vault.places_after(index)), roll_call(heard));
    for (const auto& failure : outcome.failures) {
      ASSERT_FALSE(failure.has_value()) << failure->text();
    }
    const auto count = static_cast<std::uint32_t>(shape.topology.pe_count());
    ASSERT_EQ(heard.size(), count);
    std::string change;
    for (std::uint32_t pe = count; pe < 3; ++pe) change += "-" + std::to_string(pe);
    for (std::uint32_t pe = 3; pe < count; ++pe) change += "+" + std::to_string(pe);
    const std::uint32_t greetings = change.empty() ? 0 : count;
    for (const auto& [pe, text] : heard) {
      EXPECT_EQ(text, change + " and " + std::to_string(greetings)) << "PE " << pe;
    }
  }
}

TEST(Restoration, TellsGroupsOfThoseWhoWereThereWhenTheCheckpointWasTaken) {
  testing::MemoryVault vault;
  const topology::Topology topology = testing::uniform_topology(2, 2, "1ms", "0", 2);
  std::map<std::uint32_t, std::string> heard;
  const testing::Shape whole{topology, testing::Drive::in_turn, {}, {}};
  testing::run_on(kept(whole, vault.places()), roll_call(heard));
  store::Index index = vault.index_of(1);
  const auto go_on = [&](const std::vector<PeId>& members) {
    testing::WorldOptions options{.settings = testing::test_settings(3),
                                  .checkpoints = vault.places_after(index)};
    options.members = members;
    options.settings.checkpoints.when = store::When::always;
    testing::World world(topology, options);
    const std::optional<Error> failure = world.run(roll_call(heard, members));
    EXPECT_FALSE(failure.has_value()) << failure->text();
  };
  go_on({PeId(1), PeId(2), PeId(3)});
  EXPECT_EQ(heard[1], "-0 and 3");
  // From the same checkpoint again: as if the epoch before had never been.
  go_on({PeId(1), PeId(3)});
  EXPECT_EQ(heard[1], "-0-2 and 2");
  EXPECT_EQ(heard[3], "-0-2 and 2");
  index = vault.index_of(vault.numbers().back());
  EXPECT_EQ(index.pes, (std::vector<PeId>{PeId(1), PeId(3)}));
  // One goes and another one comes.
  go_on({PeId(0), PeId(1)});
  EXPECT_EQ(heard[1], "-0-2-3+0 and 4");
  EXPECT_EQ(heard[0], "-3+0 and 4");
}

}  // namespace
}  // namespace isthmus::engine
