#include "mesh/output/new_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace isthmus::mesh {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class NewFileTest : public ::testing::Test {
 protected:
  NewFileTest()
      : folder(fs::path(::testing::TempDir()) /
               ("new_file_" + std::to_string(getpid()) + "_" +
                ::testing::UnitTest::GetInstance()->current_test_info()->name())),
        path((folder / "deep" / "result.txt").string()) {}
  ~NewFileTest() override { fs::remove_all(folder); }

  static std::string content(const std::string& of) {
    std::ostringstream text;
    text << std::ifstream(of).rdbuf();
    return text.str();
  }
  std::size_t file_count() const {
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      count += entry.is_regular_file() ? 1 : 0;
    }
    return count;
  }

  fs::path folder;
  std::string path;
};

TEST_F(NewFileTest, AppearsWhenItIsKeptAndNotBefore) {
  NewFile file(path);
  ASSERT_TRUE(file.prepare(10));
  std::ofstream(file.unfinished()) << "half of it";
  EXPECT_FALSE(fs::exists(path));
  ASSERT_TRUE(file.keep());
  EXPECT_EQ(content(path), "half of it");
  EXPECT_EQ(file_count(), 1u);
}

TEST_F(NewFileTest, LeavesNothingWhereItIsNotKept) {
  {
    const NewFile file(path);
    ASSERT_TRUE(file.prepare(10));
    std::ofstream(file.unfinished()) << "half of it";
  }
  EXPECT_EQ(file_count(), 0u);
}

TEST_F(NewFileTest, LeavesTheOneBeforeUntilItIsWhole) {
  ASSERT_TRUE(write_text_file(path, "before"));
  {
    const NewFile file(path);
    std::ofstream(file.unfinished()) << "half of it";
    EXPECT_EQ(content(path), "before");
  }
  EXPECT_EQ(content(path), "before");
  ASSERT_TRUE(write_text_file(path, "behind"));
  EXPECT_EQ(content(path), "behind");
}

TEST_F(NewFileTest, StaysWhenItsWriterGoes) {
  ASSERT_TRUE(write_text_file(path, std::string(100'000, 'x')));
  EXPECT_EQ(content(path).size(), 100'000u);
  EXPECT_EQ(file_count(), 1u);
}

TEST_F(NewFileTest, IsRefusedBeforeItIsWrittenWhereTheDiskHasNoRoom) {
  const NewFile file(path);
  const auto ready = file.prepare(std::uint64_t{1} << 62);
  ASSERT_FALSE(ready);
  EXPECT_EQ(ready.error().code, ErrorCode::io);
  EXPECT_EQ(ready.error().where, path);
  EXPECT_THAT(ready.error().what, HasSubstr("GB are wanted"));
}

TEST_F(NewFileTest, CannotBeInAFolderThatIsAFile) {
  ASSERT_TRUE(write_text_file(path, "a file"));
  const auto written = write_text_file(path + "/below.txt", "text");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::io);
}

TEST_F(NewFileTest, CannotBeKeptWhereNothingWasWritten) {
  NewFile file(path);
  ASSERT_TRUE(file.prepare(0));
  const auto kept = file.keep();
  ASSERT_FALSE(kept);
  EXPECT_THAT(kept.error().text(), HasSubstr("cannot write"));
}

}  // namespace
}  // namespace isthmus::mesh
