// Jobs in virtual time whose sites are lost and made again while the others go on.
#include "isthmus/sim/site_lives.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/object/charge.hpp"
#include "isthmus/object/create.hpp"
#include "isthmus/object/here.hpp"
#include "isthmus/object/tracking.hpp"
#include "isthmus/testing/shape.hpp"
#include "isthmus/testing/virtual_time.hpp"

namespace isthmus::engine::sim {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr int cell_count = 24;
constexpr int stretches = 4;
constexpr int steps_of_stretch = 24;

/// Each cell tells its value to the one before it and the one behind it, step by step, whichever is
/// ahead; and comes to a point after each stretch.
class Cell : public Chare<Cell, Index1> {
 public:
  void serialize(auto& archive) { archive(step_, value_, early_); }

  /// `by_chance`: what it sends depends on what has come first.
  void begin(bool by_chance) {
    by_chance_ = by_chance;
    if (step_ == 0) value_ = index() + 1;
    tell();
  }
  void hear(int step, std::int64_t value) {
    std::vector<std::int64_t>& heard = early_[step];
    heard.push_back(value);
    if (step == step_ && heard.size() == 2) go_on();
  }

  void report() { contribute("last", value_, reduce::sum); }

 private:
  void tell() {
    charge(200'000);
    array()[(index() + 1) % cell_count].send<&Cell::hear>(step_, value_);
    array()[(index() + cell_count - 1) % cell_count].send<&Cell::hear>(step_, value_);
  }
  void go_on() {
    while (early_[step_].size() == 2) {
      const std::vector<std::int64_t> heard = early_[step_];
      early_.erase(step_);
      value_ = (value_ * 31 + heard[0] + heard[1]) % 1'000'003;
      if (by_chance_) value_ += heard[0];
      ++step_;
      contribute("step", value_, reduce::sum);
      if (step_ % steps_of_stretch == 0) {
        return step_ < stretches * steps_of_stretch ? at_sync<&Cell::resume>() : void();
      }
      tell();
    }
  }
  void resume() {
    tell();
    go_on();
  }

  int step_ = 0;
  std::int64_t value_ = 0;
  std::map<int, std::vector<std::int64_t>> early_;
  bool by_chance_ = false;
};

std::vector<std::int64_t> serial_sums() {
  std::vector<std::int64_t> values;
  for (int i = 0; i < cell_count; ++i) values.push_back(i + 1);
  std::vector<std::int64_t> sums;
  for (int step = 0; step < stretches * steps_of_stretch; ++step) {
    const std::vector<std::int64_t> before = values;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = (before[i] * 31 + before[(i + 1) % values.size()] +
                   before[(i + values.size() - 1) % values.size()]) %
                  1'000'003;
      sum += values[i];
    }
    sums.push_back(sum);
  }
  return sums;
}

struct Progress {
  ArrayProxy<Cell> cells;
  std::vector<std::int64_t> sums;

  void serialize(auto& archive) { archive(cells, sums); }
};

struct Variant {
  bool declares = true;
  bool by_chance = false;
  Homes homes = Homes::origin;
};

MainProgram program(std::vector<std::int64_t>& sums, const Variant& variant) {
  return [&sums, variant](Job& job) -> Task<void> {
    Progress progress;
    if (!job.restored(progress)) {
      progress.cells = job.create_array<Cell>(Index1{cell_count},
                                              placed(mapping::block).with_homes(variant.homes));
      progress.cells.all().send<&Cell::begin>(variant.by_chance);
    }
    if (variant.declares) job.declare_repeatable(progress.cells);
    while (progress.sums.size() < stretches * steps_of_stretch) {
      progress.sums.push_back(co_await job.reduction<std::int64_t>("step"));
    }
    sums = progress.sums;
  };
}

/// The same, but that it waits for quiescence in the last stretch.
MainProgram waiting_program(std::int64_t& last) {
  return [&last](Job& job) -> Task<void> {
    Progress progress;
    if (!job.restored(progress)) {
      progress.cells = job.create_array<Cell>(Index1{cell_count}, mapping::block);
      progress.cells.all().send<&Cell::begin>(false);
    }
    job.declare_repeatable(progress.cells);
    while (progress.sums.size() < (stretches - 1) * steps_of_stretch) {
      progress.sums.push_back(co_await job.reduction<std::int64_t>("step"));
    }
    co_await job.quiescence();
    // That of the point before the last stretch comes at once; then it is a matter of waves.
    co_await job.quiescence();
    progress.cells.all().send<&Cell::report>();
    last = co_await job.reduction<std::int64_t>("last");
    for (int step = 0; step < steps_of_stretch; ++step) {
      co_await job.reduction<std::int64_t>("step");
    }
  };
}

/// Counts what it hears, and answers; what it says when it is asked is right once all is quiet.
class Hearer : public Chare<Hearer, Index1> {
 public:
  static constexpr int answers = 9;

