// isthmus/door/test_directory.hpp: a directory of running jobs for a test, empty, and gone with it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include "isthmus/door/jobs_directory.hpp"

namespace isthmus::engine::door {

class TestDirectory {
 public:
  TestDirectory() : root_(made()), jobs_(JobsDirectory::open(root_).value()) {}
  ~TestDirectory() { std::filesystem::remove_all(root_); }
  TestDirectory(const TestDirectory&) = delete;
  TestDirectory& operator=(const TestDirectory&) = delete;

  const std::string& root() const { return root_; }
  const JobsDirectory& jobs() const { return jobs_; }
  std::string path(const std::string& file) const { return jobs_.path() + "/" + file; }
  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(jobs_.path())) {
      names.insert(entry.path().filename().string());
    }
    return names;
  }

 private:
  static std::string made() {
    // Longer than the address of a socket may be.
    std::string path = std::filesystem::temp_directory_path() /
                       ("isthmus-door-" + std::string(100, 'x') + "-XXXXXX");
    if (mkdtemp(path.data()) == nullptr) std::abort();
    return path;
  }

  std::string root_;
  JobsDirectory jobs_;
};

}  // namespace isthmus::engine::door
