#include "isthmus/base/huge_pages.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

namespace isthmus::engine {

namespace {

/// Of x86-64, and of arm64 with its usual pages. With others the system rounds as it needs.
constexpr std::uintptr_t huge_page_bytes = std::uintptr_t{2} << 20;

/// Of the pages, each of so many bytes, that lie whole in the range.
void advise(void* begin, std::size_t bytes, std::uintptr_t page_bytes, int advice) {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first = (address + page_bytes - 1) & ~(page_bytes - 1);
  const std::uintptr_t end = (address + bytes) & ~(page_bytes - 1);
  if (first >= end) return;
  std::byte* const pages = static_cast<std::byte*>(begin) + (first - address);
  static_cast<void>(::madvise(pages, end - first, advice));
}

}  // namespace

void ask_for_huge_pages(void* begin, std::size_t bytes) {
  advise(begin, bytes, huge_page_bytes, MADV_HUGEPAGE);
}

void lend_to_system(void* begin, std::size_t bytes) {
  advise(begin, bytes, static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE)), MADV_FREE);
}

}  // namespace isthmus::engine