  void serialize(auto& archive) { archive(heard_); }

  void hear(int whom, int left) {
    charge(100'000);
    ++heard_;
    if (left > 0) array()[whom].send<&Hearer::hear>(index(), left - 1);
  }
  void ask() { contribute("heard", heard_, reduce::sum); }

 private:
  int heard_ = 0;
};

struct Rounds {
  ArrayProxy<Hearer> hearers;
  int done = 0;

  void serialize(auto& archive) { archive(hearers, done); }
};

/// In each round the last two sites talk, a long way, and the last word is to the middle one; when
/// all is quiet everybody is asked, by a short way. Notes how much too much or too little was
/// heard.
MainProgram asking_program(std::vector<int>& excesses) {
  return [&excesses](Job& job) -> Task<void> {
    Rounds rounds;
    if (!job.restored(rounds)) {
      rounds.hearers = job.create_array<Hearer>(Index1{12}, mapping::block);
    }
    job.declare_repeatable(rounds.hearers);
    while (rounds.done < 3) {
      co_await job.checkpoint();
      for (int i = 8; i < 12; ++i) {
        rounds.hearers[i].send<&Hearer::hear>(i - 4, Hearer::answers);
      }
      co_await job.quiescence();
      ++rounds.done;
      rounds.hearers.all().send<&Hearer::ask>();
      const int expected = 4 * (Hearer::answers + 1) * rounds.done;
      excesses.push_back(co_await job.reduction<int>("heard") - expected);
    }
  };
}

/// Three sites of two processes with two PEs each.
testing::VirtualTimeOutcome run_main(const MainProgram& main_program,
                                     const std::vector<std::string>& faults, std::uint64_t seed,
                                     bool site_logs = true,
                                     const std::string& long_way_latency = {}) {
  testing::VirtualTimeOptions options;
  options.settings = testing::test_settings(seed);
  options.settings.checkpoints.when = store::When::always;
  options.settings.checkpoints.on_loss = store::OnLoss::go_on;
  options.settings.checkpoints.apart = store::Apart::site;
  options.settings.checkpoints.site_logs = site_logs;
  options.faults = faults;
  options.holds_images = true;
  topology::Grid grid = testing::uniform_topology(3, 4, "1ms", "0", 2).grid();
  if (!long_way_latency.empty()) {
    topology::LinkClass long_way = grid.links.at(topology::LinkKind::between_sites);
    long_way.name = "long";
    long_way.set("delay", "latency", long_way_latency);
    grid.link_classes["long"] = long_way;
    grid.overrides.push_back({.site_a = "site1", .site_b = "site2", .link_class = "long"});
  }
  const auto topology = topology::Topology::from_grid(grid).value();
  return testing::run_in_virtual_time(topology, main_program, options);
}

testing::VirtualTimeOutcome run(const std::vector<std::string>& faults,
                                std::vector<std::int64_t>& sums, const Variant& variant = {},
                                std::uint64_t seed = 1, bool site_logs = true) {
  return run_main(program(sums, variant), faults, seed, site_logs);
}

std::string failures_of(const testing::VirtualTimeOutcome& outcome) {
  std::string text;
  for (const auto& failure : outcome.failures) text += failure ? failure->text() + "\n" : "";
  return text;
}

/// With a fault at a moment at which there is a checkpoint and none is being taken.
testing::VirtualTimeOutcome run_between_checkpoints(const std::string& fault,
                                                    std::vector<std::int64_t>& sums,
                                                    const Variant& variant = {},
                                                    std::uint64_t seed = 1) {
  for (int at_ms = 60; at_ms < 120; at_ms += 7) {
    auto outcome = run({fault + " at=" + std::to_string(at_ms) + "ms"}, sums, variant, seed);
    const bool is_between = outcome.log.find("a checkpoint is being taken") == std::string::npos &&
                            outcome.log.find("has been no checkpoint") == std::string::npos;
    if (is_between) return outcome;
  }
  ADD_FAILURE() << "there is no such moment";
  return {};
}

TEST(SiteLives, GoOnWhereASiteWasLostAndTheOthersDoNotGoBack) {
  std::vector<std::int64_t> sums;
  const auto outcome = run_between_checkpoints("site_lost site=site1", sums);
  EXPECT_EQ(failures_of(outcome), "");
  EXPECT_EQ(outcome.epoch, 0U) << outcome.log;
  EXPECT_EQ(sums, serial_sums());
  EXPECT_THAT(outcome.log, HasSubstr("site site1 is made again from checkpoint"));
}

TEST(SiteLives, EndAsATeamWhereOneProcessIsLost) {
  std::vector<std::int64_t> sums;
  const auto outcome = run_between_checkpoints("crash process=3", sums);
  EXPECT_EQ(failures_of(outcome), "");
  EXPECT_EQ(outcome.epoch, 0U) << outcome.log;
  EXPECT_EQ(sums, serial_sums());
}

TEST(SiteLives, AreAsManyAsTheSiteIsLostWhileItCatchesUpOrLater) {
  std::vector<std::int64_t> sums;
  const auto outcome = run({"site_lost site=site1 at=100ms", "site_lost site=site1 at=111ms",
                            "site_lost site=site1 at=180ms"},
                           sums);
  EXPECT_EQ(failures_of(outcome), "");
  EXPECT_EQ(sums, serial_sums()) << outcome.log;
}

TEST(SiteLives, ComeToTheSameResultWheneverASiteIsLost) {
  int made_again = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    std::vector<std::int64_t> sums;
    const auto outcome = run(
        {"site_lost site=site1 at=1ms..200ms", "crash process=3 at=1ms..200ms"}, sums, {}, seed);
    EXPECT_EQ(failures_of(outcome), "") << "seed " << seed << "\n" << outcome.log;
    EXPECT_EQ(sums, serial_sums()) << "seed " << seed << "\n" << outcome.log;
    made_again += outcome.log.find("is made again from") != std::string::npos;
  }
  EXPECT_GT(made_again, 5);
}

TEST(SiteLives, AreNotBegunForAnArrayThatIsNotDeclared) {
  std::vector<std::int64_t> sums;
  const auto outcome = run_between_checkpoints("site_lost site=site1", sums, {.declares = false});
  EXPECT_EQ(failures_of(outcome), "");
  EXPECT_EQ(outcome.epoch, 1U);
  EXPECT_EQ(sums, serial_sums());
  EXPECT_THAT(outcome.log, HasSubstr("is not made again alone"));
  EXPECT_THAT(outcome.log, HasSubstr("is not declared to be repeatable"));
}

/// The lost ones were told where these are, and would not be told again.
TEST(SiteLives, AreNotBegunWhereElementsHaveTheirHomesElsewhere) {
  std::vector<std::int64_t> sums;
  const auto outcome =
      run_between_checkpoints("site_lost site=site1", sums, {.homes = Homes::spread});
  EXPECT_EQ(failures_of(outcome), "");
  EXPECT_EQ(outcome.epoch, 1U);
  EXPECT_EQ(sums, serial_sums());
  EXPECT_THAT(outcome.log, HasSubstr("has its home at another site"));
}

TEST(SiteLives, AreNotBegunForTheSiteOfTheMainProgram) {
  std::vector<std::int64_t> sums;
  const auto outcome = run({"site_lost site=site0 at=100ms"}, sums);
  EXPECT_EQ(failures_of(outcome), "");
  EXPECT_EQ(outcome.epoch, 1U);
  EXPECT_EQ(sums, serial_sums());
  EXPECT_THAT(outcome.log, HasSubstr("the main program is there"));
}

TEST(SiteLives, EndTheJobInALineWhereTheProgramDeclaresWhatDoesNotHold) {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    std::vector<std::int64_t> sums;
    const auto outcome =
        run_between_checkpoints("site_lost site=site1", sums, {.by_chance = true}, seed);
    found += failures_of(outcome).find("sends other messages than before") != std::string::npos;
  }
  EXPECT_GT(found, 0);
}

