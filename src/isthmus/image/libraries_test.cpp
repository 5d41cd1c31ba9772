#include "isthmus/image/libraries.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace isthmus::engine::image {
namespace {

namespace fs = std::filesystem;
using ::testing::EndsWith;
using ::testing::HasSubstr;

class LibrariesTest : public ::testing::Test {
 protected:
  LibrariesTest() : folder_(::testing::TempDir() + "libraries_" + std::to_string(getpid())) {
    fs::create_directories(folder_ + "/own");
    fs::create_directories(folder_ + "/given");
    program_.path = folder_ + "/program";
  }
  ~LibrariesTest() override { fs::remove_all(folder_); }

  std::string make(const std::string& path) const {
    std::ofstream(folder_ + "/" + path) << "library";
    return folder_ + "/" + path;
  }

  std::string folder_;
  ElfFile program_;
};

TEST_F(LibrariesTest, AreFoundByRunPathThenInGivenDirectoriesThenInTheSystem) {
  const Libraries libraries({folder_ + "/given"});
  program_.run_paths = {folder_ + "/own"};
  const std::string given = make("given/libboth.so");
  EXPECT_EQ(libraries.find("libboth.so", program_), given);
  const std::string own = make("own/libboth.so");
  EXPECT_EQ(libraries.find("libboth.so", program_), own);
  EXPECT_THAT(libraries.find("libstdc++.so.6", program_).value(), EndsWith("/libstdc++.so.6"));
  EXPECT_EQ(libraries.find(given, program_), given);
}

TEST_F(LibrariesTest, ThatAreMissingAreNamedWithWhoNeedsThem) {
  const auto found = Libraries().find("libnowhere.so.3", program_);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::bad_input);
  EXPECT_THAT(found.error().text(),
              HasSubstr(program_.path + ": needs the library libnowhere.so.3"));
}

TEST_F(LibrariesTest, KnowWhichOnesRanksShare) {
  EXPECT_TRUE(Libraries::is_shared("libc.so.6"));
  EXPECT_TRUE(Libraries::is_shared("ld-linux-x86-64.so.2"));
  EXPECT_TRUE(Libraries::is_shared("libgomp.so.1"));
  EXPECT_FALSE(Libraries::is_shared("libstdc++.so.6"));
  EXPECT_FALSE(Libraries::is_shared("libgcc_s.so.1"));
  EXPECT_FALSE(Libraries::is_shared("libcrypto.so.3"));
}

TEST_F(LibrariesTest, ReadTheLoadersCacheAndSurviveADamagedOne) {
  ASSERT_TRUE(fs::exists("/etc/ld.so.cache"));
  const auto whole = read_loader_cache("/etc/ld.so.cache");
  EXPECT_TRUE(whole.contains("libc.so.6"));
  std::ifstream file("/etc/ld.so.cache", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const std::string path = folder_ + "/cache";
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{30}, std::size_t{70}, bytes.size() / 2}) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes.substr(0, length);
    EXPECT_LE(read_loader_cache(path).size(), whole.size());
  }
  EXPECT_TRUE(read_loader_cache(folder_ + "/missing").empty());
}

}  // namespace
}  // namespace isthmus::engine::image
