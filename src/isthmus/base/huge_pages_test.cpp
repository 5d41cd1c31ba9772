#include "isthmus/base/huge_pages.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>

namespace isthmus::engine {
namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

/// Memory of its own.
class Range {
 public:
  explicit Range(std::size_t bytes)
      : bytes_(bytes),
        begin_(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
  }
  ~Range() { ::munmap(begin_, bytes_); }
  Range(const Range&) = delete;
  Range& operator=(const Range&) = delete;
  char* begin() const { return static_cast<char*>(begin_); }

 private:
  const std::size_t bytes_;
  void* const begin_;
};

/// Whether the system says that huge pages are wanted ("hg" among the flags) where `at` lies.
bool is_asked_for(const char* at) {
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  std::ifstream maps("/proc/self/smaps");
  bool is_there = false;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t first = 0;
    std::uintptr_t end = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx ", &first, &end) == 2) {
      is_there = first <= address && address < end;
    } else if (is_there && line.starts_with("VmFlags:")) {
      return line.find(" hg") != std::string::npos;
    }
  }
  return false;
}

/// A kernel without huge pages refuses them wherever they are asked for.
bool has_huge_pages() {
  return std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled").good();
}

TEST(HugePages, AreAskedForInsideOfALargeRange) {
  if (!has_huge_pages()) GTEST_SKIP() << "this kernel has none";
  const Range range(16 * mib);
  ASSERT_FALSE(is_asked_for(range.begin() + 8 * mib));
  ask_for_huge_pages(range.begin() + 64, 16 * mib - 64);
  EXPECT_TRUE(is_asked_for(range.begin() + 8 * mib));
}

TEST(HugePages, AreNotAskedForBesideTheRange) {
  const Range range(16 * mib);
  ask_for_huge_pages(range.begin() + 8 * mib, 8 * mib);
  EXPECT_FALSE(is_asked_for(range.begin() + 4 * mib));
}

TEST(HugePages, AreNotAskedForWhereNoneIsWhole) {
  const Range range(16 * mib);
  ask_for_huge_pages(range.begin() + 4096, mib);
  ask_for_huge_pages(range.begin(), 0);
  ask_for_huge_pages(nullptr, 0);
  EXPECT_FALSE(is_asked_for(range.begin()));
  EXPECT_FALSE(is_asked_for(range.begin() + mib));
}

}  // namespace
}  // namespace isthmus::engine