TEST(SiteLives, LetTheJobBeFoundQuietWhenAllIsDone) {
  int made_again = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    std::int64_t last = 0;
    const auto outcome =
        run_main(waiting_program(last), {"site_lost site=site1 at=100ms..200ms"}, seed);
    EXPECT_EQ(failures_of(outcome), "") << "seed " << seed << "\n" << outcome.log;
    EXPECT_EQ(last, serial_sums().back()) << "seed " << seed << "\n" << outcome.log;
    made_again += outcome.log.find("is made again from") != std::string::npos;
  }
  EXPECT_GT(made_again, 3);
}

/// What is sent again over the short way would come before what had come over the long one.
TEST(SiteLives, AreNotBegunSinceTheProgramWasToldThatAllWasQuiet) {
  int refused = 0;
  int made_again = 0;
  for (int at_us = 30'000; at_us < 600'000; at_us += 1'000) {
    std::vector<int> excesses;
    const auto outcome =
        run_main(asking_program(excesses),
                 {"site_lost site=site1 at=" + std::to_string(at_us) + "us"}, 1, true, "8ms");
    EXPECT_EQ(failures_of(outcome), "") << at_us << " us\n" << outcome.log;
    EXPECT_THAT(excesses, ::testing::Each(0)) << at_us << " us\n" << outcome.log;
    refused += outcome.log.find("was told that all was quiet") != std::string::npos;
    made_again += outcome.log.find("is made again from") != std::string::npos;
  }
  EXPECT_GT(refused, 3);
  EXPECT_GT(made_again, 3);
}

