#include "isthmus/live/page_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace isthmus::engine::live {
namespace {

using ::testing::HasSubstr;

class PageFileTest : public ::testing::Test {
 protected:
  PageFileTest() { std::filesystem::create_directories(folder); }
  ~PageFileTest() override { std::filesystem::remove_all(folder); }

  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder + "/" + name) << text;
    return folder + "/" + name;
  }

  const std::string folder = ::testing::TempDir() + "isthmus_page_file_" + std::to_string(getpid());
};

TEST_F(PageFileTest, IsTheFirstThatCanBeRead) {
  const std::string one = file("one", "the one");
  const std::string other = file("other", "the other");
  EXPECT_EQ(page_of({"", folder + "/absent", folder, file("empty", ""), one, other}), "the one");
  EXPECT_EQ(page_of({other, one}), "the other");
}

TEST_F(PageFileTest, IsNoneThatIsLargerThanAPageMayBe) {
  const std::string large = file("large", "<");
  std::filesystem::resize_file(large, (8 << 20) + 1);
  EXPECT_EQ(page_of({large, file("small", "small")}), "small");
  std::filesystem::resize_file(large, 8 << 20);
  EXPECT_EQ(page_of({large}).size(), std::size_t{8 << 20});
}

TEST_F(PageFileTest, SaysHowToMakeOneWhereThereIsNone) {
  const std::string page = page_of({folder + "/absent"});
  EXPECT_THAT(page, HasSubstr("make page"));
  EXPECT_THAT(page, HasSubstr("href=\"status\""));
  EXPECT_THAT(page, Not(HasSubstr("href=\"/"))) << "there may be a prefix before it";
}

TEST_F(PageFileTest, IsTheUsersOwnBeforeAllOthers) {
  const auto paths = page_paths("mine.html");
  ASSERT_GT(paths.size(), 1u);
  EXPECT_EQ(paths.front(), "mine.html");
}

}  // namespace
}  // namespace isthmus::engine::live
