// mesh/output/test_folder.hpp: a folder of a test's own, gone with it.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <system_error>

namespace isthmus::mesh {

class TestFolder {
 public:
  TestFolder() {
    const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    // Every file waits for the disk, which is long where that is one.
    const bool has_memory = ::access("/dev/shm", W_OK) == 0;
    // A test of the carrier shm looks for its own name there.
    path_ = (has_memory ? "/dev/shm/" : ::testing::TempDir()) + "mesh_" + test->test_suite_name() +
            "_" + test->name() + "_" + std::to_string(::getpid());
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace isthmus::mesh
