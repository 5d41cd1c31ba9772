#include "isthmus/base/huge_pages.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
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

/// What the system says under that word, "VmFlags:" or another, of the memory in which `at` lies;
/// nothing where it does not.
std::string told_of(const char* at, const std::string& word) {
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  std::ifstream maps("/proc/self/smaps");
  bool is_there = false;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t first = 0;
    std::uintptr_t end = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx ", &first, &end) == 2) {
      is_there = first <= address && address < end;
    } else if (is_there && line.starts_with(word)) {
      return line.substr(word.size());
    }
  }
  return "";
}

/// Whether huge pages are wanted there: "hg" is among the flags.
bool is_asked_for(const char* at) {
  return told_of(at, "VmFlags:").find(" hg") != std::string::npos;
}

/// What the system may take back of it, in KiB.
long lent_kib(const char* at) { return std::atol(told_of(at, "LazyFree:").c_str()); }

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

TEST(MemoryThatNobodyUses, IsLentToTheSystemInItsWholePages) {
  const Range range(16 * mib);
  ask_for_huge_pages(range.begin(), 16 * mib);
  std::fill_n(range.begin(), 16 * mib, 'x');
  ASSERT_EQ(lent_kib(range.begin()), 0);
  lend_to_system(range.begin() + 1, 8 * mib);
  EXPECT_GE(lent_kib(range.begin()), 8 * 1024 - 256) << "some may be on their way";
  EXPECT_LE(lent_kib(range.begin()), 8 * 1024);
  EXPECT_EQ(range.begin()[0], 'x') << "of a page that is not whole in it";
  EXPECT_EQ(range.begin()[9 * mib], 'x');
}

TEST(MemoryThatNobodyUses, IsOnesOwnAgainWhenItIsWrittenTo) {
  const Range range(16 * mib);
  std::fill_n(range.begin(), 16 * mib, 'x');
  lend_to_system(range.begin(), 16 * mib);
  std::fill_n(range.begin(), 16 * mib, 'y');
  EXPECT_EQ(lent_kib(range.begin()), 0);
  EXPECT_TRUE(
      std::all_of(range.begin(), range.begin() + 16 * mib, [](char c) { return c == 'y'; }));
}

}  // namespace
}  // namespace isthmus::engine
