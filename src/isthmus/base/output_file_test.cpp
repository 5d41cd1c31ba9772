#include "isthmus/base/output_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace isthmus::engine {
namespace {

class OutputFile : public ::testing::Test {
 protected:
  OutputFile() { std::filesystem::create_directories(folder_); }
  ~OutputFile() override { std::filesystem::remove_all(folder_); }

  std::string in_folder(const std::string& name) const { return (folder_ / name).string(); }

  static std::string refusal(const std::string& path) {
    const auto checked = check_writable(path, "--report");
    if (checked) return "none";
    EXPECT_EQ(checked.error().code, ErrorCode::bad_input);
    return checked.error().text();
  }

 private:
  std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) / ("output_file" + std::to_string(::getpid()));
};

TEST_F(OutputFile, MayBeNew) {
  EXPECT_EQ(refusal(in_folder("new.json")), "none");
  EXPECT_FALSE(std::filesystem::exists(in_folder("new.json")));
  EXPECT_EQ(refusal(""), "none");
}

TEST_F(OutputFile, KeepsWhatItHasWhenAskedFor) {
  const std::string path = in_folder("old.json");
  std::ofstream(path) << "precious";
  EXPECT_EQ(refusal(path), "none");
  EXPECT_EQ(std::filesystem::file_size(path), 8u);
}

TEST_F(OutputFile, NeedsAFolderThatIsThere) {
  EXPECT_EQ(refusal("/no/such/out.json"),
            "--report: cannot write '/no/such/out.json': /no/such: No such file or directory "
            "(expected a file in a folder that is there and can be written to)");
  EXPECT_TRUE(refusal(in_folder("")).contains("it is a folder"));
  EXPECT_TRUE(refusal("/").contains("it is a folder"));
  std::ofstream(in_folder("file")) << "x";
  EXPECT_TRUE(refusal(in_folder("file/out.json")).contains("is not a folder"));
}

}  // namespace
}  // namespace isthmus::engine