/// What a delay filter holds when the site is lost has to be out before others take its place.
TEST(SiteLives, WaitForWhatDelayFiltersHoldOfTheLostOnes) {
  int made_again = 0;
  for (int at_ms = 30; at_ms < 400; at_ms += 3) {
    std::vector<int> excesses;
    const auto outcome =
        run_main(asking_program(excesses),
                 {"site_lost site=site1 at=" + std::to_string(at_ms) + "ms"}, 1, true, "20ms");
    EXPECT_EQ(failures_of(outcome), "") << at_ms << " ms\n" << outcome.log;
    EXPECT_THAT(excesses, ::testing::Each(0)) << at_ms << " ms\n" << outcome.log;
    made_again += outcome.log.find("is made again from") != std::string::npos;
  }
  EXPECT_GT(made_again, 3);
}

/// How often it is in the text.
int count_in(const std::string& text, const std::string& what) {
  int count = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(SiteLives, AreOfEachSiteWhereTwoAreLostOneAfterTheOther) {
  int both = 0;
  for (int at_ms = 60; at_ms < 120; at_ms += 7) {
    for (const int later_ms : {20, 30, 40}) {
      std::vector<std::int64_t> sums;
      const auto outcome =
          run({"site_lost site=site1 at=" + std::to_string(at_ms) + "ms",
               "site_lost site=site2 at=" + std::to_string(at_ms + later_ms) + "ms"},
              sums);
      // Where all go back for the first one, there is one copy of its images until the next
      // checkpoint, and that is lost with the second.
      if (outcome.log.find("site site1 is not made again alone") != std::string::npos) continue;
      EXPECT_EQ(failures_of(outcome), "") << outcome.log;
      EXPECT_EQ(sums, serial_sums()) << outcome.log;
      // The second one's images are with the new processes of the first.
      const bool is_of_one_checkpoint =
          count_in(outcome.log, "is made again from checkpoint 1:") == 2 ||
          count_in(outcome.log, "is made again from checkpoint 2:") == 2;
      if (!is_of_one_checkpoint) continue;
      EXPECT_EQ(outcome.epoch, 0U) << outcome.log;
      ++both;
    }
  }
  EXPECT_GT(both, 0);
}

/// Just when its objects are being made again another process is lost.
TEST(SiteLives, EndAllWhereAnotherSiteLosesAProcessAsTheyBegin) {
  for (const int later_us : {10'001, 10'050, 10'099}) {
    std::vector<std::int64_t> sums;
    const auto outcome = run({"site_lost site=site1 at=100ms",
                              "crash process=5 at=" + std::to_string(100'000 + later_us) + "us"},
                             sums);
    EXPECT_EQ(failures_of(outcome), "") << outcome.log;
    EXPECT_EQ(sums, serial_sums()) << outcome.log;
    EXPECT_EQ(outcome.epoch, 1U) << outcome.log;
    EXPECT_THAT(outcome.log, Not(HasSubstr("is made again from")));
  }
}

TEST(SiteLives, LeaveAJobWithoutLogsAsItWas) {
  std::vector<std::int64_t> sums;
  const auto outcome = run({"site_lost site=site1 at=100ms"}, sums, {}, 1, false);
  EXPECT_EQ(failures_of(outcome), "");
  EXPECT_EQ(outcome.epoch, 1U);
  EXPECT_EQ(sums, serial_sums());
  EXPECT_THAT(outcome.log, Not(HasSubstr("made again")));
}

}  // namespace
}  // namespace isthmus::engine::sim
