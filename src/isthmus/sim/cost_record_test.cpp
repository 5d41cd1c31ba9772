#include "isthmus/sim/cost_record.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "isthmus/sim/cost_meter.hpp"

namespace isthmus::engine::sim {
namespace {

class CostRecordFile : public ::testing::Test {
 protected:
  ~CostRecordFile() override { std::remove(path_.c_str()); }
  void write(const std::string& text) { std::ofstream(path_, std::ios::trunc) << text; }
  std::string text() {
    std::ifstream file(path_);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  /// What is wrong with the file's text, and where.
  std::string refusal(const std::string& text) {
    write(text);
    const auto record = read_cost_record(path_);
    if (record) return "none";
    EXPECT_EQ(record.error().code, ErrorCode::bad_input);
    return record.error().text();
  }
  // Cases run side by side, each in a process of its own.
  const std::string path_ =
      ::testing::TempDir() + std::to_string(getpid()) + "_isthmus_cost_record_test.txt";
  const CostRecord record_ = {{"program 1f", "seed 7", "option --tune batch=3", "argument "},
                              {0, 1'234, 17, end_of_time_ns},
                              0xfedc'ba98'7654'3210};
};

TEST_F(CostRecordFile, ReadsAsItWasWritten) {
  ASSERT_TRUE(write_cost_record(record_, path_));
  EXPECT_TRUE(is_cost_record(path_));
  const auto read = read_cost_record(path_);
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->run, record_.run);
  EXPECT_EQ(read->laps_ns, record_.laps_ns);
  EXPECT_EQ(read->trace_hash, record_.trace_hash);
}

TEST_F(CostRecordFile, IsRefusedWhereverItBreaksOff) {
  ASSERT_TRUE(write_cost_record(record_, path_));
  const std::string whole = text();
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    EXPECT_NE(refusal(whole.substr(0, bytes)), "none") << bytes;
  }
  EXPECT_EQ(refusal(whole), "none");
}

TEST_F(CostRecordFile, NamesTheLineThatDoesNotRead) {
  const std::string begin = "isthmus: costs of each message, version 1\nseed 1\n";
  const std::string end = "end 1 0123456789abcdef\n";
  EXPECT_EQ(refusal(begin + "costs\n5\n" + end), "none");
  EXPECT_EQ(refusal("run()\t5\n"),
            path_ +
                ":1: no costs of each message (expected 'isthmus: costs of each message, "
                "version 1')");
  EXPECT_EQ(refusal(begin + "\ncosts\n5\n" + end),
            path_ + ":3: no line about the run (expected what the run was, then 'costs')");
  for (const char* cost : {"-5", "five", "5 ", "", "+5", "0x5", "1152921504606846977",
                           "99999999999999999999999", "5\t"}) {
    EXPECT_NE(refusal(begin + "costs\n" + cost + "\n" + end).find(path_ + ":4: "),
              std::string::npos)
        << cost;
  }
  EXPECT_EQ(refusal(begin + "costs\n5\n6\n" + end),
            path_ + ":6: 2 costs (expected 1 as the end says)");
  for (const char* other :
       {"end 1\n", "end 1 0123\n", "end one 0123456789abcdef\n", "end 1 0123456789abcdeg\n",
        "end 1  0123456789abcde\n", "end -1 0123456789abcdef\n"}) {
    EXPECT_NE(refusal(begin + "costs\n5\n" + other).find(":5: no end of a record"),
              std::string::npos)
        << other;
  }
  EXPECT_NE(refusal(begin + "costs\n5\n" + end + "5\n").find("more behind the end"),
            std::string::npos);
}

TEST_F(CostRecordFile, IsRefusedWhereALineOrTheFileHasNoEnd) {
  const std::string begin = "isthmus: costs of each message, version 1\n";
  EXPECT_NE(refusal(begin + std::string(5 << 20, 'x')), "none");
  EXPECT_NE(refusal(begin + "costs\n" + std::string(5 << 20, '1')), "none");
  EXPECT_FALSE(read_cost_record("/dev/zero"));
  EXPECT_FALSE(read_cost_record("/"));
  EXPECT_FALSE(read_cost_record("/nowhere/costs"));
  EXPECT_FALSE(is_cost_record("/nowhere/costs"));
}

TEST_F(CostRecordFile, IsOfTheRunWhoseLinesItHas) {
  EXPECT_TRUE(check_same_run(record_, record_.run, "file"));
  const auto refused = [&](const std::vector<std::string>& run) {
    const auto checked = check_same_run(record_, run, "file");
    return checked ? "none" : checked.error().text();
  };
  EXPECT_EQ(refused({"program 1f", "seed 8", "option --tune batch=3", "argument "}),
            "file: the record is of another run: of one with 'seed 7' (expected 'seed 8', as this "
            "run has it)");
  EXPECT_EQ(refused({"program 1f", "seed 7", "option --tune batch=3"}),
            "file: the record is of another run: of one with 'argument ' (expected nothing more, "
            "as this run has it)");
  EXPECT_NE(refused({"program 1f", "seed 7", "option --tune batch=3", "argument ", "argument 5"}),
            "none");
}

TEST_F(CostRecordFile, SaysThatADiskIsFull) {
  const auto written = write_cost_record(record_, "/dev/full");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::io);
}

}  // namespace
}  // namespace isthmus::engine::sim
