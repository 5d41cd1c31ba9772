#include "mesh/output/csv_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "mesh/output/test_folder.hpp"

namespace isthmus::mesh {
namespace {

using ::testing::HasSubstr;

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(CsvTable, LinesStandBehindAHeaderAsSoonAsTheyAreAppended) {
  const TestFolder folder;
  CsvTable table(folder.path() + "/below/norms.csv", {"wave::phi norm2", "a,\"b\""});
  ASSERT_TRUE(table.begin(-1));
  ASSERT_TRUE(table.append({.step = 2, .time = 0.1}, {{1.5, -2}, {1e-300, 0.1 + 0.2}}));
  EXPECT_EQ(content_of(table.path()),
            "step,time,wave::phi norm2,\"a,\"\"b\"\"\"\n2,0.1,1.5,-2\n"
            "2,0.1,1e-300,0.30000000000000004\n");
}

TEST(CsvTable, AJobThatGoesOnDoublesNoLineAndMendsATornOne) {
  const TestFolder folder;
  const std::string path = folder.path() + "/norms.csv";
  for (int round = 0; round < 2; ++round) {
    CsvTable table(path, {"norm"});
    ASSERT_TRUE(table.begin(round == 0 ? -1 : 20));
    if (round == 1) {
      EXPECT_EQ(content_of(path), "step,time,norm\n10,1,0.5\n20,2,0.25\n");
    }
    for (std::int64_t step = round == 0 ? 10 : 30; step <= 40; step += 10) {
      const double time = static_cast<double>(step) / 10;
      ASSERT_TRUE(table.append({.step = step, .time = time}, {{0.5 / time}}));
    }
    if (round == 0) std::ofstream(path, std::ios::app) << "50,5,0.";
  }
  EXPECT_EQ(content_of(path),
            "step,time,norm\n10,1,0.5\n20,2,0.25\n30,3,0.16666666666666666\n40,4,0.125\n");
}

TEST(CsvTable, ATornLineGoesEvenIfItsStepWasKept) {
  const TestFolder folder;
  const std::string path = folder.path() + "/norms.csv";
  std::ofstream(path) << "step,time,norm\n10,1,0.5\n20,2,0.";
  CsvTable table(path, {"norm"});
  ASSERT_TRUE(table.begin(30));
  EXPECT_EQ(content_of(path), "step,time,norm\n10,1,0.5\n");
}

TEST(CsvTable, ATableOfOtherColumnsIsNotGoneOnWith) {
  const TestFolder folder;
  const std::string path = folder.path() + "/norms.csv";
  std::ofstream(path) << "step,time,other\n10,1,0.5\n";
  const auto begun = CsvTable(path, {"norm"}).begin(10);
  ASSERT_FALSE(begun);
  EXPECT_EQ(begun.error().code, ErrorCode::bad_input);
  EXPECT_THAT(begun.error().text(), HasSubstr("other columns than the job"));
  EXPECT_THAT(begun.error().text(), HasSubstr("step,time,norm"));
  EXPECT_THAT(content_of(path), HasSubstr("10,1,0.5"));
}

TEST(CsvTable, AFileThatHasGoneIsNamed) {
  const TestFolder folder;
  CsvTable table(folder.path() + "/norms.csv", {"norm"});
  ASSERT_TRUE(table.begin(-1));
  std::filesystem::remove(table.path());
  EXPECT_THAT(table.append({}, {{1.0}}).error().text(),
              HasSubstr("norms.csv: cannot write: No such"));
}

}  // namespace
}  // namespace isthmus::mesh
