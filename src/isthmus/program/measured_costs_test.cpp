#include "isthmus/program/measured_costs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace isthmus::engine::program {
namespace {

using ::testing::HasSubstr;

Options simulated() {
  Options options;
  options.backend = Backend::sim;
  options.grid = topology::uniform_grid(2, 3);
  options.costs.entries = sim::EntryCosts::measured;
  options.settings.seed = 7;
  return options;
}

const PayloadTable& payloads() {
  static const PayloadTable table = PayloadTable::of_program().value();
  return table;
}

TEST(LinesOfARun, AreTheSameWhereverItsGridFileLies) {
  Options options = simulated();
  const auto lines = lines_of_run(options, payloads());
  options.grid.file_name = "elsewhere.toml";
  EXPECT_EQ(lines_of_run(options, payloads()), lines);
  EXPECT_THAT(lines[1], HasSubstr("grid of 2 sites, 6 PEs, 2 processes, "));
  EXPECT_EQ(lines[2], "seed 7");
}

TEST(LinesOfARun, DifferInWhatDecidesHowItGoes) {
  const auto lines = lines_of_run(simulated(), payloads());
  Options other = simulated();
  other.grid.sites[0].nodes[0].speed = 2;
  EXPECT_NE(lines_of_run(other, payloads())[1], lines[1]);
  other = simulated();
  other.settings.seed = 8;
  EXPECT_NE(lines_of_run(other, payloads()), lines);
  other = simulated();
  other.words_of_run = {"--latency 8ms"};
  other.arguments = {"16", "a\nb"};
  const auto more = lines_of_run(other, payloads());
  ASSERT_EQ(more.size(), lines.size() + 3);
  EXPECT_EQ(more[3], "option --latency 8ms");
  EXPECT_EQ(more[4], "argument 16");
  EXPECT_EQ(more[5].find('\n'), std::string::npos) << "a line each";
}

TEST(LinesOfARun, CountOneOfAThingAsOne) {
  Options options = simulated();
  options.grid = topology::uniform_grid(1, 1);
  EXPECT_THAT(lines_of_run(options, payloads())[1], HasSubstr("grid of 1 site, 1 PE, 1 process, "));
  options.grid = topology::uniform_grid(0, 1);
  EXPECT_EQ(lines_of_run(options, payloads())[1], "grid that is none");
}

class MeasuredCostsTest : public ::testing::Test {
 protected:
  MeasuredCostsTest() { std::filesystem::remove(file); }
  ~MeasuredCostsTest() override { std::filesystem::remove(file); }

  /// Asks for so many costs, of 100 ns each.
  void run(MeasuredCosts& costs, int laps) {
    costs.stopwatch().begin();
    for (int i = 0; i < laps; ++i) {
      clock.advance_by(100);
      EXPECT_EQ(costs.stopwatch().lap_ns(), 100);
    }
  }

  const std::string file = ::testing::TempDir() + "isthmus_measured_costs";
  ManualClock clock;
};

TEST_F(MeasuredCostsTest, CannotBeHadAgainUnlessTheyAreKept) {
  Options options = simulated();
  MeasuredCosts costs(options, clock);
  run(costs, 2);
  EXPECT_THAT(costs.hash_line(0xab), HasSubstr("none"));
  EXPECT_TRUE(costs.keep(0xab, payloads()));
  EXPECT_FALSE(std::filesystem::exists(file));
  options.costs.entries = sim::EntryCosts::charged;
  EXPECT_EQ(costs.hash_line(0xab), "trace hash: 00000000000000ab");
}

TEST_F(MeasuredCostsTest, AreReplayedAsTheyWereRecorded) {
  Options options = simulated();
  options.recorded_costs_file = file;
  {
    MeasuredCosts recorded(options, clock);
    run(recorded, 3);
    EXPECT_EQ(recorded.hash_line(0x12), "trace hash: 0000000000000012");
    ASSERT_TRUE(recorded.keep(0x12, payloads()));
  }
  options.recorded_costs_file.clear();
  options.costs_file = file;
  options.replayed = sim::read_cost_record(file).value();
  MeasuredCosts again(options, clock);
  EXPECT_TRUE(again.check(payloads()));
  EXPECT_EQ(again.hash_line(0x12), "trace hash: 0000000000000012");
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(again.stopwatch().lap_ns(), 100) << "whatever the clock says";
  EXPECT_TRUE(again.compare(0x12));
  const auto other = again.compare(0x13);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::bad_input);
  EXPECT_THAT(other.error().text(), HasSubstr(file + ": the run has gone another way"));
}

TEST_F(MeasuredCostsTest, OfARunThatAsksForFewerAreThoseOfAnother) {
  Options options = simulated();
  options.replayed = sim::CostRecord{{"program x"}, {5, 6}, 1};
  options.costs_file = "kept";
  MeasuredCosts costs(options, clock);
  costs.stopwatch().lap_ns();
  EXPECT_FALSE(costs.compare(1));
  costs.stopwatch().lap_ns();
  EXPECT_TRUE(costs.compare(1));
  EXPECT_FALSE(costs.check(payloads())) << "it was another program";
}

}  // namespace
}  // namespace isthmus::engine::program
