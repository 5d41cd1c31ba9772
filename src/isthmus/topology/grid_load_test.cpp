// Grid files as they lie on disk.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "isthmus/topology/grid.hpp"
#include "isthmus/topology/grid_scan.hpp"

namespace isthmus::engine::topology {
namespace {

using testing::HasSubstr;

TEST(GridLoader, NamesAFileThatCannotBeRead) {
  const std::string folder = testing::TempDir();
  const auto absent = load_grid(folder + "isthmus_no_such_grid.toml");
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().code, ErrorCode::bad_input);
  EXPECT_THAT(absent.error().text(), AllOf(HasSubstr("isthmus_no_such_grid.toml: cannot open"),
                                           HasSubstr("No such file")));
  const auto directory = load_grid(folder);
  ASSERT_FALSE(directory);
  EXPECT_EQ(directory.error().text(),
            folder + ": is a directory (expected a grid file that can be read)");
}

TEST(GridLoader, ReadsAFile) {
  const std::string path = testing::TempDir() + "isthmus_grid_loader.toml";
  std::ofstream(path) << to_toml(uniform_grid(3, 2));
  const auto grid = load_grid(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(grid) << grid.error().text();
  EXPECT_EQ(*grid, uniform_grid(3, 2));
  EXPECT_EQ(grid->file_name, path);
}

TEST(GridLoader, ReadsAFileThatIsLongerThanABlock) {
  const std::string path = testing::TempDir() + "isthmus_long_grid.toml";
  std::ofstream(path) << std::string(200'000, '#') << "\n" << to_toml(uniform_grid(2, 1));
  const auto grid = load_grid(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(grid) << grid.error().text();
  EXPECT_EQ(*grid, uniform_grid(2, 1));
}

TEST(GridLoader, ReadsNoFurtherThanAGridMayBeLong) {
  const std::string path = testing::TempDir() + "isthmus_endless_grid.toml";
  std::ofstream(path) << "#";
  std::filesystem::resize_file(path, 4 * file_bytes_max);  // a hole: it takes no room
  const auto grid = load_grid(path);
  std::filesystem::remove(path);
  ASSERT_FALSE(grid);
  EXPECT_EQ(grid.error().code, ErrorCode::bad_input);
  EXPECT_THAT(grid.error().text(),
              HasSubstr("the grid file is too large (expected at most 64 MiB)"));
}

}  // namespace
}  // namespace isthmus::engine::topology
